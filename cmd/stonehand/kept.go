package main

import (
	"bytes"
	"context"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
	"stonehand/hw/recording"
)

// What the sensors reported is kept in memory, so that no card is worn by it. It is
// written where somebody may want it who comes too late to ask for it: when the
// program ends, and when a device fails.
const (
	lastRecording  = "last.rec"
	faultRecording = "fault.rec"
)

// faultEvery is how often a fault's recording is written at most; half a megabyte an
// hour does no card any harm. faultTrail is how long after the fault, so that what
// it did is in it; faultLook is how often one is looked for.
const (
	faultEvery = time.Hour
	faultTrail = 10 * time.Second
	faultLook  = 5 * time.Second
)

// keepRecording writes what rec has kept into the folder of the games, in place of
// what was written there before.
func (d *Daemon) keepRecording(name string) {
	if d.cfg.Store.Record.Duration == 0 {
		return
	}
	path := filepath.Join(filepath.Dir(d.store.CalibrationPath()), name)
	if err := writeKept(d.rec, path); err != nil {
		d.log.Warn("what the sensors reported last could not be written", "file", path, "err", err)
		return
	}
	d.log.Info("what the sensors reported last was written; stonehand replay plays it", "file", path)
}

// writeKept writes what rec has kept to a file, whole or not at all.
func writeKept(rec *recording.Recorder, path string) error {
	var b bytes.Buffer
	if err := rec.Kept(&b); err != nil {
		return err
	}
	return renameio.WriteFile(path, b.Bytes(), 0o640, renameio.WithTempDir(filepath.Dir(path)))
}

// onFaults calls keep some time after a fault began, until ctx ends. well says
// whether nothing is wrong; before it first says so there is no fault, but a board
// that is not there yet.
func onFaults(ctx context.Context, well func() bool, keep func()) {
	tick := time.Tick(faultLook)
	was := false
	var due, kept time.Time // zero: nothing is; never
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick:
			is := well()
			if was && !is && due.IsZero() && (kept.IsZero() || now.Sub(kept) >= faultEvery) {
				due = now.Add(faultTrail)
			}
			if was = is; !due.IsZero() && !now.Before(due) {
				due, kept = time.Time{}, now
				keep()
			}
		}
	}
}

// The most memory that is taken for what the sensors report, in bytes; a quiet
// hour takes some 60 KB.
const (
	recordBytes     = 512 << 10
	leanRecordBytes = 128 << 10
)

// record makes the table at board, which is about to be made of c, one whose
// sensors are recorded.
func (d *Daemon) record(c *table.Config, board string) {
	d.notes, d.rec = replay.NewNotes(board + ", recorded by Stonehand " + build())
	d.notes.Begin(rerun.Of(*c), d.store.Entries)
	if keep := d.cfg.Store.Record.Duration; keep > 0 {
		most := recordBytes
		if d.cfg.Engine.Memory == config.MemoryLean {
			most = leanRecordBytes
		}
		d.rec.Keep(keep, most)
	}
	c.Sensor, c.Journal = d.rec.Tap(c.Sensor), d.notes.Journal(c.Journal)
	if c.Calibrations != nil {
		c.Calibrations = d.notes.Calibrations(c.Calibrations)
	}
	if c.Buttons != nil {
		c.Buttons = d.rec.TapButtons(c.Buttons)
	}
}
