package farm

import (
	"bytes"
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
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/jobs"
)

// Worker does jobs.
type Worker struct {
	NATS *nats.Conn
	Name string // as the server knows it
	// Signature is that of its engine, as it was counted: jobs of another one do not come here.
	Signature string
	Kinds     map[string]jobs.Func
	Slots     int    // jobs at a time; 0 means 1
	Dir       string // where files of jobs are kept
	// Lease is how long a job is this worker's after a heartbeat; 0 means 30 seconds.
	Lease time.Duration
	Log   *slog.Logger
	// Each, if set, is called after every job; it is safe for concurrent use.
	Each func(kind string, took time.Duration, err string)

	js     jetstream.JetStream
	queues []jetstream.Consumer // by priority
	bell   chan struct{}
	files  files
	mu     sync.Mutex // guards what follows
	doing  map[place]context.CancelCauseFunc
	shun   time.Time // until then, checks are left to other workers
}

const (
	// again is the pause before something is tried again that the network kept from working.
	again = time.Second
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
	for range max(1, w.Slots) {
		group.Go(func() error {
			for ctx.Err() == nil {
				if m := w.next(ctx); m != nil {
					w.do(ctx, m)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// open prepares what lasts as long as the worker.
func (w *Worker) open() (err error) {
	if w.Lease == 0 {
		w.Lease = 30 * time.Second
	}
	w.bell, w.doing = make(chan struct{}, max(1, w.Slots)), map[place]context.CancelCauseFunc{}
	if w.js, err = jetstream.New(w.NATS); err != nil {
		return err
	}
	w.files = files{js: w.js, nc: w.NATS, dir: w.Dir}
	return nil
}

// join makes the queues of the worker's engine, or finds them; it waits for the server.
func (w *Worker) join(ctx context.Context) error {
	for _, priority := range priorities {
		for {
			q, err := w.js.CreateOrUpdateConsumer(ctx, StreamJobs, jetstream.ConsumerConfig{
				Durable: priority + "-" + w.Signature, FilterSubject: "farm.job." + w.Signature + "." + priority + ".>",
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.Lease, MaxDeliver: mostTries, MaxAckPending: -1, InactiveThreshold: idle,
			})
			if err == nil {
				w.queues = append(w.queues, q)
				break
			}
			var refused *jetstream.APIError
			if ctx.Err() != nil || errors.As(err, &refused) && refused.Code < 500 && refused.ErrorCode != jetstream.JSErrCodeStreamNotFound {
				return ctxOr(ctx, fmt.Errorf("the farm has no work for this program: %w", err))
			}
			w.Log.Warn("The farm is not ready; it is tried again.", "err", err)
			if !sleep(ctx, again) {
				return nil
			}
		}
	}
	return nil
}

// ctxOr is nil where ctx has ended, which is no error of a worker's.
func ctxOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// sleep waits, and reports whether ctx is still there.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (w *Worker) ring() {
	for range cap(w.bell) {
		select {
		case w.bell <- struct{}{}:
		default:
			return
		}
	}
}

// next returns a job, those for people first; nil when there is none for now.
func (w *Worker) next(ctx context.Context) jetstream.Msg {
	for i, q := range w.queues {
		if priorities[i] == checks && w.shuns() {
			continue
		}
		batch, err := q.FetchNoWait(1)
		if err != nil {
			continue
		}
		for m := range batch.Messages() {
			return m
		}
	}
	// The bell may be missed, and jobs come back from others without one.
	t := time.NewTimer(w.Lease / 10)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-w.bell:
	case <-t.C:
	}
	return nil
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
	for at, end := range w.doing {
		if at == p || p.id == all && at.name == p.name && at.batch == p.batch {
			end(errCalledOff)
		}
	}
}

// calledOff reports whether a job was called off before it came here.
func (w *Worker) calledOff(ctx context.Context, p place) bool {
	for _, id := range []string{p.id, all} {
		m, err := w.NATS.RequestWithContext(ctx, direct(StreamResults, subjectCancel(place{p.name, p.batch, id})), nil)
		if err == nil && m.Header.Get("Status") == "" {
			return true
		}
	}
	return false
}

// do does a job, or gives it back.
func (w *Worker) do(ctx context.Context, m jetstream.Msg) {
	p, _, ok := placeOf(m.Subject(), 4)
	var j Job
	if err := json.Unmarshal(m.Data(), &j); err != nil || !ok {
		w.Log.Warn("A job cannot be read.", "subject", m.Subject(), "err", err)
		m.Term()
		return
	}
	if w.calledOff(ctx, p) {
		m.Ack()
		return
	}
	if slices.Contains(j.Not, w.Name) {
		w.decline(ctx, m, p)
		return
	}
	doing, end := context.WithCancelCause(ctx)
	defer end(nil)
	w.mu.Lock()
	w.doing[p] = end
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.doing, p)
	}()
	stop := w.hold(doing, m, p)
	began := time.Now()
	body, err := w.carryOut(doing, j)
	stop()
	took := time.Since(began)
	switch {
	case context.Cause(doing) == errCalledOff:
		m.Ack()
		return
	case ctx.Err() != nil:
		w.tell(ctx, m, p, Result{Back: backEnding})
		return
	}
	r := Result{Body: pack(body), MS: took.Milliseconds()}
	said := ""
	if err != nil {
		r.Body, r.Error, said = nil, err.Error(), err.Error()
	}
	if w.tell(ctx, m, p, r) && w.Each != nil {
		w.Each(j.Kind, took, said)
	}
}

// Reasons to give a job back.
const (
	backEnding = "ending"
	backNot    = "not"
)

// decline leaves a job to another worker, unless there is none: it came back twice then.
func (w *Worker) decline(ctx context.Context, m jetstream.Msg, p place) {
	d, err := m.Metadata()
	if err != nil || d.NumDelivered >= mostTries {
		w.tell(ctx, m, p, Result{Back: backNot})
		return
	}
	w.mu.Lock()
	pause := w.Lease / 30
	w.shun = time.Now().Add(pause)
	w.mu.Unlock()
	time.AfterFunc(pause, w.ring)
	m.Nak()
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
	return f(jobs.WithFiles(ctx, func(name string) (string, error) { return w.files.get(ctx, name) }), j.Args)
}

// hold says that the job is being done, and sends heartbeats until stop.
func (w *Worker) hold(ctx context.Context, m jetstream.Msg, p place) (stop func()) {
	if data, err := json.Marshal(Progress{w.Signature}); err == nil {
		w.NATS.Publish(subjectProgress(p, w.Name), data)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(w.Lease / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
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
func (w *Worker) tell(ctx context.Context, m jetstream.Msg, p place, r Result) bool {
	data, err := json.Marshal(r)
	if err != nil {
		m.Term()
		return false
	}
	if most := int(w.NATS.MaxPayload()) - 1024; len(data) > most {
		data, _ = json.Marshal(Result{Error: "the result has " + strconv.Itoa(len(data)) + " bytes, more than the server takes"})
	}
	// Even a worker that ends says what it has, in a moment.
	ctx, cancel := grace(ctx)
	defer cancel()
	for {
		_, err := w.js.Publish(ctx, subjectResult(p, w.Name), data)
		if err == nil {
			return m.Ack() == nil
		}
		if ctx.Err() != nil || !sleep(ctx, again) {
			return false
		}
		m.InProgress()
	}
}

// goodbye is how long a worker that ends has for a last word.
const goodbye = 2 * time.Second

// grace is a context that lives a little longer than another.
func grace(ctx context.Context) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(goodbye, cancel) })
	return longer, func() { stop(); cancel() }
}

func pack(body []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(body) // into memory, which takes everything
	z.Close()
	return b.Bytes()
}

// mostBody is how long a result may be, unpacked.
const mostBody = 64 << 20

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
