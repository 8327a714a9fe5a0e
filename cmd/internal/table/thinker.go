package table

import (
	"context"
	"slices"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// Thinker chooses the machine's turns. The table asks one question at a time.
type Thinker interface {
	// Think returns the points of the turn to be played in q's position: as
	// many as are due besides those placed already, or fewer that win at once. It reports what it thinks as
	// it goes; report may be called from Think's goroutine only, never blocks,
	// and nothing may be reported after Think has returned. When ctx ends the
	// position is gone: Think returns soon and its answer is not looked at.
	Think(ctx context.Context, q Question, report func(Thought)) ([]board.Point, error)
}

// Question is a position in which the machine is to move.
type Question struct {
	Rules  game.Rules
	Start  game.Start    // the position that was set up to begin from, if any; not to be changed
	Turns  []game.Turn   // every turn so far; not to be changed
	Placed []board.Point // stones of the turn to be chosen that stand already; not to be changed
	Level  int           // MinLevel to MaxLevel
	Budget time.Duration // how long Think may take, if there is no clock
	Clock  clock.Control // how the sides are given time; the zero Control if they are not
	// Choices is what the machine is to choose from where the opening, which Rules
	// have, waits for a choice, and Made what was chosen before; see [Chooser].
	Choices []opening.Choice
	Made    []opening.Made
	Left    clock.Side // what the side to move has left on it
	Key     board.Key  // identity of the position
	// Now is closed when somebody wants the answer at once: Think then returns
	// the best it has.
	Now <-chan struct{}
}

// search is the search under way.
type search struct {
	running  bool
	position uint64 // the match's position it works on
	hurried  bool   // the answer is wanted at once
	ponders  bool   // on a person's time, on the position after turns; the fields between mean nothing then
	turns    []game.Turn
}

// answer is what a search came to.
type answer struct {
	position uint64
	points   []board.Point
	choice   opening.Choice // in place of points
	err      error
	pondered bool // no answer at all: pondering is over
	stopped  bool // it was told to end
}

// thought is something a search thinks.
type thought struct {
	position uint64
	Thought
}

// think starts the search that the position calls for, and ends the one that
// no longer has a position. It never lets two run at once: a thinker has its
// memory once, and a ponderer the same.
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
		if !wanted || s.position != t.match.position {
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
	*s = search{running: true, position: m.position}
	t.out.Search = append(t.out.Search, searchOrder{position: m.position, question: &Question{
		Rules:   m.game.Rules(),
		Start:   m.game.Start(),
		Turns:   append([]game.Turn(nil), m.game.Turns()...),
		Placed:  slices.Clone(m.placed),
		Level:   m.level,
		Budget:  m.budget,
		Clock:   m.clock.Control(),
		Left:    m.clock.Side(t.now, m.game.Side()),
		Choices: m.game.Choices(),
		Made:    slices.Clone(m.game.Made()),
		Key:     m.game.Key(),
	}})
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
	if a.position != t.match.position || !t.status().Thinks() {
		return
	}
	if a.choice != "" && a.err == nil {
		_, a.err = t.choose(Entry{Kind: KindChoice, Choice: string(a.choice)})
		if a.err == nil {
			return
		}
	}
	color, _ := t.match.game.Due()
	turn := game.Turn{Color: color, Points: append(slices.Clone(t.match.placed), a.points...)}
	if a.err == nil {
		a.err = t.match.game.Check(turn)
	}
	if a.err != nil {
		t.log.Error("the thinker gave no turn that can be played", "err", a.err, "turn", len(t.match.game.Turns()))
		t.faults.Thinker = a.err.Error()
		if err := t.commit(Entry{Kind: KindPause}); err != nil {
			t.log.Error("pausing after a failed search", "err", err)
		}
		return
	}
	if err := t.commit(Entry{Kind: KindDecision, Color: color.String(), Turn: names(turn.Points)}); err != nil {
		t.log.Error("the machine's choice does not fit the game", "err", err)
	}
}
