// Package arm decides what an arm does: when it puts the machine's stones down and takes
// captured ones off, when it is held because a hand may be in its way, and what is left
// to people.
package arm

import (
	"maps"
	"slices"
	"time"

	"stonehand/cmd/internal/pointmap"
	"stonehand/cmd/internal/table/logged"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/table/times"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Of a stone that the arm let go over its point the sensors decide whether it
// stands. One that does not come up is fetched once more, and then left to
// people, who are shown by the lights where it goes.
const (
	Tries = 2
	pause = 2 * time.Second // for the sensors to see the stones
	rest  = time.Minute     // after a fault of an arm that has no news
	// Calm is for how long nothing unexpected may have happened on the board
	// before the arm moves on: a hand that was there is gone.
	Calm = 1500 * time.Millisecond
	// Stuck is how long the arm is held over a board that is wrong before it
	// gives up where it is: what is wrong may hang on its gripper.
	Stuck = 30 * time.Second
)

// Machine is an arm at work.
type Machine struct {
	kept     bool // it has news and can be held
	lifts    bool // it takes stones off the board
	clears   bool // and all of them after a game
	running  bool
	task     task                     // of the job
	job      uint64                   // the game's position that the job is of
	asked    []board.Point            // of the job
	before   map[board.Point]int      // what tries were when the job began
	tried    bool                     // the job has said what became of a stone
	position uint64                   // the game's that tries are of
	tries    map[board.Point]int      // how often a stone was to be put on a point
	said     bool                     // people were told that the rest is theirs
	let      map[board.Point]hw.State // stones that it let go, and that have not been looked for
	lifted   map[board.Point]bool     // stones that it took off, and that have not been looked for
	lost     map[board.Point]int      // how often a stone that still stands was to be taken off
	reported map[board.Point]bool     // stones of a lifting job that it has told of
	saidLift bool                     // people were told that the rest is theirs to lift
	full     [3]bool                  // by colour: there is no place for lifted stones of it
	ended    time.Time                // when the game was over, or the board was to be cleared
	stood    [board.Cells]board.Color // at the end of the game that was over last
	why      hw.ArmCause              // of those tries that failed by a fault of the arm's
	again    time.Time                // not before
	faulty   bool                     // it rests until then, whatever is wanted

	news     hw.ArmNews // the last of them
	gripper  gripper
	empty    [3]bool   // by colour: there are no more stones of it
	startled time.Time // when the board last changed where the arm does nothing
	unread   bool      // the board is not read
	ends     bool      // it begins nothing any more
	held     bool      // it was told to hold
	since    time.Time // since when
	game     string    // whose stones were taken from the trays

	at  time.Time // of the step under way, and what it works on
	s   *status.Status
	in  *In
	out Out
}

// New returns an arm that rests. Kept says that it has news and can be held, lifts that
// it takes stones off the board, and clears that it is to do so after a game.
func New(kept, lifts, clears bool) Machine {
	return Machine{
		kept: kept, lifts: lifts, clears: lifts && clears, let: map[board.Point]hw.State{}, news: hw.ArmNews{Onto: -1}, gripper: gripper{onto: -1, lowered: -1},
		lifted: map[board.Point]bool{}, lost: map[board.Point]int{},
	}
}

// In is what has happened: one of the pointers, or of Hold to End, is set.
type In struct {
	News   *hw.ArmNews
	Placed *hw.Placement
	Done   *Done
	Watch  *Watch // what the guard has seen
	Hold   bool   // look whether the arm is to be held
	Drive  bool   // look what it is to do
	Halt   bool   // somebody stops it
	End    bool   // it begins nothing any more

	Seen   *referee.Observation          // what the board shows
	Map    pointmap.Map                  // from the game's points to the arm's
	Stands func(board.Point) board.Color // what the game says
}

// Done is the end of a job, and what became of its last stones.
type Done struct {
	Err    error
	Placed []hw.Placement
}

// Order is what the arm is told beside its jobs; one field is set.
type Order struct {
	Hold   *bool
	Cancel bool // the job under way
	GiveUp bool // the job under way, where the arm is held
	Stop   hw.ArmCause
	Missed hw.State
	// Remained is a point, by the arm's number, whose stone it lifted and still stands.
	Remained *int
	Refill   bool
	Resume   *hw.ArmCause // what the arm waits for, as people were told
}

// Job is stones of a colour that the arm is to put on points of the board, or to take
// off them.
type Job struct {
	Lift   bool
	Stone  hw.State
	Points []int
}

// Out is what follows.
type Out struct {
	Orders  []Order
	Place   *Job // after the orders
	Changed bool // what is shown
	Stopped bool // the arm has stopped, and people are to be told why
	Notices []text.Words
	Log     logged.Lines
}

// Running reports whether the arm puts stones down or takes them off.
func (m *Machine) Running() bool { return m.running }

// Kept reports whether the arm has news and can be held.
func (m *Machine) Kept() bool { return m.kept }

// Clears reports whether the arm clears the board after a game.
func (m *Machine) Clears() bool { return m.clears }

// Startled returns when the board last changed where the arm does nothing.
func (m *Machine) Startled() time.Time { return m.startled }

// News returns the last news.
func (m *Machine) News() *hw.ArmNews { return &m.news }

// Waits reports whether the arm waits for a person.
func (m *Machine) Waits() bool {
	n := &m.news
	return m.kept && (n.State == hw.ArmStopped || n.State == hw.ArmHeld && n.Cause != "")
}

// Next lists when there is something to do though nothing happens; zero is never.
func (m *Machine) Next(now time.Time, s *status.Status) (next time.Time) {
	soon := func(at time.Time, due bool) {
		if due && at.After(now) {
			next = times.Earliest(next, at)
		}
	}
	lift := m.lifts && len(s.View.Captured) > 0
	ending := m.clears && (s.Over || s.Clearing)
	soon(m.again, s.Decision != nil || lift || ending)
	soon(m.startled.Add(Linger), lift)
	since := later(m.ended, m.startled)
	soon(since.Add(clearSoon), ending)
	soon(since.Add(ClearAfter), ending)
	soon(m.startled.Add(Calm), m.kept)
	soon(m.since.Add(Stuck), m.held && m.running)
	return next
}

// Step takes what has happened.
func (m *Machine) Step(now time.Time, s *status.Status, in In) Out {
	m.at, m.s, m.in, m.out = now, s, &in, Out{}
	switch {
	case in.News != nil:
		m.onNews(*in.News)
	case in.Placed != nil:
		m.onPlaced(*in.Placed)
	case in.Done != nil:
		m.onDone(in.Done)
	case in.Watch != nil:
		m.startled, m.unread = m.at, in.Watch.Blind
	case in.Hold:
		m.hold()
	case in.Drive:
		m.drive()
	case in.End:
		m.ends = true
	case in.Halt:
		m.startled = m.at // as for a hand in its way: it is held at once
		m.hold()
		if m.running {
			m.order(Order{Cancel: true})
		}
		m.order(Order{Stop: hw.ArmOperator})
	}
	return m.out
}

// calm reports whether nothing unexpected has happened on the board for a while.
func (m *Machine) calm() bool {
	return !m.kept || !m.at.Before(m.startled.Add(Calm))
}

// hold stops the arm where it is while the board is not read, or not as it should be, and
// lets it go on when it is. On its way out of people's way it waits for calm alone.
func (m *Machine) hold() {
	if hold := m.unread || !m.calm() || m.running && !m.right(); m.kept && hold != m.held {
		m.held, m.since = hold, m.at
		m.order(Order{Hold: &hold})
	}
}

// right reports whether nothing on the board keeps the job under way from going on.
func (m *Machine) right() bool { return m.s.Right() || m.task == clearing && m.s.Live }

// drive lets the arm put down the stones that the machine wants, and stops it
// when they are no longer wanted, or the board is to be put right by people
// first. A stone in its grip is then put down all the same, and guided off the
// board like any other, unless the arm can be held: that one waits until the
// board is right again and goes on.
func (m *Machine) drive() {
	s := m.s
	if m.position != s.Position {
		m.position, m.tries, m.said, m.why = s.Position, map[board.Point]int{}, false, ""
		clear(m.let)
		if !m.faulty {
			m.again = time.Time{}
		}
	}
	m.refillFor(s.Game)
	m.note()
	v := &s.View
	wanted, right := s.Places(), s.Right()
	if m.running {
		// People who clear the board beside the arm may take their time.
		patient := m.task == clearing && m.right()
		switch stuck := m.held && !patient && !m.at.Before(m.since.Add(Stuck)); {
		case stuck:
			m.order(Order{GiveUp: true})
		case m.held: // what is no longer needed is put away once it may move
		case m.task != placing:
			if m.overtaken() {
				m.order(Order{Cancel: true})
			}
		case !wanted || m.job != s.Position || !right && !m.kept || m.forestalled():
			m.order(Order{Cancel: true})
		}
		return
	}
	if m.ends || m.unread || !m.calm() || m.at.Before(m.again) || m.driveLift() || !wanted || !right || !m.ready() {
		return
	}
	m.lookFor(v.Wanted)
	if !m.ready() {
		return
	}
	var points []int
	m.asked = nil
	for _, p := range v.Wanted {
		if m.stands(p) { // a captured stone, which people are to lift first
			continue
		}
		// A stone that lies where the board cannot see looks like one that is missing.
		unread := m.in.Seen[p] == referee.Unknown
		if n := m.tries[p]; n < Tries && !(unread && n > 0) {
			points = append(points, m.in.Map.Index(p))
			m.asked = append(m.asked, p)
		}
	}
	if len(points) == 0 {
		if !slices.ContainsFunc(v.Wanted, m.stands) && len(v.Wanted) > 0 && !m.said && !m.blind() {
			m.said = true
			m.out.Log.Warn("the arm's stones do not stand; people may put them down", "points", v.Wanted)
			m.notice(text.Tell(text.ArmFailed))
			if m.kept && m.why != "" {
				m.order(Order{Stop: m.why})
			}
		}
		return
	}
	m.before = maps.Clone(m.tries)
	m.running, m.task, m.job, m.tried, m.out.Changed = true, placing, s.Position, false, true
	m.out.Place = &Job{Stone: hw.State(s.Stones), Points: points}
}

// order tells the arm something.
func (m *Machine) order(o Order) { m.out.Orders = append(m.out.Orders, o) }

// notice tells people something, in any language.
func (m *Machine) notice(w text.Words) { m.out.Notices = append(m.out.Notices, w) }

// lookFor looks for the stones that the arm has let go. One that did not come up
// makes the arm home before its next motion.
func (m *Machine) lookFor(wanted []board.Point) {
	if !m.kept {
		return
	}
	for p, s := range m.let {
		if slices.Contains(wanted, p) && m.in.Seen[p] != referee.Unknown {
			m.out.Log.Warn("a stone of the arm's has not come up", "point", p)
			m.why = hw.ArmMissing
			m.order(Order{Missed: s})
		}
	}
	clear(m.let)
}

// forestalled reports whether somebody has put down a stone that the arm was
// asked for and is not lowering.
func (m *Machine) forestalled() bool {
	if !m.kept {
		return false
	}
	for _, p := range m.asked {
		i := m.in.Map.Index(p)
		mine := m.tries[p] > m.before[p] || m.under(i)
		if !mine && !slices.Contains(m.s.View.Wanted, p) {
			return true
		}
	}
	return false
}

// ready reports whether the arm can be asked for stones of the side to move.
func (m *Machine) ready() bool {
	return !m.kept || m.news.State.Ready() && !m.empty[m.s.Stones]
}

// blind reports whether all that is wanted lies where the board cannot see.
func (m *Machine) blind() bool {
	return !slices.ContainsFunc(m.s.View.Wanted, func(p board.Point) bool { return m.in.Seen[p] != referee.Unknown })
}

// refillFor says that the trays are full when another game begins: the stones of
// the one before are back in them, unless it is the arm that clears the board.
func (m *Machine) refillFor(game string) {
	if m.game == game {
		return
	}
	begun := m.game != ""
	m.game = game
	if begun && m.kept && !m.clears {
		m.order(Order{Refill: true})
	}
}
