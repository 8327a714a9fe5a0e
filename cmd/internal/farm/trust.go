package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	mathrand "math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/jobs"
)

// ErrTakenBack says that results which were believed came from a worker that was found to
// lie: whatever was made of them has to be made again. [Asker.Run] does so.
var ErrTakenBack = errors.New("results of a worker that was set aside are taken back")

// belief is an answer that counts.
type belief struct {
	answer
	sure   bool // somebody else found the same
	job    Job
	number int // in the order in which they were believed
}

// record is what is known of a worker.
type record struct {
	proved int             // jobs that somebody else found the same of
	checks map[*check]bool // under way
	aside  bool
}

type check struct{ done chan struct{} }

// Run makes something of results, again whenever some of them were taken back. What was
// found meanwhile is known then. At the end the last answer of every worker is checked, so
// that none lies from some moment on without being found out.
func (a *Asker) Run(ctx context.Context, f func() error) error {
	for {
		err := f()
		if err == nil {
			err = a.audit(ctx)
		}
		a.mu.Lock()
		select {
		case <-a.broken:
			a.broken = make(chan struct{})
			a.mu.Unlock()
		default:
			a.mu.Unlock()
			return err
		}
	}
}

// audit checks the last answer of every worker, if nobody has.
func (a *Asker) audit(ctx context.Context) error {
	a.mu.Lock()
	last := map[string]*belief{}
	for _, b := range a.known {
		if l := last[b.worker]; b.worker != "" && (l == nil || b.number > l.number) {
			last[b.worker] = b
		}
	}
	a.mu.Unlock()
	all, ctx := errgroup.WithContext(ctx)
	for _, b := range last {
		if b.sure {
			continue
		}
		all.Go(func() error {
			_, err := a.check(ctx, b.job, b.answer)
			return err
		})
	}
	return all.Wait()
}

func (b *belief) result() ([]byte, error) {
	if b.err != "" {
		return nil, errors.New(b.err)
	}
	return []byte(b.body), nil
}

// silent says, once, that no worker has begun a job.
func (a *Asker) silent() {
	a.mu.Lock()
	heard := a.heard
	a.mu.Unlock()
	if !heard && a.NATS.IsConnected() { // why there is no connection was said
		a.alone.Do(func() {
			a.Log.Warn(`No worker has begun a job yet. All are busy, or none runs this version of the program: "stonehand worker" prints its engine when it starts.`, "engine", a.Signature)
		})
	}
}

// worker returns what is known of a worker; a.mu is held.
func (a *Asker) worker(name string) *record {
	r := a.workers[name]
	if r == nil {
		r = &record{checks: map[*check]bool{}}
		a.workers[name] = r
	}
	return r
}

// weigh says whether an answer is believed: it returns what counts, or nil if the job has
// to be done again. The first answer of every worker, a share of the others, and every
// error is held against another worker's. Until one of its answers was found right, the
// rest of a worker's waits; then it counts at once, and is taken back if a check fails.
func (a *Asker) weigh(ctx context.Context, j Job, got answer) (*belief, error) {
	a.mu.Lock()
	w := a.worker(got.worker)
	if w.aside {
		a.mu.Unlock()
		return nil, nil
	}
	if w.proved == 0 && len(w.checks) == 0 || got.err != "" || mathrand.Float64() < a.Share {
		c := &check{make(chan struct{})}
		w.checks[c] = true
		a.mu.Unlock()
		b, err := a.check(ctx, j, got)
		a.mu.Lock()
		delete(w.checks, c)
		a.mu.Unlock()
		close(c.done)
		return b, err
	}
	var open []*check
	if w.proved == 0 {
		open = slices.Collect(maps.Keys(w.checks))
	}
	a.mu.Unlock()
	for _, c := range open {
		select {
		case <-c.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	a.mu.Lock()
	proved, aside := w.proved > 0, w.aside
	a.mu.Unlock()
	switch {
	case aside:
		return nil, nil
	case !proved: // the check was broken off
		return a.weigh(ctx, j, got)
	}
	return &belief{answer: got}, nil
}

// check holds an answer against that of another worker and, where they differ or there is
// no other one, against this program's own.
func (a *Asker) check(ctx context.Context, j Job, got answer) (*belief, error) {
	other, own := answer{back: backNot}, answer{back: backNot}
	if !a.isSole(got.worker) {
		var err error
		other, err = a.ask(ctx, j, got.worker)
		if err != nil && !errors.Is(err, ErrPoison) {
			return nil, err
		}
		if err == nil && other.back == "" && other.worker != "" && other.same(got) {
			a.pass(got.worker)
			a.pass(other.worker)
			return &belief{answer: got, sure: true}, nil
		}
		if err == nil && (other.back == backNot || other.worker == "") {
			a.setSole(got.worker)
		}
		if err == nil && other.worker == "" {
			own = other
		}
	}
	if own.back != "" {
		var err error
		if own, err = a.here(ctx, j); err != nil {
			return nil, err
		}
	}
	for _, said := range []answer{got, other} {
		switch {
		case said.worker == "" || said.back != "":
		case said.same(own):
			a.pass(said.worker)
		default:
			a.setAside(ctx, j, said, own)
		}
	}
	return &belief{answer: own, sure: true}, nil
}

// isSole reports whether nobody but this worker took a check recently, and none has answered
// since.
func (a *Asker) isSole(worker string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sole == worker
}

func (a *Asker) setSole(worker string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sole = worker
}

func (a *Asker) pass(worker string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.worker(worker).proved++
}

// here does a job in this program.
func (a *Asker) here(ctx context.Context, j Job) (answer, error) {
	f := a.Kinds[j.Kind]
	if f == nil {
		return answer{}, fmt.Errorf("there are no jobs of kind %q", j.Kind)
	}
	body, err := f(jobs.WithFiles(ctx, a.path), j.Args)
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	if err != nil {
		return answer{err: err.Error()}, nil
	}
	return answer{body: string(body)}, nil
}

func (a *Asker) path(name string) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if path, ok := a.paths[name]; ok {
		return path, nil
	}
	return "", errors.New("the farm does not have a file of the job")
}

// setAside believes a worker nothing any more. What it found, and nobody else, is taken
// back.
func (a *Asker) setAside(ctx context.Context, j Job, said, own answer) {
	if !a.takeBack(said.worker) {
		return
	}
	a.Log.Warn("A worker's result was wrong. It is set aside, and its results are taken back.", "worker", said.worker, "kind", j.Kind)
	data, err := json.Marshal(Accusation{By: a.Name, Kind: j.Kind, Args: j.Args, Said: clip(said.body + said.err), True: clip(own.body + own.err)})
	if err == nil {
		// What was taken back has ended this job.
		ctx, cancel := grace(ctx)
		defer cancel()
		_, err = a.js.Publish(ctx, SubjectAccused(said.worker), data)
	}
	if err != nil {
		a.Log.Warn("Others cannot be told of that worker.", "err", err)
	}
}

// takeBack takes back what only this worker has found; false if that was done before.
func (a *Asker) takeBack(worker string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.worker(worker)
	if w.aside {
		return false
	}
	w.aside = true
	broken := false
	for key, b := range a.known {
		if b.worker == worker && !b.sure {
			delete(a.known, key)
			broken = true
		}
	}
	if broken {
		select {
		case <-a.broken:
		default:
			close(a.broken)
		}
	}
	return true
}

func clip(s string) string { return s[:min(len(s), 400)] }
