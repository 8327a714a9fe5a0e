package lab

import (
	"context"
	"errors"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// sixes is the engine of Connect6 as an [Analyzer] asks it.
type sixes struct {
	*connect.Position
	engine *search.Engine // nil for one that does not think
}

func (a *Analyzer) newSixes(size board.Size, bare bool) (*sixes, error) {
	if bare {
		pos, err := connect.New(size, connect.Values{})
		return &sixes{Position: pos}, err
	}
	o := search.DefaultOptions()
	o.Book = false
	if a.TableMB > 0 {
		o.TableMB = a.TableMB
	}
	e, err := search.New(size, o, a.Now)
	if err != nil {
		return nil, err
	}
	return &sixes{e.Position(), e}, nil
}

func (s *sixes) begin(start game.Start) error { return SetUp(s.Position, start) }
func (s *sixes) forget()                      { s.engine.Forget() }

func (s *sixes) each() int { return connect.Each }

func (s *sixes) legal(m connect.Move, last bool) error {
	switch {
	case s.Over():
		return errors.New("the game was over before")
	case last && m.Stones() == 1 && s.Free(m.A):
		return nil
	}
	return legal(s.Position, m)
}

// think searches the engine's position: for a forced win first, which is worth
// a third of the effort.
func (s *sixes) think(ctx context.Context, a *Analyzer) opinion {
	if s.Over() {
		return ended(s.Winner(), s.ToMove())
	}
	part := limit.Limits{Nodes: a.Limits.Nodes / 3, Hard: a.Limits.Hard / 3}
	if a.Limits.Nodes > 0 {
		part.Nodes = max(1, part.Nodes)
	}
	start := a.Now()
	if p := s.engine.Prove(ctx, part); p.Turns > 0 {
		return opinion{Value: winIn(p.Turns), Line: clone(p.Line)}
	} else if a.Limits.Nodes > 0 {
		part.Nodes = max(1, a.Limits.Nodes-min(a.Limits.Nodes, p.Nodes))
	}
	if a.Limits.Hard > 0 {
		part.Hard = max(time.Millisecond, a.Limits.Hard-a.Now().Sub(start))
	}
	r := s.engine.Search(ctx, part, nil)
	line := clone(r.Line)
	if len(line) == 0 {
		line = []connect.Move{r.Move}
	}
	v := Value{Score: r.Score}
	if r.Proved {
		v.Win = search.WinOf(r.Score)
	}
	return opinion{Value: v, Line: line}
}

// ended is what is said of a game that is over, to the side that would move.
func ended(winner, toMove board.Color) opinion {
	switch winner {
	case board.Empty:
		return opinion{Value: Value{Over: true}}
	case toMove:
		return opinion{Value: Value{Score: search.Win, Over: true}}
	}
	return opinion{Value: Value{Score: -search.Win, Over: true}}
}

func clone(line []connect.Move) []connect.Move { return append([]connect.Move(nil), line...) }
