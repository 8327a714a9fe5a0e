package sim

import (
	"context"
	"time"

	"stonehand/hw"
)

var _ hw.Arm = (*Board)(nil)

// Place puts a stone on each point in turn, as an arm of the board's own would.
// It takes as long as the hand does.
func (b *Board) Place(ctx context.Context, s hw.State, points []int, out chan<- hw.Placement) error {
	for _, p := range points {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := b.Put(p, s)
		if err == nil {
			b.mu.Lock()
			free := b.handFree
			b.mu.Unlock()
			timer := time.NewTimer(time.Until(free))
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return ctx.Err()
			}
		}
		select {
		case out <- hw.Placement{Point: p, Err: err}:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}
