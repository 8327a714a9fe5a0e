package service

import (
	"context"
	"fmt"
	"io"
	"os"
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

// Heard returns a context that ends when nobody reads any more what is written to the
// output that it returns, also between two writes. Until then it is as [Unheard] has it.
// That the input has ended says nothing: a script that has given its answers ends it.
func Heard(ctx context.Context, w io.Writer) (heard context.Context, to *Output, stop func()) {
	Unheard()
	heard, cancel := context.WithCancel(ctx)
	stop = cancel
	end := w
	if o, ok := w.(*Output); ok {
		end = o.Writer
	}
	if f, ok := end.(*os.File); ok {
		unwatch := whenLost(f, cancel)
		stop = sync.OnceFunc(func() { unwatch(); cancel() })
	}
	return heard, &Output{Writer: w, lost: cancel}, stop
}
