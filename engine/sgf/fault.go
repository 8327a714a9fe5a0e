package sgf

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Fault names what is wrong with a file or a record, so that it can be told in any
// language. [Error] has what it is about: the arguments, in the order of the
// placeholders in faults.txt.
type Fault string

// What can be wrong.
const (
	TooLong        Fault = "too-long"
	NoGame         Fault = "no-game"
	Unlisted       Fault = "unlisted"
	UTF16          Fault = "utf16"
	Outside        Fault = "outside"
	NoOpening      Fault = "no-opening"
	NoClosing      Fault = "no-closing"
	Unopened       Fault = "unopened"
	TooDeep        Fault = "too-deep"
	TooDeepRest    Fault = "too-deep-rest"
	NoSemicolon    Fault = "no-semicolon"
	Late           Fault = "late"
	Stray          Fault = "stray"
	StrayWord      Fault = "stray-word"
	TooManyNodes   Fault = "too-many-nodes"
	TooManyValues  Fault = "too-many-values"
	ManyProperties Fault = "many-properties"
	Unescaped      Fault = "unescaped"
	CutInHalf      Fault = "cut-in-half"
	OpenValue      Fault = "open-value"
	LowerCase      Fault = "lower-case"
	NoValue        Fault = "no-value"
	IsUTF8         Fault = "is-utf8"
	NotUTF8        Fault = "not-utf8"
	UnknownCharset Fault = "unknown-charset"
	NoCharset      Fault = "no-charset"
	WrongCharset   Fault = "wrong-charset"
	BadSize        Fault = "bad-size"
	BadNumber      Fault = "bad-number"
	KomiUnit       Fault = "komi-unit"
	TwoMoves       Fault = "two-moves"
	BadMove        Fault = "bad-move"
	BadTime        Fault = "bad-time"
	BadPeriods     Fault = "bad-periods"
	MoveAndSetup   Fault = "move-and-setup"
	BadPoint       Fault = "bad-point"
	NoSide         Fault = "no-side"
	Occupied       Fault = "occupied"
)

//go:embed faults.txt
var faultsTxt string

// wordings are how faults are told in English.
var wordings = sync.OnceValue(func() map[Fault]Wording { return Wordings(faultsTxt) })

// Wording is how a fault is told in one language: what is wrong, and what was done about
// it; empty if nothing was.
type Wording struct{ Text, Done string }

// Wordings reads a file like faults.txt, which says how it is written.
func Wordings(file string) map[Fault]Wording {
	all := map[Fault]Wording{}
	var name Fault
	for line := range strings.Lines(file) {
		line = strings.TrimSuffix(line, "\n")
		said, indented := strings.CutPrefix(line, "\t")
		switch {
		case line == "", line[0] == '#':
		case !indented:
			name = Fault(line)
		case all[name].Text == "":
			all[name] = Wording{Text: said}
		default:
			all[name] = Wording{all[name].Text, said}
		}
	}
	return all
}

// Faults lists everything that can be wrong, in no order that matters.
func Faults() []Fault { return slices.Sorted(maps.Keys(wordings())) }

// Problem returns the fault at that place, with what it is about.
func (p Pos) Problem(f Fault, args ...any) *Error {
	w := wordings()[f]
	return &Error{Pos: p, Fault: f, Args: args, Text: Fill(w.Text, args), Done: Fill(w.Done, args)}
}

// Fill puts arguments into a sentence whose placeholders name them by number,
// "%[2]s". It need not have all of them.
func Fill(sentence string, args []any) string {
	if !strings.Contains(sentence, "%") {
		return sentence
	}
	return fmt.Sprintf(sentence, args...)
}
