package hw

import (
	"fmt"
	"strings"
)

// Error is an error that keeps what it was made of, so that people can be told of it in
// another language.
type Error struct {
	error  // what fmt.Errorf makes of it
	format string
	args   []any
}

// Errorf returns an [*Error] that says and wraps what [fmt.Errorf] does. The format has a
// constant string in every call, which a translation can be found by.
func Errorf(format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...), format, args}
}

// Unwrap returns what wraps the errors among the arguments.
func (e *Error) Unwrap() error { return e.error }

// Made returns what the error was made of.
func (e *Error) Made() (format string, args []any) { return e.format, e.args }

// Choice is words in quotes of which one can be chosen: `"a", "b"`.
type Choice []string

// Error implements error.
func (c Choice) Error() string { return `"` + strings.Join(c, `", "`) + `"` }

// List is several things in one sentence: "a", "a and b", "a, b and c".
type List []error

// Error implements error.
func (l List) Error() string {
	var words []string
	for _, e := range l {
		words = append(words, e.Error())
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
