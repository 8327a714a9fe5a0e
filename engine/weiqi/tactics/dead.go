package tactics

import (
	"stonehand/engine/board"
	"stonehand/engine/weiqi"
)

// deadNodes is the budget of each question about a finished game.
const deadNodes = 20_000

// Dead proposes which stones of a finished game are dead. People decide; this is where
// they begin.
//
// Chains that live by Benson's theorem are not asked about. A chain that is enclosed is
// dead if it is killed though its side plays first, or if that side then needs a ko: it
// has passed, and left the chain as it was; so a bent four in the corner is dead. A chain
// that is not enclosed is dead if it is captured though its side plays first, else if
// the enemy has its points in most of some games that are played on at random. Of two
// dead chains side by side the one in the smaller space has what encloses it taken off:
// it lives.
func (s *Solver) Dead(b *weiqi.Board) weiqi.Set {
	size := b.Size()
	f := fates{Solver: s, b: b, alive: s.unconditional(b)}
	for i := range size.Count() {
		if p := size.Point(i); b.At(p) != board.Empty && b.Head(p) == p && !f.alive.Has(p) {
			f.room[p] = f.judge(p)
		}
	}
	var dead weiqi.Set
	for i := range size.Count() {
		if p := size.Point(i); b.At(p) != board.Empty && f.dead(b.Head(p)) {
			dead.Add(p)
		}
	}
	return dead
}

// fates is what becomes of the chains of a finished game.
type fates struct {
	*Solver
	b     *weiqi.Board
	alive weiqi.Set
	// room is how large the space of a chain is that was found dead, by its head; else 0.
	room [board.Cells]int
	// balance says by point whom the random games gave it, above 0 Black; of no use until
	// they were played.
	balance [board.Cells]int
	played  bool
}

// dead reports whether a chain is dead and no enemy beside it is that has more room.
func (f *fates) dead(head board.Point) bool {
	if f.room[head] == 0 {
		return false
	}
	for _, p := range f.b.Chain(head, nil) {
		for _, q := range f.b.Around(p, nil) {
			if f.b.At(q) == f.b.At(head).Other() && f.room[f.b.Head(q)] > f.room[head] {
				return false
			}
		}
	}
	return true
}

// judge returns the room of a chain if it is dead, else 0.
func (f *fates) judge(p board.Point) int {
	owner := f.b.At(p)
	q := Question{Target: p, First: owner, Goal: Kill, Nodes: deadNodes}
	if f.ask(f.b, q) {
		room := len(f.list)
		switch r, _ := f.decide(owner); r {
		case Lost, Ko:
			return room
		case Won:
			return 0
		}
	}
	q.Goal = Capture
	if f.ask(f.b, q) {
		if r, _ := f.decide(owner); r == Lost {
			return board.Cells
		}
	}
	f.playOn()
	if b := f.balance[p]; b < 0 && owner == board.Black || b > 0 && owner == board.White {
		return board.Cells
	}
	return 0
}

// unconditional returns all stones that live by Benson's theorem.
func (s *Solver) unconditional(b *weiqi.Board) (alive weiqi.Set) {
	s.set(b)
	s.clear()
	for i := range b.Size().Count() {
		s.add(b.Size().Point(i))
	}
	for _, c := range []board.Color{board.Black, board.White} {
		s.find(&s.field, c, s.list, &s.inside)
		for _, p := range s.list {
			if s.at(p) == c && s.lives(p) {
				alive.Add(p)
			}
		}
	}
	return alive
}

// playOn plays random games from the position, once; the same ones every time.
func (f *fates) playOn() {
	if f.played {
		return
	}
	f.played = true
	const games = 100
	seed := uint64(f.b.Key())
	size := f.b.Size()
	for g := range games {
		b := *f.b
		playOut(&b, board.Black+board.Color(g&1), &seed)
		for i := range size.Count() {
			p := size.Point(i)
			switch c := b.At(p); {
			case c == board.Black, c == board.Empty && eye(&b, board.Black, p):
				f.balance[p]++
			case c == board.White, c == board.Empty && eye(&b, board.White, p):
				f.balance[p]--
			}
		}
	}
}

// playOut plays at random until nobody wants to move. Nobody fills a point that is
// surrounded by his own stones.
func playOut(b *weiqi.Board, c board.Color, seed *uint64) {
	size := b.Size()
	for passes, moves := 0, 0; passes < 2 && moves < 3*size.Count(); moves++ {
		passes++
		n := size.Count()
		start := int(board.SplitMix(seed) % uint64(n))
		for i := range n {
			// A step that is prime to the number of points visits all of them; 383 is prime and
			// larger than any board.
			p := size.Point((start + i*383) % n)
			if b.At(p) == board.Empty && !eye(b, c, p) && b.Check(c, p) == nil {
				b.Play(c, p)
				passes = 0
				break
			}
		}
		c = c.Other()
	}
}

// eye reports whether only stones of c are around an empty point.
func eye(b *weiqi.Board, c board.Color, p board.Point) bool {
	for _, q := range around(p) {
		if s := b.At(q); s != c && s != margin {
			return false
		}
	}
	return true
}
