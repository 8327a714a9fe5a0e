package hwtest

import (
	"bytes"
	"errors"
	"io"
	"syscall"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestWireCarriesBytesBothWays(t *testing.T) {
	w := NewWire()
	w.Noise(true, func(p []byte) []byte { return append(p, '!') })
	for _, c := range []struct {
		from, to io.ReadWriter
		want     string
	}{{w.Host, w.Device, "hello!"}, {w.Device, w.Host, "hello"}} {
		if n, err := c.from.Write([]byte("hello")); n != 5 || err != nil {
			t.Fatal(n, err)
		}
		got := make([]byte, 10)
		n, err := c.to.Read(got)
		if err != nil || string(got[:n]) != c.want {
			t.Errorf("read %q, %v; want %q", got[:n], err, c.want)
		}
	}
}

func TestWireHungUp(t *testing.T) {
	w := NewWire()
	w.Device.Write([]byte("bye"))
	w.HangUp()
	if _, err := w.Host.Write([]byte{1}); !errors.Is(err, syscall.EIO) {
		t.Errorf("a write after the end: %v", err)
	}
	got, err := io.ReadAll(w.Host)
	if err != nil || string(got) != "bye" {
		t.Errorf("read %q, %v", got, err)
	}
	if err := w.Host.Close(); err != nil {
		t.Error(err)
	}
}

func TestWireStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, lift := range []func(*Wire){
			func(w *Wire) { w.Stall(false) },
			func(w *Wire) { w.HangUp() },
			func(w *Wire) { w.Stall(false); io.ReadFull(w.Device, make([]byte, wireDepth)) },
		} {
			w := NewWire()
			w.Stall(true)
			wrote := make(chan bool, 1)
			go func() {
				w.Host.Write(bytes.Repeat([]byte{1}, wireDepth))
				wrote <- true
			}()
			synctest.Wait()
			select {
			case <-wrote:
				t.Error("a stalled line took bytes")
			default:
			}
			lift(w)
			<-wrote
			w.HangUp()
		}
	})
}

func TestWireOfFullDepthWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWire()
		w.Host.Write(make([]byte, wireDepth))
		wrote := make(chan bool, 1)
		go func() {
			w.Host.Write([]byte{1})
			wrote <- true
		}()
		synctest.Wait()
		if len(wrote) != 0 {
			t.Error("a full line took a byte")
		}
		io.ReadFull(w.Device, make([]byte, 10))
		<-wrote
	})
}
