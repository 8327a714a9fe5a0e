package calib

import (
	"slices"
	"time"

	"stonehand/hw"
	"stonehand/hw/debounce"
)

// Settings are a session's times. All times are those that are passed in.
type Settings struct {
	Votes, Window int // of the filter that stones are heard through, see [debounce.New]
	// Settle is how long a stone must lie before it counts as put there.
	Settle time.Duration
	// Linger is how long a board must stand unchanged for the stones that it shows
	// to be taken for stuck sensors.
	Linger time.Duration
	// Idle is how long nothing may be seen that is new before the person is asked
	// whether that is all.
	Idle time.Duration
	// Answer is how long a stone must lie on the point of an answer.
	Answer time.Duration
	// Patience is how long the board may stand untouched before the session ends
	// by itself, with nothing changed.
	Patience time.Duration
}

// Default is what the product uses.
func Default() Settings {
	return Settings{
		Votes: 3, Window: 5,
		Settle: 700 * time.Millisecond, Linger: 15 * time.Second, Idle: 20 * time.Second,
		Answer: 2 * time.Second, Patience: 3 * time.Minute,
	}
}

// Step is what a session waits for.
type Step uint8

// The steps, in their order.
const (
	StepWait   Step = iota // the board to be read
	StepClear              // all stones to be taken off
	StepLeft               // a stone on the corner at Black's left hand
	StepRight              // one on the corner at Black's right hand
	StepLit                // one on the point that is lit
	StepSweep              // every point to be shown a stone
	StepReview             // an answer: is that all?
	StepKept               // nothing: the calibration is to be taken over
	StepEnded              // nothing: the session has ended, and nothing has changed
)

// String names the step for programs.
func (s Step) String() string {
	return [...]string{
		StepWait: "wait", StepClear: "clear", StepLeft: "left", StepRight: "right", StepLit: "lit",
		StepSweep: "sweep", StepReview: "review", StepKept: "kept", StepEnded: "ended",
	}[min(s, StepEnded)]
}

// Mistake is why a stone does not count.
type Mistake uint8

// The mistakes. Each is over when its stone is taken off.
const (
	NoMistake   Mistake = iota
	NoCorner            // the stone lies on no corner
	NotTheOther         // the corner does not go together with the one before; both are asked for again
	NotLit              // the stone lies on a point that cannot be the lit one
	TooMany             // several stones came at a time
)

// String names the mistake for programs; "" for none.
func (m Mistake) String() string {
	return [...]string{NoMistake: "", NoCorner: "no-corner", NotTheOther: "not-the-other", NotLit: "not-lit", TooMany: "too-many"}[m]
}

// Answer is what a person may say, at the board or otherwise.
type Answer string

// The answers.
const (
	Skip   Answer = "skip"   // the board is clear, whatever it shows; or: leave how the sensors or the lamps lie as it is known
	Finish Answer = "finish" // no more points are going to be shown a stone
	Keep   Answer = "keep"   // take over what was found
	Again  Answer = "again"  // go on showing stones to points
	Leave  Answer = "leave"  // end, with nothing changed
)

// Option is an answer that can be given now.
type Option struct {
	Answer Answer
	Point  int // of the board, where a stone gives this answer; -1: none does
}

// Abilities are what a board has beside sensors.
type Abilities struct {
	Lights bool // at its points
	Fields bool // it measures them
}

// Session is one calibration under way. It is not safe for concurrent use.
type Session struct {
	set    Settings
	board  Board
	has    Abilities
	orient bool        // how sensors and lamps lie is to be found out
	was    Calibration // what is in force; its masks are not looked at

	filter  *debounce.Filter
	seen    []hw.State // as settled, by the sensors' numbers; nil before that
	base    []hw.State // what the present step began with, less what was taken off since
	since   []time.Time
	step    Step
	began   time.Time // the step
	touched time.Time // when anything last changed on the board, but for loose points
	gained  time.Time // when a point was last seen that had not been
	again   bool      // the person has more points to show
	mistake Mistake
	heard   hearing
	lit     int           // StepLit: the lamp that is lit, by the lamps' numbers
	may     []Orientation // those that are still possible, of the sensors or the lamps
	sensors Orientation
	lamps   Orientation
	tally   []tally // by the sensors' numbers
	field   fields
	now     time.Time
	serial  uint64
	next    time.Time
	options []Option
	result  *Calibration
	found   struct {
		serial uint64 // when it was found
		findings
	}
}

// hearing is the stone on the point of an answer.
type hearing struct {
	answer Answer
	since  time.Time
}

// Begin begins a session at a board. With orient it finds out how sensors and
// lamps lie, and else takes that from was, which is the calibration in force, or
// the zero one.
func Begin(now time.Time, b Board, has Abilities, was Calibration, orient bool, set Settings) (*Session, error) {
	filter, err := debounce.New(b.Points(), set.Votes, set.Window)
	if err != nil {
		return nil, err
	}
	n := b.Points()
	s := &Session{
		set: set, board: b, has: has, orient: orient, was: was, filter: filter,
		base: make([]hw.State, n), since: make([]time.Time, n), tally: make([]tally, n),
		now: now, began: now, touched: now, gained: now, sensors: was.Sensors, lamps: was.Lamps, lit: -1, serial: 1,
	}
	s.field.points = make([]strength, n)
	s.options = s.offer()
	return s, nil
}

// stone reports whether a point that shows s has a stone.
func stone(s hw.State) bool { return s == hw.Black || s == hw.White || s == hw.Stone }

// Frame takes what the sensors show, by their own numbers, unfiltered. now must
// not go backwards.
func (s *Session) Frame(now time.Time, points []hw.State) {
	s.now = now
	for p := range s.tally {
		on := p < len(points) && stone(points[p])
		if s.tally[p].take(now, on) {
			s.serial++
		}
	}
	o, changed := s.filter.Step(hw.Frame{At: now, Points: points})
	if s.filter.Settled() && (changed || s.seen == nil) {
		s.settle(o.Points)
	}
	s.look()
}

// settle takes what the board shows by the votes.
func (s *Session) settle(points []hw.State) {
	if s.seen == nil {
		s.touched = s.now
	}
	s.serial++
	s.field.restart()
	for p, to := range points {
		if t := &s.tally[p]; s.seen != nil && to != s.seen[p] {
			if t.change(s.now); !t.loose() {
				s.touched = s.now
			}
		}
		if s.seen == nil || stone(to) != stone(s.seen[p]) {
			s.since[p] = s.now
		}
		s.note(p, to)
		if s.seen == nil || !stone(to) {
			s.base[p] = to
		}
	}
	s.seen = points
}

// note notes that a point shows a state, settled.
func (s *Session) note(p int, to hw.State) {
	t := &s.tally[p]
	before := t.empty && t.stone
	switch {
	case stone(to):
		t.stone = true
	case to == hw.Empty:
		t.empty = true
	}
	if !before && t.empty && t.stone {
		s.gained = s.now
	}
}

// Tick lets time pass.
func (s *Session) Tick(now time.Time) {
	s.now = now
	s.look()
}

// turn goes on to another step.
func (s *Session) turn(to Step) {
	s.step, s.began, s.mistake, s.heard = to, s.now, NoMistake, hearing{}
	copy(s.base, s.seen)
	s.serial++
	if to == StepSweep {
		s.gained, s.again = s.now, false
	}
	s.options = s.offer()
}

// look goes as far as what is known allows.
func (s *Session) look() {
	for before := s.step; ; before = s.step {
		s.next = time.Time{}
		s.advance()
		if s.step == before {
			return
		}
	}
}

func (s *Session) advance() {
	if s.Over() {
		return
	}
	if s.passed(s.touched.Add(s.set.Patience)) && s.passed(s.began.Add(s.set.Patience)) {
		s.turn(StepEnded)
		return
	}
	switch s.step {
	case StepWait:
		if s.seen != nil {
			s.turn(StepClear)
		}
	case StepClear:
		s.clear()
	case StepLeft, StepRight, StepLit:
		s.corner()
	case StepSweep:
		s.sweep()
	case StepReview:
		s.review()
	}
}

// passed reports whether t has come; if not, it sees to it that Tick is called
// when it has.
func (s *Session) passed(t time.Time) bool {
	if !s.now.Before(t) {
		return true
	}
	if s.next.IsZero() || t.Before(s.next) {
		s.next = t
	}
	return false
}

// stones returns the points, by the sensors' numbers, that show a stone.
func (s *Session) stones() []int {
	var list []int
	for p, state := range s.seen {
		if stone(state) {
			list = append(list, p)
		}
	}
	return list
}

// clear waits for the stones to be off, or to be none.
func (s *Session) clear() {
	wait := s.set.Settle
	if len(s.stones()) > 0 {
		wait = s.set.Linger
	}
	if !s.passed(s.touched.Add(wait)) || !s.passed(s.began.Add(wait)) {
		return
	}
	if s.has.Fields && s.field.readings < zeroReadings && !s.passed(s.touched.Add(s.set.Linger)) {
		return
	}
	s.cleared()
}

// cleared goes on when no stone is on the board.
func (s *Session) cleared() {
	s.field.zeroed = s.field.readings > 0 // the zeros are final
	if s.orient {
		s.may = orientations(s.board.Cols, s.board.Rows)
		s.turn(StepLeft)
		return
	}
	s.turn(StepSweep)
}

// fresh returns the points, by the sensors' numbers, that have been given a stone
// in this step, and whether all of those have lain for long enough.
func (s *Session) fresh() (list []int, settled bool) {
	settled = true
	for p, state := range s.seen {
		if stone(state) && !stone(s.base[p]) && !s.tally[p].loose() {
			list = append(list, p)
			settled = s.passed(s.since[p].Add(s.set.Settle)) && settled
		}
	}
	return list, settled
}

// Answer gives an answer that is among the View's options. It reports whether it
// is one.
func (s *Session) Answer(now time.Time, a Answer) bool {
	if !slices.ContainsFunc(s.options, func(o Option) bool { return o.Answer == a }) {
		return false
	}
	s.now = now
	s.act(a)
	s.look()
	return true
}

// act does what an answer says.
func (s *Session) act(a Answer) {
	switch a {
	case Leave:
		s.turn(StepEnded)
	case Skip:
		if s.step == StepClear {
			s.cleared()
			return
		}
		if s.step == StepLit {
			s.lamps = s.was.Lamps
		} else {
			s.sensors, s.lamps = s.was.Sensors, s.was.Lamps
		}
		s.turn(StepSweep)
	case Finish:
		s.turn(StepReview)
	case Again:
		s.turn(StepSweep)
		s.again = true
	case Keep:
		s.result = s.calibration()
		s.turn(StepKept)
	}
}

// offer lists what can be answered now.
func (s *Session) offer() []Option {
	none := func(a ...Answer) (list []Option) {
		for _, a := range a {
			list = append(list, Option{a, -1})
		}
		return list
	}
	switch s.step {
	case StepClear, StepLeft, StepRight, StepLit:
		return none(Skip, Leave)
	case StepSweep:
		return none(Finish, Leave)
	case StepReview:
		return s.answers()
	case StepKept, StepEnded:
		return nil
	}
	return none(Leave)
}

// calibration is what was found.
func (s *Session) calibration() *Calibration {
	c := &Calibration{
		Version: Version, Board: s.board, Made: s.now, Sensors: s.sensors, Lamps: s.lamps,
		Masked: []int{}, Stuck: []int{}, Dead: []int{}, Weak: []int{},
	}
	c.Quality = s.heat()
	f := s.findings()
	c.Stuck, c.Weak = f.stuck, f.weak
	if !f.most() {
		c.Dead = f.dead
	}
	c.Masked = slices.Concat(c.Stuck, c.Dead, c.Weak)
	slices.Sort(c.Masked)
	c.Levels = s.levels()
	return c
}
