package program

import (
	"context"
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

// A line of analysis may be long.
func TestLongLines(t *testing.T) {
	long := `COMMANDS=$(printf 'genmove\nlz-genmove_analyze')
generate() { echo "=$id"; echo "` + strings.Repeat("info move D4 visits 1 winrate 5000 order 0 pv D4 ", 3000) + `"; echo "play D4"; }
`
	if thought, _ := asked(t, long+gtpScript); !strings.HasPrefix(thought, "depth 1 score 0 chance 0.5 nodes 3000 line D4") {
		t.Errorf("%.200s", thought)
	}
}
