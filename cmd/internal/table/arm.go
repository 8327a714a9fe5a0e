package table

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/byhand"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// stepArm takes what has happened to the arm, and does what follows.
func (t *core) stepArm(in arm.In) {
	if t.cfg.Arm == nil {
		return
	}
	if in.Seen == nil {
		in.Seen = t.attract.Seen()
	}
	in.Map, in.Stands = t.sensed.Map(t.size()), t.match.Game.At
	out := t.arm.Step(t.now, t.status(), in)
	t.out.Arm = append(t.out.Arm, out.Orders...)
	if out.Place != nil {
		t.out.Place = out.Place
	}
	t.changed = t.changed || out.Changed
	t.log = append(t.log, out.Log...)
	for _, w := range out.Notices {
		t.notify(w)
	}
	if out.Stopped {
		t.notify(present.ArmFault(&t.arm))
	}
}

func (t *core) holdArm() { t.stepArm(arm.In{Hold: true}) }
func (t *core) driveArm() {
	if t.byHand.Step() != byhand.On {
		t.stepArm(arm.In{Drive: true})
	}
}

// doRefill says that people have filled the trays.
func (t *core) doRefill() *api.CommandError {
	if !t.arm.Kept() || len(t.arm.News().Trays) == 0 {
		return t.refuse("not-now", text.NoTrays)
	}
	t.out.Arm = append(t.out.Arm, arm.Order{Refill: true})
	t.changed = true
	return nil
}

// doResumeArm is a person's word that a stopped arm may go on, and what he was told that it
// waits for; nil is what is known here.
func (t *core) doResumeArm(told *hw.ArmCause) *api.CommandError {
	switch n := t.arm.News(); {
	case !t.arm.Waits():
		return t.refuse("not-now", text.ArmNotStopped)
	case n.Pressed:
		return t.refuseAs("stop-pressed", present.ArmFault(&t.arm))
	case told != nil && *told != n.Cause:
		return t.refuseAs("not-now", present.ArmFault(&t.arm))
	}
	cause := t.arm.News().Cause
	t.out.Arm = append(t.out.Arm, arm.Order{Resume: &cause})
	t.log.Info("a person lets the arm go on", "cause", cause)
	t.notify(text.Tell(text.ArmGoesOn))
	t.changed = true
	return nil
}
