package grblsim

import "math"

// feed is how fast a motion is to be.
type feed struct {
	rapid   bool
	rate    float64 // mm/s; in inverse time, how often a second the motion fits
	inverse bool
	fixed   bool // overrides do not change it
}

// block is a straight motion in the planner.
type block struct {
	from, delta steps
	unit        Vec
	length      float64 // mm
	left        float64 // mm still to go
	rate        float64 // mm/s, as programmed; 0: as fast as may be
	fastest     float64 // mm/s, what the axes can do in this direction
	accel       float64 // mm/s², likewise
	fixed       bool
	junction    float64 // the square of the speed that the corner before it allows
	entry       float64 // the square of the speed planned for its start
}

// rates are the overrides, as factors.
type rates struct{ feed, rapid float64 }

func (m *Machine) rates() rates {
	return rates{float64(m.sys.feed) / 100, float64(m.sys.rapid) / 100}
}

// nominal is the speed that the block runs at when nothing else slows it, mm/s.
func (b *block) nominal(r rates) float64 {
	v := b.rate
	switch {
	case v == 0:
		v = b.fastest * r.rapid
	case !b.fixed:
		v *= r.feed
	}
	const slowest = 1.0 / 60
	return max(min(v, b.fastest), min(slowest, b.fastest))
}

// planner looks ahead over the motions that are queued: at every corner the
// speed is bounded by what the corner allows and by what can still be braked
// before the last one.
type planner struct {
	blocks   []block
	position steps // where the last of them ends
	last     Vec   // the direction of the block that was queued last
}

func (p *planner) empty() bool { return len(p.blocks) == 0 }

// full reports whether no block is free: a ring of plannerSize keeps one open.
func (p *planner) full() bool { return len(p.blocks) >= plannerSize-1 }

// free is how many blocks can be queued.
func (p *planner) free() int { return plannerSize - 1 - len(p.blocks) }

// most bounds step counts as the controller's 32 bits do.
const most = math.MaxInt32

// enqueue adds a motion. One that is shorter than a step is none.
func (m *Machine) enqueue(target Vec, f feed) {
	p, s := &m.plan, &m.rom.Settings
	per, rate, accel := s.perAxis(StepsPerMM), s.perAxis(MaxRate), s.perAxis(Acceleration)
	b := block{from: p.position, fixed: f.fixed, fastest: math.Inf(1), accel: math.Inf(1)}
	var way Vec
	for a := range axes {
		to := int(math.Round(min(max(target[a]*per[a], -most), most)))
		b.delta[a] = to - p.position[a]
		if per[a] > 0 {
			way[a] = float64(b.delta[a]) / per[a]
		}
		b.length += way[a] * way[a]
	}
	if b.length == 0 {
		return
	}
	b.length = math.Sqrt(b.length)
	b.left = b.length
	for a := range axes {
		b.unit[a] = way[a] / b.length
		if share := math.Abs(b.unit[a]); share > 0 {
			b.fastest = min(b.fastest, rate[a]/60/share)
			b.accel = min(b.accel, accel[a]/share)
		}
		p.position[a] += b.delta[a]
	}
	switch {
	case f.rapid:
	case f.inverse:
		b.rate = max(f.rate*b.length, 1e-9)
	default:
		b.rate = f.rate
	}
	if len(p.blocks) > 0 {
		b.junction = corner(p.last, b.unit, accel, s[Junction])
	}
	p.last = b.unit
	p.blocks = append(p.blocks, b)
	p.replan(m.drive.speed, m.rates())
}

// corner returns the square of the speed at which the corner between two
// directions may be taken: that at which the centripetal acceleration on a
// circle, which touches both and strays from the corner by the deviation, is what
// the axes can do (Jeon, "Improving Grbl: Cornering Algorithm", 2011).
func corner(in, out, accel Vec, deviation float64) float64 {
	cos := 0.0 // of the angle between them; -1 is straight on
	var turn Vec
	for a := range axes {
		cos -= in[a] * out[a]
		turn[a] = out[a] - in[a]
	}
	switch {
	case cos > 0.999999:
		return 0 // back where it came from
	case cos < -0.999999:
		return math.Inf(1)
	}
	norm := math.Sqrt(turn[X]*turn[X] + turn[Y]*turn[Y] + turn[Z]*turn[Z])
	limit := math.Inf(1)
	for a := range axes {
		if share := math.Abs(turn[a]) / norm; share > 0 {
			limit = min(limit, accel[a]/share)
		}
	}
	sin := math.Sqrt((1 - cos) / 2) // of half the angle
	return limit * deviation * sin / (1 - sin)
}

// replan settles the speeds at all corners: first, from the end, what can still
// be braked, then what can be reached. The first block is under way at speed.
func (p *planner) replan(speed float64, r rates) {
	n := len(p.blocks)
	if n == 0 {
		return
	}
	p.blocks[0].entry = speed * speed
	exit := 0.0
	for i := n - 1; i > 0; i-- {
		b, before := &p.blocks[i], &p.blocks[i-1]
		highest := min(b.nominal(r), before.nominal(r))
		b.entry = min(b.junction, highest*highest, exit+2*b.accel*b.length)
		exit = b.entry
	}
	for i := 1; i < n; i++ {
		before := &p.blocks[i-1]
		p.blocks[i].entry = min(p.blocks[i].entry, max(before.entry, 0)+2*before.accel*before.left)
	}
}

// exit is the square of the speed at which the first block ends.
func (p *planner) exit() float64 {
	if len(p.blocks) > 1 {
		return p.blocks[1].entry
	}
	return 0
}
