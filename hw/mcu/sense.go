package mcu

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// Pauses between attempts to reach a board: the first, doubled each time up to
// the last. They start over once it was reached.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
)

// errSensing answers a second Sense.
var errSensing = errors.New("mcu: the board is already being sensed; end the first Sense before the next")

// errHalted ends a session that Halt has asked to end.
var errHalted = hw.Errorf("the board was halted")

// Sense holds the line and delivers readings until ctx ends or the board is
// halted. The first Link comes with the first success or failure. A failure
// that goes on for the same reason is told of once.
func (b *Board) Sense(ctx context.Context, out chan<- hw.Reading) error {
	end, err := b.run.Begin(errSensing)
	if end == nil {
		return err
	}
	defer end()

	box := &outbox{out: out}
	pause, told := b.pause, ""
	for {
		line, err := b.open(ctx, box)
		up := false
		if err == nil {
			s := &session{b: b, line: line, box: box, faults: map[protocol.ErrorCode]time.Time{}}
			err = s.run(ctx)
			up = s.up
		}
		if ctx.Err() != nil || errors.Is(err, errHalted) {
			return nil
		}
		reason := err.Error()
		if up || reason != told {
			b.lost(reason, up)
			box.link(hw.Link{At: time.Now(), Reason: reason, Cause: err})
			told = reason
		}
		if up {
			pause = b.pause
		}
		if !b.rest(ctx, box, pause) {
			return nil
		}
		pause = min(2*pause, lastPause)
	}
}

// lost notes that the board is not reached, or not read, any more.
func (b *Board) lost(reason string, up bool) {
	b.counts.Count(func(s *Stats) {
		s.Up, s.LastFailure = false, reason
		if up {
			s.Losses++
		}
	})
	b.log.Warn("board not reached", "reason", reason, "was_up", up)
}

// open dials, and delivers readings meanwhile.
func (b *Board) open(ctx context.Context, box *outbox) (io.ReadWriteCloser, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		line io.ReadWriteCloser
		err  error
	}
	opened := make(chan result)
	go func() {
		line, err := b.dial(ctx)
		if !hw.Send(ctx, opened, result{line, err}) && err == nil {
			line.Close()
		}
	}()
	for {
		out, r := box.head()
		select {
		case res := <-opened:
			return res.line, res.err
		case out <- r:
			box.sent()
		case <-b.run.Halted():
			return nil, errHalted
		case <-ctx.Done():
			return nil, fmt.Errorf("mcu: opening the line: %w", ctx.Err())
		}
	}
}

// rest waits for d and delivers readings meanwhile. It reports whether to go on.
func (b *Board) rest(ctx context.Context, box *outbox, d time.Duration) bool {
	t := time.After(d)
	for {
		out, r := box.head()
		select {
		case <-t:
			return true
		case out <- r:
			box.sent()
		case <-b.run.Halted():
			return false
		case <-ctx.Done():
			return false
		}
	}
}
