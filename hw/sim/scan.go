package sim

import (
	"time"

	"stonehand/hw"
)

// cell is one point of the board.
type cell struct {
	from, to hw.State  // what stood there before, what stands there now
	moved    time.Time // when to replaced from
}

// action is one change of one point that the hand is about to make.
type action struct {
	at    time.Time
	point int
	to    hw.State
}

// read is one scan of the whole board. Where no noise is set and nothing moves,
// it returns the same slice again. Its caller holds b.mu.
func (b *Board) read(now time.Time) []hw.State {
	b.carry(now)
	noisy := b.noise.FalseRead > 0 || b.noise.Leak > 0 || now.Before(b.restless) || b.wavering()
	if !noisy && b.quiet != nil {
		return b.quiet
	}
	points := make([]hw.State, len(b.cells))
	for p := range b.cells {
		c := &b.cells[p]
		points[p] = c.to
		if b.noise.Bounce > 0 && now.Before(c.moved.Add(b.noise.Bounce)) && b.rng.Uint64()&1 == 0 {
			points[p] = c.from
		}
	}
	if b.noise.Leak > 0 {
		b.leak(points)
	}
	b.weaken(points)
	if b.noise.FalseRead > 0 {
		for p := range points {
			if b.rng.Float64() < b.noise.FalseRead {
				points[p] = (points[p] + 1 + hw.State(b.rng.IntN(2))) % hw.Stone
			}
		}
	}
	if !b.geo.Colors {
		for p, s := range points {
			if s == hw.Black || s == hw.White {
				points[p] = hw.Stone
			}
		}
	}
	for p, s := range b.stuck {
		points[p] = s
	}
	points = b.bySensors(points)
	b.quiet = nil
	if !noisy {
		b.quiet = points
	}
	return points
}

// carry lets the hand do what it was to do before a scan. What it does at the
// moment of a scan only the next one sees: under testing/synctest much happens
// at one moment, and which of it runs first is open.
func (b *Board) carry(now time.Time) {
	done := 0
	for _, a := range b.pending {
		if !a.at.Before(now) {
			break
		}
		done++
		c := &b.cells[a.point]
		*c = cell{from: c.to, to: a.to, moved: a.at}
		if until := a.at.Add(b.noise.Bounce); until.After(b.restless) {
			b.restless = until
		}
		b.quiet = nil
	}
	if done > 0 {
		b.pending = append(b.pending[:0], b.pending[done:]...)
	}
}

// leak lets stones be seen on empty neighbours.
func (b *Board) leak(points []hw.State) {
	for p := range b.cells {
		if b.cells[p].to == hw.Empty {
			continue
		}
		col, row := p%b.geo.Cols, p/b.geo.Cols
		for _, d := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			c, r := col+d[0], row+d[1]
			if c < 0 || r < 0 || c >= b.geo.Cols || r >= b.geo.Rows {
				continue
			}
			if q := r*b.geo.Cols + c; b.cells[q].to == hw.Empty && b.rng.Float64() < b.noise.Leak {
				points[q] = b.cells[p].to
			}
		}
	}
}
