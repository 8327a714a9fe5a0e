package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"stonehand/hw"
	"stonehand/hw/gpiochip"
)

// Key is a button, or one side of a lever, on a GPIO line.
type Key struct {
	Name    string // as it is reported
	Line    string // as gpiochip.Find knows it
	Inverse bool   // down while the line is high, not joined to ground
}

// KeyLines are the lines of keys, as [gpiochip.Lines].
type KeyLines interface {
	Read() (uint64, error)
	Wait(d time.Duration) (gpiochip.Event, error)
	Close() error
}

// KeysOptions are what keys are to be.
type KeysOptions struct {
	Keys []Key
	// Open takes the lines, which are of one chip, in their order; nil: the
	// kernel's, with pull-ups.
	Open func(lines []string) (KeyLines, error)
	// Report is told that the lines cannot be read, and told again while that
	// lasts. It must return at once. Nil: nobody is.
	Report func(hw.Fault)
	Log    *slog.Logger
}

const (
	// keyBounce is how long a contact must keep a level: longer than contacts
	// bounce, shorter than a finger can tell.
	keyBounce = 5 * time.Millisecond
	// keyWait is how long the kernel is waited for at most before the levels are
	// read, so that a chip that is gone is found out though no edge will come.
	keyWait = 250 * time.Millisecond
	// keyAgain is how often it is told that keys cannot be read.
	keyAgain = 30 * time.Second
)

// Keys are buttons and levers on GPIO lines of the computer. It is safe for
// concurrent use.
type Keys struct {
	keys  []Key
	lines []string // each once
	open  func(lines []string) (KeyLines, error)
	tell  func(hw.Fault)
	log   *slog.Logger
	run   *hw.Run // of Press
}

var _ hw.Buttons = (*Keys)(nil)

// NewKeys returns the keys. Nothing is opened before Press.
func NewKeys(o KeysOptions) (*Keys, error) {
	k := &Keys{keys: o.Keys, open: o.Open, tell: o.Report, log: o.Log, run: hw.NewRun()}
	if k.open == nil {
		k.open = openKeys
	}
	if k.tell == nil {
		k.tell = func(hw.Fault) {}
	}
	k.log = cmp.Or(k.log, slog.New(slog.DiscardHandler))
	if len(o.Keys) == 0 {
		return nil, errors.New("matrix: no key was named")
	}
	for i, key := range o.Keys {
		switch {
		case key.Name == "" || !gpiochip.Valid(key.Line):
			return nil, fmt.Errorf("matrix: the key %q cannot be on the line %q; write a line like GPIO5 or gpiochip0:5", key.Name, key.Line)
		case slices.ContainsFunc(o.Keys[:i], func(other Key) bool { return other.Name == key.Name }):
			return nil, fmt.Errorf("matrix: the key %s is there twice", key.Name)
		}
		if !slices.Contains(k.lines, key.Line) {
			k.lines = append(k.lines, key.Line)
		}
	}
	if len(k.lines) > gpiochip.MaxLines {
		return nil, hw.Errorf("keys on %d lines are too many; use up to %d", len(k.lines), gpiochip.MaxLines)
	}
	return k, nil
}

func openKeys(names []string) (KeyLines, error) {
	lines, err := gpiochip.Find(names...)
	if err != nil {
		return nil, err
	}
	return gpiochip.Open(lines, gpiochip.Options{Bias: gpiochip.PullUp, Edges: true, Debounce: keyBounce})
}

// String names the lines.
func (k *Keys) String() string { return "buttons on " + strings.Join(k.lines, ",") }

// Halt ends Press.
func (k *Keys) Halt() error { return k.run.Halt() }

// Press delivers what the keys do on out until ctx ends or Halt. What they do
// while their chip is away is lost, except that a key which was let go meanwhile
// is reported so. As it begins no key is reported: a lever lies somewhere.
func (k *Keys) Press(ctx context.Context, out chan<- hw.Button) error {
	ctx, stop := k.run.Until(ctx)
	defer stop()
	var down []bool // by key, as reported last; nil: not known
	pause, told, at := firstPause, "", time.Time{}
	for {
		err := k.watch(ctx, out, &down, func() { pause, told = firstPause, "" })
		if err == nil {
			return nil
		}
		if reason, now := err.Error(), time.Now(); reason != told || now.Sub(at) >= keyAgain {
			k.log.Warn("buttons not reached", "reason", reason)
			k.tell(hw.FaultOf(now, k.String(), err))
			told, at = reason, now
		}
		if !hw.Sleep(ctx, pause) {
			return nil
		}
		pause = min(2*pause, lastPause)
	}
}

// watch reports the keys until their lines fail; nil: it is to end.
func (k *Keys) watch(ctx context.Context, out chan<- hw.Button, down *[]bool, reached func()) error {
	lines, err := k.open(k.lines)
	if err != nil {
		return err
	}
	defer lines.Close()
	levels, err := lines.Read()
	if err != nil {
		return err
	}
	reached()
	k.log.Info("buttons reached", "lines", k.lines)
	for first := true; ; first = false {
		if !k.report(ctx, out, levels, first, down) || ctx.Err() != nil {
			return nil
		}
		e, err := lines.Wait(keyWait)
		switch {
		case err == nil && e.Line >= 0:
			// The edges come in order and wait in the kernel, so none is missed.
			levels &^= 1 << e.Line
			if e.High {
				levels |= 1 << e.Line
			}
		case err == nil || errors.Is(err, gpiochip.ErrTimeout):
			if levels, err = lines.Read(); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// state returns which keys are down.
func (k *Keys) state(levels uint64) []bool {
	state := make([]bool, len(k.keys))
	for i, key := range k.keys {
		high := levels>>slices.Index(k.lines, key.Line)&1 != 0
		state[i] = high == key.Inverse
	}
	return state
}

// report tells what has changed at the keys; after they were away, only which of
// them were let go. It reports whether to go on.
func (k *Keys) report(ctx context.Context, out chan<- hw.Button, levels uint64, again bool, down *[]bool) bool {
	before := *down
	state := k.state(levels)
	*down = state
	if before == nil {
		return true
	}
	for i, key := range k.keys {
		if state[i] == before[i] || again && state[i] {
			continue
		}
		if !hw.Send(ctx, out, hw.Button{At: time.Now(), Name: key.Name, Down: state[i]}) {
			return false
		}
	}
	return true
}
