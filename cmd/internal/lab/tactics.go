package lab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
	"stonehand/engine/threat"
)

// Tactic is a position in which the side to move has a forced win by threats.
type Tactic struct {
	Stones []board.Point // in order of play
	Turns  int           // that the shortest such win takes
}

// String writes the tactic as a line: the stones in order of play, "|", and how many
// turns the win takes.
func (t Tactic) String() string { return fmt.Sprintf("%s | %d", pointNames(t.Stones), t.Turns) }

// TacticMaker makes tactics of games that the engine plays against itself.
type TacticMaker struct {
	Lengths map[int]int // how many positions are wanted with a win of so many turns
	Nodes   uint64      `flag:"nodes"`   // turns tried for a turn of the games, at most; few, so that wins are overlooked
	Threats uint64      `flag:"threats"` // turns put on the board for a proof, at most
	Seed    uint64      `flag:"seed"`    // of the openings and all else; the same seed, the same tactics
	Games   int         `flag:"games"`   // at most
}

// DefaultTacticMaker are the settings behind the engine's tactical tests.
var DefaultTacticMaker = TacticMaker{
	Lengths: map[int]int{2: 20, 3: 40, 4: 45, 5: 45, 6: 40, 7: 30, 8: 20},
	Nodes:   1000, Threats: 1_000_000, Seed: 1, Games: 20_000,
}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (k TacticMaker) Check() error {
	for turns, n := range k.Lengths {
		if turns < 1 || turns > threat.MaxTurns {
			return fmt.Errorf("a win of %d turns is out of range: 1 to %d", turns, threat.MaxTurns)
		}
		if n < 0 {
			return fmt.Errorf("%d positions of %d turns are out of range: 0 or more", n, turns)
		}
	}
	if k.Nodes < 1 || k.Threats < 1 || k.Games < 1 {
		return errors.New("nodes, threats and games must be at least 1")
	}
	return nil
}

// Make plays games and returns what they gave, shortest wins first. Every
// position's win is proved to be the shortest, and has been played against every
// reply by [Verify]. Of a game each side gives at most one position. progress,
// if it is not nil, is called after every game.
func (k TacticMaker) Make(ctx context.Context, progress func(games, found, wanted int)) ([]Tactic, error) {
	m := tacticMaking{TacticMaker: k, rng: rand.New(rand.NewPCG(k.Seed, 0x74616374)), left: map[int]int{}, seen: map[board.Key]bool{}}
	wanted := 0
	for turns, n := range k.Lengths {
		m.left[turns] = n
		m.longest = max(m.longest, turns)
		wanted += n
	}
	var err error
	if m.engine, err = newEngine(1, 0); err != nil {
		return nil, err
	}
	if m.prover, err = NewProver(); err != nil {
		return nil, err
	}
	for games := 0; games < k.Games && len(m.found) < wanted; {
		openings, err := Openings(ctx, min(10, k.Games-games), 2+m.rng.IntN(5), m.rng.Uint64(), 0)
		if err != nil {
			return nil, err
		}
		for _, opening := range openings {
			if err := m.game(ctx, opening); err != nil {
				return nil, err
			}
			if games++; progress != nil {
				progress(games, len(m.found), wanted)
			}
		}
	}
	slices.SortStableFunc(m.found, func(a, b Tactic) int { return a.Turns - b.Turns })
	return m.found, nil
}

// tacticMaking is a TacticMaker at work.
type tacticMaking struct {
	TacticMaker
	rng     *rand.Rand
	engine  *search.Engine
	prover  *Prover
	left    map[int]int // still wanted, by length
	longest int
	seen    map[board.Key]bool
	found   []Tactic
}

// game plays one game and keeps what it gives.
func (m *tacticMaking) game(ctx context.Context, opening []connect.Move) error {
	pos := m.engine.Position()
	pos.Reset()
	size := pos.Size()
	symmetry := m.rng.IntN(size.Symmetries())
	for _, mv := range opening {
		pos.PlayMove(connect.Pair(size.Turn(mv.A, symmetry), size.Turn(mv.B, symmetry)))
	}
	nodes := 1 + m.rng.Uint64N(m.Nodes)
	var gave [3]bool // by colour
	for !pos.Over() && !(gave[board.Black] && gave[board.White]) {
		if !gave[pos.ToMove()] {
			got, err := m.look(ctx, pos)
			if err != nil {
				return err
			}
			gave[pos.ToMove()] = got
		}
		r := m.engine.Search(ctx, limit.Limits{Nodes: nodes}, nil)
		if err := ctx.Err(); err != nil {
			return err
		}
		pos.PlayMove(r.Move)
	}
	return nil
}

// look keeps the position if it is one that is wanted.
func (m *tacticMaking) look(ctx context.Context, pos *connect.Position) (bool, error) {
	t := Tactic{Stones: stonesPlayed(pos)}
	proof := m.prover.Solve(ctx, t.Stones, limit.Limits{Depth: m.longest, Nodes: m.Threats})
	if err := ctx.Err(); err != nil {
		return false, err
	}
	t.Turns = proof.Turns
	key, _ := book.Canonical(pos)
	if !proof.Complete || m.left[t.Turns] == 0 || m.seen[key] {
		return false, nil
	}
	if _, err := Verify(ctx, t.Stones, t.Turns, m.prover.Next); err != nil {
		return false, fmt.Errorf("%v: %w", t, err)
	}
	m.seen[key] = true
	m.left[t.Turns]--
	m.found = append(m.found, t)
	return true, nil
}
