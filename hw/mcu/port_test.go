package mcu

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
	"stonehand/hw/serialport"
)

func mustSerial(t *testing.T, address string) Dial {
	t.Helper()
	dial, err := Serial(address, 0)
	if err != nil {
		t.Fatal(err)
	}
	return dial
}

// A whole conversation over a real terminal of the system, two hundred times
// unplugged and plugged in again while stones move.
func TestTerminalReplugged(t *testing.T) {
	s := hwtest.NewSocket(t)
	b := hwtest.NewBoard(protocol.Caps{})
	serve := func(rw io.ReadWriteCloser) { b.Serve(rw) }
	s.Plug(serve)
	host, err := New(mustSerial(t, s.Name), Options{FrameRate: 200}) // each replug waits for a few
	if err != nil {
		t.Fatal(err)
	}
	host.pause = time.Millisecond // a person is slower than this test
	r := &rig{t: t, host: host, in: make(chan hw.Reading), board: b}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- host.Sense(ctx, r.in) }()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	r.up()
	truth := make([]hw.State, 361)
	for i := range 200 {
		s.Unplug()
		p, state := i*7%361, protocol.State(1+i%2)
		b.Put(p, state)
		truth[p] = hw.State(state)
		want := map[int]hw.Signal{i: hw.LastMove}
		host.Show(show(hw.YourTurn, want))
		s.Plug(serve)
		r.down()
		r.up()
		if f := r.frame(); !slices.Equal(f.Points, truth) {
			t.Fatalf("after replug %d the frame is wrong", i)
		}
		for shown := time.Now(); ; r.frame() {
			if points, edge := b.Lights(); points[i] != 0 && edge == uint8(hw.YourTurn) {
				break
			}
			if time.Since(shown) > patience {
				t.Fatalf("after replug %d the picture is not shown within %v", i, patience)
			}
		}
		r.lights(want, hw.YourTurn)
		if t.Failed() {
			t.FailNow()
		}
	}
	if n := host.Stats().Connects; n != 201 {
		t.Errorf("%d connects", n)
	}
}

func TestSpeedsAndAddressesThatAreNone(t *testing.T) {
	for _, c := range []struct {
		address string
		baud    int
	}{{"", 0}, {"2341:42", 0}, {"/dev/x", -1}, {"/dev/x", serialport.MaxBaud + 1}} {
		if _, err := Serial(c.address, c.baud); err == nil {
			t.Errorf("Serial(%q, %d) was accepted", c.address, c.baud)
		}
	}
}
