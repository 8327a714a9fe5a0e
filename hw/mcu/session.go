package mcu

import (
	"context"
	"errors"
	"io"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/serialport"
)

const (
	// silence is how long a board may say nothing: its pings missed, and a
	// quarter more for one that is under way.
	silence = protocol.MissedPings*protocol.PingEvery + protocol.PingEvery/4
	// writePatience is how long the line may take no bytes. All that is ever
	// under way is a few hundred bytes, some 30 ms at 115200 baud.
	writePatience = 2 * time.Second
	// statsEvery is how often the board is asked for its own counts.
	statsEvery = 30 * time.Second
	// quiet is how long nothing is sent after the first HELLO while the line is silent. A
	// board that opening the line restarts is in its boot loader then, and Arduino's for
	// the Mega waits five seconds from the last byte that came before it starts the
	// firmware; bytes that keep coming keep it there. The firmware introduces itself.
	quiet = 6500 * time.Millisecond
	// firstPatience is how long a silent line is given.
	firstPatience = quiet + 1500*time.Millisecond
	// On a line that spoils frames a command goes out again after badRetry, and is one
	// of few bytes. The line counts as bad for badFor after the last sign of it. As long
	// as something comes, spoilt or not, it is given badSilence to bring a good frame,
	// and each command badPatience to be answered: to open it again restarts many boards
	// and mends nothing.
	badRetry    = 200 * time.Millisecond
	badFor      = 10 * time.Second
	badSilence  = 3 * silence
	badPatience = 30 * time.Second
	// shortMost is how many bytes of content a frame has on such a line.
	shortMost = 20
	// snapshotPause is how long a board that cannot read its sensors is left
	// alone before it is asked again.
	snapshotPause = protocol.RetryAfter
	// reportsLate is after how long without a report the board is asked for one: two of
	// the longest pauses between snapshots that CONFIG can set. A board that cannot read
	// its sensors reports nothing, and its ERROR may be lost.
	reportsLate = 10 * time.Second
	// rest is for how many frames nothing may have changed on a board that is
	// said to be at rest: longer than stones bounce.
	rest = 10
	// faultEvery is how often the same fault is told of at most.
	faultEvery = 10 * time.Second
)

// session is one line from its opening to its end. One goroutine runs it; the
// pump reads and writes the line.
type session struct {
	b    *Board
	line io.ReadWriteCloser
	box  *outbox

	pump *serialport.Pump

	decoder  protocol.Decoder
	received uint64 // bytes

	out, writing []byte    // to be written; being written, nil: none
	writeBy      time.Time // when writing must be done

	caps    protocol.Caps
	greeted bool // caps are this board's
	up      bool // Link up was said
	blind   bool // Link down was said, since the board cannot read its sensors
	heard   time.Time
	spoilt  time.Time // when the last spoilt frame came
	bad     time.Time // until when the line counts as bad
	restart bool      // the board started again and has not been greeted since
	halting time.Time

	grid   grid
	lights lights
	fields fields

	asked     command // outstanding; its message is nil when there is none
	answered  time.Time
	configure bool      // CONFIG is to be sent
	bright    uint8     // that the board was told last; 0: none
	statsAt   time.Time // when STATS_GET is to be sent
	// snapshotAt is when SNAPSHOT_GET may be sent, sureAt when the grid was last
	// known to be right.
	snapshotAt, sureAt time.Time
	reportedAt         time.Time                        // when the board last confirmed the grid
	faults             map[protocol.ErrorCode]time.Time // when each was last told of
	frames             *time.Ticker
	frameNow           bool       // a frame is due at once
	shown              []hw.State // the points of the frame before
	alike              int        // how many frames had them; past hw.RestFrames the board is at rest
	changedAt          time.Time  // when the board last reported a change
}

// closePatience is how long the end of a session waits for its line to close
// before it leaves that to go on by itself.
const closePatience = 2 * time.Second

// run holds the conversation until something ends it, and says what.
func (s *session) run(ctx context.Context) error {
	now := time.Now()
	s.heard, s.answered = now, now
	s.frames = time.NewTicker(s.b.period)
	defer s.frames.Stop()
	s.pump = serialport.NewPump(s.line)
	defer func() {
		if !s.pump.Close(closePatience) {
			s.b.log.Warn("the line does not close; leaving it")
		}
	}()

	timer := time.NewTimer(0)
	defer timer.Stop()
	halt := s.b.run.Halted()
	for {
		now = time.Now()
		if err := s.advance(now); err != nil {
			return err
		}
		timer.Reset(max(s.due().Sub(now), 0))
		out, reading := s.box.head()
		var write chan []byte
		if s.writing == nil && len(s.out) > 0 {
			write = s.pump.Write
		}
		var tick <-chan time.Time
		if s.up && s.grid.sure {
			tick = s.frames.C
		}
		select {
		case p := <-s.pump.Read:
			s.received += uint64(len(p))
			if err := s.take(p); err != nil {
				return err
			}
		case write <- s.out:
			s.writing, s.out = s.out, nil
			s.writeBy = time.Now().Add(writePatience)
		case err := <-s.pump.Wrote:
			if err != nil {
				return hw.Errorf("the line to the board is dead; is its cable in? (writing: %w)", err)
			}
			s.writing = nil
		case err := <-s.pump.ReadErr:
			return hw.Errorf("the line to the board is dead; is its cable in? (reading: %w)", err)
		case <-tick:
			s.frameNow = true
		case <-timer.C:
		case <-s.b.wake:
			s.lights.barred = false
		case out <- reading:
			s.box.sent()
		case <-halt:
			halt = nil
			s.halting = time.Now().Add(haltPatience)
		case <-ctx.Done():
			return hw.Errorf("the link was ended: %w", ctx.Err())
		}
	}
}

// send puts a message on its way.
func (s *session) send(ack uint8, m protocol.Message) (seq uint8, err error) {
	s.b.mu.Lock()
	seq = s.b.seq.Next()
	s.b.mu.Unlock()
	out, err := protocol.Append(s.out, seq, ack, m)
	if err != nil {
		return 0, hw.Errorf("the board cannot be sent %v: %w", m.Type(), err)
	}
	s.out = out
	return seq, nil
}

// advance does what is due at now.
func (s *session) advance(now time.Time) error {
	switch {
	case s.writing != nil && !now.Before(s.writeBy):
		return hw.Errorf("the line to the board takes no bytes for %v; unplug the board and plug it in again", writePatience)
	case s.greeted && now.Sub(s.heard) >= s.silence():
		if s.silence() == badSilence {
			return hw.Errorf("all that came for %v was spoilt; check the board's cable, and what runs beside it", badSilence)
		}
		return hw.Errorf("the board has said nothing for %v; check its cable and its power", silence)
	case !s.halting.IsZero() && (!now.Before(s.halting) || s.dark(now)):
		return errHalted
	}
	if err := s.command(now); err != nil {
		return err
	}
	if s.grid.sure {
		s.sureAt = now
	}
	if s.up && s.grid.sure {
		s.show(now)
	}
	s.frameNow = false
	return nil
}

// silence is how long the board may be without a good frame.
func (s *session) silence() time.Duration {
	if s.spoilt.After(s.heard) {
		return badSilence
	}
	return silence
}

// patience is how long a command may go unanswered.
func (s *session) patience(now time.Time) time.Duration {
	switch {
	case s.received == 0:
		return firstPatience
	case now.Before(s.bad) && s.decoder.Counts.Frames > 0:
		return badPatience
	}
	return protocol.GiveUpAfter
}

// most is how many bytes of content a message is to have.
func (s *session) most(now time.Time) int {
	if now.Before(s.bad) {
		return shortMost
	}
	return protocol.MaxPayload
}

// show puts a frame into the outbox if one is due. On a board at rest frames are
// few, and one is due when something changes.
func (s *session) show(now time.Time) {
	changed := s.shown == nil || &s.shown[0] != &s.grid.points[0]
	if changed {
		if s.alike > hw.RestFrames {
			s.frames.Reset(s.b.period)
			s.frameNow = true
		}
		s.alike = 0
	}
	if !s.frameNow {
		return
	}
	s.shown = s.grid.points
	if s.box.frame == nil { // one that nobody took is replaced and does not count
		s.alike++
	}
	s.box.frame = &hw.Frame{At: now, Points: s.grid.points}
	if s.alike == hw.RestFrames+1 {
		s.frames.Reset(max(s.b.period, hw.RestPeriod))
	}
}

// dark reports whether the board has been brought to show nothing, as far as it
// can be.
func (s *session) dark(now time.Time) bool {
	if !s.greeted || s.restart {
		return true
	}
	return s.asked.message == nil && len(s.out) == 0 && s.writing == nil && s.lights.next(s.picture(), now, s.most(now)) == nil
}

// picture returns what the lights should show: nothing, when the board is being
// halted.
func (s *session) picture() picture {
	if !s.halting.IsZero() {
		return picture{set: true}
	}
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	p := s.b.picture
	p.points = append([]uint8(nil), p.points...)
	return p
}

// due returns when advance has something to do next, if nothing else happens.
func (s *session) due() time.Time {
	at := s.answered.Add(protocol.PingEvery)
	if !s.halting.IsZero() {
		at = s.halting
	}
	sooner := func(t time.Time) {
		if t.Before(at) {
			at = t
		}
	}
	if s.asked.message != nil {
		at = s.asked.retry
		sooner(s.asked.first.Add(s.patience(s.asked.retry)))
	}
	if s.writing != nil {
		sooner(s.writeBy)
	}
	if s.greeted {
		sooner(s.heard.Add(s.silence()))
	}
	if s.lights.barred && s.asked.message == nil {
		sooner(s.lights.until)
	}
	if t := s.dueField(); !t.IsZero() && s.asked.message == nil {
		sooner(t)
	}
	if s.greeted && !s.grid.sure && s.asked.message == nil && s.halting.IsZero() {
		sooner(s.snapshotAt)
	}
	if !s.halting.IsZero() {
		sooner(s.halting)
	}
	return at
}

// take decodes bytes off the line and acts on each frame.
func (s *session) take(p []byte) error {
	var failed error
	before := s.decoder.Counts
	if s.received == uint64(len(p)) && s.asked.message != nil { // the firmware is there: ask it soon
		now := time.Now()
		s.asked.first, s.asked.retry = now, now.Add(s.retry(now))
	}
	s.decoder.Feed(p, func(f protocol.Frame) {
		if failed == nil {
			failed = s.frame(f)
		}
	})
	c := s.decoder.Counts
	if c.Broken() > before.Broken() {
		s.spoilt = time.Now()
		if s.spoilt.Before(s.bad) {
			s.bad = s.spoilt.Add(badFor)
		}
	}
	s.b.counts.Count(func(t *Stats) {
		t.Line.Frames += c.Frames - before.Frames
		t.Line.CRC += c.CRC - before.CRC
		t.Line.Bad += c.Bad - before.Bad
		t.Line.Overlong += c.Overlong - before.Overlong
	})
	return failed
}

// frame acts on one frame. An error ends the session.
func (s *session) frame(f protocol.Frame) error {
	m, err := protocol.Unmarshal(f)
	var version *protocol.VersionError
	switch {
	case errors.As(err, &version) && !s.greeted:
		return err
	case err != nil:
		s.ignore(f, err.Error())
		return nil
	case !f.Type.FromBoard():
		s.ignore(f, "only hosts send this; is the line looped back?")
		return nil
	}
	now := time.Now()
	s.heard = now
	answer := s.asked.message != nil && f.Ack == s.asked.seq && f.Ack != 0
	answers := func(t protocol.Type) bool { return answer && s.asked.message.Type() == t }
	switch m := m.(type) {
	case protocol.Caps:
		return s.meet(m, answer, now)
	case protocol.BoardPing:
		if _, err := s.send(f.Seq, protocol.HostPong{}); err != nil {
			return err
		}
		s.alive(m.Boot, now)
	case protocol.BoardPong:
		s.settle(answers(protocol.TypeHostPing), now)
		s.alive(m.Boot, now)
	case protocol.Ack:
		s.acknowledge(answer, now)
	case protocol.ConfigNow:
		s.settle(answers(protocol.TypeConfig), now)
	case protocol.Snapshot:
		s.grown(s.grid.snapshot(m), f)
		s.settle(answers(protocol.TypeSnapshotGet), now)
	case protocol.Part:
		s.grown(s.grid.part(m), f)
		s.settle(answers(protocol.TypeSnapshotGet), now)
	case protocol.Delta:
		v := s.grid.delta(m)
		s.grown(v, f)
		if v == taken {
			s.stirred(now)
		}
	case protocol.Stats:
		s.b.counts.Count(func(t *Stats) { t.Firmware = m })
		s.settle(answers(protocol.TypeStatsGet), now)
	case protocol.Raw:
		if answers(protocol.TypeRawGet) {
			s.settle(true, now)
			s.measured(m, now)
		}
	case protocol.Error:
		return s.complaint(m, answer, now)
	default:
		s.ignore(f, "it was not asked for")
	}
	return nil
}

// stirred begins the frames' rhythm again when a board that was at rest reports a
// change, so that no change waits for the next frame. While more changes come,
// the rhythm stays.
func (s *session) stirred(now time.Time) {
	if now.Sub(s.changedAt) >= rest*s.b.period {
		s.frames.Reset(s.b.period)
		s.frameNow = true
	}
	s.changedAt = now
}

// ignore counts a frame that cannot be used.
func (s *session) ignore(f protocol.Frame, why string) {
	s.b.counts.Count(func(t *Stats) { t.Ignored++ })
	s.b.log.Debug("frame ignored", "type", f.Type, "why", why)
}

// grown acts on what a snapshot or a delta did to the grid.
func (s *session) grown(v verdict, f protocol.Frame) {
	switch {
	case !s.greeted || s.restart || s.misjudges(): // of a board not yet known: its size was not checked
		s.grid.sure = false
	case v == missed:
		s.b.counts.Count(func(t *Stats) { t.Gaps++ })
		s.b.log.Info("a change was lost on the line; asking for a snapshot")
	case v == misfits:
		s.ignore(f, "it is of a board of another size")
	case v == taken && s.grid.sure:
		now := time.Now()
		s.reportedAt, s.sureAt = now, now // what comes right after it may say the opposite
		if _, told := s.faults[protocol.CodeChain]; told {
			delete(s.faults, protocol.CodeChain)
			s.box.fault(hw.Fault{At: now, Device: s.b.name})
		}
		if !s.up {
			s.reached()
		}
	}
}
