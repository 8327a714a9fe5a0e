package lab

import (
	"context"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
)

// Match lets two players meet: every opening is played twice, with colours
// swapped.
type Match struct {
	Rules    connect.Rules
	A, B     Maker
	Openings [][]connect.Move
	Workers  int // games at a time; 0 means 1
	// MaxTurns ends a game as a draw; 0 means when the board is full.
	MaxTurns int
	// Clock, if there is one, is each side's for the game, the given opening aside;
	// players whose clock runs out lose. Openings' and turns' times are otherwise
	// the players' own.
	Clock clock.Control
	now   func() time.Time // nil: time.Now
	// Each, if set, is called after every pair, one call at a time.
	Each func(pair [2]Record, sofar Score)
	// Stop, if set, ends the match early when it returns true.
	Stop func(sofar Score) bool
}

// Record is one finished game.
type Record struct {
	Black, White string
	Opening      int // turns that were given
	Turns        []connect.Move
	Winner       board.Color // Empty for a draw
	Fault        string      // why a player lost without the board saying so
	OnTime       bool        // the fault is that its clock ran out
}

// Play plays the match and returns A's score.
func (m *Match) Play(ctx context.Context) (Score, error) {
	return Meeting[Player, Record]{
		A: m.A.Make, B: m.B.Make, Pairs: len(m.Openings), Workers: m.Workers, Each: m.Each, Stop: m.Stop,
		Game: func(ctx context.Context, black, white Player, i int) (Record, board.Color, error) {
			r, err := m.game(ctx, black, white, m.Openings[i])
			return r, r.Winner, err
		},
	}.Play(ctx)
}

// game plays one game. A player that fails or answers what is not allowed loses
// it; only the context's end is an error.
func (m *Match) game(ctx context.Context, black, white Player, opening []connect.Move) (Record, error) {
	pos, err := connect.New(m.Rules, connect.Values{})
	if err != nil {
		return Record{}, err
	}
	r := Record{Black: black.Name(), White: white.Name(), Opening: len(opening)}
	for _, mv := range opening {
		pos.PlayMove(mv)
		r.Turns = append(r.Turns, mv)
	}
	now := m.now
	if now == nil {
		now = time.Now
	}
	left := [3]clock.Side{board.Black: m.Clock.Start(), board.White: m.Clock.Start()}
	for !pos.Over() && (m.MaxTurns == 0 || len(r.Turns) < m.MaxTurns) {
		player := black
		if pos.ToMove() == board.White {
			player = white
		}
		me := pos.ToMove()
		if k, ok := player.(timekeeper); ok && !m.Clock.IsZero() {
			k.keepTime(limit.OnClock(m.Clock, left[me]), pos.Count())
		}
		began := now()
		mv, err := player.Choose(ctx, r.Turns)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err == nil {
			err = legal(pos, mv)
		}
		took, had := now().Sub(began), m.Clock.Left(left[me])
		if left[me] = m.Clock.Spend(left[me], took); err == nil && took >= had {
			err, r.OnTime = fmt.Errorf("lost on time in turn %d, %v too late", len(r.Turns)+1, took-had), true
		}
		if err != nil {
			r.Winner, r.Fault = pos.ToMove().Other(), fmt.Sprintf("%s: %v", player.Name(), err)
			return r, nil
		}
		left[me] = m.Clock.Press(left[me])
		pos.PlayMove(mv)
		r.Turns = append(r.Turns, mv)
	}
	r.Winner = pos.Winner()
	return r, nil
}

// legal says what is wrong with a turn, or nil.
func legal(pos *connect.Position, m connect.Move) error {
	if m.Stones() != pos.Due() {
		return fmt.Errorf("turn %v places %d stones, not %d", m, m.Stones(), pos.Due())
	}
	for _, p := range m.Points(nil) {
		if !pos.Free(p) {
			return fmt.Errorf("turn %v: %v is not an empty point of the board", m, p)
		}
	}
	if m.A == m.B {
		return fmt.Errorf("turn %v names a point twice", m)
	}
	return nil
}
