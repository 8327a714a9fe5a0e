// Package human plays as people who are learning do: it looks at rows, its own
// before those of the opponent, overlooks a row now and then, most often one with
// gaps or on the far side of the board, tires in a long game, and never plays a point
// that makes no sense. It looks at the stones that lie there and searches nothing. It
// plays every game of k in a row.
package human

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// Habits are how somebody plays. Chances go from 0 to 1.
type Habits struct {
	// Lapse is the chance of a turn that is played so. The others are played by
	// somebody stronger, see [New].
	Lapse float64
	Own   float64 // the chance to notice a win of one's own
	Near  float64 // the chance to notice a row that the opponent can complete next, close to what was played last
	Far   float64 // the same elsewhere on the board
	// Gap is the share of these two that is lost where the row's stones have gaps between
	// them.
	Gap float64
	// Care is what an opponent's row counts that does not win yet, as a share of what
	// one's own counts.
	Care float64
	// Slip is how far a point's worth is misjudged: the standard deviation of its
	// logarithm.
	Slip float64
	// Tire is what is lost of the chances with every ten turns.
	Tire float64
}

// Careful overlooks nothing, and looks no further than its own stone.
var Careful = Habits{Own: 1, Near: 1, Far: 1, Care: 1}

// Player is somebody with habits. It is a [player.Player].
type Player struct {
	habits Habits
	strong player.Player
	seed   uint64
}

// New returns a player. strong plays the turns without a lapse, and may be nil where
// Lapse is 1. The same seed gives the same answers to the same questions.
func New(h Habits, strong player.Player, seed uint64) *Player { return &Player{h, strong, seed} }

// Forget implements [player.Forgetter].
func (p *Player) Forget() { player.Forget(p.strong) }

// Choose implements [player.Player]. Limits do not matter for a turn that is played
// by habit: it is there at once.
func (p *Player) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	g, err := newGaze(p.habits, q, p.seed)
	if err != nil {
		return player.Answer{}, err
	}
	if g.rng.Float64() >= p.habits.Lapse {
		return p.strong.Choose(ctx, q, report)
	}
	var a player.Answer
	for g.due = q.Due; g.due > 0; g.due-- {
		at := g.stone()
		if at == board.Nowhere {
			break
		}
		g.board.Stones[at], g.board.Count = g.me, g.board.Count+1
		a.Points = append(a.Points, at)
		if g.rules.Result(g.board, game.Turn{Color: g.me, Points: []board.Point{at}}).Over {
			break
		}
	}
	if len(a.Points) == 0 {
		return a, errors.New("there is no turn to choose: the game is over")
	}
	a.Source, a.Depth, a.Line = player.FromSearch, 1, [][]board.Point{a.Points}
	if report != nil {
		report(a.Info)
	}
	return a, nil
}

// far is from what distance to the stones of the last turn, in points, a row is on
// the far side of the board.
const far = 5

// gaze is one look at the board.
type gaze struct {
	Habits
	rules game.Rules
	board *game.Board
	me    board.Color
	due   int // stones that are still to be placed
	row   int // stones in a row that win
	each  int // stones of the opponent's next turn
	exact [3]bool
	last  []board.Point
	tired float64 // what is left of the chances
	seed  uint64  // of this turn
	rng   *rand.Rand
}

func newGaze(h Habits, q player.Question, seed uint64) (*gaze, error) {
	g := &gaze{Habits: h, rules: q.Rules, board: q.Board(), me: q.ToMove}
	switch r := q.Rules.(type) {
	case game.Connect:
		g.row, g.each = r.Row, r.Each
	case game.Gomoku:
		g.row, g.each = 5, 1
		g.exact[board.Black], g.exact[board.White] = r.Wins.Exact(board.Black), r.Wins.Exact(board.White)
	default:
		return nil, errors.New("this player does not play " + q.Rules.Name())
	}
	if n := len(q.Turns); n > 0 {
		g.last = q.Turns[n-1].Points
	}
	g.tired = max(0, 1-h.Tire*float64(len(q.Turns))/20)
	g.seed = mix(seed ^ uint64(g.board.Count)<<32)
	for at := range g.board.Size.Points {
		if g.board.Stones[at] != board.Empty {
			g.seed = mix(g.seed ^ uint64(at)<<2 ^ uint64(g.board.Stones[at]))
		}
	}
	g.rng = rand.New(rand.NewPCG(g.seed, 1))
	return g, nil
}

// mix scatters the bits of a number.
func mix(x uint64) uint64 { return board.SplitMix(&x) }

// stone chooses the next stone; Nowhere if there is no point left.
func (g *gaze) stone() board.Point {
	var worth [board.Cells]float64
	var wins, blocks [board.Cells]int
	for w := range g.windows {
		mine, theirs := g.count(w)
		switch {
		case mine > 0 && theirs > 0:
		case theirs == 0 && g.row-mine <= g.due && g.notices(w, g.Own):
			g.add(&wins, w)
		case mine == 0 && theirs > 0 && g.row-theirs <= g.each && g.sees(w):
			g.add(&blocks, w)
		default:
			v := value(mine)
			if theirs > 0 {
				v = g.Care * value(theirs)
			}
			if theirs > 0 && g.row-theirs <= g.each || g.row-mine <= g.due {
				v = 0 // overlooked
			}
			for _, at := range w.points[:g.row] {
				worth[at] += v
			}
		}
	}
	for _, urgent := range []*[board.Cells]int{&wins, &blocks} {
		if at := g.most(urgent); at != board.Nowhere {
			return at
		}
	}
	return g.pleasing(&worth)
}

// value is what a window counts in which one side has n stones and the other none.
func value(n int) float64 { return math.Pow(4, float64(n)) }

// window is as many points in a line as win.
type window struct {
	points [6]board.Point
	line   uint64 // the line that it lies on
	before board.Color
	after  board.Color
}

// windows calls do for every window of the board.
func (g *gaze) windows(do func(*window) bool) {
	size := g.board.Size
	for d, step := range board.Directions {
		for at := range size.Points {
			x, y := at.X()+step[0]*(g.row-1), at.Y()+step[1]*(g.row-1)
			if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
				continue
			}
			w := window{before: g.at(at.X()-step[0], at.Y()-step[1]), after: g.at(x+step[0], y+step[1])}
			for k := range g.row {
				w.points[k] = board.At(at.X()+k*step[0], at.Y()+k*step[1])
			}
			w.line = uint64(d)<<16 | uint64(at.X()*step[1]-at.Y()*step[0]+64)
			if !do(&w) {
				return
			}
		}
	}
}

// at is what stands in column x and row y, Empty beyond the edge.
func (g *gaze) at(x, y int) board.Color {
	if x < 0 || y < 0 || x >= g.board.Size.Cols || y >= g.board.Size.Rows {
		return board.Empty
	}
	return g.board.Stones[board.At(x, y)]
}

// count counts the stones of both sides. A window whose row would become too long
// belongs to nobody.
func (g *gaze) count(w *window) (mine, theirs int) {
	for _, at := range w.points[:g.row] {
		switch g.board.Stones[at] {
		case board.Empty:
		case g.me:
			mine++
		default:
			theirs++
		}
	}
	for _, c := range []board.Color{w.before, w.after} {
		if c != board.Empty && g.exact[c] && (c == g.me && theirs == 0 || c != g.me && mine == 0) {
			return 1, 1
		}
	}
	return mine, theirs
}

// sees reports whether a row of the opponent's is noticed that wins next.
func (g *gaze) sees(w *window) bool {
	chance, runs, before := g.Far, 0, board.Empty
	for _, at := range w.points[:g.row] {
		stone := g.board.Stones[at]
		if stone != board.Empty && before == board.Empty {
			runs++
		}
		before = stone
		for _, l := range g.last {
			if at.Distance(l) < far {
				chance = g.Near
			}
		}
	}
	if runs > 1 {
		chance *= 1 - g.Gap
	}
	return g.notices(w, chance)
}

// notices reports whether what lies on a line is noticed in this turn, all of it or
// nothing, with the given chance.
func (g *gaze) notices(w *window, chance float64) bool {
	return float64(mix(g.seed^w.line)>>11)/(1<<53) < chance*g.tired
}

// add counts the window at its empty points.
func (g *gaze) add(n *[board.Cells]int, w *window) {
	for _, at := range w.points[:g.row] {
		if g.board.Stones[at] == board.Empty {
			n[at]++
		}
	}
}

// most returns the point with the highest count that may be played, Nowhere if all
// are 0.
func (g *gaze) most(n *[board.Cells]int) board.Point {
	best, found := 0, board.Nowhere
	for at := range g.board.Size.Points {
		if n[at] > best && g.allowed(at) {
			best, found = n[at], at
		}
	}
	return found
}

// choices is how many points come to mind.
const choices = 8

// pleasing returns a point that looks good, of those close to the stones.
func (g *gaze) pleasing(worth *[board.Cells]float64) board.Point {
	var list []board.Point
	for at := range g.board.Size.Points {
		if g.board.Stones[at] == board.Empty && g.close(at) {
			list = append(list, at)
		}
	}
	if g.board.Count == 0 {
		return g.board.Size.Center()
	}
	// Points of equal worth come in no order.
	g.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(a, b board.Point) int {
		switch {
		case worth[a] > worth[b]:
			return -1
		case worth[a] < worth[b]:
			return 1
		}
		return 0
	})
	best, found := math.Inf(-1), board.Nowhere
	for _, at := range list {
		if found != board.Nowhere && len(list) > choices && worth[at] < worth[list[choices]] {
			break
		}
		if v := math.Log(worth[at]+1) + g.Slip*g.rng.NormFloat64(); v > best && g.allowed(at) {
			best, found = v, at
		}
	}
	if found == board.Nowhere {
		for at := range g.board.Size.Points {
			if g.allowed(at) {
				return at
			}
		}
	}
	return found
}

// close reports whether a stone stands within two points of at.
func (g *gaze) close(at board.Point) bool {
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if g.at(at.X()+dx, at.Y()+dy) != board.Empty {
				return true
			}
		}
	}
	return false
}

// allowed reports whether the rules let a stone be placed.
func (g *gaze) allowed(at board.Point) bool {
	if g.board.Stones[at] != board.Empty {
		return false
	}
	_, err := g.rules.Judge(g.board, game.Turn{Color: g.me, Points: []board.Point{at}})
	return err == nil
}
