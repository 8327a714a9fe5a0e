package hands

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/table/attract"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/gametree"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// journal keeps nothing.
type journal struct{}

func (journal) Append(api.Entry) error { return nil }

// Captured stones of Go are taken off, several at once, and those of people stay.
func TestCapturedStonesAreTakenOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, func(c *table.Config, _ *Helper) {
			c.Games, c.Human = []game.Rules{game.Go()}, api.Colors{board.Black, board.White}
		})
		defer end()
		for i, name := range []string{"A2", "A1", "B2", "B1", "J10", "K10", "C1"} {
			r.put([]hw.State{hw.Black, hw.White}[i%2], name)
			time.Sleep(3 * time.Second)
		}
		r.is(api.PhaseHuman, 7, 5)
		if g := r.table.Snapshot().Go; g.Prisoners.Black != 2 || len(g.Captured) != 0 {
			t.Errorf("%+v", g)
		}
	})
}

// script plays a game that is written down, each turn after a while.
type script struct {
	points []string
	after  time.Duration
}

func (s script) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	if len(q.Turns) >= len(s.points) {
		<-ctx.Done()
		return player.Answer{}, ctx.Err()
	}
	time.Sleep(s.after)
	p, err := q.Rules.Size().Parse(s.points[len(q.Turns)], board.Algebraic)
	return player.Answer{Points: []board.Point{p}}, err
}

// A machine may play at once where a stone was captured, or beside it, before the hands lift
// that stone, while they do, and after: then the hands put a stone there again. Under -short, which goes
// with the race detector, it plays after every sixth of the times.
func TestATurnOnACapturedPoint(t *testing.T) {
	step := 10 * time.Millisecond
	if testing.Short() {
		step *= 6
	}
	for _, try := range []struct {
		answer string
		pause  time.Duration
	}{{"B1", 0}, {"B1", 100 * time.Millisecond}, {"B1", 500 * time.Millisecond}, {"C2", 0}, {"C2", 100 * time.Millisecond}} {
		for after := time.Duration(0); after < 2*try.pause+300*time.Millisecond; after += step {
			synctest.Test(t, func(t *testing.T) {
				r, end := begin(t, sim.Settings{}, func(c *table.Config, h *Helper) {
					c.Games, c.Programs = []game.Rules{game.Go()}, []api.Program{{Name: "a", Shown: "A", Games: []string{"go"}}}
					c.Player = script{[]string{"A1", "A2", "B1", "B2", "J10", "C1", try.answer, "K10", "L10"}, after}
					h.Pause = try.pause
				})
				defer end()
				r.do(api.Command{Do: api.DoNewGame, Human: api.Colors{}, Players: &api.Sides{Black: "a", White: "a"}})
				time.Sleep(time.Minute)
				if s := r.table.Snapshot(); len(s.Moves) != 9 || len(s.Marks) != 0 || r.count() != 7 {
					t.Errorf("%s, pauses of %v, answers after %v: %d turns, %d stones, %s: %s", try.answer, try.pause, after, len(s.Moves), r.count(), s.Phase, s.Message)
				}
			})
		}
	}
}

// firstFree plays on the first empty points.
type firstFree struct{}

func (firstFree) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	taken := map[board.Point]bool{}
	for _, t := range q.Turns {
		for _, p := range t.Points {
			taken[p] = true
		}
	}
	size := q.Rules.Size()
	_, due := q.Rules.Due(len(q.Turns))
	var turn []board.Point
	for i := 0; len(turn) < due; i++ {
		if p := size.Point(i); !taken[p] {
			turn = append(turn, p)
		}
	}
	return player.Answer{Points: turn}, nil
}

// rig is a table with helping hands over a simulated board.
type rig struct {
	t     *testing.T
	board *sim.Board
	table *table.Table
}

// begin makes a rig whose parts end with the test; it is called in a bubble.
func begin(t *testing.T, s sim.Settings, change func(*table.Config, *Helper)) (*rig, func()) {
	b, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	c := table.Config{Sensor: b, Lamps: b, Player: firstFree{}, Journal: journal{}, Human: api.Colors{board.Black}, Simulated: true, Helping: true}
	h := &Helper{Stones: b, Pause: 500 * time.Millisecond}
	if change != nil {
		change(&c, h)
	}
	tab, err := table.New(c)
	if err != nil {
		t.Fatal(err)
	}
	h.Table = tab
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{}, 2)
	go func() {
		if err := tab.Run(ctx); err != nil {
			t.Error(err)
		}
		done <- struct{}{}
	}()
	go func() { h.Run(ctx); done <- struct{}{} }()
	r := &rig{t, b, tab}
	time.Sleep(time.Second)
	return r, func() {
		cancel()
		<-done
		<-done
	}
}

func (r *rig) put(s hw.State, names ...string) {
	r.t.Helper()
	for _, n := range names {
		if err := r.board.Put(r.point(n), s); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *rig) lift(names ...string) {
	r.t.Helper()
	for _, n := range names {
		if err := r.board.Lift(r.point(n)); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *rig) point(name string) int {
	r.t.Helper()
	size := board.Size{Cols: 19, Rows: 19}
	p, err := size.Parse(name, board.Algebraic)
	if err != nil {
		r.t.Fatal(err)
	}
	return size.Index(p)
}

func (r *rig) do(c api.Command) {
	r.t.Helper()
	if _, err := r.table.Do(r.t.Context(), c); err != nil {
		r.t.Fatal(err)
	}
}

// count returns how many stones lie on the board.
func (r *rig) count() int {
	n := 0
	for _, s := range r.board.Stones() {
		if s != hw.Empty {
			n++
		}
	}
	return n
}

// is waits ten seconds and says what the phase is and how many stones lie there.
func (r *rig) is(phase api.Phase, moves, stones int) {
	r.t.Helper()
	time.Sleep(10 * time.Second)
	s := r.table.Snapshot()
	if s.Phase != phase || len(s.Moves) != moves || r.count() != stones {
		r.t.Fatalf("phase %s, %d turns, %d stones, %q; want %s, %d, %d", s.Phase, len(s.Moves), r.count(), s.Message, phase, moves, stones)
	}
}

// Someone who only puts their own stones down plays, takes back and begins again.
func TestNobodyHasToDoTheMachinesChores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{Noise: sim.Noise{Bounce: 60 * time.Millisecond}}, nil)
		defer end()
		r.put(hw.Black, "J10")
		r.is(api.PhaseHuman, 2, 3)
		r.put(hw.Black, "K10", "L10")
		r.is(api.PhaseHuman, 4, 7)
		r.do(api.Command{Do: api.DoUndo})
		r.is(api.PhaseHuman, 2, 3)
		r.put(hw.Black, "K11", "L11")
		r.is(api.PhaseHuman, 4, 7)
		// What people lift to take a turn back is not put back.
		r.lift("C1", "D1", "K11", "L11")
		r.is(api.PhaseHuman, 2, 3)
		r.do(api.Command{Do: api.DoNewGame})
		r.is(api.PhaseHuman, 0, 0)
		r.put(hw.Black, "J10")
		r.is(api.PhaseHuman, 2, 3)
	})
}

// They lay out a recorded game, lift what is captured, and leave what people guess alone.
func TestARecordedGameIsLaidOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, nil)
		defer end()
		size := board.Size{Cols: 19, Rows: 19}
		at := func(name string) []board.Point { return []board.Point{size.Point(r.point(name))} }
		r.do(api.Command{Do: api.DoReview, Review: &api.ReviewOrder{ID: "g", Size: size, At: 2, Steps: []gametree.Step{
			{}, {Color: board.Black, Points: at("B1")}, {Color: board.White, Points: at("A1")}, {Color: board.Black, Points: at("A2"), Lifted: at("A1")},
		}}})
		r.is(api.PhaseReview, 0, 2)
		r.put(hw.Black, "J10") // is not it, and is a person's to lift
		r.is(api.PhaseReview, 0, 3)
		r.lift("J10")
		r.put(hw.Black, "A2") // played by a person: the hands lift what that captures
		r.is(api.PhaseReview, 0, 2)
		r.do(api.Command{Do: api.DoReview, Answer: "last"})
		r.is(api.PhaseReview, 0, 2)
		r.do(api.Command{Do: api.DoReview, Answer: "end"})
		r.is(api.PhaseHuman, 0, 0)
	})
}

// What people put where it does not belong stays theirs, and so does what they
// lift: the hands help with what the table asks for only.
func TestPeoplesStonesStayTheirs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, nil)
		defer end()
		r.put(hw.Black, "J10")
		r.is(api.PhaseHuman, 2, 3)
		r.put(hw.White, "C3") // the wrong colour
		r.is(api.PhaseHuman, 2, 4)
		r.lift("C3")
		r.lift("A1") // a stone of the machine, knocked off
		r.is(api.PhaseRepair, 2, 2)
		r.put(hw.White, "A1")
		r.is(api.PhaseHuman, 2, 3)
	})
}

// The hands move as a person's do: a while after they are asked, one stone after
// the other.
func TestTheHandsTakeTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, nil)
		defer end()
		r.put(hw.Black, "J10")
		for r.table.Snapshot().Phase != api.PhasePlace {
			time.Sleep(10 * time.Millisecond)
		}
		if m := r.table.Snapshot().Message; m != "I am putting two white stones on A1 and B1." {
			t.Errorf("people are told: %s", m)
		}
		for stones, after := range []time.Duration{400 * time.Millisecond, 500 * time.Millisecond, 500 * time.Millisecond} {
			time.Sleep(after)
			if n := r.count(); n != 1+stones {
				t.Fatalf("%d stones, want %d", n, 1+stones)
			}
		}
	})
}

// As on a real board nothing moves by itself, from the start or from when people
// say so; and back again.
func TestAsOnARealBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := []bool{}
		r, end := begin(t, sim.Settings{}, func(c *table.Config, _ *Helper) {
			c.Helping = false
			c.KeepHelping = func(on bool) { kept = append(kept, on) }
		})
		defer end()
		r.put(hw.Black, "J10")
		r.is(api.PhasePlace, 1, 1)
		r.do(api.Command{Do: api.DoHands, Answer: api.HandsHelp})
		r.is(api.PhaseHuman, 2, 3)
		r.do(api.Command{Do: api.DoHands, Answer: api.HandsOwn})
		r.do(api.Command{Do: api.DoHands, Answer: api.HandsOwn})
		r.do(api.Command{Do: api.DoNewGame})
		r.is(api.PhaseClear, 0, 3)
		if !slices.Equal(kept, []bool{true, false}) || r.table.Snapshot().Helping {
			t.Errorf("kept: %v", kept)
		}
		if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoHands, Answer: "both"}); err == nil || err.(*api.CommandError).Code != "bad-value" {
			t.Errorf("%v", err)
		}
	})
}

// An arm keeps its work; the rest is done for it.
func TestTheArmKeepsItsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, func(_ *table.Config, h *Helper) { h.Arm = true })
		defer end()
		r.put(hw.Black, "J10")
		r.is(api.PhasePlace, 1, 1)
		r.do(api.Command{Do: api.DoNewGame})
		r.is(api.PhaseHuman, 0, 0)
	})
}

// A real board has no such hands.
func TestNoHandsAtARealBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, func(c *table.Config, _ *Helper) { c.Simulated = false })
		defer end()
		if _, err := r.table.Do(t.Context(), api.Command{Do: api.DoHands, Answer: api.HandsHelp}); err == nil || err.(*api.CommandError).Code != "not-now" {
			t.Errorf("%v", err)
		}
		if r.table.Snapshot().Helping {
			t.Error("there are hands")
		}
	})
}

// A sensor that lies does not keep the hands busy for ever, and no stone is put on
// another.
func TestBrokenSensors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{Stuck: map[int]hw.State{0: hw.Empty}}, nil)
		defer end()
		r.put(hw.Black, "J10")
		r.is(api.PhasePlace, 1, 3) // A1 has its stone, and the table does not see it
	})
}

// What visitors leave on an exhibit's board is taken off when they are gone, and the
// table shows something to the next.
func TestBoardIsClearedForTheShow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, func(c *table.Config, _ *Helper) { c.Attract = attract.Default() })
		defer end()
		r.put(hw.Black, "J10")
		time.Sleep(20 * time.Minute)
		if s := r.table.Snapshot(); s.Attract == nil || s.Attract.Scene == "" || s.Attract.Scene == "clear" {
			t.Errorf("the table shows %+v, with %d stones on the board", s.Attract, len(s.Stones))
		}
	})
}

// The hands clear the board for the rules that somebody asks for in the middle of a game, and
// put its stones back after them.
func TestBoardIsClearedForTheRules(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, end := begin(t, sim.Settings{}, nil)
		defer end()
		r.put(hw.Black, "J10")
		time.Sleep(5 * time.Second)
		r.is(api.PhaseHuman, 2, 3)
		r.do(api.Command{Do: api.DoRules})
		time.Sleep(2 * time.Second)
		if s := r.table.Snapshot(); s.Attract == nil || s.Attract.Scene != "lesson" {
			t.Fatalf("the table shows %+v: %s", s.Attract, s.Message)
		}
		time.Sleep(2 * time.Minute)
		r.is(api.PhaseHuman, 2, 3)
	})
}
