package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/hw"
)

// ErrNoButton answers a push of a button that the board does not have.
var ErrNoButton = errors.New("there is no such button")

// mostPushes is how many pushes are kept until somebody takes them: more than
// fingers make in a second.
const mostPushes = 32

// Push pushes a button down or lets it go. Pushes that nobody takes in time are
// lost, as they are on a board whose host is away.
func (b *Board) Push(name string, down bool) error {
	if !slices.Contains(b.buttons, name) {
		return fmt.Errorf("sim: %q cannot be pushed: %w; the board has %s", name, ErrNoButton, b.keys())
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.plugged || b.halted {
		return nil
	}
	hw.Offer(b.pushes, hw.Button{At: time.Now(), Name: name, Down: down})
	return nil
}

// keys names the buttons for a sentence.
func (b *Board) keys() string {
	if len(b.buttons) == 0 {
		return "no buttons"
	}
	return "the buttons " + strings.Join(b.buttons, ", ")
}

// Press delivers pushes until ctx ends or the board is halted.
func (b *Board) Press(ctx context.Context, out chan<- hw.Button) error {
	ctx, stop := b.run.Until(ctx)
	defer stop()
	for {
		select {
		case p := <-b.pushes:
			if !hw.Send(ctx, out, p) {
				return nil
			}
		case <-ctx.Done():
			return nil
		}
	}
}
