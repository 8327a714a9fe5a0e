package joseki_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
	"stonehand/engine/weiqi/tactics"
)

var nineteen = board.Size{Cols: 19, Rows: 19}

func newBoard(t testing.TB, size board.Size) *weiqi.Board {
	t.Helper()
	b, err := weiqi.NewBoard(size)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBookIsLarge(t *testing.T) {
	complete := 0
	names := map[string]string{}
	for _, s := range joseki.All().Sequences() {
		if !s.Step {
			complete++
		}
		if other := names[s.English]; other != "" && !s.Step {
			t.Errorf("%s and %s are both called %q", s.ID, other, s.English)
		}
		names[s.English] = s.ID
		if strings.ContainsFunc(s.English, func(r rune) bool { return r > 0x7f }) || !strings.ContainsFunc(s.Chinese, func(r rune) bool { return r >= 0x4e00 }) {
			t.Errorf("%s: %q and %q", s.ID, s.English, s.Chinese)
		}
	}
	if complete < 40 {
		t.Errorf("%d joseki, want at least 40", complete)
	}
}

// When a joseki is complete, no chain can be caught by the side to move, nor one in atari
// be left, but the stones that the file calls weak, and those hang.
func TestNothingHangs(t *testing.T) {
	solver := tactics.NewSolver()
	for _, s := range joseki.All().Sequences() {
		if s.Step {
			continue
		}
		b := s.End()
		mover := board.Black
		if len(s.Moves)%2 == 1 {
			mover = board.White
		}
		weak := map[board.Point]bool{}
		for _, p := range s.Weak {
			if b.At(p) != board.Empty {
				weak[b.Head(p)] = true
			}
		}
		for i := range nineteen.Count() {
			p := nineteen.Point(i)
			if b.At(p) == board.Empty || b.Head(p) != p {
				continue
			}
			_, atari := b.InAtari(p)
			caught := solver.Solve(&b, tactics.Question{Target: p, First: mover, Goal: tactics.Ladder})
			hangs := atari || b.At(p) != mover && caught.Result == tactics.Won
			if hangs != weak[p] {
				t.Errorf("%s: the chain of %s, weak %v: atari %v, ladder %v %v", s.ID, p, weak[p], atari, caught.Result, caught.Line)
			}
		}
		if os.Getenv("SHOW") != "" {
			t.Log(s.ID, s.English, "\n"+draw(s))
		}
	}
}

// draw shows the corner after a sequence, with the last move as @ or Q.
func draw(s *joseki.Sequence) string {
	b := s.End()
	var text strings.Builder
	for y := 11; y >= 0; y-- {
		for x := range 12 {
			p := board.At(x, y)
			c := ".XO"[b.At(p)]
			if p == s.Moves[len(s.Moves)-1] && c != '.' {
				c = ".@Q"[b.At(p)]
			}
			text.WriteByte(c)
			text.WriteByte(' ')
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// Every move of every sequence is found in all corners, both ways round, in both colours,
// also on a smaller board and after the stones were placed in another order.
func TestEveryMoveIsFound(t *testing.T) {
	book := joseki.All()
	for _, s := range book.Sequences() {
		for k := range 16 {
			size := nineteen
			corner, mirrored, swapped := k&3, k&4 != 0, k&8 != 0
			place := func(p board.Point) board.Point {
				x, y := p.X(), p.Y()
				if mirrored {
					x, y = y, x
				}
				if corner&1 != 0 {
					x = size.Cols - 1 - x
				}
				if corner&2 != 0 {
					y = size.Rows - 1 - y
				}
				return board.At(x, y)
			}
			b := newBoard(t, size)
			c := board.Black
			if swapped {
				c = board.White
			}
			for i, p := range s.Moves {
				if p != board.Nowhere {
					p = place(p)
				}
				moves := book.Next(b, c)
				if !slices.ContainsFunc(moves, func(m joseki.Move) bool {
					return m.Point == p && m.Corner == corner && (s.Step || slices.Contains(m.Joseki, s))
				}) {
					t.Fatalf("%s, variant %d: move %d, %v, is not among %d", s.ID, k, i+1, p, len(moves))
				}
				b.Play(c, p)
				c = c.Other()
			}
		}
	}
}

func TestTransposition(t *testing.T) {
	b := newBoard(t, nineteen)
	// The approach before the star point, as in a handicap game or after a move elsewhere.
	b.Play(board.White, board.At(2, 5))
	b.Play(board.Black, board.At(5, 2))
	b.Play(board.Black, board.At(3, 3))
	moves := joseki.All().Next(b, board.White)
	if !slices.ContainsFunc(moves, func(m joseki.Move) bool { return m.Point == board.At(1, 3) && m.Corner == 0 }) {
		t.Errorf("the slide is not among %v", moves)
	}
}

func TestSmallBoards(t *testing.T) {
	for _, size := range []board.Size{{Cols: 9, Rows: 9}, {Cols: 10, Rows: 19}, {Cols: 1, Rows: 1}} {
		if moves := joseki.All().Next(newBoard(t, size), board.Black); moves != nil {
			t.Errorf("%s has no corners of its own, but moves %v", size, moves)
		}
	}
	for _, size := range []board.Size{{Cols: 11, Rows: 11}, {Cols: 13, Rows: 11}, {Cols: 13, Rows: 13}} {
		corners := map[int]int{}
		for _, m := range joseki.All().Next(newBoard(t, size), board.Black) {
			corners[m.Corner]++
		}
		if len(corners) != 4 || corners[0] != 8 {
			t.Errorf("%s: moves by corner %v, want 8 in each", size, corners)
		}
	}
}

const good = `stonehand joseki 1

step star
en Star point
zh 星
line D4

joseki kick
en Kick
zh 尖顶
weak D4
line D4 C6 C5 D6 - D10
`

func TestReadRefusesInSentences(t *testing.T) {
	if _, err := joseki.Read(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"stonehand joseki 1", "stonehand joseki 2", `line 1, column 1: "stonehand joseki 2" is not "stonehand joseki 1"`},
		{"C6 C5", "C6 C6", `line 12, column 12: C6: a stone is there already`},
		{"C6 C5", "C6 Z5", `line 12, column 12: "Z5" is not a point: write one like "K10"`},
		{"D10", "P16", `line 12, column 20: P16 is too far from the corner: points go to O14`},
		{"zh 星", "de Stern", `line 5, column 1: "de" is not a key: write en, zh, weak or line`},
		{"joseki kick", "joseki star", `line 8, column 8: there are two with the identifier "star"`},
		{"joseki kick", "joseki Kick!", `line 8, column 8: "Kick!" is no identifier: it has small letters, digits and hyphens`},
		{"zh 尖顶\n", "", `line 8, column 1: kick needs en and zh, and a name after each`},
		{"weak D4", "weak D4 D44", `line 11, column 9: "D44" is off the board: points go from A1 to T19`},
		{"step star", "en star", `line 3, column 1: "joseki" or "step" and an identifier are due, not "en"`},
		{"en Kick", "en", `line 8, column 1: kick needs en and zh, and a name after each`},
		{"line D4\n", "line D4\nline C3\n", `line 7, column 1: star has two lines of play: give each a name of its own`},
		{good, "", `line 1, column 1: the file is empty: its first line must be "stonehand joseki 1"`},
	} {
		_, err := joseki.Read(strings.NewReader(strings.Replace(good, c[0], c[1], 1)))
		if err == nil || err.Error() != c[2] {
			t.Errorf("%s for %s: %v", c[1], c[0], err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add("stonehand joseki 1\njoseki a\nen A\nzh 二\nline - - - A1")
	f.Fuzz(func(t *testing.T, text string) {
		book, err := joseki.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		b, _ := weiqi.NewBoard(nineteen)
		book.Next(b, board.Black)
	})
}

func BenchmarkNext(b *testing.B) {
	pos := newBoard(b, nineteen)
	for i, p := range joseki.All().Sequences()[10].Moves {
		pos.Play(board.Black+board.Color(i%2), p)
	}
	for b.Loop() {
		joseki.All().Next(pos, board.Black)
	}
}
