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
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
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
//	level:N                       a strength from 1 to 10
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
	o, lim, err := parseConnect6(spec, lim)
	if err != nil {
		return Maker{}, err
	}
	return Engine(spec, o, lim), nil
}

// Connect6Options reads a player of Connect6 that is an engine of this program.
func Connect6Options(spec string) (search.Options, error) {
	o, _, err := parseConnect6(spec, limit.Limits{})
	return o, err
}

func parseConnect6(spec string, lim limit.Limits) (search.Options, limit.Limits, error) {
	o := search.DefaultOptions()
	o.Book = false
	for i, word := range strings.Split(spec, ",") {
		name, value, set := strings.Cut(strings.TrimSpace(word), "=")
		if !set {
			if i > 0 {
				return o, lim, fmt.Errorf("player %q: %q is not an option; write NAME=VALUE", spec, word)
			}
			if err := preset(name, &o, &lim); err != nil {
				return o, lim, fmt.Errorf("player %q: %w", spec, err)
			}
			continue
		}
		if err := connect6Option(name, value, &o, &lim); err != nil {
			return o, lim, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if err := o.Check(); err != nil {
		return o, lim, fmt.Errorf("player %q: %w", spec, err)
	}
	return o, lim, nil
}

func preset(name string, o *search.Options, lim *limit.Limits) error {
	if n, ok := strings.CutPrefix(name, "level:"); ok {
		level, err := strconv.Atoi(n)
		if err != nil || level < 1 || level > search.Levels {
			return fmt.Errorf("level %q is not a number from 1 to %d", n, search.Levels)
		}
		full, bounds := search.Level(level, *o, *lim)
		*o, *lim = full, bounds
		return nil
	}
	switch name {
	case "default":
		return nil
	case "lean":
		*o = o.Lean()
		return nil
	case "hybrid":
		o.Mix = hybrid.RoadShape
		return nil
	}
	return fmt.Errorf("there is no preset %q: choose default, lean, hybrid or level:N", name)
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

// ParseGomoku reads what a match is told of a player of Gomoku and Renju. It is one of
//
//	five, tuple, template, region   the players of package gomoku
//	level:N                         a strength from 1 to 10
//	NAME,time=1s,nodes=N,depth=N    with limits of its own in place of lim's
//	five,off=null+reduce,leaf=N     with options set; see [five.Options]
//	five,tables=FILE                with tables of "stonehand tune points"
//	gomocup:COMMAND ARGUMENTS       another program that speaks Gomocup's protocol
//	                                of brains
func ParseGomoku(spec string, rules game.Gomoku, lim limit.Limits) (Maker, error) {
	if rest, ok := strings.CutPrefix(spec, "gomocup:"); ok {
		words := strings.Fields(rest)
		if len(words) == 0 {
			return Maker{}, fmt.Errorf("player %q does not name a program", spec)
		}
		return Maker{spec, func() (player.Player, error) { return program.StartGomocup(words[0], words, rules, lim.Hard) }}, nil
	}
	words, o := strings.Split(spec, ","), five.DefaultOptions()
	name := words[0]
	if n, ok := strings.CutPrefix(name, "level:"); ok {
		level, err := strconv.Atoi(n)
		if err != nil || level < 1 || level > gomoku.Levels {
			return Maker{}, fmt.Errorf("player %q: level %q is not a number from 1 to %d", spec, n, gomoku.Levels)
		}
		name, lim = gomoku.Level(level, lim)
	}
	for _, word := range words[1:] {
		if err := gomokuOption(strings.TrimSpace(word), &lim, &o); err != nil {
			return Maker{}, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if _, err := gomoku.New(name, time.Now); err != nil {
		return Maker{}, fmt.Errorf("player %q: %w", spec, err)
	}
	return Maker{spec, func() (player.Player, error) {
		if name == gomoku.Five {
			return &bounded{gomoku.NewFive(o, time.Now), lim}, nil
		}
		p, err := gomoku.New(name, time.Now)
		return &bounded{p, lim}, err
	}}, nil
}

// gomokuOption sets a limit, as in nodes=5000, or an option of the product's own player.
func gomokuOption(word string, lim *limit.Limits, o *five.Options) (err error) {
	name, value, _ := strings.Cut(word, "=")
	numbers := map[string]*int{
		"depth": &lim.Depth, "leaf": &o.LeafNodes, "fours": &o.FourNodes, "threes": &o.ThreeNodes, "answer": &o.AnswerDepth, "wide": &o.LateMoves, "perdepth": &o.LatePerDepth,
		"futility": &o.ReverseMargin, "above": &o.ReverseDepth, "razor": &o.RazorMargin, "window": &o.Aspiration,
	}
	switch into := numbers[name]; {
	case into != nil:
		if *into, err = strconv.Atoi(value); err != nil || *into < 0 {
			return fmt.Errorf("%s=%q is not a number", name, value)
		}
	case name == "nodes":
		if lim.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil {
			return fmt.Errorf("nodes=%q is not a number", value)
		}
	case name == "time":
		if lim.Hard, err = time.ParseDuration(value); err != nil {
			return fmt.Errorf("time=%q is not a time like 1s or 300ms", value)
		}
		lim.Soft = lim.Hard
	case name == "tables":
		file, err := os.Open(value)
		if err != nil {
			return err
		}
		defer file.Close()
		if o.Tables, err = five.ReadTables(file); err != nil {
			return fmt.Errorf("%s: %w", value, err)
		}
	case name == "off":
		if o.Off, err = five.ParseTechniques(value); err != nil {
			return err
		}
	default:
		return fmt.Errorf("there is no option %q: choose time, nodes, depth, off, or a parameter of the engine's search", word)
	}
	return nil
}

// GomokuOptions reads a player of Gomoku that is the product's own, as "five,off=null".
func GomokuOptions(spec string) (five.Options, error) {
	o, lim := five.DefaultOptions(), limit.Limits{}
	words := strings.Split(spec, ",")
	if words[0] != gomoku.Five {
		return o, fmt.Errorf("player %q: only %q plays against itself", spec, gomoku.Five)
	}
	for _, word := range words[1:] {
		if err := gomokuOption(strings.TrimSpace(word), &lim, &o); err != nil {
			return o, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	return o, nil
}
