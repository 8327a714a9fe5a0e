package strip

import (
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

func newPainter(leds, channels int, k *inks, b Budget, order [3]int) painter {
	p := painter{leds: leds, channels: channels, breath: breath, budget: b, order: order, pixels: make([]byte, leds*channels)}
	for s := range p.inks {
		l := hw.Signal(s).Look()
		p.inks[s] = [2]ink{k.mix(l.Color), k.mix(l.Alt)}
	}
	return p
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
