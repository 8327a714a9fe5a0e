package lab

import (
	"context"
	"fmt"
	"time"

	"stonehand/cmd/internal/jobs"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// KindProof is the job to look for a forced win, a [ProofJob].
const KindProof = "proof"

// ProofJob is a position to find a forced win in.
type ProofJob struct {
	Stones []board.Point `json:"stones"`               // in order of play; they must be legal
	Turns  int           `json:"turns" flag:"turns"`   // longest win to look for, in turns of the winner
	Nodes  uint64        `json:"nodes" flag:"nodes"`   // positions to look into; 0: any number
	Depth  int           `json:"depth" flag:"depth"`   // of the tree, in turns of the winner; 0: all of it
	Verify bool          `json:"verify" flag:"verify"` // holds the win against every reply
	// Time bounds the search; 0 is no bound. A job on a farm has none.
	Time time.Duration `json:"-" flag:"time"`
}

// Solution is what came of a [ProofJob].
type Solution struct {
	Proof   threat.Proof `json:"proof"`
	Tree    []ProofTurn  `json:"tree"` // as [Prover.Walk] goes through it
	Checked Checked      `json:"checked"`
}

// Solve looks for a forced win, on a farm if there is one.
func (j ProofJob) Solve(ctx context.Context, farm jobs.Doer) (Solution, error) {
	return jobs.On(farm, KindProof, solve)(ctx, j)
}

// solve does the job [KindProof].
func solve(ctx context.Context, j ProofJob) (s Solution, err error) {
	if _, err := Standing(j.Stones); err != nil {
		return s, err
	}
	p, err := NewProver()
	if err != nil {
		return s, err
	}
	s.Proof = p.Solve(ctx, j.Stones, limit.Limits{Depth: j.Turns, Nodes: j.Nodes, Hard: j.Time})
	if err := ctx.Err(); err != nil || s.Proof.Turns == 0 {
		return s, err
	}
	err = p.Walk(ctx, j.Depth, func(t ProofTurn) error {
		s.Tree = append(s.Tree, t)
		return nil
	})
	if err == nil && j.Verify {
		if s.Checked, err = Verify(ctx, j.Stones, s.Proof.Turns, p.Next); err != nil {
			err = fmt.Errorf("the proof is wrong %w", err)
		}
	}
	return s, err
}

// Standing returns the position after stones in order of play.
func Standing(stones []board.Point) (*connect.Position, error) {
	pos := connect.NewBare()
	return pos, putDown(pos, stones) // which may end in the middle of a turn
}
