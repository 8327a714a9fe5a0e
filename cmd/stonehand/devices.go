package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/hands"
	"stonehand/cmd/internal/table"
	"stonehand/hw"
	"stonehand/hw/devnode"
	"stonehand/hw/matrix"
	"stonehand/hw/voice"
)

// openMatrix makes the board that is wired to the computer.
func openMatrix(cfg config.Config, log *slog.Logger) (*matrix.Board, error) {
	m := cfg.Matrix.Whole()
	src, points, err := m.Source(cfg.Board.Cols, cfg.Board.Rows)
	if err != nil {
		return nil, err
	}
	return matrix.New(src, matrix.Options{
		Name:   "board on " + src.String(),
		Board:  hw.Geometry{Cols: cfg.Board.Cols, Rows: cfg.Board.Rows, Colors: m.Planes == 2},
		Points: points,
		Rate:   float64(m.Rate),
		Log:    log,
	})
}

// lampsID says which lamps show the pictures, by their wiring: how they lie is found
// out by calibrating, and is nothing to others.
func lampsID(cfg config.Config) string {
	o, strip := cfg.Lights.Strip(cfg.Board.Cols, cfg.Board.Rows)
	switch {
	case strip:
		return o.Identity()
	case !cfg.Lights.Enabled, cfg.Board.Kind == config.KindMatrix:
		return "" // there are none
	}
	return "board"
}

// examineWired tries what is wired to the computer itself: a board, buttons.
// service is the user whose rights count in addition to this process's, nil for none.
func examineWired(ctx context.Context, cfg config.Config, service *devnode.Identity) []hw.Finding {
	var fs []hw.Finding
	if cfg.Board.Kind == config.KindMatrix {
		fs = examineMatrix(ctx, cfg, service)
	}
	if keys := cfg.Buttons.Keys(); len(keys) > 0 {
		if k, err := matrix.NewKeys(matrix.KeysOptions{Keys: keys}); err == nil { // it was checked
			fs = append(fs, k.Examine(ctx)...)
		}
	}
	return fs
}

func examineMatrix(ctx context.Context, cfg config.Config, service *devnode.Identity) []hw.Finding {
	b, err := openMatrix(cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		return []hw.Finding{{Device: "board", Health: hw.Bad, Text: err.Error(), Do: "correct the section [matrix]"}}
	}
	var fs []hw.Finding
	if service != nil {
		for _, path := range b.Nodes() {
			if exists(path) {
				fs = append(fs, (devnode.System{User: service}).Examine(b.String(), path)...)
			}
		}
	}
	return append(fs, b.Examine(ctx)...)
}

// openButtons returns the buttons: those of the board and those on GPIO lines;
// nil if there are none. What is wrong with those goes to faults, as far as there
// is room.
func openButtons(cfg config.Buttons, dev hw.Sensor, faults chan<- hw.Fault, log *slog.Logger) (table.Buttons, error) {
	var all several
	if b, ok := dev.(hw.Buttons); ok {
		all = append(all, b)
	}
	if keys := cfg.Keys(); len(keys) > 0 {
		k, err := matrix.NewKeys(matrix.KeysOptions{Keys: keys, Log: log, Report: func(f hw.Fault) {
			hw.Offer(faults, f)
		}})
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return all, nil
}

// several are buttons in several places.
type several []hw.Buttons

// Press delivers the presses of all of them until ctx ends. One that fails does
// not end the others.
func (s several) Press(ctx context.Context, out chan<- hw.Button) error {
	var wg sync.WaitGroup
	errs := make([]error, len(s))
	for i, b := range s {
		wg.Go(func() { errs[i] = b.Press(ctx, out) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// volumeFile keeps how loud people have set the voice, in the directory of the
// games: a number and a line feed.
const volumeFile = "volume"

// giveVoice makes the voice that the configuration names, if there is one, the
// table's.
func giveVoice(tc *table.Config, cfg config.Config, all *keptSettings, log *slog.Logger) error {
	if !cfg.Voice.Enabled {
		return nil
	}
	o := options(cfg.Voice, cfg.Language, tc.Language)
	o.Log = log
	kept := all.of(volumeFile, log, "the volume that people have set cannot be used; it is that of the configuration", "the volume will be forgotten")
	kept.read(func(data []byte) error {
		percent, err := strconv.Atoi(strings.TrimSpace(string(data)))
		if err != nil || percent < 0 || percent > 100 {
			return fmt.Errorf("%s holds no number from 0 to 100", kept.file)
		}
		o.Volume = percent
		return nil
	})
	s, err := voice.New(o)
	if err != nil {
		return err
	}
	tc.Voice, tc.Volume, tc.TellTurns = speaker{s, cfg.Voice, cfg.Language}, o.Volume, cfg.Voice.Turns
	tc.KeepVolume = func(percent int) { kept.write([]byte(strconv.Itoa(percent) + "\n")) }
	return nil
}

// handsFile keeps whose hands move stones on the simulated board, in the directory
// of the games: [api.HandsHelp] or [api.HandsOwn], and a line feed.
const handsFile = "hands"

// giveHands tells the table of a simulated board whether hands help there: as people
// have said last, else as the configuration says.
func giveHands(tc *table.Config, cfg config.Config, all *keptSettings, log *slog.Logger) {
	if cfg.Board.Kind != config.KindSim {
		return
	}
	kept := all.of(handsFile, log,
		"what people have said of the helping hands cannot be used; it is as the configuration says", "what people have said of the helping hands will be forgotten")
	tc.Simulated, tc.Helping = true, !cfg.Sim.AsRealBoard
	kept.read(func(data []byte) error {
		switch strings.TrimSpace(string(data)) {
		case api.HandsHelp:
			tc.Helping = true
		case api.HandsOwn:
			tc.Helping = false
		default:
			return fmt.Errorf("%s holds neither %q nor %q", kept.file, api.HandsHelp, api.HandsOwn)
		}
		return nil
	})
	tc.KeepHelping = func(on bool) {
		whose := api.HandsOwn
		if on {
			whose = api.HandsHelp
		}
		kept.write([]byte(whose + "\n"))
	}
}

// helper returns the hands that help at the simulated board; nil at any other.
func (d *Daemon) helper() *hands.Helper {
	stones, ok := d.device.(hands.Stones)
	if !ok {
		return nil
	}
	return &hands.Helper{Table: d.notes.Board(d.table), Stones: stones, Pause: d.cfg.Sim.Pause.Duration, Arm: d.cfg.Arm.Kind == config.ArmGRBL, Log: d.log.With("part", "hands")}
}
