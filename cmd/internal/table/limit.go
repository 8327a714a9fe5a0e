package table

import (
	"slices"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// Commands that write to the disk are limited, no matter who gives them: so many at once,
// and then one every so often. Nobody at a board gives them faster, and who gives
// them without end wears no card: 86,400 a day of some 200 bytes.
const (
	commandBurst = 100
	commandEvery = time.Second
)

// limited refuses a command that comes too fast after others. What the players'
// stones do, and what a player at another table does, is not limited here.
func (t *core) limited(c api.Command) *api.CommandError {
	p, now := &t.pace, t.now
	if back := int(now.Sub(p.since) / commandEvery); back > 0 {
		p.spent, p.since = max(0, p.spent-back), p.since.Add(time.Duration(back)*commandEvery)
	}
	if p.spent == 0 {
		p.since = now
	}
	free := []string{api.DoMoveNow, api.DoShutdown, api.DoRefill, api.DoCalibrate}
	if c.Do == api.DoArm && c.Arm != nil && slices.Contains([]string{api.ArmStop, api.ArmEnd, api.ArmResult}, c.Arm.Do) {
		return nil
	}
	if c.Do == api.DoLink {
		guest := c.Link != nil && c.Link.Guest != nil
		if !guest || slices.Contains([]string{api.GuestStand, api.GuestPlay}, c.Link.Guest.Do) {
			return nil
		}
	}
	if p.spent < commandBurst || slices.Contains(free, c.Do) {
		return nil
	}
	return t.refuse("too-many", text.TooManyCommands)
}

// obeyed carries out a command that came from outside, within the limits.
func (t *core) obeyed(c api.Command) *api.CommandError {
	if refusal := t.limited(c); refusal != nil {
		return refusal
	}
	seq, volume, helping := t.match.Seq, t.voice.volume, t.helping
	refusal := t.carryOut(c)
	if c.Do == api.DoAnswer {
		refusal = t.settled(refusal)
	}
	if t.match.Seq != seq || t.voice.volume != volume || t.helping != helping {
		t.pace.spent++
	}
	return refusal
}
