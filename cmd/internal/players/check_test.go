package players

import (
	"context"
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
