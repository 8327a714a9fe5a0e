package mcu

import (
	"context"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/serialport"
)

// waits are how long a board is waited for.
type waits struct {
	start  time.Duration // after its line was opened
	rate   time.Duration // at each other rate
	answer time.Duration // once it has answered before
	test   time.Duration // for the result of its self-test
}

// usual are for real boards, which sit in their boot loader where opening the line
// resets them, for as long as quiet after a byte has come; one that understands HELLO
// answers within 30 ms.
var usual = waits{start: firstPatience, rate: 400 * time.Millisecond, answer: 1500 * time.Millisecond, test: 2 * time.Second}

// interview asks a board one thing after the other, without a session's duties.
type interview struct {
	line     serialport.Line
	pump     *serialport.Pump
	decoder  protocol.Decoder
	seq      protocol.Sequence
	received int    // bytes
	sample   []byte // the first of them
	writing  bool
}

// mostSample is how many bytes are kept of what a device says.
const mostSample = 96

// lineError is the end of a line.
type lineError struct{ error }

func (e *lineError) Unwrap() error { return e.error }

func newInterview(line serialport.Line) *interview {
	return &interview{line: line, pump: serialport.NewPump(line)}
}

func (v *interview) close() { v.pump.Close(closePatience) }

// retune goes on at another rate.
func (v *interview) retune(baud int) error {
	v.decoder.Reset()
	return v.line.SetBaud(baud)
}

// greet asks who the board is.
func (v *interview) greet(ctx context.Context, patience time.Duration) (protocol.Caps, error) {
	m, err := v.ask(ctx, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor}, patience)
	c, ok := m.(protocol.Caps)
	if err == nil && !ok {
		err = hw.Errorf("it answered HELLO with %v", m.Type())
	}
	return c, err
}

// ask sends m, again every half second, until it is answered. A board's refusal
// is a [protocol.Error], the end of the line a *lineError.
func (v *interview) ask(ctx context.Context, m protocol.Message, patience time.Duration) (protocol.Message, error) {
	seq := v.seq.Next()
	wire, err := protocol.Append(nil, seq, 0, m)
	if err != nil {
		return nil, err
	}
	late := time.After(patience)
	again := time.NewTicker(min(protocol.RetryAfter, patience/2))
	defer again.Stop()
	write := v.pump.Write
	if v.writing {
		write = nil
	}
	var answer protocol.Message
	var refused error
	for {
		select {
		case write <- wire:
			write, v.writing = nil, true
		case err := <-v.pump.Wrote:
			if v.writing = false; err != nil {
				return nil, &lineError{err}
			}
		case <-again.C:
			if !v.writing && (v.received > 0 || patience < quiet) {
				write = v.pump.Write
			}
		case p := <-v.pump.Read:
			v.received += len(p)
			v.sample = append(v.sample, p[:min(len(p), mostSample-len(v.sample))]...)
			v.decoder.Feed(p, func(f protocol.Frame) {
				got, err := protocol.Unmarshal(f)
				if f.Ack != seq || !f.Type.FromBoard() {
					return
				}
				if e, ok := got.(protocol.Error); ok && err == nil {
					err = e
				}
				answer, refused = got, err
			})
			if answer != nil || refused != nil {
				return answer, refused
			}
		case err := <-v.pump.ReadErr:
			return nil, &lineError{err}
		case <-late:
			return nil, hw.Errorf("it did not answer %v within %v", m.Type(), patience)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
