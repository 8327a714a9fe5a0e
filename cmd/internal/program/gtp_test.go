package program

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// A program is told of handicap stones as such, whether they stand on the star points or
// Black has placed them one by one; then it is White's turn, and GNU Go gives one.
func TestHandicapIsToldAsSuch(t *testing.T) {
	path, err := exec.LookPath("gnugo")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/gnugo"); err != nil {
			t.Skip("GNU Go is not here; install it with: apt-get install gnugo")
		}
	}
	for _, free := range []bool{false, true} {
		rules := game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Handicap: 3, Free: free}}
		g := game.New(rules)
		if free {
			for _, name := range []string{"B2", "C7", "G4"} {
				at, _ := rules.Board.Parse(name, board.GTP)
				if err := g.Play(game.Turn{Color: board.Black, Points: []board.Point{at}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		p, err := StartGTP(t.Context(), Settings{Name: "gnugo", Command: []string{path, "--mode", "gtp", "--level", "1"}, Protocol: ProtocolGTP})
		if err != nil {
			t.Fatal(err)
		}
		a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Limits: limit.Limits{Hard: time.Minute}}, nil)
		if err != nil || len(a.Points) != 1 {
			t.Errorf("free %v: %v, %v", free, a, err)
		}
		told, err := p.do(t.Context(), "get_handicap")
		if err != nil || told != "3" {
			t.Errorf("free %v: GNU Go has been told of %q handicap stones, %v", free, told, err)
		}
		black, err := p.do(t.Context(), "list_stones black")
		if want := map[bool]string{false: "C7 G7 C3", true: "C7 G4 B2"}[free]; err != nil || black != want {
			t.Errorf("free %v: Black has %q, want %q (%v)", free, black, want, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What a program wrote in place of an answer, or of its end, is named.
func TestAnswersThatAreNone(t *testing.T) {
	for line, want := range map[string]string{
		"= D4":           "genmove black: no answer in time; it wrote: = D4",
		"=1 D4":          "genmove black: no empty line has ended its answer in time: =1 D4",
		"GNU Go 3.8, 19": "genmove black: no answer in time; it wrote: GNU Go 3.8, 19",
	} {
		synctest.Test(t, func(t *testing.T) {
			from, in, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			defer in.Close()
			lines := make(chan string, 1)
			lines <- line
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			p := &GTP{child: &child{lines: lines, in: in, asides: &asides{}}}
			if _, err := p.do(ctx, "genmove black"); err == nil || err.Error() != want {
				t.Error(err)
			}
		})
	}
}

// A program plays by rules that it does not know, too: the table judges the game.
func TestRulesThatAProgramDoesNotKnow(t *testing.T) {
	p, err := StartGTP(t.Context(), Settings{Name: "script", Command: script(t, `while read -r id command rest; do
	case "$command" in
	list_commands) echo "=$id kata-set-rules" ;;
	kata-set-rules) echo "?$id Unknown rules $rest" ;;
	genmove) echo "=$id D4" ;;
	*) echo "=$id" ;;
	esac
	echo
done`)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	rules := game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Preset: "even"}}
	if a, err := p.Choose(t.Context(), player.Question{Position: player.At(game.New(rules))}, nil); err != nil || len(a.Points) != 1 {
		t.Errorf("%v, %v", a, err)
	}
}

// A program that plays on 19x19 alone says so of other boards, of those that are not square, too.
func TestBoardsThatAProgramRefuses(t *testing.T) {
	p, err := StartGTP(t.Context(), Settings{Name: "script", Command: script(t, `while read -r id command rest; do
	case "$command $rest" in
	"boardsize 19") echo "=$id" ;;
	boardsize*) echo "?$id unacceptable size" ;;
	genmove*) echo "=$id D4" ;;
	*) echo "=$id" ;;
	esac
	echo
done`)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	for size, good := range map[board.Size]bool{{Cols: 9, Rows: 9}: false, {Cols: 19, Rows: 13}: false, {Cols: 19, Rows: 19}: true} {
		a, err := p.Choose(t.Context(), player.Question{Position: player.At(game.New(game.Weiqi{Board: size}))}, nil)
		if good != (err == nil && len(a.Points) == 1) || !good && !errors.Is(err, player.ErrBoard) {
			t.Errorf("%s: %v, %v", size, a, err)
		}
	}
}

// A program goes on from the stones as they stand after a turn that it forbids and the
// table does not: a suicide by New Zealand's rules, with handicap stones on the board.
func TestTurnsThatAProgramForbids(t *testing.T) {
	path, err := exec.LookPath("gnugo")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/gnugo"); err != nil {
			t.Skip("GNU Go is not here; install it with: apt-get install gnugo")
		}
	}
	rules := game.Weiqi{Board: board.Size{Cols: 9, Rows: 9}, Terms: game.Terms{Preset: "new-zealand", Handicap: 2}}
	g := game.New(rules)
	play := func(names ...string) {
		t.Helper()
		for _, name := range names {
			at, err := rules.Board.Parse(name, board.GTP)
			if err != nil {
				t.Fatal(err)
			}
			c, _ := g.Due()
			if err := g.Play(game.Turn{Color: c, Points: []board.Point{at}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err := StartGTP(t.Context(), Settings{Name: "gnugo", Command: []string{path, "--mode", "gtp", "--level", "1"}, Protocol: ProtocolGTP})
	if err != nil {
		t.Fatal(err)
	}
	play("A2", "E5", "B1", "F5", "B2", "A1") // Black's last stone has no liberty
	if g.At(board.At(0, 0)) != board.Empty {
		t.Fatal("the suicide is on the board")
	}
	for range 2 { // also when the game goes on
		a, err := p.Choose(t.Context(), player.Question{Position: player.At(g), Limits: limit.Limits{Hard: time.Minute}}, nil)
		if err != nil || len(a.Points) != 1 {
			t.Fatalf("%v, %v", a, err)
		}
		if err := g.Play(game.Turn{Color: board.White, Points: a.Points}); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"A9", "J9"} {
			at, _ := rules.Board.Parse(name, board.GTP)
			if c, _ := g.Due(); c == board.Black && g.At(at) == board.Empty {
				play(name)
			}
		}
	}
	black, err := p.do(t.Context(), "list_stones black")
	if err != nil || len(strings.Fields(black)) != 2+2+1 {
		t.Errorf("Black has %q (%v)", black, err)
	}
	// A ko that came after such a turn is known to it.
	rules.Terms.Handicap = 0
	g = game.New(rules)
	play("E5", "A2", "F5", "B1", "J9", "B2", "A1", "E8", "D8", "F7", "C7", "E6", "D6", "J1", "E7", "D7")
	if err := p.tell(t.Context(), player.At(g)); err != nil {
		t.Fatal(err)
	}
	if legal, err := p.do(t.Context(), "is_legal black E7"); err != nil || legal != "0" {
		t.Errorf("to take the ko back is legal: %q (%v)", legal, err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
