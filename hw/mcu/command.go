package mcu

import (
	"fmt"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// command is what the board was asked and has not answered. Every command is
// idempotent, so sending it again does no harm.
type command struct {
	message protocol.Message
	seq     uint8
	wire    []byte
	first   time.Time // when it was first sent
	retry   time.Time // when it is to be sent again
	levels  int       // LEVELS_SET: the version of the levels it is about
}

// command asks the next thing, or asks the outstanding one again.
func (s *session) command(now time.Time) error {
	if s.asked.message == nil {
		m := s.next(now)
		if m == nil {
			return nil
		}
		begin := len(s.out)
		seq, err := s.send(0, m)
		if err != nil {
			return err
		}
		s.asked = command{
			message: m, seq: seq, wire: append([]byte(nil), s.out[begin:]...),
			first: now, retry: now.Add(s.retry(now)), levels: s.b.wanted().version,
		}
		return nil
	}
	if patience := s.patience(now); now.Sub(s.asked.first) >= patience {
		return s.unanswered(patience)
	}
	if !now.Before(s.asked.retry) {
		// A board in its boot loader does not answer HELLO either: that alone does
		// not make the line a bad one.
		if s.greeted || s.decoder.Counts.Broken() > 1 {
			s.bad = now.Add(badFor)
			if s.shorten() {
				s.b.counts.Count(func(t *Stats) { t.Retries++ })
				return s.command(now)
			}
		}
		s.asked.retry = now.Add(s.retry(now))
		if s.writing == nil && len(s.out) == 0 { // else it still waits to go out
			s.out = append(s.out, s.asked.wire...)
			s.b.counts.Count(func(t *Stats) { t.Retries++ })
		}
	}
	return nil
}

// retry is how long an answer is waited for before the command is sent again.
func (s *session) retry(now time.Time) time.Duration {
	switch {
	case s.received == 0:
		return quiet
	case now.Before(s.bad):
		return badRetry
	}
	return protocol.RetryAfter
}

// shorten drops the outstanding command if it, or its answer, is one of those that a
// bad line lets through too seldom, so that shorter ones are sent in its place.
func (s *session) shorten() bool {
	long := false
	switch m := s.asked.message.(type) {
	case protocol.SnapshotGet:
		long = m.Count == 0 && s.caps.Minor >= 2
	case protocol.RawGet:
		long = m.Count > shortMost
	case protocol.LevelsSet:
		long = 2*len(m.Levels) > shortMost
	case protocol.LEDSet:
		if long = len(s.asked.wire) > 2*shortMost; long {
			s.lights.doubt(m)
		}
	}
	if long {
		s.asked = command{}
	}
	return long
}

// unanswered is what to say when the board has not answered for so long.
func (s *session) unanswered(patience time.Duration) error {
	if s.greeted {
		return hw.Errorf("the board has not answered %v for %v; check its cable and its power", s.asked.message.Type(), patience)
	}
	switch n := s.decoder.Counts.Frames; {
	case s.received == 0:
		return hw.Errorf("nothing on the line has answered within %v; check the board's power, and that this is its port", patience)
	case n == 0:
		return hw.Errorf("what is on the line speaks something else: %d bytes came and no frame among them; check the baud rate, and that this is the board's port", s.received)
	}
	return hw.Errorf("the board has not said who it is within %v though %d frames came; switch it off and on", patience, s.decoder.Counts.Frames)
}

// next returns what is to be asked now, or nil.
func (s *session) next(now time.Time) protocol.Message {
	switch {
	case !s.greeted || s.restart:
		return protocol.Hello{Major: protocol.Major, Minor: protocol.Minor}
	case s.configure || s.lights.any && s.b.config().Brightness != s.bright:
		return s.b.config()
	case s.misjudges() && s.halting.IsZero():
		s.grid.sure = false
		return levelsFrom(s.b.wanted().levels, s.fields.told, min(s.caps.Points(), s.fields.told+s.most(now)/2), s.caps.Points())
	case (!s.grid.sure || now.Sub(s.reportedAt) >= reportsLate) && s.halting.IsZero() && !now.Before(s.snapshotAt):
		if now.Before(s.bad) && s.caps.Minor >= 2 {
			return s.grid.missing()
		}
		return protocol.SnapshotGet{}
	}
	if m := s.lights.next(s.picture(), now, s.most(now)); m != nil {
		return m
	}
	if !s.halting.IsZero() {
		return nil
	}
	if m := s.nextField(now); m != nil {
		return m
	}
	switch {
	case !now.Before(s.statsAt):
		s.statsAt = now.Add(statsEvery)
		return protocol.StatsGet{}
	case now.Sub(s.answered) >= protocol.PingEvery:
		if now.Before(s.bad) && s.caps.Minor >= 2 && s.grid.sure {
			return s.grid.missing() // a report may have been lost: its scan number tells
		}
		return protocol.HostPing{}
	}
	return nil
}

// settle ends the outstanding command if it is answered.
func (s *session) settle(answered bool, now time.Time) {
	if !answered {
		return
	}
	s.answered = now
	switch m := s.asked.message.(type) {
	case protocol.Config:
		s.configure, s.bright = false, m.Brightness
	case protocol.LevelsSet:
		s.levelled(m, s.asked.levels)
	case protocol.LEDSet, protocol.LEDCommit:
		if s.lights.did(s.asked.message) {
			s.b.counts.Count(func(t *Stats) { t.Commits++ })
		}
	}
	s.asked = command{}
}

// acknowledge takes an ACK, which only some commands are answered by.
func (s *session) acknowledge(answer bool, now time.Time) {
	if !answer {
		return
	}
	switch s.asked.message.(type) {
	case protocol.LEDSet, protocol.LEDCommit, protocol.LevelsSet:
		s.settle(true, now)
	}
}

// meet takes what the board says of itself: as the answer to HELLO, or unasked
// because it has started.
func (s *session) meet(c protocol.Caps, answer bool, now time.Time) error {
	if err := c.Understood(); err != nil {
		return err
	}
	if w := s.b.want; w.Cols != 0 && (w.Cols != int(c.Cols) || w.Rows != int(c.Rows)) {
		return hw.Errorf("the board has %d columns and %d rows, but the settings say %d and %d; change the settings or plug in that board",
			c.Cols, c.Rows, w.Cols, w.Rows)
	}
	if s.greeted && (c.Rows != s.caps.Rows || c.Cols != s.caps.Cols || c.Planes != s.caps.Planes || c.UID != s.caps.UID) {
		return hw.Errorf("another board answers on the line; greeting it")
	}
	if !answer {
		if s.greeted && c.Boot == s.caps.Boot {
			return nil
		}
		s.rebooted(c.Boot)
		s.again(now)
		return nil
	}
	if s.asked.message.Type() != protocol.TypeHello {
		return nil
	}
	if s.greeted && c.Boot != s.caps.Boot {
		s.rebooted(c.Boot)
	}
	s.caps, s.greeted, s.restart = c, true, false
	s.grid = grid{points: s.grid.points, size: c.Points(), planes: c.Planes}
	s.lights.restart(c)
	s.configure, s.bright = s.b.settings != (protocol.Config{}), 0
	s.fields = fields{}
	s.statsAt = now
	s.b.counts.Count(func(t *Stats) { t.Board = c })
	s.b.log.Info("board greeted", "model", c.Model, "firmware", fmt.Sprintf("%d.%d.%d", c.Firmware[0], c.Firmware[1], c.Firmware[2]),
		"cols", c.Cols, "rows", c.Rows, "planes", c.Planes, "leds", c.LEDs, "boot", c.Boot, "reset", c.Reset.String())
	s.settle(true, now)
	return nil
}

// alive looks at the boot number in a sign of life.
func (s *session) alive(boot uint16, now time.Time) {
	if s.greeted && !s.restart && boot != s.caps.Boot {
		s.rebooted(boot)
		s.again(now)
	}
}

// rebooted notes that the board has started again: nothing that was known of it
// holds. Frames wait until it has been greeted and has sent a snapshot.
func (s *session) rebooted(boot uint16) {
	if !s.greeted || s.restart {
		return
	}
	s.restart = true
	s.grid.sure = false
	s.b.counts.Count(func(t *Stats) { t.Restarts++ })
	s.b.log.Warn("the board has restarted", "boot", boot, "before", s.caps.Boot)
}

// again drops the outstanding command and greets the board at once: whatever
// it was asked before it started, it does not know. A HELLO that is outstanding is
// repeated and no later overdue, so that a board which starts again and again and
// answers nothing is lost.
func (s *session) again(now time.Time) {
	if s.asked.message != nil && s.asked.message.Type() == protocol.TypeHello {
		s.asked.retry = now
		return
	}
	s.asked = command{}
}

// reached says that the link is up and lets the first frame follow at once.
func (s *session) reached() {
	now := time.Now()
	s.up, s.blind = true, false
	s.b.counts.Count(func(t *Stats) {
		t.Up = true
		t.Connects++
	})
	s.box.link(hw.Link{At: now, Up: true, Board: hw.Geometry{
		Cols: int(s.caps.Cols), Rows: int(s.caps.Rows), Colors: s.caps.Planes == 2,
	}, ID: idOf(s.caps), Fields: s.caps.Features&protocol.FeatureFieldRaw != 0})
	s.frames.Reset(s.b.period)
	s.frameNow = true
}

// blinded says that the link is down because the board cannot read its sensors. The
// line stays open and the board is asked again: to open it again restarts many boards,
// and the link is up as soon as what is broken is mended.
func (s *session) blinded(e protocol.Error, now time.Time) {
	if s.blind {
		return
	}
	up := s.up
	s.blind, s.up = true, false
	s.b.lost(e.Error(), up)
	s.box.link(hw.Link{At: now, Reason: e.Error(), Cause: e})
}

// complaint takes an ERROR: the refusal of a command, or a fault.
func (s *session) complaint(e protocol.Error, answer bool, now time.Time) error {
	if !answer {
		if e.About == 0 {
			if e.Code == protocol.CodeChain {
				s.grid.sure = false // what it reported last may not be so any more
			}
			s.fault(e, now)
		}
		return nil
	}
	m := s.asked.message
	s.asked = command{}
	s.answered = now
	s.b.counts.Count(func(t *Stats) { t.Refusals++ })
	switch m := m.(type) {
	case protocol.LEDSet, protocol.LEDCommit:
		s.lights.refuse(now)
		if e.Code == protocol.CodePicture && s.lights.refused == 1 {
			s.b.log.Info("a picture did not arrive whole; sending it again")
			return nil
		}
		s.fault(e, now)
	case protocol.Config:
		s.configure, s.bright = false, m.Brightness // not again before it changes
		s.fault(e, now)
	case protocol.RawGet:
		s.fields.barred, s.fields.strength = true, nil
		s.b.log.Warn("the board does not say what it measures", "error", e)
	case protocol.LevelsSet:
		s.fields.known, s.fields.told = s.b.wanted().version, 0 // not again before they change
		s.fault(e, now)
	case protocol.StatsGet, protocol.HostPing:
		s.b.log.Debug("refused", "error", e)
	case protocol.SnapshotGet:
		s.grid.sure = false // what it reported last may not be so any more
		s.snapshotAt = now.Add(snapshotPause)
		switch {
		case s.up && now.Sub(s.sureAt) < protocol.GiveUpAfter:
			s.fault(e, now)
		case e.Code == protocol.CodeChain:
			s.blinded(e, now)
		default:
			return e
		}
	default: // without HELLO there is no service
		if e.Code == protocol.CodeVersion {
			return &protocol.VersionError{Got: uint8(e.Detail)}
		}
		return e
	}
	return nil
}

// fault tells a person of a complaint, each code every ten seconds at most.
func (s *session) fault(e protocol.Error, now time.Time) {
	if last, told := s.faults[e.Code]; told && now.Sub(last) < faultEvery {
		return
	}
	s.faults[e.Code] = now
	s.b.log.Warn("board fault", "error", e)
	s.box.fault(hw.Fault{At: now, Device: s.b.name, Text: e.Error(), Cause: e})
}
