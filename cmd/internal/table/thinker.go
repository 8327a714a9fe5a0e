package table

import (
	"errors"
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/table/notices"
	"stonehand/cmd/internal/table/think"
	"stonehand/cmd/internal/text"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/record"
	"stonehand/hw/soc"
)

// failureWords are that a program has failed, as a notice that ends with its seat, or as it
// plays again.
type failureWords struct{ text.Words }

// think tells the player what it is to do as the game stands.
func (t *core) think() {
	if at := (seated{t.match.ID, t.match.Game.Rules(), t.match.Programs}); at != t.seated {
		t.seated, t.out.Seated = at, &at
		t.forgetFailure()
	}
	t.tellPlayer(t.search.Step(t.now, t.status(), think.In{Game: &t.match, Ponders: t.cfg.Ponderer != nil, Hot: t.heat.Hot}))
}

// forgetFailure ends the notice that a program has failed.
func (t *core) forgetFailure() {
	notice, _ := t.notices.Notice()
	if _, old := notice.(failureWords); old {
		t.tellFor(notices.In{Undone: true})
	}
}

// tellPlayer gives the player an order, if there is one.
func (t *core) tellPlayer(o *think.Order) {
	if o != nil {
		t.out.Search = append(t.out.Search, *o)
		t.changed = t.changed || o.Ponder
	}
}

// moveNow lets the player answer at once.
func (t *core) moveNow() *api.CommandError {
	if !t.search.Searches(t.match.Position) {
		return t.refuse("not-now", text.NotThinking)
	}
	t.tellPlayer(t.search.Hurry())
	return nil
}

// answered takes a search's answer: the decision goes into the journal, and is
// asked for on the board after that. An answer to an old position is dropped.
func (t *core) answered(a think.Answer) {
	t.search.Ended(&a)
	t.changed = true
	if a.Pondered || a.Position != t.match.Position || !t.status().Thinks() {
		return
	}
	if a.Choice != "" && a.Err == nil {
		_, a.Err = t.choose(a.Choice, record.Mark{})
		if a.Err == nil {
			return
		}
	}
	var told text.Messages
	if a.Fault == nil {
		t.forgetFailure()
	} else {
		says := text.ProgramFailed
		switch {
		case errors.Is(a.Fault, player.ErrBoard):
			says = text.ProgramBoard
		case errors.Is(a.Fault, player.ErrGone):
			says = text.ProgramGone
		case errors.Is(a.Fault, player.ErrNotReady):
			says = text.ProgramNotReady
		case errors.Is(a.Fault, player.ErrHurried):
			says = text.ProgramHurried
		}
		told = text.Messages{text.Tell(says, text.Program(t.programName(t.match.Programs[t.match.Game.Side()])))}
		t.tellFor(notices.In{Notice: failureWords{told}, Brief: true})
	}
	if a.Resign && a.Err == nil {
		if err := t.commit(record.Ended{Reason: game.ByResign, Loser: t.match.Game.Side()}, record.Mark{}); err != nil {
			t.log.Error("the player resigns a game that cannot be resigned", "err", err)
		}
		return
	}
	color, _ := t.match.Game.Due()
	turn := game.Turn{Color: color, Points: append(slices.Clone(t.match.Placed), a.Points...)}
	if a.Err == nil {
		a.Err = t.match.Game.Check(turn)
	}
	if a.Err != nil {
		t.log.Error("the player gave no turn that can be played", "err", a.Err, "turn", len(t.match.Game.Turns()))
		t.fault(notices.Player, notices.Broken(a.Err))
		if err := t.commit(record.Paused{On: true}, record.Mark{}); err != nil {
			t.log.Error("pausing after a failed search", "err", err)
		}
		return
	}
	if len(turn.Points) == 0 && t.match.Game.Counts() {
		if err := t.commit(record.Played{Color: color, StandIn: a.Fault != nil}, record.Mark{}); err != nil {
			t.log.Error("the player's pass does not fit the game", "err", err)
			return
		}
		t.tellFor(notices.In{Notice: turnWords{append(told, text.Tell(text.ReviewPass, text.Side(color)))}, Brief: true})
		return
	}
	if err := t.commit(record.Decided{Color: color, Points: turn.Points, StandIn: a.Fault != nil}, record.Mark{}); err != nil {
		t.log.Error("the machine's choice does not fit the game", "err", err)
	}
}

// thought tells subscribers what the machine thinks, unless it thinks of a
// position that is gone.
func (t *core) thought(th think.Thought) {
	if th.Position == t.match.Position && t.search.Thinks() {
		t.out.Thought = new(present.Thought(th.Info))
		t.considered = considered{th.Position, t.out.Thought}
		if t.cfg.Candidates {
			t.show() // the lamps alone: the thought itself is told by itself
		}
	}
}

// heated takes what is new of the computer's heat.
func (t *core) heated(s soc.State) {
	t.changed = t.changed || s.Throttle != t.heat.Throttle
	t.heat = s
}
