package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/referee"
	"stonehand/hw"
)

// Arm is what the table needs of a [hw.Arm]. One that is also an
// [hw.ArmKeeper] is kept while the table runs, and held when the board changes
// where it should not.
type Arm interface {
	Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error
}

// Of a stone that the arm let go over its point the sensors decide whether it
// stands. One that does not come up is fetched once more, and then left to
// people, who are shown by the lights where it goes.
const (
	armTries = 2
	armPause = 2 * time.Second // for the sensors to see the stones
	armRest  = time.Minute     // after a fault of an arm that has no news
	// armCalm is for how long nothing unexpected may have happened on the board
	// before the arm moves on: a hand that was there is gone.
	armCalm = 1500 * time.Millisecond
	// armStuck is how long the arm is held over a board that is wrong before it
	// gives up where it is: what is wrong may hang on its gripper.
	armStuck = 30 * time.Second
)

// arm is the arm at work.
type arm struct {
	kept     bool // it has news and can be held
	running  bool
	job      uint64                   // the match's position that the job is of
	asked    []board.Point            // of the job
	before   map[board.Point]int      // what tries were when the job began
	tried    bool                     // the job has said what became of a stone
	position uint64                   // the match's that tries are of
	tries    map[board.Point]int      // how often a stone was to be put on a point
	said     bool                     // people were told that the rest is theirs
	let      map[board.Point]hw.State // stones that it let go, and that have not been looked for
	why      hw.ArmCause              // of those tries that failed by a fault of the arm's
	again    time.Time                // not before
	faulty   bool                     // it rests until then, whatever is wanted

	now      hw.ArmNews // the last of them
	lowered  int        // the point that the arm lowered a stone onto last, or -1
	rose     time.Time  // when it had let go of it
	empty    [3]bool    // by colour: there are no more stones of it
	startled time.Time  // when the board last changed where the arm does nothing
	held     bool       // it was told to hold
	since    time.Time  // since when
	game     string     // whose stones were taken from the trays
}

// newArm returns the table's side of an arm, which may be nil.
func newArm(a Arm) arm {
	_, kept := a.(hw.ArmKeeper)
	return arm{kept: kept, let: map[board.Point]hw.State{}, now: hw.ArmNews{Onto: -1}, lowered: -1}
}

// noteHand takes note of what has changed on the board, to stop an arm that may
// have a hand in its way.
func (t *core) noteHand(before, now *referee.Observation) {
	a := &t.arm
	if !a.kept {
		return
	}
	size := t.match.game.Size()
	for i := range size.Count() {
		p := size.Point(i)
		if before[p] == now[p] || before[p] == referee.Unknown || now[p] == referee.Unknown {
			continue
		}
		// A stone may come up a little after the arm has let it go.
		if i != a.now.Onto && (i != a.lowered || !t.now.Before(a.rose.Add(armPause))) {
			a.startled = t.now
			return
		}
	}
}

// armCalm reports whether nothing unexpected has happened on the board for a while.
func (t *core) armCalm() bool {
	return !t.arm.kept || !t.now.Before(t.arm.startled.Add(armCalm))
}

// holdArm stops the arm where it is while the board is not as it should be, and lets
// it go on when it is.
func (t *core) holdArm() {
	a := &t.arm
	if hold := !t.armCalm() || a.running && !t.status().Right(); a.kept && hold != a.held {
		a.held, a.since = hold, t.now
		t.order(armOrder{hold: &hold})
	}
}

// driveArm lets the arm put down the stones that the machine wants, and stops it
// when they are no longer wanted, or the board is to be put right by people
// first. A stone in its grip is then put down all the same, and guided off the
// board like any other, unless the arm can be held: that one waits until the
// board is right again and goes on.
func (t *core) driveArm() {
	a, m := &t.arm, &t.match
	if t.cfg.Arm == nil {
		return
	}
	if a.position != m.position {
		a.position, a.tries, a.said, a.why = m.position, map[board.Point]int{}, false, ""
		clear(a.let)
		if !a.faulty {
			a.again = time.Time{}
		}
	}
	t.refillFor(m.id)
	s, v := t.status(), &t.sensed.view
	wanted, right, calm := s.Places(), s.Right(), t.armCalm()
	if a.running {
		switch stuck := a.held && !right && !t.now.Before(a.since.Add(armStuck)); {
		case stuck:
			t.order(armOrder{cancel: true, cause: hw.ErrGiveUp})
		case a.held: // what is wanted no more is put away once it may move
		case !wanted || a.job != m.position || !right && !a.kept || t.forestalled():
			t.order(armOrder{cancel: true})
		}
		return
	}
	if !wanted || !right || !calm || t.now.Before(a.again) || !t.armReady() {
		return
	}
	t.lookFor(v.Wanted)
	if !t.armReady() {
		return
	}
	var points []int
	a.asked = nil
	for _, p := range v.Wanted {
		// A stone that lies where the board cannot see looks like one that is missing.
		blind := t.sensed.referee.Seen()[p] == referee.Unknown
		if n := a.tries[p]; n < armTries && !(blind && n > 0) {
			points = append(points, t.sensed.inset.Index(p))
			a.asked = append(a.asked, p)
		}
	}
	if len(points) == 0 {
		if len(v.Wanted) > 0 && !a.said && !t.armBlind() {
			a.said = true
			t.log.Warn("the arm's stones do not stand; people may put them down", "points", v.Wanted)
			t.notify(func() string { return t.lang.Say(text.ArmFailed) })
			if a.kept && a.why != "" {
				t.order(armOrder{stop: a.why})
			}
		}
		return
	}
	a.before = maps.Clone(a.tries)
	a.running, a.job, a.tried, t.changed = true, m.position, false, true
	t.out.Place = &armJob{state: hw.State(t.color()), points: points}
}

// order tells the arm something.
func (t *core) order(o armOrder) { t.out.Arm = append(t.out.Arm, o) }

// lookFor looks for the stones that the arm has let go. One that did not come up
// makes the arm home before its next motion.
func (t *core) lookFor(wanted []board.Point) {
	a := &t.arm
	if !a.kept {
		return
	}
	for p, s := range a.let {
		if slices.Contains(wanted, p) && t.sensed.referee.Seen()[p] != referee.Unknown {
			t.log.Warn("a stone of the arm's has not come up", "point", p)
			a.why = hw.ArmMissing
			t.order(armOrder{missed: s})
		}
	}
	clear(a.let)
}

// forestalled reports whether somebody has put down a stone that the arm was
// asked for and is not lowering.
func (t *core) forestalled() bool {
	a := &t.arm
	if !a.kept {
		return false
	}
	for _, p := range a.asked {
		i := t.sensed.inset.Index(p)
		mine := a.tries[p] > a.before[p] || i == a.now.Onto || i == a.lowered && t.now.Before(a.rose.Add(armPause))
		if !mine && !slices.Contains(t.sensed.view.Wanted, p) {
			return true
		}
	}
	return false
}

// armReady reports whether the arm can be asked for stones of the side to move.
func (t *core) armReady() bool {
	a := &t.arm
	return !a.kept || a.now.State.Ready() && !a.empty[t.color()]
}

// armBlind reports whether all that is wanted lies where the board cannot see.
func (t *core) armBlind() bool {
	for _, p := range t.sensed.view.Wanted {
		if t.sensed.referee.Seen()[p] != referee.Unknown {
			return false
		}
	}
	return true
}

// onPlaced takes note of what became of a stone of the arm's.
func (t *core) onPlaced(p hw.Placement) {
	a := &t.arm
	point := t.sensed.inset.Point(p.Point)
	if p.Err == nil {
		t.log.Debug("the arm has put a stone down", "point", point)
		if a.job == a.position {
			a.let[point] = hw.State(t.color())
		}
	}
	t.blame(p.Err)
	a.tried = true
	if a.job == a.position && tried(p.Err) {
		a.tries[point]++
	}
}

// tried reports whether a stone was tried to be put down: not where the arm could not
// begin, or was held or stopped before it had one.
func tried(err error) bool {
	var e *hw.ArmError
	switch trouble := hw.ArmTroubleOf(err); {
	case err == nil || trouble == hw.ArmDropped:
		return true
	case errors.As(err, &e) && e.Held:
		return false
	default:
		return trouble == hw.ArmFailed
	}
}

// blame notes an error that is a fault of the arm's, and not a hold or a stop.
func (t *core) blame(err error) {
	var e *hw.ArmError
	if errors.As(err, &e) && !e.Held && (e.Trouble == hw.ArmFailed || e.Trouble == hw.ArmDropped) {
		t.arm.why = hw.ArmFailing
	}
}

// onArmDone takes the end of the arm's job.
func (t *core) onArmDone(d armDone) {
	a := &t.arm
	err := d.err
	for _, p := range d.placed {
		t.onPlaced(p)
	}
	a.running, t.changed, a.faulty = false, true, false
	a.again = time.Time{}
	if a.job == t.match.position {
		a.again = t.now.Add(armPause)
	}
	if err == nil && a.tried {
		return
	}
	if !a.tried && a.job == a.position && tried(err) {
		for _, p := range a.asked {
			a.tries[p]++
		}
	}
	if err == nil {
		return
	}
	t.blame(err)
	t.log.Warn("the arm cannot put the stones down", "err", err)
	var e *hw.ArmError
	if !errors.As(err, &e) {
		a.faulty, a.again = true, t.now.Add(armRest)
		t.notify(func() string { return t.lang.Say(text.ArmFailed) })
		return
	}
	switch color := board.Color(e.Color); e.Trouble {
	case hw.ArmDropped:
		t.notify(func() string { return t.lang.Say(text.ArmDropped, t.lang.Color(color)) })
	case hw.ArmEmpty:
		a.empty[color] = true
		t.notify(func() string { return t.lang.Say(text.ArmFailed) })
	case hw.ArmNotReady:
		t.notify(func() string { return t.lang.Say(text.ArmFailed) })
	}
}

// armTold takes news of the arm.
func (t *core) armTold(n hw.ArmNews) {
	a := &t.arm
	before := a.now
	a.now, t.changed = n, true
	if before.Onto >= 0 {
		a.lowered, a.rose = before.Onto, t.now
	}
	if n.State != before.State {
		t.log.Debug("arm", "state", n.State, "cause", n.Cause, "text", n.Text)
		if n.State == hw.ArmStopped {
			t.notify(t.armFault)
		}
	}
	for _, tray := range n.Trays {
		color := board.Color(tray.Color)
		a.empty[color] = tray.Left == 0
		if was, known := leftIn(before, tray.Color); known && was > tray.Low && tray.Left <= tray.Low && tray.Left > 0 {
			t.notify(func() string { return t.lang.Say(text.ArmLow, t.lang.Stones(tray.Left, color)) })
		}
	}
}

// leftIn returns what was left of a colour.
func leftIn(n hw.ArmNews, color hw.State) (int, bool) {
	for _, t := range n.Trays {
		if t.Color == color {
			return t.Left, true
		}
	}
	return 0, false
}

// refillFor says that the trays are full when another game begins: the stones of
// the one before are back in them.
func (t *core) refillFor(game string) {
	a := &t.arm
	if a.game == game {
		return
	}
	begun := a.game != ""
	a.game = game
	if begun && a.kept {
		t.order(armOrder{refill: true})
	}
}

// doRefill says that people have filled the trays.
func (t *core) doRefill() *CommandError {
	if !t.arm.kept || len(t.arm.now.Trays) == 0 {
		return t.refuse("not-now", text.NoTrays)
	}
	t.order(armOrder{refill: true})
	t.changed = true
	return nil
}

// doResumeArm is a person's word that a stopped arm may go on.
func (t *core) doResumeArm() *CommandError {
	switch n := t.arm.now; {
	case !t.armWaits():
		return t.refuse("not-now", text.ArmNotStopped)
	case n.Pressed:
		return &CommandError{Code: "stop-pressed", Text: t.armFault()}
	}
	t.order(armOrder{resume: true})
	t.log.Info("a person lets the arm go on", "cause", t.arm.now.Cause)
	t.notify(func() string { return t.lang.Say(text.ArmGoesOn) })
	t.changed = true
	return nil
}

// armWaits reports whether the arm waits for a person.
func (t *core) armWaits() bool {
	n := t.arm.now
	return t.arm.kept && (n.State == hw.ArmStopped || n.State == hw.ArmHeld && n.Cause != "")
}

// armReasons say why an arm waits for a person.
var armReasons = map[hw.ArmCause]text.Key{
	hw.ArmEmergency: text.ArmWhyEmergency, hw.ArmReset: text.ArmWhyReset, hw.ArmDoor: text.ArmWhyDoor, hw.ArmHold: text.ArmWhyHold,
	hw.ArmCut: text.ArmWhyCut, hw.ArmMissing: text.ArmWhyMissing, hw.ArmFailing: text.ArmWhyFailing,
}

// armFault says what is wrong with the arm; empty where nothing is.
func (t *core) armFault() string {
	a := &t.arm
	switch n := a.now; {
	case !a.kept || n.State == "":
		return ""
	case n.State == hw.ArmAway || n.State == hw.ArmRefused:
		return t.lang.Say(text.ArmAway, n.Text)
	case t.armWaits() && n.Pressed && n.Cause == hw.ArmDoor:
		return t.lang.Say(text.ArmDoorOpen)
	case t.armWaits() && n.Pressed:
		return t.lang.Say(text.ArmStopPressed)
	case t.armWaits():
		why, known := armReasons[n.Cause]
		if !known {
			why = text.ArmWhyReset
		}
		return t.lang.Join(t.lang.Say(why), t.lang.Say(text.ArmWaits))
	}
	for _, tray := range a.now.Trays {
		if tray.Left == 0 {
			return t.lang.Say(text.ArmEmpty, t.lang.Color(board.Color(tray.Color)))
		}
	}
	return ""
}

// trays describes the arm's trays.
func (t *core) trays() []Tray {
	list := []Tray{}
	for _, r := range t.arm.now.Trays {
		list = append(list, Tray{Color: board.Color(r.Color), Left: r.Left, Unsure: r.Unsure, Full: r.Full, Low: r.Low})
	}
	return list
}
