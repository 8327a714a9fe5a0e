package recording

import (
	"bytes"
	"io"
	"time"
)

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
