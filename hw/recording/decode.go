package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"
)

// Decoder reads a recording. It holds one line and one frame, however long the
// recording is. It is not safe for concurrent use.
type Decoder struct {
	r     *bufio.Reader
	line  int
	begun bool
	timed bool
	at    time.Time
	board hw.Geometry // of the link; no columns: it is down
	last  []hw.State  // of the last frame; nil: the next one must be whole
	like  []step      // frames like the last that are still to be delivered
	err   error
	cut   bool
}

// step is some frames at one distance.
type step struct{ every, times int64 }

// NewDecoder reads from r.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{r: bufio.NewReaderSize(r, maxLine)}
}

// Cut reports whether the recording ended in the middle of a line, which was left
// out; valid once Next has returned io.EOF.
func (d *Decoder) Cut() bool { return d.cut }

// Next returns the next event, io.EOF at the end, or an [*hw.Error] that says what is
// wrong and where. Frames share their points with those before them, so none may
// be changed. After an error it returns the same again: what came before is good.
func (d *Decoder) Next() (Event, error) {
	for d.err == nil {
		if v, ok := d.repeat(); ok {
			return v, nil
		}
		text, err := d.read()
		if err != nil {
			d.err = err
			break
		}
		v, ok, err := d.parse(text)
		if err != nil {
			d.err = d.wrong(err)
			break
		}
		if ok {
			return v, nil
		}
	}
	return Event{}, d.err
}

// wrong says where something is wrong.
func (d *Decoder) wrong(what error) error {
	return hw.Errorf("line %d of the recording: %w", d.line, what)
}

// read returns the next line that says something.
func (d *Decoder) read() (string, error) {
	for {
		line, err := d.r.ReadSlice('\n')
		d.line++
		switch {
		case errors.Is(err, io.EOF):
			d.cut = len(line) > 0
			if !d.begun && d.cut {
				return "", d.wrong(hw.Errorf("this is not a recording; one begins with \"stonehand-recording 1\""))
			}
			if !d.begun {
				return "", d.wrong(hw.Errorf("it is empty; a recording begins with \"stonehand-recording 1\""))
			}
			return "", io.EOF
		case errors.Is(err, bufio.ErrBufferFull):
			return "", d.wrong(hw.Errorf("it is longer than %d bytes", maxLine))
		case err != nil:
			return "", err
		}
		line = bytes.TrimRight(line, "\r\n")
		if d.line == 1 { // editors on Windows begin UTF-8 files with a byte order mark
			line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		return string(line), nil
	}
}

// repeat returns the next of frames that are like the last.
func (d *Decoder) repeat() (Event, bool) {
	if len(d.like) == 0 {
		return Event{}, false
	}
	s := &d.like[0]
	d.at = d.at.Add(time.Duration(s.every) * time.Millisecond)
	if s.times--; s.times == 0 {
		d.like = d.like[1:]
	}
	return d.event(hw.Reading{Frame: &hw.Frame{At: d.at, Points: d.last}}), true
}

func (d *Decoder) event(r hw.Reading) Event { return Event{At: d.at, Reading: r} }

// parse reads a line; ok is false when it is no event.
func (d *Decoder) parse(text string) (v Event, ok bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case word == "stonehand-recording":
		return v, false, d.header(rest)
	case !d.begun:
		return v, false, hw.Errorf("this is not a recording; one begins with \"stonehand-recording 1\"")
	case word == "at":
		at, err := time.Parse(time.RFC3339Nano, rest)
		if err != nil {
			return v, false, hw.Errorf("%q is not a time; write one like 2026-11-21T19:28:28.123Z", hw.Clip(rest))
		}
		d.at, d.timed = at, true
		return v, false, nil
	case !d.timed:
		return v, false, hw.Errorf("a line like \"at 2026-11-21T19:28:28.123Z\" must come before it")
	case strings.HasPrefix(word, "="):
		return v, false, d.alike(text[1:])
	case !strings.HasPrefix(word, "+"):
		return v, false, hw.Errorf("it begins with %q, and should with + and a time, with = or with #", hw.Clip(word))
	}
	delta, err := number(word[1:], int64(maxDelta/time.Millisecond))
	if err != nil {
		return v, false, err
	}
	d.at = d.at.Add(time.Duration(delta) * time.Millisecond)
	v, err = d.record(rest)
	return v, err == nil, err
}

func (d *Decoder) header(version string) error {
	n, err := strconv.Atoi(version)
	switch {
	case err != nil || n < 1:
		return hw.Errorf("%q is not a version of the format", hw.Clip(version))
	case n > Version:
		return hw.Errorf("it is of version %d of the format, and this program reads up to %d; a newer one reads it", n, Version)
	}
	d.begun, d.timed, d.last, d.board = true, false, nil, hw.Geometry{}
	return nil
}

// alike notes the frames of a line of like ones.
func (d *Decoder) alike(text string) error {
	if d.last == nil {
		return hw.Errorf("no frame came before it that these could be like")
	}
	for word := range strings.FieldsSeq(text) {
		every, times, many := strings.Cut(word, "*")
		s := step{times: 1}
		var err error
		if s.every, err = number(every, int64(maxDelta/time.Millisecond)); err != nil {
			return err
		}
		if many {
			if s.times, err = number(times, maxRun); err != nil {
				return err
			}
			if s.times == 0 {
				return hw.Errorf("no frames at all are not written")
			}
		}
		d.like = append(d.like, s)
	}
	return nil
}

// record reads what follows a time.
func (d *Decoder) record(text string) (v Event, err error) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "up":
		return d.up(rest)
	case "down":
		reason, rest, err := unquote(rest)
		if err != nil || rest != "" {
			return v, hw.Errorf("after \"down\" comes one JSON string, the reason; %q is none", hw.Clip(rest))
		}
		d.last, d.board = nil, hw.Geometry{}
		return d.event(hw.Reading{Link: &hw.Link{At: d.at, Reason: reason}}), nil
	case "fault":
		device, rest, err := unquote(rest)
		if err == nil {
			var said string
			if said, rest, err = unquote(rest); err == nil && rest == "" {
				return d.event(hw.Reading{Fault: &hw.Fault{At: d.at, Device: device, Text: said}}), nil
			}
		}
		return v, hw.Errorf("after \"fault\" come two JSON strings, the device and what is wrong")
	case "all":
		return d.all(rest)
	case "set":
		return d.set(rest)
	case "press":
		name, rest, err := unquote(rest)
		if err != nil || rest != "down" && rest != "up" {
			return v, hw.Errorf("after \"press\" come a JSON string, the button's name, and \"down\" or \"up\"")
		}
		return Event{At: d.at, Button: &hw.Button{At: d.at, Name: name, Down: rest == "down"}}, nil
	case "note":
		key, said, _ := strings.Cut(rest, " ")
		if !isKey(key) {
			return v, hw.Errorf("after \"note\" comes a word of letters, digits and hyphens; %q is none", hw.Clip(key))
		}
		return Event{At: d.at, Note: &Note{Key: key, Text: said}}, nil
	}
	return v, hw.Errorf("%q is not known; there are up, down, fault, all, set, press and note", hw.Clip(word))
}

func (d *Decoder) up(text string) (v Event, err error) {
	id := ""
	if at := strings.IndexByte(text, '"'); at > 0 {
		var rest string
		if id, rest, err = unquote(text[at:]); err != nil || rest != "" {
			return v, hw.Errorf("which board it is comes last after \"up\", as a JSON string; %q is none", hw.Clip(text[at:]))
		}
		text = strings.TrimSuffix(text[:at], " ")
	}
	size, colors, _ := strings.Cut(text, " ")
	cols, rows, _ := strings.Cut(size, "x")
	c, err1 := number(cols, MaxPoints)
	r, err2 := number(rows, MaxPoints)
	if err1 != nil || err2 != nil || c == 0 || r == 0 || c*r > MaxPoints || colors != "" && colors != "colors" {
		return v, hw.Errorf("after \"up\" comes the board, like 19x19 or \"19x19 colors\", of at most %d points; %q is none", MaxPoints, hw.Clip(text))
	}
	d.board, d.last = hw.Geometry{Cols: int(c), Rows: int(r), Colors: colors != ""}, nil
	return d.event(hw.Reading{Link: &hw.Link{At: d.at, Up: true, Board: d.board, ID: id}}), nil
}

// all reads a whole frame.
func (d *Decoder) all(text string) (v Event, err error) {
	size := d.board.Cols * d.board.Rows
	if size == 0 {
		return v, hw.Errorf("a frame came while the link was down")
	}
	points := make([]hw.State, 0, size)
	for text != "" {
		digits := 0
		for digits < len(text) && text[digits] >= '0' && text[digits] <= '9' {
			digits++
		}
		n := int64(1)
		if digits > 0 {
			if n, err = number(text[:digits], int64(size)); err != nil {
				return v, err
			}
		}
		if digits == len(text) {
			return v, hw.Errorf("the frame ends with a number")
		}
		s, err := state(text[digits])
		if err != nil {
			return v, err
		}
		if len(points)+int(n) > size {
			return v, hw.Errorf("the frame has more than the %d points of the board", size)
		}
		points = append(points, slices.Repeat([]hw.State{s}, int(n))...)
		text = text[digits+1:]
	}
	if len(points) != size {
		return v, hw.Errorf("the frame has %d points, and the board %d", len(points), size)
	}
	d.last = points
	return d.event(hw.Reading{Frame: &hw.Frame{At: d.at, Points: points}}), nil
}

// set reads a frame that differs from the one before.
func (d *Decoder) set(text string) (v Event, err error) {
	if d.last == nil {
		return v, hw.Errorf("no whole frame came before it")
	}
	points := slices.Clone(d.last)
	for word := range strings.FieldsSeq(text) {
		p, err := number(word[:len(word)-1], int64(len(points)-1))
		if err != nil {
			return v, err
		}
		if points[p], err = state(word[len(word)-1]); err != nil {
			return v, err
		}
	}
	d.last = points
	return d.event(hw.Reading{Frame: &hw.Frame{At: d.at, Points: points}}), nil
}

func state(letter byte) (hw.State, error) {
	i := strings.IndexByte(letters, letter)
	if i < 0 {
		return 0, hw.Errorf("%q is not what a point shows; that is one of %s", letter, letters)
	}
	return hw.State(i), nil
}

// number reads a whole number from 0 to most.
func number(text string, most int64) (int64, error) {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil || int64(n) > most {
		return 0, hw.Errorf("%q is not a number from 0 to %d", hw.Clip(text), most)
	}
	return int64(n), nil
}

// unquote reads the JSON string that text begins with.
func unquote(text string) (s, rest string, err error) {
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&s); err != nil {
		return "", text, err
	}
	return s, strings.TrimPrefix(text[d.InputOffset():], " "), nil
}

// isKey reports whether a note can have this key.
func isKey(s string) bool {
	ok := s != "" && len(s) <= 32
	for _, c := range []byte(s) {
		ok = ok && (c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	return ok
}
