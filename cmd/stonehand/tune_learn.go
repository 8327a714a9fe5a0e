package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/renameio/v2"
)

// learned is what is learned.
type learned interface{ Write(io.Writer) error }

// learning is what every command that learns a table is told.
type learning struct {
	flags      *flag.FlagSet
	epochs     *int
	out, games *string
	numbers    []bounded
}

// bounded is a flag whose number lies between two others.
type bounded struct {
	value     *float64
	name      string
	low, high float64
}

// mostEpochs is more than anybody has time for.
const mostEpochs = 10_000

// newLearning gives a command its flags, whose values are those to begin with.
func newLearning(flags *flag.FlagSet, epochs *int, rate, shrink *float64, seed *uint64) *learning {
	l := &learning{flags: flags, epochs: epochs, out: flags.String("out", "", ""), games: flags.String("games", "", "")}
	flags.IntVar(epochs, "epochs", *epochs, "")
	flags.Uint64Var(seed, "seed", *seed, "")
	l.number(rate, "rate", 1e-9, 1e3)
	l.number(shrink, "shrink", 0, 1)
	return l
}

// number gives the command another flag.
func (l *learning) number(value *float64, name string, low, high float64) {
	l.flags.Float64Var(value, name, *value, "")
	l.numbers = append(l.numbers, bounded{value, name, low, high})
}

// read takes the command line and says what in it nothing can be learned with.
func (l *learning) read(args []string) error {
	if err := parseFlags(l.flags, args); err != nil {
		return err
	}
	if *l.epochs < 1 || *l.epochs > mostEpochs {
		return usageError{fmt.Sprintf("--epochs %d is out of range: 1 to %d", *l.epochs, mostEpochs)}
	}
	for _, n := range l.numbers {
		if !(*n.value >= n.low && *n.value <= n.high) { // what is no number is not
			return usageError{fmt.Sprintf("--%s %v is out of range: %v to %v", n.name, *n.value, n.low, n.high)}
		}
	}
	return nil
}

// learn reads files of games with commas between their names, and writes the
// table that is made of them.
func (l *learning) learn(from func(io.Reader) (learned, error)) error {
	name, games := *l.out, *l.games
	if name == "" || games == "" {
		return usageError{"learning needs --games to say which files to learn from, and --out to say where the table goes"}
	}
	var all []io.Reader
	for _, n := range strings.Split(games, ",") {
		file, err := os.Open(n)
		if err != nil {
			return err
		}
		defer file.Close()
		all = append(all, file)
	}
	// Before the learning, which takes hours, and not behind it, it comes out
	// whether the table can be written.
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return usageError{fmt.Sprintf("--out %s is a folder; give the name of a file", name)}
	}
	out, err := renameio.NewPendingFile(name)
	if err != nil {
		return fmt.Errorf("--out %s cannot be written: %w", name, err)
	}
	defer out.Cleanup()
	s, err := from(io.MultiReader(all...))
	if err != nil {
		return fmt.Errorf("%s: %w", games, err)
	}
	if err := s.Write(out); err != nil {
		return err
	}
	return out.CloseAtomicallyReplace()
}
