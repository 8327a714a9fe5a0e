package farm

import (
	"context"
	"sync"
	"time"
)

// Waited returns for how long the worker's slots waited for a job that was in the queue, and
// for how long they worked.
func (w *Worker) Waited() (idle, busy time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.idle, w.busy
}

// slot does jobs, one after the other. What came of one is told while the next is done.
func (w *Worker) slot(ctx context.Context) {
	var telling sync.WaitGroup
	defer telling.Wait()
	var ended time.Time
	dry := -1
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.ready:
		}
		if ctx.Err() != nil {
			return // what waits is given back
		}
		t := w.take()
		w.ring() // the next one may be fetched
		w.mu.Lock()
		if w.dry == dry {
			w.idle += time.Since(ended)
		}
		w.mu.Unlock()
		r, took := w.do(t)
		ended = time.Now()
		w.mu.Lock()
		w.free++
		w.busy += took
		dry = w.dry
		if took > 0 {
			w.took = average(w.took, took)
		}
		w.mu.Unlock()
		w.ring()
		telling.Wait()
		telling.Go(func() {
			defer w.release(t)
			switch {
			case context.Cause(t.ctx) == errCalledOff:
				t.msg.Ack()
			case ctx.Err() != nil:
				w.tell(ctx, t, Result{Back: backEnding})
			case w.tell(ctx, t, r) && w.Each != nil:
				w.Each(t.Kind, took, r.Error)
			}
		})
	}
}

// average follows a duration that changes.
func average(old, now time.Duration) time.Duration {
	if old == 0 {
		return now
	}
	return old + (now-old)/4
}

// ahead is the share of its time that a worker may wait for jobs. Where it would wait for
// longer, it fetches the next one while it works. That is only so of short jobs: a long one
// is better left to a worker who can begin it.
const ahead = 0.01

// mostAhead is how many jobs a slot has at most that it has not begun. Where jobs are shorter
// than the way to the queue, one is not enough.
const mostAhead = 8

// room returns how many jobs of a priority are wanted: those that people wait for pass by
// others that were fetched.
func (w *Worker) room(priority int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, list := range w.waiting[:priority+1] {
		n += len(list)
	}
	most := w.free
	if w.took > 0 && float64(w.fetch) > ahead*float64(w.took) {
		most += w.Slots * min(mostAhead, 1+int(w.fetch/w.took))
	}
	return max(0, most-n)
}

// take returns the first of the jobs that wait, for a slot that is free; nil for none.
func (w *Worker) take() *task {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, list := range w.waiting {
		if len(list) > 0 {
			w.waiting[i] = list[1:]
			w.free--
			return list[0]
		}
	}
	return nil
}
