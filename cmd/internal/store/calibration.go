package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
	"stonehand/hw/calib"
)

// The files of what is known of the board's points: that in force, and the one
// before it if that was of another board or could not be read.
const (
	calibrationName  = "calibration.json"
	otherCalibration = "calibration.previous.json"
)

var _ api.Calibrations = (*Store)(nil)

// Calibration returns what is known of the board, nil if nothing is, or the
// folder cannot be used. An error is a sentence without its full stop; the file
// stays where it is until another one is kept.
func (s *Store) Calibration() (*calib.Calibration, error) {
	if !s.Usable() {
		return nil, nil
	}
	data, err := regular.Read(s.CalibrationPath(), calib.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := calib.Parse(data)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// CalibrationPath is the file of the calibration in force.
func (s *Store) CalibrationPath() string { return filepath.Join(s.path, calibrationName) }

// KeepCalibration replaces what is known of the board, whole or not at all, and
// returns when that would survive a power cut. What was known of another board,
// or could not be read, is set aside.
func (s *Store) KeepCalibration(c *calib.Calibration) error {
	if !s.Usable() {
		return chinese.Of("the folder cannot be used")
	}
	text, err := c.Marshal()
	if err != nil {
		return err
	}
	path := s.CalibrationPath()
	if old, err := s.Calibration(); err != nil || old != nil && old.Board != c.Board {
		if data, err := regular.Read(path, maxFile); err == nil {
			if err := renameio.WriteFile(filepath.Join(s.path, otherCalibration), data, 0o640, renameio.WithTempDir(s.path)); err != nil {
				return err
			}
		}
	}
	return regular.Replace(path, text, 0o640)
}

// ForgetCalibration takes away what is known of the board.
func (s *Store) ForgetCalibration() error {
	if err := os.Remove(s.CalibrationPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return regular.SyncDir(s.path)
}
