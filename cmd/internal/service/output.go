package service

import (
	"fmt"
	"io"
	"sync"
)

// Output is a program's standard output. It keeps the first error of a write, so that a
// program that looks at none still tells of it.
type Output struct {
	io.Writer
	lost func() // nil, or what that error ends
	mu   sync.Mutex
	err  error
}

// Write implements [io.Writer].
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
			if o.lost != nil {
				o.lost()
			}
		}
	}
	return n, err
}

// Err returns what made a write fail; nil if all of the output was written.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("the output is not complete: %w", o.err)
}
