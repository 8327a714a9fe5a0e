// Package commandline says in plain words what is wrong with the flags of a command, and makes
// manual pages of usage texts.
package commandline

import (
	"flag"
	"fmt"
	"regexp"
	"time"

	"stonehand/cmd/internal/text"
)

// What package flag says of a command line that it cannot read.
var (
	unknownFlag  = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	valueMissing = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	wrongValue   = regexp.MustCompile(`(?s)^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z-]+): (.*)$`)
)

// Wrong words what package flag has found wrong with the flags of a command, which is named
// as people write it. near is a flag that they may have meant; "" if none is close.
func Wrong(flags *flag.FlagSet, command string, err error) (sentence, near string) {
	sentence = err.Error()
	if m := unknownFlag.FindStringSubmatch(sentence); m != nil {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		return fmt.Sprintf("--%s is not a flag of %q", m[1], command), Closest(m[1], names)
	}
	if m := valueMissing.FindStringSubmatch(sentence); m != nil {
		return fmt.Sprintf("--%s needs a value: %s", m[1], wanted(flags, m[1])), ""
	}
	if m := wrongValue.FindStringSubmatch(sentence); m != nil {
		switch m[3] {
		case "parse error":
			sentence = fmt.Sprintf("--%s %s cannot be read: give %s", m[2], m[1], wanted(flags, m[2]))
		case "value out of range":
			sentence = fmt.Sprintf("--%s %s is too large or too small: give %s", m[2], m[1], wanted(flags, m[2]))
		default:
			sentence = fmt.Sprintf("--%s: %s", m[2], m[3])
		}
	}
	return sentence, ""
}

// wanted says what a flag takes.
func wanted(flags *flag.FlagSet, name string) string {
	if f := flags.Lookup(name); f != nil {
		if g, ok := f.Value.(flag.Getter); ok {
			switch g.Get().(type) {
			case bool:
				return "nothing, true or false"
			case time.Duration:
				return "a time like 700ms, 5s or 1m30s"
			case int, int64:
				return "a whole number"
			case uint, uint64:
				return "a whole number that is not negative"
			case float64:
				return "a number"
			}
		}
	}
	return "what the list of flags says"
}

// Closest returns the word of a list that somebody who typed another may have
// meant: the one fewest edits away, if that is less than half of it; of equals,
// the first. It returns "" if none is close.
func Closest(typed string, words []string) string {
	best, fewest := "", 0
	for _, w := range words {
		if n := text.Edits(typed, w); 2*n < len(w) && (best == "" || n < fewest) {
			best, fewest = w, n
		}
	}
	return best
}
