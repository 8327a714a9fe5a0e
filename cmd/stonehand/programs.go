package main

import (
	"os"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/program"
	"stonehand/engine/player"
)

// withPrograms lets the programs of the configuration play beside the machine.
func (d *Daemon) withPrograms(machine player.Player) player.Player {
	if len(d.cfg.Players) == 0 {
		return machine
	}
	log := d.log.With("part", "players")
	if weak := program.Weakness(); weak != "" {
		log.Warn(weak)
	}
	var list []program.Settings
	for _, name := range d.cfg.Players.Names() {
		s := d.cfg.Players.Settings(name)
		self, err := os.Executable()
		if err != nil {
			log.Error("the program has no sandbox, so it does not play", "player", name, "err", err)
			continue
		}
		s.Sandbox, s.Hide = self, d.dir
		list = append(list, s)
	}
	d.roster = players.NewRoster(machine, list, log)
	return d.roster
}

// programs lists them for the table.
func programs(all config.Players) []api.Program {
	list := []api.Program{}
	for _, name := range all.Names() {
		s := all.Settings(name)
		list = append(list, api.Program{Name: name, Shown: s.Shown, Games: s.Games})
	}
	return list
}
