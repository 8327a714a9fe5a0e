package avrtest

import (
	"flag"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
)

// TestTheWatchdogEndsAHangUnderEveryBootloader hangs the main loop on boards with boot
// loaders. The one of 2011 never gets through a reset by the watchdog: the firmware must
// start anew without one.
func TestTheWatchdogEndsAHangUnderEveryBootloader(t *testing.T) {
	for _, boot := range []string{"", Bootloader2011, BootloaderLater} {
		t.Run("boot loader "+boot, func(t *testing.T) {
			onBoth(t, Options{Bootloader: boot}, func(t *testing.T, o Options) {
				b, h, first := meet(t, o)
				resets := b.Resets()
				for n := range 3 {
					b.Stall()
					b.Run(700 * time.Millisecond)
					if got := b.Resets() - resets; got > 0 {
						t.Fatalf("hang %d reset the chip %d times", n, got)
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

var openings = flag.Int("openings", 2000, "how often TestStartsWearNothing opens the line")

// TestStartsWearNothing starts the chip thousands of times: a line that is opened again
// writes nothing to the EEPROM, and a supply that comes and goes writes each
// cell seldom. No two starts in a row have one number.
func TestStartsWearNothing(t *testing.T) {
	onBoth(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		before, _ := b.Worn()
		for left := *openings; left > 0; left -= 1000 {
			b.Restart(Pin, min(left, 1000), 2*time.Millisecond)
		}
		if writes, _ := b.Worn(); writes != before {
			t.Errorf("%d openings of the line wrote the EEPROM %d times", *openings, writes-before)
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
		b.Restart(Power, 600, 2*time.Millisecond)
		writes, most := b.Worn()
		if writes -= before; writes == 0 || writes > 700 || most > 5 {
			t.Errorf("600 losses of power wrote the EEPROM %d times, one cell %d times", writes, most)
		}
		self := ask[protocol.Selftest](h, protocol.SelftestRun{})
		if self.Failed&protocol.TestEEPROM != 0 {
			t.Error("the EEPROM is said not to keep what is written")
		}
	})
}
