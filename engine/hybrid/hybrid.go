// Package hybrid is the search of the seed document CN 105817029 A (Anhui
// University, 2016): alpha-beta over turns with a fixed width and a growing
// depth, one judge for candidates and one for leaves. Each is either roads, which
// are quick, or shapes, which are exact; see [Mix].
//
// A Search takes its memory when it is first used; after that it allocates
// nothing.
package hybrid

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// MaxDepth is the deepest search, in turns, and MaxWidth the greatest number of
// turns looked at in one position.
const (
	MaxDepth = 32
	MaxWidth = 512
)

// Options are how a search goes about it.
type Options struct {
	Mix    Mix
	Width  int        // turns looked at in one position, 1 to MaxWidth
	Roads  eval.Roads // eq. 1; those that the search was made with
	Shapes eval.ShapeParams
	// Unaided leaves everything to the two scorers, as the document does: without
	// the exact knowledge of wins at hand and of which turns meet a threat.
	Unaided bool
}

// Found is the best turn so far. Its score is of package eval's scale.
type Found = player.Found[connect.Move]

// Search searches positions of one game. It is not safe for concurrent use.
type Search struct {
	options Options
	pos     *connect.Position
	places  [board.Cells]int32 // position value of each point, eq. 1
	clock   *limit.Clock
	points  []ranked[board.Point] // the shortlist of the position at hand
	base    int32                 // what the roads on the board are worth
	lists   [MaxDepth + 1][]ranked[connect.Move]
	line    [MaxDepth + 2][MaxDepth + 2]connect.Move // principal variations by ply
	length  [MaxDepth + 2]int
}

// New returns a search whose roads are worth what is given.
func New(size board.Size, roads eval.Roads) (*Search, error) {
	pos, err := connect.New(size, roads.Values())
	if err != nil {
		return nil, err
	}
	return &Search{pos: pos}, nil
}

// Set changes the options; the values of roads stay as they are.
func (s *Search) Set(o Options) {
	s.options = o
	s.places = o.Roads.Places(s.pos.Size())
	if o.Mix != Own {
		s.room()
	}
}

// room takes the memory for candidates, unless there is enough.
func (s *Search) room() {
	width := s.options.Width
	if cap(s.lists[0]) >= width {
		return
	}
	s.points = make([]ranked[board.Point], 0, pairedPoints)
	all := make([]ranked[connect.Move], len(s.lists)*width)
	for i := range s.lists {
		s.lists[i] = all[i*width : i*width : (i+1)*width]
	}
}

// stand makes the search's position the same as pos.
func (s *Search) stand(pos *connect.Position) {
	s.pos.Reset()
	for i := range pos.Count() {
		p, c := pos.Stone(i)
		s.pos.Put(p, c)
	}
	s.pos.SetTurn(pos.ToMove(), max(pos.Due(), 1))
}

// Think deepens turn by turn from pos until the clock says so, or searches to the
// deepest depth at once. report may be nil; it is called after every iteration.
func (s *Search) Think(c *limit.Clock, pos *connect.Position, once bool, report func(Found)) Found {
	s.clock = c
	s.stand(pos)
	s.room()
	root := &s.lists[0]
	best := Found{Move: connect.NoMove, Source: player.FromSearch, Line: s.line[0][:1]}
	if !s.expand(root) {
		// Lost against best play: block what can be blocked.
		best.Move, best.Score = s.resist(), -eval.Win+2
		s.line[0][0] = best.Move
		return best
	}
	best.Move, best.Score = (*root)[0].value, (*root)[0].score
	s.line[0][0] = best.Move
	if len(*root) == 1 {
		best.Source = player.FromOnly
		return best
	}
	depth := 1
	if once {
		depth = c.Limits.Depth
	}
	for ; depth <= c.Limits.Depth; depth++ {
		score, done := s.root(depth)
		if done > 0 {
			best.Move, best.Score, best.Line = s.line[0][0], score, s.line[0][:s.length[0]]
		}
		if c.Over {
			break
		}
		best.Depth, best.Nodes, best.Elapsed = depth, c.Nodes, c.Elapsed()
		if report != nil {
			report(best)
		}
		if score >= eval.Proved || score <= -eval.Proved || c.Enough() {
			break
		}
	}
	best.Nodes = c.Nodes
	return best
}

// root searches the root's turns to the given depth and moves each new best one
// to the front, where the next iteration begins. It returns the best score and
// how many turns were searched to the end.
func (s *Search) root(depth int) (best int32, done int) {
	l := s.lists[0]
	best = -eval.Infinity
	for i := range l {
		m := l[i].value
		score, ok := s.try(m, depth, 0, best, eval.Infinity)
		if !ok {
			return best, done
		}
		done++
		if score > best {
			best = score
			s.keep(0, m)
			it := l[i]
			copy(l[1:i+1], l[:i])
			l[0] = it
		}
	}
	return best, done
}

// try plays a turn and returns what it is worth to the side that played it. It
// reports false when the clock ran out before the answer was known.
func (s *Search) try(m connect.Move, depth, ply int, alpha, beta int32) (int32, bool) {
	if s.clock.Tick() {
		return 0, false
	}
	pos := s.pos
	me := pos.ToMove()
	pos.PlayMove(m)
	score, ok := s.after(me, m, depth, ply, alpha, beta)
	pos.TakeMove(m)
	return score, ok
}

// after judges the position that me has just reached by m.
func (s *Search) after(me board.Color, m connect.Move, depth, ply int, alpha, beta int32) (int32, bool) {
	pos := s.pos
	s.length[ply+1] = 0
	if pos.Winner() == me {
		return eval.Win - int32(ply) - 1, true
	}
	if pos.Over() {
		return 0, true
	}
	score, ok := s.node(depth-1, ply+1, -beta, -alpha)
	if !ok {
		return 0, false
	}
	score = -score
	if depth <= 1 && score > -eval.Proved && score < eval.Proved {
		score = s.leaf(me, m)
	}
	return score, true
}

// leaf is the leaf scorer's opinion for the side me that has just played m.
func (s *Search) leaf(me board.Color, m connect.Move) int32 {
	if s.options.Mix.shapeLeaves() {
		return s.options.Shapes.Turn(s.pos, me, m).Total()
	}
	score := s.pos.Value(me) + s.places[m.A]
	if m.B != board.Nowhere {
		score += s.places[m.B]
	}
	return score
}

// certain is the value of the position for the side to move where that is certain
// without a search: with a win at hand, or at depth 0 threats that no turn meets.
func (s *Search) certain(depth, ply int) (int32, bool) {
	if m, ok := s.pos.WinNow(); ok {
		s.line[ply][0] = m
		s.length[ply] = 1
		return eval.Win - int32(ply) - 1, true
	}
	if depth > 0 {
		return 0, false
	}
	var def connect.Defence
	s.pos.Answer(s.pos.ToMove(), &def)
	return -eval.Win + int32(ply) + 2, def.Need > s.pos.Due()
}

// node is the value of the position for the side to move. At depth 0 it answers
// only what is certain; otherwise 0, and the caller asks the leaf scorer.
func (s *Search) node(depth, ply int, alpha, beta int32) (int32, bool) {
	if !s.options.Unaided {
		if score, ok := s.certain(depth, ply); ok {
			return score, true
		}
	}
	if depth <= 0 {
		return 0, true
	}
	if !s.expand(&s.lists[ply]) {
		return -eval.Win + int32(ply) + 2, true
	}
	best := int32(-eval.Infinity)
	for _, it := range s.lists[ply] {
		m := it.value
		score, ok := s.try(m, depth, ply, max(alpha, best), beta)
		if !ok {
			return 0, false
		}
		if score > best {
			best = score
			s.keep(ply, m)
			if best >= beta {
				break
			}
		}
	}
	return best, true
}

// keep makes m, followed by the line found after it, the line of a ply.
func (s *Search) keep(ply int, m connect.Move) {
	s.line[ply][0] = m
	n := copy(s.line[ply][1:], s.line[ply+1][:s.length[ply+1]])
	s.length[ply] = n + 1
}

// resist is a turn for a lost position: the one of the shortlisted that leaves
// the opponent the fewest windows to win by, of like ones the first.
func (s *Search) resist() connect.Move {
	pos := s.pos
	me := pos.ToMove()
	s.shortlist(me)
	best, fewest := connect.NoMove, 0
	consider := func(m connect.Move) {
		pos.PlayMove(m)
		if hot := pos.Hot(me.Other()); best == connect.NoMove || hot < fewest {
			best, fewest = m, hot
		}
		pos.TakeMove(m)
	}
	for i, a := range s.points {
		if pos.Due() == 1 {
			consider(connect.Move{A: a.value, B: board.Nowhere})
			continue
		}
		for _, b := range s.points[:i] {
			consider(connect.Pair(a.value, b.value))
		}
	}
	return best
}
