package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/referee"
	"stonehand/engine/referee/refereetest"
	"stonehand/engine/weiqi"
	"stonehand/hw"
	"stonehand/hw/sim"
)

// Games of Go with people who capture in several lifts, before the stone or with both
// hands, leave captured stones lying, lift the wrong ones, sweep the board and take back,
// on boards that misread and on some that cannot tell colours, against each other and
// against a machine: every game on record is the one that was meant.
func TestCapturers(t *testing.T) {
	unraced(t)
	games := *soakGames * 3 / 2
	begun := time.Now()
	done, passed := map[string]int{}, time.Duration(0)
	for n := range games {
		seed := *soakSeed + uint64(n)
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			rng := rand.New(rand.NewPCG(seed, 17))
			side := []int{5, 7, 7, 9, 13, 19}[rng.IntN(6)]
			size := board.Size{Cols: side, Rows: side}
			rules, err := weiqi.Preset("chinese")
			if err != nil {
				t.Fatal(err)
			}
			truth, err := weiqi.New(rules, size)
			if err != nil {
				t.Fatal(err)
			}
			settings := sim.Settings{
				Board: hw.Geometry{Cols: side, Rows: side, Colors: rng.IntN(3) > 0}, Seed: seed,
				Noise: sim.Noise{Bounce: 40 * time.Millisecond, FalseRead: rng.Float64() * 0.01, Leak: rng.Float64() * 0.01},
			}
			settings.Fields = settings.Board.Colors && seed%2 == 0 // what the sensors measure, and not only what they take it for
			machine := []board.Color{board.Empty, board.Black, board.White}[rng.IntN(3)]
			turns := min(size.Count()*4/5, 120)
			if side < 9 {
				machine, turns = board.Empty, 80 // it would run out of points, and cannot pass
			}
			played := game.Rules(game.Weiqi{Board: size})
			if machine != board.Empty {
				played = capturing{size}
			}
			human := api.Colors{}
			for _, c := range []board.Color{board.Black, board.White} {
				if c != machine {
					human = append(human, c)
				}
			}
			r := newRig(t, settings, nil, func(c *Config) {
				c.Games, c.Human, c.Settle = []game.Rules{played}, human, settle
			})
			defer func() { r.stop() }()
			r.thinker.say(func(q player.Question) ([]board.Point, error) {
				g, err := weiqi.New(rules, size)
				for _, t := range q.Turns {
					if err == nil {
						_, err = g.Play(t.Color, t.Points[0])
					}
				}
				if err != nil {
					return nil, err
				}
				return []board.Point{refereetest.Choose(g, rand.New(rand.NewPCG(seed, uint64(len(q.Turns)))))}, nil
			})
			r.pass(2 * time.Second)
			c := &capturersTable{rig: r, size: size}
			p := &refereetest.People{Table: c, Rand: rng, Truth: truth, Machine: machine, Done: done}
			if err := p.Play(turns); err != nil {
				t.Fatalf("-gameseed %d -games 1, %v, tells colours: %v: %v; it ended like this:\n%s", seed, size, settings.Board.Colors, err, strings.Join(p.Log[max(0, len(p.Log)-40):], "\n"))
			}
			done["turns"] += truth.Len()
			if machine == board.Empty {
				if err := c.score(truth, rng); err != nil {
					t.Fatalf("-gameseed %d -games 1, %v, tells colours: %v: in the count: %v: %q", seed, size, settings.Board.Colors, err, r.table.Snapshot().Message)
				}
				done["scored"]++
			}
			passed += time.Since(start)
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d games, %v at the board in %v: %v", games, passed.Round(time.Minute), time.Since(begun).Round(time.Second), done)
	for _, what := range refereetest.Captures() {
		if games >= 100 && done[what] == 0 {
			t.Errorf("in %d games nobody met: %s", games, what)
		}
	}
}

// capturersTable is a rig as people have it before them.
type capturersTable struct {
	*rig
	size board.Size
}

func (c *capturersTable) must(err error) {
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *capturersTable) Put(p board.Point, color board.Color) {
	c.must(c.board.Put(c.size.Index(p), hw.State(color)))
}
func (c *capturersTable) Lift(p board.Point) { c.must(c.board.Lift(c.size.Index(p))) }
func (c *capturersTable) Push(from, to board.Point) {
	c.must(c.board.Slide(c.size.Index(from), c.size.Index(to)))
}
func (c *capturersTable) Clear()               { c.board.Clear() }
func (c *capturersTable) Pass(d time.Duration) { c.pass(d) }

func (c *capturersTable) Turns() []game.Turn {
	var turns []game.Turn
	for i, points := range c.table.Snapshot().Moves {
		turns = append(turns, game.Turn{Color: []board.Color{board.Black, board.White}[i%2], Points: points})
	}
	return turns
}

// lit are the kinds of marks that lights stand for.
var lit = map[hw.Signal]referee.Mark{
	hw.Extra:        {Kind: referee.MarkExtra},
	hw.WrongColor:   {Kind: referee.MarkWrong},
	hw.Refused:      {Kind: referee.MarkRefused},
	hw.Captured:     {Kind: referee.MarkCaptured},
	hw.MissingBlack: {Kind: referee.MarkMissing, Color: board.Black},
	hw.MissingWhite: {Kind: referee.MarkMissing, Color: board.White},
	hw.PlaceBlack:   {Kind: referee.MarkWanted, Color: board.Black},
	hw.PlaceWhite:   {Kind: referee.MarkWanted, Color: board.White},
}

func (c *capturersTable) Lights() []referee.Mark {
	var marks []referee.Mark
	for i, s := range c.board.Lights().Points {
		if m, ok := lit[s]; ok {
			m.Point = c.size.Point(i)
			marks = append(marks, m)
		}
	}
	return marks
}

func (c *capturersTable) Question() referee.QuestionKind {
	if q := c.table.Snapshot().Question; q != nil {
		return referee.QuestionKind(q.Kind)
	}
	return ""
}

func (c *capturersTable) Answer(a referee.Answer) error {
	q := c.table.Snapshot().Question
	if q == nil {
		return nil // it has gone
	}

	_, err := c.table.Do(context.Background(), api.Command{Do: "answer", Question: q.ID, Answer: string(a)})
	return err
}

// Decide waits for the machine.
func (c *capturersTable) Decide(func() board.Point) board.Point {
	n := len(c.table.Snapshot().Moves)
	for range 100 {
		if s := c.table.Snapshot(); len(s.Turn) == 1 {
			return s.Turn[0]
		} else if len(s.Moves) > n {
			return s.Moves[n][0]
		}
		c.pass(200 * time.Millisecond)
	}
	return board.Nowhere
}

func (c *capturersTable) Trouble() string {
	s := c.table.Snapshot()
	on := map[board.Point]board.Color{}
	for _, stone := range s.Record {
		on[stone.Point] = stone.Color
	}
	for i, there := range c.board.Stones() {
		if p := c.size.Point(i); there != hw.State(on[p]) {
			return fmt.Sprintf("%v on %v, and on record %v; %s: %s", there, p, on[p], s.Phase, s.Message)
		}
	}
	if len(s.Marks) > 0 || s.Mending {
		return string(s.Phase) + ": " + s.Message
	}
	return ""
}

// score ends a game: both pass, somebody bumps a stone, a chain is dead and lifted in two
// goes, both agree. The archive has the game and its score.
func (c *capturersTable) score(truth *weiqi.Game, rng *rand.Rand) error {
	for range 2 {
		c.do(api.Command{Do: api.DoPass})
		c.pass(time.Second)
		if _, err := truth.Play(truth.ToMove(), board.Nowhere); err != nil {
			return err
		}
	}
	c.pass(30 * time.Second) // dead stones are looked for
	var stones []board.Point
	for i := range c.size.Count() {
		if p := c.size.Point(i); truth.Board().At(p) != board.Empty {
			stones = append(stones, p)
		}
	}
	for len(c.table.Snapshot().Go.Dead) > 0 { // what is proposed is not meant
		c.do(api.Command{Do: api.DoDead, Point: &c.table.Snapshot().Go.Dead[0]})
	}
	var dead weiqi.Set
	if len(stones) > 0 {
		bumped := stones[rng.IntN(len(stones))]
		for tries := 0; tries == 0 || len(c.table.Snapshot().Go.Dead) > 0; tries++ { // the lights show what came of it
			if tries == 3 {
				return fmt.Errorf("%v stays dead", bumped)
			}
			c.Lift(bumped)
			c.pass(time.Duration(200+rng.IntN(300)) * time.Millisecond)
			c.Put(bumped, truth.Board().At(bumped))
			c.pass(4 * time.Second)
		}
		p := stones[rng.IntN(len(stones))]
		chain := truth.Board().Chain(p, nil)
		for i, q := range chain {
			c.Lift(q)
			if i == len(chain)/2 {
				c.pass(4 * time.Second)
			}
		}
		c.pass(4 * time.Second)
		truth.Board().Toggle(&dead, p)
	}
	want, s := truth.Score(&dead), c.table.Snapshot()
	for _, p := range stones {
		if on := slices.Contains(s.Go.Dead, p); on != dead.Has(p) {
			return fmt.Errorf("%v counts as dead: %v; dead %v, on the board %v", p, on, s.Go.Dead, c.Trouble())
		}
	}
	if s.Phase != api.PhaseCount || s.Go.Score != want.String() {
		return fmt.Errorf("phase %s, score %s, want %s", s.Phase, s.Go.Score, want.String())
	}
	c.do(api.Command{Do: api.DoAgree})
	c.pass(2 * time.Second)
	games := c.archive.all()
	if len(games) != 1 || games[0].Game.Result().Score != want.String() || len(games[0].Game.Turns()) != truth.Len() {
		return fmt.Errorf("%d games are archived", len(games))
	}
	return nil
}

// capturing is as much of Go as a board meets, for machines, which do not play Go: chains
// without a liberty are captured.
type capturing struct{ size board.Size }

func (c capturing) Name() string                              { return "capturing" }
func (c capturing) Size() board.Size                          { return c.size }
func (c capturing) Result(*game.Board, game.Turn) game.Result { return game.Result{} }
func (c capturing) Due(turns int) (board.Color, int) {
	return []board.Color{board.Black, board.White}[turns%2], 1
}

func (c capturing) Judge(b *game.Board, t game.Turn) ([]board.Point, error) {
	w, err := weiqi.NewBoard(b.Size)
	if err != nil {
		return nil, err
	}
	for i := range b.Size.Count() {
		if p := b.Size.Point(i); b.Stones[p] != board.Empty {
			w.Play(b.Stones[p], p)
		}
	}
	return w.Captures(t.Color, t.Points[0], nil), w.Check(t.Color, t.Points[0])
}
