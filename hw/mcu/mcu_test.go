package mcu

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

func TestGreetsAndSenses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{Model: "test"})
		b.Put(7, protocol.White)
		r := newRig(t, b, Options{Board: hw.Geometry{Cols: 19, Rows: 19}})
		begun := time.Now()
		if l := r.link(); !l.Up || l.Board != (hw.Geometry{Cols: 19, Rows: 19, Colors: true}) {
			t.Errorf("link %+v", *l)
		}
		if f := r.frame(); f.Points[7] != hw.White || len(f.Points) != 361 || time.Since(begun) != 0 {
			t.Errorf("the first frame came after %v and shows %v", time.Since(begun), f.Points[7])
		}
		b.Set(map[int]protocol.State{7: protocol.Empty, 8: protocol.Black, 9: protocol.Unreadable})
		synctest.Wait()
		r.frame() // read before the change, perhaps
		f := r.frame()
		if f.Points[7] != hw.Empty || f.Points[8] != hw.Black || f.Points[9] != hw.Unknown {
			t.Errorf("points 7 to 9: %v", f.Points[7:10])
		}
		start := time.Now()
		for range 50 {
			r.frame()
		}
		if d := time.Since(start); d != time.Second {
			t.Errorf("50 frames took %v", d)
		}
		if s := r.host.Stats(); !s.Up || s.Connects != 1 || s.Board.Model != "test" || s.Line.Frames == 0 || s.Line.Broken() != 0 {
			t.Errorf("stats %+v", s)
		}
	})
}

func TestOccupancyBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{Rows: 9, Cols: 13, Planes: 1})
		r := newRig(t, b, Options{})
		if l := r.link(); !l.Up || l.Board != (hw.Geometry{Cols: 13, Rows: 9}) {
			t.Errorf("link %+v", *l)
		}
		b.Put(116, protocol.Stone)
		r.sees(116, hw.Stone)
		r.host.Show(show(hw.Thinking, nil)) // no lights: nothing to say
		r.idle(5 * time.Second)
		for _, m := range b.Heard() {
			if m.Type() == protocol.TypeLEDCommit {
				t.Error("a board without lights was told to show a picture")
			}
		}
	})
}

func TestShowSendsWhatChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		synctest.Wait()
		for _, m := range b.Heard() {
			if m.Type() == protocol.TypeLEDCommit {
				t.Error("the lights were touched before anything was shown")
			}
		}
		want := map[int]hw.Signal{0: hw.PlaceBlack, 360: hw.Winning}
		p := show(hw.YourTurn, want)
		r.host.Show(p)
		clear(p.Points) // Show keeps no reference
		synctest.Wait()
		r.lights(want, hw.YourTurn)

		b.Heard()
		want[5] = hw.Refused
		delete(want, 360)
		r.host.Show(show(hw.Thinking, want))
		synctest.Wait() // no time passes: the answer is immediate
		r.lights(want, hw.Thinking)
		bytes := 0
		var sent []protocol.Message
		for _, m := range b.Heard() {
			w, err := protocol.Append(nil, 1, 0, m)
			if err != nil {
				t.Fatal(err)
			}
			bytes += len(w)
			sent = append(sent, m)
		}
		if len(sent) != 2 || bytes > 40 {
			t.Errorf("two points and the edge took %d messages and %d bytes: %v", len(sent), bytes, sent)
		}

		r.host.Show(show(hw.Thinking, want))
		synctest.Wait()
		if h := b.Heard(); h != nil {
			t.Errorf("showing the same picture twice sent %v", h)
		}
		r.host.Show(hw.Picture{Points: []hw.Signal{hw.Extra, 99}, Edge: 77})
		synctest.Wait()
		r.lights(map[int]hw.Signal{0: hw.Extra}, hw.Off)
	})
}

// A board of before version 1.3 refuses the later signals, so it is sent what comes
// nearest of those it knows.
func TestLaterSignalsOnAnOlderBoard(t *testing.T) {
	later := map[int]hw.Signal{0: hw.Captured, 1: hw.BlackArea, 2: hw.WhiteArea, 3: hw.Dead, 4: hw.Candidate, 5: hw.Liberty, 6: hw.Extra}
	for minor, want := range map[uint8]map[int]hw.Signal{
		3: later,
		2: {0: hw.Extra, 1: hw.PlaceBlack, 2: hw.PlaceWhite, 3: hw.Confirm, 4: hw.YourTurn, 5: hw.YourTurn, 6: hw.Extra},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := hwtest.NewBoard(protocol.Caps{Major: protocol.Major, Minor: minor})
			r := newRig(t, b, Options{})
			r.up()
			r.host.Show(show(hw.Candidate, later))
			synctest.Wait()
			r.lights(want, want[4])
			b.Heard()
			r.host.Show(show(hw.Candidate, later))
			synctest.Wait()
			if h := b.Heard(); h != nil {
				t.Errorf("showing the same picture twice sent %v", h)
			}
		})
	}
}

func TestSettingsAreSentAtEachStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{Settings: protocol.Config{Brightness: 40, LimitMilliamps: 2500}})
		r.up()
		configs := func() (n int) {
			synctest.Wait()
			for _, m := range b.Heard() {
				if c, ok := m.(protocol.Config); ok && c.Brightness == 40 && c.LimitMilliamps == 2500 {
					n++
				}
			}
			return n
		}
		if n := configs(); n != 1 {
			t.Errorf("%d CONFIGs at the start", n)
		}
		b.Restart()
		if n := configs(); n != 1 {
			t.Errorf("%d CONFIGs after a restart", n)
		}
	})
}

// A board is told another brightness when there is one, and again when it has started
// anew; nothing else of its settings changes.
func TestDim(t *testing.T) {
	for name, c := range map[string]struct {
		set  protocol.Config
		want []uint8 // after nothing, 100, 50, the same again, 0
	}{
		"a board as it comes": {protocol.Config{}, []uint8{0, 255, 127, 0, 2}},
		"one that was set":    {protocol.Config{Brightness: 40, LimitMilliamps: 2500}, []uint8{40, 0, 20, 0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := hwtest.NewBoard(protocol.Caps{LEDs: 361})
				r := newRig(t, b, Options{Settings: c.set})
				r.up()
				told := func() (bright uint8) {
					synctest.Wait()
					for _, m := range b.Heard() {
						if m, ok := m.(protocol.Config); ok {
							if bright = m.Brightness; m.LimitMilliamps != c.set.LimitMilliamps {
								t.Errorf("the board is told %+v", m)
							}
						}
					}
					return bright
				}
				got := []uint8{told()}
				for _, percent := range []int{100, 50, 50, 0} {
					r.host.Dim(percent)
					got = append(got, told())
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("the board was told %v, want %v", got, c.want)
				}
				b.Restart()
				if bright := told(); bright != c.want[4] {
					t.Errorf("after a restart it is told %d, want %d", bright, c.want[4])
				}
			})
		})
	}
}

func TestSettingsThatTheBoardRefusesAreAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, hwtest.NewBoard(protocol.Caps{}), Options{Name: "table", Settings: protocol.Config{ScanMillis: 1}})
		var fault *hw.Fault
		for up := false; !up || fault == nil; { // a link overtakes a fault that waits
			got := r.await("the link and a fault", func(got hw.Reading) bool { return got.Frame == nil })
			up = up || got.Link != nil && got.Link.Up
			if got.Fault != nil {
				fault = got.Fault
			}
		}
		if fault.Device != "table" || !strings.Contains(fault.Text, "the board refused CONFIG") {
			t.Errorf("%+v, want a fault", fault)
		}
		r.frame()
	})
}

func TestALostChangeIsMendedByASnapshot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.frame()
		synctest.Wait() // nothing else is on its way that could be lost
		b.Lose(1)
		b.Put(1, protocol.Black)
		synctest.Wait()
		b.Put(2, protocol.White)
		synctest.Wait()
		// No frame may show the second stone without the first.
		for range 10 {
			f := r.frame()
			if (f.Points[2] == hw.White) != (f.Points[1] == hw.Black) {
				t.Fatalf("a frame with a change missing: %v", f.Points[:3])
			}
		}
		r.sees(2, hw.White)
		if s := r.host.Stats(); s.Gaps != 1 {
			t.Errorf("%d gaps", s.Gaps)
		}
	})
}

func TestALastChangeThatIsLostComesWithTheNextSnapshot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		synctest.Wait() // nothing else is on its way that could be lost
		b.Lose(1)
		b.Put(1, protocol.Black)
		begun := time.Now()
		r.sees(1, hw.Black)
		if d := time.Since(begun); d > 1600*time.Millisecond {
			t.Errorf("it took %v", d)
		}
	})
}

func TestRestartIsResyncedAndShownAgain(t *testing.T) {
	for _, c := range []struct {
		name string
		lose int
	}{{"announced", 0}, {"noticed by its ping", 1}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := hwtest.NewBoard(protocol.Caps{})
				r := newRig(t, b, Options{})
				r.up()
				b.Put(3, protocol.Black)
				r.sees(3, hw.Black)
				want := map[int]hw.Signal{50: hw.MissingWhite}
				r.host.Show(show(hw.YourTurn, want))
				r.idle(2*time.Second + 5*time.Millisecond) // no ping is due

				b.Lose(c.lose)
				b.Restart()
				b.Put(4, protocol.White)
				r.idle(2 * time.Second) // fails if the link is said to have gone
				r.sees(4, hw.White)
				r.lights(want, hw.YourTurn)
				if s := r.host.Stats(); s.Restarts != 1 || s.Connects != 1 {
					t.Errorf("%d restarts, %d connects", s.Restarts, s.Connects)
				}
			})
		})
	}
}

func TestARestartInTheMiddleOfAPicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.host.Show(show(hw.YourTurn, map[int]hw.Signal{1: hw.Extra}))
		synctest.Wait()
		b.Wire().Stall(true) // the picture stays on its way
		want := map[int]hw.Signal{2: hw.Extra, 300: hw.WrongColor}
		r.host.Show(show(hw.YourTurn, want))
		synctest.Wait()
		b.Restart()
		synctest.Wait()
		b.Wire().Stall(false)
		r.idle(3 * time.Second)
		r.lights(want, hw.YourTurn)
	})
}

func TestUnplugAndPlug(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.host.Show(show(hw.YourTurn, map[int]hw.Signal{9: hw.PlaceWhite}))
		r.idle(time.Second)
		b.Unplug()
		if why := r.down(); !strings.Contains(why, "the line to the board is dead; is its cable in?") {
			t.Errorf("the link went down because %q", why)
		}
		if why := r.down(); !strings.Contains(why, "there is no board") {
			t.Errorf("and then because %q", why)
		}
		b.Put(20, protocol.Black)
		select {
		case got := <-r.in:
			t.Errorf("unplugged, the board says %+v", got)
		case <-time.After(time.Minute): // the same failure is told of once
		}
		b.Plug()
		r.up()
		if f := r.frame(); f.Points[20] != hw.Black {
			t.Error("a stone put down meanwhile is not seen")
		}
		r.idle(time.Second)
		r.lights(map[int]hw.Signal{9: hw.PlaceWhite}, hw.YourTurn)
		if s := r.host.Stats(); s.Connects != 2 || s.Losses != 1 || !s.Up {
			t.Errorf("stats %+v", s)
		}
	})
}

// Two hundred times the plug comes out and goes back in while stones move:
// nothing is lost, and the lights are always brought back.
func TestTwoHundredReplugs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		truth := make([]hw.State, 361)
		for i := range 200 {
			b.Unplug()
			p, s := i*7%361, protocol.State(1+i%2)
			b.Put(p, s)
			truth[p] = hw.State(s)
			want := map[int]hw.Signal{i: hw.LastMove}
			r.host.Show(show(hw.YourTurn, want))
			time.Sleep(time.Duration(i%5) * 90 * time.Millisecond)
			b.Plug()
			if r.down(); !r.up().Up {
				t.Fatal("not up")
			}
			if f := r.frame(); !slices.Equal(f.Points, truth) {
				t.Fatalf("after replug %d the frame is wrong", i)
			}
			synctest.Wait()
			r.lights(want, hw.YourTurn)
			if t.Failed() {
				t.FailNow()
			}
		}
		if s := r.host.Stats(); s.Connects != 201 || s.Losses != 200 {
			t.Errorf("%d connects and %d losses", s.Connects, s.Losses)
		}
	})
}

func TestNewRefuses(t *testing.T) {
	dial := func(context.Context) (io.ReadWriteCloser, error) { return nil, errors.New("no") }
	for _, o := range []Options{{FrameRate: -1}, {FrameRate: 1e9}, {Board: hw.Geometry{Cols: 19}}, {Board: hw.Geometry{Cols: -1, Rows: -1}}} {
		if _, err := New(dial, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("a board without a line was accepted")
	}
}
