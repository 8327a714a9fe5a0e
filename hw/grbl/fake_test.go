package grbl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a controller that answers as GRBL 1.1 is documented to. Every motion
// takes motion; the lines that it was sent are on record.
type fake struct {
	greeting string        // its banner
	info     []string      // its answer to $I
	motion   time.Duration // of each motion line
	homing   time.Duration

	mu       sync.Mutex
	settings map[int]string
	items    map[string]string // FluidNC's: "/stepping/idle_ms"
	sent     []string
	bytes    string // the real-time bytes, as letters: R ! ~
	state    string
	sub      string
	pins     string // inputs that are active
	at       [3]float64
	homed    bool
	moved    bool // without having been homed, or with the abort input held
	slow     bool // a question that comes with a hold is answered before it
	silent   bool
	critical bool // after ALARM:1 or 2: nothing but a reset is heard
	trap     func(line string) string
	magnet   bool
	resume   chan struct{}
	conn     net.Conn
	opens    int
	reset    chan struct{} // closed by a reset
	served   sync.WaitGroup
}

func newFake() *fake {
	return &fake{
		greeting: "Grbl 1.1h ['$' for help]", info: []string{"[VER:1.1h.20190825:]", "[OPT:V,15,128]"}, items: map[string]string{},
		motion: 200 * time.Millisecond, homing: 5 * time.Second, state: "Alarm", reset: make(chan struct{}),
		settings: map[int]string{1: "255", 5: "0", 10: "1", 13: "0", 20: "1", 21: "1", 22: "1", 23: "0", 24: "25.000", 25: "500.000", 27: "1.000", 32: "0",
			100: "80.000", 101: "80.000", 102: "400.000", 110: "5000.000", 111: "5000.000", 112: "2000.000",
			120: "200.000", 121: "200.000", 122: "100.000", 130: "500.000", 131: "500.000", 132: "80.000"},
	}
}

// dial is the arm's cable.
func (f *fake) dial(context.Context) (io.ReadWriteCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opens++
	host, device := net.Pipe()
	f.conn = device
	f.served.Go(func() { f.serve(device) })
	return host, nil
}

// unplug pulls the cable out.
func (f *fake) unplug() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.conn.Close()
}

func (f *fake) say(c net.Conn, format string, args ...any) {
	fmt.Fprintf(c, format+"\r\n", args...)
}

// restart is a reset of the controller's own.
func (f *fake) restart() {
	f.mu.Lock()
	c := f.conn
	f.begin()
	f.mu.Unlock()
	f.say(c, "\r\n"+f.greeting)
	f.say(c, "[MSG:'$H'|'$X' to unlock]")
}

// begin is what a reset does; its caller holds mu.
func (f *fake) begin() {
	close(f.reset)
	f.reset = make(chan struct{})
	f.state, f.sub, f.homed, f.critical, f.magnet = "Alarm", "", false, false, false
}

// alarm raises a critical alarm.
func (f *fake) alarm(n int) {
	f.mu.Lock()
	c := f.conn
	f.critical, f.homed, f.state = true, false, "Alarm"
	f.mu.Unlock()
	f.say(c, "ALARM:%d", n)
	f.say(c, "[MSG:Reset to continue]")
}

// press holds the abort input, which resets a controller, or lets go of it.
func (f *fake) press(on bool) {
	f.mu.Lock()
	f.pins = ""
	if on {
		f.pins = "R"
	}
	c, moving := f.conn, f.state == "Run" || f.state == "Home"
	f.mu.Unlock()
	if !on {
		return
	}
	if moving {
		f.say(c, "ALARM:3")
	}
	f.restart()
}

func (f *fake) serve(c net.Conn) {
	lines := make(chan string, 16)
	var work sync.WaitGroup
	defer work.Wait()
	defer close(lines)
	gone := make(chan struct{})
	defer close(gone)
	work.Go(func() {
		for l := range lines {
			f.line(c, l, gone)
		}
	})
	buf, line := make([]byte, 64), ""
	for {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		f.mu.Lock()
		if f.slow {
			copy(buf, bytes.ReplaceAll(buf[:n], []byte("!?"), []byte("?!")))
		}
		f.mu.Unlock()
		for _, b := range buf[:n] {
			switch {
			case b == byteReset:
				f.mu.Lock()
				f.bytes += "R"
				silent := f.silent
				if !silent {
					f.begin()
				}
				f.mu.Unlock()
				line = ""
				if !silent {
					work.Go(func() {
						f.say(c, "\r\n"+f.greeting)
						f.say(c, "[MSG:'$H'|'$X' to unlock]")
					})
				}
			case b == '?':
				f.mu.Lock()
				text := fmt.Sprintf("<%s%s|MPos:%.3f,%.3f,%.3f|FS:0,0", f.state, f.sub, f.at[0], f.at[1], f.at[2])
				if f.pins != "" {
					text += "|Pn:" + f.pins
				}
				text += ">"
				deaf := f.silent || f.critical || f.state == "Home"
				f.mu.Unlock()
				if !deaf {
					work.Go(func() { f.say(c, "%s", text) })
				}
			case b == '!':
				f.mu.Lock()
				f.bytes += "!"
				if f.state == "Run" || f.state == "Idle" {
					f.state, f.sub, f.resume = "Hold", ":0", make(chan struct{})
				}
				f.mu.Unlock()
			case b == '~':
				f.mu.Lock()
				f.bytes += "~"
				if f.state == "Hold" {
					f.state, f.sub = "Idle", ""
					close(f.resume)
				}
				f.mu.Unlock()
			case b == '\n':
				lines <- line
				line = ""
			case b > ' ':
				line += string(b)
			}
		}
	}
}

// pass waits, is stopped by a hold, and reports false after a reset.
func (f *fake) pass(d time.Duration, gone chan struct{}) bool {
	f.mu.Lock()
	reset := f.reset
	f.mu.Unlock()
	for left := d; ; {
		f.mu.Lock()
		held, resume := f.state == "Hold", f.resume
		f.mu.Unlock()
		if held {
			select {
			case <-resume:
			case <-reset:
				return false
			case <-gone:
				return false
			}
		}
		if left <= 0 {
			return true
		}
		step := min(left, 10*time.Millisecond)
		left -= step
		timer := time.NewTimer(step)
		select {
		case <-timer.C:
		case <-reset:
			return false
		case <-gone:
			return false
		}
	}
}

// line carries out one line.
func (f *fake) line(c net.Conn, l string, gone chan struct{}) {
	f.mu.Lock()
	f.sent = append(f.sent, l)
	deaf, trap, state := f.silent || f.critical, f.trap, f.state
	f.mu.Unlock()
	if deaf {
		return
	}
	if trap != nil {
		if answer := trap(l); answer != "" {
			if answer != "-" {
				f.say(c, "%s", answer)
			}
			return
		}
	}
	switch {
	case l == "$I":
		for _, text := range f.info {
			f.say(c, "%s", text)
		}
	case strings.HasPrefix(l, "$/"):
		v, ok := f.items[l[1:]]
		if !ok {
			f.say(c, "error:3")
			return
		}
		f.say(c, "%s=%s", l, v)
	case l == "$$":
		for i := range 133 {
			if v, ok := f.settings[i]; ok {
				f.say(c, "$%d=%s", i, v)
			}
		}
	case l == "$H":
		f.mu.Lock()
		f.moved = f.moved || strings.Contains(f.pins, "R")
		f.state = "Home"
		f.mu.Unlock()
		if !f.pass(f.homing, gone) {
			return
		}
		f.mu.Lock()
		f.state, f.homed, f.at = "Idle", true, [3]float64{-1, -1, -1}
		f.mu.Unlock()
	case state == "Alarm" && l != "":
		f.say(c, "error:9")
		return
	case strings.Contains(l, "G1"):
		f.mu.Lock()
		f.moved = f.moved || !f.homed || strings.Contains(f.pins, "R")
		for _, m := range []struct {
			axis int
			name string
		}{{0, "X"}, {1, "Y"}, {2, "Z"}} {
			if i := strings.Index(l, m.name); i >= 0 {
				rest := l[i+1:]
				if end := strings.IndexAny(rest, "XYZF"); end >= 0 {
					rest = rest[:end]
				}
				f.at[m.axis], _ = strconv.ParseFloat(rest, 64)
			}
		}
		if f.state == "Idle" {
			f.state = "Run"
		}
		f.mu.Unlock()
		if !f.pass(f.motion, gone) {
			return
		}
	case strings.HasPrefix(l, "G4"):
		if !f.pass(10*time.Millisecond, gone) {
			return
		}
		f.mu.Lock()
		if f.state == "Run" {
			f.state = "Idle"
		}
		f.mu.Unlock()
	case l == "M3S1000":
		f.mu.Lock()
		f.magnet = true
		f.mu.Unlock()
	case l == "M5":
		f.mu.Lock()
		f.magnet = false
		f.mu.Unlock()
	}
	f.say(c, "ok")
}

// lines returns what it was sent, and forgets it.
func (f *fake) lines() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.sent
	f.sent = nil
	return l
}
