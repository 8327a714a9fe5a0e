package players

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/cmd/internal/regular"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/human"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/linenet"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// other makes a player of another program, which is started with its arguments.
func other(spec, command string, start func(ctx context.Context, words []string) (player.Player, error)) (Maker, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return Maker{}, fmt.Errorf("player %q does not name a program", spec)
	}
	return Maker{spec, func(ctx context.Context) (player.Player, error) { return start(ctx, words) }}, nil
}

// option carries NAME=VALUE out: it sets what options has a pointer to by that name, or
// calls the function there. choices are named where there is none.
func option(word string, options map[string]any, choices string) error {
	name, value, _ := strings.Cut(word, "=")
	switch into := options[name].(type) {
	case nil:
		return fmt.Errorf("there is no option %q: choose %s", word, choices)
	case func(value string) error:
		return into(value)
	default:
		return assign(name, value, into)
	}
}

// assign reads a value into what a pointer points to.
func assign(name, value string, into any) (err error) {
	what := "a number"
	switch into := into.(type) {
	case *int:
		*into, err = strconv.Atoi(value)
	case *int32:
		var n int64
		n, err = strconv.ParseInt(value, 10, 32)
		*into = int32(n)
	case *uint64:
		*into, err = strconv.ParseUint(value, 10, 64)
	case *bool:
		what = "true or false"
		*into, err = strconv.ParseBool(value)
	case *time.Duration:
		what = "a time like 1s or 300ms"
		if *into, err = time.ParseDuration(value); err == nil && *into < 0 {
			return fmt.Errorf("%s=%q is below 0", name, value)
		}
	}
	if err != nil {
		return fmt.Errorf("%s=%q is not %s", name, value, what)
	}
	return nil
}

// by is an option that is read by a function.
func by[T any](into *T, read func(value string) (T, error)) func(value string) error {
	return func(value string) (err error) {
		*into, err = read(value)
		return err
	}
}

// ParseConnect6 reads what a match is told of a player of Connect6. It is one of
//
//	default                       the engine as it plays
//	lean                          the engine as it plays with little memory
//	hybrid                        the seed document's hybrid, road/shape
//	level:N                       a strength from 1 to 15
//	NAME=VALUE,...                the engine with options set, after any of those
//	program:COMMAND ARGUMENTS     another program that speaks the contest protocol
//
// as in "hybrid,mix=road/road,width=12,nodes=5000". soft, after time, is when a turn that
// is settled is answered sooner. lim is what the options nodes,
// depth and time override.
func ParseConnect6(spec string, lim limit.Limits) (Maker, error) {
	if rest, ok := strings.CutPrefix(spec, "program:"); ok {
		return other(spec, rest, func(_ context.Context, words []string) (player.Player, error) {
			return program.StartConnect6(words[0], words, lim.Hard)
		})
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
	options := connect6Options(&o, &lim)
	for i, word := range strings.Split(spec, ",") {
		word = strings.TrimSpace(word)
		switch {
		case strings.Contains(word, "="):
			err = option(word, options, "mix, unaided, width, depth, nodes, time, soft, book, solver, threads, table or a parameter of the engine's own search")
		case i > 0:
			err = fmt.Errorf("%q is not an option; write NAME=VALUE", word)
		default:
			h, err = preset(word, &o, &lim)
		}
		if err != nil {
			return o, lim, h, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if err = o.Check(); err != nil {
		err = fmt.Errorf("player %q: %w", spec, err)
	}
	return o, lim, h, err
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

// mostLearned is how long a file of learned tables can be, bytes.
const mostLearned = 64 << 20

// readFile reads a file of learned tables.
func readFile[T any](read func(io.Reader) (T, error)) func(name string) (T, error) {
	return func(name string) (t T, err error) {
		file, err := os.Open(name)
		if err != nil {
			return t, err
		}
		defer file.Close()
		if t, err = read(regular.AtMost(file, mostLearned)); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return t, err
	}
}

// readTable is readFile, and "roads" is none.
func readTable[T any](read func(io.Reader) (*T, error)) func(name string) (*T, error) {
	return func(name string) (*T, error) {
		if name == "roads" {
			return nil, nil
		}
		return readFile(read)(name)
	}
}

// connect6Options are the options of an engine of Connect6 and its limits, by name.
func connect6Options(o *search.Options, lim *limit.Limits) map[string]any {
	learned := func(into *[connect.Row + 1]int32) func(value string) error {
		return func(value string) error {
			for i, word := range strings.Split(value, ":") {
				n, err := strconv.Atoi(word)
				if err != nil || i+1 >= len(into) {
					return fmt.Errorf("%q is not up to %d numbers with colons between them", value, len(into)-1)
				}
				into[i+1] = int32(n)
			}
			return nil
		}
	}
	return map[string]any{
		"mix": by(&o.Mix, hybrid.ParseMix), "unaided": &o.Unaided, "width": &o.Width, "book": &o.Book, "solver": &o.Solver, "threads": &o.Threads, "table": &o.TableMB, "network": by(&o.Network, readFile(linenet.Read)),
		"depth": func(value string) error {
			err := assign("depth", value, &lim.Depth)
			o.Depth = lim.Depth
			return err
		},
		"nodes": &lim.Nodes, "time": timeOf(lim), "soft": &lim.Soft,
		"roads": learned(&o.Learned.Road), "order": learned(&o.Learned.Order),
		"leaves": by(&o.Stones, readTable(eval.ReadStones)), "candidates": by(&o.Order, readTable(eval.ReadOrder)),
		"off": by(&o.Off, search.ParseTechniques), "cells": &o.Cells, "tempo": &o.Tempo,
	}
}

// timeOf is the option of a turn's time.
func timeOf(lim *limit.Limits) func(value string) error {
	return func(value string) error {
		err := assign("time", value, &lim.Hard)
		lim.Soft = lim.Hard
		return err
	}
}

// ParseGomoku reads what a match is told of a player of Gomoku and Renju. It is one of
//
//	five, tuple, template, region   the players of package gomoku
//	level:N                         a strength from 1 to 15
//	NAME,time=1s,nodes=N,depth=N    with limits of its own in place of lim's
//	five,off=null+reduce,leaf=N     with options set; see [five.Options]
//	five,tables=FILE                with tables of "stonehand tune points"
//	five,network=FILE               with a network of "stonehand tune network"
//	gomocup:COMMAND ARGUMENTS       another program that speaks Gomocup's protocol
//	                                of brains
func ParseGomoku(spec string, rules game.Gomoku, lim limit.Limits) (Maker, error) {
	if rest, ok := strings.CutPrefix(spec, "gomocup:"); ok {
		return other(spec, rest, func(ctx context.Context, words []string) (player.Player, error) {
			return program.StartGomocup(ctx, words[0], words, rules, lim.Hard)
		})
	}
	words, o := strings.Split(spec, ","), five.DefaultOptions()
	name := words[0]
	var h human.Habits
	if n, ok := strings.CutPrefix(name, "level:"); ok {
		l, err := parseLevel(rules, n)
		if err != nil {
			return Maker{}, fmt.Errorf("player %q: %w", spec, err)
		}
		name, lim, h = gomoku.Five, gomoku.Rung(l.rung, lim), l.habits
	}
	if err := gomokuOptions(spec, words[1:], &lim, &o); err != nil {
		return Maker{}, err
	}
	if _, err := gomoku.New(name, o, time.Now); err != nil {
		return Maker{}, fmt.Errorf("player %q: %w", spec, err)
	}
	return lapses(Maker{spec, func(context.Context) (player.Player, error) {
		p, err := gomoku.New(name, o, time.Now)
		return &bounded{p, lim}, err
	}}, h), nil
}

// gomokuOptions sets limits, as in nodes=5000, and options of the product's own player.
func gomokuOptions(spec string, words []string, lim *limit.Limits, o *five.Options) error {
	options := map[string]any{
		"depth": &lim.Depth, "leaf": &o.LeafNodes, "fours": &o.FourNodes, "threes": &o.ThreeNodes, "answer": &o.AnswerDepth, "aside": &o.AsideDepth, "wide": &o.LateMoves, "perdepth": &o.LatePerDepth,
		"futility": &o.ReverseMargin, "above": &o.ReverseDepth, "razor": &o.RazorMargin, "window": &o.Aspiration, "table": &o.TableMB,
		"nodes": &lim.Nodes, "time": timeOf(lim), "soft": &lim.Soft, "tables": by(&o.Tables, readFile(five.ReadTables)), "network": by(&o.Network, readFile(linenet.Read)), "off": by(&o.Off, five.ParseTechniques),
	}
	for _, word := range words {
		word = strings.TrimSpace(word)
		err := option(word, options, "time, soft, nodes, depth, off, or a parameter of the engine's search")
		name, value, _ := strings.Cut(word, "=")
		if n, ok := options[name].(*int); ok && err == nil && *n < 0 {
			err = fmt.Errorf("%s=%q is below 0", name, value)
		}
		if err != nil {
			return fmt.Errorf("player %q: %w", spec, err)
		}
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
	return o, gomokuOptions(spec, words[1:], &lim, &o)
}
