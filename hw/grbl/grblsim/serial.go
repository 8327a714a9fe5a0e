package grblsim

import "time"

// uart is what the host has sent: bytes that are still on the line, and the
// controller's receive buffer, that it reads lines from.
type uart struct {
	items  bool // "$/" names an item of FluidNC's configuration
	wire   []byte
	credit float64 // bytes that may arrive now
	rx     []byte  // at most rxSize
	line   []byte
	within lineState
}

// lineState is what of a line is being left out.
type lineState uint8

const (
	plain lineState = iota
	inComment
	toEnd // after a semicolon
	overflown
)

// link is what the controller has sent: bytes that wait for the line, and those
// that the host may read.
type link struct {
	wire   []byte
	credit float64
	out    []byte
}

// bitsPerByte counts start and stop bit.
const bitsPerByte = 10

// Send is the host's writing: b is on the line and arrives as fast as the line
// lets it.
func (m *Machine) Send(b []byte) {
	if m.powered && m.now >= m.faults.silentUntil {
		m.serial.wire = append(m.serial.wire, b...)
	}
}

// Receive is the host's reading: it takes what has arrived at it, nil if
// nothing has.
func (m *Machine) Receive() []byte {
	out := m.link.out
	m.link.out = nil
	return out
}

// say puts text on the line to the host.
func (m *Machine) say(text string) { m.link.wire = append(m.link.wire, text...) }

// transmit moves bytes to the host. On a silent line they are lost.
func (m *Machine) transmit(dt time.Duration) {
	l := &m.link
	if len(l.wire) == 0 {
		l.credit = 0
		return
	}
	l.credit += dt.Seconds() * float64(m.opt.Baud) / bitsPerByte
	n := min(int(l.credit), len(l.wire))
	l.credit -= float64(n)
	for i := range l.wire[:n] {
		if m.faults.garble > 0 {
			m.faults.garble--
			l.wire[i] ^= 0x55
		}
	}
	if m.now >= m.faults.silentUntil {
		l.out = append(l.out, l.wire[:n]...)
	}
	l.wire = append(l.wire[:0], l.wire[n:]...)
}

// receive takes bytes off the line. Real-time commands are picked out at once,
// wherever they stand; what does not fit into the buffer is lost, as a host must
// expect that sends on without counting.
func (m *Machine) receive(dt time.Duration) {
	s := &m.serial
	if len(s.wire) == 0 {
		s.credit = 0
		return
	}
	s.credit += dt.Seconds() * float64(m.opt.Baud) / bitsPerByte
	n := min(int(s.credit), len(s.wire))
	s.credit -= float64(n)
	arrived := append(make([]byte, 0, 64), s.wire[:n]...)
	s.wire = append(s.wire[:0], s.wire[n:]...)
	for _, c := range arrived {
		switch {
		case m.now < m.deaf:
		case m.realtime(c):
			m.run() // before the next byte is there
		case len(s.rx) < rxSize:
			s.rx = append(s.rx, c)
		}
	}
}

// collect reads the buffer up to the end of a line, and returns the line without
// blanks and comments, in capitals; ok says that there was an end.
func (s *uart) collect() (line string, overflow, ok bool) {
	for i, c := range s.rx {
		if c == '\n' || c == '\r' {
			line, overflow = string(s.line), s.within == overflown
			s.rx = append(s.rx[:0], s.rx[i+1:]...)
			s.line, s.within = s.line[:0], plain
			return line, overflow, true
		}
		s.take(c)
	}
	s.rx = s.rx[:0]
	return "", false, false
}

// take adds a character to the line.
func (s *uart) take(c byte) {
	switch {
	case s.within == inComment:
		if c == ')' {
			s.within = plain
		}
	case s.within != plain, c <= ' ':
	case c == '/' && !(s.items && len(s.line) > 0 && s.line[0] == '$'): // block delete, which GRBL ignores
	case c == '(':
		s.within = inComment
	case c == ';':
		s.within = toEnd
	case len(s.line) >= lineSize-1:
		s.within = overflown
	case c >= 'a' && c <= 'z':
		s.line = append(s.line, c-'a'+'A')
	default:
		s.line = append(s.line, c)
	}
}
