package hwtest

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// snapshotEvery is how often a board sends a snapshot unasked, unless CONFIG
// says otherwise.
const snapshotEvery = 1500 * time.Millisecond

// Board is a board's firmware in Go. It keeps the rules of firmware-protocol as
// the real one does, and can be made to break them. It is plugged in at first.
// It is safe for concurrent use.
type Board struct {
	mu       sync.Mutex
	caps     protocol.Caps
	started  time.Time
	points   []protocol.State
	scan     uint16
	prepared []uint8
	shown    []uint8
	edge     uint8
	hostLost bool
	unheard  int // pings in a row that nobody answered
	seq      protocol.Sequence
	config   protocol.Config
	field    []int8           // of a board that measures it
	levels   []protocol.Level // as it was told
	heard    []protocol.Message

	plugged bool
	wire    *Wire // of the last Dial
	line    io.Writer
	mute    bool
	blind   bool
	hushed  bool
	lose    int
	refuse  map[protocol.Type]protocol.Error
	serving sync.WaitGroup
}

// NewBoard returns the firmware of a board that says c of itself. Fields that
// no board leaves empty are filled in: a 19x19 board of two planes with a light
// on each point.
func NewBoard(c protocol.Caps) *Board {
	if c.Major == 0 {
		c.Major, c.Minor = protocol.Major, protocol.Minor
	}
	if c.Rows == 0 && c.Cols == 0 {
		c.Rows, c.Cols = 19, 19
		c.LEDs = 361
		c.Features |= protocol.FeaturePointLEDs
	}
	c.Planes = cmp.Or(c.Planes, 2)
	c.Boot = cmp.Or(c.Boot, 1)
	return &Board{
		field: make([]int8, c.Points()), levels: make([]protocol.Level, c.Points()),
		caps: c, started: time.Now(), plugged: true,
		points:   make([]protocol.State, c.Points()),
		prepared: make([]uint8, c.LEDs),
		shown:    make([]uint8, c.LEDs),
		refuse:   make(map[protocol.Type]protocol.Error),
		config:   protocol.Config{SnapshotMillis: uint16(snapshotEvery / time.Millisecond), ScanMillis: 5, Brightness: 255},
	}
}

// Set changes points, by number. All of them go into one DELTA.
func (b *Board) Set(points map[int]protocol.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change(points)
}

// OwnLevel is from what field on an analog board takes a point for a stone where
// it was told nothing.
const OwnLevel = 32

// Feel changes what an analog board measures at points, and with that what it
// takes for stones.
func (b *Board) Feel(points map[int]int8) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for p, v := range points {
		b.field[p] = v
	}
	b.judge()
}

// Levels returns what an analog board was told of a point.
func (b *Board) Levels(point int) protocol.Level {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.levels[point]
}

// judge tells stones by the field. Its caller holds b.mu.
func (b *Board) judge() {
	states := map[int]protocol.State{}
	for p, v := range b.field {
		l, by := b.levels[p], int(v)
		if l.Stone == 0 {
			l.Stone = OwnLevel
		} else {
			by -= int(l.Zero)
		}
		states[p] = protocol.Empty
		switch {
		case by >= int(l.Stone):
			states[p] = protocol.Black
		case by <= -int(l.Stone):
			states[p] = protocol.White
		}
	}
	b.change(states)
}

// change is Set for one who holds b.mu.
func (b *Board) change(points map[int]protocol.State) {
	var d protocol.Delta
	for p, s := range points {
		if b.points[p] != s {
			b.points[p] = s
			d.Changes = append(d.Changes, protocol.Change{Point: uint16(p), State: s})
		}
	}
	if d.Changes == nil {
		return
	}
	slices.SortFunc(d.Changes, func(x, y protocol.Change) int { return int(x.Point) - int(y.Point) })
	if b.blind {
		return
	}
	b.scan++
	d.Scan = b.scan
	if len(d.Changes) > protocol.MaxChanges {
		b.say(0, b.snapshot())
		return
	}
	b.say(0, d)
}

// Put changes one point.
func (b *Board) Put(point int, s protocol.State) { b.Set(map[int]protocol.State{point: s}) }

// Lights returns what the lights show, in the wire's signals: by point, and the
// edge, which says LinkLost while the board has lost its host.
func (b *Board) Lights() (points []uint8, edge uint8) {
	b.mu.Lock()
	defer b.mu.Unlock()
	edge = b.edge
	if b.hostLost {
		edge = uint8(hw.LinkLost)
	}
	return slices.Clone(b.shown), edge
}

// Heard returns every message the board has received, and forgets them.
func (b *Board) Heard() []protocol.Message {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.heard
	b.heard = nil
	return h
}

// Restart starts the board again as its reset button does: another boot number,
// dark lights, scan numbers from the beginning, CAPS unasked. The stones stay.
func (b *Board) Restart() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.caps.Boot++
	b.caps.Reset = protocol.ResetPin
	b.started = time.Now()
	b.scan, b.unheard, b.hostLost = 0, 0, false
	clear(b.prepared)
	clear(b.shown)
	b.edge = 0
	clear(b.levels)
	b.say(0, b.caps)
}

// Mute makes the board hear everything and say nothing.
func (b *Board) Mute(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mute = on
}

// Lose drops the next n frames that the board sends.
func (b *Board) Lose(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lose = n
}

// Refuse answers commands of type t with e from now on; an e of code 0 ends
// that.
func (b *Board) Refuse(t protocol.Type, e protocol.Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Code == 0 {
		delete(b.refuse, t)
		return
	}
	e.About = t
	b.refuse[t] = e
}

// Blind breaks the chain of the board's sensors, or mends it: meanwhile it reports
// nothing but that, and from then on what it sees.
func (b *Board) Blind(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.blind = on
	if on {
		b.refuse[protocol.TypeSnapshotGet] = protocol.Error{Code: protocol.CodeChain, About: protocol.TypeSnapshotGet}
		b.say(0, protocol.Error{Code: protocol.CodeChain})
		return
	}
	delete(b.refuse, protocol.TypeSnapshotGet)
	b.say(0, b.snapshot())
}

// Hush makes the board keep its faults to itself until it is asked, as firmware before
// 1.1.1 does once it has thrown away 65535 scans.
func (b *Board) Hush(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hushed = on
}

// Say sends any message unasked.
func (b *Board) Say(m protocol.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.say(0, m)
}

// SayBytes sends anything at all.
func (b *Board) SayBytes(p []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != nil {
		b.line.Write(p)
	}
}

// Unplug ends the line of the last Dial and lets Dial find no device.
func (b *Board) Unplug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plugged = false
	if b.wire != nil {
		b.wire.HangUp()
	}
}

// Plug lets Dial find the board again.
func (b *Board) Plug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plugged = true
}

// Wire returns the line of the last Dial, or nil.
func (b *Board) Wire() *Wire {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wire
}

// connect is Dial.
func (b *Board) connect() (*Wire, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.plugged {
		return nil, fmt.Errorf("there is no board: %w", fs.ErrNotExist)
	}
	b.wire = NewWire()
	w := b.wire
	b.serving.Go(func() { b.Serve(w.Device) })
	return w, nil
}

// Wait waits until every line that Dial opened has ended.
func (b *Board) Wait() { b.serving.Wait() }

// Serve is the firmware's main loop on line. It returns when the line ends, and
// closes it.
func (b *Board) Serve(line io.ReadWriteCloser) error {
	done := make(chan struct{})
	var ticking sync.WaitGroup
	b.mu.Lock()
	b.line, b.unheard = line, 0
	every := time.Duration(b.config.SnapshotMillis) * time.Millisecond
	b.mu.Unlock()
	ticking.Go(func() { b.tick(line, every, done) })

	var d protocol.Decoder
	buf := make([]byte, 256)
	var err error
	for err == nil {
		var n int
		n, err = line.Read(buf)
		d.Feed(buf[:n], func(f protocol.Frame) { b.command(line, f) })
	}
	close(done)
	ticking.Wait()
	b.mu.Lock()
	if b.line == io.Writer(line) {
		b.line = nil
	}
	b.mu.Unlock()
	line.Close()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("hwtest: the board's line: %w", err)
}

// tick sends what a board sends by itself.
func (b *Board) tick(line io.Writer, every time.Duration, done <-chan struct{}) {
	ping := time.Tick(protocol.PingEvery)
	truth := time.NewTicker(every)
	defer truth.Stop()
	for {
		select {
		case <-ping:
			b.mu.Lock()
			if b.unheard++; b.unheard > protocol.MissedPings {
				b.hostLost = true
			}
			if b.line == line {
				b.say(0, b.life())
				if b.blind {
					b.say(0, protocol.Error{Code: protocol.CodeChain})
				}
			}
			b.mu.Unlock()
		case <-truth.C:
			b.mu.Lock()
			if b.line == line && !b.blind {
				b.say(0, b.snapshot())
			}
			b.mu.Unlock()
		case <-done:
			return
		}
	}
}

func (b *Board) life() protocol.BoardPing {
	return protocol.BoardPing{Boot: b.caps.Boot, Uptime: uint32(time.Since(b.started).Milliseconds())}
}

func (b *Board) snapshot() protocol.Snapshot {
	return protocol.Snapshot{Scan: b.scan, States: slices.Clone(b.points)}
}

// say sends a message. Its caller holds b.mu.
func (b *Board) say(ack uint8, m protocol.Message) {
	seq := b.seq.Next()
	if b.line == nil || b.mute || b.hushed && ack == 0 && m.Type() == protocol.TypeError {
		return
	}
	if b.lose > 0 {
		b.lose--
		return
	}
	p, err := protocol.Append(nil, seq, ack, m)
	if err != nil {
		panic(fmt.Sprintf("hwtest: the board wants to say what cannot be said: %v", err))
	}
	if major := b.caps.Major; major != protocol.Major {
		p = foreign(m, seq, ack, major)
	}
	b.line.Write(p)
}

// foreign frames m as a board of another major version would.
func foreign(m protocol.Message, seq, ack, major uint8) []byte {
	p, _ := protocol.Append(nil, seq, ack, m)
	var d protocol.Decoder
	var out []byte
	d.Feed(p, func(f protocol.Frame) {
		f.Version = major
		out, _ = protocol.AppendFrame(nil, f)
	})
	return out
}
