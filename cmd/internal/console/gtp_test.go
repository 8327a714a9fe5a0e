package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// talkGTP says lines, and returns the answers and what was asked of the chooser.
func talkGTP(t testing.TB, text string) (answers []string, asked []player.Question) {
	t.Helper()
	var out bytes.Buffer
	p := &stubPlayer{}
	g := GTP{Games: []game.Rules{game.Connect6(), game.Freestyle(), game.Renju()}, Version: "1", Player: p}
	if err := g.Run(context.Background(), strings.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n\n"), "\n\n"), p.asked
}

func TestGTP(t *testing.T) {
	for _, c := range []struct {
		name, lines, want string // divided by ; and |
	}{
		{"who it is", "protocol_version;name;version", "= 2|= Stonehand|= 1"},
		{"ids, comments and empty lines", "7 name # who;;# nothing", "=7 Stonehand"},
		{"carriage returns, tabs and other control characters", "1 name\r;2\tver\asion\f;\x00\r;3 known_command\tplay\t#\x7f", "=1 Stonehand|=2 1|=3 true"},
		{"an id alone", "7", "?7 syntax error"},
		{"unknown", "3 dance", "?3 unknown command"},
		{"known", "known_command play;known_command dance", "= true|= false"},
		{"a stone at a time", "genmove b;genmove w;gogui-rules_side_to_move;genmove w;genmove b", "= A1|= B1|= white|= C1|= D1"},
		{"a whole turn", "play b K10;play white A1 A2;gogui-rules_side_to_move", "=|=|= black"},
		{"a turn with a stone that is there", "play b K10;play w A1 K10;showboard", "=|? illegal move: a stone is there already|" + "=\n" + strings.Repeat(dots+"\n", 9) + ". . . . . . . . . X" + strings.Repeat(" .", 9) + strings.Repeat("\n"+dots, 9)},
		{"undo", "play b A1;undo;undo;genmove b", "=|=|? cannot undo|= A1"},
		{"reg_genmove puts nothing down", "reg_genmove b;reg_genmove b", "= A1|= A1"},
		{"games", "list_games;set_game renju;gogui-rules_game_id;gogui-rules_board_size;set_game chess", "= connect6\ngomoku\nrenju|=|= renju|= 15|? \"chess\" is not a game that is played here; list_games names them"},
		{"sizes", "boardsize 15;set_game gomoku;boardsize 9;boardsize big;boardsize 40", "? unacceptable size: connect6 is played on 19x19|=|=|? syntax error|? unacceptable size: 40x40: each side goes from 1 to 20"},
		{"a five", "set_game gomoku;play b A1 B1 C1 D1;gogui-rules_final_result;final_score;play b E1;gogui-rules_final_result;final_score;genmove w;gogui-rules_legal_moves", "=|=|=|? cannot score: the game is not over|=|= Black wins|= B+1|? the game is over|="},
		{"no point", "play b Z99", "? illegal move: \"Z99\" is not a point: write one like \"K10\""},
		{"no colour", "play green K10;genmove;time_left x 1 1", "? syntax error|? syntax error|? syntax error"},
		{"after quit", "quit;name", "="},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers, _ := talkGTP(t, strings.ReplaceAll(c.lines, ";", "\n")+"\n")
			if got := strings.Join(answers, "|"); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.lines, got, c.want)
			}
		})
	}
}

// A game of Renju is over where every free point is forbidden to Black.
func TestGTPWithoutAPointLeft(t *testing.T) {
	size := board.Size{Cols: 9, Rows: 9}
	var lines [3]strings.Builder
	for i := range size.Count() {
		p, c := size.Point(i), board.White
		// Pairs of stones, which make no row; in the fifth row, three on either side of E5.
		if (p.X()+2*p.Y())%4 < 2 && p.Y() != 4 || p.Y() == 4 && p.X() > 0 && p.X() < 8 {
			c = board.Black
		}
		if p != size.Center() {
			fmt.Fprintf(&lines[c], "play %s %s\n", c.String()[:1], size.Name(p, board.GTP))
		}
	}
	answers, _ := talkGTP(t, "set_game renju\nboardsize 9\n"+lines[board.White].String()+lines[board.Black].String()+"gogui-rules_final_result\ngenmove b\n")
	if want, got := strings.Repeat("=|", 82)+"= Draw|? the game is over", strings.Join(answers, "|"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

const dots = ". . . . . . . . . . . . . . . . . . ."

func TestGTPTime(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  time.Duration
	}{
		{"", DefaultTime},
		{"time_settings 250 0 0", 10 * time.Second},
		{"time_settings 0 30 0", DefaultTime},
		{"time_settings 250 0 0\ntime_left b 25 0", time.Second},
		{"time_settings 0 30 10", 2400 * time.Millisecond},
		{"time_settings 0 30 10\ntime_left b 20 4", 4500 * time.Millisecond},
	} {
		_, asked := talkGTP(t, c.lines+"\ngenmove b\n")
		if len(asked) != 1 || asked[0].Limits.Hard != c.want-c.want/20 {
			t.Errorf("%q: %v, not %v", c.lines, asked, c.want)
		}
	}
}

// A front end may tell of a clock once, and never what is left of it. A game of 60 moves
// fits into a clock of 50 s, and the next one has all of it.
func TestGTPKeepsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var took [3]time.Duration
		p := &stubPlayer{}
		p.think = func(q player.Question) player.Answer {
			time.Sleep(q.Limits.Hard)
			took[q.ToMove] += q.Limits.Hard
			return player.Answer{Points: firstFree(q)}
		}
		g := GTP{Games: []game.Rules{game.Freestyle()}, Player: p}
		lines := "boardsize 20\ntime_settings 50 0 0\n" + strings.Repeat("genmove w\nundo\n", 60)
		if err := g.Run(t.Context(), strings.NewReader(lines+"clear_board\ngenmove w\ntime_left w 25 0\ngenmove w\n"), io.Discard); err != nil {
			t.Fatal(err)
		}
		n := len(p.asked)
		for i, want := range []time.Duration{2 * time.Second, time.Second} {
			if got := p.asked[n-2+i].Limits.Hard; got != want-want/20 {
				t.Errorf("the limit is %v, want %v", got, want-want/20)
			}
			took[board.White] -= p.asked[n-2+i].Limits.Hard
		}
		if got := took[board.White]; n != 62 || got < 40*time.Second || got > 50*time.Second {
			t.Errorf("%d moves took %v", n-2, got)
		}
	})
}

func FuzzGTP(f *testing.F) {
	f.Add("1 genmove b\ngenmove w\nundo\nshowboard\nquit\n")
	f.Add("set_game renju\nboardsize 9\nplay b A1 B2\ngogui-rules_legal_moves\ntime_settings 1 2 3\ntime_left w 3 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		answers, _ := talkGTP(t, text)
		for _, a := range answers {
			if a != "" && a[0] != '=' && a[0] != '?' {
				t.Errorf("%q", a)
			}
		}
	})
}

// The second stone of a turn is not given out as one of the other side's.
func TestGTPOtherSide(t *testing.T) {
	_, asked := talkGTP(t, "play b A1\ngenmove w\ngenmove b\n")
	if len(asked) != 2 || asked[1].ToMove != board.Black {
		t.Errorf("%d questions: %+v", len(asked), asked)
	}
}
