package main

import (
	"log/slog"

	"stonehand/cmd/internal/config"
	"stonehand/hw"
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
