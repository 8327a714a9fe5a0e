package console

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stonehand/engine/player"
)

// shy is a player who answers every second question only, and says something first.
type shy struct {
	stubPlayer
	asked    int
	messages chan string
}

func (p *shy) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	p.messages <- "somebody thinks"
	if p.asked++; p.asked%2 == 1 {
		return player.Answer{}, errors.New("nobody is at home")
	}
	return p.stubPlayer.Choose(ctx, q, report)
}

// Players who may come back without an answer say why, and may be asked again the same.
func TestGomocupFailing(t *testing.T) {
	p := &shy{messages: make(chan string)}
	var out bytes.Buffer
	c := Gomocup{Player: p, Now: time.Now, Messages: p.messages}
	lines := []string{"START 15", "TURN 7,7", "TURN 7,7", "SWAP2BOARD", "DONE", "RESTART", "BEGIN", "BEGIN", "BOARD", "1,1,2", "DONE", "TURN 1,1", "RESTART", "TURN 1,1"}
	if err := c.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	const (
		thinks = "MESSAGE somebody thinks"
		none   = "ERROR nobody is at home"
	)
	want := []string{
		"OK", thinks, none, thinks, "0,14",
		thinks, none,
		"OK", thinks, "0,14", "ERROR the board is not empty; RESTART clears it",
		thinks, none, "ERROR a stone is on 1,1 already", "OK", thinks, "0,14",
	}
	if got := strings.Split(strings.TrimSpace(out.String()), "\n"); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf(" got %q\nwant %q", got, want)
	}
}

// shyEngine is an engine of that kind.
type shyEngine struct {
	*stubEngine
	asked int
}

func (e *shyEngine) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	if e.asked++; e.asked%2 == 1 {
		return player.Answer{}, errors.New("nobody is at home")
	}
	return e.stubEngine.Choose(ctx, q, report)
}

func TestConnect6Failing(t *testing.T) {
	got := talk(t, &Connect6{Player: &shyEngine{stubEngine: newStub(t)}}, "new white\nmove JJ@@\nmove JJ@@\nquit\n")
	if want := "error: no turn was found: nobody is at home\nmove AABA\n"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
