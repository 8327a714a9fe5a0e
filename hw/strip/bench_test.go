package strip

import (
	"testing"
	"time"

	"stonehand/hw"
)

// BenchmarkAnimation makes the frames of one second of the picture that takes
// most: the edge breathes while a full board's lights wait, blink and chase. The
// port takes them in no time, so that what is measured is the processor's part.
func BenchmarkAnimation(b *testing.B) {
	for _, chip := range []Chip{WS2812, SK6812W, APA102} {
		b.Run(string(chip), func(b *testing.B) {
			s, err := New(Options{Chip: chip, Device: "/dev/spidev0.0", Cols: 19, Rows: 19})
			if err != nil {
				b.Fatal(err)
			}
			p := hw.Picture{Points: make([]hw.Signal, 361), Edge: hw.Thinking}
			for i := range p.Points {
				p.Points[i] = hw.Signal(i) % signals
			}
			s.shown.take(p, s.born)
			b.ReportAllocs()
			frames := 0
			for b.Loop() {
				for at := time.Duration(0); at < time.Second; {
					next := s.paint(s.born.Add(at))
					if _, err := s.forms[0].encode(s.pixels); err != nil {
						b.Fatal(err)
					}
					at = next.Sub(s.born)
					frames++
				}
			}
			b.ReportMetric(float64(frames)/float64(b.N), "frames/s")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*100, "%core")
		})
	}
}
