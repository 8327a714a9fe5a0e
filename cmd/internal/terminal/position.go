package terminal

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

// position is a state, and what stands and is marked on each point.
type position struct {
	*api.Snapshot
	on    map[board.Point]stone
	marks map[board.Point]mark
	last  map[board.Point]bool // stones of the last turn, or of the line that won
}

// stone is what stands on a point.
type stone uint8

const (
	noStone stone = iota
	blackStone
	whiteStone
	someStone // of a colour that the board cannot tell
)

// mark is what is said of a point beside the stone on it, what matters least first.
type mark uint8

const (
	noMark mark = iota
	starMark
	blackArea
	whiteArea
	libertyMark
	allowedMark
	forbiddenMark
	askedMark
	hintMark
	wantedMark
	deadMark
	wrongMark
)

func (s *position) size() board.Size { return board.Size{Cols: s.Cols, Rows: s.Rows} }

// stoneOf is a stone of a colour.
func stoneOf(c board.Color) stone {
	if c == board.White {
		return whiteStone
	}
	return blackStone
}

// newPosition finds what a state shows on each point.
func newPosition(s *api.Snapshot) *position {
	p := &position{Snapshot: s, on: map[board.Point]stone{}, marks: map[board.Point]mark{}, last: map[board.Point]bool{}}
	if !p.size().Valid() {
		return p
	}
	p.stand()
	for _, x := range stars(p.size()) {
		p.mark(x, starMark)
	}
	p.told()
	p.counted()
	last := s.Line
	if n := len(s.Moves); len(last) == 0 && n > 0 {
		last = s.Moves[n-1]
	}
	for _, x := range last {
		p.last[x] = true
	}
	return p
}

// stand finds the stones: as the board shows them, and as the game has them where that
// cannot tell.
func (s *position) stand() {
	for _, x := range s.Stones {
		switch x.Color {
		case referee.Sight(board.Black):
			s.on[x.Point] = blackStone
		case referee.Sight(board.White):
			s.on[x.Point] = whiteStone
		default:
			s.on[x.Point] = someStone
		}
	}
	for _, x := range s.Record {
		if !s.Link || s.on[x.Point] == someStone {
			s.on[x.Point] = stoneOf(x.Color)
		}
	}
	for _, x := range slices.Concat(s.Partial, s.Turn) {
		if s.on[x] == someStone && s.ToMove != board.Empty {
			s.on[x] = stoneOf(s.ToMove)
		}
	}
}

// mark notes what is said of a point, unless something that matters more is.
func (s *position) mark(p board.Point, as mark) {
	if s.size().Has(p) {
		s.marks[p] = max(s.marks[p], as)
	}
}

// told marks what the table says of points.
func (s *position) told() {
	all := func(points api.Points, as mark) {
		for _, p := range points {
			s.mark(p, as)
		}
	}
	all(s.Forbidden, forbiddenMark)
	all(s.Opening.Allowed, allowedMark)
	all(s.Wanted, wantedMark)
	if s.Hint != nil {
		all(s.Hint.Points, hintMark)
	}
	if q := s.Question; q != nil {
		all(q.Points, askedMark)
		for _, o := range q.Options {
			if o.Point != nil {
				s.mark(*o.Point, askedMark)
			}
		}
	}
	for _, m := range s.Marks {
		switch m.Kind {
		case "accepted":
		case "missing", "extra", "wrong":
			s.mark(m.Point, wrongMark)
		default:
			s.mark(m.Point, deadMark)
		}
	}
}

// counted marks what a game of Go has on points.
func (s *position) counted() {
	g := s.Go
	if g == nil {
		return
	}
	for i, owner := range g.Owner {
		if p := s.size().Point(i); i < s.size().Count() && s.on[p] == noStone {
			switch owner {
			case 'b':
				s.mark(p, blackArea)
			case 'w':
				s.mark(p, whiteArea)
			}
		}
	}
	for _, p := range g.Liberties {
		s.mark(p, libertyMark)
	}
	if g.Ko != nil {
		s.mark(*g.Ko, forbiddenMark)
	}
	if g.Counting {
		for _, p := range g.Dead {
			s.mark(p, deadMark)
		}
	}
}

// due is the colour of the stone that is to go to a point: what a mark there asks for,
// else what the present turn needs.
func (s *position) due(p board.Point) board.Color {
	for _, m := range s.Marks {
		if m.Point == p && m.Color != board.Empty && (m.Kind == "missing" || m.Kind == "wrong") {
			return m.Color
		}
	}
	if s.Question != nil {
		for _, o := range s.Question.Options {
			if o.Point != nil && *o.Point == p && o.Color != board.Empty {
				return o.Color
			}
		}
	}
	if s.ToMove == board.White {
		return board.White
	}
	return board.Black
}

// stars are the points that a board has dots on, for the eye.
func stars(size board.Size) (list []board.Point) {
	lines := func(n int) []int {
		switch {
		case n >= 13 && n%2 == 1:
			return []int{3, n / 2, n - 4}
		case n >= 9 && n%2 == 1:
			return []int{2, n / 2, n - 3}
		}
		return nil
	}
	for _, x := range lines(size.Cols) {
		for _, y := range lines(size.Rows) {
			list = append(list, board.At(x, y))
		}
	}
	return list
}
