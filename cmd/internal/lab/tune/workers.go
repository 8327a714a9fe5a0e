package tune

import (
	"context"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Workers has so many workers play games between them and writes what each game
// is to be kept as, whole and one at a time, in the order in which they end. each,
// if it is not nil, is then called with how many have ended. hire makes a worker, who plays
// the game of a number from 0 on; what he returns may be written over by his next.
func Workers(ctx context.Context, out io.Writer, workers, games int, each func(done int), hire func() (func(ctx context.Context, game int) ([]byte, error), error)) error {
	var mu sync.Mutex
	next, done := 0, 0
	group, ctx := errgroup.WithContext(ctx)
	for range workers {
		group.Go(func() error {
			play, err := hire()
			if err != nil {
				return err
			}
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= games {
					return nil
				}
				text, err := play(ctx, i)
				if err != nil {
					return err
				}
				mu.Lock()
				_, err = out.Write(text)
				done++
				if each != nil {
					each(done)
				}
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}
