// Package referee tells from what a board shows what has happened in the game
// on it: which turn was played, what is wrong on the board, what to tell the
// people at it.
//
// It is a state machine without I/O and without a clock. [Referee.Expect] says
// what the game waits for, [Referee.Step] takes one observation of the board
// and the time, and gives back at most one [Event] and a [View]. The referee
// never changes the game: a turn becomes part of it only when the caller plays
// the turn of a [Played] event.
//
// A turn counts only after the board has been standing as it is for the settle
// time. Everything that is wrong until then, a stone too many, one of the other
// colour, one lifted or slid, is named in the View and waited out.
package referee

import (
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Settings are the referee's times.
type Settings struct {
	// Settle is how long the board must stand unchanged before a turn counts.
	Settle time.Duration
	// Blind is how long stones are asked for on points that the board cannot
	// read, before they are taken to be there. It begins anew for a point that
	// becomes unreadable.
	Blind time.Duration
	// Slide is how long after a stone has left one point one that comes to
	// another is taken for the same stone, moved.
	Slide time.Duration
}

// Default is what the product uses unless it is told otherwise.
func Default() Settings {
	return Settings{
		Settle: 700 * time.Millisecond,
		Blind:  5 * time.Second,
		Slide:  3 * time.Second,
	}
}

// Task is what the game waits for.
type Task uint8

// The tasks.
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
	// Reply says that a person plays the turn after this one too. Then its
	// stones may come before this turn has settled, provided that the board
	// tells the colours apart.
	Reply bool
}

// Event is something that has happened: [Played] or [Agreed].
type Event interface{ event() }

// Played says that a turn stands on the board, complete and settled. Its
// points are in the order in which the stones came; a turn that was asked for
// with Place keeps the order of the Ask.
type Played struct{ Turn game.Turn }

// Agreed says, once for each Expect of Watch, that the board has been showing
// the stones of the game and no others for the settle time.
type Agreed struct{}

func (Played) event() {}
func (Agreed) event() {}

// View is what there is to show. It is immutable.
type View struct {
	Serial   uint64        // grows with every change of the View or of what the board shows
	Verdicts []Verdict     // what is to be said, the most important first
	Partial  []board.Point // Play: the turn's stones that have settled, in order of arrival
	Wanted   []board.Point // Place: the points where stones are still missing
	// Disturbed says that stones of the game are missing, moved or replaced.
	Disturbed bool
	// Agrees says that the board shows the stones of the game and no others.
	Agrees bool
	// Next is when Step is to be called again even if the board does not
	// change; zero if only a change matters.
	Next time.Time
}

// Referee watches one board. The zero Referee is not usable; see [New].
type Referee struct {
	set   Settings
	game  *game.Game
	ask   Ask
	asked time.Time // when ask was made
	done  bool      // ask has been answered by an event
	fresh bool      // no Step has been made since ask was made

	seen    bool // an observation has been made
	obs     Observation
	since   [board.Cells]time.Time // when each point began to show what it shows
	status  [board.Cells]status
	stirred time.Time // when any status last changed

	view View
}

// New returns a referee for the game g that expects nothing yet.
func New(s Settings, g *game.Game) *Referee { return &Referee{set: s, game: g} }

// Expect says that the record is now g as it stands, and what is to happen
// next. It is to be called after every change of the record. What the board
// shows is not forgotten: a stone that stands already has been standing since
// it came. The View changes with the next Step or Tick, which is due at once.
func (r *Referee) Expect(now time.Time, g *game.Game, a Ask) {
	r.game, r.ask, r.asked, r.done, r.fresh = g, a, now, false, true
	r.rate()
}

// Forget says that the board has not been watched for a while: what it shows
// next counts as new.
func (r *Referee) Forget() {
	r.seen = false
	r.view = View{Serial: r.view.Serial + 1}
}

// Seen returns what the board showed last; meaningless before the first Step.
func (r *Referee) Seen() *Observation { return &r.obs }

// Step takes what the board shows at the time now, which must not go backwards,
// and returns what has happened, or nil, and what there is to show. After an
// event it says nothing more until the next Expect.
func (r *Referee) Step(now time.Time, o *Observation) (Event, View) {
	if r.seen && !r.fresh && *o == r.obs && (r.view.Next.IsZero() || now.Before(r.view.Next)) {
		return nil, r.view
	}
	r.take(now, o)
	r.fresh = false
	return r.look(now), r.view
}

// Tick is Step with the board unchanged. Before the first Step it does nothing.
func (r *Referee) Tick(now time.Time) (Event, View) {
	if !r.seen {
		return nil, r.view
	}
	o := r.obs
	return r.Step(now, &o)
}

// take notes which points changed.
func (r *Referee) take(now time.Time, o *Observation) {
	size := r.game.Size()
	first := !r.seen
	if first {
		r.seen, r.stirred = true, now
	}
	for i := range size.Count() {
		p := size.Point(i)
		if !first && o[p] == r.obs[p] {
			continue
		}
		r.obs[p], r.since[p] = o[p], now
		if s := rate(r.game.At(p), o[p]); s != r.status[p] {
			r.status[p], r.stirred = s, now
		}
	}
}

// rate sets every point against the record anew, when the record has changed
// and the board has not.
func (r *Referee) rate() {
	size := r.game.Size()
	for i := range size.Count() {
		p := size.Point(i)
		r.status[p] = rate(r.game.At(p), r.obs[p])
	}
}

// look makes the View and finds the event.
func (r *Referee) look(now time.Time) Event {
	serial := r.view.Serial + 1
	r.view = View{}
	var e Event
	if r.seen {
		d := r.differ()
		r.view.Agrees = d.none()
		r.view.Disturbed = d.disturbed()
		switch task := r.ask.Task; {
		case r.game.Result().Over:
			e = r.watch(now, d)
		case task == Play:
			e = r.play(now, d)
		case task == Place:
			e = r.place(now, d)
		default:
			e = r.watch(now, d)
		}
	}
	r.view.Serial = serial
	if e != nil {
		r.done = true
	}
	return e
}

// settled reports whether the board has been standing as it is for the settle
// time; if not, it sees to it that Step is called when it has.
func (r *Referee) settled(now time.Time) bool {
	return r.passed(now, r.stirred.Add(r.set.Settle))
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
