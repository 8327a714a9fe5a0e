package table

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/notices"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/record"
)

// decidedScore is the score of a position that is won; one that is won by a turn n
// turns of both sides ahead has n less, whatever the game.
const decidedScore = 1<<29 - 1

// thoughtOf is what a player thinks as subscribers are told it.
func thoughtOf(i player.Info) api.Thought {
	th := api.Thought{
		Depth: i.Depth, Score: i.Score, Chance: i.Chance, Nodes: i.Nodes,
		LeftMS: max(0, (i.Hard - i.Elapsed).Milliseconds()), TotalMS: i.Hard.Milliseconds(),
	}
	switch {
	case i.Win > 0:
		th.Score = decidedScore - (2*i.Win - 1)
	case i.Win < 0:
		th.Score = -decidedScore - 2*i.Win
	}
	if s := i.Elapsed.Seconds(); s > 0 {
		th.NPS = uint64(float64(i.Nodes) / s)
	}
	for _, turn := range i.Line {
		th.Line = append(th.Line, slices.Clone(turn))
	}
	return th
}

// think starts the search that the position calls for, and ends the one that
// no longer has a position. It never lets two run at once: a player has its
// memory once.
func (t *core) think() {
	wanted := t.status().Thinks()
	s := &t.search
	ponder := !wanted && t.mayPonder()
	if s.running && s.ponders {
		if !ponder || !sameTurns(s.turns, t.ponder.turns) {
			t.out.Search = append(t.out.Search, searchOrder{cancel: true})
		}
		return
	}
	if s.running {
		if !wanted || s.position != t.match.Position {
			t.out.Search = append(t.out.Search, searchOrder{cancel: true})
		}
		return
	}
	if ponder {
		t.startPonder()
		return
	}
	if !wanted || !t.sensed.live() {
		return
	}
	m := &t.match
	*s = search{running: true, position: m.Position}
	q := player.Question{
		Position: player.At(m.Game, slices.Clone(m.Placed)...), Level: m.Level, Limits: limit.Limits{Hard: m.Budget},
		Clock: m.Clock.Control(), Left: m.Clock.Side(t.now, m.Game.Side()),
	}
	q.Turns, q.Made = slices.Clone(q.Turns), slices.Clone(q.Made)
	t.out.Search = append(t.out.Search, searchOrder{position: m.Position, question: q})
}

// answered takes a search's answer: the decision goes into the journal, and is
// asked for on the board after that. An answer to an old position is dropped.
func (t *core) answered(a answer) {
	if a.pondered {
		t.pondered(a)
		return
	}
	t.search = search{}
	t.changed = true
	if a.position != t.match.Position || !t.status().Thinks() {
		return
	}
	if a.Choice != "" && a.err == nil {
		_, a.err = t.choose(a.Choice, record.Mark{})
		if a.err == nil {
			return
		}
	}
	color, _ := t.match.Game.Due()
	turn := game.Turn{Color: color, Points: append(slices.Clone(t.match.Placed), a.Points...)}
	if a.err == nil {
		a.err = t.match.Game.Check(turn)
	}
	if a.err != nil {
		t.log.Error("the player gave no turn that can be played", "err", a.err, "turn", len(t.match.Game.Turns()))
		t.fault(notices.Player, notices.Broken(a.err))
		if err := t.commit(record.Paused{On: true}, record.Mark{}); err != nil {
			t.log.Error("pausing after a failed search", "err", err)
		}
		return
	}
	if err := t.commit(record.Decided{Color: color, Points: turn.Points}, record.Mark{}); err != nil {
		t.log.Error("the machine's choice does not fit the game", "err", err)
	}
}

// thought tells subscribers what the machine thinks, unless it thinks of a
// position that is gone.
func (t *core) thought(th thought) {
	if th.position != t.match.Position || !t.search.running || t.search.ponders {
		return
	}
	told := thoughtOf(th.Info)
	t.out.Thought = &told
}
