package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/text"
)

func runUpdate(ctx context.Context, args []string, std stdio) error {
	fs := flag.NewFlagSet("update", flag.ContinueOnError)
	path, data := fs.String("config", "", ""), fs.String("data", "", "")
	if err := parseFlags(fs, args); err != nil {
		return err
	}
	s := findSite(*path)
	if s.err != nil {
		return s.err
	}
	cfg := s.cfg
	override(&cfg.Store.Dir, *data)
	dir, err := stateDir(cfg)
	if err != nil {
		return err
	}
	program, err := ownPath()
	if err != nil {
		return err
	}
	r, ok, err := fleet.Install(ctx, dir, program, cfg.Fleet.Operators())
	if err != nil {
		tellRefused(r, err)
		return fmt.Errorf("nothing was installed: %w", err)
	}
	if !ok {
		_, err = fmt.Fprintln(std.out, "There is nothing to install.")
		return err
	}
	_, err = fmt.Fprintf(std.out, "Installed %s for %s; it runs after the next restart.\n", program, r.System)
	return err
}

// tellRefused leaves for the table why a release was refused, where the unit has made a
// folder for that.
func tellRefused(r fleet.Release, err error) {
	data, failed := json.Marshal(fleet.Refused{SHA256: r.SHA256, Text: err.Error(), Chinese: text.Because(err).In(text.Chinese)})
	if failed == nil && os.Getenv("RUNTIME_DIRECTORY") != "" {
		renameio.WriteFile(fleet.RefusedPath, data, 0o644)
	}
}

// ownPath is where this program lies, however it was called.
func ownPath() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// updates are how a hall's program takes the place of this one.
func (d *Daemon) updates() fleet.Updates {
	path, err := ownPath()
	if err != nil {
		d.log.Warn("the hall cannot update this table", "err", err)
		return fleet.Updates{}
	}
	u := fleet.Updates{Program: path, Refused: fleet.RefusedPath}
	if service.Managed() {
		u.Restart = d.end
	}
	return u
}
