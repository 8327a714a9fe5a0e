package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/threat"
)

// noWin is the exit status of "solve" when it found no forced win.
const noWin exitStatus = 3

// runSolve looks for a forced win and prints its proof.
func runSolve(ctx context.Context, args []string, std stdio) error {
	flags := flag.NewFlagSet("solve", flag.ContinueOnError)
	job := lab.ProofJob{Turns: threat.MaxTurns}
	var f farming
	settings(flags, &job, &f)
	drawn := flags.Bool("board", isTerminal(std.out), "")
	words, err := parseWords(flags, args)
	switch {
	case err != nil:
		return err
	case len(words) == 0:
		return hinted{usageError{"solve needs the stones of a game, in the order of play"}, `write: stonehand solve "J10 I9 K9"`}
	case job.Time < 0 || job.Time == 0 && given(flags, "time"):
		return usageError{fmt.Sprintf("--time %v is out of range: give a time like 5s", job.Time)}
	case job.Turns < 1 || job.Turns > threat.MaxTurns:
		return usageError{fmt.Sprintf("--turns %d is out of range: 1 to %d", job.Turns, threat.MaxTurns)}
	case job.Depth < 0:
		return usageError{fmt.Sprintf("--depth %d is out of range: it is 0, for all, or a number of turns", job.Depth)}
	}
	if err := f.check(); err != nil {
		return err
	}
	if f.URL != "" && (job.Nodes == 0 || job.Time > 0) {
		return usageError{"--farm looks by --nodes, without --time: how far a search comes in a time depends on the computer"}
	}
	if job.Nodes == 0 && job.Time == 0 {
		job.Time = 5 * time.Second
	}
	if job.Stones, err = parseStones(strings.Join(words, " ")); err != nil {
		return usageError{err.Error()}
	}
	return f.run(ctx, std, farm.People, func(where jobs.Doer, out io.Writer) error {
		limit := job.Time
		if job.Verify { // whose end nobody knows
			limit = 0
		}
		stop := newProgress(std, false).during(limit, "looking for a win")
		s, err := job.Solve(ctx, where)
		stop()
		if err != nil {
			return err
		}
		pos, err := lab.Standing(job.Stones)
		if err != nil {
			return err
		}
		if *drawn {
			drawTurns(out, pos, s.Proof.Line, ordinal)
		}
		if s.Proof.Turns == 0 {
			return unsolved(out, pos, s.Proof, job)
		}
		tellProof(out, pos, s, job.Depth)
		if job.Verify {
			fmt.Fprintf(out, "\nverified: %s of play, %s against every reply\n", count(s.Checked.Lines, "line"), count(s.Checked.Turns, "turn"))
		}
		return nil
	})
}

// parseStones reads the stones of a game in the order of play, with spaces or
// commas between them.
func parseStones(text string) ([]board.Point, error) {
	pos := connect.NewBare()
	var stones []board.Point
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) }) {
		p, err := connect.Board.Parse(word, board.Algebraic)
		switch {
		case err != nil:
			return nil, fmt.Errorf("stone %d: %w", i+1, err)
		case pos.Winner() != board.Empty:
			return nil, fmt.Errorf("stone %d: %s comes after %s has won", i+1, p, pos.Winner())
		case !pos.Free(p):
			return nil, fmt.Errorf("stone %d: %s is taken by a %s stone", i+1, p, pos.At(p))
		}
		pos.Play(p)
		stones = append(stones, p)
	}
	if pos.Over() {
		if w := pos.Winner(); w != board.Empty {
			return nil, fmt.Errorf("the game is over: %s has won", w)
		}
		return nil, fmt.Errorf("the game is over: the board is full")
	}
	return stones, nil
}

// toMove says who is to move.
func toMove(pos *connect.Position) string {
	s := fmt.Sprintf("%s is to move", pos.ToMove())
	if pos.Due() == 1 && pos.Count() > 0 {
		s += ", with one stone of the turn left"
	}
	return fmt.Sprintf("%s; %s on the board", s, count(pos.Count(), "stone"))
}

// unsolved says what is known without a win.
func unsolved(out io.Writer, pos *connect.Position, p threat.Proof, j lab.ProofJob) error {
	known := fmt.Sprintf("there is no forced win by threats within %s", count(j.Turns, "turn"))
	if !p.Complete {
		within := fmt.Sprint(j.Time)
		if j.Time == 0 {
			within = count(int(j.Nodes), "position")
		}
		known = fmt.Sprintf("no forced win by threats was found within %s and %s", within, count(j.Turns, "turn"))
	}
	fmt.Fprintf(out, "%s\n%s (%s looked into)\n", toMove(pos), known, count(int(p.Nodes), "position"))
	return noWin
}

// tellProof prints the win and its proof.
func tellProof(out io.Writer, pos *connect.Position, s lab.Solution, depth int) {
	proof := s.Proof
	less := ""
	if proof.Complete && proof.Turns > 1 {
		less = ", and by threats in no fewer"
	}
	fmt.Fprintf(out, "%s\n%s wins in %s%s (%s looked into)\nline: %s\n\n", toMove(pos), pos.ToMove(),
		count(proof.Turns, "turn"), less, count(int(proof.Nodes), "position"), lab.Turns(proof.Line))
	winner := pos.ToMove()
	for _, t := range s.Tree {
		against, end := "", ""
		if t.Ply > 0 {
			against = fmt.Sprintf("%v: ", t.Reply)
		}
		switch {
		case t.Left == 1:
			end = " wins"
		case t.Replies == 0:
			end = " and no reply meets the threats"
		case depth > 0 && t.Ply+1 == depth:
			end = fmt.Sprintf(" and wins in %d more after each of %d replies", t.Left-1, t.Replies)
			if t.Replies == 1 {
				end = fmt.Sprintf(" and wins in %d more after the one reply", t.Left-1)
			}
		}
		fmt.Fprintf(out, "%s%s%s %v%s\n", strings.Repeat("  ", t.Ply), against, winner, t.Turn, end)
	}
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
