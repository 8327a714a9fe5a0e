// Package hands plays the hands of a helpful person at a simulated board. They do
// what the table asks of people's hands and nothing else: they put the machine's
// stones down, take captured stones off, and stones after an undo, clear the board for a
// new game, and lay out a recorded one. They read what the table shows and move stones
// as any hand does, so the table learns of it from its sensors.
package hands

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/pointmap"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Stones are the stones on a simulated board, by points numbered as in package
// hw. [*sim.Board] implements it.
type Stones interface {
	Put(point int, s hw.State) error
	Lift(point int) error
	Clear()
	Stones() []hw.State
}

var _ Stones = (*sim.Board)(nil)

// Helper is one pair of hands.
type Helper struct {
	Table  api.Board
	Stones Stones
	// Pause is how long the hands wait before each movement; 0: not at all.
	Pause time.Duration
	// Arm says that an arm puts the machine's stones down: the hands leave them
	// to it.
	Arm bool
	Log *slog.Logger // nil: discards

	// Points whose captured stones the hands have lifted, and where none stands since. The
	// machine may play there at once: the sensors still show the stone that is gone, and
	// the table takes it for the new one.
	took map[int]bool
	// Whether the last movement took a captured stone off, and when it was made.
	taking bool
	moved  time.Time
}

// move is one movement of the hands: they put a stone on a point, or lift the one
// that is there.
type move struct {
	point int      // everywhere: all stones are swept off the board
	stone hw.State // Empty: lift
	takes bool     // the stone that is lifted was captured
}

// everywhere is the point of a move that clears the board.
const everywhere = -1

// Run helps, for as long as the table says that the hands help, until ctx ends.
func (h *Helper) Run(ctx context.Context) {
	log := h.Log
	log = cmp.Or(log, slog.New(slog.DiscardHandler))
	h.took = map[int]bool{}
	timer := time.NewTimer(h.Pause)
	timer.Stop()
	defer timer.Stop()
	var updates <-chan api.Update
	var due move
	waits := false // for timer, to make the move that is due
	for ctx.Err() == nil {
		if updates == nil {
			updates = h.Table.Subscribe(ctx)
		}
		m, any := h.next(h.Table.Snapshot())
		switch {
		case !any:
			timer.Stop()
			waits = false
		case !waits || m != due:
			due, waits = m, true
			timer.Reset(h.pause(m))
		}
		select {
		case <-timer.C:
			waits = false
			// What is asked may have changed while the hands waited.
			if m, any := h.next(h.Table.Snapshot()); any && m == due {
				if err := h.do(m); err != nil {
					log.Debug("the helping hands were too late", "err", err)
				}
			}
		case _, ok := <-updates:
			if !ok {
				updates = nil // the table dropped a reader that was too slow, or has ended
				if !hw.Sleep(ctx, time.Second) {
					return
				}
			}
		case <-ctx.Done():
		}
	}
}

// anotherStone is how long the hands need between a captured stone and another. The table takes
// what comes much sooner where one was lifted, or on the next point, for the same stone.
const anotherStone = 500 * time.Millisecond

// pause is how long the hands wait before a movement.
func (h *Helper) pause(m move) time.Duration {
	if m.takes == h.taking {
		return h.Pause
	}
	return max(h.Pause, anotherStone-time.Since(h.moved))
}

// do makes a movement. A person may have been faster: then the board says so.
func (h *Helper) do(m move) error {
	h.taking, h.moved = m.takes, time.Now()
	switch {
	case m.point == everywhere:
		h.Stones.Clear()
		return nil
	case m.stone == hw.Empty:
		h.took[m.point] = m.takes
		return h.Stones.Lift(m.point)
	}
	return h.Stones.Put(m.point, m.stone)
}

// next returns the movement that the table asks for next, if there is one that the
// hands may make. Only what stands between a command and the next turn is theirs:
// the stones of the machine, captured stones, after an undo or for a new game whatever
// is wrong on the board, and what lies there when the visitors of an exhibit have gone, or
// the rules are to be shown. What people put where it does not belong is theirs to mend.
func (h *Helper) next(s *api.Snapshot) (move, bool) {
	size := board.Size{Cols: s.Cols, Rows: s.Rows}
	in := pointmap.Map{Board: board.Size{Cols: s.Board.Cols, Rows: s.Board.Rows}, Game: size}
	if !s.Helping || !size.Valid() || !in.Fits() {
		return move{}, false
	}
	on := h.Stones.Stones()
	maps.DeleteFunc(h.took, func(p int, _ bool) bool { return on[p] != hw.Empty })
	at := func(p board.Point) int {
		if !size.Has(p) || in.Index(p) >= len(on) {
			return everywhere
		}
		return in.Index(p)
	}
	switch {
	case s.Attract != nil && s.Attract.Scene == "clear" && len(s.Marks) > 0:
		return move{point: everywhere}, true
	case s.Mending && (s.Phase == api.PhaseClear || s.Phase == api.PhaseRepair || s.Phase == api.PhaseReview):
		return mend(s, on, at)
	case s.Phase == api.PhaseRepair && len(h.took) > 0:
		for _, k := range s.Marks {
			if p := at(k.Point); h.took[p] && k.Kind == "missing" && k.Color != board.Empty {
				return move{point: p, stone: hw.State(k.Color)}, true
			}
		}
	case s.Phase == api.PhasePlace && !h.Arm:
		for _, p := range s.Wanted {
			if p := at(p); p != everywhere && on[p] == hw.Empty {
				return move{point: p, stone: hw.State(s.ToMove)}, true
			}
		}
	}
	if s.Go != nil {
		for _, p := range s.Go.Captured {
			if p := at(p); p != everywhere && on[p] != hw.Empty {
				return move{point: p, takes: true}, true
			}
		}
	}
	return move{}, false
}

// mend returns the movement that brings the board nearer to the game: first off
// with what does not belong, then down with what is missing.
func mend(s *api.Snapshot, on []hw.State, at func(board.Point) int) (move, bool) {
	for _, k := range s.Marks {
		p := at(k.Point)
		if p == everywhere || on[p] == hw.Empty || k.Kind != "extra" && k.Kind != "wrong" {
			continue
		}
		if s.Phase == api.PhaseClear && len(s.Record) == 0 {
			return move{point: everywhere}, true
		}
		if k.Kind == "wrong" && on[p] == hw.State(k.Color) {
			continue // the hands have put it right, and the sensors do not see it yet
		}
		return move{point: p}, true
	}
	for _, k := range s.Marks {
		p := at(k.Point)
		if p == everywhere || on[p] != hw.Empty || k.Kind != "missing" && k.Kind != "wrong" {
			continue
		}
		if c := hw.State(k.Color); c != hw.Empty {
			return move{point: p, stone: c}, true
		}
	}
	return move{}, false
}

// A colour and a state of the same name have the same number, so that one converts
// to the other.
var (
	_ = [1]struct{}{}[hw.Black-hw.State(board.Black)]
	_ = [1]struct{}{}[hw.White-hw.State(board.White)]
	_ = [1]struct{}{}[hw.Empty-hw.State(board.Empty)]
)
