package strip

import (
	"bytes"
	"context"
	"strings"
	"time"

	"stonehand/hw"
)

// sender brings the strip's pixels to the port, in as few frames as it takes.
type sender struct {
	s     *Strip
	out   chan<- hw.Fault
	port  Port
	form  *encoder  // of the frames that the port takes
	sent  []byte    // the pixels that the LEDs have, as far as can be known; empty: none
	at    time.Time // when it was sent
	pause time.Duration
	retry time.Time // when to try again; zero while the port works
	fault string    // reported last
	told  time.Time // when
}

// send sends the pixels if the LEDs do not have them or Refresh is over. It
// returns when to call again at the latest.
func (p *sender) send(ctx context.Context, now time.Time) time.Time {
	if now.Before(p.retry) {
		return p.retry
	}
	same := bytes.Equal(p.s.pixels, p.sent)
	if due := p.at.Add(Refresh); same && now.Before(due) {
		return due
	}
	open := p.port != nil
	err := p.write()
	if err != nil && open {
		// Of a port that has gone away a write says no more than that it failed;
		// opening it says what is wrong and what to do.
		p.s.o.Log.Debug("the lights took no picture; reopening their port", "device", p.s.o.Device, "err", err)
		p.s.counts.Count(func(st *Stats) { st.Failures++ })
		p.close()
		err = p.write()
	}
	if err != nil {
		return p.failed(ctx, now, err)
	}
	p.sent = append(p.sent[:0], p.s.pixels...)
	p.at = now
	p.s.counts.Count(func(st *Stats) {
		st.Up = true
		st.Frames++
		if same {
			st.Refreshes++
		}
		st.Current = p.s.budget.Current(p.s.pixels, p.s.channels)
	})
	if p.fault != "" {
		p.s.o.Log.Info("the lights are reached again", "device", p.s.o.Device)
		p.tell(ctx, now, nil)
	}
	p.pause, p.retry = firstPause, time.Time{}
	return now.Add(Refresh)
}

// write opens the port if it is not, and writes the pixels.
func (p *sender) write() error {
	if p.port == nil {
		port, err := p.s.o.Open(p.s.o.Device, p.s.hz)
		if err != nil {
			return err
		}
		p.port = port
		if p.form, err = p.s.form(port); err != nil {
			return err
		}
	}
	return p.s.transfer(p.port, p.form)
}

// failed takes note of a failure and returns when to try again.
func (p *sender) failed(ctx context.Context, now time.Time, err error) time.Time {
	p.close()
	why := err
	if !strings.Contains(err.Error(), p.s.o.Device) {
		why = hw.Errorf("%s: %w", p.s.o.Device, err)
	}
	text := why.Error()
	p.s.counts.Count(func(st *Stats) {
		st.Up = false
		st.Failures++
		st.LastFailure = text
	})
	if text != p.fault {
		p.s.o.Log.Warn("the lights cannot be reached", "device", p.s.o.Device, "err", err)
	}
	if text != p.fault || now.Sub(p.told) >= faultAgain {
		p.tell(ctx, now, why)
	}
	p.retry = now.Add(p.pause)
	p.pause = min(2*p.pause, lastPause)
	return p.retry
}

// tell reports a fault, or with nil its end.
func (p *sender) tell(ctx context.Context, now time.Time, why error) {
	f := hw.FaultOf(now, "lights", why)
	p.fault, p.told = f.Text, now
	select {
	case p.out <- f:
	case <-ctx.Done():
	case <-p.s.run.Halted():
	}
}

// close gives the port back. What the LEDs show is not known after that.
func (p *sender) close() {
	if p.port != nil {
		p.port.Close() // nothing is held back that could be lost
		p.port = nil
	}
	p.sent = p.sent[:0]
}
