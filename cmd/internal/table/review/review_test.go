package review

import (
	"fmt"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/gametree"
	"stonehand/engine/referee"
	"stonehand/engine/sgf"
)

const settle = time.Second

// order is the order to replay a record from its beginning.
func order(text string) *api.ReviewOrder {
	games, err := sgf.Read([]byte(text))
	if err != nil {
		panic(err)
	}
	v, err := gametree.New(games[0])
	if err != nil {
		panic(err)
	}
	o := &api.ReviewOrder{ID: "g", Size: v.Info.Size}
	o.Steps, o.At = v.Steps(0)
	return o
}

// table is a board for a machine.
type table struct {
	Machine
	now  time.Time
	seen referee.Observation
}

func begin(o *api.ReviewOrder) *table {
	t := &table{now: time.Unix(0, 0)}
	t.Step(t.now, In{Begin: o, Settle: settle})
	t.put(referee.Empty)
	return t
}

// put makes points look so, and lets them settle.
func (t *table) put(s referee.Sight, points ...string) {
	for _, name := range points {
		p, err := t.order.Size.Parse(name, board.Algebraic)
		if err != nil {
			panic(err)
		}
		t.seen[p] = s
	}
	o := t.seen
	t.Step(t.now, In{Seen: &o})
	for range 5 {
		t.now = t.now.Add(settle)
		t.Step(t.now, In{})
	}
}

func (t *table) stands() string {
	v := t.View()
	s := fmt.Sprintf("%d:", v.At)
	for _, k := range v.Marks {
		s += fmt.Sprintf(" %d %s", k.Kind, k.Point)
	}
	return s
}

// A hand that rests on its way guesses nothing until the stone has settled, and a stone of
// the wrong colour is no guess that is right.
func TestGuess(t *testing.T) {
	o := order("(;GM[1]SZ[5];B[aa];W[];B[bb])")
	o.Guess = true
	m := begin(o)
	sight := referee.Observation{}
	c3, _ := o.Size.Parse("C3", board.Algebraic)
	sight[c3] = referee.Black
	m.Step(m.now, In{Seen: &sight}) // it slides on before it settles
	m.put(referee.White, "A5")
	if v := m.View(); len(m.wrong) != 1 || !v.Wrong {
		t.Errorf("%+v", v)
	}
	m.put(referee.Empty, "A5")
	m.put(referee.Black, "A5")
	if v := m.View(); v.Right != 0 || v.Tried != 1 || v.At != 2 { // the pass needs no guess
		t.Errorf("%+v", v)
	}
	m.put(referee.Stone, "B4") // a board that cannot tell colours
	if v := m.View(); v.Right != 1 || v.Tried != 2 || v.Next != nil || m.stands() != "3:" {
		t.Errorf("%+v", v)
	}
}

// A position that was jumped to is not taken for a turn that was taken back, nor is one
// that is wrong elsewhere for the next turn.
func TestJump(t *testing.T) {
	m := begin(order("(;GM[1]SZ[5];B[aa];W[bb];B[cc])"))
	m.Step(m.now, In{Do: On})
	m.put(referee.Empty)
	if got := m.stands(); got != "1: 0 A5" {
		t.Error(got)
	}
	m.put(referee.Black, "A5")
	m.put(referee.Black, "E1")
	m.put(referee.White, "B4")
	if got := m.stands(); got != "1: 1 E1 1 B4" {
		t.Error(got)
	}
	m.put(referee.Empty, "E1")
	if got := m.stands(); got != "2:" {
		t.Error(got)
	}
	m.put(referee.White, "A5")
	if got := m.stands(); got != "2: 2 A5" {
		t.Error(got)
	}
}

// Nothing hurries the loop where nothing is seen, and nothing is done without a game.
func TestIdle(t *testing.T) {
	var m Machine
	if m.Step(time.Unix(0, 0), In{Do: On}) || m.View() != nil || !m.Next().IsZero() || m.Active() {
		t.Error("a machine without a game acts")
	}
	m.Step(time.Unix(0, 0), In{Begin: order("(;GM[1]SZ[5])"), Settle: settle})
	if !m.Next().IsZero() {
		t.Error("it waits for what nobody has seen")
	}
	for _, a := range Actions {
		m.Step(time.Unix(0, 0), In{Do: a})
	}
	if m.Active() {
		t.Error("it has not ended")
	}
}

func ExampleMachine() {
	m := begin(order("(;GM[1]SZ[5];B[ba];W[aa];B[ab])"))
	m.Step(m.now, In{Do: Last})
	for _, k := range m.View().Marks {
		fmt.Println("put", k.Color, "on", k.Point)
	}
	m.put(referee.Black, "B5", "A4")
	m.put(referee.Empty, "A4") // lifted again: the turn before is asked for
	for _, k := range m.View().Marks {
		fmt.Println("put", k.Color, "on", k.Point)
	}
	// Output:
	// put black on A4
	// put black on B5
	// put white on A5
}
