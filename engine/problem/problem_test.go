package problem_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"stonehand/engine/problem"
)

func Example() {
	err := problem.New("move %d: %w", 3, io.EOF)
	fmt.Println(err, errors.Is(err, io.EOF))
	fmt.Println(err.Format, err.Args[0])
	// Output:
	// move 3: EOF true
	// move %d: %w 3
}

// What is said is what fmt.Errorf says, and the same is wrapped.
func TestAsErrorf(t *testing.T) {
	inner := errors.New("no")
	for _, c := range []struct {
		format string
		args   []any
	}{{"plain", nil}, {"%q is %w", []any{"x", inner}}, {"%v, 100 %%", []any{inner}}} {
		if got, want := problem.New(c.format, c.args...).Error(), fmt.Errorf(c.format, c.args...).Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if errors.Is(problem.New("alone"), inner) {
		t.Error("it wraps what it does not name")
	}
}
