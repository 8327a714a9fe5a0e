package table

import (
	"context"

	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/hw"
)

// Arm is what the table needs of a [hw.Arm]. One that is also an
// [hw.ArmKeeper] is kept while the table runs, and held when the board changes
// where it should not.
type Arm interface {
	Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error
}

// stepArm takes what has happened to the arm, and does what follows.
func (t *core) stepArm(in arm.In) {
	if t.cfg.Arm == nil {
		return
	}
	if in.Seen == nil {
		in.Seen = t.sensed.referee.Seen()
	}
	in.Map = t.sensed.inset
	out := t.arm.Step(t.now, t.status(), in)
	t.out.Arm = append(t.out.Arm, out.Orders...)
	if out.Place != nil {
		t.out.Place = out.Place
	}
	t.changed = t.changed || out.Changed
	t.log = append(t.log, out.Log...)
	for _, say := range out.Notices {
		t.notify(func() string { return say(t.lang) })
	}
	if out.Stopped {
		t.notify(t.armFault)
	}
}

func (t *core) holdArm()  { t.stepArm(arm.In{Hold: true}) }
func (t *core) driveArm() { t.stepArm(arm.In{Drive: true}) }

// doRefill says that people have filled the trays.
func (t *core) doRefill() *CommandError {
	if !t.arm.Kept() || len(t.arm.News().Trays) == 0 {
		return t.refuse("not-now", text.NoTrays)
	}
	t.out.Arm = append(t.out.Arm, arm.Order{Refill: true})
	t.changed = true
	return nil
}

// doResumeArm is a person's word that a stopped arm may go on.
func (t *core) doResumeArm() *CommandError {
	switch n := t.arm.News(); {
	case !t.arm.Waits():
		return t.refuse("not-now", text.ArmNotStopped)
	case n.Pressed:
		return &CommandError{Code: "stop-pressed", Text: t.armFault()}
	}
	t.out.Arm = append(t.out.Arm, arm.Order{Resume: true})
	t.log.Info("a person lets the arm go on", "cause", t.arm.News().Cause)
	t.notify(func() string { return t.lang.Say(text.ArmGoesOn) })
	t.changed = true
	return nil
}

// armReasons say why an arm waits for a person.
var armReasons = map[hw.ArmCause]text.Key{
	hw.ArmEmergency: text.ArmWhyEmergency, hw.ArmReset: text.ArmWhyReset, hw.ArmDoor: text.ArmWhyDoor, hw.ArmHold: text.ArmWhyHold,
	hw.ArmCut: text.ArmWhyCut, hw.ArmMissing: text.ArmWhyMissing, hw.ArmFailing: text.ArmWhyFailing,
}

// armFault says what is wrong with the arm; empty where nothing is.
func (t *core) armFault() string {
	switch n := t.arm.News(); {
	case !t.arm.Kept() || n.State == "":
		return ""
	case n.State == hw.ArmAway || n.State == hw.ArmRefused:
		return t.lang.Say(text.ArmAway, n.Text)
	case t.arm.Waits() && n.Pressed && n.Cause == hw.ArmDoor:
		return t.lang.Say(text.ArmDoorOpen)
	case t.arm.Waits() && n.Pressed:
		return t.lang.Say(text.ArmStopPressed)
	case t.arm.Waits():
		why, known := armReasons[n.Cause]
		if !known {
			why = text.ArmWhyReset
		}
		return t.lang.Join(t.lang.Say(why), t.lang.Say(text.ArmWaits))
	}
	for _, tray := range t.arm.News().Trays {
		if tray.Left == 0 {
			return t.lang.Say(text.ArmEmpty, t.lang.Color(board.Color(tray.Color)))
		}
	}
	return ""
}

// trays describes the arm's trays.
func (t *core) trays() []Tray {
	list := []Tray{}
	for _, r := range t.arm.News().Trays {
		list = append(list, Tray{Color: board.Color(r.Color), Left: r.Left, Unsure: r.Unsure, Full: r.Full, Low: r.Low})
	}
	return list
}
