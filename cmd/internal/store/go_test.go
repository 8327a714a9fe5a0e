package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// counted plays a game of Go on 5x5 to its score: a wall of each side, and a stone of
// White's in Black's land that both agree is dead.
func counted(t *testing.T, terms game.Terms, size int) *game.Game {
	t.Helper()
	g := game.New(game.Weiqi{Board: board.Size{Cols: size, Rows: size}, Terms: terms})
	play := func(points ...board.Point) {
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: points}); err != nil {
			t.Fatal(err)
		}
	}
	if first, _ := g.Due(); first == board.White {
		play()
	}
	for y := range size {
		play(board.At(size/3, y))
		play(board.At(size/3+1, y))
	}
	play()
	play(board.At(0, 0))
	play()
	play()
	if err := g.Toggle(board.At(0, 0)); err != nil {
		t.Fatal(err)
	}
	if err := g.Agree(board.Black); err != nil {
		t.Fatal(err)
	}
	if err := g.Agree(board.White); err != nil {
		t.Fatal(err)
	}
	return g
}

// captured is a game of Go for the first capture.
func captured(t *testing.T) *game.Game {
	g := game.New(game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Capture: 1}})
	for _, p := range []board.Point{board.At(8, 0), board.At(0, 8), board.At(1, 8), board.At(2, 6), board.At(0, 7)} {
		c, _ := g.Due()
		if err := g.Play(game.Turn{Color: c, Points: []board.Point{p}}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// A game of Go is kept with what other programs need to read it, and listed.
func TestGoIsKept(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		g    *game.Game
		want []string
	}{
		"usual": {counted(t, game.Terms{}, 5), []string{"GM[1]", "SZ[5]", "RU[Chinese]", "KM[7.5]", "RE[W+12.5]", ";B[be];W[ce]", ";B[];W[ae];B[];W[]TB[ae][ad][ac][ab][aa]TW[de]"}},
		"handicap": {counted(t, game.Terms{Preset: "aga", Handicap: 2}, 9),
			[]string{"SZ[9]", "RU[AGA]", "KM[0.5]", "HA[2]", "AB[cg][gc]", "PL[W]"}},
		"capture": {captured(t), []string{"RU[Chinese, first to capture 1]", "RE[B+]", "REASON[capture]", ";W[aa];B[ba];W[cc];B[ab]"}},
		"draw":    {counted(t, game.Terms{OwnKomi: true, Komi: -5, Preset: "japanese"}, 5), []string{"RU[Japanese]", "KM[-5]"}},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := record(api.Finished{ID: "20261123-120000-1", Started: at, Ended: at, Game: c.g, Black: "human", White: "human"})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range c.want {
				if !strings.Contains(strings.ReplaceAll(string(text), "\n", ""), want) {
					t.Errorf("%s is not in\n%s", want, text)
				}
			}
			trees, err := sgf.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			if i, problems := trees[0].Info(); i.Game != sgf.GMGo || len(problems) > 0 {
				t.Errorf("%+v, %v", i, problems)
			}
		})
	}
}

// The list has as many turns of a game of Go as were played: each handicap stone that Black
// places is one, and each pass.
func TestTurnsOfGo(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	free := game.New(game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Handicap: 3, Free: true}})
	for _, p := range []board.Point{board.At(2, 2), board.At(6, 6), board.At(2, 6), board.At(6, 2), board.At(4, 4)} {
		c, _ := free.Due()
		if err := free.Play(game.Turn{Color: c, Points: []board.Point{p}}); err != nil {
			t.Fatal(err)
		}
	}
	free.End(game.Result{Winner: board.Black, Reason: game.ByResign})
	for id, g := range map[string]*game.Game{"free": free, "passes": counted(t, game.Terms{}, 5), "placed": counted(t, game.Terms{Handicap: 2}, 9)} {
		if err := s.Keep(api.Finished{ID: id, Started: at, Ended: at, Game: g}); err != nil {
			t.Fatal(err)
		}
		list, err := s.List()
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(l api.GameInfo) bool { return l.ID == id })
		if i < 0 || list[i].Turns != len(g.Turns()) {
			t.Errorf("%s: %d turns were played, listed is %+v", id, len(g.Turns()), list)
		}
	}
}
