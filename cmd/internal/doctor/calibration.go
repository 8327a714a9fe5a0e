package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stonehand/cmd/internal/regular"
	"stonehand/hw"
	"stonehand/hw/calib"
)

// Calibration reads what the daemon keeps of the board's points in dir, and says
// what it is. Without any, both are nil. lamps are those of the settings, by their
// wiring; "": not known.
func Calibration(dir, lamps string) (*calib.Calibration, []hw.Finding) {
	path := filepath.Join(dir, "calibration.json")
	f := hw.Finding{Device: "calibration"}
	data, err := regular.Read(path, calib.MaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil, nil // the storage's finding says that it may not be looked at
	case err != nil:
		f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("%s cannot be read: %v", path, err), "calibrate the board again, from the menu on the board or from the page"
		return nil, []hw.Finding{f}
	}
	c, err := calib.Parse(data)
	if err != nil {
		f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("%s is not used: %v", path, err), "calibrate the board again, from the menu on the board or from the page"
		return nil, []hw.Finding{f}
	}
	f.Text = fmt.Sprintf("made on %s for a board of %d columns and %d rows; orientation of the sensors: %v", c.Made.Format("2006-01-02"), c.Board.Cols, c.Board.Rows, c.Sensors)
	if n := len(c.Masked); n > 0 {
		f.Health = hw.Warn
		f.Text += fmt.Sprintf("; %d points are ignored (%d stuck, %d dead, %d weak)", n, len(c.Stuck), len(c.Dead), len(c.Weak))
		f.Do = "repair those sensors when convenient, then calibrate the board again; until then the game goes on without them"
	}
	fs := []hw.Finding{f}
	if c.Rehung(lamps) {
		fs = append(fs, hw.Finding{Device: "calibration", Health: hw.Warn,
			Text: "the wiring of the lights has changed since it was made, so its orientation of the lights is not used", Do: "calibrate the board again, from the menu on the board or from the page"})
	}
	return &c, fs
}
