package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/hands"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/table"
)

// handsFile keeps whose hands move stones on the simulated board, in the directory
// of the games: [api.HandsHelp] or [api.HandsOwn], and a line feed.
const handsFile = "hands"

// giveHands tells the table of a simulated board whether hands help there: as people
// have said last, else as the configuration says.
func giveHands(tc *table.Config, cfg config.Config, log *slog.Logger) error {
	if cfg.Board.Kind != config.KindSim {
		return nil
	}
	dir, err := stateDir(cfg)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, handsFile)
	tc.Simulated, tc.Helping = true, !cfg.Sim.AsRealBoard
	switch kept, err := readHands(file); {
	case err == nil:
		tc.Helping = kept
	case !errors.Is(err, fs.ErrNotExist):
		log.Warn("what people have said of the helping hands cannot be used; it is as the configuration says", "err", err)
	}
	tc.KeepHelping = func(on bool) {
		whose := api.HandsOwn
		if on {
			whose = api.HandsHelp
		}
		if err := renameio.WriteFile(file, []byte(whose+"\n"), 0o644); err != nil {
			log.Warn("what people have said of the helping hands will be forgotten", "err", err)
		}
	}
	return nil
}

// readHands reads from a file whether hands help.
func readHands(file string) (bool, error) {
	text, err := regular.Read(file, 100)
	if err != nil {
		return false, err
	}
	switch strings.TrimSpace(string(text)) {
	case api.HandsHelp:
		return true, nil
	case api.HandsOwn:
		return false, nil
	}
	return false, fmt.Errorf("%s holds neither %q nor %q", file, api.HandsHelp, api.HandsOwn)
}

// helper returns the hands that help at the simulated board; nil at any other.
func (d *Daemon) helper() *hands.Helper {
	stones, ok := d.device.(hands.Stones)
	if !ok {
		return nil
	}
	return &hands.Helper{Table: d.notes.Board(d.table), Stones: stones, Pause: d.cfg.Sim.Pause.Duration, Arm: d.cfg.Arm.Kind == config.ArmGRBL, Log: d.log.With("part", "hands")}
}
