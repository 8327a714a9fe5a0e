package store

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"stonehand/hw/calib"
)

func calibrationOf(id string) *calib.Calibration {
	return &calib.Calibration{
		Version: calib.Version, Board: calib.Board{ID: id, Cols: 19, Rows: 19, Colors: true}, Made: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
		Sensors: calib.Orientation{Quarters: 1}, Masked: []int{7}, Stuck: []int{}, Dead: []int{7}, Weak: []int{}, Quality: []int{},
	}
}

func TestCalibrationsAreKept(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if c, err := s.Calibration(); c != nil || err != nil {
		t.Fatalf("an empty store knows %v, %v", c, err)
	}
	if err := s.ForgetCalibration(); err != nil {
		t.Errorf("to forget nothing: %v", err)
	}
	one, two := calibrationOf("01"), calibrationOf("02")
	for _, c := range []*calib.Calibration{one, one, two} {
		if err := s.KeepCalibration(c); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Calibration(); err != nil || !reflect.DeepEqual(got, c) {
			t.Fatalf("kept %+v, read %+v, %v", c, got, err)
		}
	}
	before, err := os.ReadFile(filepath.Join(dir, "calibration.previous.json"))
	if err != nil || !strings.Contains(string(before), `"id": "01"`) {
		t.Errorf("the other board's was not set aside: %s, %v", before, err)
	}
	if err := s.ForgetCalibration(); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Calibration(); c != nil || err != nil {
		t.Errorf("after it was forgotten: %v, %v", c, err)
	}
}

func TestCalibrationsThatCannotBeReadAreSetAside(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "calibration.json")
	for _, text := range []string{"", "rubbish", `{"version":9}`, strings.Repeat("x", calib.MaxBytes+1)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, quiet)
		if err != nil {
			t.Fatal(err)
		}
		if c, err := s.Calibration(); c != nil || err == nil || len(err.Error()) < 10 {
			t.Errorf("%.10q is read as %v, %v", text, c, err)
		}
		if err := s.KeepCalibration(calibrationOf("01")); err != nil {
			t.Error(err)
		}
		if aside, err := os.ReadFile(filepath.Join(dir, "calibration.previous.json")); err != nil || string(aside) != text {
			t.Errorf("%.10q was not set aside: %v", text, err)
		}
		s.Close()
	}
}

func TestCalibrationInAFolderThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(filepath.Join(file, "store"), quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.KeepCalibration(calibrationOf("")); err == nil {
		t.Error("it was kept in a folder that cannot be")
	}
	if c, err := s.Calibration(); c != nil || err != nil {
		t.Errorf("it was read from there: %v, %v", c, err)
	}
}

// What a power cut leaves of a file that was being written goes away.
func TestHalfWrittenCalibrationsAreSwept(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, ".calibration.json123")
	if err := os.WriteFile(half, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(half); err == nil {
		t.Error("it is still there")
	}
}
