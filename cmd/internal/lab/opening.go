package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
	"stonehand/engine/sgf"
)

// Openings returns n different beginnings of the given number of turns, the
// same for the same seed: lines of the opening book, and where the book ends
// turns at random among the best by order. A beginning in which the side to move has a
// forced win, or which a search of a few turns finds far from even, is left out, and
// so is one that a search of nodes turns tried finds so, if that is not 0.
func Openings(ctx context.Context, n, turns int, seed, nodes uint64) ([][]connect.Move, error) {
	return Beginner{N: n, Turns: turns, Seed: seed, Nodes: nodes}.Openings(ctx)
}

// Beginner finds openings as [Openings] does, several at a time.
type Beginner struct {
	N, Turns    int
	Seed, Nodes uint64
	Workers     int       // 0 means 1
	Farm        jobs.Doer // if set, looks at the openings
}

// Openings are the same for any number of workers.
func (b Beginner) Openings(ctx context.Context) (all [][]connect.Move, err error) {
	if b.N < 1 {
		return nil, nil
	}
	judge, err := newEngine(1, 1) // for the order of turns and the book
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(b.Seed, 0x6f70656e))
	seen := map[board.Key]bool{}
	tries := 0
	var begun []opening
	next := func() (opening, bool) {
		for ; tries <= 1000*(b.N+1) && ctx.Err() == nil; tries++ {
			// The book has only so many lines: the longer nothing new is found, the
			// earlier they are left.
			moves := begin(judge, b.Turns, b.Turns-tries/(50*(b.N+1)), rng)
			if moves == nil {
				continue
			}
			key, _ := book.Canonical(judge.Position())
			if !seen[key] {
				seen[key] = true
				o := opening{moves, b.Nodes}
				begun = append(begun, o)
				return o, true
			}
		}
		return opening{}, false
	}
	begin, do := func() (*search.Engine, error) { return newEngine(0, 0) }, lookAt
	if b.Farm != nil {
		begin = nil
		do = func(ctx context.Context, _ *search.Engine, o opening) (bool, error) {
			return jobs.Ask[bool](ctx, b.Farm, KindOpening, o)
		}
	}
	err = jobs.InOrder(ctx, b.Workers, aheadOf*b.Workers, begin, nil, next, do, func(fair bool) (bool, error) {
		o := begun[0]
		if begun = begun[1:]; fair {
			all = append(all, o.Turns)
		}
		return len(all) < b.N, nil
	})
	if err == nil && len(all) < b.N {
		err = fmt.Errorf("found only %d even openings of %d turns, not %d: ask for fewer or for more turns", len(all), b.Turns, b.N)
	}
	return all, err
}

// KindOpening is the job to look whether an opening is even, an [opening].
const KindOpening = "opening"

// opening is one that is looked at.
type opening struct {
	Turns []connect.Move `json:"turns"`
	Nodes uint64         `json:"nodes"` // see [Openings]
}

// lookAt reports whether an opening is even, whatever the engine searched before.
func lookAt(ctx context.Context, e *search.Engine, o opening) (bool, error) {
	e.Forget()
	if err := layLegal(e.Position(), o.Turns); err != nil {
		return false, err
	}
	fair := even(ctx, e, o.Nodes)
	return fair, ctx.Err()
}

// lookOnce does the job [KindOpening].
func lookOnce(ctx context.Context, o opening) (bool, error) {
	e, err := newEngine(0, 0)
	if err != nil {
		return false, err
	}
	return lookAt(ctx, e, o)
}

// OpeningsOf returns at most n different beginnings of the given number of turns
// from games, in their order. Those are left out that [Openings] would leave out,
// and games that are shorter or began from a position that was set up.
func OpeningsOf(ctx context.Context, games []*sgf.Record, n, turns int, nodes uint64) ([][]connect.Move, error) {
	judge, err := newEngine(0, 0)
	if err != nil {
		return nil, err
	}
	seen := map[board.Key]bool{}
	var all [][]connect.Move
	for _, rec := range games {
		if len(all) == n {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		moves := repeat(judge.Position(), rec, turns)
		if moves == nil {
			continue
		}
		key, _ := book.Canonical(judge.Position())
		if !seen[key] && even(ctx, judge, nodes) {
			all = append(all, moves)
		}
		seen[key] = true
	}
	return all, nil
}

// repeat plays the first turns of a game from the start; nil if it has not so
// many, or they are not those of a game that goes on.
func repeat(pos *connect.Position, rec *sgf.Record, turns int) (moves []connect.Move) {
	pos.Reset()
	if !rec.Start.IsZero() || rec.Size != pos.Size() || len(rec.Turns) < turns {
		return nil
	}
	moves = []connect.Move{} // none is an opening too
	for _, t := range rec.Turns[:turns] {
		if t.Color != pos.ToMove() || len(t.Points) != pos.Due() {
			return nil
		}
		m := connect.MoveOf(t.Points)
		pos.PlayMove(m)
		moves = append(moves, m)
	}
	if pos.Over() {
		return nil
	}
	return moves
}

// begin plays the turns of one opening on the judge's position, the first few by
// the book; nil if the game came to its end.
func begin(judge *search.Engine, turns, byBook int, rng *rand.Rand) (moves []connect.Move) {
	pos := judge.Position()
	pos.Reset()
	moves = []connect.Move{} // none is an opening too
	for len(moves) < turns {
		m, ok := judge.Book().Find(pos, rng.Uint64()|1)
		if !ok || len(moves) >= byBook {
			if m, ok = scatter(judge, rng); !ok {
				return nil
			}
		}
		pos.PlayMove(m)
		moves = append(moves, m)
		if pos.Winner() != board.Empty {
			return nil
		}
	}
	return moves
}

// scatter is a turn at random: the first stone of all in the centre, later turns
// among the best by order.
func scatter(judge *search.Engine, rng *rand.Rand) (connect.Move, bool) {
	pos := judge.Position()
	if pos.Count() == 0 {
		return connect.Move{A: pos.Size().Center(), B: board.Nowhere}, true
	}
	var choice [scattered]connect.Move
	n := judge.Candidates(choice[:])
	if n == 0 {
		return connect.NoMove, false
	}
	return choice[rng.IntN(n)], true
}

// scattered is how many of the best turns an opening may go on with.
const scattered = 32

// even reports whether the side to move has no forced win and a search of a few
// turns, and one of nodes turns tried if that is not 0, leaves the sides not far
// apart.
func even(ctx context.Context, e *search.Engine, nodes uint64) bool {
	for _, look := range []struct {
		lim    limit.Limits
		chance float64
	}{
		{limit.Limits{Depth: 2, Nodes: 2_000}, 0.75}, // most that are uneven are so at first sight
		{limit.Limits{Depth: 4, Nodes: 15_000}, evenChance},
		{limit.Limits{Nodes: nodes}, evenChance},
	} {
		if look.lim.Nodes == 0 {
			break
		}
		r := e.Search(ctx, look.lim, nil)
		chance := Value{Score: r.Score}.Chance()
		if r.Source == player.FromThreat || chance > look.chance || chance < 1-look.chance {
			return false
		}
	}
	return true
}

// MatchLook is how many turns are tried to find an opening of a match even: some
// are lost for a side at depth 6 or 7, and to both players' knowledge.
const MatchLook = 50_000

// evenChance is the greatest chance to win of either side after an opening.
const evenChance = 0.6

// newEngine makes an engine of Connect6 that does not know the book, with so much memory,
// MiB, and so many threads; 0 is as the product has it.
func newEngine(tableMB, threads int) (*search.Engine, error) {
	o := search.DefaultOptions()
	o.Book = false
	o.TableMB, o.Threads = cmp.Or(tableMB, o.TableMB), cmp.Or(threads, o.Threads)
	return search.New(connect.Board, o, time.Now)
}

// layLegal is [lay] for an opening that may be anything.
func layLegal(pos *connect.Position, opening []connect.Move) error {
	pos.Reset()
	for _, m := range opening {
		if pos.Over() {
			return errors.New("the game is over within the opening")
		}
		if err := legal(pos, m); err != nil {
			return err
		}
		pos.PlayMove(m)
	}
	return nil
}

// lay brings a position to the end of an opening.
func lay(pos *connect.Position, opening []connect.Move) {
	pos.Reset()
	for _, m := range opening {
		pos.PlayMove(m)
	}
}

// SetUp brings a position to where a game began: the start that the rules know,
// if start is the zero Start.
func SetUp(pos *connect.Position, start game.Start) error {
	pos.Reset()
	if start.IsZero() {
		return nil
	}
	for p, c := range start.Stones {
		if !pos.Free(p) {
			return fmt.Errorf("the position that was set up names %v, which is not an empty point of the board", p)
		}
		pos.Put(p, c)
	}
	pos.SetTurn(start.ToMove, connect.Each)
	return nil
}

// legal says what is wrong with a turn, or nil.
func legal(pos *connect.Position, m connect.Move) error {
	if m.Stones() != pos.Due() {
		return fmt.Errorf("turn %v places %d stones, not %d", m, m.Stones(), pos.Due())
	}
	for _, p := range m.Points(nil) {
		if !pos.Free(p) {
			return fmt.Errorf("turn %v: %v is not an empty point of the board", m, p)
		}
	}
	if m.A == m.B {
		return fmt.Errorf("turn %v names a point twice", m)
	}
	return nil
}
