package main

import (
	"context"
	"errors"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/web"
	"stonehand/engine/player"
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
		Dir: d.dir, Program: build(), Address: d.URL(),
		Board: d.notes.Board(d.table), Journal: d.store, Archive: d.store, Takes: web.Takes, Visits: d.visits(),
		Updates: d.updates(),
		Celsius: func() float64 { return soc.Read(sysfs).Celsius },
		Log:     d.log.With("part", "fleet"),
	})
}

// withFarm is a player that asks the hall's farm for second opinions, if the configuration
// says so.
func (d *Daemon) withFarm(machine player.Player) player.Player {
	if !d.cfg.Engine.Farm {
		return machine
	}
	log := d.log.With("part", "farm")
	return &lab.Second{Player: machine, Ask: func(ctx context.Context, kind string, args any) ([]byte, error) {
		c := d.counsel.Load()
		if c == nil {
			return nil, errors.New("there is no connection to the farm")
		}
		return c.Ask(ctx, kind, args)
	}, Told: func(o lab.Opinion) {
		log.Info("second opinion", "came", o.Points != nil, "used", o.Used)
	}}
}

// joinFarm connects to the farm whose opinions count, until ctx ends. The game goes on
// without it.
func (d *Daemon) joinFarm(ctx context.Context) error {
	log := d.log.With("part", "farm")
	c := d.cfg.Fleet
	nc, own, err := farm.Dial{URL: c.URL, Credentials: c.Credentials, CA: c.CA, Name: c.Table, Retry: true, Log: log}.Connect()
	if err != nil {
		log.Error("nobody is asked for second opinions", "err", err)
		return nil
	}
	defer nc.Close()
	proved, err := signature(ctx)
	if err == nil {
		d.counsel.Store(farm.NewCounsel(nc, own.Name, proved))
		log.Info("the farm is asked for second opinions", "signature", proved)
	}
	<-ctx.Done()
	return nil
}
