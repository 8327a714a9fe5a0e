package sim

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"stonehand/hw"
)

// What the hand cannot do. Errors of Put, Lift and Slide wrap these and add the
// point and what to do instead.
var (
	ErrOffBoard = errors.New("there is no such point on the board")
	ErrOccupied = errors.New("a stone is there already")
	ErrEmpty    = errors.New("no stone is there")
	// ErrThere is ErrOccupied by a stone of the same colour.
	ErrThere   = fmt.Errorf("such a stone: %w", ErrOccupied)
	ErrNoStone = errors.New("that is not a stone")
)

// slideStep is what a sliding stone takes from one point to the next: a hand at
// half a metre a second over points some 2 cm apart.
const slideStep = 40 * time.Millisecond

// Put puts a stone down. It returns at once; the hand has other things to do
// first if it was told so, and takes the hand delay for each. A board that
// cannot tell colours takes hw.Stone too.
func (b *Board) Put(point int, s hw.State) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.on(point); err != nil {
		return fmt.Errorf("sim: no stone can be put down: %w", err)
	}
	if s != hw.Black && s != hw.White && (s != hw.Stone || b.geo.Colors) {
		return fmt.Errorf("sim: %q cannot be put down on %s: %w; use black or white", s, b.name(point), ErrNoStone)
	}
	if was := b.plan[point]; was == s {
		return fmt.Errorf("sim: a %s stone cannot be put down on %s: %w; lift it first", s, b.name(point), ErrThere)
	} else if was != hw.Empty {
		return fmt.Errorf("sim: a %s stone cannot be put down on %s: %w (%s); lift it first", s, b.name(point), ErrOccupied, was)
	}
	b.do(b.turn(), point, s)
	return nil
}

// Lay makes the stones stand on the board as if they had been there all along:
// at once, without a hand and without bouncing. It is for a board that is to be
// found as it was left; stones that are on it already stay.
func (b *Board) Lay(stones map[int]hw.State) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for point, s := range stones {
		if err := b.on(point); err != nil {
			return fmt.Errorf("sim: no stone can be laid: %w", err)
		}
		if s != hw.Black && s != hw.White && (s != hw.Stone || b.geo.Colors) {
			return fmt.Errorf("sim: %q cannot be laid on %s: %w; use black or white", s, b.name(point), ErrNoStone)
		}
	}
	for point, s := range stones {
		b.plan[point] = s
		b.cells[point] = cell{from: s, to: s}
	}
	b.quiet = nil
	b.stir()
	return nil
}

// Lift takes a stone off the board.
func (b *Board) Lift(point int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.on(point); err != nil {
		return fmt.Errorf("sim: no stone can be lifted: %w", err)
	}
	if b.plan[point] == hw.Empty {
		return fmt.Errorf("sim: nothing can be lifted from %s: %w", b.name(point), ErrEmpty)
	}
	b.do(b.turn(), point, hw.Empty)
	return nil
}

// Slide pushes a stone over the board without lifting it: every empty point
// under its straight way feels it pass, for 40 ms each.
func (b *Board) Slide(from, to int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, p := range []int{from, to} {
		if err := b.on(p); err != nil {
			return fmt.Errorf("sim: no stone can be slid: %w", err)
		}
	}
	stone := b.plan[from]
	switch {
	case stone == hw.Empty:
		return fmt.Errorf("sim: nothing can be slid from %s: %w", b.name(from), ErrEmpty)
	case from == to:
		return nil
	case b.plan[to] != hw.Empty:
		return fmt.Errorf("sim: the stone of %s cannot be slid to %s: %w; lift that one first", b.name(from), b.name(to), ErrOccupied)
	}
	at := b.turn()
	b.do(at, from, hw.Empty)
	for _, p := range b.way(from, to) {
		at = at.Add(slideStep)
		if b.plan[p] == hw.Empty { // the hand goes round stones that stand in the way
			b.do(at, p, stone)
			b.do(at.Add(slideStep), p, hw.Empty)
		}
	}
	at = at.Add(slideStep)
	b.do(at, to, stone)
	b.handFree = at
	return nil
}

// Clear sweeps every stone off the board in one action.
func (b *Board) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.turn()
	for p, s := range b.plan {
		if s != hw.Empty {
			b.do(at, p, hw.Empty)
		}
	}
}

// Stones returns what the hand has put down, by point: where the stones will be
// once it has done all it was told. It is the truth that the sensors report as
// well as they can.
func (b *Board) Stones() []hw.State {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.plan)
}

// turn returns when the hand does its next action, and takes that time.
func (b *Board) turn() time.Time {
	at := time.Now()
	if b.handFree.After(at) {
		at = b.handFree
	}
	at = at.Add(b.delay)
	b.handFree = at
	return at
}

// do plans one change of one point; changes of one moment keep their order.
func (b *Board) do(at time.Time, point int, to hw.State) {
	b.plan[point] = to
	i := len(b.pending)
	for i > 0 && b.pending[i-1].at.After(at) {
		i--
	}
	b.pending = slices.Insert(b.pending, i, action{at, point, to})
	b.stir()
}

// way returns the points strictly between from and to on the straight line.
func (b *Board) way(from, to int) []int {
	c0, r0 := from%b.geo.Cols, from/b.geo.Cols
	dc, dr := to%b.geo.Cols-c0, to/b.geo.Cols-r0
	steps := max(abs(dc), abs(dr))
	var way []int
	for i := 1; i < steps; i++ {
		way = append(way, (r0+round(dr*i, steps))*b.geo.Cols+c0+round(dc*i, steps))
	}
	return way
}

func abs(x int) int { return max(x, -x) }

// round returns a/b to the nearest integer, b > 0.
func round(a, b int) int {
	if a < 0 {
		return -round(-a, b)
	}
	return (2*a + b) / (2 * b)
}

func (b *Board) on(point int) error {
	if point < 0 || point >= len(b.plan) {
		return fmt.Errorf("point %d: %w, which has points 0 to %d", point, ErrOffBoard, len(b.plan)-1)
	}
	return nil
}

// name says where a point is, counted as a person would.
func (b *Board) name(point int) string {
	return fmt.Sprintf("point %d (column %d, row %d)", point, point%b.geo.Cols+1, point/b.geo.Cols+1)
}
