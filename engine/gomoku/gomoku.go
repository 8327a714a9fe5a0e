// Package gomoku has who plays Gomoku and Renju: players by name and by level, and
// how they open games.
package gomoku

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/five"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/region"
	"stonehand/engine/renju"
	"stonehand/engine/template"
	"stonehand/engine/tuple"
)

// The players by name, the strongest first.
const (
	Five     = "five"     // the product's own
	Template = "template" // lines matched against templates
	Region   = "region"   // a static table within a growing region
	Tuple    = "tuple"    // the five-tuple table, without looking ahead
)

// Names lists the players' names.
func Names() []string { return []string{Five, Template, Region, Tuple} }

// New returns the player of that name; o is how the product's own searches. now is its
// only clock.
func New(name string, o five.Options, now func() time.Time) (player.Player, error) {
	switch name {
	case Five:
		return NewFive(o, now), nil
	case Template:
		return &templates{now: now}, nil
	case Region:
		return &simple{now, chooseRegion}, nil
	case Tuple:
		return &simple{now, chooseTuple}, nil
	}
	return nil, fmt.Errorf("%q is not a player; there are %s", name, strings.Join(Names(), ", "))
}

// NewFive returns the product's own player. now is its only clock.
func NewFive(o five.Options, now func() time.Time) *FivePlayer {
	return &FivePlayer{options: o, now: now}
}

// FivePlayer is the product's own. It keeps its engine, and what that has
// searched, for as long as board and rules stay the same.
type FivePlayer struct {
	options five.Options
	now     func() time.Time
	engine  *five.Engine
	rules   game.Row
}

// Hurries implements [player.Hurrier].
func (p *FivePlayer) Hurries() {}

// Prepare implements [player.Preparer]: it makes the engine.
func (p *FivePlayer) Prepare(rules game.Rules) error {
	r, err := rulesOf(rules)
	if err != nil {
		return err
	}
	p.ready(r)
	return nil
}

// ready makes the engine, if it is not the one there is.
func (p *FivePlayer) ready(r game.Gomoku) {
	if p.engine == nil || p.engine.Size() != r.Board || p.rules != r.Wins {
		if p.engine != nil {
			// Two engines at a time take more memory than managers allow.
			p.engine = nil
			runtime.GC()
		}
		p.engine, p.rules = five.NewWith(r.Board, r.Wins, p.options, p.now), r.Wins
	}
}

// Forget implements [player.Forgetter].
func (p *FivePlayer) Forget() {
	if p.engine != nil {
		p.engine.Clear()
	}
}

// Choose implements [player.Player].
func (p *FivePlayer) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	return choose(ctx, q, report, p.now, toldFive, func(ctx context.Context, r game.Gomoku, tell func(found)) found {
		p.ready(r)
		p.engine.Lift()
		put(p.engine.Put, q.Position)
		return p.engine.Search(ctx, q.ToMove, q.Limits, tell)
	})
}

// Propose implements [player.Proposer].
func (p *FivePlayer) Propose(at player.Position, n int) (turns [][]board.Point) {
	r, err := rulesOf(at.Rules)
	if err != nil {
		return nil
	}
	p.ready(r)
	p.engine.Lift()
	put(p.engine.Put, at)
	for i := range n {
		point := p.engine.Promising(at.ToMove, i)
		if point == board.Nowhere {
			break
		}
		turns = append(turns, []board.Point{point})
	}
	return turns
}

// toldFive is what a search of the product's own player found, as a player tells it.
func toldFive(f found) player.Info {
	if !f.Proved {
		f.Score = min(max(f.Score, -five.Proved), five.Proved)
	}
	t := told(f)
	chance := five.Chance(t.Score)
	t.Win, t.Chance = winOf(t.Score), &chance
	return t
}

// winOf returns how many moves of its own the win takes that a score of the
// product's own player is for the side to move; negative, how many of the
// opponent's; 0 if it is none. The score must be a proof.
func winOf(score int) int {
	switch {
	case score > five.Proved:
		return (five.Win - score + 1) / 2
	case score < -five.Proved:
		return -max(1, (five.Win+score)/2)
	}
	return 0
}

// found is what a search has found, a stone a move.
type found = player.Found[board.Point]

// simple is a player that remembers nothing.
type simple struct {
	now    func() time.Time
	search func(ctx context.Context, q player.Question, r game.Gomoku, now func() time.Time) found
}

// Hurries implements [player.Hurrier].
func (p *simple) Hurries() {}

// Choose implements [player.Player].
func (p *simple) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	return choose(ctx, q, report, p.now, told, func(ctx context.Context, r game.Gomoku, _ func(found)) found { return p.search(ctx, q, r, p.now) })
}

// templates plays by templates. It keeps its engine for as long as board and rules
// stay the same.
type templates struct {
	now    func() time.Time
	engine *template.Engine
	rules  game.Gomoku
}

// Hurries implements [player.Hurrier].
func (p *templates) Hurries() {}

// Forget implements [player.Forgetter].
func (p *templates) Forget() {
	if p.engine != nil {
		p.engine.Forget()
	}
}

// Choose implements [player.Player].
func (p *templates) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	return choose(ctx, q, report, p.now, told, func(ctx context.Context, r game.Gomoku, _ func(found)) found {
		if p.engine == nil || p.rules.Board != r.Board || p.rules.Wins != r.Wins {
			p.engine, p.rules = template.NewEngine(r.Board, r.Wins, p.now), r
		}
		p.engine.Lift()
		put(p.engine.Put, q.Position)
		return p.engine.Search(ctx, q.ToMove, q.Limits)
	})
}

// choose has a question answered by a search, which may tell of what it has found so far.
func choose(ctx context.Context, q player.Question, report func(player.Info), now func() time.Time, told func(found) player.Info, search func(context.Context, game.Gomoku, func(found)) found) (player.Answer, error) {
	r, err := rulesOf(q.Rules)
	if err != nil {
		return player.Answer{}, err
	}
	hurried, cancel := player.Hurried(ctx, q.Hurry)
	defer cancel()
	begun := now()
	info := func(f found) player.Info {
		t := told(f)
		t.Elapsed = now().Sub(begun)
		return t
	}
	var tell func(found)
	if report != nil {
		tell = func(f found) { report(info(f)) }
	}
	f := search(hurried, r, tell)
	if err := ctx.Err(); err != nil {
		return player.Answer{}, err
	}
	a := player.Answer{Info: info(f)}
	if f.Move != board.Nowhere {
		a.Points = []board.Point{f.Move}
	}
	if report != nil {
		report(a.Info)
	}
	return a, nil
}

// told is what a search found, as a player tells it. How likely a win is at its scores has
// not been measured.
func told(f found) player.Info {
	t := player.Info{Source: player.FromSearch, Depth: f.Depth, Score: int(f.Score), Nodes: f.Nodes}
	if len(f.Line) == 0 && f.Move != board.Nowhere {
		f.Line = []board.Point{f.Move}
	}
	for _, at := range f.Line {
		t.Line = append(t.Line, []board.Point{at})
	}
	return t
}

func rulesOf(r game.Rules) (game.Gomoku, error) {
	if g, ok := r.(game.Gomoku); ok {
		return g, nil
	}
	return game.Gomoku{}, fmt.Errorf("this player does not play %s", r.Name())
}

// put puts the stones of a position down.
func put(put func(board.Point, board.Color), at player.Position) {
	for p, c := range at.Stones {
		put(p, c)
	}
}

// chooseRegion looks three stones ahead, as its document does, and four where
// there is time.
func chooseRegion(ctx context.Context, q player.Question, r game.Gomoku, now func() time.Time) found {
	e, t := region.New(r.Board), tuple.New(r.Board)
	put(e.Put, q.Position)
	put(t.Put, q.Position)
	allowed := allowed(q, r)
	best := found{Move: t.Best(q.ToMove, allowed)}
	begun := now()
	stop := func() bool {
		return ctx.Err() != nil || q.Limits.Hard > 0 && now().Sub(begun) >= q.Limits.Hard
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
		if f.Move != board.Nowhere && allowed(f.Move) {
			f.Nodes += best.Nodes
			best = f
		}
	}
	return best
}

func chooseTuple(_ context.Context, q player.Question, r game.Gomoku, _ func() time.Time) found {
	t := tuple.New(r.Board)
	put(t.Put, q.Position)
	return found{Move: t.Best(q.ToMove, allowed(q, r))}
}

// allowed tells where the side to move may play.
func allowed(q player.Question, r game.Gomoku) func(board.Point) bool {
	if r.Wins != game.RenjuFive || q.ToMove != board.Black {
		return func(board.Point) bool { return true }
	}
	b := renju.New(r.Board)
	put(b.Put, q.Position)
	return func(p board.Point) bool { return b.Foul(p) == renju.None }
}
