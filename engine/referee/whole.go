package referee

import (
	"time"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// askNewGame asks for a new game while the board is bare and the game is not. One that has
// only just begun may wait for its handicap stones.
func (r *Referee) askNewGame(now time.Time, d *difference) {
	begins := len(r.game.Turns()) == 0 && r.game.Start().IsZero()
	if begins || r.ask.NoGame || r.game.Count() == 0 || !d.disturbed() || !r.bare() || r.back != nil && len(r.back.Rest) == 0 {
		return
	}
	r.wonder(now, r.calm(nil).Add(r.set.Bare), AskNewGame, func() *Question {
		yes := Option{Answer: Yes, Point: board.Nowhere}
		if !r.game.Result().Over || !r.ask.Begin {
			yes = r.option(Yes, r.answerPoints(1), 0, board.Empty)
		}
		return &Question{Options: []Option{yes, {Answer: No, Point: board.Nowhere}}}
	})
}

// doubtStones is on how many points a board must differ from a record that is in
// doubt before people are asked whether to play on from what it shows: one stone
// is in somebody's hand.
const doubtStones = 2

// askSetUp asks whether to play on from a position that is not the game's.
func (r *Referee) askSetUp(now time.Time, d *difference) {
	n := len(d.missing) + len(d.replaced) + 2*len(d.moved) + len(d.fresh)
	if r.game.Result().Over {
		// What is left while the board is tidied up is no position.
		n = min(n, r.game.Count()-len(d.missing)+len(d.fresh))
	}
	least, wait := r.set.SetUpStones, r.set.SetUp
	if r.ask.Doubt {
		least, wait = min(least, doubtStones), r.set.Bare
	} else if r.game.Count() == 0 && r.ask.Task == Watch {
		// The board is to be cleared: what lay there before is no position.
		n = 0
		for _, p := range d.fresh {
			if c := &r.cells[p]; !c.found && c.since.After(r.asked) {
				n++
			}
		}
	}
	if n < least || r.ask.NoSetUp || len(d.spent) > 0 || r.back != nil || r.bare() {
		return
	}
	r.wonder(now, r.calm(nil).Add(wait), AskSetUp, func() *Question {
		if _, ok := r.position(board.Black); !ok {
			return nil
		}
		at := r.answerPoints(1)
		return &Question{Options: []Option{
			r.option(BlackMoves, at, 0, board.Black), r.option(WhiteMoves, at, 0, board.White), {Answer: No, Point: board.Nowhere},
		}}
	})
}

// position returns what stands on the board as a position to play on from, with
// color to move, if it is one: every stone's colour is known, and the game would
// not be over. Points that cannot be read are as on record.
func (r *Referee) position(color board.Color) (game.Start, bool) {
	s := game.Start{ToMove: color}
	for p := range r.game.Size().Points {
		c := r.game.At(p)
		if r.captives.has(p) {
			continue
		}
		switch r.cells[p].sight {
		case Empty:
			continue
		case Black:
			c = board.Black
		case White:
			c = board.White
		case Stone:
			if c == board.Empty {
				return game.Start{}, false
			}
		}
		switch c {
		case board.Black:
			s.Black = append(s.Black, p)
		case board.White:
			s.White = append(s.White, p)
		}
	}
	_, err := game.NewFrom(r.game.Rules(), s)
	return s, err == nil
}

// over: the game is over. The stones may be taken away; when they are, the
// first turn of the next game may begin it.
func (r *Referee) over(now time.Time, d *difference) Event {
	if r.bare() && r.settled(now, nil) {
		r.cleared = true
	}
	if len(d.spent) > 0 && (r.menu.open || r.cleared) {
		r.say(Extra{Points: d.spent})
		return nil
	}
	if !r.cleared || !r.ask.Begin {
		return nil
	}
	color, due := r.game.Rules().Due(0)
	var turn, others []board.Point
	for p := range r.game.Size().Points {
		switch s := r.cells[p].sight; {
		case s == Empty || s == Unknown:
		case s.may(color):
			turn = append(turn, p)
		default:
			others = append(others, p)
		}
	}
	r.byArrival(turn)
	if len(turn)+len(others) > due+2 {
		return nil // somebody lays something out
	}
	if len(others) > 0 {
		r.say(OutOfTurn{Points: others, Color: color})
	}
	if len(turn) > due {
		r.say(TooMany{Points: turn[due:], Due: due})
	}
	if len(others) > 0 || len(turn) != due || !r.settled(now, nil) {
		return nil
	}
	return NewGame{Begun: true}
}
