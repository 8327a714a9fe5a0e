// Package gomoku is where Gomoku and Renju are played from: one way to ask any of
// the players of the house for a move.
package gomoku

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/limit"
	"stonehand/engine/region"
	"stonehand/engine/renju"
	"stonehand/engine/template"
	"stonehand/engine/tuple"
)

// Stone is a stone on the board.
type Stone struct {
	Point board.Point
	Color board.Color
}

// Question is a position to move in.
type Question struct {
	Size   board.Size
	Rules  five.Rules
	Stones []Stone // in order of play, as far as that is known
	ToMove board.Color
	Limits limit.Limits
}

// Player chooses moves. It is not safe for concurrent use.
type Player interface {
	// Choose answers a question with an allowed point, soon after ctx ends at the
	// latest; Nowhere if there is none.
	Choose(ctx context.Context, q Question) five.Found
}

// The players by name, the strongest first.
const (
	Five     = "five"     // the product's own
	Template = "template" // lines matched against templates
	Region   = "region"   // a static table within a growing region
	Tuple    = "tuple"    // the five-tuple table, without looking ahead
)

// Names lists the players' names.
func Names() []string { return []string{Five, Template, Region, Tuple} }

// New returns the player of that name. now is its only clock.
func New(name string, now func() time.Time) (Player, error) {
	switch name {
	case Five:
		return NewFive(five.DefaultOptions(), now), nil
	case Template:
		return &templatePlayer{now: now}, nil
	case Region:
		return regionPlayer{now}, nil
	case Tuple:
		return tuplePlayer{}, nil
	}
	return nil, fmt.Errorf("%q is not a player; there are %s", name, strings.Join(Names(), ", "))
}

// NewFive returns the product's own player, searching by other options. now is its
// only clock.
func NewFive(o five.Options, now func() time.Time) Player { return &fivePlayer{options: o, now: now} }

// fivePlayer keeps its engine, and what that has searched, for as long as board
// and rules stay the same.
type fivePlayer struct {
	options five.Options
	now     func() time.Time
	engine  *five.Engine
	rules   five.Rules
}

// Prepare makes the engine for a game, so that no move has to wait for it, and
// works out whatever other rules would need.
func (p *fivePlayer) Prepare(size board.Size, rules five.Rules) {
	if p.engine == nil {
		for _, r := range [3]five.Rules{five.Freestyle, five.Standard, five.Renju} {
			five.NewPosition(size, r)
		}
	}
	p.ready(size, rules)
}

// ready makes the engine, if it is not the one there is.
func (p *fivePlayer) ready(size board.Size, rules five.Rules) {
	if p.engine == nil || p.engine.Size() != size || p.rules != rules {
		if p.engine != nil {
			// Two engines at a time take more memory than managers allow.
			p.engine = nil
			runtime.GC()
		}
		p.engine, p.rules = five.NewWith(size, rules, p.options, p.now), rules
	}
}

// Forget drops what was searched.
func (p *fivePlayer) Forget() {
	if p.engine != nil {
		p.engine.Clear()
	}
}

func (p *fivePlayer) Choose(ctx context.Context, q Question) five.Found {
	p.ready(q.Size, q.Rules)
	p.engine.Lift()
	for _, s := range q.Stones {
		p.engine.Put(s.Point, s.Color)
	}
	return p.engine.Search(ctx, q.ToMove, q.Limits)
}

type templatePlayer struct{ now func() time.Time }

func (p *templatePlayer) Choose(ctx context.Context, q Question) five.Found {
	e := template.NewEngine(q.Size, templateRules[q.Rules], p.now)
	for _, s := range q.Stones {
		e.Put(s.Point, s.Color)
	}
	f := e.Search(q.ToMove, template.Limits{Depth: q.Limits.Depth, Nodes: q.Limits.Nodes, Time: q.Limits.Hard, Stop: func() bool { return ctx.Err() != nil }})
	return five.Found{Point: f.Point, Score: f.Value, Depth: f.Depth, Nodes: f.Nodes}
}

var templateRules = map[five.Rules]template.Rules{
	five.Freestyle: template.Freestyle, five.Standard: template.Standard, five.Renju: template.Renju,
}

// regionPlayer looks three stones ahead, as its document does, and four where
// there is time.
type regionPlayer struct{ now func() time.Time }

func (p regionPlayer) Choose(ctx context.Context, q Question) five.Found {
	e, t := region.New(q.Size), tuple.New(q.Size)
	for _, s := range q.Stones {
		e.Put(s.Point, s.Color)
		t.Put(s.Point, s.Color)
	}
	allowed := q.allowed()
	found := five.Found{Point: t.Best(q.ToMove, allowed)}
	begun := p.now()
	stop := func() bool {
		return ctx.Err() != nil || q.Limits.Hard > 0 && p.now().Sub(begun) >= q.Limits.Hard
	}
	deepest := 4
	if q.Limits.Depth > 0 {
		deepest = min(deepest, q.Limits.Depth)
	}
	for depth := min(3, deepest); depth <= deepest; depth++ {
		f, ok := e.Search(q.ToMove, region.Growing, depth, stop)
		if !ok {
			break
		}
		if f.Point != board.Nowhere && allowed(f.Point) {
			found = five.Found{Point: f.Point, Score: int(f.Value), Depth: depth, Nodes: found.Nodes + f.Nodes}
		}
	}
	return found
}

type tuplePlayer struct{}

func (tuplePlayer) Choose(_ context.Context, q Question) five.Found {
	t := tuple.New(q.Size)
	for _, s := range q.Stones {
		t.Put(s.Point, s.Color)
	}
	return five.Found{Point: t.Best(q.ToMove, q.allowed())}
}

// allowed tells where the side to move may play.
func (q Question) allowed() func(board.Point) bool {
	if q.Rules != five.Renju || q.ToMove != board.Black {
		return func(board.Point) bool { return true }
	}
	b := renju.New(q.Size)
	for _, s := range q.Stones {
		b.Put(s.Point, s.Color)
	}
	return func(p board.Point) bool { return b.Foul(p) == renju.None }
}

// Forbidden lists the points that Renju forbids to Black.
func (q Question) Forbidden() []board.Point {
	b := renju.New(q.Size)
	for _, s := range q.Stones {
		b.Put(s.Point, s.Color)
	}
	return b.Forbidden()
}
