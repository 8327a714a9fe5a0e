package service

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"

	"github.com/creack/pty"
)

// TestHeardEndsWithItsReader: what is written passes on until nobody takes it any more.
func TestHeardEndsWithItsReader(t *testing.T) {
	r, w := io.Pipe()
	ctx, to, stop := Heard(t.Context(), w)
	defer stop()
	go func() {
		_, _ = r.Read(make([]byte, 8))
		r.CloseWithError(io.ErrClosedPipe)
	}()
	if _, err := io.WriteString(to, "homes"); err != nil || ctx.Err() != nil {
		t.Fatalf("%v, %v", err, ctx.Err())
	}
	if _, err := io.WriteString(to, "moves"); !errors.Is(err, io.ErrClosedPipe) || ctx.Err() == nil {
		t.Errorf("%v, %v", err, ctx.Err())
	}
}

// TestHeardNoticesBetweenWrites: where the other end goes, nothing has to be written.
func TestHeardNoticesBetweenWrites(t *testing.T) {
	file := func(c net.Conn) *os.File {
		f, err := c.(*net.UnixConn).File()
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		return f
	}
	for name, open := range map[string]func() (far, near *os.File, err error){
		"pipe":     os.Pipe,
		"terminal": pty.Open,
		"socket": func() (far, near *os.File, err error) {
			l, err := net.Listen("unix", t.TempDir()+"/s")
			if err != nil {
				return nil, nil, err
			}
			defer l.Close()
			a, err := net.Dial("unix", l.Addr().String())
			if err != nil {
				return nil, nil, err
			}
			b, err := l.Accept()
			if err != nil {
				return nil, nil, err
			}
			return file(a), file(b), nil
		},
	} {
		far, near, err := open()
		if err != nil {
			t.Fatal(err)
		}
		ctx, to, stop := Heard(t.Context(), &Output{Writer: near})
		if _, err := io.WriteString(to, "homes"); err != nil || ctx.Err() != nil {
			t.Errorf("%s: %v, %v", name, err, ctx.Err())
		}
		far.Close()
		<-ctx.Done()
		stop()
		near.Close()
	}
	// A file has no other end, and where nobody went, stop ends the watch.
	f, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, f := range []*os.File{f, w} {
		ctx, _, stop := Heard(t.Context(), f)
		if ctx.Err() != nil {
			t.Errorf("%s: %v", f.Name(), ctx.Err())
		}
		stop()
	}
}
