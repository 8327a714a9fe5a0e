package kerneltest_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"stonehand/hw"
	"stonehand/hw/kerneltest"
	"stonehand/hw/strip"
	"stonehand/hw/strip/striptest"
)

var stripParts = []kerneltest.Part{
	{Name: "strip-ws2812", Test: oneWireFits},
	{Name: "strip-apa102", Test: clockedInPieces},
	{Name: "strip-too-long", Test: tooLongIsSaid},
	{Name: "strip-unplugged", Test: stripComesBack},
	{Name: "strip-share", Test: stripShare},
}

// lights is a strip that is lit, on /dev/spidev0.1.
type lights struct {
	t      *testing.T
	b      *kerneltest.Board
	strip  *strip.Strip
	faults chan hw.Fault
}

func light(t *testing.T, b *kerneltest.Board, o strip.Options) *lights {
	t.Helper()
	o.Device, o.Cols, o.Rows = "/dev/spidev0.1", 19, 19
	o.Current.Most = 10_000
	s, err := strip.New(o)
	if err != nil {
		t.Fatal(err)
	}
	l := &lights{t: t, b: b, strip: s, faults: make(chan hw.Fault, 100)}
	b.SPI(1).Capture(true)
	ended := make(chan error, 1)
	go func() { ended <- s.Light(context.Background(), l.faults) }()
	t.Cleanup(func() {
		if err := s.Halt(); err != nil {
			t.Error(err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l
}

// show makes one point the only one that is lit.
func (l *lights) show(point int) {
	p := hw.Picture{Points: make([]hw.Signal, 361)}
	p.Points[point] = hw.PlaceBlack
	l.strip.Show(p)
}

// frame waits for a whole frame of so many bytes and returns it, and in how many
// messages it came.
func (l *lights) frame(size int) (frame []byte, messages []kerneltest.Write) {
	l.t.Helper()
	for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		for _, w := range l.b.Written() {
			frame = append(frame, w.Data...)
			messages = append(messages, w)
			if len(frame) >= size {
				return frame, messages
			}
		}
	}
	l.t.Fatalf("no frame of %d bytes in 2 s, but %d bytes in %d messages; %+v", size, len(frame), len(messages), l.strip.Stats())
	return nil, nil
}

// lit reads a frame as the LEDs do and returns which are not dark.
func (l *lights) lit(chip strip.Chip, frame []byte) (lit []int) {
	l.t.Helper()
	c := striptest.New(string(chip), l.strip.LEDs())
	if err := c.Write(frame); err != nil {
		l.t.Error(err)
	}
	for i := range c.Shows {
		if c.RGB(i) != [3]int{} {
			lit = append(lit, i)
		}
	}
	return lit
}

// fault waits for a fault that says text, or for one's end where text is empty,
// and returns how long that took.
func (l *lights) fault(text string, within time.Duration) time.Duration {
	l.t.Helper()
	begun := time.Now()
	for late := time.After(within); ; {
		select {
		case f := <-l.faults:
			if text == "" && f.Text == "" || text != "" && strings.Contains(f.Text, text) {
				l.t.Logf("%q after %v", f.Text, time.Since(begun))
				return time.Since(begun)
			}
			l.t.Logf("%q", f.Text)
		case <-late:
			l.t.Fatalf("no fault that says %q in %v; %+v", text, within, l.strip.Stats())
		}
	}
}

// oneWireFits shows that a board of WS2812 fits the buffer as the kernel comes,
// and goes out in one piece, whose pauses would end it.
func oneWireFits(t *testing.T, b *kerneltest.Board) {
	l := light(t, b, strip.Options{Chip: strip.WS2812})
	const size = 120 + 361*9 + 120 // silence, three bits for each of colour, silence
	for _, point := range []int{0, 180, 360} {
		l.show(point)
		frame, messages := l.frame(size)
		if len(frame) != size || len(messages) != 1 || messages[0].Speed != 3_200_000 {
			t.Errorf("%d bytes came in %d messages at %d Hz, want %d in one at 3200000", len(frame), len(messages), messages[0].Speed, size)
		}
		if got := l.lit(strip.WS2812, frame); fmt.Sprint(got) != fmt.Sprint([]int{point}) {
			t.Errorf("LEDs %v are lit, want %d", got, point)
		}
	}
}

// clockedInPieces shows that a frame of APA102 beyond spidev.bufsiz arrives whole
// and in order.
func clockedInPieces(t *testing.T, b *kerneltest.Board) {
	l := light(t, b, strip.Options{Chip: strip.APA102, Each: 3})
	const leds = 3 * 361
	const size = 4 + 4*leds + 4 + (leds+15)/16
	for _, point := range []int{0, 200, 360} {
		l.show(point)
		frame, messages := l.frame(size)
		if len(frame) != size || len(messages) != 2 || len(messages[0].Data) != 4096 {
			t.Errorf("%d bytes came in %d messages, the first of %d; want %d in 2, the first of 4096", len(frame), len(messages), len(messages[0].Data), size)
		}
		want := []int{3 * point, 3*point + 1, 3*point + 2}
		if got := l.lit(strip.APA102, frame); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("LEDs %v are lit, want %v", got, want)
		}
	}
}

// tooLongIsSaid shows that a frame which the kernel does not take whole, and
// which cannot be cut, is a fault that says what to do.
func tooLongIsSaid(t *testing.T, b *kerneltest.Board) {
	l := light(t, b, strip.Options{Chip: strip.SK6812W})
	l.show(100)
	l.fault("spidev.bufsiz", 3*time.Second)
}

// stripComesBack shows that LEDs whose port was away get the present picture.
func stripComesBack(t *testing.T, b *kerneltest.Board) {
	l := light(t, b, strip.Options{Chip: strip.APA102})
	const size = 4 + 4*361 + 4 + (361+15)/16
	l.show(10)
	l.frame(size)
	for i := range *unplugs {
		b.SPI(1).Vanish()
		l.show(20 + i%300)
		l.fault("/dev/spidev0.1", 3*time.Second)
		time.Sleep(time.Duration(i%5) * 700 * time.Millisecond)
		b.Written()
		b.SPI(1).Return()
		l.fault("", 2*time.Second)
		frame, _ := l.frame(size)
		if got := l.lit(strip.APA102, frame); len(got) != 1 || got[0] != 20+i%300 {
			t.Errorf("LEDs %v are lit, want %d", got, 20+i%300)
		}
	}
}

// stripShare measures what a strip takes of the machine's core of 500 million
// instructions a second. The system's part holds the emulated hardware too.
func stripShare(t *testing.T, b *kerneltest.Board) {
	cpu := func() (user, system time.Duration) {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			t.Fatal(err)
		}
		return time.Duration(r.Utime.Nano()), time.Duration(r.Stime.Nano())
	}
	for _, chip := range []strip.Chip{strip.WS2812, strip.APA102} {
		l := light(t, b, strip.Options{Chip: chip})
		for _, tt := range []struct {
			what string
			edge hw.Signal
			most float64 // of the core, for this process alone
		}{{"breathing", hw.Thinking, 0.05}, {"still", hw.YourTurn, 0.005}} {
			const while = 4 * time.Second
			l.strip.Show(hw.Picture{Points: make([]hw.Signal, 361), Edge: tt.edge})
			time.Sleep(time.Second)
			frames, begun := l.strip.Stats().Frames, time.Now()
			user, system := cpu()
			time.Sleep(while)
			user2, system2 := cpu()
			lasted := float64(time.Since(begun))
			share := float64(user2-user) / lasted
			t.Logf("%s, %s: %.1f frames a second, %.2f %% of the core, and %.2f %% for system and hardware", chip, tt.what,
				float64(l.strip.Stats().Frames-frames)/while.Seconds(), 100*share, 100*float64(system2-system)/lasted)
			if share > tt.most {
				t.Errorf("%s, %s: %.1f %% of the core, at most %.1f %% is meant", chip, tt.what, 100*share, 100*tt.most)
			}
		}
		if err := l.strip.Halt(); err != nil {
			t.Error(err)
		}
	}
}

// TestLargeTransfers shows that with a larger spidev.bufsiz what was too long goes
// out in one piece.
func TestLargeTransfers(t *testing.T) {
	boots(t)
	kerneltest.RunWith(t, []string{"spidev.bufsiz=65536"}, kerneltest.Part{
		Name: "strip-sk6812w", Test: func(t *testing.T, b *kerneltest.Board) {
			l := light(t, b, strip.Options{Chip: strip.SK6812W})
			const size = 120 + 361*16 + 120
			l.show(100)
			frame, messages := l.frame(size)
			if len(frame) != size || len(messages) != 1 {
				t.Errorf("%d bytes came in %d messages, want %d in one", len(frame), len(messages), size)
			}
			if got := l.lit(strip.SK6812W, frame); fmt.Sprint(got) != "[100]" {
				t.Errorf("LEDs %v are lit, want 100", got)
			}
		},
	})
}
