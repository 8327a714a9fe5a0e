package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
	"stonehand/engine/sgf"
)

// WinsStudy finds out how many of the forced wins that games come to a search
// finds in its time.
type WinsStudy struct {
	Limit time.Duration `flag:"time"`  // of a search
	Proof time.Duration `flag:"proof"` // for a proof that there was one, where the search found none
	Last  int           `flag:"last"`  // how many of the winner's last turns are looked at
}

// DefaultWinsStudy looks at the last eight turns for a second and a half each.
var DefaultWinsStudy = WinsStudy{Limit: 1500 * time.Millisecond, Proof: 8 * time.Second, Last: 8}

// Check says, as a sentence, what is wrong with the settings, or nil.
func (s WinsStudy) Check() error {
	if s.Limit <= 0 || s.Proof <= 0 || s.Last < 1 {
		return errors.New("time, proof and last must be more than 0")
	}
	return nil
}

// Wins are what a [WinsStudy] found. Positions that are won within two turns are
// not counted.
type Wins struct {
	Games, Positions int
	Found            int // forced wins that the search found
	Missed           int // those that it did not and the proof did
	Quick            int // found within a tenth of the limit
}

// winsMost is the longest win that a proof looks for, in turns of the winner.
const winsMost = 9

// Run looks at one game after the other; name says how a line about a missed win
// calls the game. Games without a winner, or that began from a position that was
// set up, are left out.
func (s WinsStudy) Run(ctx context.Context, out io.Writer, names []string, games []*sgf.Record) (Wins, error) {
	e, err := newEngine(0, 0)
	if err != nil {
		return Wins{}, err
	}
	var w Wins
	for i, rec := range games {
		if rec.Result.Winner == board.Empty || !rec.Start.IsZero() || rec.Size != connect.Board {
			continue
		}
		w.Games++
		for _, turn := range s.turns(rec) {
			if err := s.look(ctx, e, rec.Turns[:turn], &w, func(length int) error {
				_, err := fmt.Fprintf(out, "%s: turn %d: a win in %d turns is not found\n", names[i], turn+1, length)
				return err
			}); err != nil {
				return w, err
			}
		}
	}
	return w, nil
}

// turns are the last of the winner's.
func (s WinsStudy) turns(rec *sgf.Record) (all []int) {
	for i := len(rec.Turns) - 1; i > 0 && len(all) < s.Last; i-- {
		if rec.Turns[i].Color == rec.Result.Winner {
			all = append(all, i)
		}
	}
	return all
}

// look searches the position after the turns.
func (s WinsStudy) look(ctx context.Context, e *search.Engine, turns []game.Turn, w *Wins, missed func(length int) error) error {
	pos := e.Position()
	pos.Reset()
	for _, t := range turns {
		for _, p := range t.Points {
			pos.Play(p)
		}
	}
	if _, ok := pos.WinNow(); ok {
		return nil
	}
	r := e.Search(ctx, limit.Limits{Soft: s.Limit, Hard: s.Limit}, nil)
	if r.Source == player.FromThreat && r.Depth < 3 {
		return nil
	}
	w.Positions++
	if r.Score >= search.Proved {
		w.Found++
		if r.Elapsed < s.Limit/10 {
			w.Quick++
		}
		return nil
	}
	proof := e.Prove(ctx, limit.Limits{Hard: s.Proof, Depth: winsMost})
	if err := ctx.Err(); err != nil {
		return err
	}
	if proof.Turns < 3 {
		return nil
	}
	w.Missed++
	return missed(proof.Turns)
}
