package mcu

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

func TestSilenceLosesTheLink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.idle(10 * time.Second)
		b.Mute(true)
		begun := time.Now()
		if why := r.down(); !strings.Contains(why, "has said nothing for 3.25s") {
			t.Errorf("reason %q", why)
		}
		if d := time.Since(begun); d > silence {
			t.Errorf("it took %v", d)
		}
		if why := r.down(); !strings.Contains(why, "nothing on the line has answered within 8s") {
			t.Errorf("reason %q", why)
		}
		b.Mute(false)
		r.up()
	})
}

// deafLine is a line that takes bytes and loses them while lost is set.
type deafLine struct {
	io.ReadWriteCloser
	lost *atomic.Bool
}

func (l deafLine) Write(p []byte) (int, error) {
	if l.lost.Load() {
		return len(p), nil
	}
	return l.ReadWriteCloser.Write(p)
}

// A board that hears nothing is lost when its answer is overdue, however alive it sounds
// and whether or not it restarts.
func TestABoardThatHearsNothingIsLost(t *testing.T) {
	for _, c := range []struct {
		name     string
		greeted  bool          // it heard the host until now
		restarts int           // of the board, the first one at once
		every    time.Duration // between them
	}{
		{"running", true, 0, 0},
		{"restarted", true, 1, 0},
		{"restarting again and again", true, 1000, 2 * time.Second},
		{"never greeted", false, 0, 0},
		{"never greeted, restarting again and again", false, 1000, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := hwtest.NewBoard(protocol.Caps{})
				var lost atomic.Bool
				lost.Store(!c.greeted)
				r := newRigOver(t, func(ctx context.Context) (io.ReadWriteCloser, error) {
					l, err := b.Dial(ctx)
					return deafLine{l, &lost}, err
				}, Options{})
				r.board = b
				if c.greeted {
					r.up()
					r.idle(5 * time.Second)
					lost.Store(true)
				}
				begun := time.Now()
				ended := make(chan struct{})
				var restarting sync.WaitGroup
				defer restarting.Wait()
				defer close(ended)
				restarting.Go(func() {
					for range c.restarts {
						b.Restart()
						select {
						case <-time.After(c.every):
						case <-ended:
							return
						}
					}
				})
				why := r.down()
				if d := time.Since(begun); d > badPatience+2*protocol.PingEvery {
					t.Errorf("it took %v until %q", d, why)
				}
			})
		})
	}
}

func TestBothSidesHearEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		b.Heard()
		r.idle(10*time.Second + time.Millisecond)
		pongs, pings := 0, 0
		for _, m := range b.Heard() {
			switch m.Type() {
			case protocol.TypeHostPong:
				pongs++
			case protocol.TypeHostPing:
				pings++
			}
		}
		if pongs != 10 || pings < 9 || pings > 10 {
			t.Errorf("in ten seconds %d pongs and %d pings", pongs, pings)
		}
		r.lights(nil, hw.Off)
		r.stop()
		time.Sleep(10 * time.Second)
	})
}

func TestTheBoardShowsThatItLostItsHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		w := hwtest.NewWire()
		go b.Serve(w.Device)
		time.Sleep(5 * time.Second)
		if _, edge := b.Lights(); hw.Signal(edge) != hw.LinkLost {
			t.Errorf("the edge shows %d", edge)
		}
		w.HangUp()
	})
}

func TestALineThatTakesNoBytesIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		b.Wire().Stall(true)
		if why := r.down(); !strings.Contains(why, "takes no bytes") {
			t.Errorf("reason %q", why)
		}
		r.up()
	})
}

func TestLostAnswersAreAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.idle(1200 * time.Millisecond)
		b.Lose(2)
		begun := time.Now()
		want := map[int]hw.Signal{77: hw.Confirm}
		r.host.Show(show(hw.Off, want))
		for points, _ := b.Lights(); points[77] == 0; points, _ = b.Lights() {
			if r.frame(); time.Since(begun) > patience {
				t.Fatalf("after %v the light is dark", patience)
			}
		}
		if d := time.Since(begun); d < protocol.RetryAfter || d > 2*time.Second {
			t.Errorf("it took %v", d)
		}
		if s := r.host.Stats(); s.Retries == 0 {
			t.Error("no retry was counted")
		}
	})
}

func TestRefusals(t *testing.T) {
	next := protocol.Caps{Major: protocol.Major + 1}
	for _, c := range []struct {
		name  string
		board *hwtest.Board
		o     Options
		want  string
	}{
		{"a later protocol", hwtest.NewBoard(next), Options{}, "the board speaks version 2 of the protocol and this program version 1: the board's firmware is newer than this program: update this program"},
		{"another size", hwtest.NewBoard(protocol.Caps{Rows: 13, Cols: 9}), Options{Board: hw.Geometry{Cols: 19, Rows: 19}}, "the board has 9 columns and 13 rows, but the settings say 19 and 19"},
		{"no planes that are known", hwtest.NewBoard(protocol.Caps{Planes: 3}), Options{}, "3 planes"},
		{"lights that fit no points", hwtest.NewBoard(protocol.Caps{Rows: 9, Cols: 9, LEDs: 12}), Options{}, "12 lights on 81 points"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, c.board, c.o)
				if why := r.down(); !strings.Contains(why, c.want) {
					t.Errorf("reason %q, want %q", why, c.want)
				}
				select {
				case got := <-r.in:
					t.Errorf("then %+v", got)
				case <-time.After(time.Minute):
				}
			})
		})
	}
}

func TestAHelloThatIsRefusedForItsVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		b.Refuse(protocol.TypeHello, protocol.Error{Code: protocol.CodeVersion, Detail: 0})
		r := newRig(t, b, Options{})
		if why := r.down(); !strings.Contains(why, "older than this program: update the firmware") {
			t.Errorf("reason %q", why)
		}
	})
}

func TestSomethingElseOnTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var other sync.WaitGroup
		dial := func(context.Context) (io.ReadWriteCloser, error) {
			w := hwtest.NewWire()
			other.Go(func() { // a GPS receiver, say
				for {
					if _, err := w.Device.Write([]byte("$GPGGA,,,,,,0,,,,,,,,*66\r\n")); err != nil {
						return
					}
					time.Sleep(time.Second)
				}
			})
			return w.Host, nil
		}
		r := newRigOver(t, dial, Options{})
		if why := r.down(); !strings.Contains(why, "speaks something else") || !strings.Contains(why, "baud rate") {
			t.Errorf("reason %q", why)
		}
		r.stop()
		other.Wait()
	})
}

func TestAPictureThatDoesNotArriveWholeIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		want := map[int]hw.Signal{1: hw.PlaceBlack}
		r.host.Show(show(hw.Off, want))
		synctest.Wait()
		b.Refuse(protocol.TypeLEDCommit, protocol.Error{Code: protocol.CodePicture})
		want[2] = hw.PlaceBlack
		r.host.Show(show(hw.Off, want))
		faults := r.idle(time.Minute)
		if len(faults) == 0 || len(faults) > 7 || !strings.Contains(faults[0], "did not arrive whole") {
			t.Errorf("faults %q", faults)
		}
		if n := r.host.Stats().Refusals; n < 2 || n > 40 {
			t.Errorf("%d attempts in a minute", n)
		}
		b.Refuse(protocol.TypeLEDCommit, protocol.Error{})
		r.idle(10 * time.Second)
		r.lights(want, hw.Off)
	})
}

func TestABrokenSensorChain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		broken := protocol.Error{Code: protocol.CodeChain, Detail: 3}
		b.Say(broken) // once, and well again
		if f := r.idle(time.Second); len(f) != 1 || !strings.Contains(f[0], "check the wiring") {
			t.Errorf("faults %q", f)
		}
		r.frame()
		b.Refuse(protocol.TypeSnapshotGet, broken)
		for range 2 {
			b.Say(broken)
			synctest.Wait()
		}
		// A snapshot of its own is as good as one that was asked for.
		r.idle(4 * time.Second)
		r.frame()
	})
}

// A chain that is mended is told of within two seconds, however long it was broken and
// whether or not it was whole when the board was met. Meanwhile the line stays open: to
// open it restarts many boards.
func TestAMendedChainIsSeenAtOnce(t *testing.T) {
	for _, broken := range []time.Duration{time.Second, 4 * time.Second, 6 * time.Second, time.Minute, time.Hour} {
		for _, atStart := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				b := hwtest.NewBoard(protocol.Caps{})
				opened := 0
				if atStart {
					b.Blind(true)
				}
				r := newRigOver(t, func(ctx context.Context) (io.ReadWriteCloser, error) {
					opened++
					return b.Dial(ctx)
				}, Options{})
				r.board = b
				if !atStart {
					r.up()
					b.Blind(true)
				}
				down, fault := atStart, ""
				take := func(got hw.Reading) {
					if got.Link != nil {
						down = !got.Link.Up
					}
					if got.Fault != nil {
						fault = got.Fault.Text
					}
				}
				for late := time.After(broken); late != nil; {
					select {
					case got := <-r.in:
						take(got)
					case <-late:
						late = nil
					}
				}
				if (down || fault == "") && broken < protocol.GiveUpAfter && !atStart || !down && broken > 2*protocol.GiveUpAfter {
					t.Errorf("broken for %v: link down is %v, the fault %q", broken, down, fault)
				}
				b.Put(9, protocol.Black) // as the chain comes back, so does the change
				b.Blind(false)
				mended := time.Now()
				r.await("the stone", func(got hw.Reading) bool {
					take(got)
					return got.Frame != nil && got.Frame.Points[9] == hw.Black
				})
				if d := time.Since(mended); d > 2*time.Second || down || fault != "" {
					t.Errorf("broken for %v: after %v link down is %v, the fault %q", broken, d, down, fault)
				}
				if opened != 1 {
					t.Errorf("the line was opened %d times", opened)
				}
			})
		}
	}
}

// A board that cannot read its sensors and says nothing of it loses the link soon, and
// has it again once they are mended.
func TestABrokenChainThatIsNotReported(t *testing.T) {
	for _, rate := range []float64{0, 0.05} {
		t.Run(fmt.Sprintf("%v%% of the bytes spoilt", 100*rate), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := hwtest.NewBoard(protocol.Caps{})
				opened := 0
				dial := badLine(b, 1, rate)
				r := newRigOver(t, func(ctx context.Context) (io.ReadWriteCloser, error) {
					opened++
					return dial(ctx)
				}, Options{})
				r.board = b
				r.up()
				r.idle(time.Minute)
				b.Hush(true)
				b.Blind(true)
				begun := time.Now()
				if why := r.down(); !strings.Contains(why, "check the wiring") {
					t.Errorf("reason %q", why)
				}
				if d := time.Since(begun); d > 30*time.Second {
					t.Errorf("it took %v", d)
				}
				b.Put(9, protocol.Black)
				b.Blind(false)
				r.up()
				r.sees(9, hw.Black)
				if opened != 1 {
					t.Errorf("the line was opened %d times", opened)
				}
			})
		})
	}
}

func TestHaltDarkensTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.host.Show(show(hw.YourTurn, map[int]hw.Signal{1: hw.PlaceBlack}))
		synctest.Wait()
		if err := r.host.Sense(context.Background(), r.in); err == nil {
			t.Error("a second Sense was let in")
		}
		for range 2 {
			if err := r.host.Halt(); err != nil {
				t.Error(err)
			}
		}
		b.Wait()
		r.lights(nil, hw.Off)
		if err := r.host.Sense(context.Background(), r.in); err != nil {
			t.Errorf("Sense of a halted board: %v", err)
		}
	})
}

func TestTheEndOfSenseLeavesThePicture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		want := map[int]hw.Signal{1: hw.PlaceBlack}
		r.host.Show(show(hw.YourTurn, want))
		synctest.Wait()
		r.stop()
		r.lights(want, hw.YourTurn)
	})
}

func TestHaltOfABoardThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{})
		r.up()
		r.host.Show(show(hw.YourTurn, nil))
		synctest.Wait()
		b.Mute(true)
		begun := time.Now()
		if err := r.host.Halt(); err != nil {
			t.Error(err)
		}
		if d := time.Since(begun); d > haltPatience {
			t.Errorf("Halt took %v", d)
		}
	})
}

// A receiver that takes nothing for an hour stops neither the heartbeats nor
// the lights, and misses no loss of the link.
func TestASlowReceiver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := hwtest.NewBoard(protocol.Caps{})
		r := newRig(t, b, Options{FrameRate: 4}) // what nobody takes need not be made more often
		for range 10 {
			time.Sleep(6 * time.Minute)
			b.Unplug()
			time.Sleep(time.Second)
			b.Plug()
			r.host.Show(show(hw.YourTurn, nil))
			b.Say(protocol.Error{Code: protocol.CodeChain})
		}
		time.Sleep(10 * time.Second)
		r.lights(nil, hw.YourTurn)
		var links []bool
		for len(links) < 3 {
			links = append(links, r.link().Up)
		}
		if !slices.Equal(links, []bool{true, false, true}) {
			t.Errorf("links %v", links)
		}
		if f := r.frame(); time.Since(f.At) > time.Second {
			t.Errorf("a frame %v old", time.Since(f.At))
		}
	})
}

func TestDialThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := make(chan struct{})
		dial := func(ctx context.Context) (io.ReadWriteCloser, error) {
			time.Sleep(time.Minute) // whatever ctx says
			return closer{closed}, nil
		}
		r := newRigOver(t, dial, Options{})
		time.Sleep(time.Second)
		r.stop()
		<-closed // what was opened too late is closed all the same
	})
}

type closer struct{ closed chan struct{} }

func (closer) Read([]byte) (int, error)    { return 0, io.EOF }
func (closer) Write(b []byte) (int, error) { return len(b), nil }
func (c closer) Close() error              { close(c.closed); return nil }
