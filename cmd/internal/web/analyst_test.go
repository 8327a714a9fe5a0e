package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/jobs"
	"stonehand/engine/sgf"
)

// fakeAnalyst judges a game when it is told to: each position takes a token. He
// finds every other turn bad.
type fakeAnalyst struct {
	tokens chan error // one for each position; an error is what the analysis ends with
	asked  chan time.Duration
}

func newFakeAnalyst() *fakeAnalyst {
	return &fakeAnalyst{tokens: make(chan error), asked: make(chan time.Duration, 100)}
}

// Tokens that are not what an analysis ends with.
var (
	errPanic = errors.New("panic")
	errJob   = errors.New("panic in a job") // on another goroutine, as those of the laboratory are
	errWait  = errors.New("the machine thinks")
)

func (f *fakeAnalyst) Analyze(ctx context.Context, record []byte, each time.Duration, report func(Step)) (*Analysis, error) {
	f.asked <- each
	rec, err := sgf.ReadAny(record)
	if err != nil {
		return nil, err
	}
	all := len(rec.Turns) + 1
	for i := range all {
		err := errWait
		for err == errWait {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case err = <-f.tokens:
			}
			switch err {
			case errPanic:
				panic("out of stones")
			case errJob:
				once := true
				return nil, jobs.InOrder(ctx, 1, 1, nil, nil, func() (bool, bool) { first := once; once = false; return first, first },
					func(context.Context, struct{}, bool) (bool, error) { panic(errJob) }, func(bool) (bool, error) { return true, nil })
			case errWait:
				report(Step{Done: i, All: all, Waiting: true})
			case nil:
			default:
				return nil, err
			}
		}
		report(Step{Done: i + 1, All: all})
	}
	a := &Analysis{SGF: map[string]string{"en": "(;C[good])", "zh": "(;C[好])"}}
	for i, t := range rec.Turns {
		j := Judged{Turn: i + 1, Color: t.Color.String(), Played: apitest.Names(t.Points), Black: 0.5, Before: Verdict{Chance: 0.5}, After: Verdict{Chance: 0.5}}
		if i%2 == 1 {
			j.Mark, j.Black, j.After, j.Line = "bad", 0.8, Verdict{Chance: 0.2}, [][]string{{"C3", "D4"}, {"E5", "F6"}}
		}
		a.Turns = append(a.Turns, j)
	}
	return a, nil
}

// letGo lets the analyst look at so many positions.
func (f *fakeAnalyst) letGo(n int) {
	for range n {
		f.tokens <- nil
	}
}

// shelf is an archive of games by id, each an SGF file.
type shelf map[string]string

func (s shelf) List() ([]api.GameInfo, error) {
	var list []api.GameInfo
	for _, id := range slices.Sorted(maps.Keys(s)) {
		g := oneGame
		g.ID = id
		if strings.Contains(s[id], "GM[4]") {
			g.Game = "gomoku"
		}
		list = append(list, g)
	}
	return list, nil
}

func (s shelf) SGF(id string) ([]byte, error) {
	text, ok := s[id]
	if !ok {
		return nil, fmt.Errorf("game %s: %w", id, fs.ErrNotExist)
	}
	return []byte(text), nil
}

// threeTurns is a game that White gave up after three turns.
const threeTurns = "(;FF[4]GM[511]SZ[19]RE[B+R];B[JJ];W[AA];W[CA];B[HJ];B[IJ])"
