package avrtest

import (
	"flag"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
)

// TestTheWatchdogEndsAHang hangs the main loop on boards with every boot loader. The one
// of 2011 never gets through a reset by the watchdog: on an AVR the firmware must start
// again without one.
func TestTheWatchdogEndsAHang(t *testing.T) {
	for _, boot := range []string{"", Bootloader2011, BootloaderLater} {
		t.Run("boot loader "+boot, func(t *testing.T) {
			onEach(t, Options{Bootloader: boot}, func(t *testing.T, o Options) {
				if o.MCU == RP2040 && boot != "" {
					return // its only boot loader is in its ROM
				}
				b, h, first := meet(t, o)
				resets := b.Resets()
				for n := range 3 {
					b.Stall()
					b.Run(700 * time.Millisecond)
					want := uint64(0)
					if o.MCU == RP2040 {
						want = uint64(n) + 1
					}
					if got := b.Resets() - resets; got != want {
						t.Fatalf("after hang %d the chip was reset %d times, want %d", n, got, want)
					}
					caps := await(h, "the introduction after the watchdog", func(_ heard, c protocol.Caps) bool { return c.Boot != first.Boot })
					if caps.Reset != protocol.ResetWatchdog || caps.Boot != first.Boot+1 {
						t.Errorf("start %d because of %v after start %d", caps.Boot, caps.Reset, first.Boot)
					}
					await[protocol.Snapshot](h, "a snapshot unasked", nil)
					first = caps
				}
				b.SetPoint(1, protocol.White)
				await(h, "a stone", func(_ heard, d protocol.Delta) bool {
					return d.Changes[0] == protocol.Change{Point: 1, State: protocol.White}
				})
				b.Reset()
				caps := await(h, "the introduction after the reset", func(_ heard, c protocol.Caps) bool { return c.Boot != first.Boot })
				if caps.Reset&protocol.ResetWatchdog != 0 {
					t.Errorf("the reset button was taken for %v", caps.Reset)
				}
			})
		})
	}
}

var openings = flag.Int("openings", 300, "how often TestStartsWearNothing opens the line")

// TestStartsWearNothing starts the chip many hundred times: a line that is opened again
// writes nothing to the EEPROM, and a supply that comes and goes writes each
// cell seldom. No two starts in a row have one number.
func TestStartsWearNothing(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		// An ATmega2560 paints its RAM for 3 ms before it counts.
		openings, run, losses, least := *openings, 4*time.Millisecond, 600, uint64(1)
		if o.MCU == RP2040 { // it has nothing that could wear
			openings, run, losses, least = 40, 20*time.Millisecond, 40, 0
		}
		before, _ := b.Worn()
		for left := openings; left > 0; left -= 1000 {
			b.Restart(Pin, min(left, 1000), run)
		}
		if writes, _ := b.Worn(); writes != before {
			t.Errorf("%d openings of the line wrote the EEPROM %d times", openings, writes-before)
		}
		last := ask[protocol.Caps](h, protocol.Hello{Major: protocol.Major, Minor: protocol.Minor})
		for _, why := range []Cause{Pin, Dip, BrownOut, Power, Power, BrownOut, Pin} {
			b.Restart(why, 1, 0)
			caps := await(h, "the introduction", func(r heard, c protocol.Caps) bool { return r.Ack == 0 && c.Boot != last.Boot })
			if why != Pin && caps.Reset&(protocol.ResetBrownOut|protocol.ResetPower) == 0 || caps.Reset&protocol.ResetWatchdog != 0 {
				t.Errorf("a start because of %s was reported as %v", why, caps.Reset)
			}
			last = caps
		}
		before, _ = b.Worn()
		b.Restart(Power, losses, run)
		writes, most := b.Worn()
		if writes -= before; writes < least || writes > 700*least || most > 5 {
			t.Errorf("%d losses of power wrote the EEPROM %d times, one cell %d times", losses, writes, most)
		}
		self := ask[protocol.Selftest](h, protocol.SelftestRun{})
		if self.Failed&protocol.TestEEPROM != 0 {
			t.Error("the EEPROM is said not to keep what is written")
		}
	})
}
