package grblsim

import (
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
	"stonehand/hw/sim"
)

// TestShow: the sensors of a simulated board see what the arm put down on it, and
// that it has taken it off again.
func TestShow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		board, err := sim.New(sim.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		s := start(t, Options{Layout: near()}, 1)
		s.Notify(func(e Event) {
			if err := e.Show(board); err != nil {
				t.Error(err)
			}
		})
		seen := make(chan hw.Reading)
		done := make(chan error, 1)
		go func() { done <- board.Sense(t.Context(), seen) }()
		var last hw.Frame
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			for r := range seen {
				if r.Frame != nil {
					last = *r.Frame
				}
			}
		}()
		send, line := talk(t, s)
		defer line.Close()
		send("", "[MSG:'$H'")
		for _, l := range append(append([]string{"$H"}, fetch...), place...) {
			send(l+"\n", "ok")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if last.Points[180] != hw.Black {
			t.Error("the board does not see the stone")
		}
		for _, l := range []string{"G53G0Z-50", "M3S1000", "G4P0.1", "G53G0Z-20", "G4P0"} {
			send(l+"\n", "ok")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if last.Points[180] != hw.Empty {
			t.Error("the board sees a stone that is not there")
		}
		board.Halt()
		if err := <-done; err != nil {
			t.Error(err)
		}
		close(seen)
		<-drained
	})
}
