package lab

import (
	"context"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"stonehand/engine/board"
)

// Meeting lets two players of any game meet: every opening is played twice, with
// colours swapped. P plays, R is the record of one game.
type Meeting[P io.Closer, R any] struct {
	A, B    func() (P, error) // one of each is made a worker
	Pairs   int               // openings
	Workers int               // games at a time; 0 means 1
	// Game plays one game from the opening of that number and returns its record
	// and who won, Empty for a draw. Only what ends the meeting is an error.
	Game func(ctx context.Context, black, white P, opening int) (R, board.Color, error)
	// Each, if set, is called after every pair, one call at a time.
	Each func(pair [2]R, sofar Score)
	// Stop, if set, ends the meeting early when it returns true.
	Stop func(sofar Score) bool
}

// Play plays the games and returns A's score.
func (m Meeting[P, R]) Play(ctx context.Context) (Score, error) {
	var (
		mu    sync.Mutex
		total Score
		stop  bool
	)
	next := make(chan int)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(next)
		for i := range m.Pairs {
			mu.Lock()
			done := stop
			mu.Unlock()
			if done {
				return nil
			}
			select {
			case next <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range max(1, m.Workers) {
		group.Go(func() error {
			a, err := m.A()
			if err != nil {
				return err
			}
			defer a.Close()
			b, err := m.B()
			if err != nil {
				return err
			}
			defer b.Close()
			for i := range next {
				var pair [2]R
				var half [2]int
				for j := range pair {
					black, white := a, b
					if j == 1 {
						black, white = b, a
					}
					var winner board.Color
					if pair[j], winner, err = m.Game(ctx, black, white, i); err != nil {
						return err
					}
					half[j] = points(winner, j == 0)
				}
				mu.Lock()
				total.AddPair(half[0], half[1])
				if m.Each != nil {
					m.Each(pair, total)
				}
				stop = stop || m.Stop != nil && m.Stop(total)
				mu.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	return total, err
}

// points are half points of a game for A, who played Black or not.
func points(winner board.Color, black bool) int {
	switch {
	case winner == board.Empty:
		return 1
	case (winner == board.Black) == black:
		return 2
	}
	return 0
}
