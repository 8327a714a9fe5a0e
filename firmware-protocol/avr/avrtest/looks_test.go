package avrtest

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"
)

// look is one line of vectors/looks.json.
type look struct {
	Signal     int
	Name       string
	Color, Alt [3]uint8
	Rhythm     string
	Period     int `json:"period_ms"`
}

func readLooks(t testing.TB) []look {
	t.Helper()
	b, err := os.ReadFile("../../vectors/looks.json")
	if err != nil {
		t.Fatal(err)
	}
	var l []look
	if err := json.Unmarshal(b, &l); err != nil {
		t.Fatal(err)
	}
	for i := range l {
		if l[i].Signal != i {
			t.Fatalf("looks.json: signal %d stands in place %d", l[i].Signal, i)
		}
	}
	return l
}

// full returns what the strip gets at the look's brightest.
func (l look) full() RGB { return Strip(RGB{l.Color[0], l.Color[1], l.Color[2]}) }

// at returns what the strip gets of the look in the tick-th frame of 25 ms, for
// the step-th point of a chase; a blink is still on.
func (l look) at(tick, step int) RGB {
	other := Strip(RGB{l.Alt[0], l.Alt[1], l.Alt[2]})
	part := 0 // of the period, in 256ths
	if l.Period > 0 {
		ticks := l.Period / 25
		part = tick % ticks * 256 / ticks
	}
	if l.Rhythm == "chase" {
		part = (part - 43*step) & 0xFF
	}
	on := true
	switch l.Rhythm {
	case "dark":
		on = false
	case "breathe":
		level := 2 * part
		if part >= 128 {
			level = 2 * (255 - part)
		}
		if level == 0 {
			return RGB{}
		}
		f := l.full()
		dim := func(v uint8) uint8 { return uint8(int(v) * (level + 1) >> 8) }
		return RGB{dim(f.R), dim(f.G), dim(f.B)}
	case "pulse":
		on = part < 77
	case "fast":
		on = part < 128
	case "alternate":
		if part >= 128 {
			return other
		}
	case "twice":
		on = part < 32 || part >= 64 && part < 96
	case "chase":
		on = part < 86
	}
	if !on {
		return RGB{}
	}
	return l.full()
}

// TestEverySignalHasItsLook shows every signal at once and compares whole frames
// with what they must be at that moment of the board's time. It takes frames as
// it catches them, and asks for no pace.
func TestEverySignalHasItsLook(t *testing.T) {
	looks := readLooks(t)
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		picture := make([]uint8, b.Points())
		const stride = 16
		for i := range looks {
			picture[stride*i] = uint8(i)
		}
		chase := []int{stride * 10, 350, 351, 352, 353, 354, 355}
		for _, p := range chase {
			picture[p] = 10
		}
		h.show(make([]uint8, b.Points()), picture, 0)

		fits := func(l []RGB, tick int) bool {
			for i, look := range looks {
				got := l[stride*i]
				if look.Rhythm != "once" && got != look.at(tick, 0) {
					return false
				}
			}
			for step, p := range chase {
				if l[p] != looks[10].at(tick, step%6) {
					return false
				}
			}
			return true
		}
		seen := make([]map[RGB]bool, len(looks))
		for i := range seen {
			seen[i] = map[RGB]bool{}
		}
		var last uint64
		frames := 0
		h.until("every signal's every face shows", func() bool {
			l, at := b.lights()
			if at == last {
				return false
			}
			if last == 0 { // perhaps still of the picture before
				last = at
				return false
			}
			last = at
			frames++
			// A frame takes 8 ms to clock out, the clock began a little after the
			// first cycle, and a frame may be drawn late in its tick.
			tick := int(at / (16000 * 25))
			if !slices.ContainsFunc([]int{tick, tick - 1, tick - 2}, func(k int) bool { return k >= 0 && fits(l, k) }) {
				t.Fatalf("at tick %d the lights show %v", tick, l)
			}
			whole := true
			for i, look := range looks {
				seen[i][l[stride*i]] = true
				switch look.Rhythm {
				case "dark", "steady", "breathe", "once": // a blink that was missed does not come again
				default:
					whole = whole && seen[i][look.full()] && len(seen[i]) == 2
				}
			}
			return whole && frames >= 40 && len(seen[4]) > 10 && len(seen[14]) > 10
		})
		t.Logf("%d frames compared", frames)

		// A blink that is over stays over while another begins. One that passes while
		// this machine is at something else is followed by another.
		blink, period := looks[3].full(), time.Duration(looks[3].Period)*time.Millisecond
		caught := false
		for n := 1; !caught && n < stride; n++ {
			next := slices.Clone(picture)
			next[stride*3+n] = 3
			h.show(picture, next, 0)
			picture = next
			for end := b.elapsed() + 2*period; !caught && b.elapsed() < end; {
				l := b.Lights()
				if old := l[stride*3 : stride*3+n]; slices.ContainsFunc(old, func(c RGB) bool { return c != RGB{} }) {
					t.Fatalf("an old blink began again: %v", old)
				}
				caught = l[stride*3+n] == blink
			}
			h.until("the new blink ends", func() bool { return b.Lights()[stride*3+n] == RGB{} })
		}
		if !caught {
			t.Fatal("no new blink ever showed")
		}
	})
}
