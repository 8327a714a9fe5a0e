package console

import (
	"context"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/player"
)

// TestAnswers holds the answers to conversations in which the engine takes the
// first free points: AA, BA, CA, ...
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ what, said, want string }{
		{"a name", "name?\nname\nNAME?\n", "name Stonehand\nname Stonehand\nname Stonehand\n"},
		{"we begin", "new black\n", "move AA@@\n"},
		{"they begin", "new white\nmove JJ@@\n", "move AABA\n"},
		{"a first move without the missing stone", "new white\nmove JJ\n", "move AABA\n"},
		{"a first move said twice", "new white\nmove JJJJ\n", "move AABA\n"},
		{"small letters and spaces", "  NEW White \n\tmove  jj kk\nmove jj\n", "error: black's turn takes one stone here, not two: write it like JJ@@\nmove AABA\n"},
		{"a lone stone on its own is a lone stone", "black JJJJ\nwhite KK\nwhite LL@@\nnext\n", "move AABA\n"},
		{"half a turn is filled up", "black JJ\nwhite KK\nnext\n", "move AA@@\n"},
		{"a half turn filled by the engine is one turn to take back", "black JJ\nwhite KK\nnext\nundo\nundo\nundo\n", "move AA@@\nerror: there is no turn to take back\n"},
		{"two lone stones are one turn to take back", "black JJ\nwhite KK\nwhite LL\ntake back\nnext\n", "move AABA\n"},
		{"the side with fewer stones plays", "white JJKK\nwhite LLMM\nnext\n", "move AABA\n"},
		{"nothing to take back", "undo\ntake back\ntake it\n", "error: there is no turn to take back\nerror: there is no turn to take back\nerror: \"take it\" is not a command: \"take back\" is\n"},
		{"a taken point", "new black\nmove AAKK\nmove JJKK\n", "move AA@@\nerror: AA is taken by a black stone\nmove BACA\n"},
		{"one stone where two are due", "new black\nmove KK\nmove KKKK\nmove KK@@\nnext\n", "move AA@@\n" + strings.Repeat("error: white's turn takes two stones, and KK is only one\n", 3) + "move BACA\n"},
		{"points off the board", "move JT\nmove T1\nmove JJ0A\nblack ZZ\nmove @@@@\nmove\n", "error: \"JT\" is off the board: points go from AA to SS\nerror: \"T1\" is not a point: write one like \"JJ\"\nerror: \"0A\" is not a point: write one like \"JJ\"\nerror: \"ZZ\" is not a point: write one like \"JJ\"\nerror: a turn has at least one stone: @@ stands for the second only\nerror: no point was given: write one turn like JJKK, a lone stone like JJ\n"},
		{"not a turn", "move JJK\nmove JJKKLL\n", "error: \"JJK\" is not a turn: write two points like JJKK, a lone stone like JJ\nerror: \"JJKKLL\" is not a turn: write two points like JJKK, a lone stone like JJ\n"},
		{"silence is kept", "\n   \n# a remark\nnew xxx\nnew\nblack JJ\nerror\nend\n", ""},
		{"what it does not know", "foo\nsetboard \x00\x01\n\xff\xfe\n", "error: \"foo\" is not a command: \"help\" lists them\nerror: \"setboard\" is not a command: \"help\" lists them\nerror: \"\\ufffd\\ufffd\" is not a command: \"help\" lists them\n"},
		{"their win", "black JJKJ\nblack LJMJ\nwhite AAAC\nwhite AEAG\nwhite AI\nmove NJOJ\nmove BABC\nnext\n", "end black\nend black\nend black\n"},
		{"a win with half a turn", "black JJKJ\nblack LJMJ\nblack NJ\nwhite AAAC\nwhite AEAG\nwhite AIAK\nmove OJ\n", "end black\n"},
		{"a win taken back", "black JJKJ\nblack LJMJ\nwhite AAAC\nwhite AEAG\nwhite AI\nmove NJOJ\nundo\nmove BBCC\n", "end black\nmove BACA\n"},
		{"a game of nobody", "end\nmove JJ\nundo\nnew white\nmove JJ\n", "end unfinished\nerror: there is no turn to take back\nmove AABA\n"},
		{"a whole game in one line", "go 100\ngo 100 J10\ngo 100 J10 K11\ngo 100 j10 k11 k9\ngo 100 J10 K11 K9 A1\n", "move A1\nmove A1 B1\nmove A1\nmove A1 B1\nmove B1\n"},
		{"a line that is not a game", "go\ngo x\ngo 0 J10\ngo 100 J10 J10\ngo 100 J10 T1\ngo 100 JJ\n", "error: \"go\" takes a time in milliseconds and the stones so far, like: go 1000 J10 K11 L12\nerror: \"x\" is not a time for a move: give milliseconds from 1 to 86400000\nerror: \"0\" is not a time for a move: give milliseconds from 1 to 86400000\nerror: stone 2: J10 is taken by a black stone\nerror: stone 2: \"T1\" is off the board: points go from A1 to S19\nerror: stone 1: \"JJ\" is not a point: write one like \"J10\"\n"},
		{"a finished game in one line", "go 100 A1 A19 C19 B1 C1 E19 G19 D1 E1 I19 K19 F1\ngo 100 A1 A19 C19 B1 C1 E19 G19 D1 E1 I19 K19 F1 G1\n", "end black\nerror: stone 13, G1, comes after the end of the game\n"},
		{"go leaves the game alone", "black JJ\ngo 100 K11\nmove AAKK\n", "move A1 B1\nmove BACA\n"},
		{"about", "about\n", "Stonehand v1.2 plays Connect6\n"},
		{"no bench", "bench\n", "error: \"bench\" is not available here\n"},
	} {
		if got := talk(t, &Connect6{Player: newStub(t), Version: "v1.2"}, c.said); got != c.want {
			t.Errorf("%s:\n%q\nis answered\n%q\nwant\n%q", c.what, c.said, got, c.want)
		}
	}
}

func TestPlainFirstMove(t *testing.T) {
	got := talk(t, &Connect6{Player: newStub(t), Plain: true}, "new black\nmove JJKK\n")
	if want := "move AA\nmove BACA\n"; got != want {
		t.Errorf("answered %q, want %q", got, want)
	}
}

// winner tells of a forced win that it has proved.
type winner struct{ *stubEngine }

func (w winner) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	a, err := w.stubEngine.Choose(ctx, q, nil)
	a.Info = player.Info{Depth: 3, Score: 99, Win: 3, Line: [][]board.Point{a.Points}}
	report(a.Info)
	return a, err
}

func TestThoughtsTellProvedWins(t *testing.T) {
	got := talk(t, &Connect6{Player: winner{newStub(t)}, Thoughts: true}, "new black\n")
	if want := "# depth 3 score 99 nodes 0 ms 0 win 3 line AA@@\nmove AA@@\n"; got != want {
		t.Errorf("answered %q, want %q", got, want)
	}
}

func TestThoughtsAreRemarks(t *testing.T) {
	got := talk(t, &Connect6{Player: newStub(t), Thoughts: true}, "new black\n")
	if want := "# depth 1 score 0 nodes 1 ms 0 line AA@@\nmove AA@@\n"; got != want {
		t.Errorf("answered %q, want %q", got, want)
	}
}

func TestRefusalReachesAPerson(t *testing.T) {
	var warned []string
	c := &Connect6{Player: newStub(t), Warn: func(s string) { warned = append(warned, s) }}
	if got := talk(t, c, "error\nnew black\nerror out of turn\n"); got != "move AA@@\n" {
		t.Errorf("answered %q", got)
	}
	want := []string{"the front end refused its last message", "the front end refused the turn AA@@ of black: \"out of turn\""}
	if len(warned) != 2 || warned[0] != want[0] || warned[1] != want[1] {
		t.Errorf("warned %q, want %q", warned, want)
	}
}

func TestPrintShowsTheGame(t *testing.T) {
	got := talk(t, &Connect6{Player: newStub(t)}, "black JJ\nwhite KKAS\nprint\n")
	for _, want := range []string{
		"S O . .", "K . . . . . . . . . . O . . . . . . . . 11\nJ . . . . . . . . . X . . . . . . . . . 10\n",
		"  A B C D", "last turn: white KKAS\n", "to move: black (X is black, O is white), stones: 2\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the board lacks %q:\n%s", want, got)
		}
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	got := talk(t, &Connect6{Player: newStub(t)}, "help\n")
	for _, word := range []string{
		"name?", "name", "new black", "new white", "move", "black", "white", "next", "undo", "take back", "go MS", "time", "depth",
		"width", "nodes", "threads", "hash", "mix", "vcf", "unvcf", "error", "print", "about", "bench", "end", "quit", "exit",
	} {
		if !strings.Contains(got, word) {
			t.Errorf("help does not tell of %q", word)
		}
	}
}
