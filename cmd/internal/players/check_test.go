package players

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"stonehand/cmd/internal/program"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
)

// A program is tried at the games that it will be asked to play, by the names that it is told.
func TestCheckedGamesAreThoseOfTheSettings(t *testing.T) {
	for _, name := range program.MayPlay(program.ProtocolGTP) {
		if got := checked(name).Name(); got != name {
			t.Errorf("%s is checked as %s", name, got)
		}
	}
}

// A program that never answers is not waited for without end.
func TestCheckEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := func(ctx context.Context, _ player.Question) (player.Answer, error) {
			<-ctx.Done()
			return player.Answer{}, ctx.Err()
		}
		if f := tryGame(t.Context(), &stub{hangs, new(atomic.Int32)}, game.Freestyle(), quickly{}); f.Health != hw.Bad || f.Do == "" {
			t.Errorf("%+v", f)
		}
	})
}

// A check says what it has seen: a program that resigns at once, and one that passes until the
// game is counted, were not asked after a turn was taken back.
func TestCheckSaysWhatItSaw(t *testing.T) {
	for want, a := range map[string]player.Answer{
		"it resigned in turn 2": {Resign: true},
		"it played 3 turns against the machine; its longest took 0s of 1s": {},
	} {
		synctest.Test(t, func(t *testing.T) {
			plays := func(context.Context, player.Question) (player.Answer, error) { return a, nil }
			if f := tryGame(t.Context(), &stub{plays, new(atomic.Int32)}, checked("go"), quickly{}); f.Text != want || (f.Health == hw.Warn) != a.Resign {
				t.Errorf("%+v", f)
			}
		})
	}
}

// A program of Go is tried on a board that it has, and one that is not there is named as that.
func TestCheckOfOtherPrograms(t *testing.T) {
	script := func(protocol, text string) program.Settings {
		file := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return program.Settings{Name: "it", Command: []string{"sh", file}, Protocol: protocol, Games: program.GamesOf(protocol)[:1]}
	}
	list := Check(t.Context(), script(program.ProtocolGTP, `while read -r id command rest; do
	case "$command $rest" in
	"list_commands "*) printf "=$id boardsize\nclear_board\nplay\nkomi\ngenmove\n\n" ;;
	"boardsize 19" | "name "* | "komi "* | "clear_board "* | "play black"*) printf "=$id\n\n" ;;
	"play white T"*) printf "=$id\n\n" ;;
	"genmove "*) n=$((n + 1)); printf "=$id T$n\n\n" ;;
	*) printf "?$id no\n\n" ;;
	esac
done`))
	if last := list[len(list)-1]; last.Device != "go" || last.Health == hw.Bad {
		t.Errorf("%+v", last)
	}
	list = Check(t.Context(), script(program.ProtocolConnect6, "echo nothing is here >&2"))
	if last := list[len(list)-1]; last.Health != hw.Bad || !strings.Contains(last.Text, "nothing is here") || !strings.Contains(last.Do, "terminal") {
		t.Errorf("%+v", last)
	}
}
