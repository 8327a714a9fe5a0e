package players

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/program"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/gomoku"
	"stonehand/engine/human"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// ParseGomoku reads what a match is told of a player of Gomoku and Renju. It is one of
//
//	five, tuple, template, region   the players of package gomoku
//	level:N                         a strength from 1 to 15
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
	var h human.Habits
	if n, ok := strings.CutPrefix(name, "level:"); ok {
		l, err := parseLevel(rules, n)
		if err != nil {
			return Maker{}, fmt.Errorf("player %q: %w", spec, err)
		}
		name, lim = gomoku.Five, gomoku.Rung(l.rung, lim)
		h = l.habits
	}
	for _, word := range words[1:] {
		if err := gomokuOption(strings.TrimSpace(word), &lim, &o); err != nil {
			return Maker{}, fmt.Errorf("player %q: %w", spec, err)
		}
	}
	if _, err := gomoku.New(name, time.Now); err != nil {
		return Maker{}, fmt.Errorf("player %q: %w", spec, err)
	}
	return lapses(Maker{spec, func() (player.Player, error) {
		if name == gomoku.Five {
			return &bounded{gomoku.NewFive(o, time.Now), lim}, nil
		}
		p, err := gomoku.New(name, time.Now)
		return &bounded{p, lim}, err
	}}, h), nil
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
