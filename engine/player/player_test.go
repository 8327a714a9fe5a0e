package player_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
)

// corner plays on the first empty points of the board.
type corner struct{}

func (corner) Choose(ctx context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	var a player.Answer
	b := q.Board()
	for i := 0; len(a.Points) < q.Due && i < b.Size.Count(); i++ {
		if p := b.Size.Point(i); b.Stones[p] == board.Empty {
			a.Points = append(a.Points, p)
		}
	}
	return a, ctx.Err()
}

// Any game is played by asking the player of the side to move.
func Example() {
	var seats [3]player.Player
	seats[board.Black], seats[board.White] = corner{}, corner{}
	g := game.New(game.Connect6())
	for len(g.Turns()) < 3 {
		color, _ := g.Due()
		a, err := seats[color].Choose(context.Background(), player.Question{Position: player.At(g)}, nil)
		if err == nil {
			err = g.Play(game.Turn{Color: color, Points: a.Points})
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(color, a.Points)
	}
	// Output:
	// black [A1]
	// white [B1 C1]
	// black [D1 E1]
}

// A position has every stone of the game that it is of, set up, played and placed.
func TestPositionHasEveryStone(t *testing.T) {
	g, err := game.NewFrom(game.Connect6(), game.Start{Black: []board.Point{board.At(3, 3)}, White: []board.Point{board.At(4, 4)}, ToMove: board.White})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(game.Turn{Color: board.White, Points: []board.Point{board.At(5, 5), board.At(6, 6)}}); err != nil {
		t.Fatal(err)
	}
	at := player.At(g, board.At(7, 7))
	if at.ToMove != board.Black || at.Due != 1 || at.Count() != 5 || at.Board().Count != 5 {
		t.Errorf("%+v", at)
	}
	for p, want := range map[board.Point]board.Color{
		board.At(3, 3): board.Black, board.At(4, 4): board.White, board.At(6, 6): board.White, board.At(7, 7): board.Black, board.At(0, 0): board.Empty,
	} {
		if at.At(p) != want || at.Board().Stones[p] != want {
			t.Errorf("%v on %v", at.At(p), p)
		}
	}
	for range at.Stones {
		break // ends it
	}
}

// Who is hurried is told so, and nothing is left behind.
func TestHurried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := make(chan struct{})
		ctx, cancel := player.Hurried(t.Context(), now)
		time.AfterFunc(time.Second, func() { close(now) })
		begun := time.Now()
		if <-ctx.Done(); time.Since(begun) != time.Second || !errors.Is(ctx.Err(), context.Canceled) || t.Context().Err() != nil {
			t.Errorf("after %v: %v", time.Since(begun), ctx.Err())
		}
		cancel()
		ctx, cancel = player.Hurried(t.Context(), nil)
		if ctx.Err() != nil {
			t.Error("nobody was in a hurry")
		}
		cancel()
		_, cancel = player.Hurried(t.Context(), make(chan struct{}))
		cancel() // and the goroutine ends, or the bubble would not
	})
}

// A turn that leaves Black no point but a forbidden one ends a game of Renju.
func TestAfterTheLastPoint(t *testing.T) {
	at := player.Position{Rules: game.Gomoku{Board: board.Size{Cols: 7, Rows: 2}, Wins: game.RenjuFive}, ToMove: board.White, Due: 1}
	for x := range 7 {
		if x != 3 {
			at.Start.Black = append(at.Start.Black, board.At(x, 0)) // D1 makes seven
		}
		switch {
		case x%2 == 1:
			at.Start.Black = append(at.Start.Black, board.At(x, 1))
		case x < 6:
			at.Start.White = append(at.Start.White, board.At(x, 1))
		}
	}
	if _, over := at.After([]board.Point{board.At(6, 1)}); !over {
		t.Error("the game goes on")
	}
	if _, over := at.After([]board.Point{board.At(3, 0)}); over {
		t.Error("the game is over, though G2 is free")
	}
}
