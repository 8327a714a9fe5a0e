package main

import (
	"context"
	"errors"
	"log/slog"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
	"stonehand/hw"
	"stonehand/hw/devnode"
	"stonehand/hw/matrix"
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
// service is the user whose rights count besides this process's, nil for none.
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
			select {
			case faults <- f:
			default:
			}
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
	var g errgroup.Group
	errs := make([]error, len(s))
	for i, b := range s {
		g.Go(func() error {
			errs[i] = b.Press(ctx, out)
			return nil
		})
	}
	_ = g.Wait()
	return errors.Join(errs...)
}
