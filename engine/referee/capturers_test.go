package referee_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
	"stonehand/engine/referee/refereetest"
	"stonehand/engine/weiqi"
)

var (
	goGames = flag.Int("gogames", 40, "how many games of Go TestCapturers plays")
	goSeed  = flag.Uint64("goseed", 1, "what TestCapturers makes its choices from")
)

// Whole games of Go with many captures, by clumsy but honest people, on boards that tell
// colours and on some that do not: every game that is recorded is the one that was meant,
// and the stones on the board are those of the record.
func TestCapturers(t *testing.T) {
	games := *goGames
	if testing.Short() {
		games = min(games, 12)
	}
	done := map[string]int{}
	for n := range games {
		seed := *goSeed + uint64(n)
		rng := rand.New(rand.NewPCG(seed, 16))
		side := []int{4, 5, 5, 6, 7, 9, 13, 19}[rng.IntN(8)]
		size := board.Size{Cols: side, Rows: min(side+rng.IntN(2), 19)}
		terms := game.Terms{Preset: []string{"chinese", "new-zealand"}[rng.IntN(2)]}
		rules, err := weiqi.Preset(terms.Preset)
		if err != nil {
			t.Fatal(err)
		}
		truth, err := weiqi.New(rules, size)
		if err != nil {
			t.Fatal(err)
		}
		machine := []board.Color{board.Empty, board.Empty, board.Black, board.White}[rng.IntN(4)]
		b := &bench{g: game.New(game.Weiqi{Board: size, Terms: terms}), now: time.Unix(1000, 0), machine: machine, tells: rng.IntN(3) > 0, next: board.Nowhere}
		b.r = referee.New(referee.Default(), b.g)
		b.expect()
		b.step()
		p := &refereetest.People{Table: b, Rand: rng, Truth: truth, Machine: machine, Done: done}
		if err := p.Play(min(3*size.Count(), 120)); err != nil {
			t.Fatalf("-goseed %d -gogames 1, %v, tells colours: %v: %v; it ended like this:\n%s", seed, size, b.tells, err, strings.Join(p.Log[max(0, len(p.Log)-60):], "\n"))
		}
		done["turns"] += len(b.g.Turns())
	}
	t.Log(done)
	for _, what := range append(refereetest.Captures(), "suicide", "asked capture", "asked turns") {
		if games >= 100 && done[what] == 0 {
			t.Errorf("in %d games nobody met: %s", games, what)
		}
	}
}

// bench is a referee with a board before it.
type bench struct {
	g       *game.Game
	r       *referee.Referee
	seen    referee.Observation
	view    referee.View
	now     time.Time
	tells   bool        // the board tells colours
	machine board.Color // Empty: there is none
	next    board.Point // where the machine's stone goes
}

func (b *bench) Put(p board.Point, c board.Color) {
	b.seen[p] = referee.Stone
	if b.tells {
		b.seen[p] = []referee.Sight{board.Black: referee.Black, board.White: referee.White}[c]
	}
	b.step()
}

func (b *bench) Lift(p board.Point) {
	b.seen[p] = referee.Empty
	b.step()
}

func (b *bench) Push(from, to board.Point) {
	b.seen[from], b.seen[to] = referee.Empty, b.seen[from]
	b.step()
}

func (b *bench) Clear() {
	b.seen = referee.Observation{}
	b.step()
}

func (b *bench) Pass(d time.Duration) {
	for until := b.now.Add(d); ; {
		next := b.view.Next
		if next.IsZero() || next.After(until) {
			b.now = until
			b.step()
			return
		}
		if next.After(b.now) {
			b.now = next
		}
		b.step()
	}
}

func (b *bench) Turns() []game.Turn { return b.g.Turns() }

func (b *bench) Lights() []referee.Mark {
	marks := append([]referee.Mark(nil), b.view.Guide...)
	for _, p := range b.view.Wanted {
		marks = append(marks, referee.Mark{Point: p, Kind: referee.MarkWanted, Color: b.machine})
	}
	return marks
}

func (b *bench) Question() referee.QuestionKind {
	if q := b.view.Question; q != nil {
		return q.Kind
	}
	return ""
}

func (b *bench) Answer(a referee.Answer) error { return b.r.Answer(0, a) }

func (b *bench) Decide(choose func() board.Point) board.Point {
	p := choose()
	if p != board.Nowhere {
		b.next = p
		b.expect()
		b.step()
	}
	return p
}

func (b *bench) Trouble() string {
	if b.view.Agrees {
		return ""
	}
	return referee.Describe(b.view)
}

// step shows the board to the referee, and makes a fact of what it says.
func (b *bench) step() {
	for {
		e, v := b.r.Step(b.now, &b.seen)
		b.view = v
		switch e := e.(type) {
		case nil:
			return
		case referee.Played:
			if err := b.g.Play(e.Turn); err != nil {
				panic(err)
			}
			b.next = board.Nowhere
		case referee.TakenBack:
			for range e.Turns {
				b.g.Undo()
			}
			b.next = board.Nowhere
		case referee.Agreed, referee.Touched:
			continue
		}
		b.expect()
	}
}

func (b *bench) expect() {
	color, _ := b.g.Due()
	a := referee.Ask{Task: referee.Play, Touch: true, Reply: b.machine == board.Empty}
	switch {
	case color != b.machine:
	case b.next == board.Nowhere:
		a.Task = referee.Watch
	default:
		a.Task, a.Points = referee.Place, []board.Point{b.next}
	}
	turns := b.g.Turns()
	for k := 1; k <= len(turns); k++ {
		if turns[len(turns)-k].Color != b.machine {
			a.Back = append(a.Back, k)
		}
	}
	b.r.Expect(b.now, b.g, a)
}
