package farm

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/jobs"
	"stonehand/hw"
)

// Worker does jobs.
type Worker struct {
	NATS *nats.Conn
	Name string           // as the server knows it
	Own  dial.Credentials // that it signs results with
	// Signature is that of its engine, as it was counted: jobs of another one do not come here.
	Signature string
	Kinds     map[string]jobs.Func
	Slots     int    // jobs at a time; 0 means 1
	Dir       string // where files of jobs are kept
	// Lease is how long a job is this worker's after a heartbeat; 0 means [lease]. Where a hall
	// makes the queues it is the usual one, and this one sets the pauses between heartbeats.
	Lease time.Duration
	Log   *slog.Logger
	// Each, if set, is called after every job; it is safe for concurrent use.
	Each func(kind string, took time.Duration, err string)

	js     jetstream.JetStream
	queues []jetstream.Consumer // by priority
	bell   chan struct{}        // rings when there may be work
	ready  chan struct{}        // has one for each of waiting
	files  files
	mu     sync.Mutex // guards what follows
	held   map[*task]bool
	shun   time.Time // until then, checks are left to other workers
	// waiting are jobs that were fetched and not begun, those of each priority in order.
	waiting [][]*task
	free    int           // slots without a job
	fetch   time.Duration // that fetching a job took at worst, recently
	took    time.Duration // to do one, on average; 0: not known
	dry     int           // how often the queues had nothing for a free slot
	idle    time.Duration // that slots waited for the next job while there was one
	busy    time.Duration // that they worked
}

// task is a job that is this worker's.
type task struct {
	Job
	at   place
	msg  jetstream.Msg
	ctx  context.Context // until the job is called off, or the worker ends
	stop func()          // ends the heartbeats
	end  context.CancelCauseFunc
}

const (
	// again is the pause before something is tried again that the network kept from working.
	again = time.Second
	// answerTime is how long the server has for an answer, which may be lost with it.
	answerTime = 10 * time.Second
)

var errCalledOff = errors.New("the job was called off")

// Run does jobs until ctx ends, and returns nil then. What is under way is given back.
func (w *Worker) Run(ctx context.Context) error {
	if err := w.open(); err != nil {
		return err
	}
	ring, err := w.NATS.Subscribe(SubjectRing, func(*nats.Msg) { w.ring() })
	if err != nil {
		return err
	}
	defer ring.Unsubscribe()
	off, err := w.NATS.Subscribe("farm.cancel.>", func(m *nats.Msg) { w.callOff(m.Subject) })
	if err != nil {
		return err
	}
	defer off.Unsubscribe()
	if err := w.join(ctx); err != nil {
		return err
	}
	var group errgroup.Group
	group.Go(func() error {
		for ctx.Err() == nil {
			if !w.fill(ctx) {
				w.pause(ctx)
			}
		}
		return nil
	})
	for range w.Slots {
		group.Go(func() error { w.slot(ctx); return nil })
	}
	err = group.Wait()
	var telling sync.WaitGroup // all at a time: without a server, each takes its whole grace
	for t := w.take(); t != nil; t = w.take() {
		w.release(t)
		telling.Go(func() { w.tell(ctx, t, Result{Back: backEnding}) })
	}
	telling.Wait()
	return err
}

// open prepares what lasts as long as the worker.
func (w *Worker) open() (err error) {
	w.Lease = cmp.Or(w.Lease, lease)
	w.Slots = max(1, w.Slots)
	w.bell, w.held, w.free = make(chan struct{}, 1), map[*task]bool{}, w.Slots
	w.waiting, w.ready = make([][]*task, len(priorities)), make(chan struct{}, (1+mostAhead)*w.Slots*len(priorities))
	if w.js, err = jetstream.New(w.NATS); err != nil {
		return err
	}
	w.files = files{js: w.js, nc: w.NATS, dir: w.Dir}
	return nil
}

// join makes the queues of the worker's engine, or finds them; it waits for the server.
func (w *Worker) join(ctx context.Context) error {
	for _, priority := range priorities {
		c := Queue(priority, w.Signature)
		c.AckWait = w.Lease
		for {
			q, err := w.js.CreateOrUpdateConsumer(ctx, StreamJobs, c)
			if err == nil {
				w.queues = append(w.queues, q)
				break
			}
			var refused *jetstream.APIError
			if ctx.Err() != nil {
				return nil // which is no error of a worker's
			}
			if errors.As(err, &refused) && refused.Code < 500 && refused.ErrorCode != jetstream.JSErrCodeStreamNotFound {
				return fmt.Errorf("the farm has no work for this program: %w", err)
			}
			if w.NATS.IsConnected() { // why there is no connection was said
				w.Log.Warn("The farm is not ready; it is tried again.", "err", err)
			}
			if !hw.Sleep(ctx, again) {
				return nil
			}
		}
	}
	return nil
}

func (w *Worker) ring() {
	hw.Ring(w.bell)
}

// fill fetches jobs, those for people first. It reports false when there is none for now,
// or no slot for one.
func (w *Worker) fill(ctx context.Context) bool {
	began := time.Now()
	asked := false
	for i, q := range w.queues {
		n := w.room(i)
		if n == 0 || priorities[i] == checks && w.shuns() {
			continue
		}
		batch, err := q.FetchNoWait(n)
		if err != nil {
			continue
		}
		asked = true
		var got sync.WaitGroup
		found := false
		for m := range batch.Messages() {
			found = true
			got.Go(func() { w.accept(ctx, m, i) })
		}
		if got.Wait(); found {
			w.mu.Lock()
			w.fetch = max(time.Since(began), w.fetch-w.fetch/16)
			w.mu.Unlock()
			return true
		}
	}
	if asked {
		w.mu.Lock()
		w.dry++
		w.mu.Unlock()
	}
	return false
}

// pause waits until there may be work. The bell may be missed, and jobs come back from
// others without one.
func (w *Worker) pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-w.bell:
	case <-time.After(w.Lease / 10):
	}
}

func (w *Worker) shuns() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Before(w.shun)
}

// callOff ends jobs that are not wanted any more.
func (w *Worker) callOff(subject string) {
	p, _, ok := placeOf(subject, 2)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.held {
		if t.at == p || p.id == all && t.at.name == p.name && t.at.batch == p.batch {
			t.end(errCalledOff)
		}
	}
}

// calledOff reports whether a job was called off before it came here.
func (w *Worker) calledOff(ctx context.Context, p place) bool {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var asked errgroup.Group
	var off atomic.Bool
	for _, id := range []string{p.id, all} {
		asked.Go(func() error {
			m, err := w.NATS.RequestWithContext(ctx, direct(StreamResults, subjectCancel(place{p.name, p.batch, id})), nil)
			if err == nil && m.Header.Get("Status") == "" {
				off.Store(true)
			}
			return nil
		})
	}
	asked.Wait()
	return off.Load()
}

// accept makes a job that was fetched this worker's, or gives it back.
func (w *Worker) accept(ctx context.Context, m jetstream.Msg, priority int) {
	p, _, ok := placeOf(m.Subject(), 4)
	t := &task{at: p, msg: m}
	if err := json.Unmarshal(m.Data(), &t.Job); err != nil || !ok {
		w.Log.Warn("A job cannot be read.", "subject", m.Subject(), "err", err)
		m.Term()
		return
	}
	if w.calledOff(ctx, p) {
		m.Ack()
		return
	}
	t.stop = w.hold(m)
	if slices.Contains(t.Not, w.Name) {
		t.stop()
		w.decline(ctx, t)
		return
	}
	t.ctx, t.end = context.WithCancelCause(ctx)
	w.mu.Lock()
	w.held[t] = true
	w.waiting[priority] = append(w.waiting[priority], t)
	w.mu.Unlock()
	w.ready <- struct{}{}
}

// release ends what was begun with a job.
func (w *Worker) release(t *task) {
	t.stop()
	t.end(nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.held, t)
}

// do does a job, and returns what came of it and how long it took.
func (w *Worker) do(t *task) (Result, time.Duration) {
	began := time.Now()
	if context.Cause(t.ctx) == errCalledOff {
		return Result{}, 0
	}
	if data, err := json.Marshal(Progress{w.Signature}); err == nil {
		w.NATS.Publish(subjectProgress(t.at, w.Name), data)
	}
	body, err := w.carryOut(t.ctx, t.Job)
	took := time.Since(began)
	if err != nil {
		return Result{Error: err.Error(), MS: took.Milliseconds()}, took
	}
	return Result{Body: pack(body), MS: took.Milliseconds()}, took
}

// Reasons to give a job back.
const (
	backEnding = "ending"
	backNot    = "not"
)

// decline leaves a job to another worker, unless there is none: it came back twice then.
func (w *Worker) decline(ctx context.Context, t *task) {
	d, err := t.msg.Metadata()
	if err != nil || d.NumDelivered >= mostTries {
		w.tell(ctx, t, Result{Back: backNot})
		return
	}
	w.mu.Lock()
	pause := w.Lease / 30
	w.shun = time.Now().Add(pause)
	w.mu.Unlock()
	time.AfterFunc(pause, w.ring)
	t.msg.Nak()
	w.NATS.Publish(SubjectRing, nil)
}

// carryOut does a job. One that panics has an error for a result.
func (w *Worker) carryOut(ctx context.Context, j Job) (body []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			body, err = nil, fmt.Errorf("the job of kind %q failed: %v", j.Kind, r)
		}
	}()
	f := w.Kinds[j.Kind]
	if f == nil {
		return nil, fmt.Errorf("there are no jobs of kind %q", j.Kind)
	}
	return f(jobs.WithFiles(ctx, func(name string) (string, error) { return w.files.wait(ctx, name, w.Log) }), j.Args)
}

// hold sends heartbeats for a job until stop.
func (w *Worker) hold(m jetstream.Msg) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.Tick(w.Lease / 3)
		for {
			select {
			case <-tick:
				m.InProgress()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// tell publishes a result until the server has it, and says that the job is done. It
// reports whether that worked.
func (w *Worker) tell(ctx context.Context, t *task, r Result) bool {
	data, err := w.sign(t, r)
	if most := int(w.NATS.MaxPayload()) - 1024; len(data) > most {
		data, err = w.sign(t, Result{Error: "the result has " + strconv.Itoa(len(data)) + " bytes, more than the server takes"})
	}
	if err != nil {
		t.msg.Term()
		return false
	}
	// Even a worker that ends says what it has, in a moment.
	ctx, cancel := grace(ctx)
	defer cancel()
	for {
		_, err := w.js.Publish(ctx, subjectResult(t.at, w.Name), data)
		if err == nil {
			return t.msg.Ack() == nil
		}
		if ctx.Err() != nil || !hw.Sleep(ctx, again) {
			return false
		}
	}
}

// sign makes the message of a result.
func (w *Worker) sign(t *task, r Result) ([]byte, error) {
	text, err := r.signed(t.at, w.Name, t.Job)
	if err != nil {
		return nil, err
	}
	r.Token = w.Own.Token
	if r.Sign, err = w.Own.Sign(text); err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

// goodbye is how long a worker that ends has for a last word.
const goodbye = 2 * time.Second

// grace is a context that lives a little longer than another.
func grace(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(goodbye, cancel) })
	return longer, func() { stop(); cancel() }
}

// packers compress. To make one takes ten times as long as to compress a usual result.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func pack(body []byte) []byte {
	var b bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	z.Write(body) // into memory, which takes everything
	z.Close()
	return b.Bytes()
}

// mostBody is how long a result may be, unpacked.
const mostBody = 16 << 20

func unpack(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(z, mostBody+1))
	if err == nil && len(body) > mostBody {
		err = errors.New("the result is too long")
	}
	return body, err
}
