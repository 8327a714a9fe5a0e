package referee

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// lines and captures are the games of these tests.
var (
	lines    = game.Connect{Title: "small", Board: board.Size{Cols: 4, Rows: 4}, Row: 4, Each: 2, First: 1}
	captures = capturing{Board: board.Size{Cols: 4, Rows: 4}, Suicide: true}
)

// Whatever the board shows, a recorded turn was standing on it, complete and
// alone, for the settle time.
func TestNoTurnThatDidNotStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		if why := struggle(choose, rapid.SampledFrom([]game.Rules{lines, captures}).Draw(t, "game"), rapid.IntRange(1, 120).Draw(t, "steps"), map[string]int{}); why != "" {
			t.Fatal(why)
		}
	})
}

// The same for long evenings of random people; every kind of event happens often
// enough to mean something.
func TestRandomPeople(t *testing.T) {
	evenings := uint64(2000)
	if testing.Short() {
		evenings = 100
	}
	for _, rules := range []game.Rules{lines, captures} {
		events := map[string]int{}
		for seed := range evenings {
			rng := rand.New(rand.NewPCG(seed, 6))
			if why := struggle(rng.IntN, rules, 300, events); why != "" {
				t.Fatalf("evening %d of %s: %s", seed, rules.Name(), why)
			}
		}
		t.Log(rules.Name(), events)
		for _, e := range []string{"Played", "TakenBack", "NewGame", "SetUp", "Chosen", "Touched", "Toggled"} {
			if rules == lines && (e == "Touched" || e == "Toggled") {
				continue
			}
			if n := events["referee."+e]; n < int(evenings)/25 {
				t.Errorf("%s: %s happened only %d times", rules.Name(), e, n)
			}
		}
	}
}

func FuzzCapture(f *testing.F) {
	f.Add([]byte("\x01\x00\x10\x01\x05\x20\x03\x08\xff\x10\x01\x06\x20\x08\xff"))
	f.Add([]byte("a person captures, lifts, slides, throws in and waits, and captures back"))
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, captures, data) })
}

func FuzzStep(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x00\x10\x01\x05\x20\x03\x08\xff\x10\x01\x06\x20\x08\xff"))
	f.Add([]byte("a person puts down stones, lifts them, slides them and waits"))
	f.Fuzz(func(t *testing.T, data []byte) { fuzz(t, lines, data) })
}

func fuzz(t *testing.T, rules game.Rules, data []byte) {
	i := 0
	choose := func(n int) int {
		if i >= len(data) {
			return 0
		}
		i++
		return int(data[i-1]) % n
	}
	if why := struggle(choose, rules, min(len(data)/2, 400), map[string]int{}); why != "" {
		t.Fatal(why)
	}
}

// From whatever state, once the board shows the game and one legal turn more
// and is left alone, the turn counts, at the very time when it has settled.
func TestATurnLeftAloneCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := Settings{Settle: 100, Blip: 10, Blind: 1000, Slide: 300, TakeBack: 700, Idle: 5000, Bare: 400, SetUp: 2000, SetUpStones: 5, Answer: 300, Menu: 250, Patience: 2000}
		size := board.Size{Cols: 5, Rows: 5}
		g := game.New(rapid.SampledFrom([]game.Rules{game.Connect{Title: "small", Board: size, Row: 5, Each: 2, First: 1}, capturing{Board: size, Suicide: true}}).Draw(t, "game"))
		r := New(set, g)
		now := time.Unix(1000, 0)
		var obs Observation
		for len(g.Turns()) < 4 {
			r.Expect(now, g, Ask{Task: Play})
			for range rapid.IntRange(0, 20).Draw(t, "mess") {
				obs[size.Point(rapid.IntRange(0, 24).Draw(t, "point"))] = Sight(rapid.IntRange(0, 4).Draw(t, "sight"))
				now = now.Add(time.Duration(rapid.IntRange(0, 90).Draw(t, "gap")))
				if e, _ := r.Step(now, &obs); e != nil {
					return // the mess was a turn; the other test watches that
				}
			}
			color, due := g.Due()
			obs = Observation{}
			var points []board.Point
			for i := range 25 {
				p := size.Point((i*11 + 5*len(g.Turns())) % 25)
				obs[p] = sightOf(g.At(p))
				if g.At(p) == board.Empty && len(points) < due {
					points = append(points, p)
					obs[p] = sightOf(color)
				}
			}
			now = now.Add(1)
			stirred := now
			e, v := r.Step(now, &obs)
			for e == nil {
				if v.Next.IsZero() || v.Next.After(stirred.Add(set.Settle)) {
					t.Fatalf("nothing will happen: next %v, %v", v.Next, v.Verdicts)
				}
				now = v.Next
				e, v = r.Tick(now)
			}
			p, ok := e.(Played)
			if !ok {
				t.Fatalf("got %#v", e)
			}
			slices.Sort(p.Turn.Points)
			slices.Sort(points)
			if !slices.Equal(p.Turn.Points, points) {
				t.Fatalf("played %v, want %v", p.Turn.Points, points)
			}
			if err := g.Play(p.Turn); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func BenchmarkStepUnchanged(b *testing.B) {
	r := New(Default(), game.New(game.Connect6()))
	r.Expect(time.Unix(0, 0), r.game, Ask{Task: Play})
	var obs Observation
	now := time.Unix(1, 0)
	r.Step(now, &obs)
	b.ReportAllocs()
	for b.Loop() {
		r.Step(now, &obs)
	}
}
