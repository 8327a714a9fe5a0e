package table

import (
	"context"
	"slices"
	"stonehand/cmd/internal/api"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/player"
	"stonehand/hw/sim"
	"stonehand/hw/soc"
)

// dreamer is a ponderer that notes what it is asked to ponder on. It fails the
// test when it is not alone with the thinker's memory.
type dreamer struct {
	thinker *firstFree
	takes   time.Duration // 0: until it is stopped

	mu    sync.Mutex
	asked []string // the positions' turns
	level []int
	now   string // the position it ponders on now
}

func (d *dreamer) Ponder(ctx context.Context, q player.Question) {
	d.thinker.mu.Lock()
	if d.thinker.busy {
		d.thinker.t.Error("pondering while a search is under way")
	}
	d.thinker.busy = true
	d.thinker.mu.Unlock()
	var turns []string
	for _, t := range q.Turns {
		turns = append(turns, strings.Join(apitest.Names(t.Points), "+"))
	}
	d.mu.Lock()
	d.now = strings.Join(turns, " ")
	d.asked = append(d.asked, d.now)
	d.level = append(d.level, q.Level)
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		d.now = ""
		d.mu.Unlock()
		d.thinker.mu.Lock()
		d.thinker.busy = false
		d.thinker.mu.Unlock()
	}()
	var over <-chan time.Time
	if d.takes > 0 {
		over = time.After(d.takes)
	}
	select {
	case <-ctx.Done():
	case <-over:
	}
}

// on returns the position it ponders on now, "" if it does not.
func (d *dreamer) on() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

func (d *dreamer) all() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.asked)
}

// dreaming runs a table at full strength whose machine ponders.
func dreaming(t *testing.T, takes time.Duration, edit func(*Config)) (*rig, *dreamer) {
	d := &dreamer{takes: takes}
	r := newRig(t, sim.Settings{}, nil, func(c *Config) {
		c.Level, c.Ponderer = api.MaxLevel, d
		d.thinker = c.Player.(*firstFree)
		if edit != nil {
			edit(c)
		}
	})
	return r, d
}

// TestPonder follows a game: the machine ponders from the moment it has chosen
// its turn until the person has answered it, and gives its memory back at once.
func TestPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, d := dreaming(t, 0, nil)
		defer r.stop()
		r.pass(2 * time.Second)
		if s := r.phase(api.PhaseHuman); d.on() != "" || !s.Pondering {
			t.Fatalf("the empty board: pondering on %q, told %v", d.on(), s.Pondering)
		}
		r.put("J10", board.Black)
		r.pass(900 * time.Millisecond)
		if s := r.phase(api.PhaseThinking); s.Pondering {
			t.Fatal("thinking and pondering at a time")
		}
		r.refused(api.Command{Do: "no-such"}, "unknown-command")
		r.pass(time.Second)
		if s := r.phase(api.PhasePlace); d.on() != "J10 A1+B1" || !s.Pondering {
			t.Fatalf("its stones are asked for: pondering on %q, told %v", d.on(), s.Pondering)
		}
		r.refused(api.Command{Do: api.DoMoveNow}, "not-now")
		r.obey()
		r.phase(api.PhaseHuman)
		if got := d.all(); d.on() != "J10 A1+B1" || len(got) != 2 {
			t.Fatalf("its stones are down: pondering on %q, asked %q: it should simply go on", d.on(), got)
		}
		r.put("J11", board.Black)
		r.put("J12", board.Black)
		r.pass(900 * time.Millisecond)
		r.phase(api.PhaseThinking)
		if d.on() != "" {
			t.Fatalf("a question is asked, and it still ponders on %q", d.on())
		}
		if q := r.thinker.questions(); len(q) != 2 || len(q[1].Turns) != 3 {
			t.Fatalf("questions %v", q)
		}
	})
}

// TestPonderEndsWithItsPosition: whatever changes the game ends pondering on
// what was.
func TestPonderEndsWithItsPosition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, d := dreaming(t, 0, nil)
		defer r.stop()
		r.pass(2 * time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		r.obey()
		if d.on() != "J10 A1+B1" {
			t.Fatalf("pondering on %q", d.on())
		}
		r.do(api.Command{Do: api.DoPause})
		r.pass(0)
		if d.on() != "" {
			t.Fatal("a paused game is pondered on")
		}
		r.do(api.Command{Do: api.DoResume})
		r.pass(time.Second)
		if d.on() != "J10 A1+B1" {
			t.Fatalf("resumed: pondering on %q", d.on())
		}
		r.do(api.Command{Do: api.DoUndo})
		r.pass(0)
		if d.on() != "" {
			t.Fatalf("turns are taken back: pondering on %q", d.on())
		}
		both := api.Colors{board.Black, board.White}
		for _, name := range []string{"J10", "A1", "B1"} {
			r.lift(name)
		}
		r.pass(2 * time.Second)
		r.do(api.Command{Do: api.DoNewGame, Human: both})
		r.pass(2 * time.Second)
		r.phase(api.PhaseHuman)
		if n := len(d.all()); d.on() != "" {
			t.Fatalf("people play both sides: pondering on %q, asked %d times", d.on(), n)
		}
		low := 9
		r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{board.Black}, Level: &low})
		n := len(d.all())
		r.pass(2 * time.Second)
		if got := d.all(); len(got) != n || d.on() != "" {
			t.Fatal("a lower level is to play as it was measured")
		}
	})
}

// TestPonderOnce: a ponderer that comes to its end is not asked again about the
// same position.
func TestPonderOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, d := dreaming(t, 300*time.Millisecond, nil)
		defer r.stop()
		r.pass(2 * time.Second)
		r.put("J10", board.Black)
		r.pass(3 * time.Second)
		r.obey()
		r.pass(time.Minute)
		if got, want := d.all(), []string{"", "J10 A1+B1"}; !slices.Equal(got, want) {
			t.Fatalf("asked %q, want %q", got, want)
		}
		if s := r.table.Snapshot(); s.Pondering {
			t.Error("it is told to ponder long after its end")
		}
	})
}

// TestPonderRestsWhileHot: a hot computer thinks on its own time only.
func TestPonderRestsWhileHot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		heat := make(chan soc.State)
		r, d := dreaming(t, 0, func(c *Config) { c.Heat = heat })
		defer r.stop()
		r.pass(2 * time.Second)
		r.put("J10", board.Black)
		r.pass(2 * time.Second)
		if d.on() != "J10 A1+B1" {
			t.Fatalf("pondering on %q", d.on())
		}
		heat <- soc.State{Hot: true, Reading: soc.Reading{Known: true, Celsius: 76}}
		r.pass(0)
		if s := r.phase(api.PhasePlace); d.on() != "" || s.Pondering || s.Fault != "" {
			t.Fatalf("hot: pondering on %q, fault %q", d.on(), s.Fault)
		}
		heat <- soc.State{Hot: true, Reading: soc.Reading{Known: true, Celsius: 84.7, Throttle: soc.Throttled}}
		r.pass(0)
		if s := r.phase(api.PhasePlace); s.Fault != "The computer in the board is too hot (85 °C) and thinks more slowly. Improve the airflow or add a fan." {
			t.Fatalf("throttled: %q", s.Fault)
		}
		heat <- soc.State{Reading: soc.Reading{Throttle: soc.UnderVoltage | soc.Throttled}}
		r.pass(0)
		if s := r.phase(api.PhasePlace); !strings.HasPrefix(s.Fault, "The power supply is too weak") || d.on() != "J10 A1+B1" {
			t.Fatalf("weak supply: %q, pondering on %q", s.Fault, d.on())
		}
		heat <- soc.State{}
		r.pass(0)
		if s := r.phase(api.PhasePlace); s.Fault != "" {
			t.Fatalf("cooled: %q", s.Fault)
		}
	})
}
