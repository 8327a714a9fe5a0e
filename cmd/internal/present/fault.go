package present

import (
	"fmt"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/arm"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
	"stonehand/hw/soc"
)

// Fault says what is wrong with the parts, the most important only.
func (t *Table) Fault() string {
	f := t.Faults
	switch {
	case t.armUnkept() != nil && t.Arm.Waits(): // of all that is not saved, this could hurt somebody
		return t.Lang.Say(text.ArmUnkept, t.Because(t.armUnkept()))
	case t.Unsaved != nil:
		return t.Lang.Say(text.JournalFailed, t.Because(t.Unsaved))
	case f[notices.Link].Is():
		return t.Lang.Say(text.LinkFailed, t.Because(f[notices.Link].Cause))
	case f[notices.Shutdown].Is():
		return t.Lang.Say(text.ShutdownFailed, f[notices.Shutdown].Cause)
	case f[notices.Folder].Is():
		return t.Lang.Say(text.FolderRemade)
	case t.Loss != api.LossNone:
		return t.recovered()
	case f[notices.Player].Is():
		return t.Lang.Say(text.ThinkerFailed, f[notices.Player].Text)
	case t.Link != nil && !t.Status.Live && !t.Status.Calibrating:
		if t.Link.Up && t.Fits {
			return "" // it is being read for the first time
		}
		return t.lost()
	case f[notices.Device].Is():
		return t.Device()
	case ArmFault(t.Arm) != nil:
		return ArmFault(t.Arm).In(t.Lang)
	case t.armUnkept() != nil:
		return t.Lang.Say(text.ArmUnkept, t.Because(t.armUnkept()))
	case f[notices.Lights].Is():
		return t.Lang.Say(text.LightsLost, t.says(f[notices.Lights].Cause, f[notices.Lights].Text))
	case f[notices.Archive].Is():
		return t.Lang.Say(text.ArchiveFailed, t.Because(f[notices.Archive].Cause))
	case f[notices.Settings].Is():
		return t.Lang.Say(text.SettingsFailed, t.Because(f[notices.Settings].Cause))
	case f[notices.Voice].Is() && t.Volume > 0:
		return t.Voice()
	case t.calibrationTrouble() != "" && !t.Status.Calibrating:
		return t.calibrationTrouble()
	}
	return t.Slow()
}

// Because says why something cannot be saved, and what to do, as the part of a
// sentence that follows "because".
func (t *Table) Because(err error) string {
	if why := text.Storage(err); why != nil {
		return why.In(t.Lang)
	}
	return fmt.Sprint(err)
}

// Slow says why the computer runs slower than it could, "" if it does not.
func (t *Table) Slow() string {
	switch why := t.Heat.Throttle; {
	case why&soc.UnderVoltage != 0:
		return t.Lang.Say(text.PowerWeak)
	case why != 0 && t.Heat.Known:
		return t.Lang.Say(text.TooHotAt, int(t.Heat.Celsius+0.5))
	case why != 0:
		return t.Lang.Say(text.TooHot)
	}
	return ""
}

// recovered says the loss in a sentence; "" if there is none.
func (t *Table) recovered() string {
	aside := ""
	if t.Kept != "" {
		aside = t.Lang.Say(text.LossAside, t.Kept)
	}
	switch t.Loss {
	case api.LossMended:
		return t.Lang.Say(text.LossMended)
	case api.LossPart:
		return t.Lang.Join(t.Lang.Say(text.LossPart, len(t.Game.Turns())), aside)
	case api.LossAll:
		return t.Lang.Join(t.Lang.Say(text.LossAll), aside)
	case api.LossNewer:
		return t.Lang.Join(t.Lang.Say(text.LossNewer, len(t.Game.Turns())), aside)
	}
	return ""
}

// armReasons say why an arm waits for a person.
var armReasons = map[hw.ArmCause]text.Key{
	hw.ArmEmergency: text.ArmWhyEmergency, hw.ArmReset: text.ArmWhyReset, hw.ArmDoor: text.ArmWhyDoor, hw.ArmHold: text.ArmWhyHold,
	hw.ArmCut: text.ArmWhyCut, hw.ArmMissing: text.ArmWhyMissing, hw.ArmFailing: text.ArmWhyFailing, hw.ArmOperator: text.ArmWhyOperator,
}

// ArmFault says what is wrong with an arm; nil where nothing is.
func ArmFault(a *arm.Machine) text.Words {
	switch n := a.News(); {
	case !a.Kept() || n.State == "":
		return nil
	case n.State == hw.ArmAway || n.State == hw.ArmRefused:
		if n.Why != nil {
			return text.Tell(text.ArmAway, n.Why)
		}
		return text.Tell(text.ArmAway, n.Text)
	case a.Waits() && n.Pressed && n.Cause == hw.ArmDoor:
		return text.Tell(text.ArmDoorOpen)
	case a.Waits() && n.Pressed:
		return text.Tell(text.ArmStopPressed)
	case a.Waits():
		why, known := armReasons[n.Cause]
		if !known {
			why = text.ArmWhyReset
		}
		return text.Messages{text.Tell(why), text.Tell(text.ArmWaits)}
	}
	for _, tray := range a.News().Trays {
		if tray.Left == 0 {
			return text.Tell(text.ArmEmpty, text.Color(tray.Color))
		}
	}
	return nil
}

// armUnkept is why the state of the arm cannot be saved, nil if it can.
func (t *Table) armUnkept() error {
	if t.Arm == nil {
		return nil
	}
	return t.Arm.News().Unkept
}

// calibrationTrouble says what is wrong with what is known of the board.
func (t *Table) calibrationTrouble() string {
	if t.Calib.Trouble != nil {
		return t.Calib.Trouble.In(t.Lang)
	}
	if t.Calib.Foreign {
		return t.Lang.Say(text.CalibForeign)
	}
	if t.Calib.Rehung {
		return t.Lang.Say(text.CalibRehung)
	}
	return ""
}

// Device says what a device says of itself.
func (t *Table) Device() string {
	f := t.Faults[notices.Device]
	if !f.Is() {
		return ""
	}
	return t.Lang.Say(text.DeviceSays, t.says(f.Cause, f.Text))
}

// Voice says what keeps the voice from speaking.
func (t *Table) Voice() string {
	f := t.Faults[notices.Voice]
	return t.says(f.Cause, f.Text)
}

// says words why a device fails; where it gives no cause, as it puts it.
func (t *Table) says(cause error, said string) string {
	if cause == nil {
		return said
	}
	return text.Because(cause).In(t.Lang)
}
