package main

import (
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/table"
)

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
	d.notes.Begin(replay.Of(*c), d.store.Entries)
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
