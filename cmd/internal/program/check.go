package program

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/hw"
)

// Checker tries what its protocol asks of a program that plays a game.
type Checker interface {
	Check(ctx context.Context, rules game.Rules) []hw.Finding
}

// findings collects what was found of one thing.
type findings struct {
	device string
	list   []hw.Finding
}

func (f *findings) ok(format string, args ...any) {
	f.list = append(f.list, hw.Finding{Device: f.device, Text: fmt.Sprintf(format, args...)})
}

func (f *findings) warn(do, format string, args ...any) {
	f.list = append(f.list, hw.Finding{Device: f.device, Health: hw.Warn, Text: fmt.Sprintf(format, args...), Do: do})
}

func (f *findings) bad(do, format string, args ...any) {
	f.list = append(f.list, hw.Finding{Device: f.device, Health: hw.Bad, Text: fmt.Sprintf(format, args...), Do: do})
}

// needed are the GTP commands that the table cannot do without, and useful those that it
// uses where a program has them; the latter parts are for Go alone.
var (
	needed = []string{"boardsize", "clear_board", "play", "genmove", "komi"}
	useful = []struct{ command, do string }{
		{"time_settings", "the program does not know how much time it has; choose a level at which it is quick"},
		{"time_left", "the program does not know how much time is left; choose a level at which it is quick"},
		{"final_status_list", "the table finds dead stones by itself"},
		{"set_free_handicap", "choose this program for games without handicap"},
	}
)

// Check implements [Checker].
func (p *GTP) Check(ctx context.Context, rules game.Rules) []hw.Finding {
	f := findings{device: "protocol"}
	defer func() { p.known = nil }()
	name, err := p.do(ctx, "name")
	if err != nil {
		f.bad("look whether the program needs an argument for GTP, such as \"--mode gtp\"", "it does not say its name: %v", err)
		return f.list
	}
	version, _ := p.do(ctx, "version") // some have none
	f.ok("it is %s", strings.TrimSpace(name+" "+version))
	_, captures := rules.(game.Weiqi)
	must, may, sizes := needed, useful, []int{9, 13, 19}
	lines := []string{"clear_board", "komi 7.5", "play black D4"}
	if !captures {
		must, may, sizes = needed[:4], useful[:2], []int{rules.Size().Cols}
		lines = []string{"clear_board", "play black D4"}
	}
	for _, c := range must {
		if !p.knows(c) {
			f.bad("use another program; the table needs this command", "it has no command %s", c)
		}
	}
	for _, c := range may {
		if !p.knows(c.command) {
			f.warn(c.do, "it has no command %s", c.command)
		}
	}
	if !captures && p.knows("set_game") {
		if _, err := p.do(ctx, "set_game %s", rules.Name()); err != nil {
			f.bad("take the game out of the program's games", "%v", err)
			return f.list
		}
	}
	var has []string
	p.Smallest = 0
	for _, n := range sizes {
		if _, err := p.do(ctx, "boardsize %d", n); err == nil {
			has = append(has, fmt.Sprintf("%dx%[1]d", n))
			p.Smallest = cmp.Or(p.Smallest, n)
		} else if !errors.Is(err, errRefused) {
			f.bad("", "boardsize %d: %v", n, err)
			return f.list
		}
	}
	if len(has) == 0 {
		f.bad("use another program", "it refuses every size of board, such as %s", rules.Size())
	} else {
		f.ok("it plays on %s", strings.Join(has, ", "))
	}
	for _, line := range lines {
		if _, err := p.do(ctx, "%s", line); err != nil {
			f.bad("use another program", "%v", err)
			return f.list
		}
	}
	switch _, err := p.do(ctx, "play white D4"); {
	case errors.Is(err, errRefused):
		f.ok("it refuses a stone on a stone")
	case err == nil:
		f.warn("the table judges every stone itself, so this does no harm", "it takes a stone on a stone")
	default:
		f.bad("", "%v", err)
		return f.list
	}
	if p.knows("undo") {
		if _, err := p.do(ctx, "undo"); err != nil && !errors.Is(err, errRefused) {
			f.bad("", "%v", err)
			return f.list
		}
	}
	switch _, err := p.do(ctx, "no_such_command"); {
	case errors.Is(err, errRefused):
		f.ok("it refuses a command that it does not know")
	default:
		f.warn("this does no harm at the table", "it does not refuse a command that it does not know")
	}
	return f.list
}

// Check implements [Checker].
func (b *Gomocup) Check(ctx context.Context, _ game.Rules) []hw.Finding {
	f := findings{device: "protocol"}
	f.ok("it plays on %s", b.rules.Board)
	if err := b.say("ABOUT"); err != nil {
		f.bad("", "%v", err)
		return f.list
	}
	about, err := b.wait(ctx, 2*time.Second, func(line string) bool {
		return strings.Contains(line, "=") && !strings.HasPrefix(line, "MESSAGE") && !strings.HasPrefix(line, "DEBUG")
	}, "UNKNOWN", "ERROR")
	if err != nil {
		f.warn("this does no harm at the table", "it does not answer ABOUT: %v", err)
	} else {
		f.ok("it is %.100s", about)
	}
	b.known = []board.Point{board.Nowhere} // so that it is told to begin again
	if err := b.restart(ctx); err != nil {
		f.bad("use a version of the program that knows RESTART, or START a second time", "it does not begin again: %v", err)
	} else {
		f.ok("it begins again when it is told to")
	}
	return f.list
}

// Check implements [Checker].
func (p *Connect6) Check(ctx context.Context, _ game.Rules) []hw.Finding {
	f := findings{device: "protocol"}
	name, err := "", p.say("name?")
	if err == nil {
		name, err = p.wait(ctx, 2*time.Second, func(line string) bool { return strings.HasPrefix(line, "name") }, "error", "error:")
	}
	_, slow := errors.AsType[silent](err)
	_, refuses := errors.AsType[refusal](err)
	switch {
	case slow || refuses:
		f.warn("this does no harm at the table", "it does not say its name: %v", err)
		return f.list
	case err != nil:
		f.bad("try the command in a terminal: is it there, and does it speak the protocol \"connect6\"?", "it does not say its name: %v", err)
		return f.list
	}
	f.ok("it is %.100s", strings.TrimSpace(strings.TrimPrefix(name, "name")))
	return f.list
}
