package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// fives is the engine of Gomoku and Renju as an [Analyzer] asks it. A turn is a move of one
// stone.
type fives struct {
	engine *five.Engine // nil for one that does not think
	rules  game.Gomoku
	board  game.Board
	toMove board.Color
	ends   game.Result // of the position
}

func (a *Analyzer) newFives(rules game.Gomoku, bare bool) *fives {
	f := &fives{rules: rules}
	if !bare {
		o := five.DefaultOptions()
		if a.TableMB > 0 {
			o.TableMB = a.TableMB
		}
		f.engine = five.NewWith(rules.Board, rules.Wins, o, a.Now)
	}
	return f
}

func (f *fives) begin(start game.Start) error {
	f.board, f.toMove, f.ends = game.Board{Size: f.rules.Board}, board.Black, game.Result{}
	if f.engine != nil {
		f.engine.Lift()
	}
	for p, c := range start.Stones {
		if err := f.free(p); err != nil {
			return fmt.Errorf("the position that was set up: %w", err)
		}
		f.put(p, c)
	}
	if start.IsZero() {
		return nil
	}
	if f.toMove = start.ToMove; f.toMove == board.Empty {
		return errors.New("the position that was set up does not say whose turn it is")
	}
	f.ends = game.Stuck(f.rules, &f.board, f.toMove)
	return nil
}

func (f *fives) forget()             { f.engine.Clear() }
func (f *fives) each() int           { return 1 }
func (f *fives) ToMove() board.Color { return f.toMove }
func (f *fives) Over() bool          { return f.ends.Over }

func (f *fives) put(p board.Point, c board.Color) {
	if f.engine != nil {
		f.engine.Put(p, c)
	}
	f.board.Stones[p] = c
	f.board.Count++
}

// free says why a stone cannot be put on a point, or nil.
func (f *fives) free(p board.Point) error {
	if !f.board.Size.Has(p) || f.board.Stones[p] != board.Empty {
		return fmt.Errorf("%v is not an empty point of the board", p)
	}
	return nil
}

func (f *fives) legal(m connect.Move, _ bool) error {
	switch {
	case f.Over():
		return errors.New("the game was over before")
	case m.Stones() != 1:
		return fmt.Errorf("it places %d stones, not 1", m.Stones())
	}
	return f.free(m.A)
}

// PlayMove plays a legal turn.
func (f *fives) PlayMove(m connect.Move) {
	f.put(m.A, f.toMove)
	turn := game.Turn{Color: f.toMove, Points: []board.Point{m.A}}
	f.toMove = f.toMove.Other()
	f.ends = game.Outcome(f.rules, &f.board, turn, f.toMove)
}

// takeMove takes back the turn that was played last.
func (f *fives) takeMove(m connect.Move) {
	f.engine.Take()
	f.board.Stones[m.A] = board.Empty
	f.board.Count--
	f.toMove, f.ends = f.toMove.Other(), game.Result{}
}

func (f *fives) think(ctx context.Context, a *Analyzer) opinion {
	if f.Over() {
		return ended(f.ends.Winner, f.toMove)
	}
	found := f.engine.Search(ctx, f.toMove, a.Limits, nil)
	o := opinion{Value: valueOfFive(found), Line: []connect.Move{{A: found.Move, B: board.Nowhere}}}
	if found.Move == board.Nowhere {
		o.Line = nil
		o.Value = Value{Over: true} // nothing that may be played
		return o
	}
	if o.Value.Win > 0 {
		o.Line = append(o.Line, f.rest(ctx, found.Move, o.Value.Win, a)...)
	}
	return o
}

// rest shows how a proved win goes on after its first move, as far as it is proved again:
// the loser plays what the engine holds for best.
func (f *fives) rest(ctx context.Context, first board.Point, win int, a *Analyzer) (line []connect.Move) {
	part := limit.Limits{Nodes: a.Limits.Nodes, Hard: a.Limits.Hard / time.Duration(2*win)}
	if a.Limits.Hard > 0 {
		part.Hard = max(part.Hard, time.Millisecond)
	}
	played := []connect.Move{{A: first, B: board.Nowhere}}
	f.PlayMove(played[0])
	for !f.Over() && len(played) < 2*win && ctx.Err() == nil {
		found := f.engine.Search(ctx, f.toMove, part, nil)
		attacks := len(played)%2 == 0
		if found.Move == board.Nowhere || attacks && valueOfFive(found).Win <= 0 {
			break
		}
		m := connect.Move{A: found.Move, B: board.Nowhere}
		f.PlayMove(m)
		played = append(played, m)
	}
	if len(played)%2 == 0 {
		f.takeMove(played[len(played)-1]) // an answer that is not answered shows nothing
		played = played[:len(played)-1]
	}
	line = clone(played[1:])
	for i := len(played) - 1; i >= 0; i-- {
		f.takeMove(played[i])
	}
	return line
}

// valueOfFive is what a search of Gomoku found, on the scale of Connect6's: both learned
// how scores become chances.
func valueOfFive(found five.Found) Value {
	if found.Proved && found.Score > five.Proved {
		return winIn(int(five.Win-found.Score+1) / 2)
	}
	if found.Proved && found.Score < -five.Proved {
		return winIn(max(1, int(five.Win+found.Score)/2)).other()
	}
	score := min(max(int(found.Score), -8*five.ChanceScale), 8*five.ChanceScale)
	return Value{Score: int32(score * search.ChanceScale / five.ChanceScale)}
}
