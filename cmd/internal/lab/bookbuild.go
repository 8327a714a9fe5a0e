package lab

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// BookBuilder makes a book grow: it judges one position after another, each where
// [BookTree.Next] says, and now and then plays a game, from the book as it stands
// to the end, whose turns are candidates and whose end counts.
//
// With one worker the same settings and games build the same book, however often
// the building is broken off.
type BookBuilder struct {
	Work      *BookWork
	People    []Played // games that candidates come from
	Workers   int      // positions at a time; 0 means 1
	Positions int      // ends when so many positions are judged; 0 means never
	// Out is the work file, at its end. Each line goes there in one write.
	Out io.Writer
	// Each, if set, is called after every position and game, one call at a time.
	Each func(*BookWork)

	mu                 sync.Mutex
	changed            *sync.Cond
	people             games
	judging, verifying int
	playing            int
}

// Run builds until the number of positions is reached, no position is left that
// the settings allow, or ctx is done; that is its error then, and what was being
// judged is given up.
func (b *BookBuilder) Run(ctx context.Context) error {
	b.changed = sync.NewCond(&b.mu)
	b.people = games{}
	for _, g := range b.People {
		b.people.add(b.Work.Tree.pos, g, b.Work.Settings.Turns)
	}
	group, ctx := errgroup.WithContext(ctx)
	woken := make(chan struct{})
	go func() {
		defer close(woken)
		<-ctx.Done() // at the latest when the group is done
		b.mu.Lock()
		defer b.mu.Unlock()
		b.changed.Broadcast()
	}()
	for range max(1, b.Workers) {
		group.Go(func() error {
			for {
				job := b.take(ctx)
				if job == nil {
					return ctx.Err()
				}
				if err := job(ctx); err != nil {
					return err
				}
			}
		})
	}
	err := group.Wait()
	<-woken
	return err
}

// take returns what to do next, nil if nothing is left to do.
func (b *BookBuilder) take(ctx context.Context) func(context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.Work
	for ctx.Err() == nil {
		begun := w.Tree.Len() + b.judging
		if w.Tree.root() != nil && float64(w.Games+b.playing) < w.Settings.Games*float64(begun) {
			return b.game()
		}
		w.Tree.Settle()
		if stones, m, ok := w.Tree.Unverified(DefaultBookWriter.Margin); ok {
			return b.verify(stones, m)
		}
		if b.Positions == 0 || begun < b.Positions {
			if stones, ok := w.Tree.Next(); ok {
				return b.position(stones)
			}
		}
		if b.judging+b.verifying == 0 {
			return nil
		}
		b.changed.Wait()
	}
	return nil
}

// position returns the job to judge a position. The caller holds the lock.
func (b *BookBuilder) position(stones []board.Point) func(context.Context) error {
	b.judging++
	s := b.Work.Settings
	j := BookJudge{Nodes: s.Nodes, Keep: s.Keep, Verify: s.Verify}
	own := b.Work.Tree.ownAt(stones)
	return func(ctx context.Context) error {
		p, err := j.Judge(ctx, stones, b.people, own)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.judging--
		if err == nil {
			err = b.Work.Tree.Add(p)
		}
		if err != nil {
			b.Work.Tree.Drop(stones)
			b.changed.Broadcast()
			return err
		}
		return b.done(p.record())
	}
}

// verify returns the job to verify a turn. The caller holds the lock.
func (b *BookBuilder) verify(stones []board.Point, m connect.Move) func(context.Context) error {
	b.verifying++
	nodes := b.Work.Settings.Verify
	return func(ctx context.Context) error {
		verdict, err := verifyTurn(ctx, nodes, stones, m)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.verifying--
		t := VerifiedTurn{pointNames(stones), m.String(), verdict}
		if err == nil {
			_, err = b.Work.Tree.Believe(t)
		}
		if err != nil {
			b.Work.Tree.Drop(m.Points(slices.Clone(stones)))
			b.changed.Broadcast()
			return err
		}
		return b.done(bookRecord{At: t.After, Turn: t.Turn, V: &verdict})
	}
}

// verifyTurn verifies one turn.
func verifyTurn(ctx context.Context, nodes uint64, stones []board.Point, m connect.Move) (v BookVerdict, err error) {
	pos, err := connect.New(connect.Board, connect.Values{})
	if err == nil {
		err = setUp(pos, stones)
	}
	if err != nil {
		return v, err
	}
	pos.PlayMove(m)
	b, err := NewBookVerifier(nodes)
	if err != nil {
		return v, err
	}
	return b.Verify(ctx, pos)
}

// ownAt returns a copy of what the tree's own games have played in a position.
func (t *BookTree) ownAt(stones []board.Point) games {
	own := games{}
	if setUp(t.pos, stones) == nil {
		key, _ := book.Canonical(t.pos)
		own[key] = map[board.Key]tally{}
		for k, v := range t.tally[key] {
			own[key][k] = v
		}
	}
	return own
}

// game returns the job to play a game. The caller holds the lock.
func (b *BookBuilder) game() func(context.Context) error {
	s := b.Work.Settings
	rng := rand.New(rand.NewPCG(s.Seed, uint64(b.Work.Games+b.playing)))
	b.playing++
	stones := b.Work.Tree.walk(rng)
	return func(ctx context.Context) error {
		g, err := playOn(ctx, stones, s, rng)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.playing--
		if err != nil {
			b.changed.Broadcast()
			return err
		}
		b.Work.addGame(g)
		return b.done(g.record())
	}
}

// done writes a line of the work file. The caller holds the lock.
func (b *BookBuilder) done(line bookRecord) error {
	b.changed.Broadcast()
	if err := writeLine(b.Out, line); err != nil {
		return err
	}
	if b.Each != nil {
		b.Each(b.Work)
	}
	return nil
}

// walk returns the stones of a line of the book as it stands, up to the first
// position that is not judged.
func (t *BookTree) walk(rng *rand.Rand) []board.Point {
	t.Settle()
	n := t.root()
	t.pos.Reset()
	t.pos.Play(n.Stones[0])
	for n != nil && n.Won == 0 {
		weights, total := n.weights(DefaultBookWriter.Margin)
		if total == 0 {
			break
		}
		at, i := rng.IntN(total), 0
		for ; at >= weights[i]; i++ {
			at -= weights[i]
		}
		t.pos.PlayMove(n.here(t.pos, &n.edges[i]))
		n = n.edges[i].next
	}
	return stonesPlayed(t.pos)
}

// stonesPlayed returns a position's stones in order of play.
func stonesPlayed(pos *connect.Position) (stones []board.Point) {
	for i := range pos.Count() {
		p, _ := pos.Stone(i)
		stones = append(stones, p)
	}
	return stones
}

// gameTurns is how long a game of the engine against itself lasts at most, beyond
// the book: longer ones count as drawn.
const gameTurns = 60

// playOn plays a game to its end. Its turns get a quarter of the effort of a
// judged turn, more or less by half, so that no two games need to be alike.
func playOn(ctx context.Context, stones []board.Point, s BookSettings, rng *rand.Rand) (Played, error) {
	e, err := newEngine(bookTableMB, 1)
	if err != nil {
		return Played{}, err
	}
	pos := e.Position()
	for _, p := range stones {
		pos.Play(p)
	}
	for range gameTurns {
		if pos.Over() {
			break
		}
		nodes := s.Nodes/8 + rng.Uint64N(s.Nodes/4+1)
		r := e.Search(ctx, limit.Limits{Nodes: max(1, nodes)}, nil)
		if err := ctx.Err(); err != nil {
			return Played{}, err
		}
		pos.PlayMove(r.Move)
	}
	all := stonesPlayed(pos)
	return Played{Points: all[:min(len(all), 1+connect.Each*s.Turns)], Winner: pos.Winner()}, nil
}
