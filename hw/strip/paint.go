package strip

import (
	"math"
	"time"

	"stonehand/hw"
)

const (
	signals = hw.Liberty + 1 // how many there are
	faces   = 6              // of a signal: the steps of a chase
)

// painter turns a scene into the pixels of all LEDs.
type painter struct {
	leds     int
	channels int
	breath   time.Duration
	budget   Budget
	order    [3]int          // where red, green and blue go
	inks     [signals][2]ink // of each signal's two colours
	pixels   []byte
}

func newPainter(leds, channels int, b Budget, order [3]int) painter {
	return painter{leds: leds, channels: channels, breath: breath, budget: b, order: order, pixels: make([]byte, leds*channels)}
}

// fill takes the inks that it paints with from then on.
func (p *painter) fill(k *inks) {
	for s := range p.inks {
		l := hw.Signal(s).Look()
		p.inks[s] = [2]ink{k.mix(l.Color), k.mix(l.Alt)}
	}
}

// peak is the most that a signal takes at any moment.
func (p *painter) peak(s hw.Signal) int {
	return max(p.inks[s][0].total(), p.inks[s][1].total())
}

// pixelsOf paints a scene when the strip's clock and that of the scene show the
// times given. It returns how long the pixels stay as they are; 0: for ever.
func (p *painter) pixelsOf(s *scene, clock, slot time.Duration) time.Duration {
	total := 0
	for _, l := range s.lights {
		total += p.peak(l.signal)
	}
	scale := p.budget.scale(p.leds, total)
	var again time.Duration
	// Most lights are like another one; each face is computed once.
	var ready [signals][faces][2]bool
	var steps [signals][faces][2][4]byte
	for i, l := range s.lights {
		at := p.pixels[i*p.channels : (i+1)*p.channels]
		if l.spent || l.signal == hw.Off {
			clear(at)
			continue
		}
		which, t := 0, clock
		if l.slot || l.held {
			which, t = 1, slot
		}
		face := &steps[l.signal][l.step][which]
		if !ready[l.signal][l.step][which] {
			ready[l.signal][l.step][which] = true
			look := l.signal.Look()
			if l.held {
				look.Rhythm = hw.Steady
			}
			v, alt := level(look, t, int(l.step))
			color := p.inks[l.signal][0]
			if alt {
				color = p.inks[l.signal][1]
			}
			*face = color.at(v, scale)
			if d := wait(look, t, int(l.step), p.breath); d > 0 && (again == 0 || d < again) {
				again = d
			}
		}
		for c, to := range p.order {
			at[to] = face[c]
		}
		if p.channels == 4 {
			at[3] = face[3]
		}
	}
	return again
}

// ink is how much of each channel a colour takes, in 256ths of the steps that an
// LED knows: red, green, blue, white. Current is in proportion to it.
type ink [4]int

// inks turns colours as people see them into what LEDs take.
type inks struct {
	of    [256]int // a channel's value after gamma and brightness
	white bool     // there is a white LED beside the coloured ones
}

// newInks returns the inks at a brightness of 0 to 1 and a gamma.
func newInks(brightness, gamma float64, white bool) *inks {
	k := &inks{white: white}
	for v := 1; v < 256; v++ {
		full := 255 * 256 * brightness * math.Pow(float64(v)/255, gamma)
		// What is to be seen takes the least step there is.
		k.of[v] = max(256, int(math.Round(full)))
	}
	return k
}

// mix returns what a colour takes.
func (k *inks) mix(c hw.RGB) ink {
	i := ink{k.of[c.R], k.of[c.G], k.of[c.B]}
	if k.white {
		// What all three share, white gives at a third of the current.
		w := min(i[0], i[1], i[2])
		i = ink{i[0] - w, i[1] - w, i[2] - w, w}
	}
	return i
}

// total is what the ink takes of all channels.
func (i ink) total() int { return i[0] + i[1] + i[2] + i[3] }

// whole is a scale that dims nothing.
const whole = 1 << 16

// at returns the steps of an ink at a level of 0 to 255 and a scale. They are
// rounded down, so that they take no more current than the ink does in proportion.
func (i ink) at(level, scale int) (steps [4]byte) {
	for c, v := range i {
		steps[c] = byte(int64(v*level/255) * int64(scale) / whole / 256) // int has 32 bits on a small Pi
	}
	return steps
}

// Budget is what LEDs take of a supply and may take. All of it is in mA.
type Budget struct {
	Most    int     // all LEDs together, at any moment
	Channel float64 // one channel of one LED at full
	Idle    float64 // one LED that is dark
}

// scale returns how much of their ink lights may have so that leds LEDs of which
// some take the total together keep within the budget.
func (b Budget) scale(leds, total int) int {
	free := float64(b.Most) - b.Idle*float64(leds)
	want := b.Channel * float64(total) / (255 * 256)
	switch {
	case free <= 0:
		return 0
	case want <= free:
		return whole
	}
	return int(whole * free / want)
}

// Current returns what a strip takes that is sent pixels, channels bytes for each
// LED.
func (b Budget) Current(pixels []byte, channels int) float64 {
	sum := 0
	for _, v := range pixels {
		sum += int(v)
	}
	return b.Idle*float64(len(pixels)/channels) + b.Channel*float64(sum)/255
}
