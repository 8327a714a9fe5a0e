// Package rerun sets a table to a recording of a board: its sensor, its buttons, its
// player and its time are the recording's, and everything else is the very table that
// plays games.
package rerun

import (
	"fmt"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Of returns the settings of a configuration, for a recording.
func Of(c table.Config) replay.Settings {
	s := replay.Settings{
		Votes: c.Votes, Window: c.Window, Settle: c.Settle.Milliseconds(), TakeBack: c.TakeBack.Milliseconds(),
		Bare: c.Bare.Milliseconds(), SetUp: c.SetUp.Milliseconds(), Menu: c.Menu.Milliseconds(), Hold: c.HoldTime.Milliseconds(),
		Masked: c.Masked, Wiring: c.Wiring, Lever: c.Lever, Lights: c.Lamps != nil, Hints: c.Hints != nil, Calibration: replay.Calibrated(c.Calibration),
	}
	for _, g := range c.Games {
		r := replay.Rules{Name: g.Name(), Cols: g.Size().Cols, Rows: g.Size().Rows}
		if w, ok := g.(game.Weiqi); ok {
			r.Terms = w.Terms
		}
		s.Games = append(s.Games, r)
	}
	return s
}

// Set sets what s says in c.
func Set(c *table.Config, s replay.Settings) error {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	c.Votes, c.Window, c.Settle, c.TakeBack = s.Votes, s.Window, ms(s.Settle), ms(s.TakeBack)
	c.Bare, c.SetUp, c.Menu, c.HoldTime = ms(s.Bare), ms(s.SetUp), ms(s.Menu), ms(s.Hold)
	c.Wiring, c.Lever, c.Masked = s.Wiring, s.Lever, s.Masked
	if s.Calibration != nil {
		if err := s.Calibration.Check(); err != nil {
			return fmt.Errorf("the calibration of the recording: %w", err)
		}
	}
	c.Calibration = s.Calibration
	if c.Hints == nil && s.Hints {
		c.Hints = &study.Hints{}
	}
	if c.Lamps == nil && s.Lights {
		c.Lamps = unseen{}
	}
	if len(s.Games) > 0 {
		c.Games = nil
	}
	for _, r := range s.Games {
		g, err := r.Whole()
		if err != nil {
			return err
		}
		c.Games = append(c.Games, g)
	}
	return nil
}

// Table makes the table that the recording of p is played at. c has what no recording
// knows: journal, archive, language, log; where the recording has no settings, c's
// hold.
func Table(p *replay.Player, c table.Config) (*table.Table, error) {
	if s := p.Settings(); s != nil {
		if err := Set(&c, *s); err != nil {
			return nil, err
		}
	}
	c.Sensor, c.Buttons, c.Player, c.Timekeeper = p, p, p, p.Clock()
	if c.Calibrations == nil {
		c.Calibrations = forgetful{}
	}
	if !p.Decided() {
		c.Human = api.Colors{board.Black, board.White}
	}
	if len(c.Games) == 0 {
		c.Games = []game.Rules{game.Connect6()}
	}
	t, err := table.New(c)
	if err != nil {
		return nil, err
	}
	if err := t.Restore(p.Begun()); err != nil {
		return nil, fmt.Errorf("the game that the recording begins in: %w", err)
	}
	p.Join(t, c.Games)
	return t, nil
}

// unseen are the lights of a recording: nobody looks at them.
type unseen struct{}

// Show implements [table.Lamps].
func (unseen) Show(hw.Picture) {}

// forgetful lets the table be calibrated in a replay; nothing is kept of it.
type forgetful struct{}

func (forgetful) KeepCalibration(*calib.Calibration) error { return nil }
func (forgetful) ForgetCalibration() error                 { return nil }
