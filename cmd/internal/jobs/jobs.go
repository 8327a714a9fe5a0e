// Package jobs takes the laboratory's work apart: a job is a function from bytes to bytes
// that depends on nothing else, so that any computer may do it, and any other one can
// check it. [InOrder] does many of them at a time and hands their results over as one
// alone would.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
)

// Func does the jobs of one kind. Its result depends on args and the files that they name
// alone; an error other than ctx's is a result, too.
type Func func(ctx context.Context, args []byte) ([]byte, error)

// Doer does jobs, here or elsewhere. It is safe for concurrent use.
type Doer interface {
	// Do returns the result of a job. It ends early with ctx's error.
	Do(ctx context.Context, kind string, args []byte) ([]byte, error)
	// Put takes a file that jobs need, and returns the name by which their arguments
	// have to name it.
	Put(ctx context.Context, path string) (name string, err error)
}

// Of makes a [Func] of a function whose types JSON carries.
func Of[A, R any](f func(ctx context.Context, args A) (R, error)) Func {
	return func(ctx context.Context, args []byte) ([]byte, error) {
		var a A
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, fmt.Errorf("the job's arguments cannot be read: %w", err)
		}
		r, err := f(ctx, a)
		if err != nil {
			return nil, err
		}
		return json.Marshal(r)
	}
}

// Ask has a job done and reads its result.
func Ask[R any](ctx context.Context, d Doer, kind string, args any) (r R, err error) {
	text, err := json.Marshal(args)
	if err != nil {
		return r, err
	}
	text, err = d.Do(ctx, kind, text)
	if err != nil {
		return r, err
	}
	if err = json.Unmarshal(text, &r); err != nil {
		err = fmt.Errorf("the result of a job %q cannot be read: %w", kind, err)
	}
	return r, err
}

// On returns what does jobs of a kind: farm, or do where there is none.
func On[A, R any](farm Doer, kind string, do func(context.Context, A) (R, error)) func(context.Context, A) (R, error) {
	if farm == nil {
		return do
	}
	return func(ctx context.Context, args A) (R, error) { return Ask[R](ctx, farm, kind, args) }
}

type filesKey struct{}

// WithFiles lets jobs that are done with ctx open files: path returns where the file of a
// name lies on this computer.
func WithFiles(ctx context.Context, path func(name string) (string, error)) context.Context {
	return context.WithValue(ctx, filesKey{}, path)
}

// File returns where a file that a job names lies on this computer.
func File(ctx context.Context, name string) (string, error) {
	path, ok := ctx.Value(filesKey{}).(func(string) (string, error))
	if !ok {
		return "", fmt.Errorf("the job names a file %q, and none came with it", name)
	}
	return path(name)
}

// InOrder does jobs, up to workers of them at a time, and gives their results to take in
// the order in which next handed the jobs out, one call at a time. It hands out a job as
// soon as the one ahead places earlier has been taken, and not before: what next hands out
// may depend on the results so far, and is then the same however long each job takes.
//
// begin makes what one worker needs, and end ends it; both may be nil. next returns false
// when there is nothing more to do, take when the rest is not needed: jobs that are under
// way are given up then. next and take are never called at the same time. If any of them
// panics, that is an error with its stack: the goroutines here are out of reach of the
// caller's own recover.
func InOrder[J, R, W any](parent context.Context, workers, ahead int, begin func() (W, error), end func(W), next func() (J, bool), do func(context.Context, W, J) (R, error), take func(R) (more bool, err error)) error {
	type task struct {
		job    J
		result chan R // of one
	}
	workers = max(1, workers)
	ahead = max(ahead, workers)
	group, ctx := errgroup.WithContext(parent)
	// A stop that take asks for is no error, and ends what is under way all the same.
	working, stop := context.WithCancel(ctx)
	tasks := make(chan task, ahead)
	for range workers {
		group.Go(func() (err error) {
			defer rescue(&err)
			var w W
			if begin != nil {
				if w, err = begin(); err != nil {
					return err
				}
			}
			if end != nil {
				defer end(w)
			}
			for t := range tasks {
				r, err := do(working, w, t.job)
				if working.Err() != nil && ctx.Err() == nil {
					return nil
				}
				if err != nil {
					return err
				}
				t.result <- r
			}
			return nil
		})
	}
	group.Go(func() (err error) {
		defer rescue(&err)
		defer close(tasks)
		defer stop()
		var open []task
		for more := true; ; {
			for more && len(open) < ahead {
				job, ok := next()
				if more = ok; ok {
					t := task{job, make(chan R, 1)}
					open = append(open, t)
					tasks <- t
				}
			}
			if len(open) == 0 {
				// next may have seen the end of parent, which ctx sees a moment later.
				return parent.Err()
			}
			select {
			case r := <-open[0].result:
				open = open[1:]
				if on, err := take(r); err != nil || !on {
					return err
				}
				// What is handed out next may depend on this result.
				more = true
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	return group.Wait()
}

// Each hands out the items of a list, for [InOrder].
func Each[J any](list []J) (next func() (J, bool)) {
	return func() (item J, ok bool) {
		if ok = len(list) > 0; ok {
			item, list = list[0], list[1:]
		}
		return item, ok
	}
}

// rescue makes an error of a panic.
func rescue(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("jobs: panic: %v\n%s", p, debug.Stack())
	}
}
