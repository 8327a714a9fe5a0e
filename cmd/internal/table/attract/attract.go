// Package attract decides when nobody is at an exhibited table, and what the table
// shows then: it asks whether people are still there, offers the unfinished game, puts
// it aside, waits for a clear board, and then teaches and plays by itself until somebody
// touches board, button or page.
package attract

import (
	"time"

	"stonehand/cmd/internal/table/times"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
)

const (
	// AskFor is how long people are asked whether they are still there.
	AskFor = 30 * time.Second
	// touchTime is how long a point must show something else before that is a touch:
	// longer than readings that pass the filter by chance, shorter than any hand.
	touchTime = 150 * time.Millisecond
	// wantTime is how long people may take to clear the board for the rules.
	wantTime = 2 * time.Minute
	// aloneTime is how long the machine plays both colours of a game on record before it
	// does so in the show: people may have chosen it by mistake.
	aloneTime = 10 * time.Second
	// againTime is from one game put aside to the next while the board is to be cleared:
	// whatever keeps the house's game from being on record, the show does not fill it.
	againTime = 30 * time.Second
	// OverFor is how long the end of a demonstration stands.
	OverFor = 10 * time.Second
	// readTime is how long the last stones of a step stand, for people to read it.
	readTime = 5 * time.Second
	// flickers is how often a point may change, without as much as flickerTime between two
	// changes, before it says no more that somebody is there: no hand does that, a bad
	// contact does.
	flickers    = 12
	flickerTime = time.Minute
)

// Settings say how an exhibit behaves. The zero value is a table that is none.
type Settings struct {
	On    bool
	Idle  time.Duration // without a touch, where no game waits for a person's turn
	Think time.Duration // without a touch, where one does
	Keep  time.Duration // how long an unfinished game is offered
	Pace  time.Duration // from one turn of a demonstration to the next
	Every time.Duration // how often people are invited aloud; 0: never
	Arm   bool          // an arm that can clear the board plays the demonstrations
}

// Default returns the settings of an exhibit.
func Default() Settings {
	return Settings{On: true, Idle: time.Minute, Think: 5 * time.Minute, Keep: 5 * time.Minute, Pace: 2 * time.Second, Every: 10 * time.Minute}
}

// Scene is what is shown.
type Scene uint8

// The scenes.
const (
	Off    Scene = iota // somebody may be there
	Ask                 // people are asked whether they are still there
	Offer               // the unfinished game is offered
	Clear               // the board is to be cleared
	Lesson              // the rules, in steps
	Demo                // the machine plays itself
)

// String names the scene as the HTTP contract does.
func (s Scene) String() string {
	return [...]string{"", "ask", "offer", "clear", "lesson", "demo"}[s]
}

// Act is one part of the show, of one game.
type Act struct {
	Rules string
	Size  board.Size
	Steps []Step // of a lesson; nil: the machine plays itself
}

// Step is a sentence of a lesson, and the turns that go with it.
type Step struct {
	Say   text.Key
	Turns [][]board.Point
}

// State is how the table stands, as far as it matters here.
type State struct {
	Up       bool       // the board is read
	Unread   bool       // it is reached, and its first reading at another size is still to come
	Busy     bool       // the machine, an arm, a person's clock or something else is at work
	UnderWay bool       // people have played a turn of a game that is not over
	Thinks   bool       // a person may be thinking: a game waits for their turn, or is paused
	House    bool       // the game on record is a new one, as the house begins it
	Alone    bool       // the machine plays both colours, and only people could put its stones down
	Arm      bool       // an arm plays the demonstration that begins now
	Over     bool       // the demonstration is over
	Led      bool       // people are led through a replay or a puzzle
	Rules    string     // of the game on record
	Size     board.Size // of what is played or shown
	ByArm    bool       // what changes on the board is the arm's doing
}

// In is what has happened; nothing set: time has passed.
type In struct {
	Touch  bool                 // somebody has used a button or the page
	Lesson bool                 // somebody wants to see the rules
	Seen   *referee.Observation // what the board shows is another than before
}

// Out is what follows.
type Out struct {
	Changed  bool
	End      bool // the demonstration ends: the game on record is shown again
	SetAside bool // a new game begins as the house has it, in place of the one on record
	Unasked  bool // the board is not cleared any more for a lesson: the game on record goes on
	Ask      bool // ask aloud whether somebody is there
	Invite   bool // invite people aloud
	Begin    *Act // a demonstration begins
	Arm      bool // by the arm
	Turn     []board.Point
	Visit    bool // somebody has come who was not there before
}

// Machine is what a table remembers of it. The zero value is a table that is no exhibit.
type Machine struct {
	set     Settings
	acts    []Act
	scene   Scene
	last    time.Time // of a touch, or of work
	since   time.Time // the scene's
	due     time.Time // when the next turn or step comes
	act     int       // of acts, the next
	now     *Act
	step    int // of a lesson, counted from 1; 0: it begins
	turn    int // of the step
	arm     bool
	asked   bool // a person wants to see this lesson, or clears the board for it; it is no show
	invited time.Time
	visit   bool      // somebody was there since the show
	aside   time.Time // when a game was put aside last
	alone   time.Time // since when the machine plays both colours; zero: it does not

	seen    referee.Observation
	settled board.Size
	shows   [board.Cells]referee.Sight
	from    [board.Cells]time.Time // since when a point shows something else
	counts  [board.Cells]uint8     // changes without flickerTime between two of them
	changed [board.Cells]time.Time // the last of them
	moved   bool                   // a point waits for touchTime
	put     bool                   // a stone has come, as far as this step knows
}

// New returns the machine of an exhibit with so many acts, which begin again after the
// last.
func New(s Settings, acts []Act) Machine { return Machine{set: s, acts: acts} }

// Scene returns what is shown.
func (m *Machine) Scene() Scene { return m.scene }

// On reports whether the table is an exhibit.
func (m *Machine) On() bool { return m.set.On }

// Shows reports whether the show has taken the place of the game on record, and nobody's
// turn is awaited.
func (m *Machine) Shows(now time.Time) bool {
	switch m.scene {
	case Offer, Clear, Lesson:
		return true
	case Demo:
		return !m.arm && now.Before(m.due)
	}
	return false
}

// Seen returns what the board showed last.
func (m *Machine) Seen() *referee.Observation { return &m.seen }

// Bare reports whether no stone lies on a board of that size.
func (m *Machine) Bare(size board.Size) bool {
	for i := range size.Count() {
		if o := m.seen[size.Point(i)]; o != referee.Empty && o != referee.Unknown {
			return false
		}
	}
	return true
}

// Lights reports whether a demonstration is shown by the lights alone.
func (m *Machine) Lights() bool { return (m.scene == Lesson || m.scene == Demo) && !m.arm }

// Says returns the sentence of the present step of a lesson, which step it is, counted
// from 1, and of how many; 0 where there is no lesson.
func (m *Machine) Says() (say text.Key, step, of int) {
	if m.scene != Lesson || m.now == nil || m.step == 0 {
		return 0, 0, 0
	}
	return m.now.Steps[m.step-1].Say, m.step, len(m.now.Steps)
}

// Next returns when after now time alone changes something; zero for never.
func (m *Machine) Next(now time.Time, s *State) (next time.Time) {
	soon := func(at time.Time) {
		if at.After(now) {
			next = times.Earliest(next, at)
		}
	}
	if m.moved {
		for i := range m.from {
			if !m.from[i].IsZero() {
				soon(m.from[i].Add(touchTime))
			}
		}
	}
	switch m.scene {
	case Off:
		if m.set.On && s.Up && !s.Busy {
			soon(m.last.Add(m.limit(s)))
		}
		if !m.alone.IsZero() {
			soon(m.alone.Add(aloneTime))
		}
	case Ask:
		soon(m.since.Add(AskFor))
	case Offer:
		soon(m.since.Add(m.set.Keep))
	case Clear:
		soon(m.aside.Add(againTime))
		if m.asked {
			soon(m.since.Add(wantTime))
		}
	case Lesson, Demo:
		soon(m.due)
	}
	return next
}

// Step takes what has happened. The same moment is to be given again until nothing
// follows.
func (m *Machine) Step(now time.Time, s *State, in In) Out {
	out := m.follow(now, s, in)
	if out.SetAside {
		m.aside = now
	}
	return out
}

// follow is what follows from what has happened.
func (m *Machine) follow(now time.Time, s *State, in In) (out Out) {
	if m.last.IsZero() {
		m.last, m.invited = now, now
	}
	if !s.Alone || !s.Up || m.scene != Off {
		m.alone = time.Time{}
	}
	touched := in.Touch
	m.put = false
	if in.Seen != nil {
		m.seen = *in.Seen
	}
	if in.Seen != nil || m.moved {
		touched = m.felt(now, s) && !s.ByArm || touched
	}
	switch {
	case in.Lesson:
		m.asked = true
		m.turnTo(now, Clear)
		return Out{Changed: true}
	case m.Wanted() && s.Up && !m.moved && m.Bare(s.Size):
		return m.teach(now, s)
	case m.Wanted() && touched && m.put, m.Wanted() && !now.Before(m.since.Add(wantTime)):
		return m.Unask(now)
	case m.Wanted():
		return out
	case touched:
		return m.wake(now, false)
	case !m.set.On && m.scene == Off:
		return out
	case !s.Up && s.Unread:
		return out
	case !s.Up:
		return m.wake(now, true)
	case s.Alone && m.set.On && m.scene == Off:
		if m.alone.IsZero() {
			m.alone = now
		}
		if now.Before(m.alone.Add(aloneTime)) {
			return out
		}
		m.turnTo(now, Clear) // the lights play in place of people's hands
		return Out{Changed: true, SetAside: true}
	case s.Busy && (m.scene == Off || m.scene == Ask):
		m.last = now
		if m.scene == Ask {
			m.turnTo(now, Off)
			out.Changed = true
		}
		return out
	}
	switch m.scene {
	case Off:
		return m.idle(now, s)
	case Ask:
		if !now.Before(m.since.Add(AskFor)) {
			m.turnTo(now, Offer)
			out.Changed = true
		}
	case Offer:
		if !now.Before(m.since.Add(m.set.Keep)) || !s.UnderWay {
			m.turnTo(now, Clear)
			return Out{Changed: true, SetAside: true}
		}
	case Clear:
		switch {
		case !s.House && now.Before(m.aside.Add(againTime)):
		case !s.House:
			return Out{Changed: true, SetAside: true}
		case !m.moved && m.Bare(s.Size) && len(m.acts) > 0:
			return m.begin(now, s)
		}
	case Lesson:
		return m.teachOn(now, s)
	case Demo:
		return m.playOn(now, s)
	}
	return out
}

func (m *Machine) turnTo(now time.Time, s Scene) {
	m.scene, m.since = s, now
	m.visit = m.visit && (s < Clear || m.asked)
}

// wake is that somebody is there, or, lost, that nothing can be shown.
func (m *Machine) wake(now time.Time, lost bool) Out {
	was := m.scene
	out := Out{Changed: was != Off, End: was == Lesson || was == Demo, Visit: !m.visit && !lost && m.set.On}
	m.visit = m.visit || out.Visit
	out.SetAside = out.End && m.arm
	m.last = now
	m.turnTo(now, Off)
	m.now, m.arm, m.asked = nil, false, false
	return out
}

// idle looks whether people have left.
func (m *Machine) idle(now time.Time, s *State) (out Out) {
	switch {
	case now.Before(m.last.Add(m.limit(s))):
	case s.UnderWay && !m.Bare(s.Size): // a board that was swept is left for good
		m.turnTo(now, Ask)
		return Out{Changed: true, Ask: true}
	case s.House:
		m.turnTo(now, Clear)
		return Out{Changed: true}
	default:
		m.turnTo(now, Clear)
		return Out{Changed: true, SetAside: true}
	}
	return out
}

// limit is how long nobody touches anything before people have left.
func (m *Machine) limit(s *State) time.Duration {
	if s.Thinks && s.UnderWay {
		return max(m.set.Idle, m.set.Think)
	}
	return m.set.Idle
}

// begin begins the next act.
func (m *Machine) begin(now time.Time, s *State) (out Out) {
	a := &m.acts[m.act%len(m.acts)]
	m.act++
	m.now, m.step, m.turn = a, 0, 0
	m.arm = s.Arm && m.set.Arm && a.Steps == nil
	m.due = now.Add(m.set.Pace)
	m.turnTo(now, Demo)
	if a.Steps != nil {
		m.turnTo(now, Lesson)
		m.step = 1
	}
	out = Out{Changed: true, Begin: a, Arm: m.arm}
	if !m.asked && m.set.Every > 0 && !now.Before(m.invited.Add(m.set.Every)) {
		m.invited, out.Invite = now, true
	}
	return out
}

// teachOn goes on with a lesson.
func (m *Machine) teachOn(now time.Time, s *State) (out Out) {
	if now.Before(m.due) {
		return out
	}
	step := &m.now.Steps[m.step-1]
	if m.turn < len(step.Turns) {
		out = Out{Changed: true, Turn: step.Turns[m.turn]}
		m.turn++
		m.due = now.Add(m.set.Pace)
		if m.turn == len(step.Turns) {
			m.due = now.Add(max(readTime, m.set.Pace))
		}
		return out
	}
	if m.step < len(m.now.Steps) {
		m.step, m.turn = m.step+1, 0
		m.due = now.Add(m.set.Pace)
		return Out{Changed: true}
	}
	return m.finish(now)
}

// finish ends an act.
func (m *Machine) finish(now time.Time) Out {
	out := Out{Changed: true, End: true, SetAside: m.arm}
	next := Clear
	if m.asked {
		next, m.last = Off, now
	}
	m.turnTo(now, next)
	m.now, m.arm, m.asked = nil, false, false
	return out
}

// playOn watches over a game that the machine plays against itself.
func (m *Machine) playOn(now time.Time, s *State) (out Out) {
	switch {
	case !s.Over:
	case m.step == 0:
		m.step, m.due = 1, now.Add(OverFor)
	case !now.Before(m.due):
		return m.finish(now)
	}
	return out
}

// Played says that a turn of the demonstration stands.
func (m *Machine) Played(now time.Time) { m.due = now.Add(m.set.Pace) }

// felt reports whether hands have been on the board.
func (m *Machine) felt(now time.Time, s *State) (touched bool) {
	if m.settled != s.Size {
		m.settled, m.shows, m.moved = s.Size, m.seen, false
		clear(m.from[:])
		return false
	}
	m.moved = false
	for p := range s.Size.Points {
		sight := m.seen[p]
		switch {
		case sight == m.shows[p], sight == referee.Unknown:
			m.from[p] = time.Time{}
		case m.shows[p] == referee.Unknown:
			m.shows[p], m.from[p] = sight, time.Time{}
		case m.from[p].IsZero():
			m.from[p], m.moved = now, true
		case now.Before(m.from[p].Add(touchTime)):
			m.moved = true
		default:
			m.shows[p], m.from[p] = sight, time.Time{}
			if now.Sub(m.changed[p]) > flickerTime {
				m.counts[p] = 0
			}
			m.changed[p] = now
			m.counts[p] = min(m.counts[p]+1, flickers)
			if m.counts[p] < flickers {
				touched, m.put = true, m.put || sight != referee.Empty
			}
		}
	}
	return touched
}
