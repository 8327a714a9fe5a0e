// Package replay plays a recording of a board through the very table that plays
// games: the same debouncing, the same referee, the same answers to what people
// did. So a dispute can be settled, a fault looked into, and a recording be a test.
//
// A recording that a daemon has made holds what the sensors do not say, as notes:
// with which settings it was played ("settings"), every entry of the journal, so that
// the machine plays in the replay what it played then ("entry"), and the commands
// that came from the page ("do"), or from a remote opponent ("link"). Without such
// notes people play both colours.
//
// Time is the recording's. The player keeps the table's time in step with it: the
// table's loop and the player take turns, and time moves only when the loop has
// done everything, so that a replay comes out the same however fast it goes.
package replay

import (
	"encoding/json"
	"fmt"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/study"
	"stonehand/cmd/internal/table"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Keys of the notes.
const (
	keySettings = "settings"
	keyEntry    = "entry"
	keyDo       = "do"
	keyLink     = "link"
)

// Settings are those of a table's configuration that matter for what is made of
// a board's readings.
type Settings struct {
	Votes    int          `json:"votes"`
	Window   int          `json:"window"`
	Settle   int64        `json:"settle_ms"`
	TakeBack int64        `json:"take_back_ms"`
	Bare     int64        `json:"bare_ms"`
	SetUp    int64        `json:"set_up_ms"`
	Menu     int64        `json:"menu_ms"`
	Hold     int64        `json:"hold_ms"`
	Masked   api.Points   `json:"masked,omitempty"`
	Wiring   []api.Wiring `json:"wiring,omitempty"`
	Lever    bool         `json:"lever,omitempty"`
	Games    []Rules      `json:"games,omitempty"` // what the table played, the first at the start; empty: Connect6

	Calibration *calib.Calibration `json:"calibration,omitempty"` // what was known of the board's points
	Lights      bool               `json:"lights,omitempty"`      // the board has some
	Hints       bool               `json:"hints,omitzero"`        // people could ask for some, also in the menu
}

// Rules are a game by its name, and what it is played on.
type Rules struct {
	Name string `json:"name"`
	Cols int    `json:"cols"`
	Rows int    `json:"rows"`

	Terms game.Terms `json:"terms,omitzero"` // of Go, as the table was set
}

// whole returns the game itself.
func (r Rules) whole() (game.Rules, error) {
	size := board.Size{Cols: r.Cols, Rows: r.Rows}
	for _, g := range []game.Gomoku{game.Freestyle(), game.Standard(), game.Renju()} {
		if g.Name() == r.Name && size.Valid() {
			g.Board = size
			return g, nil
		}
	}
	if g := (game.Weiqi{Board: size, Terms: r.Terms}); g.Name() == r.Name {
		return game.Resized(g, size)
	}
	if c := game.Connect6(); c.Name() == r.Name && c.Size() == size {
		return c, nil
	}
	return nil, fmt.Errorf("the game %q of the recording, on %dx%d points, is not played here; a newer version of this program may know it", r.Name, r.Cols, r.Rows)
}

// calibrated returns what a recording needs of what is known of a board: what
// bears on how its readings are understood.
func calibrated(c *calib.Calibration) *calib.Calibration {
	if c == nil {
		return nil
	}
	short := *c
	short.Quality, short.Levels = nil, nil
	return &short
}

// unseen are the lights of a recording: nobody looks at them.
type unseen struct{}

// Show implements [table.Lamps].
func (unseen) Show(hw.Picture) {}

// Of returns the settings of a configuration.
func Of(c table.Config) Settings {
	s := Settings{
		Votes: c.Votes, Window: c.Window, Settle: c.Settle.Milliseconds(), TakeBack: c.TakeBack.Milliseconds(),
		Bare: c.Bare.Milliseconds(), SetUp: c.SetUp.Milliseconds(), Menu: c.Menu.Milliseconds(), Hold: c.HoldTime.Milliseconds(),
		Masked: c.Masked, Wiring: c.Wiring, Lever: c.Lever, Lights: c.Lamps != nil, Hints: c.Hints != nil, Calibration: calibrated(c.Calibration),
	}
	for _, g := range c.Games {
		r := Rules{Name: g.Name(), Cols: g.Size().Cols, Rows: g.Size().Rows}
		if w, ok := g.(game.Weiqi); ok {
			r.Terms = w.Terms
		}
		s.Games = append(s.Games, r)
	}
	return s
}

// Into sets what s says in a configuration.
func (s Settings) Into(c *table.Config) error {
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
		g, err := r.whole()
		if err != nil {
			return err
		}
		c.Games = append(c.Games, g)
	}
	return nil
}

// decode reads a note's text.
func decode[T any](what, text string) (v T, err error) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("a note %q of the recording cannot be read: %w", what, err)
	}
	return v, nil
}
