package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/store"
	"stonehand/hw"
	"stonehand/hw/grbl"
	"stonehand/hw/serialport"
)

// What is kept of the arm in the directory of the games.
const (
	cornersFile = "arm-corners.json" // what a calibration found
	memoryFile  = "arm-stock.json"   // what is left in the trays, and whether it was stopped
)

// armCorners is the arm's calibration as it is kept.
type armCorners struct {
	Corners []string `json:"corners"` // as arm.corners has them
}

// readArm reads a file of the arm's into v; one that is not there leaves it as it
// is.
func readArm(dir, name string, v any) error {
	data, err := regular.Read(filepath.Join(dir, name), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be used: %w", filepath.Join(dir, name), err)
	}
	return nil
}

// writeArm replaces a file of the arm's as a whole, in a directory that it makes if need be,
// and returns when that would survive a power cut: what the arm does next rests on it.
func writeArm(dir, name string, v any) error {
	data, err := json.Marshal(v)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return err
	}
	return regular.Replace(filepath.Join(dir, name), append(data, '\n'), 0o644)
}

// stateDir is where games and the arm's files are.
func stateDir(cfg config.Config) (string, error) {
	if cfg.Store.Dir != "" {
		return cfg.Store.Dir, nil
	}
	return store.DefaultDir()
}

// armOptions returns what the configured arm is to be, with the calibration that
// is kept in dir; without one where that cannot be used.
func armOptions(cfg config.Config, dir string) (grbl.Options, error) {
	var saved armCorners
	if err := readArm(dir, cornersFile, &saved); err != nil && len(cfg.Arm.Corners) == 0 {
		o, _ := cfg.Arm.Options(cfg.Board.Size(), nil)
		return o, hinted{err, "calibrate the arm again: stonehand arm calibrate"}
	}
	o, err := cfg.Arm.Options(cfg.Board.Size(), saved.Corners)
	if err != nil {
		return o, hinted{fmt.Errorf("the arm's calibration in %s is wrong: %w", filepath.Join(dir, cornersFile), err), "calibrate the arm again: stonehand arm calibrate"}
	}
	return o, nil
}

// openArm makes the arm that the configuration names, nil for none. Again saves what is kept of it
// beside the games once more, for when somebody has deleted that.
func openArm(cfg config.Config, log *slog.Logger) (arm *grbl.Arm, again func(), err error) {
	if cfg.Arm.Kind != config.ArmGRBL {
		return nil, nil, nil
	}
	dir, err := stateDir(cfg)
	if err != nil {
		return nil, nil, err
	}
	o, err := armOptions(cfg, dir)
	if err != nil {
		// A game needs no arm: it says what it lacks, and the lights go on.
		log.Error("the arm's calibration cannot be used; it will not move", "err", err)
		o.Fit = nil
	}
	o.Log = log
	recall(&o, dir, func(what string, err error) { log.Warn(what, "err", err) })
	dial, err := serialport.New("arm", cfg.Arm.Address(), cfg.Arm.Baud)
	if err != nil {
		return nil, nil, err
	}
	if arm, err = grbl.New(dial, o); err != nil {
		return nil, nil, err
	}
	var corners armCorners
	_ = readArm(dir, cornersFile, &corners) // armOptions has said what is wrong with it
	return arm, func() {
		arm.KeepAgain()
		_, err := os.Stat(filepath.Join(dir, cornersFile))
		if len(corners.Corners) == 0 || !errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err := writeArm(dir, cornersFile, corners); err != nil {
			log.Warn("the arm's calibration cannot be saved again", "err", err)
		}
	}, nil
}

// recall gives an arm the memory that is kept in dir, and has it kept there. Warn is told
// what is not known, or cannot be kept, and why.
func recall(o *grbl.Options, dir string, warn func(what string, err error)) {
	full := grbl.Stock{Black: o.Black.Stones, White: o.White.Stones}
	memory := grbl.Memory{Stock: full}
	if err := readArm(dir, memoryFile, &memory); err != nil {
		warn("it is not known how the arm was left; its trays count as full, and it waits for a person", err)
		memory = grbl.Memory{Stock: full, Stopped: hw.ArmCut}
	}
	o.Memory = &memory
	var failed error // of saving it last; by one goroutine at a time
	o.Save = func(m grbl.Memory) error {
		err := writeArm(dir, memoryFile, m)
		if err != nil && failed == nil {
			warn("how the arm stands, and what is left in its trays, cannot be kept", err)
		}
		failed = err
		return err
	}
}
