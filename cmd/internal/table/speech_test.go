package table

import (
	"context"
	"encoding/json"
	"stonehand/cmd/internal/api"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// ear is a voice that only listens.
type ear struct {
	mu      sync.Mutex
	heard   []string
	volume  int
	faults  chan hw.Fault // to be reported
	takes   time.Duration // until Finish returns
	hurried bool          // Finish was ended by its context
}

func (e *ear) note(s string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.heard = append(e.heard, s)
}

func (e *ear) Say(text string) { e.note(text) }

// A hush is heard as a dash before what comes next.
func (e *ear) Hush()           { e.note("-") }
func (e *ear) SetVolume(v int) { e.mu.Lock(); defer e.mu.Unlock(); e.volume = v }

// SetLanguage is heard, too: whatever comes behind it is said in that language.
func (e *ear) SetLanguage(l text.Language) { e.note(l.String()) }

func (e *ear) Speak(ctx context.Context, out chan<- hw.Fault) error {
	for {
		select {
		case f := <-e.faults:
			out <- f
		case <-ctx.Done():
			return nil
		}
	}
}

func (e *ear) Finish(ctx context.Context) {
	select {
	case <-time.After(e.takes):
	case <-ctx.Done():
		e.hurried = true
	}
}

// take returns what was heard since it was called last.
func (e *ear) take() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := strings.Join(e.heard, "\n")
	e.heard = nil
	return strings.ReplaceAll(s, "-\n", "- ")
}

// listen makes a rig with a voice.
func listen(t *testing.T, settings sim.Settings, edit func(*Config)) (*rig, *ear) {
	e := &ear{faults: make(chan hw.Fault), volume: 50}
	r := newRig(t, settings, nil, func(c *Config) {
		c.Voice, c.Volume = e, 50
		if edit != nil {
			edit(c)
		}
	})
	return r, e
}

// hears fails the test unless just this was heard since it was called last.
func (e *ear) hears(t *testing.T, want ...string) {
	t.Helper()
	if d := cmp.Diff(strings.Join(want, "\n"), e.take()); d != "" {
		t.Errorf("heard (-want +got):\n%s", d)
	}
}

// At home: the machine's turns are said, and nothing that people know.
func TestAGameAtHome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		e.hears(t, "Black to move: put down one black stone.")
		r.pass(5 * time.Minute)
		e.hears(t)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		e.hears(t, "Please put two white stones on eigh 1 and B 1.")
		r.put("A1", board.White)
		r.pass(11 * time.Second) // as long as that the same is not said again
		r.put("B1", board.White)
		r.pass(500 * time.Millisecond)
		if s := r.phase(api.PhasePlace); s.Message != "The board is right." {
			t.Errorf("stones that have to settle: %q", s.Message)
		}
		r.pass(time.Minute)
		e.hears(t) // that Black is to move knows who has put them down

		// Who hesitates with the second stone is reminded, once.
		r.put("K10", board.Black)
		r.pass(10 * time.Second)
		e.hears(t)
		r.pass(10 * time.Minute)
		e.hears(t, "Stone 1 of 2 is down. Put down one black stone more.")

		// The machine's stones too, of which one is as good as none.
		r.put("K11", board.Black)
		r.pass(3 * time.Second)
		e.hears(t, "Please put two white stones on C 1 and D 1.")
		r.pass(10 * time.Minute)
		e.hears(t, "Please put two white stones on C 1 and D 1.")
		r.put("C1", board.White)
		r.pass(10 * time.Minute)
		e.hears(t, "Please put one white stone on D 1.")
	})
}

// At an exhibition it is said every time who is to move.
func TestAGameAtAnExhibition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{}, func(c *Config) { c.TellTurns, c.Language = true, text.Chinese })
		defer r.stop()
		r.pass(time.Second)
		e.hears(t, "轮到黑方：请落一枚黑子。")
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		e.hears(t, "请将两枚白子放在A 1和B 1。")
		r.obey()
		r.pass(time.Second)
		e.hears(t, "轮到黑方：请落两枚黑子。")
	})
}

// What is wrong is said when hands have come to rest, breaks off what is less
// urgent, and is broken off when it is right again.
func TestTroubleIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		e.take()
		// A stone that is in the hand for a moment only is nobody's business.
		r.lift("J10")
		r.pass(800 * time.Millisecond)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		e.hears(t)
		r.put("E5", board.Black)
		r.put("F5", board.Black)
		r.pass(2 * time.Second)
		e.hears(t, "- The stone on E 5 does not belong there. Take it away. Then 1 more.")
		r.lift("E5")
		r.pass(2 * time.Second)
		e.hears(t, "- - The stone on F 5 does not belong there. Take it away.")
		r.pass(10 * time.Minute)
		e.hears(t, "- The stone on F 5 does not belong there. Take it away.")
		r.lift("F5")
		r.pass(time.Second)
		e.hears(t, "- Please put two white stones on eigh 1 and B 1.")
	})
}

// Gestures are explained: the menu, its pages, and what came of it.
func TestGesturesAreSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(3 * time.Second)
		e.take()
		r.lift("A1")
		r.put("A19", board.White)
		r.pass(4 * time.Second)
		if s := e.take(); !strings.Contains(s, "What would you like? Put a stone on a light;") || !strings.Contains(s, "A stone there says: B 2 take back, D 1 new game") {
			t.Errorf("menu: %s", s)
		}
		r.put("H1", board.Black)
		r.pass(3 * time.Second)
		if s := e.take(); !strings.HasPrefix(s, "- ") || !strings.Contains(s, "How strong should I play?") {
			t.Errorf("level: %s", s)
		}
		r.lift("H1")
		r.put("I2", board.Black)
		r.pass(3 * time.Second)
		if s := e.take(); !strings.Contains(s, "I play at level 7.") {
			t.Errorf("chosen: %s", s)
		}
	})
}

// Questions, pauses and goodbyes.
func TestQuestionsAreSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{}, 1)
		r, e := listen(t, sim.Settings{}, func(c *Config) {
			c.Shutdown = func(context.Context) error { asked <- struct{}{}; return nil }
		})
		defer r.stop()
		e.takes = 5 * time.Second
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(3 * time.Second)
		r.put("J12", board.Black)
		r.put("K12", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(3 * time.Second)
		e.take()
		stones := r.table.Snapshot().Record
		for _, s := range stones {
			r.lift(s.Point.String())
		}
		r.pass(4 * time.Second)
		if s := e.take(); !strings.Contains(s, "The board is clear. A new game? For yes, put a stone on ") {
			t.Error(s)
		}
		for _, s := range stones {
			c, _ := board.ParseColor(s.Color.String())
			r.put(s.Point.String(), c)
		}
		r.pass(time.Second)
		e.hears(t, "- Black to move: put down two black stones.")
		r.do(api.Command{Do: api.DoPause})
		r.pass(time.Second)
		if s := e.take(); !strings.HasPrefix(s, "- The game is paused. To go on, put a stone on ") {
			t.Error(s)
		}
		r.do(api.Command{Do: api.DoResume})
		r.pass(time.Second)
		e.hears(t, "- Black to move: put down two black stones.")
		r.do(api.Command{Do: api.DoResign})
		r.pass(time.Second)
		e.hears(t, "Black resigned. White wins.")
		r.do(api.Command{Do: api.DoShutdown})
		r.pass(time.Second)
		e.hears(t, "- Goodbye. Everything is saved. Wait ten seconds, then the power may be switched off.")
		select {
		case <-asked:
			t.Error("it shuts down before it has said goodbye")
		default:
		}
		r.pass(6 * time.Second)
		<-asked
	})
}

// A voice that hangs holds nothing up for long.
func TestAHangingVoiceKeepsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := make(chan struct{}, 1)
		r, e := listen(t, sim.Settings{}, func(c *Config) {
			c.Shutdown = func(context.Context) error { asked <- struct{}{}; return nil }
		})
		defer r.stop()
		e.takes = time.Hour
		r.pass(time.Second)
		r.do(api.Command{Do: api.DoShutdown})
		r.pass(goodbyeTime + time.Second)
		<-asked
		if !e.hurried {
			t.Error("it was not hurried")
		}
	})
}

// What is wrong with the parts is said to those who have no page before them,
// rarely and without what is only for reading.
func TestFaultsAreSaid(t *testing.T) {
	unraced(t)
	synctest.Test(t, func(t *testing.T) {
		r, e := listen(t, sim.Settings{}, nil)
		defer r.stop()
		r.pass(time.Second)
		e.take()
		r.journal.fail(syscall.ENOSPC)
		r.put("J10", board.Black)
		r.pass(30 * time.Minute)
		s := e.take()
		if strings.Count(s, "This game is not being saved, because the storage is full") != 1 {
			t.Errorf("heard %q", s)
		}
		r.journal.fail(nil)
		r.board.Unplug()
		r.pass(time.Second)
		e.hears(t)
		r.pass(time.Hour)
		e.hears(t, "The board cannot be reached.")
		r.board.Plug()
		r.pass(3 * time.Second)
		e.hears(t, "Please put two white stones on eigh 1 and B 1.")

		// The voice's own are for the page.
		e.faults <- hw.Fault{Text: "aplay is not there"}
		r.pass(time.Minute)
		if s := r.table.Snapshot(); s.Voice == nil || s.Voice.Fault != "aplay is not there" || s.Fault != s.Voice.Fault {
			t.Errorf("%+v, fault %q", s.Voice, s.Fault)
		}
		e.faults <- hw.Fault{}
		r.pass(time.Minute)
		if s := r.table.Snapshot(); s.Voice.Fault != "" || s.Fault != "" {
			t.Errorf("%+v, fault %q", s.Voice, s.Fault)
		}
		if s := e.take(); strings.Contains(s, "aplay") {
			t.Errorf("heard %q", s)
		}
	})
}

func TestTheClockIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := clock.Parse("3m")
		if err != nil {
			t.Fatal(err)
		}
		r, e := listen(t, sim.Settings{}, func(cfg *Config) { cfg.Clock, cfg.Human = c, api.Colors{board.Black, board.White} })
		defer r.stop()
		r.pass(time.Second)
		r.put("J10", board.Black)
		r.pass(time.Second)
		e.take()
		r.pass(4 * time.Minute)
		e.hears(t, "- Less than 60 seconds are left.", "- Less than 30 seconds are left.", "- Less than 10 seconds are left.", "White ran out of time. Black wins.")
	})
}

// The language is a command: what is shown changes at once, and what is said.
func TestLanguage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []text.Language
		r, e := listen(t, sim.Settings{}, func(c *Config) { c.KeepLanguage = func(l text.Language) { kept = append(kept, l) } })
		defer r.stop()
		r.pass(time.Second)
		e.take()
		english := r.table.Snapshot()
		chinese := r.do(api.Command{Do: api.DoLanguage, Answer: "zh"})
		if chinese.Message != chinese.Said["zh"].Message || english.Message != chinese.Said["en"].Message || chinese.Message == english.Message {
			t.Errorf("%q, then %q", english.Message, chinese.Message)
		}
		e.hears(t, "zh\n我现在说中文。")
		r.do(api.Command{Do: api.DoLanguage, Answer: "zh"})
		e.hears(t)
		r.refused(api.Command{Do: api.DoLanguage, Answer: "fr"}, "bad-value")
		r.refused(api.Command{Do: api.DoLanguage}, "bad-value")
		if s := r.do(api.Command{Do: api.DoLanguage, Answer: "en"}); s.Message != english.Message {
			t.Errorf("%q, and %q at first", s.Message, english.Message)
		}
		if d := cmp.Diff([]text.Language{text.Chinese, text.English}, kept); d != "" {
			t.Error(d)
		}
	})
}

// The volume is a command, and a button mutes and speaks again.
func TestVolume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []int
		r, e := listen(t, sim.Settings{}, func(c *Config) { c.KeepVolume = func(v int) { kept = append(kept, v) } })
		defer r.stop()
		r.pass(time.Second)
		e.take()
		set := func(v int) api.Command { return api.Command{Do: api.DoVolume, Volume: &v} }
		if s := r.do(set(80)); s.Voice.Volume != 80 || e.volume != 80 {
			t.Errorf("%+v, %d", s.Voice, e.volume)
		}
		e.hears(t, "This is how loud I speak.")
		r.do(set(80))
		r.do(set(0))
		e.hears(t)
		if e.volume != 0 {
			t.Errorf("not mute: %d", e.volume)
		}
		r.refused(set(101), "bad-value")
		r.refused(set(-1), "bad-value")
		r.refused(api.Command{Do: api.DoVolume}, "bad-value")
		if d := cmp.Diff([]int{80, 0}, kept); d != "" {
			t.Error(d)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		v := 10
		r.refused(api.Command{Do: api.DoVolume, Volume: &v}, "not-now")
		if s := r.table.Snapshot(); s.Voice != nil {
			t.Errorf("a board without a voice has %+v", s.Voice)
		}
	})
	if _, err := New(Config{Sensor: &scripted{}, Player: &firstFree{}, Journal: &journal{}, Volume: 101}); err == nil {
		t.Error("a volume of 101 is taken")
	}
}

func TestTheMuteButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b *sim.Board
		r, e := listen(t, sim.Settings{Buttons: []string{"1"}}, func(c *Config) {
			b = c.Sensor.(*sim.Board)
			c.Buttons, c.Wiring = b, []api.Wiring{{Name: "1", Press: api.ButtonMute}}
		})
		defer r.stop()
		r.pass(time.Second)
		e.take()
		for _, want := range []int{0, 50, 0} {
			for _, down := range []bool{true, false} {
				if err := b.Push("1", down); err != nil {
					t.Fatal(err)
				}
				r.pass(time.Second)
			}
			if s := r.table.Snapshot(); s.Voice.Volume != want {
				t.Errorf("volume %d, want %d", s.Voice.Volume, want)
			}
		}
		e.hears(t, "This is how loud I speak.")
	})
}

// The PIN is said at the press of a button, and is in nothing that a page gets.
func TestPINAloud(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b *sim.Board
		pin := "012345"
		r, e := listen(t, sim.Settings{Buttons: []string{"1"}}, func(c *Config) {
			b = c.Sensor.(*sim.Board)
			c.Buttons, c.Wiring, c.PIN = b, []api.Wiring{{Name: "1", Press: api.ButtonPIN}}, func() string { return pin }
		})
		defer r.stop()
		r.pass(time.Second)
		e.take()
		press := func() {
			for _, down := range []bool{true, false} {
				if err := b.Push("1", down); err != nil {
					t.Fatal(err)
				}
				r.pass(time.Second)
			}
		}
		press()
		e.hears(t, "- The PIN is 0, 1, 2, 3, 4, 5.")
		text, err := json.Marshal(r.table.Snapshot())
		if err != nil || strings.Contains(string(text), "PIN is") || strings.Contains(string(text), pin) {
			t.Errorf("%v: a spectator gets %s", err, text)
		}

		pin = ""
		press()
		if s := r.table.Snapshot(); !strings.Contains(s.Message, "This board has no PIN.") {
			t.Errorf("without a PIN: %q", s.Message)
		}
		pin = "012345"
		r.pass(10 * time.Second)
		r.do(api.Command{Do: api.DoVolume, Volume: new(int)})
		e.take()
		press()
		if s := r.table.Snapshot(); !strings.Contains(s.Message, "cannot say the PIN") || strings.Contains(s.Message, pin) {
			t.Errorf("without a voice: %q", s.Message)
		}
	})
}
