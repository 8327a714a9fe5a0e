package program

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/hw"
)

// Checker tries what its protocol asks of a program.
type Checker interface {
	Check(ctx context.Context) []hw.Finding
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
// uses where a program has them.
var (
	needed = []string{"boardsize", "clear_board", "komi", "play", "genmove"}
	useful = map[string]string{
		"time_settings":     "the program does not know how much time it has; choose a level at which it is quick",
		"time_left":         "the program does not know how much time is left; choose a level at which it is quick",
		"final_status_list": "the table finds dead stones by itself",
		"set_free_handicap": "choose this program for games without handicap",
	}
)

// Check implements [Checker].
func (p *GTP) Check(ctx context.Context) []hw.Finding {
	f := findings{device: "protocol"}
	defer func() { p.known = nil }()
	name, err := p.do(ctx, "name")
	if err != nil {
		f.bad("look whether the program needs an argument for GTP, such as \"--mode gtp\"", "it does not say its name: %v", err)
		return f.list
	}
	version, _ := p.do(ctx, "version") // some have none
	f.ok("it is %s", strings.TrimSpace(name+" "+version))
	for _, c := range needed {
		if !p.knows(c) {
			f.bad("use another program; the table needs this command", "it has no command %s", c)
		}
	}
	for _, c := range []string{"time_settings", "time_left", "final_status_list", "set_free_handicap"} {
		if !p.knows(c) {
			f.warn(useful[c], "it has no command %s", c)
		}
	}
	var sizes []string
	for _, n := range []int{9, 13, 19} {
		if _, err := p.do(ctx, "boardsize %d", n); err == nil {
			sizes = append(sizes, fmt.Sprintf("%dx%[1]d", n))
		} else if !errors.Is(err, errRefused) {
			f.bad("", "boardsize %d: %v", n, err)
			return f.list
		}
	}
	if len(sizes) == 0 {
		f.bad("use another program", "it plays on no board of 9x9, 13x13 or 19x19")
	} else {
		f.ok("it plays on %s", strings.Join(sizes, ", "))
	}
	lines := []string{"clear_board", "komi 7.5", "play black D4"}
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
func (b *Gomocup) Check(ctx context.Context) []hw.Finding {
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
		f.bad("use a version of the program that knows RESTART", "it does not begin again: %v", err)
	} else {
		f.ok("it begins again when it is told to")
	}
	return f.list
}

// Check implements [Checker].
func (p *Connect6) Check(ctx context.Context) []hw.Finding {
	f := findings{device: "protocol"}
	if err := p.say("name?"); err != nil {
		f.bad("", "%v", err)
		return f.list
	}
	name, err := p.wait(ctx, 2*time.Second, func(line string) bool { return strings.HasPrefix(line, "name") }, "error", "error:")
	if err != nil {
		f.warn("this does no harm at the table", "it does not say its name: %v", err)
		return f.list
	}
	f.ok("it is %.100s", strings.TrimSpace(strings.TrimPrefix(name, "name")))
	return f.list
}
