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
// Nothing is asked about chains that live by Benson's theorem, or are dead by
// [weiqi.Board.ProvenDead]. A chain that is enclosed is dead if it is killed though its
// side plays first, or if that side then needs a ko: it has passed, and left the chain as
// it was; so a bent four in the corner is dead. If it lives, enemies shut in with it are
// dead, but for a seki. A chain that is not enclosed is dead if it is captured though its
// side plays first, else if the enemy has its points in most of some games that are played
// on at random. A chain lives after all if every enemy chain beside it is dead, for they
// are taken off.
func (s *Solver) Dead(b *weiqi.Board) weiqi.Set {
	size := b.Size()
	f := fates{Solver: s, b: b}
	proven := b.ProvenDead()
	f.alive, _ = b.Settled()
	for p := range size.Points {
		switch {
		case b.At(p) == board.Empty || b.Head(p) != p || f.alive.Has(p):
		case proven.Has(p):
			f.doomed[p] = true
		default:
			f.enclosed(p)
		}
	}
	for p := range size.Points {
		if b.At(p) != board.Empty && b.Head(p) == p && !f.alive.Has(p) && !f.doomed[p] {
			f.doomed[p] = f.reached(p)
		}
	}
	var dead weiqi.Set
	for p := range size.Points {
		if b.At(p) != board.Empty && f.dead(b.Head(p)) {
			dead.Add(p)
		}
	}
	return dead
}

// fates is what becomes of the chains of a finished game.
type fates struct {
	*Solver
	b      *weiqi.Board
	alive  weiqi.Set
	doomed [board.Cells]bool // by the head of a chain
	// balance says by point whom the random games gave it, above 0 Black; of no use until
	// they were played.
	balance [board.Cells]int
	played  bool
}

// dead reports whether a chain is doomed and not all enemies beside it are.
func (f *fates) dead(head board.Point) bool {
	if !f.doomed[head] || f.alive.Has(head) {
		return false
	}
	alone := true
	for _, p := range f.b.Chain(head, nil) {
		for _, q := range f.b.Around(p, nil) {
			if f.b.At(q) == f.b.At(head).Other() {
				if alone = false; !f.doomed[f.b.Head(q)] {
					return true
				}
			}
		}
	}
	return alone
}

// enclosed judges a chain in an enclosed space, and with it the enemies that are shut in
// there: they are dead if it has two eyes, and alive if it has not, but lives in seki.
func (f *fates) enclosed(p board.Point) {
	owner := f.b.At(p)
	q := Question{Target: p, First: owner, Goal: Kill, Nodes: deadNodes}
	switch f.result(q) {
	case Lost, Ko:
		f.doomed[p] = true
	case Won:
		f.alive.Add(p)
		q.First = owner.Other()
		a := f.Solve(f.b, q)
		if a.Result != Lost {
			return
		}
		for _, c := range f.list {
			if f.b.At(c) == owner.Other() && a.Seki {
				f.alive.Add(f.b.Head(c))
			} else if f.b.At(c) == owner.Other() {
				f.doomed[f.b.Head(c)] = true
			}
		}
	}
}

// reached judges any other chain.
func (f *fates) reached(p board.Point) bool {
	owner := f.b.At(p)
	if f.result(Question{Target: p, First: owner, Goal: Capture, Nodes: deadNodes}) == Lost {
		return true
	}
	f.playOn()
	balance := f.balance[p]
	return owner == board.Black && balance < 0 || owner == board.White && balance > 0
}

// result answers a question without its line.
func (f *fates) result(q Question) Result {
	if !f.ask(f.b, q) {
		return Unknown
	}
	r, _ := f.decide(q.First)
	return r
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
		for p := range size.Points {
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
