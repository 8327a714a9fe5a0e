package avrtest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.bug.st/serial"
	"go.uber.org/goleak"

	protocol "stonehand/firmware-protocol"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must come; it only ends tests that
// have failed.
const patience = 5 * time.Minute

// host is the other end of a board's line.
type host struct {
	t      testing.TB
	port   serial.Port
	dec    protocol.Decoder
	seq    protocol.Sequence
	inbox  []heard
	read   uint64 // bytes
	silent bool   // answer no PING
}

type heard struct {
	protocol.Frame
	msg protocol.Message
	end uint64 // bytes read up to its end
}

func open(t testing.TB, b *Board) *host {
	t.Helper()
	port, err := serial.Open(b.Pty(), &serial.Mode{BaudRate: protocol.BaudRate})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { port.Close() })
	if err := port.SetReadTimeout(50 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	return &host{t: t, port: port}
}

// meet starts a board and says hello to it.
func meet(t testing.TB, o Options) (*Board, *host, protocol.Caps) {
	t.Helper()
	b := Start(t, o)
	h := open(t, b)
	caps := ask[protocol.Caps](h, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor})
	return b, h, caps
}

func (h *host) write(b []byte) {
	h.t.Helper()
	if _, err := h.port.Write(b); err != nil {
		h.t.Fatal(err)
	}
}

// wire frames a command with the next number.
func (h *host) wire(m protocol.Message) (uint8, []byte) {
	h.t.Helper()
	seq := h.seq.Next()
	b, err := protocol.Append(nil, seq, 0, m)
	if err != nil {
		h.t.Fatal(err)
	}
	return seq, b
}

// pump reads once and files what it heard.
func (h *host) pump() {
	h.t.Helper()
	var buf [512]byte
	n, err := h.port.Read(buf[:])
	if err != nil {
		h.t.Fatal(err)
	}
	for i := range n {
		h.read++
		h.dec.Feed(buf[i:i+1], h.file)
	}
}

// file keeps a frame, and answers it when it is a PING.
func (h *host) file(f protocol.Frame) {
	h.t.Helper()
	f.Payload = bytes.Clone(f.Payload)
	m, err := protocol.Unmarshal(f)
	if err != nil {
		h.t.Errorf("the board sent what cannot be read: %v", err)
		return
	}
	if _, ping := m.(protocol.BoardPing); ping && !h.silent {
		pong, err := protocol.Append(nil, h.seq.Next(), f.Seq, protocol.HostPong{})
		if err != nil {
			h.t.Error(err)
		}
		h.write(pong)
	}
	h.inbox = append(h.inbox, heard{f, m, h.read})
}

// await returns the next message of type M that ok accepts, and forgets what
// came before it.
func await[M protocol.Message](h *host, what string, ok func(heard, M) bool) M {
	h.t.Helper()
	m, _ := awaitHeard(h, what, ok)
	return m
}

func awaitHeard[M protocol.Message](h *host, what string, ok func(heard, M) bool) (M, heard) {
	h.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		for i, r := range h.inbox {
			if m, is := r.msg.(M); is && (ok == nil || ok(r, m)) {
				h.inbox = h.inbox[i+1:]
				return m, r
			}
		}
		h.inbox = h.inbox[:0]
		h.pump()
	}
	var none M
	h.t.Fatalf("%s never came (%v)", what, none.Type())
	return none, heard{}
}

// ask sends a command and returns its answer. It sends again after a while, as
// hosts do.
func ask[M protocol.Message](h *host, m protocol.Message) M {
	h.t.Helper()
	reply := exchange(h, m)
	if got, ok := reply.(M); ok {
		return got
	}
	var want M
	h.t.Fatalf("%v was answered by %v, not by %v: %+v", m.Type(), reply.Type(), want.Type(), reply)
	return want
}

func exchange(h *host, m protocol.Message) protocol.Message {
	h.t.Helper()
	seq, b := h.wire(m)
	for begun := time.Now(); time.Since(begun) < patience; {
		h.write(b)
		for end := time.Now().Add(5 * time.Second); time.Now().Before(end); {
			for i, r := range h.inbox {
				if r.Ack == seq && r.Type != protocol.TypeBoardPing {
					h.inbox = h.inbox[i+1:]
					return r.msg
				}
			}
			h.pump()
		}
	}
	h.t.Fatalf("%v was never answered", m.Type())
	return nil
}

// show brings the board from one picture to another and commits it.
func (h *host) show(from, to []uint8, edge uint8) {
	h.t.Helper()
	for _, m := range protocol.PictureSets(from, to, protocol.MaxPayload) {
		ask[protocol.Ack](h, m)
	}
	ask[protocol.Ack](h, protocol.LEDCommit{Edge: edge, Check: protocol.PictureCheck(to)})
}

// until calls ok again and again, with the line kept alive, until it holds.
func (h *host) until(what string, ok func() bool) {
	h.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if ok() {
			return
		}
		h.pump()
	}
	h.t.Fatalf("never happened: %s", what)
}

// onEach runs test on every microcontroller: on the AVRs, and as a part of TestOnPico
// on the RP2040.
func onEach(t *testing.T, o Options, test func(t *testing.T, o Options)) {
	chips := []string{ATmega2560, ATmega328P}
	if strings.HasPrefix(t.Name(), "TestOnPico/") {
		chips = []string{RP2040}
	}
	for _, mcu := range chips {
		t.Run(mcu, func(t *testing.T) {
			t.Parallel()
			mine := o
			mine.MCU = mcu
			test(t, mine)
		})
	}
}

// states returns the board as its snapshot has it.
func (h *host) states() []protocol.State {
	h.t.Helper()
	return ask[protocol.Snapshot](h, protocol.SnapshotGet{}).States
}

func pointsOf(states []protocol.State) string {
	s := ""
	for i, st := range states {
		if st != protocol.Empty {
			s += fmt.Sprintf(" %d=%d", i, st)
		}
	}
	return s
}
