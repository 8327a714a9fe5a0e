// Package referee tells from what a board shows what has happened in the game
// on it: which turn was played or taken back, what is wrong on the board, what
// to tell the people at it and what to ask them.
//
// It is a state machine without I/O and without a clock. [Referee.Expect] says
// what the game waits for, [Referee.Step] takes one observation of the board
// and the time, and gives back at most one [Event] and a [View]. The referee
// never changes the game: what an event says becomes part of it only when the
// caller makes it so.
//
// A turn counts only after its stones, and everything else on the board, have
// been standing as they are for the settle time. Everything that is wrong until
// then, a stone too many, one of the other colour, one lifted or slid, is named
// in the View and waited out.
//
// What the board cannot tell, people are asked: see [Question]. A question
// waits and never blocks: who ignores it and does what the View says of single
// stones, goes on with the game.
//
// # Captures
//
// Captured stones are to be lifted, in any order: [Captured] names those that still lie
// there. They are part of nothing. The next turn counts while they lie there, they are
// never missed, and one that is pushed to the next point is no turn. A point on which
// one lies can be played on when that stone has been off for 0.3 s. A referee that
// begins in the middle of a game takes a stone for captured where the record says that
// one of its colour was captured there last.
//
// They may also be lifted first. A complete turn excuses the stones that it captures
// from being there, all or some, and only these: one lifted too many is [Missing], and
// the turn waits for it. Before the stone is placed nobody can know what people are up
// to. If one stone of the side to move would capture most of what is missing, that is
// [Capturing]: no alarm for the take-back time, after which the lights ask for the
// stones, and the capture still counts. The stones that an early reply captures may be
// gone, too, before the turn that it replies to has settled.
//
// Take-back is the same gesture, and told from captures like this:
//   - The stones of the last turns, and no others, lifted, and nothing placed: take-back
//     after its time, though a turn may capture them.
//   - A stone placed in that time that captures what was lifted: that turn. It does not
//     capture all of it: no turn and no take-back, the rest is missing.
//   - More stones lifted than the last turn's, as with the chain of the stone just
//     played: a capture, or missing.
//   - After the capturing turn has counted, its captives lifted: nothing, they are off the
//     record. The capturing stone itself lifted: take-back of the capture, which then asks
//     for the captured stones that were lifted, stone by stone.
//   - Snapback and ko are captures like others: the stone that is to be captured may be
//     the one just played, and a new stone may come to where a captured one was lifted.
//
// A board that cannot tell colours is read the same way: the side to move placed the
// stone. One stone that goes as another comes can be that one, pushed; then people are
// asked, with [AskCapture], and the lights say meanwhile how to go back.
package referee

import (
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Settings are the referee's times. All times are those that are passed in.
type Settings struct {
	// Settle is how long the board must stand unchanged before a turn counts.
	Settle time.Duration
	// Blip is for how long a point may show something else, and then again what
	// it showed before, without having changed: shorter than any hand, longer
	// than the readings that pass the filter by chance.
	Blip time.Duration
	// Slide is how long after a stone has left one point one that comes to
	// another is taken for the same stone, moved.
	Slide time.Duration
	// TakeBack is how long the stones of a turn must stay lifted for the turn
	// to be taken back.
	TakeBack time.Duration
	// Blind is how long stones are asked for on points that the board cannot
	// read, before they are taken to be there. It starts again for a point that
	// becomes unreadable. A person who plays is asked about such points after
	// the same time, once the rest of the turn is down.
	Blind time.Duration
	// Idle is how long a person's turn may go without a stone before they are
	// asked about points that the board cannot read.
	Idle time.Duration
	// Bare is how long the board must be bare before people are asked whether
	// they want a new game.
	Bare time.Duration
	// SetUp is how long a position that is not the game's must stand before
	// people are asked whether to play on from it, and SetUpStones the least
	// number of points on which it differs.
	SetUp       time.Duration
	SetUpStones int
	// Answer is how long a stone must stand on the point of an answer.
	Answer time.Duration
	// Menu is how long a stone of the game must lie on a corner before that opens
	// the menu, and Patience how long a menu stays open that nobody touches.
	Menu     time.Duration
	Patience time.Duration
}

// Default is what the product uses unless it is told otherwise.
func Default() Settings {
	return Settings{
		Settle:      700 * time.Millisecond,
		Blip:        80 * time.Millisecond,
		Slide:       3 * time.Second,
		TakeBack:    5 * time.Second,
		Blind:       5 * time.Second,
		Idle:        time.Minute,
		Bare:        3 * time.Second,
		SetUp:       15 * time.Second,
		SetUpStones: 5,
		Answer:      2 * time.Second,
		Menu:        3 * time.Second,
		Patience:    time.Minute,
	}
}

// Task is what the game waits for.
type Task uint8

// The tasks. None of them matters when the game is over.
const (
	// Watch: nobody is to put down anything; the board should show the stones
	// of the game and no others.
	Watch Task = iota
	// Play: a person puts down the stones of the turn that is due, on points of
	// their choice.
	Play
	// Place: a person puts down the stones of the turn that is due, on the
	// points of [Ask].
	Place
)

// Ask is a task with what belongs to it. Colour and number of stones follow
// from the game.
type Ask struct {
	Task   Task
	Points []board.Point // Place: where the stones go
	Kept   []board.Point // Watch: stones of the turn that is due that may stand already
	// Reply says that a person plays the turn after this one too. Then its
	// stones may come before this turn has settled, provided that the board
	// tells the colours apart.
	Reply bool
	// Choose is what a person is to choose from before the game goes on, with Watch;
	// nil for nothing. Where they are the names of two stones of the game, Offered
	// are those stones: who takes one off the board chooses the other.
	Choose  []Answer
	Offered []board.Point
	// Back lists, ascending, how many turns people may take back by lifting
	// their stones; nil for none.
	Back []int
	// Lever says that a person's own turn counts only when they say so with
	// [Referee.End], however long its stones have been standing.
	Lever bool
	// Begin says that a person begins the next game: when this one is over and
	// the board was cleared, the first stone begins it.
	Begin bool
	// NoGame says that people here cannot begin another game from the board, and NoSetUp
	// that they cannot play on from another position: they are not asked for it.
	NoGame, NoSetUp bool
	// Doubt says that people may know more of the game than the record does,
	// because a part of that was lost. They are asked sooner then whether to play
	// on from what stands on the board, whenever it came there.
	Doubt bool
	// Quiet says that no questions are to be asked and no answers taken, but for
	// those of the menu.
	Quiet bool
	// Scoring says that the game is being counted, with Watch: stones that people lift
	// or tap say which chains are dead, see [Toggled]. Dead are the stones that count as
	// dead already.
	Scoring bool
	Dead    []board.Point
	// Touch asks for [Touched].
	Touch bool
	// Menu is what people may choose from the menu; nil: there is none. A choice
	// keeps its place for as long as the list keeps its length.
	Menu []Choice
}

// View is what there is to show. It is immutable.
type View struct {
	Serial   uint64        // grows with every change of the View or of what the board shows
	Verdicts []Verdict     // what is to be said, the most important first
	Guide    []Mark        // of what is wrong, the one stone to be put right next
	Partial  []board.Point // Play: the turn's stones that have settled, in order of arrival
	Wanted   []board.Point // Place: the points where stones are still missing
	Captured []board.Point // captured stones that still lie on the board
	Question *Question     // what people are being asked; nil for nothing
	// Corners are where the one stone of the game that is in somebody's hand would
	// open the menu; nil when there is none, or none long enough.
	Corners []board.Point
	// Disturbed says that stones of the game are missing, moved or replaced.
	Disturbed bool
	// Complete says that a whole turn that the rules allow stands on the board,
	// with nothing else amiss, and that it only has to settle. It is never so where
	// people have a lever: who has not pressed it has not done.
	Complete bool
	// Agrees says that the board shows the stones of the game and no others.
	Agrees bool
	// Next is when Step is to be called again even if the board does not
	// change; zero if only a change matters.
	Next time.Time
}

// Referee watches one board. The zero Referee is not usable; see [New].
type Referee struct {
	set    Settings
	game   *game.Game
	turns  int // on record when Expect was called last
	ask    Ask
	asked  time.Time // when ask was made
	menued time.Time // when people were last told of nothing but the menu
	done   bool      // an event was given that is not on record yet
	agreed bool      // Agreed has been given for ask
	level  time.Time // since when the board agrees with the game, before Agreed is given
	fresh  bool      // there is reason to look though the board has not changed

	seen     bool        // an observation has been made
	raw      Observation // as the board shows itself
	cells    [board.Cells]cell
	believed [board.Cells]board.Color // stones that people vouch for on points that cannot be read
	unsure   map[board.Point]bool     // stones put back of which the board cannot tell the colour
	cleared  bool                     // the board was bare since the game was over
	mending  bool                     // a stone of the game has been put back, and others are still away

	captives captives
	strays   []board.Point // captives that were pushed there, on a board that cannot tell colours
	scoring  scoring
	touch    touch
	asking
	menu  menu
	lever lever
	back  *TakingBack // while a take-back is under way
	view  View
}

// New returns a referee for the game g that expects nothing yet.
func New(s Settings, g *game.Game) *Referee {
	return &Referee{set: s, game: g, unsure: map[board.Point]bool{}, captives: captives{}, menu: menu{spent: map[board.Point]time.Time{}}}
}

// Expect says that the record is now g as it stands, and what is to happen
// next. It is to be called after every change of the record. What the board
// shows is not forgotten: a stone that stands already has been standing since
// it came. The View changes with the next Step or Tick, which is due at once.
func (r *Referee) Expect(now time.Time, g *game.Game, a Ask) {
	changed := g != r.game || len(g.Turns()) != r.turns
	if changed {
		r.believed = [board.Cells]board.Color{}
		clear(r.unsure)
		r.scoring, r.touch = nil, touch{}
	}
	if g.Size() != r.game.Size() {
		clear(r.menu.spent) // their points are others now
	}
	if !g.Result().Over {
		r.cleared = false
	}
	if changed && r.seen {
		from := r.turns
		if g != r.game {
			from = 0
		}
		r.capture(g, from)
	}
	r.game, r.turns = g, len(g.Turns())
	r.ask, r.asked, r.done, r.agreed, r.fresh = a, now, false, false, true
	r.level = time.Time{}
	r.admit()
	r.expectMenu(changed)
	r.rate()
}

// Forget says that the board has not been watched for a while: what it shows
// next counts as new.
func (r *Referee) Forget() {
	r.seen = false
	r.believed = [board.Cells]board.Color{}
	clear(r.unsure)
	r.cleared = false
	r.question, r.chosen, r.dismissed = nil, nil, ""
	r.closeMenu()
	r.lever = lever{}
	clear(r.captives)
	r.scoring, r.touch = nil, touch{}
	r.view = View{Serial: r.view.Serial + 1}
}

// Seen returns what the board showed last; meaningless before the first Step.
func (r *Referee) Seen() *Observation { return &r.raw }

// Step takes what the board shows at the time now, which must not go backwards,
// and returns what has happened, or nil, and what there is to show. After an
// event it says nothing more until the next Expect.
func (r *Referee) Step(now time.Time, o *Observation) (Event, View) {
	if r.seen && !r.fresh && *o == r.raw && (r.view.Next.IsZero() || now.Before(r.view.Next)) {
		return nil, r.view
	}
	r.raw = *o
	serial := r.view.Serial + 1
	var e Event
	// An answer, or a question that comes or goes, changes what there is to
	// see; it settles in a few rounds.
	for range 4 {
		r.fresh = false
		r.take(now)
		e = r.look(now)
		if once(e) || !r.fresh {
			break
		}
	}
	switch e.(type) {
	case nil:
	case Agreed:
		r.agreed = true
	case Touched:
	default:
		r.done = true
	}
	r.view.Serial = serial
	return e, r.view
}

// once reports whether an event would be lost if the board were looked at again.
func once(e Event) bool {
	switch e.(type) {
	case Chosen, Toggled, Touched:
		return true
	}
	return false
}

// Tick is Step with the board unchanged. Before the first Step it does nothing.
func (r *Referee) Tick(now time.Time) (Event, View) {
	if !r.seen {
		return nil, r.view
	}
	o := r.raw
	return r.Step(now, &o)
}

// look makes the View and finds the event.
func (r *Referee) look(now time.Time) Event {
	if q := r.view.Question; q != nil && q.Kind == AskMenu {
		r.menued = now
	}
	r.view = View{}
	d := r.differ()
	kept, gone := r.pick(d)
	r.view.Agrees = d.none()
	r.replaced(now)
	for _, m := range d.captured {
		r.view.Captured = append(r.view.Captured, m.Point)
	}
	if r.mending && !d.disturbed() && r.settled(now, nil) {
		r.mending = false
	}
	r.wondering, r.standing = false, false // nobody has wondered yet
	r.openMenu(now, d)
	e := r.score(now, d)
	r.view.Disturbed = d.disturbed()
	if e == nil {
		e = r.takeBack(now, d)
	}
	var done Event
	switch task := r.ask.Task; {
	case r.game.Result().Over:
		done = r.over(now, d)
	case task == Play:
		done = r.play(now, d)
	case task == Place:
		done = r.place(now, d)
	default:
		done = r.watch(now, d)
	}
	if touched := r.touched(now, d); e == nil {
		if e = done; e == nil {
			e = touched
		}
	}
	if decided := r.choose(now, d, kept, gone); decided != nil {
		e = decided
	}
	r.askNewGame(now, d)
	r.askSetUp(now, d)
	r.askColors(now, d)
	r.askCapture(now, d)
	r.expire(now)
	answer := r.settleQuestion(now)
	if _, agreed := e.(Agreed); e == nil || agreed && answer != nil {
		e = answer
	}
	if e == nil {
		e = r.hearMenu(now, d)
	}
	if r.done {
		e = nil
	}
	r.view.Guide = r.guide()
	if r.view.Question = r.question; r.menu.open {
		r.view.Question = r.menu.query
	}
	return e
}

// guide chooses what is to be put right next: one stone at a time, except that
// a board that is to be cleared is cleared in any order, and so are captured stones.
func (r *Referee) guide() []Mark {
	clearing := r.game.Count() == 0 && r.ask.Task == Watch
	var all, captured []Mark
	for _, v := range r.view.Verdicts {
		switch v := v.(type) {
		case Partial, Ready, Wanted, Unseen:
			continue
		case Captured:
			captured = v.Stones
			continue
		case Capturing:
			if !v.Asked {
				continue
			}
			all = append(all, v.Stones[0])
		case Moved, Refused:
			all = append(all, v.Marks()...)
		default:
			marks := v.Marks()
			if !clearing {
				marks = marks[:1]
			}
			all = append(all, marks...)
		}
		if !clearing {
			break
		}
	}
	return append(all, captured...)
}

// calm returns when the board, but for the given points, last changed in
// anything that matters.
func (r *Referee) calm(except []board.Point) time.Time {
	var last time.Time
	for p := range r.game.Size().Points {
		if t := r.cells[p].turned; t.After(last) && !r.captives.has(p) && !slices.Contains(except, p) {
			last = t
		}
	}
	return last
}

// latest returns the last of some times.
func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

// settled reports whether the board, but for the given points, has been
// standing as it is for the settle time; if not, it sees to it that Step is
// called when it has.
func (r *Referee) settled(now time.Time, except []board.Point) bool {
	return r.passed(now, r.calm(except).Add(r.set.Settle))
}

// passed reports whether t has come; if not, it sees to it that Step is called
// when it has.
func (r *Referee) passed(now, t time.Time) bool {
	if !now.Before(t) {
		return true
	}
	if r.view.Next.IsZero() || t.Before(r.view.Next) {
		r.view.Next = t
	}
	return false
}
