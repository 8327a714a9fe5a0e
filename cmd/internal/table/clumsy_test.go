package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"stonehand/cmd/internal/api"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// person plays honestly and clumsily: stones go down in any order, on wrong
// points, in the wrong colour, are lifted and slid; what is wrong is put right by
// what the lights say, and nothing else.
type person struct {
	*rig
	rules    game.Connect
	rng      *rand.Rand
	config   func(*Config)
	slow     bool       // takes seconds for every stone that the lights ask for
	plain    bool       // the board cannot tell colours, so nobody can see a wrong one
	worse    bool       // sweeps the board, takes turns back, pulls plugs
	changing bool       // sides change hands
	warmUp   int        // turns played anywhere before a line is made
	intended [][]string // the game as it is meant
}

// settle is the table's settle time in these games.
const settle = 700 * time.Millisecond

// chance is true once in n times.
func (p *person) chance(n int) bool { return p.rng.IntN(n) == 0 }

// soon waits too short a time for anything to settle.
func (p *person) soon() { p.pass(time.Duration(100+p.rng.IntN(150)) * time.Millisecond) }

// reach waits as long as a hand takes to do what a light says.
func (p *person) reach() {
	p.soon()
	if p.slow {
		p.pass(time.Duration(p.rng.IntN(8000)) * time.Millisecond)
	}
}

// long waits until everything has settled.
func (p *person) long() { p.pass(time.Duration(1000+p.rng.IntN(2000)) * time.Millisecond) }

// point returns a point that is empty on the board.
func (p *person) point(not ...string) string {
	stones := p.board.Stones()
	for {
		i := p.rng.IntN(len(stones))
		name := p.rules.Board.Point(i).String()
		if stones[i] == hw.Empty && !slices.Contains(not, name) {
			return name
		}
	}
}

// obeyLights puts right what the lights say is wrong.
func (p *person) obeyLights() error {
	idle, mending := 0, -1 // turns on record when the first stone was put back
	for range 2000 {
		if n := len(p.table.Snapshot().Moves); n < mending {
			return fmt.Errorf("turns were taken back while the board was being mended; %d are left", n)
		}
		busy := false
		for i, s := range p.board.Lights().Points {
			there := p.board.Stones()[i]
			switch {
			case (s == hw.Extra || s == hw.WrongColor) && there != hw.Empty:
				p.lift(p.rules.Board.Point(i).String())
			case (s == hw.MissingBlack || s == hw.PlaceBlack) && there == hw.Empty:
				p.put(p.rules.Board.Point(i).String(), board.Black)
				mending = max(mending, len(p.table.Snapshot().Moves))
			case (s == hw.MissingWhite || s == hw.PlaceWhite) && there == hw.Empty:
				p.put(p.rules.Board.Point(i).String(), board.White)
				mending = max(mending, len(p.table.Snapshot().Moves))
			default:
				continue
			}
			busy = true
			p.reach()
		}
		if busy {
			idle = 0
			continue
		}
		// The next light may be about to come on.
		if idle++; idle == 3 {
			return nil
		}
		p.soon()
	}
	return fmt.Errorf("the lights are never satisfied: %s", p.table.Snapshot().Message)
}

// slip does something wrong that is no turn in itself. It leaves it to the
// lights to say what.
func (p *person) slip() {
	s := p.table.Snapshot()
	var stones []int
	for i, there := range p.board.Stones() {
		if there != hw.Empty {
			stones = append(stones, i)
		}
	}
	kinds := 4
	if p.worse {
		kinds = 10
	}
	kind := p.rng.IntN(kinds)
	if p.plain && (kind == 2 || kind == 3) {
		kind = 0
	}
	switch kind {
	case 4: // a sleeve sweeps the board
		p.board.Clear()
	case 5: // several stones go at once
		for range 5 {
			if i := p.rng.IntN(p.rules.Board.Count()); p.board.Stones()[i] != hw.Empty {
				_ = p.board.Lift(i)
			}
		}
	case 6: // the last turn's stones are lifted, and looked at
		if len(s.Moves) > 0 {
			for _, name := range s.Moves[len(s.Moves)-1] {
				_ = p.board.Lift(p.index(name.String()))
			}
		}
	case 9: // a stone ends up in a corner and lies there; another falls, and is picked up
		if len(stones) > 0 {
			_ = p.board.Slide(stones[p.rng.IntN(len(stones))], []int{0, p.rules.Board.Cols - 1}[p.rng.IntN(2)])
			p.pass(time.Duration(2+p.rng.IntN(4)) * time.Second)
			if c, ok := board.ParseColor(s.ToMove.String()); ok && p.chance(2) {
				fallen := p.point()
				p.put(fallen, c)
				p.pass(time.Duration(p.rng.IntN(4)) * time.Second)
				p.lift(fallen)
			}
		}
	case 7: // the plug comes out for a while
		p.board.Unplug()
		p.long()
		p.board.Plug()
	case 8: // the power fails
		p.stop()
		p.start(p.journal.all(), p.config)
	case 0: // a sleeve lifts a stone
		if len(stones) > 0 {
			p.lift(p.rules.Board.Point(stones[p.rng.IntN(len(stones))]).String())
		}
	case 1: // or pushes one, if the way is free
		if len(stones) > 0 {
			_ = p.board.Slide(stones[p.rng.IntN(len(stones))], p.rng.IntN(p.rules.Board.Count()))
		}
	case 2: // a stone of the colour that is not to move
		c, ok := board.ParseColor(s.ToMove.String())
		if ok && len(stones) < p.rules.Board.Count()-2 {
			p.put(p.point(), c.Other())
		}
	case 3: // a stone of the game is exchanged for one of the other colour
		if len(s.Record) > 0 {
			r := s.Record[p.rng.IntN(len(s.Record))]
			if p.board.Stones()[p.index(r.Point.String())] != hw.Empty {
				c, _ := board.ParseColor(r.Color.String())
				p.lift(r.Point.String())
				p.put(r.Point.String(), c.Other())
			}
		}
	}
}

// takeTurn plays an intended turn, and returns it.
func (p *person) takeTurn() ([]string, error) {
	s := p.table.Snapshot()
	c, _ := board.ParseColor(s.ToMove.String())
	if p.chance(3) {
		p.slip()
		p.long()
		if err := p.obeyLights(); err != nil {
			return nil, err
		}
		p.long()
		if now := p.table.Snapshot(); p.worse && len(now.Moves) != len(s.Moves) {
			return nil, nil // taken back
		}
	}
	if s := p.table.Snapshot(); s.Phase != api.PhaseHuman {
		return nil, fmt.Errorf("phase %v after everything was put right: %s", s.Phase, s.Message)
	}
	turn := p.plan(s, c)
	for i, name := range turn {
		switch last := i == len(turn)-1; {
		case p.chance(4) && len(p.table.Snapshot().Stones)+len(turn) < p.rules.Board.Count()-1:
			// On a wrong point first, and seen at once: lifted before it settles.
			wrong := p.point(turn...)
			p.put(wrong, c)
			p.soon()
			p.lift(wrong)
			p.soon()
		case p.chance(4) && !last && !p.wins(turn[:i+1], c):
			// Put down, thought over for long, taken back and put down again.
			p.put(name, c)
			p.long()
			p.lift(name)
			p.soon()
		}
		p.put(name, c)
		if p.wins(turn[:i+1], c) {
			// One stone was enough, if the next does not follow at once.
			p.long()
			return turn[:i+1], nil
		}
		if p.chance(2) {
			p.soon()
		} else if i < len(turn)-1 {
			p.long()
		}
	}
	p.pass(2 * settle)
	return turn, nil
}

// plan chooses a turn: anywhere at first, then along a line that nobody is in
// the way of, so that the game ends.
func (p *person) plan(s *api.Snapshot, c board.Color) []string {
	var turn []string
	if len(s.Moves) >= p.warmUp {
		on := map[string]board.Color{}
		for _, stone := range s.Record {
			on[stone.Point.String()], _ = board.ParseColor(stone.Color.String())
		}
		best, line := -1, []string(nil)
		for x := range p.rules.Board.Cols - p.rules.Row + 1 {
			for y := range p.rules.Board.Rows {
				own, free := 0, []string(nil)
				for i := range p.rules.Row {
					name := board.At(x+i, y).String()
					switch on[name] {
					case c:
						own++
					case board.Empty:
						free = append(free, name)
					default:
						own = -100
					}
				}
				if own > best {
					best, line = own, free
				}
			}
		}
		turn = line[:min(len(line), s.Due)]
	}
	for len(turn) < s.Due {
		turn = append(turn, p.point(turn...))
	}
	return turn
}

// takeBack takes the person's last turn back by lifting its stones, and those
// of the reply, for as long as it takes.
func (p *person) takeBack() {
	s := p.table.Snapshot()
	if s.Phase != api.PhaseHuman || len(s.Moves) < 2 || len(s.Marks) > 0 || len(s.Partial) > 0 || len(s.Human) != 1 {
		return
	}
	for _, turn := range s.Moves[len(s.Moves)-2:] {
		for _, name := range turn {
			p.lift(name.String())
			p.soon()
		}
	}
	p.pass(7 * time.Second)
}

// follow lets the intended game follow what the person has seen to be taken
// back: its stones were lifted, and are gone. Anything else is an error.
func (p *person) follow(s *api.Snapshot) error {
	n := len(s.Moves)
	if n >= len(p.intended) || s.Phase == api.PhaseLost {
		return nil
	}
	stones := p.board.Stones()
	for _, turn := range p.intended[n:] {
		for _, name := range turn {
			if n == len(p.intended)-1 && len(s.Turn) > 0 {
				return nil // the machine's, which are being put down
			}
			if stones[p.index(name)] != hw.Empty {
				return fmt.Errorf("%v was taken off the record and stands on the board; %v", turn, s.Moves)
			}
		}
	}
	p.intended = p.intended[:n]
	return nil
}

// wins reports whether the stones would win.
func (p *person) wins(turn []string, c board.Color) bool {
	s := p.table.Snapshot()
	g := game.New(p.rules)
	for _, moves := range s.Moves {
		c, _ := g.Due()
		if g.Play(game.Turn{Color: c, Points: p.points(apitest.Names(moves))}) != nil {
			return false
		}
	}
	return len(turn) < s.Due && g.Check(game.Turn{Color: c, Points: p.points(turn)}) == nil
}

func (p *person) points(moves []string) []board.Point {
	var list []board.Point
	for _, name := range moves {
		q, err := p.rules.Board.Parse(name, board.Algebraic)
		if err != nil {
			p.t.Fatal(err)
		}
		list = append(list, q)
	}
	return list
}

// play plays a whole game and returns what is wrong with its record.
func (p *person) play() error {
	for range 400 {
		if p.chance(4) {
			p.soon()
		} else {
			p.long()
		}
		s := p.table.Snapshot()
		if err := p.follow(s); err != nil {
			return err
		}
		if p.changing && p.chance(4) {
			if err := p.handOver(s); err != nil {
				return err
			}
			continue
		}
		switch s.Phase {
		case api.PhaseOver:
			for i, e := range p.journal.all() {
				if unwanted := e.Kind == api.KindResign || e.Kind == api.KindPause || e.Kind == api.KindSeats && !p.changing || e.Begins() && i > 0; unwanted {
					return fmt.Errorf("nobody wanted a %s", e.Kind)
				}
			}
			if got := s.Moves; fmt.Sprint(got) != fmt.Sprint(p.intended) {
				return fmt.Errorf("recorded %v, intended %v", got, p.intended)
			}
			if n := len(p.archive.all()); n != 1 {
				return fmt.Errorf("%d games in the archive", n)
			}
			return nil
		case api.PhaseHuman:
			if p.changing && len(s.Partial) > 0 && len(s.Guide) == 0 {
				p.complete(s)
				continue
			}
			if len(s.Marks) > 0 {
				if err := p.obeyLights(); err != nil {
					return err
				}
				continue
			}
			if p.worse && p.chance(15) {
				p.takeBack()
				continue
			}
			turn, err := p.takeTurn()
			if err != nil {
				return err
			}
			if turn == nil {
				continue
			}
			p.intended = append(p.intended, turn)
			p.long()
		case api.PhaseThinking:
			if p.chance(3) {
				p.slip()
			}
			p.long()
		case api.PhasePlace, api.PhaseRepair:
			if len(s.Turn) > 0 && len(p.intended) == len(s.Moves) {
				p.intended = append(p.intended, apitest.Names(s.Turn))
			}
			if p.chance(3) {
				p.slip()
				p.long()
			}
			if err := p.obeyLights(); err != nil {
				return err
			}
			p.long()
		case api.PhaseLost:
			p.long()
		default:
			return fmt.Errorf("phase %v: %s", s.Phase, s.Message)
		}
	}
	return fmt.Errorf("the game does not end: %+v", p.table.Snapshot())
}

// A clumsy but honest person who follows the lights always finishes the game,
// and the game on record is the one that was meant.
func TestClumsyPersonFinishesTheGame(t *testing.T) {
	unraced(t)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		human := rapid.SampledFrom([]api.Colors{{board.Black}, {board.White}}).Draw(rt, "human")
		var err error
		synctest.Test(t, func(t *testing.T) {
			settings := smallBoard
			settings.Seed = seed
			settings.Noise = sim.Noise{Bounce: 20 * time.Millisecond, FalseRead: 0.002}
			r := newRig(t, settings, nil, func(c *Config) { c.Games, c.Human, c.Settle = []game.Rules{small}, human, settle })
			defer r.stop()
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				return random(q, rand.New(rand.NewPCG(seed, uint64(len(q.Turns))))), nil
			})
			p := &person{rig: r, rules: small, warmUp: 100, rng: rand.New(rand.NewPCG(seed, 1))}
			r.pass(2 * time.Second)
			err = p.play()
		})
		if err != nil {
			rt.Fatal(err)
		}
	})
}

// random chooses any legal turn.
func random(q player.Question, rng *rand.Rand) []board.Point {
	g, err := game.NewFrom(q.Rules, q.Start)
	if err != nil {
		panic(err)
	}
	for _, t := range q.Turns {
		if err := g.Play(t); err != nil {
			panic(err)
		}
	}
	_, due := g.Due()
	var points []board.Point
	for len(points) < due-len(q.Placed) {
		p := g.Size().Point(rng.IntN(g.Size().Count()))
		if g.At(p) == board.Empty && !slices.Contains(points, p) && !slices.Contains(q.Placed, p) {
			points = append(points, p)
		}
	}
	return points
}
