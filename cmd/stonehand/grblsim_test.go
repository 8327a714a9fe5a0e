package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

// TestRemoteBoard: what the arm does is asked of the daemon, and what the daemon
// refuses is told.
func TestRemoteBoard(t *testing.T) {
	var asked []string
	daemon := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.Method+" "+r.URL.Path+" "+string(body))
		if strings.Contains(string(body), "A1") {
			w.WriteHeader(http.StatusConflict)
			fmt.Fprint(w, `{"error":"a stone is there already"}`)
		}
	}))
	size := board.Size{Cols: 19, Rows: 19}
	r, err := newRemoteBoard(t.Context(), daemon.URL+"/", size)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []grblsim.Event{
		{Kind: grblsim.Picked, Stone: hw.Black, Board: -1},
		{Kind: grblsim.Released, Stone: hw.Black, Board: 180},
		{Kind: grblsim.Missed, Board: 180},
		{Kind: grblsim.Picked, Stone: hw.Black, Board: 180},
		{Kind: grblsim.Dropped, Stone: hw.White, Board: 360},
	} {
		if err := e.Show(r); err != nil {
			t.Errorf("%v: %v", e, err)
		}
	}
	want := []string{
		`POST /api/sim/put {"color":"black","point":"J10"}`,
		`POST /api/sim/lift {"point":"J10"}`,
		`POST /api/sim/put {"color":"white","point":"S19"}`,
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if err := r.Put(0, hw.White); err == nil || !strings.Contains(err.Error(), "cannot put a stone at A1: a stone is there already") {
		t.Error(err)
	}
	daemon.Close()
	if err := r.Lift(0); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Error(err)
	}
}

// TestControl: orders come on a socket, also where a process that is gone has
// left one.
func TestControl(t *testing.T) {
	path := filepath.Join(t.TempDir(), "control")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	left.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	var out, errs bytes.Buffer
	go func() {
		ended <- runGrblsim(ctx, []string{"--control", path, "--trace", "--boot", "0s", "--speed", "20"}, stdio{strings.NewReader(""), &out, &errs})
	}()
	var c net.Conn
	for range 3000 {
		if c, err = net.Dial("unix", path); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	io.WriteString(c, "state\ndance\nsend $I\nwait 50ms\nquit\n")
	var got []string
	for in := bufio.NewScanner(c); in.Scan(); {
		got = append(got, in.Text())
	}
	if len(got) != 7 || got[0] != "Alarm, not homed" || got[3] != "ok" || !strings.HasPrefix(got[4], `error: "dance"`) {
		t.Errorf("%q", got)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatalf("the arm goes on after quit; it said %q", got)
	}
	// Another process is not pushed aside.
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	l.SetDeadline(time.Now().Add(time.Minute))
	var accepted sync.WaitGroup
	accepted.Go(func() {
		if c, err := l.Accept(); err == nil {
			c.Close()
		}
	})
	if err := runGrblsim(t.Context(), []string{"--control", path}, stdio{strings.NewReader(""), io.Discard, io.Discard}); err == nil || !strings.Contains(err.Error(), "address already in use") {
		t.Error(err)
	}
	accepted.Wait()
	if !strings.Contains(errs.String(), "< [VER:1.1h") {
		t.Errorf("the trace is %q", &errs)
	}
}

// TestTracer: lines are whole, and real-time commands stand alone.
func TestTracer(t *testing.T) {
	var b strings.Builder
	trace := tracer(&b)
	trace(true, []byte("$"))
	trace(true, []byte("I\n"))
	trace(false, []byte("[VER:1.1h"))
	trace(true, []byte("?"))
	trace(false, []byte(".2]\r\nok\r\n"))
	if got, want := b.String(), "> $I\n> \"?\"\n< [VER:1.1h.2]\n< ok\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
