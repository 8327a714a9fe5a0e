package referee

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// chooser draws a number from 0 to n-1.
type chooser func(n int) int

// scan is one observation of the past.
type scan struct {
	at  time.Time
	obs Observation
}

// witness remembers every scan, and knows on its own what a turn needs.
type witness struct {
	set   Settings
	scans []scan
	asked time.Time
	back  time.Time // when a turn was taken back last
}

// stood reports whether p showed something that is ok in every scan since the
// settle time before now, and in the one that was current then.
func (w *witness) stood(now time.Time, p board.Point, ok func(Sight) bool) bool {
	return w.since(now.Add(-w.set.Settle), p, ok)
}

// since looks back to from, and past what lasted no longer than a blip.
func (w *witness) since(from time.Time, p board.Point, ok func(Sight) bool) bool {
	var held time.Time // when it was as wanted again
	for i, s := range slices.Backward(w.scans) {
		switch {
		case ok(s.obs[p]):
			if held = s.at; !s.at.After(from) {
				return true
			}
		case i == len(w.scans)-1 || held.Sub(s.at) > w.set.Blip:
			return false
		}
	}
	return false // the board has not been watched for that long
}

// objects says what is wrong with a turn that the referee gave, or nothing.
func (w *witness) objects(now time.Time, g *game.Game, a Ask, turn game.Turn) string {
	if err := g.Check(turn); err != nil {
		return "the turn cannot be played: " + err.Error()
	}
	for _, p := range turn.Points {
		blind := a.Task == Place && now.Sub(w.asked) >= w.set.Blind
		if !w.stood(now, p, func(s Sight) bool { return s.may(turn.Color) || blind && s == Unknown }) {
			return p.String() + " did not stand for the settle time"
		}
	}
	if a.Task == Place && !slices.Equal(turn.Points, a.Points) {
		return "another turn was asked for"
	}
	next, due := g.Rules().Due(len(g.Turns()) + 1)
	early := 0
	// A stone that was on record until a turn was taken back was in its place.
	from := now.Add(-w.set.Settle)
	if w.back.After(from) {
		from = w.back
	}
	for i := range g.Size().Count() {
		p := g.Size().Point(i)
		c := g.At(p)
		switch {
		case slices.Contains(turn.Points, p):
		case c != board.Empty:
			if !w.stood(now, p, func(s Sight) bool { return s.may(c) || s == Unknown }) {
				return p.String() + " of the game did not stand for the settle time"
			}
		case w.scans[len(w.scans)-1].obs[p] == sightOf(next):
			early++
		case !w.since(from, p, func(s Sight) bool { return s == Empty || s == Unknown }):
			return p.String() + " was not empty for the settle time"
		}
	}
	if early > 0 && (!a.Reply || early > due) {
		return "stones stand there that do not belong to the game"
	}
	return ""
}

// struggle lets a referee watch a small board on which anything happens, and
// returns the witness's objection to what it made of it.
func struggle(choose chooser, steps int) string {
	rules := game.Connect{Title: "small", Board: board.Size{Cols: 4, Rows: 4}, Row: 4, Each: 2, First: 1}
	w := &witness{set: Settings{Settle: 100, Blip: 10, Blind: 1000, Slide: 300, TakeBack: 700, Idle: 5000, Bare: 400, SetUp: 2000, SetUpStones: 5, Answer: 300}}
	g := game.New(rules)
	r := New(w.set, g)
	now := time.Unix(1000, 0)
	var obs Observation
	var ask Ask
	expect := func() {
		ask = Ask{Task: Task(choose(3)), Reply: choose(2) == 0}
		_, due := g.Due()
		if ask.Task == Place {
			for i := range rules.Board.Count() {
				p := rules.Board.Point((i*7 + 3) % rules.Board.Count())
				if g.At(p) == board.Empty && len(ask.Points) < due {
					ask.Points = append(ask.Points, p)
				}
			}
		}
		w.asked = now
		r.Expect(now, g, ask)
	}
	expect()
	for range steps {
		now = now.Add(time.Duration(choose(60)))
		switch choose(12) {
		case 0: // one point shows anything
			obs[rules.Board.Point(choose(rules.Board.Count()))] = Sight(choose(5))
		case 1, 2: // a stone of the colour that is due
			c, _ := g.Due()
			obs[rules.Board.Point(choose(rules.Board.Count()))] = sightOf(c)
		case 3: // the board is put right
			obs = Observation{}
			for i := range rules.Board.Count() {
				p := rules.Board.Point(i)
				obs[p] = sightOf(g.At(p))
			}
		case 4: // a stone slides
			a, b := rules.Board.Point(choose(rules.Board.Count())), rules.Board.Point(choose(rules.Board.Count()))
			obs[a], obs[b] = obs[b], obs[a]
		case 5: // what is asked for is done
			c, _ := g.Due()
			for _, p := range ask.Points {
				obs[p] = sightOf(c)
			}
		case 6:
			if choose(4) == 0 {
				r.Forget()
				w.scans = nil
			}
		case 7:
			if choose(4) == 0 {
				g.Undo()
				w.back = now
				expect()
			}
		case 8:
			now = now.Add(time.Duration(choose(1200)))
		}
		if next := r.view.Next; !next.IsZero() && next.Before(now) && len(w.scans) > 0 {
			// The board stood as it was until now; the timer came before.
			if why := w.hear(r, next, &w.scans[len(w.scans)-1].obs, g, &ask); why != "" {
				return why
			}
			if r.done && g.Result().Over {
				return ""
			}
			if r.done {
				now = next
				expect()
				continue
			}
		}
		if why := w.hear(r, now, &obs, g, &ask); why != "" {
			return why
		}
		if g.Result().Over {
			return ""
		}
		if r.done {
			expect()
		}
	}
	return ""
}

// hear makes one step, plays the turn that comes of it, and returns the
// objection to it.
func (w *witness) hear(r *Referee, now time.Time, obs *Observation, g *game.Game, ask *Ask) string {
	w.scans = append(w.scans, scan{now, *obs})
	e, v := r.Step(now, obs)
	for _, d := range v.Verdicts {
		for _, m := range d.Marks() {
			if !g.Size().Has(m.Point) {
				return "a mark off the board"
			}
		}
	}
	if p, ok := e.(Played); ok {
		if why := w.objects(now, g, *ask, p.Turn); why != "" {
			return why
		}
		if err := g.Play(p.Turn); err != nil {
			return err.Error()
		}
	}
	return ""
}

// Whatever the board shows, a recorded turn was standing on it, complete and
// alone, for the settle time.
func TestNoTurnThatDidNotStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		if why := struggle(choose, rapid.IntRange(1, 120).Draw(t, "steps")); why != "" {
			t.Fatal(why)
		}
	})
}

func FuzzStep(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x00\x10\x01\x05\x20\x03\x08\xff\x10\x01\x06\x20\x08\xff"))
	f.Add([]byte("a person puts down stones, lifts them, slides them and waits"))
	f.Fuzz(func(t *testing.T, data []byte) {
		i := 0
		choose := func(n int) int {
			if i >= len(data) {
				return 0
			}
			i++
			return int(data[i-1]) % n
		}
		if why := struggle(choose, min(len(data)/2, 400)); why != "" {
			t.Fatal(why)
		}
	})
}

// From whatever state, once the board shows the game and one legal turn more
// and is left alone, the turn counts, at the very time when it has settled.
func TestATurnLeftAloneCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := Settings{Settle: 100, Blip: 10, Blind: 1000, Slide: 300, TakeBack: 700, Idle: 5000, Bare: 400, SetUp: 2000, SetUpStones: 5, Answer: 300}
		size := board.Size{Cols: 5, Rows: 5}
		g := game.New(game.Connect{Title: "small", Board: size, Row: 5, Each: 2, First: 1})
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
