package recording

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"
)

// Encoder writes a recording. Frames that are alike share a line, so what was
// written last is whole only after [Encoder.Flush]. It is not safe for concurrent
// use.
type Encoder struct {
	w      io.Writer
	begin  time.Time     // with the computer's monotonic clock, so that setting the clock moves nothing
	at     time.Duration // of the last record, since begin, in whole milliseconds
	points []hw.State    // of the last frame; nil: the next one is whole
	line   []byte        // being built
	same   int           // frames on the line of like frames being built
	every  int64         // their last distance in milliseconds
	times  int           // how often in a row it came
	count  int64         // bytes written
}

// NewEncoder begins a recording on w at a time; about, if not empty, goes in as a
// comment.
func NewEncoder(w io.Writer, at time.Time, about string) (*Encoder, error) {
	e := &Encoder{w: w, begin: at}
	e.line = fmt.Appendf(nil, "stonehand-recording %d\nat %s\n", Version, at.UTC().Format("2006-01-02T15:04:05.000Z"))
	if about != "" {
		e.line = fmt.Appendf(e.line, "# %s\n", strings.Join(strings.Fields(about), " "))
	}
	return e, e.write()
}

// Bytes is how much has been written.
func (e *Encoder) Bytes() int64 { return e.count }

// mostText is how many bytes of a device's words are written.
const mostText = 1 << 10

// Write adds an event. Events come in the order of their times; one that is
// earlier than the last is written as if it were of the same moment. A note whose
// line could not be read again is left out, and long words of a device are cut.
func (e *Encoder) Write(v Event) error {
	f := v.Reading.Frame
	if v.Reading.Field != nil {
		return nil // what a calibration measures is no part of a game
	}
	if v.Note != nil && len(v.Note.Text) > maxLine-100 {
		return nil
	}
	if f == nil {
		if err := e.Flush(); err != nil {
			return err
		}
	}
	delta := e.delta(v.At)
	switch r := v.Reading; {
	case f != nil:
		return e.frame(f, delta)
	case r.Link != nil && r.Link.Up:
		e.points = nil
		e.line = fmt.Appendf(e.line, "+%d up %dx%d", delta, r.Link.Board.Cols, r.Link.Board.Rows)
		if r.Link.Board.Colors {
			e.line = append(e.line, " colors"...)
		}
		if r.Link.ID != "" {
			e.line = append(append(e.line, ' '), quote(r.Link.ID)...)
		}
	case r.Link != nil:
		e.points = nil
		e.line = fmt.Appendf(e.line, "+%d down %s", delta, quote(r.Link.Reason))
	case r.Fault != nil:
		e.line = fmt.Appendf(e.line, "+%d fault %s %s", delta, quote(r.Fault.Device), quote(r.Fault.Text))
	case v.Button != nil:
		e.line = fmt.Appendf(e.line, "+%d press %s %s", delta, quote(v.Button.Name), map[bool]string{true: "down", false: "up"}[v.Button.Down])
	case v.Note != nil:
		text := strings.NewReplacer("\n", " ", "\r", " ").Replace(v.Note.Text)
		e.line = append(e.line, strings.TrimRight(fmt.Sprintf("+%d note %s %s", delta, v.Note.Key, text), " ")...)
	default:
		return nil
	}
	e.line = append(e.line, '\n')
	return e.write()
}

// delta returns the whole milliseconds from the last record to at, and moves on.
func (e *Encoder) delta(at time.Time) int64 {
	since := max(at.Sub(e.begin).Round(time.Millisecond), e.at)
	d := min(since-e.at, maxDelta)
	e.at += d
	return d.Milliseconds()
}

// frame adds a frame.
func (e *Encoder) frame(f *hw.Frame, delta int64) error {
	if len(f.Points) == 0 || len(f.Points) > MaxPoints {
		return nil // no board
	}
	if len(e.points) != len(f.Points) {
		if err := e.Flush(); err != nil {
			return err
		}
		e.points = f.Points
		e.line = fmt.Appendf(e.line, "+%d all ", delta)
		for i := 0; i < len(f.Points); {
			n := 1
			for i+n < len(f.Points) && f.Points[i+n] == f.Points[i] {
				n++
			}
			if n > 1 {
				e.line = strconv.AppendInt(e.line, int64(n), 10)
			}
			e.line = append(e.line, letter(f.Points[i]))
			i += n
		}
		e.line = append(e.line, '\n')
		return e.write()
	}
	var changes []byte
	if &f.Points[0] != &e.points[0] { // frames of a board at rest share their points
		for p, s := range f.Points {
			if s != e.points[p] {
				changes = strconv.AppendInt(append(changes, ' '), int64(p), 10)
				changes = append(changes, letter(s))
			}
		}
	}
	e.points = f.Points
	if changes == nil {
		return e.like(delta)
	}
	if err := e.Flush(); err != nil {
		return err
	}
	e.line = append(append(fmt.Appendf(e.line, "+%d set", delta), changes...), '\n')
	return e.write()
}

// longest is how many bytes of like frames make a line.
const longest = 100

// like adds a frame like the one before.
func (e *Encoder) like(delta int64) error {
	if e.same > 0 && delta == e.every {
		e.times++
		e.same++
		return nil
	}
	e.spell()
	if e.same == 0 {
		e.line = append(e.line, '=')
	}
	e.same++
	e.every, e.times = delta, 1
	if len(e.line) >= longest {
		return e.Flush()
	}
	return nil
}

// spell writes out the distance that came last.
func (e *Encoder) spell() {
	if e.times == 0 {
		return
	}
	if e.line[len(e.line)-1] != '=' {
		e.line = append(e.line, ' ')
	}
	e.line = strconv.AppendInt(e.line, e.every, 10)
	if e.times > 1 {
		e.line = strconv.AppendInt(append(e.line, '*'), int64(e.times), 10)
	}
	e.times = 0
}

// Flush completes the line of like frames being built.
func (e *Encoder) Flush() error {
	if e.same == 0 {
		return nil
	}
	e.spell()
	e.same = 0
	e.line = append(e.line, '\n')
	return e.write()
}

func (e *Encoder) write() error {
	n, err := e.w.Write(e.line)
	e.count += int64(n)
	e.line = e.line[:0]
	return err
}

// quote writes a text as a JSON string on one line, and cuts it if it is long.
func quote(s string) string {
	if len(s) > mostText {
		s = strings.ToValidUTF8(s[:mostText], "") + "..."
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // strings can be encoded
	return strings.TrimSpace(b.String())
}
