package weiqi

import (
	"fmt"
	"strings"
	"testing"

	"stonehand/engine/board"
)

// point reads a point as Go players write it.
func point(t testing.TB, size board.Size, name string) board.Point {
	t.Helper()
	p, err := size.Parse(name, board.GTP)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// count scores a drawn position by rules; the chains at the named points are dead.
func count(t testing.TB, rules Rules, drawn string, dead ...string) Score {
	t.Helper()
	b := position(t, drawn)
	g, err := New(rules, b.size)
	if err != nil {
		t.Fatal(err)
	}
	g.board = *b
	var set Set
	for _, name := range dead {
		b.Toggle(&set, point(t, b.size, name))
	}
	s := g.Score(&set)
	if sum := s.Area[board.Black] + s.Area[board.White]; sum != float64(b.size.Count()) {
		t.Errorf("the areas sum to %v:\n%s", sum, drawn)
	}
	return s
}

func preset(t testing.TB, name string) Rules {
	t.Helper()
	r, err := Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wall is a 19x19 board with stones on whole columns, counted from 1.
func wall(black, white int) string {
	row := []byte(strings.Repeat(".", 19))
	if black > 0 {
		row[black-1] = 'X'
	}
	if white > 0 {
		row[white-1] = 'O'
	}
	return strings.Repeat(string(row)+"\n", 19)
}

func TestScoreGoldens(t *testing.T) {
	even := preset(t, "even")
	for _, c := range []struct {
		name, drawn  string
		black, white float64
		result       string
	}{
		{"an empty board", wall(0, 0), 180.5, 180.5, "0"},
		{"one wall", wall(10, 0), 361, 0, "B+361"},
		{"two walls", wall(9, 11), 180.5, 180.5, "0"},
		{"two walls, one of them farther", wall(10, 12), 199.5, 161.5, "B+38"},
	} {
		s := count(t, even, c.drawn)
		if s.Area[board.Black] != c.black || s.Area[board.White] != c.white || s.String() != c.result {
			t.Errorf("%s: %v, %s; want %v, %v, %s", c.name, s.Area, &s, c.black, c.white, c.result)
		}
	}
	s := count(t, preset(t, "chinese"), wall(9, 11))
	if s.String() != "W+7.5" {
		t.Errorf("two walls with komi: %s", &s)
	}
}

const corner = `
	.X.XO
	XXXXO
	OOOOO
	.O.O.
	OOOO.`

func TestTerritory(t *testing.T) {
	area, territory := Rules{}, Rules{Scoring: Territory}
	for _, c := range []struct {
		name, drawn     string
		dead            []string
		area, territory string
	}{
		{"two groups with two eyes", corner, nil, "W+9", "W+2"},
		{"a dead stone", `
			.X.O.
			XXXO.
			.XOO.
			XXO.X
			.XOO.`, []string{"E2"}, "W+2", "W+4"},
	} {
		a, b := count(t, area, c.drawn, c.dead...), count(t, territory, c.drawn, c.dead...)
		if a.String() != c.area || b.String() != c.territory {
			t.Errorf("%s: area %s, territory %s; want %s, %s", c.name, &a, &b, c.area, c.territory)
		}
	}
}

// In a seki an eye counts for the area and not as territory; a dame makes no seki of a
// group with two eyes, or with one that is large enough.
func TestSeki(t *testing.T) {
	for _, c := range []struct {
		name, drawn string
		seki        bool
		area        [2]float64
		points      [2]float64
	}{
		{"an eye each and one liberty in common", ".X.O.", true, [2]float64{2.5, 2.5}, [2]float64{0, 0}},
		{"the same, beside a group with three eyes and one with one", `
			.X.O.
			XX.OO
			OO.XX
			.OOXX
			O.OX.
			.OXX.`, true, [2]float64{14.5, 15.5}, [2]float64{0, 3}},
		{"dame between living groups", `
			.X.X.O.O.
			XXXX.OOOO
			.X.X.O.O.`, false, [2]float64{13.5, 13.5}, [2]float64{4, 4}},
		{"dame beside one large eye", `
			....X.O....
			....X.O....
			....X.O....`, false, [2]float64{16.5, 16.5}, [2]float64{12, 12}},
		{"four in a row are two eyes, four in a square are one", `
			..XX.OOOO
			..XX.O...
			XXXX.OOO.`, true, [2]float64{13.5, 13.5}, [2]float64{0, 4}},
	} {
		s := count(t, Rules{Scoring: Territory}, c.drawn)
		if (s.Seki != Set{}) != c.seki || [2]float64(s.Area[1:]) != c.area || [2]float64(s.Points[1:]) != c.points {
			t.Errorf("%s: seki %v, area %v, points %v; want %v", c.name, s.Seki != Set{}, s.Area[1:], s.Points[1:], c)
		}
	}
}

func TestEyesThatAreOne(t *testing.T) {
	for _, c := range []struct {
		drawn string
		one   bool
	}{
		{"#", true}, {"##", true}, {"###", true}, {"## #.", true},
		{"####", false}, {"## ##", true}, {"### .#.", true}, {"##. .##", false}, {"### #..", false},
		{"##. ###", true}, {".#. ### .#.", true}, {"#####", false}, {"### #.. #..", false},
		{".#. ### .##", true}, {"### ###", false}, {"##. ##. .##", false},
		{"#######", false},
	} {
		var region []cell
		for y, row := range strings.Fields(c.drawn) {
			for x, mark := range row {
				if mark == '#' {
					region = append(region, cellOf(board.At(x, y)))
				}
			}
		}
		if oneEye(region) != c.one {
			t.Errorf("%s: %v", c.drawn, !c.one)
		}
	}
}

func TestPassAlive(t *testing.T) {
	for _, c := range []struct {
		name, drawn  string
		black, white int    // pass-alive stones
		dead         string // points of proven dead stones
	}{
		{"two eyes", corner, 6, 13, ""},
		{"one eye", `
			.XO..
			XXO..
			OOO..
			.....
			.....`, 0, 0, ""},
		{"two chains that need each other's eyes", `
			.X.X.
			XX.XX
			..X..
			.....
			.....`, 0, 0, ""},
		{"a stone in an eye", `
			.X.XO
			XXXX.
			.XO.X
			.XXXX
			X....`, 12, 0, "C3 E5"},
		{"dead stones in a small region", `
			.X.XO
			XXXXO
			OOOOO
			.O.O.
			OOOOX`, 6, 13, "E1"},
		{"nothing", `
			...
			...
			...`, 0, 0, ""},
	} {
		b := position(t, c.drawn)
		var have [3]int
		for _, side := range []board.Color{board.Black, board.White} {
			stones, _ := b.PassAlive(side)
			for i := range b.size.Count() {
				if stones.Has(b.size.Point(i)) {
					have[side]++
				}
			}
		}
		if have != [3]int{0, c.black, c.white} {
			t.Errorf("%s: %v pass-alive, not %d and %d", c.name, have[1:], c.black, c.white)
		}
		dead := b.ProvenDead()
		var names []string
		for i := range b.size.Count() {
			if p := b.size.Point(i); dead.Has(p) {
				names = append(names, b.size.Name(p, board.GTP))
			}
		}
		if strings.Join(names, " ") != c.dead {
			t.Errorf("%s: dead are %v, not %s", c.name, names, c.dead)
		}
	}
}

func ExampleGame_Score() {
	rules, _ := Preset("chinese")
	g, _ := New(rules, board.Size{Cols: 5, Rows: 5})
	for i, name := range []string{"C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5"} {
		p, _ := g.Board().Size().Parse(name, board.GTP)
		g.Play(board.Color(1+i%2), p)
	}
	s := g.Score(nil)
	fmt.Println(s.Area[board.Black], s.Area[board.White], &s)
	// Output:
	// 15 10 W+2.5
}
