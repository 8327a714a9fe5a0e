package config

import (
	"cmp"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/program"
)

// Players are the other programs that can sit at the table, by name.
type Players map[string]Player

// Player is one of them.
type Player struct {
	Command  []string `toml:"command"`  // the program and its arguments
	Protocol string   `toml:"protocol"` // one of [program.Protocols]
	Games    []string `toml:"games"`    // that it plays, as in game.rules; empty: all that its protocol is for
	Shown    string   `toml:"shown"`    // what people read; empty: the name
	// Options are lines of its protocol that it is told when it starts: "boardsize" and
	// komi of GTP, and "INFO" lines of Gomocup, the table says itself.
	Options  []string `toml:"options"`
	MemoryMB int      `toml:"memory_mb"` // it may take, see [program.Settings], 16 to 65536; 0: 1024
}

// The engines of this program that take a seat by their name; see players.Minds.
var (
	gomokuEngines   = []string{"region", "template", "tuple"}
	connect6Engines = []string{"road-road", "road-shape", "road-shape-sight", "shape-road", "shape-shape"} // not with [MemoryLean]
)

// advisers lists who can give hints, in alphabetical order.
func (c Config) advisers() []string {
	list := append(c.Players.Names(), api.AdviserMachine)
	list = append(list, gomokuEngines...)
	if c.Engine.Memory != MemoryLean {
		list = append(list, connect6Engines...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Names lists them in alphabetical order.
func (p Players) Names() []string { return slices.Sorted(maps.Keys(p)) }

// Settings returns a player as package program takes it.
func (p Players) Settings(name string) program.Settings {
	one := p[name]
	games := one.Games
	if len(games) == 0 {
		games = program.GamesOf(one.Protocol)
	}
	return program.Settings{
		Name: name, Shown: cmp.Or(one.Shown, name), Command: one.Command, Protocol: one.Protocol,
		Games: games, Options: one.Options, MemoryMB: cmp.Or(one.MemoryMB, 1024),
	}
}

// mostShown is how long the name of a player may be that people read, in letters.
const mostShown = 40

// playerName is how players may be called: a name is part of commands and files.
var playerName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

func (p Players) check(k *checker) {
	for _, name := range p.Names() {
		one, key := p[name], "players."+name
		if !playerName.MatchString(name) {
			k.refuse(key, name, "a name has up to 32 letters a to z, digits, - and _")
		}
		if name == api.AdviserMachine {
			k.refuse(key, name, "this name is the machine's; choose another")
		}
		if len(one.Command) == 0 || one.Command[0] == "" {
			k.refuse(key+".command", one.Command, "write the program and its arguments, like [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]")
		} else if strings.Contains(one.Command[0], "/") && !filepath.IsAbs(one.Command[0]) {
			k.refuse(key+".command", one.Command[0], "write the whole path of the program, from / on")
		} else if bare := !strings.Contains(one.Command[0], "/"); strings.Contains(one.Command[0], " -") || bare && strings.Contains(one.Command[0], " ") {
			k.refuse(key+".command", one.Command[0], "write the program and each of its arguments as a text of its own, like [\"/usr/games/gnugo\", \"--mode\", \"gtp\"]")
		}
		for _, word := range one.Command {
			if strings.ContainsRune(word, 0) {
				k.refuse(key+".command", word, "an argument holds no zero byte")
			}
		}
		if utf8.RuneCountInString(one.Shown) > mostShown || strings.ContainsFunc(one.Shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
			k.refuse(key+".shown", one.Shown, "write up to 40 visible characters")
		}
		k.oneOf(key+".protocol", one.Protocol, program.Protocols()...)
		for _, g := range one.Games {
			k.oneOf(key+".games", g, program.MayPlay(one.Protocol)...)
		}
		for _, line := range one.Options {
			if strings.ContainsAny(line, "\r\n") {
				k.refuse(key+".options", line, "write one command a text")
			}
		}
		if one.MemoryMB != 0 {
			k.between(key+".memory_mb", one.MemoryMB, 16, 65536)
		}
	}
}
