package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/table"
	"stonehand/hw/voice"
)

// volumeFile keeps how loud people have set the voice, in the directory of the
// games: a number and a line feed.
const volumeFile = "volume"

// giveVoice makes the voice that the configuration names, if there is one, the
// table's.
func giveVoice(tc *table.Config, cfg config.Config, log *slog.Logger) error {
	if !cfg.Voice.Enabled {
		return nil
	}
	dir, err := stateDir(cfg)
	if err != nil {
		return err
	}
	o := cfg.Voice.Options(cfg.Language)
	o.Log = log
	file := filepath.Join(dir, volumeFile)
	switch kept, err := readVolume(file); {
	case err == nil:
		o.Volume = kept
	case !errors.Is(err, fs.ErrNotExist):
		log.Warn("the volume that people have set cannot be used; it is that of the configuration", "err", err)
	}
	speaker, err := voice.New(o)
	if err != nil {
		return err
	}
	tc.Voice, tc.Volume, tc.TellTurns = speaker, o.Volume, cfg.Voice.Turns
	tc.KeepVolume = func(percent int) {
		if err := renameio.WriteFile(file, []byte(strconv.Itoa(percent)+"\n"), 0o644); err != nil {
			log.Warn("the volume will be forgotten", "err", err)
		}
	}
	return nil
}

// readVolume reads what was kept in a file, 0 to 100.
func readVolume(file string) (int, error) {
	text, err := regular.Read(file, 100)
	if err != nil {
		return 0, err
	}
	percent, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || percent < 0 || percent > 100 {
		return 0, fmt.Errorf("%s holds no number from 0 to 100", file)
	}
	return percent, nil
}
