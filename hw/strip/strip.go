// Package strip shows pictures on strips and chains of addressable LEDs that
// hang on an SPI port of the computer itself: WS2812 and its kin on one wire,
// APA102 and its kin with a clock line, with lights for every point or for columns
// and rows.
//
// A picture becomes one frame, sent when what the LEDs show changes and not
// otherwise, but for a repetition every [Refresh] that cannot be seen and brings
// LEDs back that lost their power. All lights that a picture can ever turn on at
// once decide how far they are dimmed to keep the limit of current, so that no
// light wavers with the rhythm of another.
//
// LEDs answer nothing: what can be known of them is whether the port takes the
// frames. A port that does not is opened again with growing pauses.
//
// The drivers of periph.io encode colours; what surrounds them on the wire, and
// when which picture goes out, is this package's.
package strip

import (
	"context"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"

	"stonehand/hw"
)

// Refresh is how often a picture that does not change is sent.
const Refresh = time.Second

// Pauses between attempts to reach a port that fails.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 1600 * time.Millisecond
)

// faultAgain is how often a fault that lasts is reported.
const faultAgain = 20 * time.Second

// Strip is a strip of LEDs. Its methods may be called from anywhere.
type Strip struct {
	o      Options
	hz     int
	wake   chan struct{} // holds one token when there is a new picture
	run    *hw.Run       // of Light
	counts hw.Counts[Stats]

	mu   sync.Mutex // guards what follows
	next *hw.Picture
	dim  int // percent of the brightness to be shown from the next step on, 0: as now

	// Light's own.

	born   time.Time // the clock of all rhythms begins here
	shown  shown
	layout layout
	scene  scene
	forms  []*encoder // of frames, the best first
	painter
}

var _ hw.Lamps = (*Strip)(nil)

// Stats counts what happened since New. Counters only grow.
type Stats struct {
	Up          bool    // the port took the last frame
	Frames      uint64  // frames sent
	Refreshes   uint64  // of them, those that repeated the one before
	Failures    uint64  // times the port would not be opened or written
	Current     float64 // mA that the frame sent last takes, by the budget's figures
	LastFailure string  // as a sentence
}

// New returns the strip. Nothing is opened before [Strip.Light]. What is wrong with
// an option is told as an [Error], or a [wiring.Error].
func New(o Options) (*Strip, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	at, err := o.order()
	if err != nil {
		return nil, err
	}
	l, err := o.layout()
	if err != nil {
		return nil, err
	}
	forms, err := newEncoders(o.Chip, l.leds())
	if err != nil {
		return nil, err
	}
	channels := o.Chip.channels()
	points := o.Cols * o.Rows
	s := &Strip{
		o: o, hz: o.Speed, wake: make(chan struct{}, 1), run: hw.NewRun(),
		born: time.Now(), layout: l,
		shown:   shown{points: make([]hw.Signal, points), begun: make([]time.Time, points)},
		scene:   scene{lights: make([]light, l.leds())},
		painter: newPainter(l.leds(), channels, o.Current, at),
		forms:   forms,
	}
	s.fill(s.inksAt(100))
	if !o.Chip.clocked() {
		s.hz, s.breath = int(oneWire/physic.Hertz), slowBreath
	}
	return s, nil
}

// String names the strip for log lines.
func (s *Strip) String() string {
	return fmt.Sprintf("%d %s on %s", s.layout.leds(), s.o.Chip, s.o.Device)
}

// LEDs returns how many LEDs there are.
func (s *Strip) LEDs() int { return s.layout.leds() }

// Show makes p the picture to be shown. Points that p lacks and signals that
// there are not are dark.
func (s *Strip) Show(p hw.Picture) {
	p.Points = append([]hw.Signal(nil), p.Points...)
	s.mu.Lock()
	s.next = &p
	s.mu.Unlock()
	hw.Ring(s.wake)
}

// Dim implements [hw.Dimmer].
func (s *Strip) Dim(percent int) {
	s.mu.Lock()
	s.dim = min(max(percent, 1), 100)
	s.mu.Unlock()
	hw.Ring(s.wake)
}

// inksAt are the inks at so many percent of the configured brightness.
func (s *Strip) inksAt(percent int) *inks {
	return newInks(s.o.Brightness*float64(percent)/100, s.o.Gamma, s.channels == 4)
}

// Halt darkens the LEDs, ends Light and waits for its end. A Light whose context
// ends leaves the picture standing instead, so that a program that restarts does
// not darken a game.
func (s *Strip) Halt() error { return s.run.Halt() }

// Stats returns the present counts.
func (s *Strip) Stats() Stats { return s.counts.Now() }

// Light brings the LEDs to the pictures of Show until ctx ends or Halt is called,
// and then returns nil. A port that fails is reported on out, as a fault, again
// every 20 s while it lasts, and with an empty text when it is over. It is to run
// once at a time.
func (s *Strip) Light(ctx context.Context, out chan<- hw.Fault) error {
	end, err := s.run.Begin(fmt.Errorf("strip: %s is lit already", s))
	if end == nil {
		return err
	}
	defer end()
	p := sender{s: s, pause: firstPause, out: out}
	defer p.close()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		next := s.step(ctx, &p)
		// Without a wait there is nothing to do until the next picture.
		var tick <-chan time.Time
		if !next.IsZero() {
			timer.Reset(time.Until(next))
			tick = timer.C
		}
		select {
		case <-ctx.Done():
			if s.pending() { // the last thing to say, as that all goes dark
				s.step(ctx, &p)
			}
			return nil
		case <-s.run.Halted():
			s.darken(&p)
			return nil
		case <-s.wake:
		case <-tick:
		}
	}
}

// pending reports whether there is a picture that has not been looked at.
func (s *Strip) pending() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next != nil
}

// step shows what is to be shown now and returns when to look again; zero: when
// there is another picture.
func (s *Strip) step(ctx context.Context, p *sender) time.Time {
	now := time.Now()
	s.mu.Lock()
	next, dim := s.next, s.dim
	s.next, s.dim = nil, 0
	s.mu.Unlock()
	if dim > 0 {
		s.fill(s.inksAt(dim))
	}
	if next != nil {
		s.shown.take(*next, now)
	}
	if s.shown.number == 0 {
		return time.Time{}
	}
	again := s.paint(now)
	return sooner(again, p.send(ctx, now))
}

// paint makes the pixels of a moment and returns when they change by themselves;
// zero: never.
func (s *Strip) paint(now time.Time) time.Time {
	clear(s.scene.lights)
	s.scene.from, s.scene.until = now, time.Time{}
	s.layout.show(&s.shown, now, &s.scene)
	again := s.pixelsOf(&s.scene, now.Sub(s.born), now.Sub(s.scene.from))
	if again == 0 {
		return s.scene.until
	}
	return sooner(s.scene.until, now.Add(again))
}

// darken turns all LEDs off, if the port is open.
func (s *Strip) darken(p *sender) {
	clear(s.pixels)
	if p.port == nil {
		return
	}
	if err := p.write(); err != nil {
		s.o.Log.Warn("the lights could not be turned off", "device", s.o.Device, "err", err)
	}
}
