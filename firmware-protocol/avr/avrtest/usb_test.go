package avrtest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	protocol "stonehand/firmware-protocol"
)

var onUSB = Options{MCU: RP2040, USB: true, UID: "0123456789abcdef"}

// TestUSB plugs a Pico into a computer, which enumerates it, and plays every
// kind of message over it.
func TestUSB(t *testing.T) {
	t.Parallel()
	b, h, caps := meet(t, onUSB)
	if got, want := b.Device(), "2e8a:000a Stonehand/Stonehand board/0123456789ABCDEF"; got != want {
		t.Errorf("the computer found %q, want %q", got, want)
	}
	if caps.UID != [8]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF} || caps.Reset != protocol.ResetPower {
		t.Errorf("caps %+v", caps)
	}
	await[protocol.BoardPing](h, "a ping", nil)
	b.SetPoint(44, protocol.White)
	d := await[protocol.Delta](h, "a stone", nil)
	if diff := cmp.Diff([]protocol.Change{{Point: 44, State: protocol.White}}, d.Changes); diff != "" {
		t.Error(diff)
	}
	// A frame is 12 bytes longer than its fields: some end with a packet of 64 bytes.
	for _, count := range []uint8{1, 51, 52, 53, 115, 116, 117, 179, 180, 181, 198} {
		raw := ask[protocol.Raw](h, protocol.RawGet{First: 40, Count: count})
		if len(raw.Field) != int(count) {
			t.Fatalf("%d fields came where %d were asked for", len(raw.Field), count)
		}
	}
	picture := slices.Repeat([]uint8{1}, b.Points())
	h.show(make([]uint8, b.Points()), picture, 0)
	h.until("all blue", func() bool {
		l := b.Lights()
		return l[0] != RGB{} && l[360] == l[0]
	})
	// Commands without a pause fill what the board keeps; none may be lost.
	var storm []byte
	last := uint8(0)
	for range 120 {
		var w []byte
		last, w = h.wire(protocol.StatsGet{})
		storm = append(storm, w...)
	}
	h.write(storm)
	s := await(h, "the last answer", func(r heard, _ protocol.Stats) bool { return r.Ack == last })
	if s.Overruns != 0 || s.CRCErrors+s.BadFrames+s.Overlong != 0 {
		t.Errorf("something was lost on USB: %+v", s)
	}
}

// TestUSBComesAndGoes restarts the board, and pulls its plug out.
func TestUSBComesAndGoes(t *testing.T) {
	t.Parallel()
	b, h, first := meet(t, onUSB)
	b.SetPoint(7, protocol.Black)
	b.Reset()
	h.until("the computer finds it again", func() bool { return b.Device() != "" })
	again := ask[protocol.Caps](h, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor})
	if again.Boot != first.Boot+1 || again.Reset != protocol.ResetPin {
		t.Errorf("boot %d after %d, cause %v", again.Boot, first.Boot, again.Reset)
	}

	resets := b.Resets()
	b.Stall()
	h.until("the watchdog restarts it", func() bool { return b.Resets() > resets })
	h.until("the computer finds it again", func() bool { return b.Device() != "" })
	again = ask[protocol.Caps](h, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor})
	if again.Boot != first.Boot+2 || again.Reset != protocol.ResetWatchdog {
		t.Errorf("boot %d after %d, cause %v", again.Boot, first.Boot, again.Reset)
	}

	b.Unplug()
	lost := readLooks(t)[12].full()
	h.until("the board shows that the host is lost", func() bool { return b.Lights()[361] == lost })
	b.Plug()
	h.until("the computer finds it again", func() bool { return b.Device() != "" })
	back := ask[protocol.Caps](h, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor})
	if back.Boot != again.Boot {
		t.Errorf("boot %d after %d, though the board never stopped", back.Boot, again.Boot)
	}
	if got := pointsOf(h.states()); got != " 7=1" {
		t.Errorf("stones:%s", got)
	}
}
