package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	protocol "stonehand/engine/opening"
	"stonehand/engine/search"
)

// Analyzer judges the turns of a game of Connect6, Gomoku or Renju.
type Analyzer struct {
	// Limits bound the search of each position: Nodes, Hard or both. A turn that
	// is not the one that the search would have played takes a second one. With nodes
	// alone, every position is looked at for itself, and the analysis is always the same.
	Limits limit.Limits
	// Doubtful and Bad are what a turn must lose of the chance to win, from 0
	// to 1, to be marked so.
	Doubtful, Bad float64
	// Made are the choices of the opening that the game's rules begin with.
	Made []protocol.Made
	// TableMB is the memory for positions already searched, MiB; 0 takes the
	// engine's default.
	TableMB int
	// Now is the clock that Limits.Hard is measured by; nil is time.Now. It is
	// asked every few hundred nodes, so a clock that blocks holds the analysis
	// up, and one that does not count such a while takes no effort off it.
	Now func() time.Time
	// Workers is how many positions are looked at at a time where Limits has no time;
	// 0 means 1.
	Workers int
	// Farm, if set, looks at the positions. Limits must have no time then.
	Farm jobs.Doer
}

// DefaultAnalyzer takes a second for each turn.
var DefaultAnalyzer = Analyzer{Limits: limit.Limits{Hard: time.Second}, Doubtful: 0.1, Bad: 0.2}

// longWin is how many turns a forced win must take for the turn that begins it
// to be marked as a good one: shorter ones are seen by everybody.
const longWin = 3

// Mark says how a turn is to be called.
type Mark uint8

// The marks.
const (
	NoMark   Mark = iota
	Good          // begins a forced win that is not seen at once
	Doubtful      // loses some of the chance to win, or takes a detour to it
	Bad           // loses much of it, or allows a forced win
)

// Judged is one turn of a game and what is thought of it. Its values are for the
// side that moved.
type Judged struct {
	Number int         // from 1
	Color  board.Color // that moved
	Played connect.Move
	Before Value // of the best turn
	After  Value // of the turn played
	// Offered says that the other player was to choose between what the opening had put
	// down with this turn. It is not judged: who offers seeks what is even.
	Offered bool
	Mark    Mark
	// Better is the turn that should have been played, NoMove if the one that
	// was is about as good; Line is how it goes on, Better first.
	Better connect.Move
	Line   []connect.Move
	// Missed is how many turns the forced win takes that was there and is no
	// more; 0 if there is none. Line has it.
	Missed int
	// Allowed is how the opponent now wins by force, where he could not have
	// after Better.
	Allowed []connect.Move
	// Forced is how the opponent wins by force after the turn, whatever else could have
	// been played; empty where that is not proved.
	Forced []connect.Move
}

// Loss is what the turn lost of the chance to win, from 0 to 1.
func (j *Judged) Loss() float64 { return max(0, j.Before.Chance()-j.After.Chance()) }

// Analysis is a game with every turn judged.
type Analysis struct {
	Start game.Start // the position that the game began from, if one was set up
	Turns []Judged
	each  int // stones of a turn, after the first
}

// opinion is what searches say of a position, for the side to move.
type opinion struct {
	Value Value          `json:"value"`
	Line  []connect.Move `json:"line"`
	// Best is what a search of the position after the line's first turn says.
	// Searches of like depth favour the side to move in them or the other one,
	// so turns are compared by what comes after each of them.
	Best Value `json:"best"`
}

// fair is the value of the position without the favour of its search.
func (o *opinion) fair() Value {
	if o.Value.Win != 0 || o.Value.Over {
		return o.Value
	}
	return Value{Score: (bounded(o.Value) + bounded(o.Best)) / 2}
}

// mind is an engine of a game, at a position.
type mind interface {
	begin(start game.Start) error // goes to the position that a game begins from
	forget()                      // what was searched
	think(ctx context.Context, a *Analyzer) opinion
	ToMove() board.Color
	Over() bool
	PlayMove(m connect.Move)
	legal(m connect.Move, last bool) error // says what is wrong with a turn, or nil; the last may be short
	each() int                             // stones of a turn, after the first
}

// mind makes the engine of a game; a bare one plays turns and does not think.
func (a *Analyzer) mind(rules game.Rules, bare bool) (mind, error) {
	switch r := rules.(type) {
	case game.Gomoku:
		return a.newFives(r, bare), nil
	case game.Connect:
		return a.newSixes(r.Board, bare)
	}
	return nil, fmt.Errorf("games of %s are not judged: only those of Connect6, Gomoku and Renju are", rules.Name())
}

// Analyze judges the turns of a game that began from start, the first one first, each a
// stone or two. The last may be one stone of two. progress, if it is not nil, is called
// after every position.
func (a Analyzer) Analyze(ctx context.Context, rules game.Rules, start game.Start, turns []connect.Move, progress func(done, all int)) (*Analysis, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	if a.Now == nil {
		a.Now = time.Now
	}
	pos, err := a.mind(rules, true)
	if err != nil {
		return nil, err
	}
	if err := pos.begin(start); err != nil {
		return nil, err
	}
	result := &Analysis{Start: start, each: pos.each()}
	for i, m := range turns {
		if err := pos.legal(m, i == len(turns)-1); err != nil {
			return nil, fmt.Errorf("turn %d: %w", i+1, err)
		}
		result.Turns = append(result.Turns, Judged{Number: i + 1, Color: pos.ToMove(), Played: m, Better: connect.NoMove})
		pos.PlayMove(m)
	}
	opinions, err := a.opinions(ctx, rules, start, turns, progress)
	if err != nil {
		return nil, err
	}
	for i := len(turns) - 1; i >= 0; i-- {
		if o := &opinions[i]; o.Line[0] == turns[i] {
			o.Best = result.after(i, func(k int) Value { return opinions[k].Value })
		}
	}
	a.agree(result, opinions)
	winning := map[board.Color]bool{}
	for i := range result.Turns {
		j := &result.Turns[i]
		seen := result.after(i, func(k int) Value { return opinions[k].Value })
		fair := result.after(i, func(k int) Value { return opinions[k].fair() })
		if j.Offered = a.offered(rules, start, i); j.Offered {
			j.Before, j.After = fair, fair
			continue
		}
		a.judge(j, &opinions[i], seen, fair, opinions[i+1].Line)
		if next := &opinions[i+1]; j.After.Win < 0 && next.Value.Win > 0 {
			j.Forced = next.Line
		}
		if j.After.Win > 0 && j.Before.Win >= longWin && !winning[j.Color] {
			j.Mark = Good
		}
		winning[j.Color] = j.Before.Win > 0
	}
	return result, nil
}

// offered reports whether turn i, counted from 0, is one that the opening offers for a choice.
func (a *Analyzer) offered(rules game.Rules, start game.Start, i int) bool {
	r, ok := rules.(interface{ Opens() protocol.Kind })
	if !ok || !start.IsZero() {
		return false
	}
	step := r.Opens().Next(i, a.Made)
	return step.Player != protocol.Nobody || step.Stones > 1
}

// after returns what turn i led to, for the side that played it, where value
// says what a position is worth to the side to move. A turn that is not complete
// leaves that side to move, also where its first stone ended the game.
func (r *Analysis) after(i int, value func(int) Value) Value {
	v := value(i + 1)
	due := r.each
	if i == 0 && r.Start.IsZero() {
		due = 1
	}
	if i == len(r.Turns)-1 && r.Turns[i].Played.Stones() < due {
		return v
	}
	return v.other()
}

// agree makes the opinions of a game's positions agree with each other: the
// searches of neighbouring positions do not see equally far.
func (a Analyzer) agree(r *Analysis, opinions []opinion) {
	seen := func(k int) Value { return opinions[k].Value }
	for i, j := range r.Turns {
		// A forced win that was begun is still one.
		v := opinions[i].Value
		if after := r.after(i, seen); v.Win > 1 && opinions[i].Line[0] == j.Played && after.Win <= 0 && !after.Over {
			opinions[i+1].Value = winIn(v.Win - 1).other()
		}
	}
	for i := len(r.Turns) - 1; i >= 0; i-- {
		o := &opinions[i]
		if o.Value.Win > 0 {
			continue
		}
		// A position is worth at least what was made of it.
		if after := r.after(i, seen); after.Chance() >= o.Best.Chance() {
			o.Best, o.Line = after, append([]connect.Move{r.Turns[i].Played}, opinions[i+1].Line...)
		}
		switch b := o.Best.before(); {
		case b.Win > 0:
			o.Value = b
		case b.Win < 0 && o.Value.Win == 0:
			// The best turn loses by force; of the others that is not known.
			o.Value = Value{Score: -search.Win}
			o.Best = o.Value
		}
	}
}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (a Analyzer) Check() error {
	switch {
	case a.Limits.Nodes == 0 && a.Limits.Hard <= 0:
		return errors.New("an analysis needs a limit for each turn: a time or a number of nodes")
	case a.Doubtful <= 0 || a.Bad < a.Doubtful || a.Bad > 1:
		return fmt.Errorf("margins of %g and %g are out of range: above 0, to 1, the bad one not below the doubtful one", a.Doubtful, a.Bad)
	}
	return nil
}

// judge fills in what is thought of a turn: before is the opinion of the
// position it was played in; seen and fair are the value that it led to, for the
// same side, as a search sees it and without its favour, and next is how it goes
// on.
func (a Analyzer) judge(j *Judged, before *opinion, seen, fair Value, next []connect.Move) {
	j.Before, j.After = before.Value, fair
	best := before.Line[0]
	switch {
	case before.Value.Win > 0:
	case best == j.Played:
		j.Before = j.After.before() // what followed tells more of the turn
	case fair.Win < 0:
		j.Before = before.fair()
	default:
		j.Before = Value{Score: bounded(fair) + bounded(before.Best) - bounded(seen)}
	}
	if best == j.Played {
		return
	}
	missed := j.Before.Win > 0 && j.After.Win <= 0 && !j.After.Over
	allowed := j.After.Win < 0 && j.Before.Win >= 0 && j.Loss() >= a.Doubtful
	switch {
	case allowed, missed && j.Loss() >= a.Doubtful, j.Loss() >= a.Bad:
		j.Mark = Bad
	case missed, j.Loss() >= a.Doubtful:
		j.Mark = Doubtful // a detour, where a win was missed
	default:
		return
	}
	j.Better, j.Line = best, before.Line
	if missed {
		j.Missed = j.Before.Win
	}
	if allowed {
		j.Allowed = next
	}
}

// Sum is what one side's turns come to.
type Sum struct {
	Turns           int
	Loss            float64 // of the chance to win, the mean of the turns
	Doubtful, Bad   int     // turns so marked
	Missed, Allowed int     // forced wins
}

// Sum adds up the turns of one side.
func (a *Analysis) Sum(c board.Color) (s Sum) {
	for i := range a.Turns {
		j := &a.Turns[i]
		if j.Color != c {
			continue
		}
		s.Turns++
		s.Loss += j.Loss()
		switch j.Mark {
		case Doubtful:
			s.Doubtful++
		case Bad:
			s.Bad++
		}
		if j.Missed > 0 {
			s.Missed++
		}
		if len(j.Allowed) > 0 {
			s.Allowed++
		}
	}
	s.Loss /= float64(max(s.Turns, 1))
	return s
}
