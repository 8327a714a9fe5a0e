// Command stonehand plays board games: as the daemon inside a physical board,
// as a program behind a front end, and as its own laboratory.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stonehand/cmd/internal/commandline"
	"stonehand/cmd/internal/program"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/text"
)

// command is one subcommand.
type command struct {
	name string
	run  func(ctx context.Context, args []string, std stdio) error
}

// commands are the subcommands.
var commands = []command{
	{"serve", runServe},
	{"play", runPlay},
	{"console", runConsole},
	{"bench", runBench},
	{"study", runStudy},
	{"match", runMatch},
	{"book", runBook},
	{"tune", runTune},
	{"solve", runSolve},
	{"analyze", runAnalyze},
	{"worker", runWorker},
	{"doctor", runDoctor},
	{"arm", runArm},
	{"grblsim", runGrblsim},
	{"record", runRecord},
	{"replay", runReplay},
	{"players", runPlayers},
	{program.SandboxCommand, runSandbox},
	{"update", runUpdate},
	{"version", runVersion},
}

// Completion and manual pages are made of the usage of all subcommands, their own too.
func init() {
	commands = append(commands, command{"completion", runCompletion}, command{"man", runMan})
}

// usual is the subcommand that runs when none is given.
const usual = "serve"

// stdio is how a subcommand reaches the person who started it.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// warn tells a person something that ends nothing.
func (s stdio) warn(sentence string) { fmt.Fprintf(s.err, "warning: %s\n", text.Printed(sentence)) }

// usageError is a command line that cannot be carried out: exit status 2.
type usageError struct{ sentence string }

func (e usageError) Error() string { return e.sentence }

// exitStatus is an outcome that has been told already and is no error, for a
// script to tell from others.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// hinted is an error and what to do about it.
type hinted struct {
	error
	hint string
}

func (e hinted) Unwrap() error { return e.error }

// unready is a failure that may pass; again says whether it still holds.
type unready struct {
	error
	again func() error
}

func (e unready) Unwrap() error { return e.error }

func main() {
	ctx, stop := service.Interruptible()
	if !endsInItsTime(os.Args[1:]) {
		context.AfterFunc(ctx, func() {
			time.Sleep(endTime)
			fmt.Fprintln(os.Stderr, "error: interrupted")
			os.Exit(1)
		})
	}
	status := run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(status)
}

// endTime is how long a command that is interrupted may take to end: it may wait for a file
// or a pipe, which nothing ends. Other programs that it has started have seven seconds to
// leave.
const endTime = 8 * time.Second

// endsInItsTime says whether a command line is of a subcommand that puts a board or an arm in
// order before it ends.
func endsInItsTime(args []string) bool {
	name := usual
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name = args[0]
	}
	return name == usual || name == "play" || name == "arm"
}

// run carries a command line out and returns the exit status: 0, 1 after an
// error, 2 if the command line itself is wrong, or what the subcommand says.
func run(ctx context.Context, args []string, std stdio) int {
	out := &service.Output{Writer: std.out}
	std.out = out
	err := dispatch(ctx, args, std)
	var outcome exitStatus
	if lost := out.Err(); lost != nil && (err == nil || errors.As(err, &outcome) || errors.Is(lost, err)) {
		err = lost
	}
	switch {
	case err == nil:
		return 0
	case errors.As(err, &outcome):
		return int(outcome)
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "error: interrupted")
		return 1
	}
	fmt.Fprintf(std.err, "error: %s\n", text.Printed(err.Error())) // it may quote a stranger
	if h, ok := errors.AsType[hinted](err); ok {
		fmt.Fprintf(std.err, "hint: %s\n", text.Printed(h.hint))
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// dispatch finds the subcommand and runs it.
func dispatch(ctx context.Context, args []string, std stdio) error {
	name := usual
	switch {
	case len(args) == 0:
	case args[0] == "" || args[0][0] != '-':
		name, args = args[0], args[1:]
	case isHelp(args[0]):
		name = "help"
	case args[0] == "-version" || args[0] == "--version":
		name, args = "version", args[1:]
	}
	if name == "help" {
		return help(args, std)
	}
	c, err := find(name)
	if err != nil {
		return err
	}
	for _, a := range args {
		if a == "--" { // what follows is another program's
			break
		}
		if isHelp(a) {
			return help([]string{name}, std)
		}
	}
	return c.run(ctx, args, std)
}

// part is one of the subcommands of a subcommand.
type part struct {
	name string
	run  func(ctx context.Context, args []string, std stdio) error
}

// runPart runs the part that args name first.
func runPart(ctx context.Context, of string, parts []part, args []string, std stdio) error {
	var names []string
	for _, p := range parts {
		if len(args) > 0 && p.name == args[0] {
			return p.run(ctx, args[1:], std)
		}
		names = append(names, p.name)
	}
	return wrongPart(of, names, args)
}

// wrongPart is that args begin with none of the parts of a subcommand.
func wrongPart(of string, names, args []string) error {
	last := len(names) - 1
	choice := strings.Join(names[:last], ", ") + " or " + names[last]
	wrong := fmt.Sprintf("%s needs a part: %s", of, choice)
	if len(args) > 0 {
		wrong = fmt.Sprintf("%q is not a part of %s: choose %s", args[0], of, choice)
	}
	return hinted{usageError{wrong}, fmt.Sprintf("\"stonehand help %s\" says what each does", of)}
}

func isHelp(arg string) bool { return arg == "-h" || arg == "-help" || arg == "--help" }

// find returns the subcommand of that name.
func find(name string) (command, error) {
	var names []string
	for _, c := range commands {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	hint := `"stonehand help" lists the subcommands`
	if s := commandline.Closest(name, append(names, "help")); s != "" {
		hint = fmt.Sprintf("did you mean %q? %s", s, hint)
	}
	return command{}, hinted{usageError{fmt.Sprintf("%q is not a subcommand of stonehand", name)}, hint}
}

// help prints what a subcommand does, or all of them.
func help(args []string, std stdio) error {
	c := command{name: "help"}
	if len(args) > 0 && args[0] != "help" && !isHelp(args[0]) {
		var err error
		if c, err = find(args[0]); err != nil {
			return err
		}
	}
	_, err := io.WriteString(std.out, c.usage())
	return err
}

// parseFlags reads a subcommand's flags; the set is named like the subcommand.
// No words may follow the flags.
func parseFlags(flags *flag.FlagSet, args []string) error {
	words, err := parseWords(flags, args)
	if err == nil && len(words) > 0 {
		err = tooMany(flags, words)
	}
	return err
}

// tooMany is that words follow the flags where none may.
func tooMany(flags *flag.FlagSet, words []string) error {
	return hinted{usageError{fmt.Sprintf("%q is an unexpected argument for \"stonehand %s\"", words[0], flags.Name())}, flagsHint(flags)}
}

// parseWords reads a subcommand's flags and the words before, between and behind
// them.
func parseWords(flags *flag.FlagSet, args []string) (words []string, err error) {
	flags.SetOutput(io.Discard)
	for {
		if err := flags.Parse(args); err != nil {
			return nil, flagError(flags, err)
		}
		if args = flags.Args(); len(args) == 0 {
			return words, nil
		}
		words, args = append(words, args[0]), args[1:]
	}
}
