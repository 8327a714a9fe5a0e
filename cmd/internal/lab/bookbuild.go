package lab

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// BookBuilder makes a book grow: it judges one position after another, each where
// [BookTree.Next] says, and now and then plays a game, from the book as it stands
// to the end, whose turns are candidates and whose end counts.
//
// The same settings, games and number of workers build the same book, here or on a farm;
// with one worker also however often the building is broken off.
type BookBuilder struct {
	Work      *BookWork
	People    []Played // games that candidates come from
	Workers   int      // positions at a time; 0 means 1
	Positions int      // ends when so many positions are judged; 0 means never
	// Out is the work file, at its end. Each line goes there in one write.
	Out io.Writer
	// Each, if set, is called after every position and game, one call at a time.
	Each func(*BookWork)
	// Farm, if set, does the work.
	Farm jobs.Doer

	people           games
	judging, playing int
}

// Run builds until the number of positions is reached, no position is left that
// the settings allow, or ctx is done; that is its error then, and what was being
// judged is given up.
func (b *BookBuilder) Run(ctx context.Context) error {
	b.people = games{}
	for _, g := range b.People {
		b.people.add(b.Work.Tree.pos, g, b.Work.Settings.Turns)
	}
	do := jobs.On(b.Farm, KindBook, doBook)
	// One worker is to know everything that it found before.
	ahead := 2*max(1, b.Workers) - 1
	return jobs.InOrder(ctx, b.Workers, ahead, nil, nil, b.next,
		func(ctx context.Context, _ struct{}, j bookJob) (bookRecord, error) { return do(ctx, j) },
		func(r bookRecord) (bool, error) { return true, b.take(r) })
}

// next returns what to do next.
func (b *BookBuilder) next() (j bookJob, ok bool) {
	w := b.Work
	s := w.Settings
	j = bookJob{Nodes: s.Nodes, Keep: s.Keep, Verify: s.Verify, Turns: s.Turns}
	begun := w.Tree.Len() + b.judging
	if w.Tree.root() != nil && float64(w.Games+b.playing) < s.Games*float64(begun) {
		pcg := rand.NewPCG(s.Seed, uint64(w.Games+b.playing))
		j.Do, j.Stones = bookGame, w.Tree.walk(rand.New(pcg))
		j.Chance, _ = pcg.MarshalBinary() // which has no error
		b.playing++
		return j, true
	}
	w.Tree.Settle()
	if stones, m, ok := w.Tree.Unverified(DefaultBookWriter.Margin); ok {
		j.Do, j.Stones, j.Turn = bookVerify, stones, m
		return j, true
	}
	if b.Positions > 0 && begun >= b.Positions {
		return j, false
	}
	if j.Stones, ok = w.Tree.Next(); ok {
		j.Do, j.People, j.Own = bookPosition, b.people.at(w.Tree.pos, j.Stones), w.Tree.tally.at(w.Tree.pos, j.Stones)
		b.judging++
	}
	return j, ok
}

// take puts what was found into the book and writes a line of the work file.
func (b *BookBuilder) take(r bookRecord) error {
	switch {
	case r.Game != "":
		b.playing--
	case r.V == nil:
		b.judging--
	}
	if err := b.Work.add(r); err != nil {
		return err
	}
	if err := WriteLine(b.Out, r); err != nil {
		return err
	}
	if b.Each != nil {
		b.Each(b.Work)
	}
	return nil
}

// KindBook is the job to look into a position for a book.
const KindBook = "book"

// What a [bookJob] asks for.
const (
	bookPosition = "judge"
	bookVerify   = "verify"
	bookGame     = "play"
)

// bookJob is a part of the building of a book.
type bookJob struct {
	Do     string        `json:"do"`
	Stones []board.Point `json:"stones"` // of the position, in order of play
	Turn   connect.Move  `json:"turn"`   // to verify there
	Nodes  uint64        `json:"nodes"`  // see [BookSettings]
	Keep   int           `json:"keep"`
	Verify uint64        `json:"verify"`
	Turns  int           `json:"turns"`
	People []chosen      `json:"people,omitempty"` // what was played in the position to judge
	Own    []chosen      `json:"own,omitempty"`
	Chance []byte        `json:"chance,omitempty"` // state of the game's PCG
}

// chosen is a turn of a position, as [book.Canonical] turns it, and how often it was played.
type chosen struct {
	Turn  connect.Move `json:"turn"`
	Games int          `json:"games"`
}

// at is what was played after the given stones.
func (g games) at(pos *connect.Position, stones []board.Point) (list []chosen) {
	if setUp(pos, stones) != nil {
		return nil
	}
	key, _ := book.Canonical(pos)
	for _, t := range frequent(g[key]) {
		list = append(list, chosen{t.move, t.games})
	}
	return list
}

// gamesOf is the opposite of [games.at].
func gamesOf(pos *connect.Position, list []chosen) games {
	key, _ := book.Canonical(pos)
	all := map[board.Key]tally{}
	for i, c := range list {
		all[board.Key(i)] = tally{move: c.Turn, games: c.Games}
	}
	return games{key: all}
}

// doBook does the job [KindBook].
func doBook(ctx context.Context, j bookJob) (r bookRecord, err error) {
	pos, err := Standing(j.Stones)
	if err != nil {
		return r, err
	}
	switch j.Do {
	case bookPosition:
		p, err := BookJudge{Nodes: j.Nodes, Keep: j.Keep, Verify: j.Verify}.Judge(ctx, j.Stones, gamesOf(pos, j.People), gamesOf(pos, j.Own))
		return p.record(), err
	case bookVerify:
		if err := legal(pos, j.Turn); err != nil {
			return r, err
		}
		pos.PlayMove(j.Turn)
		b, err := NewBookVerifier(j.Verify)
		if err != nil {
			return r, err
		}
		v, err := b.Verify(ctx, pos)
		return bookRecord{At: pointNames(j.Stones), Turn: j.Turn.String(), V: &v}, err
	case bookGame:
		pcg := &rand.PCG{}
		if err := pcg.UnmarshalBinary(j.Chance); err != nil {
			return r, err
		}
		g, err := playOn(ctx, j, rand.New(pcg))
		return g.record(), err
	}
	return r, fmt.Errorf("%q is not a part of building a book", j.Do)
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
func playOn(ctx context.Context, j bookJob, rng *rand.Rand) (Played, error) {
	e, err := newEngine(bookTableMB, 1)
	if err != nil {
		return Played{}, err
	}
	pos := e.Position()
	for _, p := range j.Stones {
		pos.Play(p)
	}
	for range gameTurns {
		if pos.Over() {
			break
		}
		nodes := j.Nodes/8 + rng.Uint64N(j.Nodes/4+1)
		r := e.Search(ctx, limit.Limits{Nodes: max(1, nodes)}, nil)
		if err := ctx.Err(); err != nil {
			return Played{}, err
		}
		pos.PlayMove(r.Move)
	}
	all := stonesPlayed(pos)
	return Played{Points: all[:min(len(all), 1+connect.Each*j.Turns)], Winner: pos.Winner()}, nil
}
