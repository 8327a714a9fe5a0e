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

// seats gives the command that changes who plays.
func (r *rig) seats(people ...board.Color) *api.Snapshot {
	r.t.Helper()
	return r.do(api.Command{Do: api.DoSeats, Human: append(api.Colors{}, people...)})
}

// What stands goes to the machine as part of its question, and what it does not
// need of the command stays as it is.
func TestMachineIsToldWhatStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, both)
		defer r.stop()
		r.pass(time.Second)
		r.turn(board.Black, "J10")
		r.turn(board.White, "K10")
		level, budget := 7, 3*time.Second
		s := r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black}, Level: &level, Time: &budget})
		if s.Phase != api.PhaseThinking || s.Level != 7 || s.TurnTime != 3 || len(s.Partial) != 1 || s.Partial[0].String() != "K10" {
			t.Fatalf("%+v", s)
		}
		r.pass(0)
		q := r.thinker.questions()
		last := q[len(q)-1]
		if len(last.Placed) != 1 || last.Placed[0].String() != "K10" || last.Level != 7 || last.Limits.Hard != budget || len(last.Turns) != 1 {
			t.Errorf("%+v", last)
		}
		// The same again is no change.
		if again := r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black}, Level: &level}); again.Version != s.Version {
			t.Errorf("version %d became %d by nothing", s.Version, again.Version)
		}
	})
}

func TestRefusedSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, sim.Settings{}, nil, nil)
		defer r.stop()
		r.pass(time.Second)
		low, short := 0, time.Duration(0)
		for _, c := range []api.Command{{Do: api.DoSeats}, {Do: api.DoSeats, Level: &low}, {Do: api.DoSeats, Time: &short}} {
			r.refused(c, "bad-value")
		}
	})
}

// A game that is over keeps the names of those who played it, no matter who sits down
// for the next one, and after a restart too.
func TestPlayersOfAGameThatChangedHands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := func(c *Config) { c.Games = []game.Rules{small}; c.Human = api.Colors{board.Black, board.White} }
		r := newRig(t, smallBoard, nil, config)
		defer func() { r.stop() }()
		r.pass(time.Second)
		r.turn(board.Black, "A1")
		r.turn(board.White, "A5", "B5")
		r.seats(board.White)
		r.pass(1100 * time.Millisecond)
		r.obey()
		r.seats(board.Black, board.White)
		r.turn(board.White, "C5", "D5")
		r.phase(api.PhaseOver)
		level := 9
		r.do(api.Command{Do: api.DoSeats, Human: api.Colors{}, Level: &level})
		s := r.phase(api.PhaseOver)
		again(r, r.journal.all(), config)
		r.pass(time.Second)
		all := r.archive.all()
		if len(all) != 2 || s.Level != 9 || len(s.Human) != 0 {
			t.Fatalf("%d games; %+v", len(all), s)
		}
		for _, f := range all {
			if f.Black != "human, Stonehand level 5" || f.White != "human" {
				t.Errorf("%q against %q", f.Black, f.White)
			}
		}
		// The next game is for those who sit there.
		r.board.Clear()
		r.do(api.Command{Do: api.DoNewGame})
		r.pass(time.Second)
		if s := r.phase(api.PhaseThinking); len(s.Human) != 0 || s.Level != 9 {
			t.Errorf("%+v", s)
		}
	})
}

// Anyone who changes seats, pauses, takes back, pulls plugs and lets the power fail
// in whatever order: a turn goes on record only when its stones stand on the
// board, and once the lights are followed the board shows the record.
func TestRecordAgreesWithTheStones(t *testing.T) {
	unraced(t)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(1, 60).Draw(rt, "steps")
		var wrong, unseen string // unseen is the table's until it has stopped
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 3))
			config := func(c *Config) { c.Games = []game.Rules{small}; c.Human = api.Colors{board.Black, board.White} }
			r := newRig(t, smallBoard, nil, config)
			defer func() { r.stop() }()
			r.journal.see(func(e api.Entry) {
				stones := r.board.Stones()
				for _, name := range e.Turn {
					p, _ := small.Board.Parse(name.String(), board.Algebraic)
					c, _ := board.ParseColor(e.Color.String())
					if e.Kind == api.KindTurn && stones[small.Board.Index(p)] != hw.State(c) {
						unseen = fmt.Sprintf("entry %d puts a %v stone on %s on record, and it does not stand there", e.Seq, c, name)
					}
				}
			})
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				return random(q, rand.New(rand.NewPCG(seed, uint64(len(q.Turns))))), nil
			})
			p := &person{rig: r, rules: small, warmUp: 100, rng: rng, config: config}
			p.pass(time.Second)
			for range steps {
				change(p)
			}
			r.do(api.Command{Do: api.DoSeats, Human: api.Colors{board.Black, board.White}})
			if s := r.table.Snapshot(); s.Phase == api.PhasePaused {
				r.do(api.Command{Do: api.DoResume})
			}
			if s := r.table.Snapshot(); s.Phase == api.PhaseOver {
				return
			}
			if err := p.obeyLights(); err != nil {
				wrong = err.Error()
				return
			}
			r.pass(3 * time.Second)
			s := r.table.Snapshot()
			on := map[string]bool{}
			for _, stone := range s.Record {
				on[stone.Point.String()+stone.Color.String()] = true
			}
			for _, stone := range s.Stones {
				if n := len(on); s.Phase == api.PhaseHuman && len(s.Partial) == 0 && !on[stone.Point.String()+stone.Color.String()] {
					wrong = fmt.Sprintf("%v stands on the board and is not among the %d stones on record; %s", stone, n, s.Message)
				}
			}
			if s.Phase != api.PhaseOver && len(s.Stones) < len(s.Record) {
				wrong = fmt.Sprintf("%d stones on the board and %d on record, in phase %s: %s", len(s.Stones), len(s.Record), s.Phase, s.Message)
			}
		})
		if wrong+unseen != "" {
			rt.Fatal(wrong, unseen)
		}
	})
}

// change does one thing of those that change who is to do what at a table.
func change(p *person) {
	seats := []api.Colors{{}, {board.Black}, {board.White}, {board.Black, board.White}}
	s := p.table.Snapshot()
	stone := func() {
		if c, ok := board.ParseColor(s.ToMove.String()); ok && len(s.Stones) < p.rules.Board.Count() {
			p.put(p.point(), c)
		}
	}
	switch p.rng.IntN(12) {
	case 0, 1, 2:
		p.do(api.Command{Do: api.DoSeats, Human: seats[p.rng.IntN(len(seats))]})
	case 3:
		_, _ = p.table.Do(p.t.Context(), api.Command{Do: []string{api.DoPause, api.DoResume, api.DoUndo, api.DoMoveNow}[p.rng.IntN(4)]})
	case 4:
		p.stop()
		p.start(p.journal.all(), p.config)
	case 5:
		p.board.Unplug()
		p.soon()
		p.board.Plug()
	case 6:
		stone()
		p.soon()
	case 7, 8:
		stone()
		p.long()
	case 9:
		if err := p.obeyLights(); err != nil {
			p.t.Error(err)
		}
	case 10:
		p.soon()
	case 11:
		p.long()
	}
}

// handOver lets sides change hands, often in the middle of a turn.
func (p *person) handOver(s *api.Snapshot) error {
	switch {
	case len(s.Guide) > 0 || len(s.Partial) > 0 && s.Phase == api.PhaseHuman:
		return nil // first things first
	case s.Phase == api.PhasePlace && len(s.Wanted) == len(s.Turn):
	case s.Phase != api.PhaseHuman && s.Phase != api.PhaseThinking:
		return nil
	}
	var down []string
	if s.Phase == api.PhasePlace {
		p.intended = p.intended[:len(s.Moves)] // the machine may choose again
	}
	c, _ := board.ParseColor(s.ToMove.String())
	if p.chance(2) && s.Due > 1 {
		switch s.Phase {
		case api.PhaseHuman:
			down = []string{p.point()}
		case api.PhasePlace:
			down = []string{s.Wanted[p.rng.IntN(len(s.Wanted))].String()}
		}
	}
	if len(down) > 0 && p.wins(down, c) {
		return nil
	}
	for _, name := range down {
		p.put(name, c)
		p.long()
	}
	seats := []api.Colors{{}, {board.Black}, {board.White}, {board.Black, board.White}}
	p.do(api.Command{Do: api.DoSeats, Human: seats[p.rng.IntN(len(seats))]})
	p.soon()
	return nil
}

// complete puts down the rest of a turn that a person has taken over.
func (p *person) complete(s *api.Snapshot) {
	c, _ := board.ParseColor(s.ToMove.String())
	turn := slices.Clone(s.Partial)
	for len(turn) < s.Due {
		turn = append(turn, apitest.At(p.point(apitest.Names(turn)...)))
		p.put(turn[len(turn)-1].String(), c)
	}
	p.intended = append(p.intended, apitest.Names(turn))
	p.long()
}

// Clumsy but honest people who hand sides over to the machine and take them back,
// in the middle of turns too, finish the game, and the game on record is the one
// that was played.
func TestClumsyPeopleHandOver(t *testing.T) {
	for n := range fewer(*soakGames*4, 4) {
		seed := *soakSeed + uint64(n)
		synctest.Test(t, func(t *testing.T) {
			settings := smallBoard
			settings.Seed = seed
			settings.Noise = sim.Noise{Bounce: 20 * time.Millisecond, FalseRead: 0.001}
			config := func(c *Config) {
				c.Games, c.Human, c.Settle, c.Clock = []game.Rules{small}, api.Colors{board.Black}, settle, control(t, "10h+5s")
			}
			r := newRig(t, settings, nil, config)
			defer func() { r.stop() }()
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				return random(q, rand.New(rand.NewPCG(seed, uint64(len(q.Turns)+100*len(q.Placed))))), nil
			})
			p := &person{rig: r, rules: small, warmUp: 100, rng: rand.New(rand.NewPCG(seed, 6)), changing: true, config: config}
			r.pass(2 * time.Second)
			if err := p.play(); err != nil {
				t.Fatalf("game %d (-gameseed %d -games 1): %v", n, seed, err)
			}
			if s := r.table.Snapshot(); s.Clock.Black.LeftMS < 9*3_600_000 || s.Clock.White.LeftMS < 9*3_600_000 {
				t.Errorf("an hour was used: %+v", s.Clock)
			}
		})
	}
}
