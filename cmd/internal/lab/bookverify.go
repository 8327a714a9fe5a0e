package lab

import (
	"context"
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// BookVerifier tests turns of a book from the opponent's side: it searches the
// position after a turn with the opponent to move, asks the solver whether the
// opponent wins by threats, and has the engine play games from there. The result
// depends on the position alone: not on its orientation, the order of its stones or
// what was verified before.
type BookVerifier struct {
	Nodes   uint64 // of the search and, in threat turns, of the solver
	NoGames bool   // leaves the games out
	engine  *search.Engine
}

// DefaultVerifyNodes is how many nodes the turns of the embedded book are verified
// with.
const DefaultVerifyNodes = 500_000

// What a turn has to show.
const (
	verifyGames = 3 // games; only a turn that loses all of them fails
	// A turn of the first game gets a fifth of the nodes, at most so many; of the
	// second game half as many again, of the third twice as many.
	gameNodes = 4_000
	// worstChance is the chance to win below which a turn is clearly bad.
	worstChance = 0.3
)

// BookVerdict is what a [BookVerifier] found of a turn.
type BookVerdict struct {
	Score int32 `json:"s"` // for the side that played the turn: the mean of the last two depths
	Depth int   `json:"d"` // turns that the search looked ahead, complete
	// Lost is how many turns the opponent's forced win takes; 0 if none was found.
	// Only if Proved did the solver find it; else the search only scored it.
	Lost   int  `json:"lost,omitempty"`
	Proved bool `json:"proved,omitempty"`
	// Safe says that the solver tried everything: the opponent has no win by
	// consecutive threats.
	Safe   bool `json:"safe,omitempty"`
	Games  int  `json:"games"` // the second and third only if the side lost those before
	Losses int  `json:"losses,omitempty"`
}

// NewBookVerifier takes an engine's memory.
func NewBookVerifier(nodes uint64) (*BookVerifier, error) {
	e, err := newEngine(bookTableMB, 1)
	return &BookVerifier{Nodes: nodes, engine: e}, err
}

// Verify tests the turn that led to pos, where the opponent is to move.
func (b *BookVerifier) Verify(ctx context.Context, pos *connect.Position) (v BookVerdict, err error) {
	e := b.engine
	_, symmetry := book.Canonical(pos)
	representative(e.Position(), pos, symmetry)
	e.Forget()
	me := pos.ToMove().Other()
	v.Score, v.Depth, v.Lost, v.Proved = after(ctx, e, b.Nodes)
	if v.Lost == 0 {
		p := e.Prove(ctx, limit.Limits{Nodes: b.Nodes})
		v.Lost, v.Proved, v.Safe = p.Turns, p.Turns > 0, p.Turns == 0 && p.Complete
	}
	if v.Lost > 0 || b.NoGames {
		return v, ctx.Err()
	}
	for v.Games < verifyGames && v.Losses == v.Games {
		nodes := max(1, min(gameNodes, b.Nodes/5)*uint64(2+v.Games)/2)
		winner, err := b.game(ctx, nodes)
		if err != nil {
			return v, err
		}
		v.Games++
		if winner == me.Other() {
			v.Losses++
		}
	}
	return v, ctx.Err()
}

// representative puts pos, as symmetry turns it, on another position; Black's stones
// first, each side's in the order of their points.
func representative(on, pos *connect.Position, symmetry int) {
	on.Reset()
	size := pos.Size()
	for _, c := range [2]board.Color{board.Black, board.White} {
		for p := range size.Points {
			if pos.At(size.Turn(p, board.Back(symmetry))) == c {
				on.Put(p, c)
			}
		}
	}
	on.SetTurn(pos.ToMove(), pos.Due())
}

// game has the engine play both sides from its position, which it leaves as it was,
// and returns who wins; Empty for a draw or a game of more than gameTurns.
func (b *BookVerifier) game(ctx context.Context, nodes uint64) (winner board.Color, err error) {
	e := b.engine
	pos := e.Position()
	var played []connect.Move
	defer func() {
		for i := len(played) - 1; i >= 0; i-- {
			pos.TakeMove(played[i])
		}
	}()
	e.Forget()
	for range gameTurns {
		if pos.Over() {
			break
		}
		r := e.Search(ctx, limit.Limits{Nodes: nodes}, nil)
		if err := ctx.Err(); err != nil {
			return board.Empty, err
		}
		if r.Source == player.FromThreat {
			return pos.ToMove(), nil
		}
		pos.PlayMove(r.Move)
		played = append(played, r.Move)
	}
	return pos.Winner(), nil
}

// Fault says, as the end of a sentence about the turn, why it does not belong in a
// book; empty if it does.
func (v BookVerdict) Fault(opponent board.Color) string {
	switch chance := (Value{Score: v.Score}).Chance(); {
	case v.Lost > 0 && v.Proved:
		return fmt.Sprintf("loses: %s wins in %d, proved", opponent, v.Lost)
	case v.Lost > 0:
		return fmt.Sprintf("scores as lost: %s wins in %d by alpha-beta, not proved", opponent, v.Lost)
	case chance < worstChance:
		return fmt.Sprintf("scores badly: its chance to win is %.0f %%", 100*chance)
	case v.Losses == verifyGames:
		return fmt.Sprintf("loses all %d games", verifyGames)
	}
	return ""
}

// holds reports whether the turn may be in a book.
func (v *BookVerdict) holds() bool { return v != nil && v.Fault(board.Empty) == "" }

// after searches the position that a turn has led to and returns the turn's
// score, how many turns were looked ahead, and in how many turns the opponent wins
// by force if he does, and whether the solver proved that. The score is the mean of
// the last two depths, of which one ends with a turn of each side: who has moved
// last looks better than he is. A reply that is the only one is played, and what
// follows it searched.
func after(ctx context.Context, e *search.Engine, nodes uint64) (score int32, depth, lost int, proved bool) {
	pos := e.Position()
	opponent := pos.ToMove()
	var last [2]int32
	var r search.Found
	var forced []connect.Move
	depths := 0
	for {
		depths = 0
		r = e.Search(ctx, limit.Limits{Nodes: nodes}, func(i search.Found) {
			last[depths%2] = i.Score
			depths++
		})
		if r.Source != player.FromOnly || ctx.Err() != nil {
			break
		}
		pos.PlayMove(r.Move)
		forced = append(forced, r.Move)
	}
	switch {
	case depths == 0 || r.Score >= search.Proved || r.Score <= -search.Proved:
		score = r.Score
	case depths == 1:
		score = last[0]
	default:
		score = (last[0] + last[1]) / 2
	}
	if pos.ToMove() == opponent {
		score = -score
	}
	for i := len(forced) - 1; i >= 0; i-- {
		pos.TakeMove(forced[i])
	}
	depth = r.Depth + len(forced)
	if score <= -search.Proved {
		return score, depth, (len(forced)+1)/2 + max(1, -search.WinOf(score)), r.Source == player.FromThreat
	}
	return score, depth, 0, false
}
