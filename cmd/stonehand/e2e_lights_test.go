package main_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
)

// size is the board of these tests.
var size = board.Size{Cols: 19, Rows: 19}

// lightHand is a person at a board who obeys its lights and knows nothing else:
// it puts a stone where a light asks for one, plays a turn of its own when the
// edge says so, and stops when a row of six is shown as won.
type lightHand struct {
	t      *testing.T
	board  *avrtest.Board
	stones []api.Stone // on the board, in the order in which they were put there
	own    board.Color
	turn   func(stones []api.Stone, n int, c board.Color) []string // the hand's own turn
	shaky  *rand.Rand                                              // stones bounce as they are put down; nil: they do not

	turns  int   // own turns played
	played bool  // the turn that the edge asks for
	won    []int // points of the winning row, as far as they were seen
}

// glimpse is what a hand makes of the lights it has looked at for a while.
type glimpse struct {
	place map[int]board.Color // points that steadily ask for a stone
	mine  bool                // the edge steadily says that it is the person's turn
	won   []int               // points that were green at any time
}

func lit(c hw.RGB) avrtest.RGB { return avrtest.Strip(avrtest.RGB(c)) }

// Looking for longer than any light is on when it pulses tells what is steady;
// looking for more than the period of a chase tells all of its points.
const (
	glance = 450 * time.Millisecond
	stare  = 1500 * time.Millisecond
)

// look watches the lights for a while.
func (h *lightHand) look(while time.Duration) glimpse {
	h.t.Helper()
	asks := map[avrtest.RGB]board.Color{
		lit(hw.PlaceBlack.Look().Color): board.Black,
		lit(hw.PlaceWhite.Look().Color): board.White,
	}
	g := glimpse{place: map[int]board.Color{}, mine: true}
	green := map[int]bool{}
	first := h.board.Lights()
	for p, c := range first[:size.Count()] {
		if asks[c] != board.Empty {
			g.place[p] = asks[c]
		}
	}
	for end := time.Now().Add(while); time.Now().Before(end); time.Sleep(15 * time.Millisecond) {
		now := h.board.Lights()
		for p := range g.place {
			if now[p] != first[p] {
				delete(g.place, p)
			}
		}
		for p, c := range now[:size.Count()] {
			green[p] = green[p] || c == lit(hw.Winning.Look().Color)
		}
		for _, c := range now[size.Count():] {
			g.mine = g.mine && c == lit(hw.YourTurn.Look().Color)
		}
	}
	for p, is := range green {
		if is {
			g.won = append(g.won, p)
		}
	}
	return g
}

// put puts a stone down; a shaky hand's rattles before it lies still.
func (h *lightHand) put(p int, c board.Color) {
	h.t.Helper()
	state := protocol.Black
	if c == board.White {
		state = protocol.White
	}
	if h.shaky != nil {
		for range h.shaky.IntN(4) {
			h.board.SetPoint(p, state)
			time.Sleep(time.Duration(h.shaky.IntN(15)) * time.Millisecond)
			h.board.SetPoint(p, protocol.Empty)
			time.Sleep(time.Duration(h.shaky.IntN(15)) * time.Millisecond)
		}
	}
	h.board.SetPoint(p, state)
	h.stones = append(h.stones, api.Stone{Point: size.Point(p), Color: c})
}

// at returns the colour of the stone that the hand has put on a point.
func (h *lightHand) at(p int) board.Color {
	name := size.Name(size.Point(p), board.Algebraic)
	for _, s := range h.stones {
		if s.Point.String() == name {
			c, _ := board.ParseColor(s.Color.String())
			return c
		}
	}
	return board.Empty
}

// obey does what the lights ask for, once. When they show that the game is won
// it returns the points that they show it by.
func (h *lightHand) obey() (won []int) {
	h.t.Helper()
	g := h.look(glance)
	if len(g.won) == 0 || len(g.place) > 0 || g.mine {
		h.won = nil // what was green was a stone that was accepted
	}
	switch {
	case len(g.place) > 0:
		h.played = false
		for p, c := range g.place {
			if h.at(p) == board.Empty { // otherwise the board is about to notice
				h.put(p, c)
			}
		}
	case g.mine && !h.played:
		n := 2
		if h.own == board.Black && h.turns == 0 {
			n = 1
		}
		for _, name := range h.turn(h.stones, n, h.own) {
			p, err := size.Parse(name, board.Algebraic)
			if err != nil {
				h.t.Fatal(err)
			}
			h.put(size.Index(p), h.own)
		}
		h.played = true
		h.turns++
	case len(g.won) > 0:
		// On a busy computer a chase takes longer than a stare.
		before := len(h.won)
		h.won = append(h.won, h.look(stare).won...)
		slices.Sort(h.won)
		if h.won = slices.Compact(h.won); len(h.won) >= 6 && len(h.won) == before {
			return h.won
		}
	}
	return nil
}

// play obeys the lights until they show that the game is won, and returns the
// points that they show it by.
func (h *lightHand) play(between func()) []int {
	h.t.Helper()
	for end := time.Now().Add(4 * patience); time.Now().Before(end); {
		if won := h.obey(); won != nil {
			return won
		}
		between()
	}
	h.t.Fatalf("the game does not end; on the board are %v", h.stones)
	return nil
}
