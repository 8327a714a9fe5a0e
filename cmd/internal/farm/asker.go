package farm

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/jobs"
	"stonehand/hw"
)

// AskerConfig is how an [Asker] asks.
type AskerConfig struct {
	NATS      *nats.Conn
	Name      string // as the server knows it
	Hall      string // public key of the hall that made the workers' credentials; "": they have none
	Signature string // of this program's engine, as workers count theirs
	Priority  string // [People] or [Machines]
	// Kinds do jobs here, where two workers differ or there is only one.
	Kinds map[string]jobs.Func
	// Share of the jobs that is done twice, beside the first of each worker; 0 means a
	// twentieth.
	Share float64
	// Patience is how long a job may take before it is put into the queue once more, for
	// a worker that is quicker; twice as long the next time. 0 means two minutes.
	Patience time.Duration
	// Grace is how long the workers that had a job have for an answer after it was handed out
	// for the last time, before it is set aside: one that was too slow to say that it is
	// alive has not crashed. After the same time without any worker it is said that there is none.
	// 0 means 30 seconds.
	Grace time.Duration
	Log   *slog.Logger
}

// ErrPoison is that a job was set aside because the workers that had it failed.
var ErrPoison = errors.New("the job was set aside after three tries")

// Asker has jobs done on a farm, and believes what comes back no more than it must. It is
// a [jobs.Doer].
type Asker struct {
	AskerConfig
	js    jetstream.JetStream
	batch string
	files files
	life  context.Context // until Close
	end   func()
	tasks sync.WaitGroup // jobs that are being put into the queue again
	lost  chan struct{}  // closed with the connection, which refused credentials do
	told  sync.Once      // that jobs cannot be called off
	alone sync.Once      // that no worker has begun a job

	mu      sync.Mutex // guards what follows
	number  int
	heard   bool                 // that a worker has begun a job
	asked   map[string]*ask      // by id
	copies  map[uint64]*ask      // by their numbers in the queue
	known   map[[32]byte]*belief // results that were believed, by job
	workers map[string]*record
	sole    string            // the worker whose check came back, since nobody else took it
	paths   map[string]string // of files that were put there
	broken  chan struct{}     // closed when something was taken back
}

// ask is a job in the queue.
type ask struct {
	place
	job      Job
	not      map[string]bool // workers whose answers do not count
	copies   []uint64
	begun    int
	failed   int // copies that were set aside
	void     int // answers that do not count
	priority string
	answers  chan answer   // of one
	poison   chan struct{} // closed when nothing more is to come
}

// answer is a job's result and whose it is; worker is "" for this program itself.
type answer struct {
	worker string
	body   string
	err    string
	back   string
}

func (a answer) same(b answer) bool { return a.body == b.body && a.err == b.err }

// NewAsker begins a run. It has to be closed.
func NewAsker(ctx context.Context, c AskerConfig) (*Asker, error) {
	c.Share = cmp.Or(c.Share, 0.05)
	c.Patience = cmp.Or(c.Patience, 2*time.Minute)
	c.Grace = cmp.Or(c.Grace, 30*time.Second)
	a := &Asker{
		AskerConfig: c, batch: rand.Text(),
		asked: map[string]*ask{}, copies: map[uint64]*ask{}, known: map[[32]byte]*belief{}, workers: map[string]*record{}, paths: map[string]string{}, broken: make(chan struct{}), lost: make(chan struct{}),
	}
	var err error
	if a.js, err = jetstream.New(c.NATS); err != nil {
		return nil, err
	}
	a.files = files{js: a.js, nc: c.NATS}
	progress, err := c.NATS.Subscribe("farm.progress."+c.Name+"."+a.batch+".>", func(m *nats.Msg) { a.begun(m.Subject) })
	if err != nil {
		return nil, err
	}
	using, err := dial.Follow(ctx, a.js, StreamResults, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{"farm.result." + c.Name + "." + a.batch + ".>", advisory}, DeliverPolicy: jetstream.DeliverAllPolicy,
	}, a.hear)
	if err != nil {
		progress.Unsubscribe()
		return nil, fmt.Errorf("the farm does not take jobs: %w", a.why(err))
	}
	closed := c.NATS.StatusChanged(nats.CLOSED)
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.life = life
	a.tasks.Go(func() {
		defer c.NATS.RemoveStatusListener(closed)
		select {
		case <-closed:
			close(a.lost)
		case <-life.Done():
		}
	})
	a.end = func() {
		stop()
		a.tasks.Wait()
		using.Stop()
		<-using.Closed()
		progress.Unsubscribe()
	}
	return a, nil
}

// Close calls off what is still in the queue.
func (a *Asker) Close() {
	a.end()
	a.mu.Lock()
	open := len(a.asked)
	a.mu.Unlock()
	if open > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), goodbye)
		defer cancel()
		a.callOff(ctx, all)
	}
}

func (a *Asker) callOff(ctx context.Context, id string) {
	if _, err := a.js.Publish(ctx, subjectCancel(place{a.Name, a.batch, id}), nil); err != nil {
		a.told.Do(func() { a.Log.Warn("Jobs cannot be called off; workers do them in vain.", "err", a.why(err)) })
	}
}

// why is the reason for an error of the connection: that of its end, where it has ended.
func (a *Asker) why(err error) error {
	if last := a.NATS.LastError(); last != nil && !a.NATS.IsConnected() {
		err = last
	}
	return dial.Why(err)
}

// Put implements [jobs.Doer].
func (a *Asker) Put(ctx context.Context, path string) (string, error) {
	name, err := a.files.put(ctx, path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.paths[name] = path
	return name, err
}

// Do implements [jobs.Doer].
func (a *Asker) Do(ctx context.Context, kind string, args []byte) ([]byte, error) {
	key := sha256.Sum256(append([]byte(kind+"\x00"), args...))
	a.mu.Lock()
	broken, had := a.broken, a.known[key]
	a.mu.Unlock()
	select {
	case <-broken:
		return nil, ErrTakenBack
	default:
	}
	if had != nil {
		return had.result()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-broken:
			cancel(ErrTakenBack)
		case <-a.lost:
			cancel(fmt.Errorf("the farm is lost: %w", a.why(nats.ErrConnectionClosed)))
		case <-ctx.Done():
		}
	}()
	b, err := a.find(ctx, Job{Kind: kind, Args: args}, key)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return nil, err
	}
	return b.result()
}

// find asks until there is an answer that can be believed.
func (a *Asker) find(ctx context.Context, j Job, key [32]byte) (*belief, error) {
	for {
		got, err := a.ask(ctx, j, "")
		if err != nil {
			return nil, err
		}
		b := &belief{answer: got, sure: true}
		switch {
		case got.back != "":
			b.answer, err = a.here(ctx, j) // nobody is left who may do it
		case got.worker != "":
			b, err = a.weigh(ctx, j, got)
		}
		if err != nil {
			return nil, err
		}
		a.mu.Lock()
		// While it was weighed, its worker may have been set aside.
		if b != nil && (b.sure || !a.worker(b.worker).aside) {
			b.job, b.number = j, a.number
			a.number++
			a.known[key] = b
			a.mu.Unlock()
			return b, nil
		}
		a.mu.Unlock()
	}
}

// ask puts a job into the queue and waits for the first answer that counts: of a worker
// that is not set aside, and not of the one named by but. Where the job was put there three
// times and nobody has answered, it is done here, too: the answer may have no worker.
func (a *Asker) ask(ctx context.Context, j Job, but string) (answer, error) {
	q := &ask{not: map[string]bool{}, answers: make(chan answer, 1), poison: make(chan struct{})}
	a.mu.Lock()
	for name, w := range a.workers {
		if w.aside {
			q.not[name] = true
		}
	}
	q.priority = a.Priority
	if but != "" {
		q.not[but] = true
		q.priority = checks
	}
	q.job = j
	q.place = place{a.Name, a.batch, strconv.Itoa(a.number)}
	a.number++
	a.asked[q.id] = q
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.asked, q.id)
		for _, seq := range q.copies {
			delete(a.copies, seq)
		}
	}()
	unwanted := func() {
		if context.Cause(ctx) != ErrTakenBack {
			end, cancel := grace(ctx)
			a.callOff(end, q.id)
			cancel()
		}
	}
	if err := a.submit(ctx, q); err != nil {
		if ctx.Err() != nil { // it may be in the queue already
			unwanted()
		}
		return answer{}, err
	}
	silence := time.AfterFunc(a.Grace, a.silent)
	defer silence.Stop()
	own := make(chan answer, 1)
	working, stop := context.WithCancel(ctx)
	defer stop()
	for patience, tries := a.Patience, 1; ; patience, tries = 2*patience, tries+1 {
		select {
		case got := <-own:
			a.callOff(ctx, q.id)
			return got, nil
		case got := <-q.answers:
			return got, nil
		case <-q.poison:
			return a.late(ctx, q)
		case <-ctx.Done():
			unwanted()
			return answer{}, ctx.Err()
		case <-time.After(patience):
			if tries == mostTries {
				a.tasks.Go(func() {
					if got, err := a.here(working, j); err == nil {
						own <- got
					}
				})
			}
			if tries >= mostTries {
				continue
			}
			if err := a.submit(ctx, q); err != nil {
				return answer{}, err
			}
		}
	}
}

// late waits a little for an answer to a job that will not be handed out again.
func (a *Asker) late(ctx context.Context, q *ask) (answer, error) {
	select {
	case got := <-q.answers:
		return got, nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	case <-time.After(a.Grace):
		return answer{}, fmt.Errorf("%w: the workers that had it ended without an answer", ErrPoison)
	}
}

// submit puts a copy of a job into the queue, as soon as there is a connection.
func (a *Asker) submit(ctx context.Context, q *ask) error {
	a.mu.Lock()
	j := q.job
	j.Not = append([]string{}, slices.Sorted(maps.Keys(q.not))...) // in JSON an empty list, not null
	a.mu.Unlock()
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	for {
		ack, err := a.js.Publish(ctx, subjectJob(a.Signature, q.priority, q.place), data)
		if err == nil {
			a.mu.Lock()
			q.copies = append(q.copies, ack.Sequence)
			a.copies[ack.Sequence] = q
			a.mu.Unlock()
			return a.NATS.Publish(SubjectRing, nil)
		}
		var refused *jetstream.APIError
		if ctx.Err() != nil || errors.As(err, &refused) && refused.Code < 500 || errors.Is(err, nats.ErrMaxPayload) {
			return fmt.Errorf("the farm does not take the job: %w", err)
		}
		if a.NATS.IsConnected() { // why there is no connection was said
			a.Log.Warn("The farm does not take a job now; it is tried again.", "err", err)
		}
		if !hw.Sleep(ctx, again) {
			return ctx.Err()
		}
	}
}

// begun counts that a worker has begun a job.
func (a *Asker) begun(subject string) {
	p, _, ok := placeOf(subject, 2)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard = true
	if q := a.asked[p.id]; ok && q != nil {
		q.begun++
	}
}

// hear takes what comes of jobs.
func (a *Asker) hear(m jetstream.Msg) {
	if strings.HasPrefix(m.Subject(), "$JS.") {
		a.heardAdvisory(m.Data())
		return
	}
	p, rest, ok := placeOf(m.Subject(), 2)
	if !ok || len(rest) != 1 {
		return
	}
	got := answer{worker: rest[0]}
	var r Result
	err := json.Unmarshal(m.Data(), &r)
	if a.Hall != "" && !a.from(got.worker, p, r) {
		a.Log.Warn("A result does not come from the worker that it names; it counts for nothing.", "worker", got.worker)
		return
	}
	if err == nil {
		got.err, got.back = r.Error, r.Back
		if r.Error == "" && r.Back == "" {
			var body []byte
			body, err = unpack(r.Body)
			got.body = string(body)
		}
	}
	if err != nil { // it is an answer, and a wrong one
		got = answer{worker: rest[0], body: "what came back cannot be read: " + err.Error()}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	q := a.asked[p.id]
	if got.back == "" && got.worker != a.sole && !a.worker(got.worker).aside {
		a.sole = ""
	}
	switch {
	case q == nil: // the job has its answer
	case got.back == backEnding:
		a.resubmit(q)
	case got.back == "" && (q.not[got.worker] || a.worker(got.worker).aside):
		// It took the job from one who may do it.
		q.not[got.worker] = true
		if q.void++; q.void < mostTries {
			a.resubmit(q)
			return
		}
		got.back = backNot
		fallthrough
	default:
		hw.Offer(q.answers, got)
	}
}

// from says whether a result comes from a worker, and is that of the job which was asked.
func (a *Asker) from(worker string, p place, r Result) bool {
	a.mu.Lock()
	q := a.asked[p.id]
	a.mu.Unlock()
	if q == nil {
		return true // it does not matter any more
	}
	text, err := r.signed(p, worker, q.job)
	return err == nil && dial.Signed(a.Hall, worker, r.Token, text, r.Sign) == nil
}

// resubmit puts a job into the queue again that came back; a.mu is held.
func (a *Asker) resubmit(q *ask) {
	if a.life.Err() != nil {
		return
	}
	a.tasks.Go(func() {
		if err := a.submit(a.life, q); err != nil && a.life.Err() == nil {
			a.Log.Warn("A job that a worker gave back cannot be put into the queue again.", "err", err)
		}
	})
}

// heardAdvisory hears that a copy of a job was handed out for the last time, to no avail.
// That counts as the job's fault if workers said each time that they had begun; else
// some worker takes jobs and does nothing.
func (a *Asker) heardAdvisory(data []byte) {
	var said struct {
		Seq uint64 `json:"stream_seq"`
	}
	if json.Unmarshal(data, &said) != nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	q := a.copies[said.Seq]
	if q == nil {
		return
	}
	delete(a.copies, said.Seq)
	if q.failed++; q.begun >= mostTries || q.failed >= mostTries {
		select {
		case <-q.poison:
		default:
			close(q.poison)
		}
		return
	}
	a.resubmit(q)
}
