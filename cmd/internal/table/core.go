package table

import (
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/shutdown"
	"stonehand/cmd/internal/table/times"
)

// passes follow every input, in this order.
var passes = []func(*core){
	(*core).stepCalibration, // what calibration has found changes what the board shows
	(*core).replay,          // the same: while a game is replayed nothing is judged
	(*core).exhibit,         // the same of a demonstration; which game is shown, everything below asks
	(*core).judge,           // whatever follows reads the view
	(*core).hearLever,       // reads what judging left
	(*core).suspect,         // needs the new view; asks, and judges again
	(*core).askMove,         // the same
	(*core).invite,          // the same, or it offers on an old view
	(*core).stepButtons,     // gives commands: before clock and search
	(*core).callNext,        // may begin a game: the same
	(*core).playMatch,       // the same
	(*core).watchOpponent,   // its question belongs into this snapshot
	(*core).propose,         // after all that may end play
	(*core).untouch,         // before the world is told
	(*core).remember,        // after all that answers questions; before the world is told
	(*core).keepTime,        // after all that changes who is waited for; a flag judges again
	(*core).stepByHand,      // what ends it is known; before the arm is held or driven
	(*core).holdArm,         // the view is final, and a hand does not wait for a disk
	(*core).flush,           // before the world is told; the step ends, and goes on with Saved
	(*core).driveArm,        // of what is saved; "arm" belongs into this snapshot
	(*core).think,           // the same; the clock has been settled for what is left
	(*core).advise,          // of the position that this step has left; belongs into this snapshot
	(*core).stepCare,        // its lights belong into this picture
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
	t.tellFor(notices.In{})
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
		t.stepHours(hours.In{Wall: in.Wall})
	case in.Ending:
		t.ending = true
		t.stepArm(arm.In{End: true})
	case in.End:
		t.ended, t.unsaved.now, t.unkept.due = true, true, true
	case in.Reading != nil:
		t.read(*in.Reading)
		t.measure(in.Reading.Frame)
	case in.Watch != nil:
		t.stepArm(arm.In{Watch: in.Watch})
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
		t.fault(in.Fault.part, in.Fault.fault)
	case in.Placed != nil:
		t.stepArm(arm.In{Placed: in.Placed})
	case in.News != nil:
		t.stepArm(arm.In{News: in.News})
	case in.ArmDone != nil:
		t.stepArm(arm.In{Done: in.ArmDone})
	case in.Asked != nil:
		t.stepShutdown(shutdown.In{Asked: in.Asked})
	case in.Counted != nil:
		t.onCounted(*in.Counted)
	case in.Found != nil:
		t.onFound(*in.Found)
	case in.Moved != nil:
		t.onMoved(in.Moved.err)
	case in.Invited != nil:
		t.onInvited(*in.Invited)
	case in.Saved != nil:
		t.saved(*in.Saved)
	case in.Tick != nil:
		t.housekeep(*in.Tick)
		t.stepHours(hours.In{Wall: in.Wall})
	}
}

// Next returns when there is something to do even if nothing happens; zero if never.
func (t *core) Next() time.Time {
	next := times.Earliest(t.unsaved.retryAt, t.leaving.Next(), t.notices.Next())
	if t.cfg.Arm != nil {
		next = times.Earliest(next, t.arm.Next(t.now, t.status()))
	}
	return times.Earliest(next, t.touched.until, t.calib.Next(), t.sensed.Next(), t.doubt.Next(), t.review.machine.Next(), t.nextScene(), t.nextOfMatch(), t.care.Next(), t.byHand.Next(), t.queue.Next(t.queueState()), t.opponent.Next(), t.clockwork.Next(), t.speech.Next(), t.buttons.Next())
}

// begin is the start of a run: a game is on the table, and what had ended is in the
// archive, though the program may have been killed before.
func (t *core) begin() {
	if !t.match.Begun() {
		told := t.recovery
		c := api.Command{Human: t.cfg.Human}
		if t.match.Game.Counts() {
			c.Human = nil // two people play, whatever the settings say of games with a machine
		}
		t.refusal = t.doNewGame(c)
		t.recovery = told
	} else if t.match.Game.Result().Over {
		t.archive(t.finished(&t.match, false))
	} else if len(t.match.Game.Turns()) > 0 {
		t.opened = t.now // nobody has played while the program did not run
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
func (t *core) housekeep(tick ticked) {
	t.unkept.due = true
	t.settleLoss(nil)
	t.fault(notices.Settings, notices.Broken(tick.Unset))
	if tick.Remade {
		t.onFolderRemade()
	}
}

// saved takes what became of what was to be saved.
func (t *core) saved(s Saved) {
	t.journalSaved(s)
	t.archiveSaved(s)
	if s.Calibration != nil {
		t.calibrationSaved(*s.Calibration, s.CalibrationNotChanged)
	}
	t.stepShutdown(shutdown.In{Saved: &shutdown.Saved{Err: t.unsaved.cause}})
	if n := len(t.unsaved.entries); t.ended && n > 0 {
		t.log.Error("the program ends, and the last of the game is not saved", "entries", n, "err", t.unsaved.cause)
	}
}

// onFolderRemade saves once more what the folder of the games had beside the journal:
// somebody has deleted it.
func (t *core) onFolderRemade() {
	t.fault(notices.Folder, notices.Fault{Text: "made again"})
	t.changed = true
	if c := t.calib.Kept(); c != nil && t.cfg.Calibrations != nil {
		t.out.Calibration = &calibrationOrder{keep: c}
	}
	t.out.KeepArm = t.cfg.KeepArm != nil
	if t.aside == nil && t.status().Over {
		t.archive(t.finished(&t.match, false))
	}
}
