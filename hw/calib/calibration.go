// Package calib finds out how the sensors and the lights of a board lie, which
// of its points can be relied on, and what that means for its readings. It knows
// no game, has no clock and does no input or output.
//
// # Vocabulary
//
//   - A device numbers its points as it was wired. The board's own numbers are
//     those of package hw: from the corner at Black's left hand, row by row.
//   - An [Orientation] is how the device's numbers lie on the board: as they are,
//     turned, mirrored, or both.
//   - A [Session] leads a person through a calibration by lights and sentences
//     alone: it takes what the board shows and the time, and says what to show
//     and to ask. Nothing changes before its [Calibration] is taken over.
//   - A [Watch] looks for points that go wrong in play.
//
// The program applies a calibration to every frame on its way from the sensor to the
// filter, and to every picture on its way to the lamps.
package calib

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"stonehand/hw"
)

// Version is that of the format that [Calibration.Marshal] writes, and the
// highest one that [Parse] reads.
const Version = 1

// MaxBytes is the longest text that Parse reads.
const MaxBytes = 1 << 18

// Board is which board a calibration is of.
type Board struct {
	ID     string `json:"id,omitempty"` // as the board says itself; empty: it does not
	Cols   int    `json:"cols"`
	Rows   int    `json:"rows"`
	Colors bool   `json:"colors"`
}

// BoardOf returns which board a link reached.
func BoardOf(l *hw.Link) Board {
	return Board{ID: l.ID, Cols: l.Board.Cols, Rows: l.Board.Rows, Colors: l.Board.Colors}
}

// Points returns how many points the board has.
func (b Board) Points() int { return b.Cols * b.Rows }

// Calibration is what is known of one board. All points are the board's.
type Calibration struct {
	Version int         `json:"version"`
	Board   Board       `json:"board"`
	Made    time.Time   `json:"made"`
	Sensors Orientation `json:"sensors"`
	Lamps   Orientation `json:"lamps"`
	LampsID string      `json:"lamps_id,omitempty"` // which lamps these are, by their wiring; empty: it was not noted
	Masked  []int       `json:"masked"`             // points that are not to be believed: all of those below, and what people masked in play
	Stuck   []int       `json:"stuck"`              // showed a stone all the time
	Dead    []int       `json:"dead"`               // never showed one
	Weak    []int       `json:"weak"`               // lost a stone that lay there in more than one of five readings, or changed by themselves
	Quality []int       `json:"quality"`            // by point: what the heat map showed, 0 to 100, or -1; empty: not measured
	Levels  []hw.Level  `json:"levels,omitempty"`   // by point, of a board that measures fields
}

// Marshal writes c as JSON.
func (c Calibration) Marshal() ([]byte, error) {
	c.Version = Version
	return json.MarshalIndent(c, "", " ")
}

// ErrNewer is what a file of a later version of the format gives.
var ErrNewer = hw.Errorf("it was written by a newer version of this program")

// Parse reads what Marshal wrote. Its errors are sentences.
func Parse(data []byte) (Calibration, error) {
	if len(data) > MaxBytes {
		return Calibration{}, hw.Errorf("it is %d bytes long, and %d are the most", len(data), MaxBytes)
	}
	var head struct{ Version int }
	if err := json.Unmarshal(data, &head); err != nil {
		return Calibration{}, hw.Errorf("it is not a calibration: %w", err)
	}
	if head.Version > Version {
		return Calibration{}, hw.Errorf("it has version %d of the format, and %d is the highest known: %w", head.Version, Version, ErrNewer)
	}
	var c Calibration
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Calibration{}, hw.Errorf("it is not a calibration: %w", err)
	}
	if err := c.Check(); err != nil {
		return Calibration{}, err
	}
	return c, nil
}

// maxPoints is the largest board that a calibration is read of.
const maxPoints = 64 * 64

// Check says what is wrong with c, as a sentence, or returns nil.
func (c Calibration) Check() error {
	b := c.Board
	switch {
	case c.Version != Version:
		return hw.Errorf("version %d of the format is not known; %d is", c.Version, Version)
	case b.Cols < 1 || b.Rows < 1 || b.Cols > maxPoints || b.Rows > maxPoints || b.Points() > maxPoints:
		return hw.Errorf("a board of %d columns and %d rows is none; it has 1 to %d points", b.Cols, b.Rows, maxPoints)
	}
	for name, o := range map[string]Orientation{"sensors": c.Sensors, "lamps": c.Lamps} {
		if err := o.Check(b.Cols, b.Rows); err != nil {
			return hw.Errorf("%s: %w", name, err)
		}
	}
	for name, list := range map[string][]int{"masked": c.Masked, "stuck": c.Stuck, "dead": c.Dead, "weak": c.Weak} {
		for i, p := range list {
			if p < 0 || p >= b.Points() || i > 0 && p <= list[i-1] {
				return hw.Errorf("%s: the point %d is not on the board, or out of order", name, p)
			}
		}
	}
	if len(c.Quality) != 0 && len(c.Quality) != b.Points() {
		return hw.Errorf("quality: there are %d numbers for %d points", len(c.Quality), b.Points())
	}
	for _, q := range c.Quality {
		if q < -1 || q > 100 {
			return hw.Errorf("quality: %d is not one of -1 to 100", q)
		}
	}
	if len(c.Levels) != 0 && len(c.Levels) != b.Points() {
		return hw.Errorf("levels: there are %d for %d points", len(c.Levels), b.Points())
	}
	for _, l := range c.Levels {
		if l.Stone < 0 {
			return hw.Errorf("levels: a stone cannot be told by %d; use 0 to 127", l.Stone)
		}
	}
	return nil
}

// Mask adds a point to those that are not to be believed.
func (c *Calibration) Mask(p int) {
	if i, found := slices.BinarySearch(c.Masked, p); !found {
		c.Masked = slices.Insert(slices.Clone(c.Masked), i, p)
	}
}

// Rehung reports whether the lamps are others than those that c says the lie of, as
// far as is known: with id for their wiring. What c says of them is then worth
// nothing.
func (c Calibration) Rehung(id string) bool {
	return c.LampsID != "" && id != "" && c.LampsID != id && c.Lamps != (Orientation{})
}

// Fits reports whether c is of the board b. Of a board that does not say which
// one it is, only the shape is known.
func (c Calibration) Fits(b Board) bool { return c.Board == b }
