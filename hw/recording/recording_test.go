package recording

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"stonehand/hw"
	"stonehand/hw/sim"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// read decodes everything.
func read(t testing.TB, text string) []Event {
	t.Helper()
	events, err := readUpTo(text, 1<<30)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return events
}

func readUpTo(text string, most int) (events []Event, err error) {
	d := NewDecoder(strings.NewReader(text))
	for len(events) < most {
		v, err := d.Next()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, v)
	}
	return events, nil
}

// flat is an event without what encoding may change: how points are shared.
func flat(v Event) string {
	s := v.At.UTC().Format(time.RFC3339Nano)
	switch x := v.Reading; {
	case x.Link != nil:
		return fmt.Sprintf("%s link %v %+v %q", s, x.Link.Up, x.Link.Board, x.Link.Reason)
	case x.Fault != nil:
		return fmt.Sprintf("%s fault %q %q", s, x.Fault.Device, x.Fault.Text)
	case x.Frame != nil:
		return fmt.Sprintf("%s frame %v", s, x.Frame.Points)
	case v.Button != nil:
		return fmt.Sprintf("%s button %q %v", s, v.Button.Name, v.Button.Down)
	}
	return fmt.Sprintf("%s note %+v", s, *v.Note)
}

func flatAll(events []Event) []string {
	var all []string
	for _, v := range events {
		all = append(all, flat(v))
	}
	return all
}

const example = `stonehand-recording 1
at 2026-11-21T12:00:00.000Z
# simulated board
+0 down "no \"cable\"\nhere"
+5 up 3x2 colors "01ab \"x\""
+0 all 2b.w?.
=20*3 21
+20 set 0. 5s
=20
+1 fault "lamps" "dark"
+2 press "1" down
+3 note turn J10 K10
+0 note bare
=17
`

func TestFormat(t *testing.T) {
	at := func(ms int) time.Time { return noon.Add(time.Duration(ms) * time.Millisecond) }
	b, w, s, q := hw.Black, hw.White, hw.Stone, hw.Unknown
	frame := func(ms int, points ...hw.State) Event {
		return Event{At: at(ms), Reading: hw.Reading{Frame: &hw.Frame{At: at(ms), Points: points}}}
	}
	want := []Event{
		{At: at(0), Reading: hw.Reading{Link: &hw.Link{At: at(0), Reason: "no \"cable\"\nhere"}}},
		{At: at(5), Reading: hw.Reading{Link: &hw.Link{At: at(5), Up: true, Board: hw.Geometry{Cols: 3, Rows: 2, Colors: true}, ID: "01ab \"x\""}}},
		frame(5, b, b, 0, w, q, 0), frame(25, b, b, 0, w, q, 0), frame(45, b, b, 0, w, q, 0), frame(65, b, b, 0, w, q, 0), frame(86, b, b, 0, w, q, 0),
		frame(106, 0, b, 0, w, q, s), frame(126, 0, b, 0, w, q, s),
		{At: at(127), Reading: hw.Reading{Fault: &hw.Fault{At: at(127), Device: "lamps", Text: "dark"}}},
		{At: at(129), Button: &hw.Button{At: at(129), Name: "1", Down: true}},
		{At: at(132), Note: &Note{Key: "turn", Text: "J10 K10"}},
		{At: at(132), Note: &Note{Key: "bare"}},
		frame(149, 0, b, 0, w, q, s),
	}
	got := read(t, example)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(flatAll(got), "\n"), strings.Join(flatAll(want), "\n"))
	}
	if marked := read(t, "\xEF\xBB\xBF"+example); !reflect.DeepEqual(marked, want) {
		t.Errorf("with a byte order mark: %s", strings.Join(flatAll(marked), "\n"))
	}
	var out bytes.Buffer
	e, err := NewEncoder(&out, noon, "simulated\nboard")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range want {
		if err := e.Write(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Flush(); err != nil {
		t.Fatal(err)
	}
	if out.String() != example {
		t.Errorf("it is written as\n%s\nwant\n%s", &out, example)
	}
	if e.Bytes() != int64(out.Len()) {
		t.Errorf("%d bytes, and it counts %d", out.Len(), e.Bytes())
	}
}

// TestCut cuts a recording everywhere: what is left is what came before the cut.
func TestCut(t *testing.T) {
	whole := flatAll(read(t, example))
	head := strings.Index(example, "at ")
	for n := range len(example) {
		d := NewDecoder(strings.NewReader(example[:n]))
		var got []string
		var err error
		for err == nil {
			var v Event
			if v, err = d.Next(); err == nil {
				got = append(got, flat(v))
			}
		}
		if n < head {
			if errors.Is(err, io.EOF) {
				t.Errorf("cut at %d: taken for a recording", n)
			}
			continue
		}
		if !errors.Is(err, io.EOF) || !slices.Equal(got, whole[:len(got)]) {
			t.Errorf("cut at %d: %v, %q", n, err, got)
		}
		if d.Cut() != (example[n-1] != '\n') {
			t.Errorf("cut at %d: it says %v", n, d.Cut())
		}
	}
}

func TestRefused(t *testing.T) {
	const head = "stonehand-recording 1\nat 2026-11-21T12:00:00Z\n"
	for text, want := range map[string]string{
		"":                                           "line 1 of the recording: it is empty",
		"hello\n":                                    "line 1 of the recording: this is not a recording",
		"hello":                                      "line 1 of the recording: this is not a recording",
		"stonehand-recording 2\n":                    "line 1 of the recording: it is of version 2",
		"stonehand-recording x\n":                    `"x" is not a version`,
		"stonehand-recording 1\n+0 up 3x3\n":         "line 2 of the recording: a line like",
		"stonehand-recording 1\nat noon\n":           `line 2 of the recording: "noon" is not a time`,
		head + "up 3x3\n":                            `it begins with "up"`,
		head + "+x up 3x3\n":                         `"x" is not a number`,
		head + "+-1 up 3x3\n":                        `"-1" is not a number`,
		head + "+0 up 3\n":                           `after "up" comes the board`,
		head + "+0 up 300x300\n":                     `after "up" comes the board`,
		head + "+0 up 3x3 red\n":                     `after "up" comes the board`,
		head + "+0 fly\n":                            `line 3 of the recording: "fly" is not known`,
		head + "+0 all 9.\n":                         "while the link was down",
		head + "=20\n":                               "no frame came before it",
		head + "+0 up 3x3\n+0 set 1b\n":              "no whole frame came before it",
		head + "+0 up 3x3\n+0 all 8.\n":              "the frame has 8 points, and the board 9",
		head + "+0 up 3x3\n+0 all 9.b\n":             "more than the 9 points",
		head + "+0 up 3x3\n+0 all 10.\n":             "not a number from 0 to 9",
		head + "+0 up 3x3\n+0 all 9\n":               "ends with a number",
		head + "+0 up 3x3\n+0 all 9x\n":              "not what a point shows",
		head + "+0 up 3x3\n+0 all 9.\n+0 set 9b\n":   "not a number from 0 to 8",
		head + "+0 up 3x3\n+0 all 9.\n+0 set b\n":    "not a number",
		head + "+0 up 3x3\n+0 all 9.\n=20*0\n":       "no frames at all",
		head + "+0 up 3x3\n+0 all 9.\n=20*9999999\n": "not a number from 0 to 1000000",
		head + "+0 down no\n":                        `after "down" comes`,
		head + "+0 fault \"a\"\n":                    `after "fault" come`,
		head + "+0 press \"a\" over\n":               `after "press" come`,
		head + "+0 note ü x\n":                       `after "note" comes`,
		head + strings.Repeat("x", maxLine+5) + "\n": "longer than",
	} {
		d := NewDecoder(strings.NewReader(text))
		var err error
		for err == nil {
			_, err = d.Next()
		}
		var wrong *hw.Error
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
		if _, again := d.Next(); again != err {
			t.Errorf("%.60q: the second time %v", text, again)
		}
	}
}

// FuzzDecoder makes sure that nothing that is read panics, and that what is read
// can be written and read again.
func FuzzDecoder(f *testing.F) {
	f.Add(example)
	f.Add("stonehand-recording 1\nat 2026-11-21T12:00:00Z\n+0 up 19x19 colors\n+0 all 180.b180.\n=20*1000000 3*7\n")
	f.Fuzz(func(t *testing.T, text string) {
		events, err := readUpTo(text, 300)
		if err != nil || len(events) == 0 {
			return
		}
		first, last := events[0].At, events[0].At
		for _, v := range events {
			if v.At.Before(last) || v.At.Sub(first) > 50*365*24*time.Hour {
				return // begun again at an earlier time, or longer than times can be told
			}
			last = v.At
		}
		if y := first.UTC().Year(); y < 1 || y > 9900 || first.Nanosecond()%1e6 != 0 {
			return
		}
		var out bytes.Buffer
		e, err := NewEncoder(&out, first, "")
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for _, v := range events {
			if v.At.Sub(last) > maxDelta || v.Note != nil && strings.ContainsAny(v.Note.Text, "\r") || v.Note != nil && strings.TrimRight(v.Note.Text, " ") != v.Note.Text {
				return
			}
			kept = append(kept, flat(v))
			if err := e.Write(v); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Flush(); err != nil {
			t.Fatal(err)
		}
		again, err := readUpTo(out.String(), 1<<30)
		if err != nil {
			if strings.Contains(err.Error(), "longer than") {
				return // a frame with many changes, in a line of its own
			}
			t.Fatalf("what was written is not read: %v\n%s", err, &out)
		}
		if got := flatAll(again); !slices.Equal(got, kept) {
			t.Fatalf("read back\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(kept, "\n"))
		}
	})
}

// TestRoundTrip writes what boards report, whatever it is, and reads it again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := noon
		cols, rows := rapid.IntRange(1, 6).Draw(t, "cols"), rapid.IntRange(1, 6).Draw(t, "rows")
		g := hw.Geometry{Cols: cols, Rows: rows, Colors: rapid.Bool().Draw(t, "colors")}
		events := []Event{{At: at, Reading: hw.Reading{Link: &hw.Link{At: at, Up: true, Board: g}}}}
		points := make([]hw.State, cols*rows)
		up := true
		for range rapid.IntRange(0, 60).Draw(t, "events") {
			at = at.Add(time.Duration(rapid.SampledFrom([]int{0, 1, 19, 20, 20, 20, 20, 250}).Draw(t, "ms")) * time.Millisecond)
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				up = !up
				l := hw.Link{At: at, Up: up}
				if up {
					l.Board = g
				} else {
					l.Reason = rapid.String().Draw(t, "reason")
				}
				events = append(events, Event{At: at, Reading: hw.Reading{Link: &l}})
			case 1:
				events = append(events, Event{At: at, Reading: hw.Reading{Fault: &hw.Fault{At: at, Device: "a b", Text: rapid.StringMatching(`[ -~]*`).Draw(t, "text")}}})
			case 2:
				events = append(events, Event{At: at, Button: &hw.Button{At: at, Name: "1", Down: rapid.Bool().Draw(t, "down")}})
			case 3:
				events = append(events, Event{At: at, Note: &Note{Key: "turn", Text: rapid.StringMatching(`([a-z]+( [A-S]\d)*)?`).Draw(t, "note")}})
			case 4, 5, 6:
				points = slices.Clone(points)
				points[rapid.IntRange(0, len(points)-1).Draw(t, "point")] = hw.State(rapid.IntRange(0, 4).Draw(t, "state"))
				fallthrough
			default:
				if up {
					events = append(events, Event{At: at, Reading: hw.Reading{Frame: &hw.Frame{At: at, Points: points}}})
				}
			}
		}
		for i := range events {
			if l := events[i].Reading.Link; l != nil && !l.Up {
				l.Reason = strings.ToValidUTF8(l.Reason, "")
			}
		}
		var out bytes.Buffer
		e, err := NewEncoder(&out, noon, "")
		for _, v := range events {
			err = errors.Join(err, e.Write(v))
		}
		if err = errors.Join(err, e.Flush()); err != nil {
			t.Fatal(err)
		}
		got, err := readUpTo(out.String(), 1<<30)
		if err != nil {
			t.Fatalf("%v\n%s", err, &out)
		}
		if want := flatAll(events); !slices.Equal(flatAll(got), want) {
			t.Fatalf("read back\n%s\nwant\n%s\nfrom\n%s", strings.Join(flatAll(got), "\n"), strings.Join(want, "\n"), &out)
		}
	})
}

// play moves stones on a simulated board while r records it.
func play(t *testing.T, r *Recorder, d time.Duration, hand func(*sim.Board)) (frames []Event) {
	t.Helper()
	b, err := sim.New(sim.Settings{Noise: sim.Noise{Bounce: 60 * time.Millisecond}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), d+7*time.Millisecond) // between two frames
	defer cancel()
	out := make(chan hw.Reading)
	ended := make(chan error, 1)
	go func() { ended <- r.Tap(b).Sense(ctx, out) }()
	go hand(b)
	for {
		select {
		case x := <-out:
			frames = append(frames, Event{At: when(x), Reading: x})
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return frames
		}
	}
}

func TestRecorder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder("the board", func() []Note { return []Note{{"game", "begun"}} })
		r.Keep(time.Minute, 1<<20)
		ctx, cancel := context.WithCancel(context.Background())
		var followed bytes.Buffer
		done := make(chan error, 1)
		go func() { done <- r.Follow(ctx, &followed) }()
		synctest.Wait()
		want := play(t, r, 20*time.Second, func(b *sim.Board) {
			time.Sleep(3 * time.Second)
			b.Put(180, hw.Black)
			time.Sleep(3 * time.Second)
			b.Unplug()
			time.Sleep(3 * time.Second)
			b.Plug()
			r.Record(Event{At: time.Now(), Note: &Note{"do", "undo"}})
			r.Record(Event{At: time.Now(), Button: &hw.Button{Name: "1"}})
		})
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		got := read(t, followed.String())
		if len(got) < 2 || *got[0].Note != (Note{"game", "begun"}) {
			t.Fatalf("it begins with %+v", got[0])
		}
		var readings []string
		extra := 0
		for _, v := range got[1:] {
			if v.Note != nil || v.Button != nil {
				extra++
				continue
			}
			readings = append(readings, flat(v))
		}
		if !slices.Equal(readings, flatAll(want)) || extra != 2 {
			t.Errorf("%d readings and %d others were recorded of %d and 2", len(readings), extra, len(want))
		}
		if followed.Len() > 1000 {
			t.Errorf("%d bytes for %d frames", followed.Len(), len(want))
		}
		var kept bytes.Buffer
		if err := r.Kept(&kept); err != nil {
			t.Fatal(err)
		}
		again := read(t, kept.String())
		if last := again[len(again)-1]; flat(last) != flat(want[len(want)-1]) {
			t.Errorf("the ring ends with %s", flat(last))
		}
	})
}

// TestTapKeepsAbilities makes sure that a sensor can do what it could.
func TestTapKeepsAbilities(t *testing.T) {
	b, err := sim.New(sim.Settings{Fields: true})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRecorder("", nil)
	if _, ok := r.Tap(b).(hw.Prober); !ok {
		t.Error("a sensor that measures fields measures none any more")
	}
	if _, ok := r.Tap(plain{b}).(hw.Prober); ok {
		t.Error("a sensor that measures none says that it does")
	}
}

// plain is a sensor that can do nothing more.
type plain struct{ s Sensor }

func (p plain) Sense(ctx context.Context, out chan<- hw.Reading) error { return p.s.Sense(ctx, out) }

func TestRing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder("", nil)
		r.Keep(8*time.Second, 1<<20)
		play(t, r, 40*time.Second, func(b *sim.Board) {
			for i := range 30 {
				time.Sleep(time.Second)
				b.Put(i, hw.White)
			}
		})
		var kept bytes.Buffer
		if err := r.Kept(&kept); err != nil {
			t.Fatal(err)
		}
		got := read(t, kept.String())
		span := got[len(got)-1].At.Sub(got[0].At)
		if span < 8*time.Second || span > 10*time.Second {
			t.Errorf("%v are kept, want 8 s and a little", span)
		}
		if f := got[1].Reading.Frame; f == nil || f.Points[29] != hw.White {
			t.Errorf("it does not begin with how the board stood: %s", flat(got[1]))
		}

		small := NewRecorder("", nil)
		small.Keep(time.Hour, 4000)
		play(t, small, time.Minute, func(b *sim.Board) { b.SetNoise(sim.Noise{FalseRead: 0.01}) })
		kept.Reset()
		if err := small.Kept(&kept); err != nil {
			t.Fatal(err)
		}
		if kept.Len() > 5000 {
			t.Errorf("%d bytes are kept where 4000 are the most", kept.Len())
		}
		read(t, kept.String())
	})
}

// slow takes nothing until it is told to.
type slow struct{ open chan struct{} }

func (s slow) Write(p []byte) (int, error) {
	<-s.open
	return len(p), nil
}

func TestFollowerThatIsTooSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder("", nil)
		s := slow{make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- r.Follow(context.Background(), s) }()
		synctest.Wait()
		play(t, r, time.Minute, func(b *sim.Board) { b.SetNoise(sim.Noise{FalseRead: 0.3}) })
		close(s.open)
		if err := <-done; !errors.Is(err, ErrTooSlow) {
			t.Errorf("it ended with %v", err)
		}
		var kept bytes.Buffer
		if err := r.Kept(&kept); err != nil || len(read(t, kept.String())) == 0 {
			t.Errorf("without a ring: %q, %v", &kept, err)
		}
	})
}
