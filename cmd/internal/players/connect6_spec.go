package players

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/eval"
	"stonehand/engine/game"
	"stonehand/engine/human"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// ParseConnect6 reads what a match is told of a player of Connect6. It is one of
//
//	default                       the engine as it plays
//	lean                          the engine as it plays with little memory
//	hybrid                        the seed document's hybrid, road/shape
//	level:N                       a strength from 1 to 15
//	NAME=VALUE,...                the engine with options set, after any of those
//	program:COMMAND ARGUMENTS     another program that speaks the contest protocol
//
// as in "hybrid,mix=road/road,width=12,nodes=5000". lim is what the options nodes,
// depth and time override.
func ParseConnect6(spec string, lim limit.Limits) (Maker, error) {
	if rest, ok := strings.CutPrefix(spec, "program:"); ok {
		words := strings.Fields(rest)
		if len(words) == 0 {
			return Maker{}, fmt.Errorf("player %q does not name a program", spec)
		}
		return Maker{spec, func() (player.Player, error) { return program.StartConnect6(words[0], words, lim.Hard) }}, nil
	}
	o, lim, h, err := parseConnect6(spec, lim)
	if err != nil {
		return Maker{}, err
	}
	return lapses(Engine(spec, o, lim), h), nil
}

// Connect6Options reads a player of Connect6 that is an engine of this program.
func Connect6Options(spec string) (search.Options, error) {
	o, _, h, err := parseConnect6(spec, limit.Limits{})
	if err == nil && h.Lapse > 0 {
		err = fmt.Errorf("player %q plays by habit, not by options", spec)
	}
	return o, err
}

func parseConnect6(spec string, lim limit.Limits) (o search.Options, _ limit.Limits, h human.Habits, err error) {
	o = search.DefaultOptions()
	o.Book = false
	for i, word := range strings.Split(spec, ",") {
		name, value, set := strings.Cut(strings.TrimSpace(word), "=")
		if !set {
			if i > 0 {
				return o, lim, h, fmt.Errorf("player %q: %q is not an option; write NAME=VALUE", spec, word)
			}
			if h, err = preset(name, &o, &lim); err != nil {
				return o, lim, h, fmt.Errorf("player %q: %w", spec, err)
			}
			continue
		}
		if err := connect6Option(name, value, &o, &lim); err != nil {
			return o, lim, h, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if err = o.Check(); err != nil {
		return o, lim, h, fmt.Errorf("player %q: %w", spec, err)
	}
	return o, lim, h, nil
}

func preset(name string, o *search.Options, lim *limit.Limits) (h human.Habits, err error) {
	if n, ok := strings.CutPrefix(name, "level:"); ok {
		l, err := parseLevel(game.Connect6(), n)
		if err != nil {
			return h, err
		}
		*o, *lim = search.Rung(l.rung, *o, *lim)
		return l.habits, nil
	}
	switch name {
	case "default":
	case "lean":
		*o = o.Lean()
	case "hybrid":
		o.Mix = hybrid.RoadShape
	default:
		return h, fmt.Errorf("there is no preset %q: choose default, lean, hybrid or level:N", name)
	}
	return h, nil
}

// readTable reads a learned table from a file; "roads" is none.
func readTable[T any](name string, read func(io.Reader) (*T, error)) (*T, error) {
	if name == "roads" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

func connect6Option(name, value string, o *search.Options, lim *limit.Limits) (err error) {
	number := func(into *int) error {
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%s=%q is not a number", name, value)
		}
		*into = n
		return nil
	}
	points := func(into *int32) error {
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil {
			return fmt.Errorf("%s=%q is not a number", name, value)
		}
		*into = int32(n)
		return nil
	}
	yes := func(into *bool) error {
		b, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("%s=%q is neither true nor false", name, value)
		}
		*into = b
		return nil
	}
	switch name {
	case "mix":
		o.Mix, err = hybrid.ParseMix(value)
	case "width":
		err = number(&o.Width)
	case "depth":
		if err = number(&lim.Depth); err == nil {
			o.Depth = lim.Depth
		}
	case "nodes":
		if lim.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("nodes=%q is not a number", value)
		}
	case "time":
		var d time.Duration
		if d, err = time.ParseDuration(value); err == nil {
			lim.Soft, lim.Hard = d, d
		}
	case "book":
		err = yes(&o.Book)
	case "solver":
		err = yes(&o.Solver)
	case "roads", "order":
		into := &o.Learned.Road
		if name == "order" {
			into = &o.Learned.Order
		}
		for i, word := range strings.Split(value, ":") {
			n, e := strconv.Atoi(word)
			if e != nil || i+1 >= len(into) {
				return fmt.Errorf("%s=%q is not up to %d numbers with colons between them", name, value, len(into)-1)
			}
			into[i+1] = int32(n)
		}
	case "leaves":
		o.Stones, err = readTable(value, eval.ReadStones)
	case "candidates":
		o.Order, err = readTable(value, eval.ReadOrder)
	case "off":
		o.Off, err = search.ParseTechniques(value)
	case "cells":
		err = number(&o.Cells)
	case "tempo":
		err = points(&o.Tempo)
	case "aspiration":
		err = points(&o.Aspiration)
	case "killer":
		err = points(&o.KillerBonus)
	case "nodethreats":
		err = number(&o.NodeThreats)
	case "threads":
		err = number(&o.Threads)
	case "table":
		err = number(&o.TableMB)
	default:
		err = fmt.Errorf("there is no option %q: choose mix, width, depth, nodes, time, book, solver, threads, table or a parameter of the engine's own search", name)
	}
	return err
}
