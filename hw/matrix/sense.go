package matrix

import (
	"context"
	"errors"
	"time"

	"stonehand/hw"
	"stonehand/hw/wiring"
)

const (
	// doubt is how long no reading may be believed before the link counts as
	// lost.
	doubt = 300 * time.Millisecond
	// patience is how long one reading, or opening the devices, may take. A bus
	// that hangs is given up then and named.
	patience = 1500 * time.Millisecond
	// Pauses between attempts to reach the board: the first, doubled each time up
	// to the last.
	firstPause = 100 * time.Millisecond
	lastPause  = time.Second
)

var errSensing = errors.New("matrix: the board is already being sensed; end the first Sense before the next")

// Sense reads the board and delivers what it shows until ctx ends or the board
// is halted. A failure that goes on for the same reason is told of once.
func (b *Board) Sense(ctx context.Context, out chan<- hw.Reading) error {
	end, err := b.run.Begin(errSensing)
	if end == nil {
		return err
	}
	defer end()
	ctx, stop := b.run.Until(ctx)
	defer stop()

	s := &session{b: b, out: out, filter: newPlausible(b.source, b.geo, b.points)}
	pause, told := firstPause, ""
	for {
		s.up = false
		err := s.run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		reason := err.Error()
		b.counts.Count(func(c *Stats) {
			c.Up, c.LastFailure = false, reason
			if s.up {
				c.Losses++
			}
		})
		if s.up || reason != told {
			b.log.Warn("board not read", "reason", reason, "was_up", s.up)
			if !hw.Send(ctx, s.out, hw.Reading{Link: &hw.Link{At: time.Now(), Reason: reason, Cause: err}}) {
				return nil
			}
			told = reason
		}
		if s.up {
			pause = firstPause
		}
		if !hw.Sleep(ctx, pause) {
			return nil
		}
		pause = min(2*pause, lastPause)
	}
}

// session is the board from the opening of its devices to their closing.
type session struct {
	b      *Board
	out    chan<- hw.Reading
	filter *plausible
	idle   chan struct{} // closed when the worker of the session before has ended; nil: none was

	up     bool // Link up was said
	shown  []hw.State
	alike  int // frames in a row with the same points
	sentAt time.Time
}

// work is one thing that the worker is to do: open the devices, or read once.
type work struct {
	open bool
	in   []input
	n    *notes
}

// run reads the board until something ends that, and says what.
func (s *session) run(ctx context.Context) error {
	b := s.b
	if s.idle != nil {
		// A device that hangs is not asked twice at the same time.
		if err := s.await(ctx, s.idle); err != nil {
			return err
		}
	}
	todo, done, idle := make(chan work), make(chan error, 1), make(chan struct{})
	s.idle = idle
	go func() {
		defer close(idle)
		defer b.source.close()
		for w := range todo {
			if w.open {
				done <- b.source.open()
			} else {
				done <- b.source.scan(w.in, w.n)
			}
		}
	}()
	hung := false
	defer func() {
		close(todo)
		if !hung {
			<-idle
		}
	}()
	// do lets the worker work, and gives it up when it hangs.
	late := time.NewTimer(time.Hour)
	defer late.Stop()
	do := func(w work) error {
		late.Reset(patience)
		todo <- w
		var err error
		select {
		case err = <-done:
		case <-late.C:
			err, hung = hw.Errorf("%s has not answered for %v; its bus hangs: switch the board off and on", b.source, patience), true
		}
		return err
	}

	b.counts.Count(func(c *Stats) { c.Opens++ })
	if err := do(work{open: true}); err != nil {
		return err
	}
	s.filter.again()
	n := newNotes(b.name, b.log)
	buffer := make([]input, b.source.inputs())
	ticker := time.Tick(b.period)
	sound := time.Now() // when a reading was believed last
	var hurt error      // why a reading since then was not
	for {
		select {
		case <-ticker:
		case <-ctx.Done():
			return ctx.Err()
		}
		now := time.Now()
		n.begin(now)
		err := do(work{in: buffer, n: n})
		var points []hw.State
		if err == nil {
			points, err = s.filter.take(buffer, n)
		}
		switch {
		case err != nil:
			hurt = err
		case points != nil && hurt != nil && s.up:
			n.often("readings", hw.Errorf("some readings cannot be believed, and their points are late for it: %w", hurt))
			hurt = nil
		}
		took := time.Since(now)
		b.counts.Count(func(c *Stats) {
			c.Scans++
			c.Took = took
			if points == nil {
				c.Unsound++
			}
		})
		faults := n.end()
		switch {
		case hung:
			return err
		case points != nil:
			sound = now
		case now.Sub(sound) >= doubt:
			if err == nil {
				err = errStorm
			}
			return err
		}
		if points != nil && !s.frame(ctx, now, points) {
			return ctx.Err()
		}
		for _, f := range faults {
			if !hw.Send(ctx, s.out, hw.Reading{Fault: f}) {
				return ctx.Err()
			}
		}
	}
}

// await waits for a worker that hangs.
func (s *session) await(ctx context.Context, idle <-chan struct{}) error {
	select {
	case <-idle:
		return nil
	case <-time.After(patience):
		return hw.Errorf("%s has not answered for a while; its bus hangs: switch the board off and on", s.b.source)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// frame delivers what was read: at once while anything changes, seldom on a
// board at rest. It reports whether to go on.
func (s *session) frame(ctx context.Context, now time.Time, points []hw.State) bool {
	if !s.up {
		s.up, s.shown, s.alike = true, nil, 0
		s.b.counts.Count(func(c *Stats) { c.Up = true })
		if !hw.Send(ctx, s.out, hw.Reading{Link: &hw.Link{At: now, Up: true, Board: s.b.geo, ID: wiring.Identity(s.b.points)}}) {
			return false
		}
	}
	same := s.shown != nil && &s.shown[0] == &points[0]
	if !same {
		s.alike = 0
	}
	if same && s.alike >= hw.RestFrames && now.Sub(s.sentAt) < hw.RestPeriod {
		return true
	}
	s.shown, s.sentAt = points, now
	s.alike++
	return hw.Send(ctx, s.out, hw.Reading{Frame: &hw.Frame{At: now, Points: points}})
}
