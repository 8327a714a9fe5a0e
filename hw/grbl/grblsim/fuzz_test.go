package grblsim

import (
	"math"
	"testing"
	"time"
)

// FuzzMachine sends anything. Whatever comes, the machine answers or waits, stays
// within its ends, and can be brought back by a reset.
func FuzzMachine(f *testing.F) {
	for _, s := range []string{
		"$H\nG0X-10Y-10\nG4P0.1\nM3S100\n?", "$X\nG2X-4Y-3I1J1F100\n!~", "$J=G91X-1F100\n\x85", "$$\n$#\n$G\n$I\n$N\n",
		"$RST=*\n", "$100=0\nG0X1\n", "$120=0\n$X\nG0X1\n", "G38.2Z-50F100\n", "\x18\x18?\x84~", "$C\nG0X1000\n$C\n",
		"G10L2P1X1e9\n", "G0X99999999999999999999999999\n", "G93G1X-1F0.0001\n", "$12=0.0000001\nG2X-2Y-2I200F5\n", "$N0=G0X-3\n$X\n\x18",
		"$SLP\n?", "\x90\x91\x92\x93\x94\x95\x96\x97\x99\x9a\x9b\x9c\x9d\x9e\xa0\xa1\xff\x00", "$27=0\n$H\n", "$130=0\n$H\n", "$24=0\n$25=0\n$H\n",
	} {
		f.Add([]byte(s), uint8(0))
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, how uint8) {
		opt := Options{Mist: how&1 != 0, Door: how&2 != 0, Layout: near()}
		if how&4 != 0 {
			opt.EEPROM = new(EEPROM)
		}
		m, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		m.Advance(100 * time.Millisecond)
		if how&8 != 0 {
			m.Send([]byte("$H\n"))
			m.Advance(5 * time.Second)
		}
		for text = text[:min(len(text), 2000)]; len(text) > 0; {
			n := min(len(text), 40)
			m.Send(text[:n])
			m.Advance(300 * time.Millisecond)
			text = text[n:]
		}
		m.Advance(time.Second)
		l := m.World().Layout()
		for a, v := range m.World().Position() {
			if math.IsNaN(v) || v > l.Overtravel || v < -l.Travel[a]-l.Overtravel {
				t.Fatalf("the tool is at %v", m.World().Position())
			}
			if p := m.Position()[a]; math.IsNaN(p) || math.IsInf(p, 0) {
				t.Fatalf("it believes to be at %v", m.Position())
			}
		}
		m.Receive()
		for range 2 { // one may fall into the pause after an alarm
			m.Send([]byte{0x18})
			m.Advance(2 * time.Second)
		}
		m.Send([]byte("\n?"))
		m.Advance(time.Second)
		if out := string(m.Receive()); out == "" {
			t.Fatalf("nothing is answered after a reset, in %s", m.State())
		}
	})
}

// FuzzWords: every number that is read is one, and a word is never made of
// nothing.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"G0X1.5Y-.5", "G38.2Z-1F10", "X+1-1", "N123456789012345678901234567890", "X.000000000000000000001", "X1..2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		list, code := words(line)
		if len(list)*2 > len(line) {
			t.Fatalf("%q has %d words", line, len(list))
		}
		for _, w := range list {
			if math.IsNaN(w.value) {
				t.Fatalf("%q: %c is not a number", line, w.letter)
			}
			w.parts()
		}
		if code != 0 && code != errLetter && code != errNumber {
			t.Fatal(code)
		}
	})
}

// FuzzEEPROM: what is read can be written and read again.
func FuzzEEPROM(f *testing.F) {
	text, _ := ArmEEPROM().MarshalText()
	f.Add(text)
	f.Add([]byte("[G54:1,2,3]\n$N0=G21\n$I=x\n$20=1\n$22=0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var e, again EEPROM
		if e.UnmarshalText(text) != nil {
			return
		}
		text, err := e.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalText(text); err != nil || again != e {
			t.Fatalf("%v\n%+v\n%+v", err, e, again)
		}
	})
}
