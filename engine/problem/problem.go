// Package problem has errors that keep their format and what they name, so that they can
// be worded in another language.
package problem

import (
	"fmt"
	"strings"
)

// Error is an error and what it was made of. It wraps the errors among Args.
type Error struct {
	Format string // as in [fmt.Errorf]: %w wraps
	Args   []any
}

// New returns an [Error]; Format has a constant string in every call, which a translation
// can be found by.
func New(format string, args ...any) *Error { return &Error{format, args} }

// Error implements error, in English.
func (e *Error) Error() string {
	return fmt.Sprintf(strings.ReplaceAll(e.Format, "%w", "%v"), e.Args...)
}

// Made returns what the error was made of.
func (e *Error) Made() (format string, args []any) { return e.Format, e.Args }

// Unwrap returns the errors among Args.
func (e *Error) Unwrap() (list []error) {
	for _, a := range e.Args {
		if err, ok := a.(error); ok {
			list = append(list, err)
		}
	}
	return list
}
