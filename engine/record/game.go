package record

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/referee"
)

// Game is what a record leads to. It changes by events only, in the same way whether
// they are new or read again; everybody else only reads it.
type Game struct {
	Book     []game.Rules // what can be played
	Seq      uint64       // of the last line
	Whole    uint64       // of the last one that has the whole state, see [Whole]
	Position uint64       // grows with every event that changes what comes next

	ID   string // "" before the first game
	Game *game.Game
	Seats
	Series Series // the match that the game is part of
	By     []Seat // who played each turn
	Final  Final
	Clock  clock.Clock
	// Pressed says that the clock shows already what it will after Decision.
	Pressed bool
	Marks   [][3]clock.Side // what the clock showed as each position came up, by colour
	Timed   int             // turns that were played before this clock
	Started time.Time
	Ended   time.Time
	Paused  bool
	Opens   opening.Kind // what the next game begins with, unless it is told otherwise
	// Dismissed is the kind of the question that people have answered with no, for as
	// long as there is reason for it; "" if there is none.
	Dismissed referee.QuestionKind
	// Spent are the stones that lie where they answered a question or a menu: no part
	// of the game.
	Spent    []board.Point
	Mend     Mend
	Decision []board.Point // the turn that is chosen but not down yet
	StandIn  bool          // the machine chose Decision in the place of a program
	Placed   []board.Point // of the turn that the machine is to choose: stones that stand already
}

// Mend is what is to be done to the board before anything else; "" for nothing.
type Mend string

// What is to be done to the board.
const (
	Clear  Mend = "clear"  // for a new game
	Repair Mend = "repair" // it is to agree with the game again
)

// Final is how things were as the game ended, whatever is set for the next one.
type Final struct {
	Seats   [3]Seat // by colour
	Control clock.Control
	Left    []clock.Side
}

// New returns a state in which no game has begun; the board is shown for the first of
// the rules in the book.
func New(book []game.Rules, s Seats, c clock.Control) Game {
	g := Game{Book: book, Game: game.New(book[0]), Seats: s}
	g.resetClock(c)
	return g
}

// Begun reports whether there is a game.
func (g *Game) Begun() bool { return g.ID != "" }

// UnderWay reports whether there is a game that has a turn and is not over.
func (g *Game) UnderWay() bool {
	return g.Begun() && !g.Game.Result().Over && len(g.Game.Turns()) > 0
}

// Rules returns the rules of that name on a board of that size, whatever the size if
// it is zero; nil if there are none.
func (g *Game) Rules(name string, size board.Size) game.Rules {
	for _, r := range g.Book {
		if r.Name() == name && (size == board.Size{} || r.Size() == size) {
			return r
		}
	}
	return nil
}

// First returns the seats as they were when the game began, before the opening
// exchanged any colours.
func (g *Game) First() Seats {
	if g.Game.BlackPlayer() == opening.Second {
		return g.Seats.exchanged()
	}
	return g.Seats
}

// Back says what a take-back takes back: so many turns that the turn of a person is
// taken back and a person is to move again, or, unchosen, a choice of a person that
// was made after the turn that is the last one then; just the resignation, or the
// loss on time, if there is one. ok is false when there is nothing to take back.
func (g *Game) Back() (n int, unchosen, ok bool) {
	if r := g.Game.Result().Reason; r == game.ByResign || r == game.ByTime {
		return 0, false, true
	}
	turns := len(g.Game.Turns())
	for i := turns; i >= 0; i-- {
		if g.chosenByPerson(i) {
			return turns - i, true, true
		}
		if i > 0 && (g.People[g.Game.SideOf(i-1)] || g.People == [3]bool{}) {
			return turns - i + 1, false, true
		}
	}
	return 0, false, false
}

// Backs lists how many turns people may take back by lifting their stones: so many
// that a person is to move again. Nobody lifts a machine's stones to let it choose
// again.
func (g *Game) Backs() []int {
	var list []int
	turns := g.Game.Turns()
	for n := 1; n <= len(turns); n++ {
		if g.People[g.Game.SideOf(len(turns)-n)] {
			list = append(list, n)
		}
	}
	return list
}

// LastHere is the number of turns that take back the last one that no remote opponent
// has played; 0 if there is none.
func (g *Game) LastHere() int {
	turns := g.Game.Turns()
	for i := len(turns) - 1; i >= 0; i-- {
		if g.Game.SideOf(i) != g.Remote {
			return len(turns) - i
		}
	}
	return 0
}

// OnBoard returns how many of the last so many turns stand on the board here: a remote
// opponent's turn that is still to be put down does not.
func (g *Game) OnBoard(turns int) int {
	if turns > 0 && g.Decision != nil && g.Game.Side() == g.Remote {
		turns--
	}
	return turns
}

// Settled is how many turns cannot be taken back between two tables: those before the
// opening's last choice. With it the players may have exchanged their colours, their
// clocks and what stands before them, and neither should get that undone by a slip.
func (g *Game) Settled() int {
	made := g.Game.Made()
	if len(made) == 0 {
		return 0
	}
	return made[len(made)-1].After
}

// chosenByPerson reports whether a choice was made after so many turns by a person,
// or by anybody where no people play.
func (g *Game) chosenByPerson(after int) bool {
	for i, made := range g.Game.Made() {
		if made.After == after && (g.People[g.Game.SideOfChoice(i)] || g.People == [3]bool{}) {
			return true
		}
	}
	return false
}

// Players lists who played a colour, in the order in which they took over; who sat
// there at the end if the colour has no turn. The game must be over.
func (g *Game) Players(c board.Color) []Seat {
	var list []Seat
	for i := range g.Game.Turns() {
		if g.Game.SideOf(i) == c && !slices.Contains(list, g.By[i]) {
			list = append(list, g.By[i])
		}
	}
	if len(list) == 0 {
		list = append(list, g.Final.Seats[c])
	}
	return list
}

// Unfinished returns the game as one in whose place another begins.
func (g *Game) Unfinished(at time.Time) *Game {
	n := *g
	n.over(at)
	return &n
}

// over notes that the game has ended.
func (g *Game) over(at time.Time) {
	g.Decision, g.Placed, g.Paused, g.Ended = nil, nil, false, at
	g.Final = Final{
		Seats:   [3]Seat{board.Black: g.Of(board.Black), board.White: g.Of(board.White)},
		Control: g.Clock.Control(), Left: g.left(),
	}
}

// exchange gives each player the other's colour, with the time on the clock, wherever
// they play.
func (g *Game) exchange() {
	g.Seats = g.Seats.exchanged()
	var at time.Time // the clock stands
	g.Clock.Set(g.Clock.Side(at, board.White), g.Clock.Side(at, board.Black))
	for i := range g.Marks {
		k := &g.Marks[i]
		k[board.Black], k[board.White] = k[board.White], k[board.Black]
	}
}

// resetClock puts a clock with all its time on the table. What it showed before the
// turns on record is not known then.
func (g *Game) resetClock(c clock.Control) {
	g.Clock = clock.New(c)
	g.Marks = nil
	for range len(g.Game.Turns()) + 1 {
		g.mark()
	}
	g.Timed = len(g.Game.Turns())
}

// mark notes what the clock shows as a position comes up.
func (g *Game) mark() {
	var at time.Time // the clock stands
	g.Marks = append(g.Marks, [3]clock.Side{board.Black: g.Clock.Side(at, board.Black), board.White: g.Clock.Side(at, board.White)})
}

// rewind sets the clock to what it showed when the present position came up.
func (g *Game) rewind() {
	g.Marks = g.Marks[:len(g.Game.Turns())+1]
	g.Timed = min(g.Timed, len(g.Game.Turns()))
	last := g.Marks[len(g.Marks)-1]
	g.Clock.Set(last[board.Black], last[board.White])
}

// left lists what the side that played a turn had left after it, for the last turns:
// those that were played on the present clock.
func (g *Game) left() []clock.Side {
	if g.Clock.Control().IsZero() {
		return nil
	}
	var left []clock.Side
	for i := range g.Game.Turns() {
		if i >= g.Timed {
			left = append(left, g.Marks[i+1][g.Game.SideOf(i)])
		}
	}
	return left
}

// Sides returns what the sides have left at a moment, in whole milliseconds as records
// have it; nil without a clock.
func Sides(k *clock.Clock, now time.Time) *[3]clock.Side {
	if k.Control().IsZero() {
		return nil
	}
	var all [3]clock.Side
	for _, c := range []board.Color{board.Black, board.White} {
		s := k.Side(now, c)
		s.Main, s.Period = s.Main.Round(time.Millisecond), s.Period.Round(time.Millisecond)
		all[c] = s
	}
	return &all
}
