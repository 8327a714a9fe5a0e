package recording

import (
	"bytes"
	"io"
	"time"
)

// pieces is how many parts a ring has: so much of it is let go at a time.
const pieces = 8

// ring keeps the last while of a recording in memory, in parts that each begin
// anew, so that the oldest can be let go.
type ring struct {
	keep    time.Duration
	most    int // bytes
	parts   []*part
	encoder *Encoder // of the last part
}

// part is a recording in itself.
type part struct {
	text  bytes.Buffer
	begun time.Time
	ended time.Time // of its last event
}

// take adds an event; begin begins a part with how things stand after it. Parts
// begin with frames and links, which how things stand has in it.
func (r *ring) take(v Event, begin func(io.Writer) (*Encoder, error)) {
	now := v.At
	stands := v.Reading.Link != nil || v.Reading.Frame != nil
	var last *part
	if n := len(r.parts); n > 0 {
		last = r.parts[n-1]
	}
	fresh := last == nil || stands && (now.Sub(last.begun) >= r.keep/pieces || last.text.Len() >= r.most/pieces)
	if fresh {
		if last != nil {
			_ = r.encoder.Flush() // into memory, which does not fail
		}
		last = &part{begun: now}
		e, err := begin(&last.text)
		if err != nil {
			return
		}
		r.encoder = e
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
