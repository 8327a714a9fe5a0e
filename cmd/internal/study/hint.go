package study

import (
	"cmp"
	"context"
	"errors"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
	"stonehand/engine/weiqi/shapes"
	"stonehand/engine/weiqi/tactics"
)

// Budget is how long a player is asked for a hint.
const Budget = 2 * time.Second

// Hints finds hints.
type Hints struct {
	// Player makes who is asked in games other than Go, with memory of its own, so that the
	// machine's thinking goes on undisturbed. It is dropped after the hint. Nil: nobody is.
	Player func() (player.Player, error)
	// Ask asks another program or an engine by name; nil: there are none.
	Ask    func(ctx context.Context, q player.Question) (player.Answer, error)
	Budget time.Duration // 0: [Budget]
	Tidy   func()        // gives back memory that is garbage; nil: nobody does
}

// Adviser is who gives a hint: a program or an engine by name, and what people call it.
// The zero value is the machine.
type Adviser struct{ Name, Shown string }

// Hint returns what the side to act in a game should do, where stones of its turn stand
// already. The game is the caller's own and is not changed. It returns soon after ctx has
// ended, with an error. Where the adviser cannot say, the machine does, and always in a game
// of capturing, which no program knows.
func (h *Hints) Hint(ctx context.Context, g *game.Game, placed []board.Point, by Adviser) (*api.Hint, error) {
	offers, goal := g.Step().Player != opening.Nobody, g.Terms().Capture
	if by.Name != "" && h.Ask != nil && goal == 0 && len(g.Choices()) == 0 && !offers {
		q := player.Question{Position: player.At(g, placed...), Player: by.Name, Limits: limit.Limits{Hard: cmp.Or(h.Budget, Budget)}}
		if a, err := h.Ask(ctx, q); err == nil && !a.Resign && g.Check(game.Turn{Color: q.ToMove, Points: append(placed[:len(placed):len(placed)], a.Points...)}) == nil {
			return advised(&a, g.Side(), by.Shown), nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if h.Tidy != nil {
		defer h.Tidy()
	}
	if w := g.Weiqi(); w != nil {
		at := Of(w)
		if at.Goal = goal; goal > 0 {
			return inCapture(at), ctx.Err()
		}
		return inGo(at), ctx.Err()
	}
	if h.Player == nil {
		return hint(api.HintNone, nil, nil, text.Tell(text.HintNone)), nil
	}
	p, err := h.Player()
	if err != nil {
		return nil, err
	}
	budget, weighing := cmp.Or(h.Budget, Budget), time.Duration(0)
	if _, ok := p.(player.Proposer); ok {
		weighing = time.Duration(weighShare * float64(budget))
	}
	q := player.Question{Position: player.At(g, placed...), Limits: limit.Limits{Hard: budget - weighing}}
	a, err := p.Choose(ctx, q, nil)
	if err != nil {
		return nil, err
	}
	turn := game.Turn{Color: q.ToMove, Points: append(placed[:len(placed):len(placed)], a.Points...)}
	if a.Choice == "" && (len(a.Points) == 0 || g.Check(turn) != nil) {
		return nil, errors.New("the player gave no turn that can be played")
	}
	found := chosen(&a, g.Side(), offers)
	found.Candidates = api.Candidates(candidates(ctx, p, q, &a, weighing))
	return found, ctx.Err()
}

// chosen puts a player's answer into words. offers says that another player is to choose
// between the colours after it.
func chosen(a *player.Answer, side board.Color, offers bool) *api.Hint {
	if a.Choice != "" {
		return hint(api.HintChoice, nil, nil, text.Tell(text.HintChoice, Choice(a.Choice)))
	}
	points := text.Points(a.Points)
	if offers {
		return hint(api.HintSearch, a.Points, nil, text.Tell(text.HintEven, points))
	}
	var reply text.Messages
	if len(a.Line) > 1 && len(a.Line[1]) > 0 {
		reply = text.Messages{text.Tell(text.HintReply, text.Points(a.Line[1]))}
	}
	switch {
	case a.Win > 0:
		return hint(api.HintWin, a.Points, nil, text.Tell(text.HintWin, points))
	case a.Win < 0:
		return hint(api.HintLost, a.Points, nil, text.Tell(text.HintLost, points))
	case a.Chance != nil:
		reply = append(text.Messages{text.Tell(text.HintChance, text.Side(side), int(100**a.Chance+0.5))}, reply...)
	}
	return hint(api.HintSearch, a.Points, nil, append(text.Messages{text.Tell(text.HintSearch, points)}, reply...))
}

// advised puts the answer of a program into words.
func advised(a *player.Answer, side board.Color, name string) *api.Hint {
	said := text.Messages{text.Tell(text.HintPassBy, text.Program(name))}
	why := api.HintPass
	if len(a.Points) > 0 {
		why, said[0] = api.HintSearch, text.Tell(text.HintBy, text.Program(name), text.Points(a.Points))
	}
	if a.Chance != nil {
		said = append(said, text.Tell(text.HintChance, text.Side(side), int(100**a.Chance+0.5)))
	}
	if len(a.Line) > 1 && len(a.Line[1]) > 0 {
		said = append(said, text.Tell(text.HintReply, text.Points(a.Line[1])))
	}
	h := hint(why, a.Points, nil, said)
	h.Candidates = api.Candidates(a.Candidates)
	return h
}

// Choice is what a button for a choice of an opening says.
func Choice(c opening.Choice) text.Message {
	switch c {
	case opening.TakeBlack:
		return text.Tell(text.ChooseBlack)
	case opening.TakeWhite:
		return text.Tell(text.ChooseWhite)
	case opening.PutTwo:
		return text.Tell(text.ChooseTwo)
	}
	return text.Tell(text.ChooseStone, string(c))
}

// inGo looks for a chain whose fate the move decides, then for a joseki, then for the point
// that is worth most.
func inGo(at Position) *api.Hint {
	if h := tactic(at); h != nil {
		return h
	}
	if h := inJoseki(at); h != nil {
		return h
	}
	return mostWorth(at)
}

// tactic is a move by which a chain is saved or taken, for certain rather than by a ko.
func tactic(at Position) *api.Hint {
	var best *tactics.Hint
	for _, h := range tactics.NewSolver().Hints(at.Board, at.ToMove, 0) {
		if at.May(h.Point) && !at.gives(h.Line) && (best == nil || best.Result == tactics.Ko && h.Result == tactics.Won) {
			best = &h
		}
	}
	if best == nil {
		return nil
	}
	why, key := api.HintCapture, text.HintCapture
	switch {
	case best.Saves(at.Board):
		why, key = api.HintSave, text.HintSave
	case best.Goal == tactics.Kill:
		why, key = api.HintKill, text.HintKill
	}
	stones := text.Stones{N: best.Stones, Color: at.Board.At(best.Target)}
	said := text.Messages{text.Tell(key, best.Point, best.Target, stones)}
	if best.Result == tactics.Ko {
		said = append(said, text.Tell(text.HintByKo))
	}
	var line []board.Point
	var moves text.Moves
	for _, p := range best.Line {
		moves = append(moves, p)
		if p != board.Nowhere {
			line = append(line, p)
		}
	}
	if len(moves) > 1 {
		said = append(said, text.Tell(text.HintLine, moves))
	}
	return hint(why, []board.Point{best.Point}, line, said)
}

// inJoseki is a move of a joseki in a corner that the sides have begun, else in one that
// is empty.
func inJoseki(at Position) *api.Hint {
	var best *joseki.Move
	for _, m := range joseki.All().Next(at.Board, at.ToMove) {
		if m.Point == board.Nowhere || !at.May(m.Point) {
			continue
		}
		if best == nil || begun(at.Board, m.Corner) && !begun(at.Board, best.Corner) {
			best = &m
		}
	}
	if best == nil {
		return nil
	}
	return hint(api.HintJoseki, []board.Point{best.Point}, nil, text.Tell(text.HintJoseki, best.Point, nameOf(best)))
}

// begun reports whether a corner has a stone.
func begun(b *weiqi.Board, corner int) bool {
	const reach = 7
	size := b.Size()
	for p := range size.Points {
		if q := size.Turn(p, corner); b.At(p) != board.Empty && q.X() < reach && q.Y() < reach {
			return true
		}
	}
	return false
}

// mostWorth is the move that changes the balance of influence most. Points that either
// side owns for good, eyes, and stones that could be taken at once are left out; where
// nothing else is left it is a pass.
func mostWorth(at Position) *api.Hint {
	_, settled := at.Board.Settled()
	size := at.Board.Size()
	best, most := board.Nowhere, 0
	each(at, func(n, worth int) {
		p := size.Point(n)
		if (best == board.Nowhere || worth > most) && worth > 0 && !settled.Has(p) && !wasted(at, p) {
			best, most = p, worth
		}
	})
	if best == board.Nowhere {
		return hint(api.HintPass, nil, nil, text.Tell(text.HintPass))
	}
	said := text.Messages{text.Tell(text.HintWorth, best, most)}
	for _, m := range shapes.All().Find(at.Board, at.ToMove) {
		if m.Point == best {
			said = append(said, text.Tell(text.HintShape, text.Each{m.Shape.English, m.Shape.Chinese}))
			break
		}
	}
	return hint(api.HintWorth, []board.Point{best}, nil, said)
}

// wasted reports whether a stone on p would fill an eye, or could be taken at once without
// having taken anything.
func wasted(at Position, p board.Point) bool {
	eye := true
	for _, q := range at.Board.Around(p, nil) {
		eye = eye && at.Board.At(q) == at.ToMove
	}
	after := *at.Board
	u := after.Play(at.ToMove, p)
	_, atari := after.InAtari(p)
	return eye || u.Lifted == 0 && atari
}

// hint writes a hint in every language.
func hint(why string, points, line []board.Point, said text.Words) *api.Hint {
	return &api.Hint{Why: why, Points: points, Line: line, Said: text.InEach(said)}
}

// Sought is a hint that is being looked for.
func Sought() *api.Hint { return hint(api.HintSought, nil, nil, text.Tell(text.HintSought)) }
