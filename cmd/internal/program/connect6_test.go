package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// A program of Connect6 is told a position that was set up, in turns of one colour each, and
// what was played from there; the last turn, the opponent's, asks.
func TestSetUpConnect6(t *testing.T) {
	at := func(names string) (points []board.Point) {
		for _, name := range strings.Fields(names) {
			p, err := game.Connect6().Board.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			points = append(points, p)
		}
		return points
	}
	for _, c := range []struct {
		name, black, white string
		toMove             board.Color
		turns              string
		want               string // "" for nothing that can be said
	}{
		{"Black to move", "A1 B1 C1", "A2 B2 C2 D2", board.Black, "", "black AABA|black CACA|white ABBB|move CBDB"},
		{"White to move", "A1 B1 C1", "A2 B2 C2 D2", board.White, "", "white ABBB|white CBDB|black AABA|move CACA"},
		{"after a turn", "A1 B1 C1", "A2 B2", board.White, "J10 K10/L10 M10", "white ABBB|black AABA|black CACA|white JJKJ|move LJMJ"},
		{"nothing of the opponent", "A1 B1", "", board.Black, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			p, err := StartConnect6("script", script(t, `while read -r word rest; do
	case "$word" in
	new | time) ;;
	move)
		printf '%s %s|' "$word" "$rest" >>`+log+`
		echo "        move XXXX   - answer the opponent's turn XXXX"
		echo "move RRSS" ;;
	*) printf '%s %s|' "$word" "$rest" >>`+log+` ;;
	esac
done`), 0)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Kill()
			first := c.toMove
			if strings.Count(c.turns, "/")%2 == 0 && c.turns != "" {
				first = first.Other()
			}
			q := player.Question{Position: player.Position{Rules: game.Connect6(), Start: game.Start{Black: at(c.black), White: at(c.white), ToMove: first}, ToMove: c.toMove, Due: 2}}
			color := first
			for _, text := range strings.Split(c.turns, "/") {
				if text != "" {
					q.Turns = append(q.Turns, game.Turn{Color: color, Points: at(text)})
					color = color.Other()
				}
			}
			a, err := p.Choose(t.Context(), q, nil)
			if c.want == "" {
				if err != ErrUnasked {
					t.Errorf("%v, %v", a.Points, err)
				}
				return
			}
			said, _ := os.ReadFile(log)
			if got := strings.TrimSuffix(string(said), "|"); err != nil || len(a.Points) != 2 || got != c.want {
				t.Errorf("it was told %q, not %q: %v", got, c.want, err)
			}
		})
	}
}

// A turn whose first stone wins is whole with it: a program refuses to play on.
func TestFirstStoneWins(t *testing.T) {
	p, err := StartGTP(t.Context(), Settings{Name: "script", Command: script(t, `n=0; while read -r id command rest; do
	case "$command" in
	genmove) n=$((n+1)); if [ $n = 1 ]; then echo "=$id F1"; else echo "?$id the game is over"; fi ;;
	*) echo "=$id" ;;
	esac
	echo
done`)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	size := game.Connect6().Board
	points := func(names ...string) (list []board.Point) {
		for _, name := range names {
			at, err := size.Parse(name, board.GTP)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, at)
		}
		return list
	}
	q := player.Question{Position: player.Position{Rules: game.Connect6(), Start: game.Start{Black: points("A1", "B1", "C1", "D1", "E1"), White: points("A3", "B3"), ToMove: board.Black}, ToMove: board.Black, Due: 2}}
	a, err := p.Choose(t.Context(), q, nil)
	if err != nil || len(a.Points) != 1 || size.Name(a.Points[0], board.GTP) != "F1" {
		t.Errorf("%v, %v", a.Points, err)
	}
}
