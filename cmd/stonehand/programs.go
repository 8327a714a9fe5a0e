package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/program"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// withPrograms lets the programs of the configuration, and the minds of this one, play
// beside the machine.
func (d *Daemon) withPrograms(machine player.Player) (player.Player, error) {
	o, err := players.Options(d.cfg.Engine)
	if err != nil {
		return nil, err
	}
	log := d.log.With("part", "players")
	if weak := program.Weakness(); weak != "" && len(d.cfg.Players) > 0 {
		log.Warn(weak)
	}
	groups := ""
	if len(d.cfg.Players) > 0 {
		if groups, err = program.Delegated(); err != nil {
			log.Debug("programs have no control groups of their own", "err", err)
		}
	}
	var list []program.Settings
	for _, name := range d.cfg.Players.Names() {
		s, err := confined(d.cfg.Players, name, d.dir)
		if err != nil {
			log.Error("the program has no sandbox, so it does not play", "player", name, "err", err)
			continue
		}
		s.Groups = groups
		list = append(list, s)
	}
	d.roster = players.NewRoster(machine, list, log).WithMinds(o, time.Now)
	return d.roster, nil
}

// confined is a program of the settings, to be run without rights to read dir.
func confined(all config.Players, name, dir string) (program.Settings, error) {
	s := all.Settings(name)
	self, err := os.Executable()
	s.Sandbox, s.Hide = self, dir
	return s, err
}

func runPlayers(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("players", flag.ContinueOnError)
	path := flags.String("config", "", "")
	asJSON := flags.Bool("json", false, "")
	name := ""
	check := len(args) > 0 && args[0] == "check"
	if check {
		args = args[1:]
		if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
			name, args = args[0], args[1:]
		}
	}
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	switch {
	case check && name == "":
		return hinted{usageError{"name the player to check"}, flagsHint(flags)}
	case !check && *asJSON:
		return hinted{usageError{"--json is for \"stonehand players check NAME\""}, flagsHint(flags)}
	}
	s := findSite(*path)
	if s.err != nil {
		return s.err
	}
	if name == "" {
		return listPlayers(s.cfg.Players, std)
	}
	if _, ok := s.cfg.Players[name]; !ok {
		return hinted{fmt.Errorf("there is no player %q in the settings", name), playersHint(s.cfg.Players)}
	}
	one, err := confined(s.cfg.Players, name, s.dataDir())
	if err != nil {
		return err
	}
	return printReport(players.Check(ctx, one), *asJSON, std)
}

func playersHint(all config.Players) string {
	if len(all) == 0 {
		return "add a section [players.NAME] to the configuration; docs/players.md shows how"
	}
	return "choose from " + strings.Join(all.Names(), ", ")
}

func listPlayers(all config.Players, std stdio) error {
	w := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSHOWN\tPROTOCOL\tGAMES\tCOMMAND")
	for _, name := range all.Names() {
		s := all.Settings(name)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, s.Shown, s.Protocol, strings.Join(s.Games, ", "), strings.Join(s.Command, " "))
	}
	for _, m := range players.Minds() {
		fmt.Fprintf(w, "%s\t%s\tour own\t%s\t\n", m.Name, m.Shown, strings.Join(m.Games, ", "))
	}
	if err := w.Flush(); err != nil || len(all) > 0 {
		return err
	}
	_, err := fmt.Fprintf(std.out, "No other programs are configured: %s.\n", playersHint(all))
	return err
}

// programs lists who can take a seat by name, for the table. A second engine of Connect6
// has no room where memory is short.
func programs(cfg config.Config) []api.Program {
	list := []api.Program{}
	for _, name := range cfg.Players.Names() {
		s := cfg.Players.Settings(name)
		list = append(list, api.Program{Name: name, Shown: s.Shown, Games: s.Games})
	}
	for _, m := range players.Minds() {
		_, taken := cfg.Players[m.Name]
		if taken || cfg.Engine.Memory == config.MemoryLean && slices.Contains(m.Games, game.Connect6().Name()) {
			continue
		}
		list = append(list, api.Program{Name: m.Name, Shown: m.Shown, Games: m.Games})
	}
	return list
}

// ask asks a program or a mind for a hint, undisturbed by work in the background.
func (d *Daemon) ask(ctx context.Context, q player.Question) (player.Answer, error) {
	d.pause.Hold()
	defer d.pause.Release()
	return d.roster.Advise(ctx, q)
}
