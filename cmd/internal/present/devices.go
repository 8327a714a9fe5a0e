package present

import (
	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/hw"
)

// devices says how each part of the table is, for who looks after it.
func (t *Table) devices() []api.Device {
	f, n := t.Faults, t.Arm.News()
	c := t.Calib.Known()
	weak := len(t.Masked) > 0 || c != nil && len(c.Weak) > 0 || f[notices.Device].Is()
	lost := t.Link != nil && !t.Status.Live && !t.Status.Calibrating && !(t.Link.Up && t.Fits)
	arm := state(!t.HasArm, n.State == hw.ArmAway || n.State == hw.ArmRefused, t.Arm.Waits())
	return []api.Device{
		{Name: "sensors", State: state(false, lost, weak)},
		{Name: "lights", State: state(!t.HasLights, f[notices.Lights].Is(), false)},
		{Name: "arm", State: arm},
		{Name: "voice", State: state(!t.HasVoice, f[notices.Voice].Is(), t.Volume == 0)},
		{Name: "storage", State: state(false, t.Unsaved != nil, f[notices.Archive].Is() || f[notices.Settings].Is() || f[notices.Link].Is() || f[notices.Folder].Is() || t.Loss != api.LossNone)},
		{Name: "computer", State: state(false, false, t.Slow() != "")},
	}
}

// state is how a part is that is not there, bad, or weak.
func state(none, bad, weak bool) string {
	switch {
	case none:
		return api.DeviceNone
	case bad:
		return api.DeviceBad
	case weak:
		return api.DeviceWeak
	}
	return api.DeviceWell
}
