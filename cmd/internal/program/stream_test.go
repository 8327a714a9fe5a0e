package program

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// script is a program of a few lines for the shell.
func script(t *testing.T, text string) []string {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("optional: there is no shell")
	}
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{sh, file}
}

const gtpScript = `while read -r id command rest; do
	case "$command" in
	list_commands) echo "=$id play"; echo "$COMMANDS" ;;
	*genmove*) generate ;;
	quit) echo "=$id"; echo; exit ;;
	*) echo "=$id" ;;
	esac
	echo
done
`

// asked is what a program of Go thinks about an empty board, and plays.
func asked(t *testing.T, text string) (thought, played string) {
	t.Helper()
	weiqi := game.Go()
	p, err := StartGTP(t.Context(), Settings{Name: "script", Command: script(t, text)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	var last player.Info
	told := 0
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	a, err := p.Choose(ctx, player.Question{Position: player.Position{Rules: weiqi, ToMove: board.Black, Due: 1}, Limits: limit.Limits{Hard: 5 * time.Second}}, func(i player.Info) {
		last = i
		told++
	})
	if err != nil || len(a.Points) != 1 {
		t.Fatalf("%v, %v", a, err)
	}
	if told == 0 || last.Hard != 5*time.Second {
		t.Errorf("told %d times, of a budget of %v", told, last.Hard)
	}
	return inWords(weiqi, last), a.Points[0].String()
}

// What a program of Go thinks is asked for in the way that it offers.
func TestStreamsOfGo(t *testing.T) {
	const kata = `COMMANDS=$(printf 'genmove\nlz-genmove_analyze\nkata-genmove_analyze')
generate() {
	test "$command $rest" = "kata-genmove_analyze black 25 maxmoves 8" || exit 3
	echo "=$id"
	echo "info move Q16 visits 5 winrate 0.5 order 0 pv Q16 D4"
	echo "info move D4 visits 50 winrate 0.625 order 0 pv D4 Q16 info move C3 visits 9 winrate 0.5 order 1 pv C3"
	echo "play D4"
}
`
	if thought, played := asked(t, kata+gtpScript); played != "D4" || thought != "depth 2 score 0 chance 0.625 nodes 59 line D4 P16 | D4 score 0 chance 0.625 | C3 score 0 chance 0.5" {
		t.Errorf("KataGo: %s; it played %s", thought, played)
	}
	const refuses = `COMMANDS=$(printf 'genmove\nlz-genmove_analyze')
generate() {
	if test "$command" = "genmove"; then
		echo "[9000] best 53.1% | seq C3 D4 | can b C3(53.1)" >&2
		sleep 0.3
		echo "=$id C3"
	else
		echo "?$id not supported for this engine"
	fi
}
`
	if thought, played := asked(t, refuses+gtpScript); played != "C3" || thought != "depth 2 score 0 chance 0.531 nodes 9000 line C3 D4 | C3 score 0 chance 0.531" {
		t.Errorf("Pachi without streams: %s; it played %s", thought, played)
	}
}

// A program may write to its standard error without end: it is read slowly, and what it
// plays is taken.
func TestEndlessAsides(t *testing.T) {
	const floods = `COMMANDS=genmove
(while :; do echo "[9000] best 53.1% | seq D4 | can b D4(53.1)"; done >&2) &
generate() { sleep 0.2; echo "=$id D4"; }
`
	if _, played := asked(t, floods+gtpScript); played != "D4" {
		t.Errorf("it played %s", played)
	}
}

// However much a program writes to its standard error, that is no answer without end.
func TestAsidesAreNoAnswers(t *testing.T) {
	for name, ask := range map[string]func(*child) error{
		"wait": func(c *child) error {
			_, err := c.wait(t.Context(), time.Minute, ready)
			return err
		},
		"do": func(c *child) error {
			_, err := (&GTP{child: c}).do(t.Context(), "name")
			return err
		},
	} {
		in, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		lines, aside := make(chan string), make(chan string)
		go func() {
			for range 2 * mostLines {
				aside <- "still thinking"
			}
			lines <- map[string]string{"wait": "OK", "do": "=1"}[name]
			lines <- ""
		}()
		if err := ask(&child{lines: lines, in: in, asides: &asides{lines: aside, open: aside}}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An answer of many long lines is not kept: it would take more memory than a small computer
// has.
func TestEndlessAnswers(t *testing.T) {
	const endless = `COMMANDS=genmove
generate() { echo "=$id"; line=x; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do line=$line$line; done; for i in $(seq 100); do echo "$line"; done; }
`
	p, err := StartGTP(t.Context(), Settings{Name: "script", Command: script(t, endless+gtpScript)})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	_, err = p.Choose(t.Context(), player.Question{Position: player.Position{Rules: game.Go(), ToMove: board.Black, Due: 1}}, nil)
	if !errors.Is(err, errEndless) {
		t.Errorf("an answer of 3 MB: %.100v", err)
	}
}

// A program that reads nothing holds nobody up beyond the time of its turn.
func TestFullInput(t *testing.T) {
	were := sayTime
	sayTime = time.Hour
	t.Cleanup(func() { sayTime = were }) // after the program is killed
	p := brain(t, "while :; do echo OK; echo 14,14; sleep 0.001; done")
	var err error
	for n := 0; err == nil; n++ { // until its input is full
		var q player.Question
		q.Rules, q.ToMove = game.Freestyle(), board.Black
		for i := range 150 + n%2 {
			q.Turns = append(q.Turns, game.Turn{Color: board.Color(1 + i%2), Points: []board.Point{board.At(i%15, i/15)}})
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		_, err = p.Choose(ctx, q, nil)
		cancel()
	}
}

// A line of analysis may be long.
func TestLongLines(t *testing.T) {
	long := `COMMANDS=$(printf 'genmove\nlz-genmove_analyze')
generate() { echo "=$id"; echo "` + strings.Repeat("info move D4 visits 1 winrate 5000 order 0 pv D4 ", 3000) + `"; echo "play D4"; }
`
	if thought, _ := asked(t, long+gtpScript); !strings.HasPrefix(thought, "depth 1 score 0 chance 0.5 nodes 3000 line D4") {
		t.Errorf("%.200s", thought)
	}
}

// What a program wrote before it ended says why, without what would command a terminal.
func TestLastWords(t *testing.T) {
	const ends = `echo "Model 'b10' is missing." >&2
printf 'It cannot \033[2J\007play.\n\n' >&2
exit 1
`
	for protocol, rules := range map[string]game.Rules{ProtocolGTP: game.Go(), ProtocolGomocup: game.Freestyle(), ProtocolConnect6: game.Connect6()} {
		p, err := Start(t.Context(), Settings{Name: "script", Protocol: protocol, Command: script(t, ends)}, rules)
		if err == nil { // this protocol has no greeting
			_, err = p.Choose(t.Context(), player.Question{Position: player.Position{Rules: rules, ToMove: board.Black, Due: 1}}, nil)
			p.Kill()
		}
		if err == nil || !strings.Contains(err.Error(), "Model 'b10' is missing. It cannot ?[2J?play.") {
			t.Errorf("%s: %q", protocol, err)
		}
	}
}
