package table

import (
	"stonehand/cmd/internal/api"
	"time"

	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/buttons"
	"stonehand/cmd/internal/table/clockwork"
	"stonehand/cmd/internal/table/logged"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/opponent"
	"stonehand/cmd/internal/table/shutdown"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/table/status"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/record"
	"stonehand/hw"
	"stonehand/hw/soc"
)

// core is the table without the world: all of its state, and what follows from what
// happens to it. It knows no channel, no goroutine and no clock but the one that is
// passed in; what is to be done in the world it returns as [Effects].
type core struct {
	cfg  Config // whether a part is there, and settings; no part is called
	lang text.Language
	log  logged.Lines
	out  Effects // of the step under way

	now     time.Time // of the step
	refusal *api.CommandError
	aloud   bool // a command of this step came from the board: a refusal is said there
	ended   bool // nothing follows but what is saved

	match     record.Game
	sensed    sensed
	search    search
	ponder    pondering
	heat      soc.State
	notices   notices.Machine
	pace      pace
	unsaved   unsaved
	recovery  recovery
	unkept    unkept
	buttons   buttons.Machine
	speech    speech.Machine
	voice     voice
	leaving   shutdown.Machine
	arm       arm.Machine
	calib     calibrating
	review    reviewing
	doubt     suspicion
	opponent  opponent.Machine
	alone     bool // nobody has touched the board since the program began
	clockwork clockwork.Machine
	changed   bool          // something has changed that the world is to be told
	told      bool          // tell had something new
	shown     *api.Snapshot // last
	picture   hw.Picture    // shown last
	helping   bool          // helping hands are at work on the simulated board
}

// Input is one thing that has happened: one field is set. None is that time has
// passed.
type Input struct {
	Begin   bool // the table begins to run
	End     bool // it ends, and what can be saved is
	Reading *hw.Reading
	Command *api.Command
	Answer  *answer
	Thought *thought
	Heat    *soc.State
	Button  *hw.Button
	Fault   *partFault
	Placed  *hw.Placement // by the arm
	News    *hw.ArmNews
	ArmDone *arm.Done
	Asked   *shutdown.Asked
	Saved   *Saved // what became of the effects that are saved
	Tick    *ticked
}

// ticked is that a tick has passed.
type ticked struct {
	Remade bool // the folder of the games had to be made again since the last one
}

// partFault is a complaint of a part that is no sensor.
type partFault struct {
	part notices.Part
	text string // empty: it is over
}

// Effects are what follows in the world, to be carried out in this order.
type Effects struct {
	Arm []arm.Order // first: a hand may be in its way

	// What is to be saved, with the step that follows from [Saved] before anything
	// below is carried out that follows from it.
	Store       []stored
	Calibration *calibrationOrder

	Lamps   *hw.Picture
	State   *told
	Fault   string       // that State is the first to have
	Thought *api.Thought // of the machine, for subscribers

	Voice       []voiceOrder
	Place       *arm.Job
	Search      []searchOrder
	Wishes      []api.Wish
	Probe       *bool
	Levels      *[]hw.Level
	KeepVolume  *int
	KeepHelping *bool
	Shutdown    bool // let the voice finish, and ask the computer

	Refusal *api.CommandError // of the step's command
	Log     logged.Lines
}

// saves reports whether something is to be saved.
func (e *Effects) saves() bool { return len(e.Store) > 0 || e.Calibration != nil }

// passes follow every input, in this order.
var passes = []func(*core){
	(*core).stepCalibration, // what calibration has found changes what the board shows
	(*core).replay,          // the same: while a game is replayed nothing is judged
	(*core).judge,           // whatever follows reads the view
	(*core).hearLever,       // reads what judging left
	(*core).suspect,         // needs the new view; asks, and judges again
	(*core).invite,          // the same, or it offers on an old view
	(*core).stepButtons,     // gives commands: before clock and search
	(*core).watchOpponent,   // its question belongs into this snapshot
	(*core).remember,        // after all that answers questions; before the world is told
	(*core).keepTime,        // after all that changes who is waited for; a flag judges again
	(*core).holdArm,         // the view is final, and a hand does not wait for a disk
	(*core).flush,           // before the world is told; the step ends, and goes on with Saved
	(*core).driveArm,        // of what is saved; "arm" belongs into this snapshot
	(*core).think,           // the same; the clock has been settled for what is left
	(*core).tell,            // after every change
	(*core).speak,           // of what tell has found to be new
	(*core).shutDown,        // lights dark and goodbye begun before the computer is asked
}

// Step takes one input at a moment and returns what follows. Where something is to be
// saved, that is the end of it for now: the next input is [Saved], of the same moment.
func (t *core) Step(now time.Time, in Input) Effects {
	t.out = Effects{}
	if r := in.Reading; r != nil && r.Frame != nil {
		t.at(r.Frame.At, now)
	} else if r != nil && r.Field != nil {
		t.at(r.Field.At, now)
	} else {
		t.at(now, now)
	}
	t.aloud = in.Saved != nil && t.aloud
	t.take(in)
	t.at(now, now)
	t.stepShutdown(shutdown.In{})
	t.stepNotices()
	for _, pass := range passes {
		if t.ended {
			pass = (*core).flush
		}
		if pass(t); t.ended || t.out.saves() {
			break
		}
	}
	t.out.Refusal = t.refusal
	t.out.Log, t.log = t.log, nil
	return t.out
}

// take is what an input does by itself.
func (t *core) take(in Input) {
	switch {
	case in.Begin:
		t.begin()
	case in.End:
		t.ended, t.unsaved.now, t.unkept.due = true, true, true
	case in.Reading != nil:
		t.read(*in.Reading)
	case in.Command != nil:
		t.refusal = t.obeyed(*in.Command)
	case in.Answer != nil:
		t.answered(*in.Answer)
	case in.Thought != nil:
		t.thought(*in.Thought)
	case in.Heat != nil:
		t.heated(*in.Heat)
	case in.Button != nil:
		t.button(*in.Button)
	case in.Fault != nil:
		t.fault(in.Fault.part, notices.Fault{Text: in.Fault.text})
	case in.Placed != nil:
		t.stepArm(arm.In{Placed: in.Placed})
	case in.News != nil:
		t.stepArm(arm.In{News: in.News})
	case in.ArmDone != nil:
		t.stepArm(arm.In{Done: in.ArmDone})
	case in.Asked != nil:
		t.stepShutdown(shutdown.In{Asked: in.Asked})
	case in.Saved != nil:
		t.saved(*in.Saved)
	case in.Tick != nil:
		t.housekeep(in.Tick.Remade)
	}
}

// Next returns when there is something to do even if nothing happens; zero if never.
func (t *core) Next() time.Time {
	next := earliest(t.unsaved.retryAt, t.leaving.Next(), t.notices.Next())
	if t.cfg.Arm != nil {
		next = earliest(next, t.arm.Next(t.now, t.status()))
	}
	if t.underway() {
		next = earliest(next, t.calib.session.Next())
	}
	if t.sensed.live() {
		next = earliest(next, t.sensed.view.Next)
	}
	return earliest(next, t.doubt.due, t.review.machine.Next(), t.opponent.Next(), t.clockwork.Next(), t.speech.Next(), t.buttons.Next())
}

// earliest returns the earliest of times; zero ones are never.
func earliest(times ...time.Time) (first time.Time) {
	for _, at := range times {
		if !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// status is how the table stands.
func (t *core) status() *status.Status {
	m := &t.match
	s := &status.Status{
		Now: t.now, Game: m.ID, Position: m.Position,
		Begun: m.Begun(), Over: m.Game.Result().Over, Paused: m.Paused, Mending: m.Mend != "", Clearing: m.Mend == record.Clear,
		Linked: m.Remote != board.Empty && !m.Guest, Live: t.sensed.live(), Calibrating: t.underway(), Reviewing: t.review.machine.Active(), Leaving: t.leaving.On(),
		Side: m.Game.Side(), Choices: m.Game.Choices(), Decision: m.Decision, Placed: m.Placed,
		View: t.sensed.view, Faults: status.Faults(t.sensed.view.Verdicts),
	}
	s.Stones, s.Due = m.Game.Due()
	s.InPlay = s.Begun && !s.Over && !s.Paused && !s.Mending
	switch {
	case s.Over || !s.Begun:
	case m.People[s.Side]:
		s.Actor = status.Person
	case s.Side == m.Remote:
		s.Actor = status.Remote
	default:
		s.Actor = status.Machine
	}
	return s
}

// begin is the start of a run: a game is on the table, and what had ended is in the
// archive, though the program may have been killed before.
func (t *core) begin() {
	if !t.match.Begun() {
		told := t.recovery
		t.refusal = t.doNewGame(api.Command{Human: t.cfg.Human})
		t.recovery = told
	} else if t.match.Game.Result().Over {
		t.archive(t.finished(&t.match, false))
	}
	t.recovery.began = t.now
	t.alone = true
}

// at moves the table's time on to at, when a frame was read, which is a little before
// now: neither backwards nor into the future.
func (t *core) at(at, now time.Time) {
	if at.After(now) || at.IsZero() {
		at = now
	}
	if at.After(t.now) {
		t.now = at
	}
}

// housekeep does what is not urgent.
func (t *core) housekeep(remade bool) {
	t.unkept.due = true
	t.settleLoss(nil)
	if remade {
		t.onFolderRemade()
	}
}

// thought tells subscribers what the machine thinks, unless it thinks of a
// position that is gone.
func (t *core) thought(th thought) {
	if th.position != t.match.Position || !t.search.running || t.search.ponders {
		return
	}
	told := thoughtOf(th.Info)
	t.out.Thought = &told
}
