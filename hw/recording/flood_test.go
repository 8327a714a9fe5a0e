package recording

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/hw"
)

// flood returns a recorder whose program notes ever more, as a game does that goes on
// and on, and how many bytes its recordings begun with.
func flood(most, events int, stands bool) (r *Recorder, begun *int) {
	var notes []Note
	begun = new(int)
	r = NewRecorder("", func() []Note {
		for _, n := range notes {
			*begun += len(n.Text)
		}
		return notes
	})
	r.Keep(10*time.Minute, most)
	at := noon
	r.Record(Event{At: at, Reading: hw.Reading{Link: &hw.Link{At: at, Up: true, Board: hw.Geometry{Cols: 3, Rows: 3}}}})
	for i := range events {
		at = at.Add(time.Millisecond)
		n := Note{"entry", strings.Repeat("x", 200)}
		if i%128 == 0 {
			notes = nil
		}
		notes = append(notes, n)
		r.Record(Event{At: at, Note: &n})
		if stands {
			points := make([]hw.State, 9)
			points[i%9] = hw.Black
			r.Record(Event{At: at, Reading: hw.Reading{Frame: &hw.Frame{At: at, Points: points}}})
		}
	}
	return r, begun
}

// Whatever a program notes, and however often: what is kept stays within its bound,
// and costs no more than what is noted.
func TestFloodOfNotes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	for _, most := range []int{128 << 10, 512 << 10} {
		for _, stands := range []bool{false, true} {
			const events = 20_000
			r, begun := flood(most, events, stands)
			var kept bytes.Buffer
			if err := r.Kept(&kept); err != nil {
				t.Fatal(err)
			}
			if kept.Len() > most || kept.Len() < most/4 {
				t.Errorf("%d bytes are kept where %d are the most", kept.Len(), most)
			}
			if *begun > 2*events*230 {
				t.Errorf("%d bytes of beginnings for %d of notes", *begun, events*200)
			}
			read(t, kept.String())
		}
	}
	// A program that has more to say at the beginning than there is room for.
	r := NewRecorder("", func() []Note { return slices.Repeat([]Note{{"entry", strings.Repeat("x", 1000)}}, 1000) })
	r.Keep(time.Minute, 128<<10)
	for i := range 5000 {
		at := noon.Add(time.Duration(i) * time.Millisecond)
		r.Record(Event{At: at, Reading: hw.Reading{Fault: &hw.Fault{At: at, Device: "board", Text: strings.Repeat("broken ", 1+i*10)}}})
	}
	r.Record(Event{At: noon.Add(time.Minute), Note: &Note{"entry", strings.Repeat("x", 1<<20)}})
	var kept bytes.Buffer
	if err := r.Kept(&kept); err != nil || kept.Len() > 128<<10 {
		t.Errorf("%d bytes, %v", kept.Len(), err)
	}
	read(t, kept.String())
}

// BenchmarkFlood shows that an event costs the same however many there are: bytes
// written to begin recordings again, for each event.
func BenchmarkFlood(b *testing.B) {
	for _, events := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(events), func(b *testing.B) {
			for b.Loop() {
				_, begun := flood(512<<10, events, true)
				b.ReportMetric(float64(*begun)/float64(events), "begun-B/event")
			}
		})
	}
}
