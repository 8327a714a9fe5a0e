package recording

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"stonehand/hw"
)

// Recorder takes down what happens at one board, for as many as want to have it:
// a ring of the last minutes, files, people who look on. It never holds the board
// up: what cannot be kept is left out. It is safe for concurrent use.
type Recorder struct {
	about   string
	prelude func() []Note

	mu    sync.Mutex
	link  *hw.Link  // the last; nil before the first
	frame *hw.Frame // the last since the link came up; nil before it
	sinks map[*sink]struct{}
	ring  *ring // nil: nothing is kept
}

// sink is somebody who follows.
type sink struct {
	encoder *Encoder
	buffer  bytes.Buffer
	full    bool
	more    chan struct{} // holds one token when there is something in the buffer
}

// mostWaiting is how many bytes wait for somebody who follows; who does not take
// them for so long is dropped. It is some ten minutes of a noisy board.
const mostWaiting = 1 << 20

// ErrTooSlow ends a [Recorder.Follow] whose writer did not keep up.
var ErrTooSlow = hw.Errorf("what is being recorded was not taken fast enough")

// NewRecorder returns a recorder for the board that about names. prelude returns
// what must be known of the program's own when a recording begins; nil: nothing.
// It may not call the recorder.
func NewRecorder(about string, prelude func() []Note) *Recorder {
	if prelude == nil {
		prelude = func() []Note { return nil }
	}
	return &Recorder{about: about, prelude: prelude, sinks: map[*sink]struct{}{}}
}

// Keep keeps what happens from now on: the last d of it, in at most so many bytes
// of memory. [Recorder.Kept] has it.
func (r *Recorder) Keep(d time.Duration, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ring = &ring{keep: d, most: most}
}

// Kept writes what is kept, as a recording.
func (r *Recorder) Kept(w io.Writer) error {
	r.mu.Lock()
	var all []byte
	if r.ring != nil {
		all = r.ring.all()
	}
	r.mu.Unlock()
	if len(all) == 0 { // nothing has happened, or nothing is kept: how things stand
		r.mu.Lock()
		var b bytes.Buffer
		_, err := r.begin(&b, time.Now(), mostWaiting)
		r.mu.Unlock()
		if err != nil {
			return err
		}
		all = b.Bytes()
	}
	_, err := w.Write(all)
	return err
}

// Record takes an event down. Its time is when it happened.
func (r *Recorder) Record(v Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch x := v.Reading; {
	case x.Link != nil:
		r.link, r.frame = x.Link, nil
	case x.Frame != nil:
		r.frame = x.Frame
	}
	for s := range r.sinks {
		s.take(v)
	}
	if r.ring != nil {
		r.ring.take(v, func(w io.Writer, most int) (*Encoder, error) { return r.begin(w, v.At, most) })
	}
}

// begin begins a recording on w with how things stand. If the program's notes take
// more than most bytes, all but the first are left out. Its caller holds r.mu.
func (r *Recorder) begin(w io.Writer, at time.Time, most int) (*Encoder, error) {
	e, err := NewEncoder(w, at, r.about)
	if err != nil {
		return nil, err
	}
	notes := r.prelude()
	size := 0
	for _, n := range notes {
		size += len(n.Text)
	}
	if size > most {
		notes = notes[:1]
	}
	for _, n := range notes {
		err = errors.Join(err, e.Write(Event{At: at, Note: &n}))
	}
	if r.link != nil {
		err = errors.Join(err, e.Write(Event{At: at, Reading: hw.Reading{Link: r.link}}))
	}
	if r.frame != nil {
		err = errors.Join(err, e.Write(Event{At: at, Reading: hw.Reading{Frame: r.frame}}))
	}
	return e, err
}

func (s *sink) take(v Event) {
	if s.full = s.full || s.buffer.Len() > mostWaiting; s.full {
		return
	}
	_ = s.encoder.Write(v) // into memory, which does not fail
	hw.Ring(s.more)
}

// gather is how long events are gathered before they are written out: as much as
// a file that is cut lacks.
const gather = 250 * time.Millisecond

// Follow writes what happens from now on to w, as a recording that begins with how
// things stand, in whole lines, until ctx ends; then it writes the rest and returns
// nil. It returns w's error, or [ErrTooSlow].
func (r *Recorder) Follow(ctx context.Context, w io.Writer) error {
	s := &sink{more: make(chan struct{}, 1)}
	r.mu.Lock()
	var err error
	if s.encoder, err = r.begin(&s.buffer, time.Now(), mostWaiting); err == nil {
		r.sinks[s] = struct{}{}
	}
	r.mu.Unlock()
	if err != nil {
		return err
	}
	defer func() {
		r.mu.Lock()
		delete(r.sinks, s)
		r.mu.Unlock()
	}()
	timer := time.NewTimer(gather)
	defer timer.Stop()
	for {
		r.mu.Lock()
		_ = s.encoder.Flush()
		p := bytes.Clone(s.buffer.Bytes())
		s.buffer.Reset()
		full := s.full
		r.mu.Unlock()
		if len(p) > 0 {
			if _, err := w.Write(p); err != nil {
				return err
			}
		}
		if full {
			return ErrTooSlow
		}
		if ctx.Err() != nil {
			return nil
		}
		timer.Reset(gather)
		select {
		case <-ctx.Done():
			continue // once more, for the rest
		case <-timer.C:
		}
		select {
		case <-ctx.Done():
		case <-s.more:
		}
	}
}

// Sensor is what is tapped of a [hw.Sensor].
type Sensor interface {
	Sense(ctx context.Context, out chan<- hw.Reading) error
}

// Tap returns s with everything that it reports taken down by r. It is a [hw.Prober]
// if s is one.
func (r *Recorder) Tap(s Sensor) Sensor {
	t := tapped{s, r}
	if p, ok := s.(hw.Prober); ok {
		return struct {
			tapped
			hw.Prober
		}{t, p}
	}
	return t
}

type tapped struct {
	Sensor
	r *Recorder
}

// Sense implements [Sensor].
func (t tapped) Sense(ctx context.Context, out chan<- hw.Reading) error {
	return relay(ctx, t.Sensor.Sense, out, func(x hw.Reading) { t.r.Record(Event{At: when(x), Reading: x}) })
}

// relay runs from until it ends and passes on to out what it sends, each once record
// has taken it down.
func relay[T any](ctx context.Context, from func(context.Context, chan<- T) error, out chan<- T, record func(T)) error {
	in := make(chan T)
	ended := make(chan error, 1)
	go func() { ended <- from(ctx, in) }()
	for {
		select {
		case err := <-ended:
			return err
		case x := <-in:
			record(x)
			if !hw.Send(ctx, out, x) {
				return <-ended
			}
		}
	}
}

// when returns when a reading was made.
func when(x hw.Reading) time.Time {
	switch {
	case x.Link != nil:
		return x.Link.At
	case x.Fault != nil:
		return x.Fault.At
	case x.Frame != nil:
		return x.Frame.At
	}
	return time.Now()
}

// Buttons is what is tapped of [hw.Buttons].
type Buttons interface {
	Press(ctx context.Context, out chan<- hw.Button) error
}

// TapButtons returns b with every press taken down by r.
func (r *Recorder) TapButtons(b Buttons) Buttons { return tappedButtons{b, r} }

type tappedButtons struct {
	Buttons
	r *Recorder
}

// Press implements [Buttons].
func (t tappedButtons) Press(ctx context.Context, out chan<- hw.Button) error {
	return relay(ctx, t.Buttons.Press, out, func(b hw.Button) { t.r.Record(Event{At: b.At, Button: &b}) })
}

// pieces is how many parts a ring has: so much of it is let go at a time.
const pieces = 8

// ring keeps the last while of a recording in memory, in parts that each begin
// again, so that the oldest can be let go.
type ring struct {
	keep    time.Duration
	most    int // bytes
	parts   []*part
	encoder *Encoder // of the last part
}

// part is a recording in itself.
type part struct {
	text  bytes.Buffer
	head  int // so many bytes say how things stood
	begun time.Time
	ended time.Time // of its last event
}

// full reports whether a part is to be the last no longer. It has said at least as
// much as was needed to begin it, so that beginnings never cost more than what they
// are for; half of all room is enough for any.
func (r *ring) full(p *part, stands bool) bool {
	body := p.text.Len() - p.head
	return stands && body >= max(r.most/pieces, p.head) || p.text.Len() >= max(r.most/2, 2*p.head)
}

// take adds an event; begin begins a part with how things stand after it, in so
// many bytes at most. Parts begin with frames and links, which how things stand has
// in it, or with anything else that comes in great numbers.
func (r *ring) take(v Event, begin func(io.Writer, int) (*Encoder, error)) {
	now := v.At
	stands := v.Reading.Link != nil || v.Reading.Frame != nil
	var last *part
	if n := len(r.parts); n > 0 {
		last = r.parts[n-1]
	}
	fresh := last == nil || stands && now.Sub(last.begun) >= r.keep/pieces || r.full(last, stands)
	if fresh {
		if last != nil {
			_ = r.encoder.Flush() // into memory, which does not fail
		}
		last = &part{begun: now}
		e, err := begin(&last.text, r.most/4)
		if err != nil {
			return
		}
		r.encoder, last.head = e, last.text.Len()
		r.parts = append(r.parts, last)
	}
	if !fresh || !stands {
		_ = r.encoder.Write(v)
	}
	last.ended = now
	size := 0
	for _, p := range r.parts {
		size += p.text.Len()
	}
	for len(r.parts) > 1 && (now.Sub(r.parts[0].ended) > r.keep || size > r.most) {
		size -= r.parts[0].text.Len()
		r.parts[0] = nil
		r.parts = r.parts[1:]
	}
}

// all returns everything that is kept.
func (r *ring) all() []byte {
	if r.encoder != nil {
		_ = r.encoder.Flush()
	}
	var b bytes.Buffer
	for _, p := range r.parts {
		b.Write(p.text.Bytes())
	}
	return b.Bytes()
}
