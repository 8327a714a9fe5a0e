package gomoku

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

// Opener plays the openings: it puts down stones that leave the sides as equal as
// it can find, so that who chooses between them gains nothing, and chooses the side
// that a search prefers.
type Opener struct {
	// Judge values a position for the side to move; ok is false when there is no
	// more time for that, and the opener answers with the best it has.
	Judge func(player.Question) (a player.Answer, ok bool)
	Now   func() time.Time // its only clock
	Rand  func(n int) int  // from 0 to n-1, for variety; nil: there is none
}

// leastShare is the shortest time that a position is judged in.
const leastShare = 30 * time.Millisecond

// looked is how many openings that long searches hold even are looked at again.
const looked = 8

func (o Opener) pick(n int) int {
	if o.Rand == nil || n < 2 {
		return 0
	}
	return o.Rand(n)
}

// Stones returns the stones of the first three that the question's position lacks,
// black, white and black by turns; nil if there is no room for them. The question's
// limits are those of all.
func (o Opener) Stones(q player.Question, kind opening.Kind) []board.Point {
	put := q.Points()
	if len(put) >= 3 {
		return nil
	}
	list := o.shuffled(threes(q.Rules, kind, put, o.pick(8)))
	if !kind.Canonical() {
		list = list[:min(len(list), looked)]
	}
	best := o.even(q, list)
	if best == nil {
		return nil
	}
	return best[len(put):]
}

// threes lists openings that begin with the stones that stand; where none of the
// known ones does, these stones with the others of each; else any three stones. They lie
// turned by the symmetry first where the stones that stand let them.
func threes(rules game.Rules, kind opening.Kind, put []board.Point, first int) [][]board.Point {
	size := rules.Size()
	var list [][]board.Point
	add := func(three []board.Point) bool {
		fits := slices.Equal(three[:len(put)], put) && three[0] != three[1] && three[0] != three[2] && three[1] != three[2]
		if fits {
			list = append(list, three)
		}
		return fits
	}
	if kind.Canonical() {
		for _, p := range opening.Canonical() {
			if len(put) < 3 && max(p.Worth, -p.Worth) > 1 && known(size, put) {
				continue // who chooses the colour knows it
			}
			// One way to lie is as good as another.
			for s := range 8 {
				if at := p.Points(size, first+s); add(at[:]) {
					break
				}
			}
		}
		return list
	}
	for _, steps := range wide()[rules.Name()] {
		var three []board.Point
		for _, d := range steps {
			three = append(three, near(size, d))
		}
		for s := range size.Symmetries() {
			turned := make([]board.Point, 3)
			for i, p := range three {
				turned[i] = size.Turn(p, (first+s)%size.Symmetries())
			}
			if add(turned) {
				break
			}
		}
	}
	if len(list) == 0 { // what is even with the stones that stand may be among these
		for i, steps := range wide()[rules.Name()] {
			three := slices.Clone(put)
			for _, d := range steps[len(put):] {
				three = append(three, size.Turn(near(size, d), (first+i)%size.Symmetries()))
			}
			add(three)
		}
	}
	for i := 0; len(list) == 0 && i < size.Count(); i++ {
		three := slices.Clone(put)
		for k := i; len(three) < 3 && k < i+size.Count(); k++ {
			if p := size.Point(k * 7 % size.Count()); !slices.Contains(three, p) {
				three = append(three, p)
			}
		}
		if len(three) < 3 {
			for p := range size.Points {
				if len(three) < 3 && !slices.Contains(three, p) {
					three = append(three, p)
				}
			}
		}
		if len(three) < 3 {
			return nil
		}
		add(three)
	}
	return list
}

// known reports whether openings that are nearly even still can be put down.
func known(size board.Size, put []board.Point) bool {
	for _, p := range opening.Canonical() {
		for s := range 8 {
			if at := p.Points(size, s); max(p.Worth, -p.Worth) <= 1 && slices.Equal(at[:len(put)], put) {
				return true
			}
		}
	}
	return false
}

// near is a step from the middle, on the board.
func near(size board.Size, d [2]int) board.Point {
	mid := size.Center()
	return board.At(min(max(mid.X()+d[0], 0), size.Cols-1), min(max(mid.Y()+d[1], 0), size.Rows-1))
}

func (o Opener) shuffled(list [][]board.Point) [][]board.Point {
	for i := len(list) - 1; i > 0 && o.Rand != nil; i-- {
		k := o.Rand(i + 1)
		list[i], list[k] = list[k], list[i]
	}
	return list
}

// even returns the one of the openings after which White, to move, is nearest to
// having neither gained nor lost; each is all stones from the first, by turns.
func (o Opener) even(q player.Question, list [][]board.Point) []board.Point {
	var best []board.Point
	least := 0
	o.each(q, len(list), func(i int, limits limit.Limits) bool {
		at := q
		at.Turns, at.ToMove, at.Due, at.Limits = alternate(list[i]), board.White, 1, limits
		f, ok := o.value(at)
		if v := max(f.Score, -f.Score); ok && (best == nil || v < least) {
			best, least = list[i], v
		}
		return ok
	})
	if best == nil && len(list) > 0 {
		best = list[0]
	}
	return best
}

// value judges a position by two depths: what a search sees swings with who has the
// last stone.
func (o Opener) value(q player.Question) (player.Answer, bool) {
	first, second := q, q
	first.Limits.Soft, first.Limits.Hard = q.Limits.Soft*2/3, q.Limits.Hard*2/3
	second.Limits.Hard = q.Limits.Hard / 3
	f, ok := o.Judge(first)
	if !ok || f.Depth < 2 || f.Win != 0 {
		return f, ok
	}
	second.Limits.Depth = f.Depth - 1
	if g, ok := o.Judge(second); ok {
		f.Score = (f.Score + g.Score) / 2
	}
	return f, true
}

// each shares the question's time among n positions, and stops when little is left
// or judge returns false.
func (o Opener) each(q player.Question, n int, judge func(i int, limits limit.Limits) bool) {
	end := o.Now().Add(q.Limits.Hard)
	for i := range n {
		l := q.Limits
		if l.Hard > 0 {
			left := end.Sub(o.Now())
			if i > 0 && left < l.Hard/8 {
				return
			}
			share := max(left/time.Duration(n-i), leastShare)
			l.Soft, l.Hard = share/2, share
		}
		if !judge(i, l) {
			return
		}
	}
}

// alternate makes turns of points, black first.
func alternate(points []board.Point) []game.Turn {
	var list []game.Turn
	c := board.Black
	for i := range points {
		list = append(list, game.Turn{Color: c, Points: points[i : i+1]})
		c = c.Other()
	}
	return list
}

// Two returns the two stones, white and black, that the second player of swap2 puts
// down beside the first three, or the black one that is left of them; nil if there
// is no room.
func (o Opener) Two(q player.Question) []board.Point {
	put := q.Points()
	free := around(q, 3)
	if len(put) < 3 || len(put) >= 5 || len(free) < 5-len(put) {
		return nil
	}
	const ways = 12
	var list [][]board.Point
	for i := range ways {
		five := slices.Clone(put)
		for k := 0; len(five) < 5; k++ {
			at := (i*5 + len(five)*11 + k) % len(free)
			if o.Rand != nil && k < len(free) {
				at = o.pick(len(free))
			}
			if !slices.Contains(five, free[at]) {
				five = append(five, free[at])
			}
		}
		list = append(list, five)
	}
	return o.even(q, list)[len(put):]
}

// around lists the empty points within so many steps of a stone, in reading order;
// all empty points if those are few.
func around(q player.Question, steps int) []board.Point {
	var list, all []board.Point
	stones := q.Points()
	for p := range q.Rules.Size().Points {
		if slices.Contains(stones, p) {
			continue
		}
		all = append(all, p)
		if slices.ContainsFunc(stones, func(s board.Point) bool { return s.Distance(p) <= steps }) {
			list = append(list, p)
		}
	}
	if len(list) < 5 {
		return all
	}
	return list
}

// Colour returns the colour to take in a position in which White is to move, and
// White's point there if the opener judged it. What is held of one of the 26
// openings goes before what a search sees.
func (o Opener) Colour(q player.Question, kind opening.Kind) (opening.Choice, board.Point) {
	if three := q.Points(); kind.Canonical() && len(three) == 3 {
		p, _ := opening.Named(q.Rules.Size(), three)
		switch {
		case p.Worth > 0:
			return opening.TakeBlack, board.Nowhere
		case p.Worth < 0:
			return opening.TakeWhite, board.Nowhere
		}
	}
	q.ToMove, q.Due = board.White, 1
	f, ok := o.value(q)
	if ok && (f.Score < 0 || len(f.Points) == 0) {
		return opening.TakeBlack, board.Nowhere
	}
	if len(f.Points) == 0 {
		return opening.TakeWhite, board.Nowhere
	}
	return opening.TakeWhite, f.Points[0]
}

// Keep returns the one of Black's two fifth stones that White, who moves next,
// leaves standing. The question's stones are those before them.
func (o Opener) Keep(q player.Question, offered []board.Point) board.Point {
	kept, most := offered[0], 0
	o.each(q, len(offered), func(i int, limits limit.Limits) bool {
		f, ok := o.Judge(with(q, offered[i], limits))
		if ok && (i == 0 || f.Score > most) {
			kept, most = offered[i], f.Score
		}
		return ok
	})
	return kept
}

// with is a question after one more black stone, with White to move.
func with(q player.Question, p board.Point, limits limit.Limits) player.Question {
	q.Turns = append(slices.Clip(q.Turns), game.Turn{Color: board.Black, Points: []board.Point{p}})
	q.ToMove, q.Due, q.Limits = board.White, 1, limits
	return q
}

// Fifths returns two fifth stones for Black that no symmetry exchanges: White takes
// the better one away, so the second best of all is what counts. The position must
// have four stones.
func (o Opener) Fifths(q player.Question) []board.Point {
	type ranked struct {
		at    board.Point
		score int // for White
	}
	var free []board.Point
	for _, p := range around(q, 2) {
		if !slices.ContainsFunc(free, func(other board.Point) bool { return opening.Exchanged(q.Rules.Size(), other, p, q.At) }) {
			free = append(free, p)
		}
	}
	judged := func(list []board.Point, share time.Duration) []ranked {
		var all []ranked
		part := q
		part.Limits.Hard = share
		o.each(part, len(list), func(i int, limits limit.Limits) bool {
			f, ok := o.Judge(with(q, list[i], limits))
			if ok {
				all = append(all, ranked{list[i], f.Score})
			}
			return ok
		})
		slices.SortStableFunc(all, func(a, b ranked) int { return a.score - b.score })
		return all
	}
	const last = 4
	quick := judged(free, q.Limits.Hard/2)
	var best []board.Point
	for _, r := range quick[:min(last, len(quick))] {
		best = append(best, r.at)
	}
	var two []board.Point
	for _, r := range judged(best, q.Limits.Hard/2) {
		two = append(two, r.at)
	}
	for _, p := range append(best, free...) {
		if len(two) < 2 && !slices.Contains(two, p) {
			two = append(two, p)
		}
	}
	return two[:min(2, len(two))]
}
