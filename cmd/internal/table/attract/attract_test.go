package attract_test

import (
	"fmt"
	"testing"
	"time"

	"stonehand/cmd/internal/table/attract"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

func ExampleMachine() {
	m := attract.New(attract.Default(), attract.Program([]game.Rules{game.Connect6()}))
	s := attract.State{Up: true, House: true, Size: game.Connect6().Size()}
	scene := attract.Off
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	for i := range 75 {
		at := now.Add(time.Duration(i) * time.Second)
		for {
			out := m.Step(at, &s, attract.In{})
			if m.Scene() != scene {
				scene = m.Scene()
				fmt.Println(i, "seconds:", scene)
			}
			if !out.Changed {
				break
			}
		}
	}
	fmt.Println(m.Step(now.Add(80*time.Second), &s, attract.In{Touch: true}).Visit, m.Scene() == attract.Off)
	// Output:
	// 60 seconds: clear
	// 60 seconds: lesson
	// true true
}

// A contact that comes and goes for minutes is no visitor; a stone that stays is one, and
// a reading that passes within the touch time is none.
func TestFlicker(t *testing.T) {
	m := attract.New(attract.Default(), nil)
	s := attract.State{Up: true, House: true, Size: game.Connect6().Size()}
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	seen := referee.Observation{}
	show := func(p board.Point, o referee.Sight) {
		seen[p] = o
		m.Step(now, &s, attract.In{Seen: &seen})
	}
	pass := func(d time.Duration) {
		now = now.Add(d)
		for m.Step(now, &s, attract.In{}).Changed {
		}
	}
	loose, other := board.At(3, 3), board.At(9, 9)
	show(loose, referee.Empty)
	for range 200 { // 200 s
		show(loose, referee.Stone)
		pass(500 * time.Millisecond)
		show(loose, referee.Empty)
		pass(500 * time.Millisecond)
	}
	if m.Scene() != attract.Clear {
		t.Errorf("a loose contact keeps the show away: %q", m.Scene())
	}
	show(other, referee.Stone)
	pass(50 * time.Millisecond)
	show(other, referee.Empty)
	pass(time.Second)
	if m.Scene() != attract.Clear {
		t.Error("a wrong reading is a visitor")
	}
	show(other, referee.Stone)
	pass(200 * time.Millisecond)
	if m.Scene() != attract.Off {
		t.Error("a stone is no visitor")
	}
}

// A game that the machine plays alone is put aside after ten seconds, each time that people
// have chosen that, whatever keeps the table busy in between.
func TestAloneTime(t *testing.T) {
	m := attract.New(attract.Default(), nil)
	s := attract.State{Up: true, UnderWay: true, Size: game.Connect6().Size()}
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	pass := func(seconds int) (aside bool) {
		for range seconds {
			now = now.Add(time.Second)
			aside = m.Step(now, &s, attract.In{}).SetAside || aside
		}
		return aside
	}
	for i, change := range []func(on bool){
		func(on bool) { s.Alone, s.Busy = on, true },
		func(on bool) { s.Alone, s.Up = on, on },
	} {
		for range 3 {
			if change(true); pass(9) {
				t.Fatalf("case %d: the game is put aside after less than ten seconds", i)
			}
			if change(false); pass(9) {
				t.Fatalf("case %d: a game of people is put aside", i)
			}
		}
		if change(true); !pass(11) {
			t.Errorf("case %d: the game is not put aside", i)
		}
		change(false)
		m.Step(now, &s, attract.In{Touch: true})
	}
}

// Whatever keeps the house's game from being on record, games are put aside seldom.
func TestSetAsideSeldom(t *testing.T) {
	m := attract.New(attract.Default(), attract.Program([]game.Rules{game.Connect6()}))
	s := attract.State{Up: true, Size: game.Connect6().Size()}
	now, aside := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC), 0
	for range 10 * 60 {
		for range 4 {
			out := m.Step(now, &s, attract.In{})
			if out.SetAside {
				aside++
			}
		}
		if next := m.Next(now, &s); aside > 0 && next.Sub(now) > 30*time.Second {
			t.Fatalf("at %v nothing is due before %v", now, next)
		}
		now = now.Add(time.Second)
	}
	if aside != 18 { // once a minute has passed, and every half minute after that
		t.Errorf("in ten minutes %d games were put aside", aside)
	}
	s.House = true
	if out := m.Step(now, &s, attract.In{}); out.Begin == nil {
		t.Errorf("with the house's game on record the show does not go on: %q", m.Scene())
	}
}
