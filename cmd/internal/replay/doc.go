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

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
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

// Whole returns the game itself.
func (r Rules) Whole() (game.Rules, error) {
	size := board.Size{Cols: r.Cols, Rows: r.Rows}
	if g, ok := game.GomokuNamed(r.Name); ok && size.Valid() {
		g.Board = size
		return g, nil
	}
	if g := (game.Weiqi{Board: size, Terms: r.Terms}); g.Name() == r.Name {
		return game.Resized(g, size)
	}
	for _, c := range []game.Connect{game.Connect6(), game.Fives()} {
		if c.Name() == r.Name && c.Size() == size {
			return c, nil
		}
	}
	return nil, fmt.Errorf("the game %q of the recording, on %dx%d points, is not played here; a newer version of this program may know it", r.Name, r.Cols, r.Rows)
}

// Calibrated returns what a recording needs of what is known of a board: what
// bears on how its readings are understood.
func Calibrated(c *calib.Calibration) *calib.Calibration {
	if c == nil {
		return nil
	}
	short := *c
	short.Quality, short.Levels = nil, nil
	return &short
}

// decode reads a note's text.
func decode[T any](what, text string) (v T, err error) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("a note %q of the recording cannot be read: %w", what, err)
	}
	return v, nil
}
