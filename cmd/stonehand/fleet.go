package main

import (
	"time"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/store"
	"stonehand/cmd/internal/web"
	"stonehand/hw/soc"
)

// openFleet prepares what joins the table to a hall; nil where there is none.
func (d *Daemon) openFleet() (*fleet.Publisher, error) {
	c := d.cfg.Fleet
	if c.URL == "" {
		return nil, nil
	}
	d.store.Retain(int64(c.BacklogMB) << 20)
	return fleet.New(fleet.Config{
		URL: c.URL, Table: c.Table, Credentials: c.Credentials, CA: c.CA, Operators: c.Operators(), HomeAssistant: c.Assistant,
		Dir: d.dir, Program: version, Address: d.URL(),
		Board: d.notes.Board(d.table), Journal: d.store, Archive: shelf{d.store}, Takes: web.Takes,
		Celsius: func() float64 { return soc.Read(sysfs).Celsius },
		Log:     d.log.With("part", "fleet"),
	})
}

// shelf shows the store's finished games to the fleet.
type shelf struct{ store *store.Store }

// Files implements [fleet.Archive].
func (s shelf) Files(since time.Time) ([]fleet.File, time.Time, error) {
	files, changed, err := s.store.Files(since)
	list := make([]fleet.File, len(files))
	for i, f := range files {
		list[i] = fleet.File(f)
	}
	return list, changed, err
}

// Game implements [fleet.Archive].
func (s shelf) Game(id string) (fleet.Game, error) {
	g, text, err := s.store.Game(id)
	return fleet.Game{
		ID: g.ID, Game: g.Game, Started: g.Started, Ended: g.Ended, Black: g.Black, White: g.White,
		Result: g.Result, Reason: g.Reason, Turns: g.Turns, SGF: string(text),
	}, err
}
