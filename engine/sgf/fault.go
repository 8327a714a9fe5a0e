package sgf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fault names what is wrong with a file or a record, so that it can be told in any
// language. [Error] has what it is about: the arguments, in the order of the
// placeholders in [Faults].
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

// wording is how a fault is told in English: what is wrong, and what was done about
// it; empty if nothing was.
type wording struct{ text, done string }

var wordings = map[Fault]wording{
	TooLong:        {"the file is %[1]d bytes long, and %[2]d are the most", ""},
	NoGame:         {`no game is found; an SGF file holds "(;"`, ""},
	Unlisted:       {"%[1]d more problems are not listed", ""},
	UTF16:          {"the file is written in UTF-16", "it is read, and will be written as UTF-8"},
	Outside:        {"before this place stands text with nodes that belong to no game", "it is kept, but not read"},
	NoOpening:      {"the nodes have no ( before them", "they are read as a game"},
	NoClosing:      {`the file ends, and the ")" for the "(" at line %[1]d, column %[2]d is missing`, "what is open is closed there"},
	Unopened:       {"%[1]q has no ( that it closes", "the game ends there"},
	TooDeep:        {"variations stand within variations more than %[1]d deep", "the innermost are left out"},
	TooDeepRest:    {"variations stand within variations more than %[1]d deep", "the rest is left out"},
	NoSemicolon:    {`a ";" must follow the "("`, "it is read as if it did"},
	Late:           {"a node cannot stand after a variation", "it begins one more variation"},
	Stray:          {"%[1]q is out of place; a node begins with ;", "%[2]q is left out"},
	StrayWord:      {"%[1]q is out of place; a node begins with ;", "it is left out"},
	TooManyNodes:   {"the file holds more than %[1]d nodes", "the rest is left out"},
	TooManyValues:  {"the file holds more than %[1]d values", "the rest is left out"},
	ManyProperties: {"the node has more than %[1]d properties", "it is left out"},
	Unescaped:      {`a "]" in a text lacks the backslash before it`, "it is read as part of the text"},
	CutInHalf:      {"a character was cut in half", "its byte is kept"},
	OpenValue:      {`the file ends, and the "]" for this "[" is missing`, "it is taken to the end"},
	LowerCase:      {"%[1]q is not a property: a name begins with an upper-case letter", "it is read as %[2]s"},
	NoValue:        {"the property %[1]q has no value; one stands in brackets, like %[2]s[...]", "it is kept with an empty one"},
	IsUTF8:         {"CA names the charset %[1]s, but the text is UTF-8", "it is read and written as UTF-8"},
	NotUTF8:        {"the text of the game has bytes that are not UTF-8", "they are kept as they are"},
	UnknownCharset: {"the charset %[1]s is not known", "its text is kept as the bytes that it is"},
	NoCharset:      {"the text is not UTF-8, and no CA names its charset", "it is read as %[1]s"},
	WrongCharset:   {"CA names the charset %[1]s, but the text is not written in it", "it is read as %[2]s"},
	BadSize:        {"the board's size SZ[%[1]s] is none that can be played on; a side has 1 to %[2]d points", "the moves are kept, but cannot be played here"},
	BadNumber:      {"%[1]s[%[2]s] is not a number that makes sense", "it is passed over"},
	KomiUnit:       {"KM[%[1]s] does not count in points", "it is read as %[2]v"},
	TwoMoves:       {"the node has more than one move", "only the first is played"},
	BadMove:        {"%[3]s", "the move is left out"},
	BadTime:        {"%[1]s[%[2]s] is not a time in seconds", "it is passed over"},
	BadPeriods:     {"%[1]s[%[2]s] is not a number of moves or periods", "it is passed over"},
	MoveAndSetup:   {"the node has a move and sets up stones", "the stones are set up before the move"},
	BadPoint:       {"%[1]s[%[2]s]: %[3]s", "it is passed over"},
	NoSide:         {"PL[%[1]s] names no side: B or W is to move", ""},
	Occupied:       {"%[1]s plays %[2]s, where a stone stands already", "it is played all the same"},
}

// Faults lists everything that can be wrong, in no order that matters.
func Faults() []Fault { return slices.Sorted(maps.Keys(wordings)) }

// Problem returns the fault at that place, with what it is about.
func (p Pos) Problem(f Fault, args ...any) *Error {
	w := wordings[f]
	return &Error{Pos: p, Fault: f, Args: args, Text: Fill(w.text, args), Done: Fill(w.done, args)}
}

// Fill puts arguments into a sentence whose placeholders name them by number,
// "%[2]s". It need not have all of them.
func Fill(sentence string, args []any) string {
	if !strings.Contains(sentence, "%") {
		return sentence
	}
	return fmt.Sprintf(sentence, args...)
}
