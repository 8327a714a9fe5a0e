package program

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

// FuzzReadCoordinates reads whatever a brain may answer: what is taken for a point is on
// the board and is written as it was read.
func FuzzReadCoordinates(f *testing.F) {
	for _, line := range []string{"7,7", "0,14", "15,0", "-1,3", "7, 8", "7,8 9,9", "MESSAGE 1,2", ",", ""} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, ok := readCoordinates(line, fifteen)
		if !ok {
			return
		}
		if again, _ := readCoordinates(coordinates(p), fifteen); !fifteen.Has(p) || again != p {
			t.Fatalf("%q is read as %v and then %v", line, p, again)
		}
	})
}

// brain starts a script that speaks Gomocup's protocol; it ends with the test.
func brain(t *testing.T, text string) Program {
	t.Helper()
	p, err := Start(t.Context(), Settings{Name: "script", Protocol: ProtocolGomocup, Command: script(t, text)}, game.Freestyle())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// RESTART is no duty of the protocol: a program that does not know it gets START again.
func TestProgramWithoutRestart(t *testing.T) {
	p := brain(t, `while read -r word rest; do
	case "$word" in
	START) begun=$rest; echo OK ;;
	RESTART) begun=; echo UNKNOWN command ;;
	TURN | BEGIN | DONE) test "$begun" && echo 7,7 ;;
	esac
done`)
	for n := range 3 { // the second position does not follow from the first
		q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black, Due: 1}}
		for i := range 2 * n {
			q.Turns = append(q.Turns, game.Turn{Color: board.Color(1 + i%2), Points: []board.Point{board.At(i, n)}})
		}
		a, err := p.Choose(t.Context(), q, nil)
		if err != nil || len(a.Points) != 1 || a.Points[0] != board.At(7, 7) {
			t.Fatalf("turn %d: %v, %v", n+1, a.Points, err)
		}
	}
}

// A program that drops a RESTART which comes too soon after its turn, as Rapfi does, is told
// once more.
func TestProgramDropsARestart(t *testing.T) {
	p := brain(t, `while read -r word rest; do
	case "$word" in
	START) echo OK ;;
	RESTART) test "$dropped" && echo OK; dropped=yes ;;
	BEGIN) echo 7,7 ;;
	DONE) echo 9,9 ;;
	esac
done`)
	q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black, Due: 1}}
	for range 2 { // the second game begins where the first did
		if a, err := p.Choose(t.Context(), q, nil); err != nil || len(a.Points) != 1 || a.Points[0] != board.At(7, 7) {
			t.Fatalf("%v, %v", a.Points, err)
		}
	}
}

// A program that drops a turn which comes too soon after its own, as Rapfi does, is told
// the whole position.
func TestProgramDropsATurn(t *testing.T) {
	p := brain(t, `while read -r word rest; do
	case "$word" in
	START | RESTART) echo OK ;;
	BEGIN) echo 7,7 ;;
	TURN) echo "ERROR Unknown command: $rest" ;;
	DONE) echo 9,9 ;;
	esac
done`)
	q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black, Due: 1}}
	for _, want := range []board.Point{board.At(7, 7), board.At(9, 9)} {
		a, err := p.Choose(t.Context(), q, nil)
		if err != nil || len(a.Points) != 1 || a.Points[0] != want {
			t.Fatalf("after %d turns: %v, %v", len(q.Turns), a.Points, err)
		}
		q.Turns = append(q.Turns, game.Turn{Color: board.Black, Points: a.Points}, game.Turn{Color: board.White, Points: []board.Point{board.At(8, 8)}})
	}
}

// A program that does not get ready is given up with the context, and what it was told is
// named.
func TestProgramSilentAtStart(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := StartGomocup(ctx, "script", script(t, "while read -r line; do :; done"), game.Freestyle(), 0)
	if err == nil || err.Error() != "player script: START 15: no answer in time" || time.Since(began) > starting/2 {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}

// An answer that is no turn ends the turn at once.
func TestProgramAnswersNoTurn(t *testing.T) {
	for answer, want := range map[string]string{
		"UNKNOWN command": "it says: UNKNOWN command",
		"15,0":            `its turn "15,0" is not a point of the board`,
		"-1, 3":           `its turn "-1, 3" is not a point of the board`,
	} {
		p := brain(t, `while read -r word rest; do
	case "$word" in
	START) echo OK ;;
	BEGIN) echo "`+answer+`" ;;
	esac
done`)
		q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black, Due: 1}}
		if _, err := p.Choose(t.Context(), q, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

// What a program wrote last instead of an answer is named.
func TestProgramWritesSomethingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines := make(chan string, 1)
		lines <- "7;7"
		c := &child{lines: lines, asides: &asides{}}
		_, err := c.wait(t.Context(), time.Minute, func(line string) bool { return strings.Contains(line, ",") })
		if err == nil || err.Error() != "no answer within 1m0s; it wrote: 7;7" {
			t.Error(err)
		}
	})
}

// A program whose line is too long has not ended, and is not said to.
func TestLineWithoutEnd(t *testing.T) {
	p := brain(t, `while read -r word rest; do
	case "$word" in
	START) echo OK ;;
	BEGIN) head -c 300000 /dev/zero | tr '\\0' x; sleep 600 ;;
	esac
done`)
	q := player.Question{Position: player.Position{Rules: game.Freestyle(), ToMove: board.Black, Due: 1}}
	if _, err := p.Choose(t.Context(), q, nil); err == nil || err.Error() != "it writes a line of more than 256 KiB" {
		t.Error(err)
	}
}
