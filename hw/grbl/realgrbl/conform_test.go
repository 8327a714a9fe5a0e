package realgrbl

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"stonehand/hw/grbl/grblsim"
)

// controller is what both can do, the chip and the simulated one.
type controller interface {
	Send([]byte)
	Receive() []byte
	Advance(time.Duration)
	World() *grblsim.World
}

// act is something that is done to both.
type act struct {
	send string
	do   func(w *grblsim.World)
	wait time.Duration
}

// said turns what came into lines, without what differs from build to build.
func said(b []byte) string {
	text := regexp.MustCompile(`\[VER:1\.1h\.\d+:`).ReplaceAllString(string(b), "[VER:1.1h:")
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, " / ")
}

// play has a controller do all of a script and returns what it said to each act.
func play(c controller, script []act) []string {
	var out []string
	for _, a := range script {
		if a.do != nil {
			a.do(c.World())
		}
		c.Send([]byte(a.send))
		c.Advance(a.wait)
		at := c.World().Position()
		out = append(out, fmt.Sprintf("%s | X%.1f Y%.1f Z%.1f holding %v", said(c.Receive()), at[0], at[1], at[2], c.World().Holding()))
	}
	return out
}

const (
	short  = 100 * time.Millisecond
	second = time.Second
)

// scripts are what the simulated controller and a genuine one have to answer alike.
var scripts = map[string][]act{
	"rest": {
		{send: "$I\n", wait: short}, {send: "$$\n", wait: second}, {send: "$G\n", wait: short}, {send: "$#\n", wait: short}, {send: "?", wait: short}, {send: "$N\n", wait: short},
		{send: "G0X1\n", wait: short}, {send: "$X\n", wait: short}, {send: "$H1\n$20=2\n$1=x\n$99=1\n$0=1\n", wait: second}, {send: "?", wait: short},
		{send: "\x18", wait: 2 * second}, {send: "?", wait: short},
	},
	"stop at rest": {
		{send: "$H\n", wait: 8 * second}, {send: "?", wait: short},
		{do: stop(2), wait: 2 * second}, {send: "?", wait: short},
		{send: "G0X-10\n", wait: 2 * second}, {send: "?", wait: short},
		{send: "$X\n", wait: short},
		{do: release, wait: second}, {send: "?", wait: short},
		{send: "G0X-20\n", wait: 2 * second}, {send: "?", wait: short},
	},
	"stop in motion": {
		{send: "$H\n", wait: 8 * second},
		{send: "G1F3000X-52\nG4P0.1\n", wait: 500 * time.Millisecond},
		{do: stop(2), wait: 200 * time.Millisecond}, {wait: 200 * time.Millisecond}, {wait: 2 * second}, {send: "?", wait: short}, {send: "G0X-1\n", wait: short},
		{send: "$X\n", wait: short}, {send: "?", wait: short},
		{do: release, wait: second}, {send: "\x18", wait: second}, {send: "$H\n", wait: 8 * second}, {send: "?", wait: short},
	},
	"stop while homing": {
		{send: "$H\n", wait: 1500 * time.Millisecond}, {do: stop(2), wait: 2 * second}, {send: "?", wait: short},
		{do: release, wait: second}, {send: "$H\n", wait: 8 * second}, {send: "?", wait: short},
	},
	"stop with one contact": {
		{send: "$H\n", wait: 8 * second}, {send: "G1F3000X-52\n", wait: 500 * time.Millisecond},
		{do: stop(1), wait: 2 * second}, {send: "G4P0.01\n", wait: short}, {do: release, wait: second}, {send: "G0X-2\n", wait: 3 * second},
	},
	"idle drivers": {
		{send: "$1=25\n", wait: second}, {send: "$H\n", wait: 8 * second}, {wait: second},
		{send: "G1F1200Z-12\nG4P2\n", wait: 1500 * time.Millisecond}, {wait: 2 * second},
		{send: "$1=255\n", wait: second}, {send: "G1Z-13\nG4P0.01\n", wait: second},
	},
	"hold": {
		{send: "$H\n", wait: 8 * second}, {send: "M3S1000M8\n", wait: short}, {send: "G1F3000X-52\n", wait: 400 * time.Millisecond},
		{send: "!", wait: second}, {send: "?", wait: short}, {send: "\x9e", wait: short}, {send: "?", wait: short}, {send: "~", wait: 3 * second},
		{send: "?", wait: short},
		{do: func(w *grblsim.World) { w.Hand(true) }, wait: short}, {send: "?", wait: short}, {send: "~", wait: short}, {send: "?", wait: short},
		{do: func(w *grblsim.World) { w.Hand(false) }, wait: short}, {send: "?", wait: short},
	},
	"door": {
		{send: "$H\n", wait: 8 * second}, {send: "M3S1000M8\n", wait: short}, {send: "G1F3000X-52\n", wait: 400 * time.Millisecond},
		{send: "\x84", wait: second}, {send: "?", wait: short}, {send: "~", wait: second}, {send: "?", wait: short}, {wait: 3500 * time.Millisecond},
		{send: "?", wait: short}, {wait: 3 * second}, {send: "?", wait: short},
		{send: "\x84", wait: second}, {send: "?", wait: short}, {send: "\x18", wait: second}, {send: "?", wait: short},
	},
	"door while homing": {{send: "$H\n", wait: 1500 * time.Millisecond}, {send: "\x84", wait: 2 * second}, {send: "?", wait: short}},
	"door in alarm":     {{send: "\x84", wait: second}, {send: "?", wait: short}, {send: "$X\n", wait: short}, {send: "\x84", wait: second}, {send: "?", wait: short}, {send: "~", wait: second}, {send: "?", wait: short}},
	"limits": {
		{send: "$H\n", wait: 8 * second},
		{do: func(w *grblsim.World) { _ = w.BreakLimit(grblsim.Y, grblsim.LimitStuck) }, wait: second}, {send: "?\x18", wait: second},
		{send: "?", wait: short}, {send: "$X\n", wait: short}, {send: "?", wait: short}, {send: "$H\n", wait: 8 * second}, {send: "?", wait: short},
		{do: func(w *grblsim.World) { _ = w.BreakLimit(grblsim.Y, grblsim.LimitDead) }, wait: second}, {send: "$H\n", wait: 20 * second}, {send: "?", wait: short},
	},
	"limit in motion": {
		{send: "$H\n", wait: 8 * second}, {send: "G1F3000X-52\n", wait: 400 * time.Millisecond},
		{do: func(w *grblsim.World) { _ = w.PressLimit(grblsim.Y, short) }, wait: 100 * time.Millisecond}, {wait: 500 * time.Millisecond}, {wait: second},
		{send: "\x18", wait: second}, {send: "?", wait: short},
	},
	"soft limit": {
		{send: "$H\n", wait: 8 * second}, {send: "G0X-600\n", wait: 2 * second}, {send: "?", wait: short}, {send: "\x18", wait: second},
		{send: "?", wait: short}, {send: "$X\n", wait: short}, {send: "$J=G91F1000X-600\n", wait: short}, {send: "$J=G91F1000X-10\n", wait: 2 * second}, {send: "?", wait: short},
	},
	"reset in motion": {
		{send: "$H\n", wait: 8 * second}, {send: "M3S500\nG1F3000X-52\n", wait: 400 * time.Millisecond}, {send: "\x18", wait: 200 * time.Millisecond}, {wait: 100 * time.Millisecond},
		{send: "?", wait: 200 * time.Millisecond}, {wait: second}, {send: "?", wait: short},
	},
	"masks": {
		{send: "$H\n", wait: 8 * second}, {send: "$10=0\n", wait: short}, {send: "G10L2P1X-5\n", wait: second}, {send: "?", wait: short}, {send: "?", wait: short}, {send: "$10=3\n", wait: short}, {send: "?", wait: short},
		{send: "$13=1\n", wait: short}, {send: "?", wait: short}, {send: "$G\n", wait: short}, {send: "$#\n", wait: short}, {send: "$$\n", wait: second},
		{send: "$13=0\n", wait: short}, {send: "$5=1\n", wait: 2 * second}, {send: "?", wait: short}, {send: "\x18", wait: 2 * second}, {send: "?", wait: short},
	},
	"switched off": {
		{send: "$22=0\n", wait: short}, {send: "$20=1\n", wait: short}, {send: "$21=0\n", wait: short}, {send: "\x18", wait: 2 * second}, {send: "$X\n", wait: short}, {send: "\x18", wait: second}, {send: "?$H\n", wait: short},
		{send: "G91G0X-5\n", wait: 2 * second}, {send: "?", wait: short},
	},
	"turned round": {
		{send: "$23=1\n", wait: second}, {send: "$H\n", wait: 14 * second}, {send: "?", wait: short},
		{send: "$3=2\n", wait: short}, {send: "$4=1\n", wait: short}, {send: "G0Y-12\n", wait: 2 * second}, {send: "\x18", wait: second}, {send: "G0Y-22\n", wait: 2 * second},
	},
	"fast": {
		{send: "$H\n", wait: 8 * second}, {send: "G0X-52Y-42Z-42\n", wait: 3 * second}, {send: "?", wait: short}, {send: "G0Z-2\n", wait: 3 * second},
	},
	"sleep": {{send: "$H\n", wait: 8 * second}, {send: "$SLP\n", wait: second}, {send: "?", wait: short}, {send: "\x18", wait: second}, {send: "?", wait: short}},
}

func stop(contacts int) func(w *grblsim.World) {
	return func(w *grblsim.World) { _ = w.PressStop(contacts) }
}

func release(w *grblsim.World) { w.ReleaseStop() }

// near is a machine that homes soon.
func near() *grblsim.Layout {
	l := grblsim.DefaultLayout()
	l.Start, l.Travel = grblsim.Vec{-12, -10, -6}, grblsim.Vec{102, 102, 62}
	l.Cols, l.Rows, l.Trays = 0, 0, nil
	return &l
}

// TestConformance has the simulated controller and a genuine GRBL live through the
// same, and compares all that they say and where the machine is.
func TestConformance(t *testing.T) {
	run, elf := genuine(t)
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, err := grblsim.New(grblsim.Options{Layout: near()})
			if err != nil {
				t.Fatal(err)
			}
			m.Advance(time.Second)
			m.Receive()
			c, err := NewArm(run, elf, near())
			if err != nil {
				t.Fatal(err)
			}
			want, got := play(c, script), play(m, script)
			for i := range script {
				if !alike(want[i], got[i]) {
					t.Errorf("act %d, %q:\n genuine   %s\n simulated %s", i, script[i].send, want[i], got[i])
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// decimal is a number that stands for a place.
var decimal = regexp.MustCompile(`-?\d+\.\d+`)

// alike reports whether two have said the same. Of where a motion was interrupted
// they may differ by what it makes in some milliseconds.
func alike(a, b string) bool {
	const within = 0.6 // mm: 12 ms at 50 mm/s
	x, y := decimal.FindAllString(a, -1), decimal.FindAllString(b, -1)
	if decimal.ReplaceAllString(a, "") != decimal.ReplaceAllString(b, "") || len(x) != len(y) {
		return false
	}
	for i := range x {
		p, _ := strconv.ParseFloat(x[i], 64)
		q, _ := strconv.ParseFloat(y[i], 64)
		if math.Abs(p-q) > within {
			return false
		}
	}
	return true
}
