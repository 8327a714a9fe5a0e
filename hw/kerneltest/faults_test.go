package kerneltest_test

import (
	"flag"
	"os"
	"syscall"
	"testing"
	"time"

	"stonehand/hw"
	"stonehand/hw/kerneltest"
)

var unplugs = flag.Int("unplugs", 3, "how often every board is unplugged and plugged in again")

// matrixParts read boards that are wired to the computer, through the kernel's
// spidev, gpiochip and i2c-dev, while parts of them fail.
var matrixParts = []kerneltest.Part{
	{Name: "matrix-spi", Test: func(t *testing.T, b *kerneltest.Board) {
		x := newBench(t, b, spiBoard(t, b, ""))
		x.plays()
		chainFaults(x, b.Chain(0), b.SPI(0))
		x.unplugged(*unplugs)
	}},
	{Name: "matrix-spi-latch", Test: func(t *testing.T, b *kerneltest.Board) {
		x := newBench(t, b, spiBoard(t, b, "BOARD_PL"))
		x.plays()
		x.suffers("the latch line gone", b.GPIOVanish, b.GPIOReturn)
		x.unplugged(*unplugs)
	}},
	{Name: "matrix-gpio", Test: func(t *testing.T, b *kerneltest.Board) {
		x := newBench(t, b, gpioBoard(t, b))
		x.plays()
		x.suffers("a broken wire", func() { b.Chain(5).Break(100) }, b.Chain(5).Mend)
		x.unplugged(*unplugs)
	}},
	{Name: "matrix-expanders", Test: func(t *testing.T, b *kerneltest.Board) {
		w, chips := expanderBoard(t, b)
		x := newBench(t, b, w)
		x.plays()
		expanderFaults(x, b, chips[3])
		x.suffers("the multiplexer without its supply",
			func() { b.MuxPower(0x70, false) }, func() { b.MuxPower(0x70, true) })
		x.unplugged(*unplugs)
	}},
	{Name: "matrix-grid", Test: func(t *testing.T, b *kerneltest.Board) {
		w, chips := gridBoard(t, b)
		x := newBench(t, b, w)
		x.plays()
		expanderFaults(x, b, chips[1]) // the one with rows and columns
		x.unplugged(*unplugs)
	}},
	{Name: "matrix-rate", Test: scanRate},
}

// plays lays stones and takes one away.
func (x *bench) plays() {
	x.Helper()
	for i, p := range []int{0, 18, 180, 181, 342, 360} {
		took := x.put(p, []hw.State{hw.Black, hw.White}[i%2])
		x.Logf("a stone at point %d is seen after %v", p, took.Round(time.Millisecond))
	}
	x.put(181, hw.Empty)
	x.shows(said)
}

// noise is an accident in which single frames may be wrong: what settles from
// them may not.
func (x *bench) noise(what string, accident, over func()) {
	x.Helper()
	x.mu.Lock()
	x.noisy = true
	x.mu.Unlock()
	x.suffers(what, accident, over)
	x.mu.Lock()
	x.noisy = false
	x.mu.Unlock()
}

// unplugged pulls the plug again and again, at every moment of a reading, and
// once moves a stone meanwhile.
func (x *bench) unplugged(times int) {
	x.Helper()
	var named, again time.Duration
	before := files(x.T)
	for i := range times {
		time.Sleep(time.Duration(i%17) * 1300 * time.Microsecond)
		_, took := x.told(func() { x.unplug(x.kernel) })
		named = max(named, took)
		if i%5 == 0 {
			time.Sleep(1500 * time.Millisecond)
			x.mu.Lock()
			s := hw.Stone
			if x.colors {
				s = hw.White
			}
			if x.stones[200] != hw.Empty {
				s = hw.Empty
			}
			x.stones[200] = s
			x.mu.Unlock()
			x.wired.put(200, s)
		}
		x.plug(x.kernel)
		again = max(again, x.shows(back))
	}
	if after := files(x.T); after > before+1 {
		x.Errorf("%d files were open before the plugs were pulled, %d are now", before, after)
	}
	x.Logf("unplugged %d times: named after %v, read again after %v at most", times, named.Round(time.Millisecond), again.Round(time.Millisecond))
}

// files returns how many files the test has open.
func files(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(open)
}

// chainFaults breaks a chain of shift registers on SPI in every way.
func chainFaults(x *bench, chain kerneltest.Chain, port kerneltest.SPI) {
	x.Helper()
	x.suffers("a wire broken between two chips", func() { chain.Break(400) }, chain.Mend)
	x.suffers("the data wire broken", func() { chain.Break(0) }, chain.Mend)
	x.suffers("every transfer an error", func() { port.Fail(1 << 30) }, func() { port.Fail(0) })
	x.noise("every 50th bit wrong", func() { chain.Noise(20_000) }, func() { chain.Noise(0) })
	x.suffers("transfers that take 2 s", func() { port.Delay(2 * time.Second) }, func() { port.Delay(0) })

	// A few errors are no fault: the reading is repeated.
	x.mu.Lock()
	told := len(x.text)
	x.mu.Unlock()
	port.Fail(2)
	time.Sleep(time.Second)
	x.shows(back)
	if x.mu.Lock(); len(x.text) != told {
		x.Errorf("two failed transfers were told: %q", x.text[told:])
	}
	x.mu.Unlock()
}

// expanderFaults breaks one expander and its bus in every way.
func expanderFaults(x *bench, b *kerneltest.Board, e kerneltest.Expander) {
	x.Helper()
	x.suffers("an expander that does not answer", func() { e.Nack(1 << 30) }, func() { e.Nack(0) })
	x.suffers("an expander without its supply", func() { e.Power(false) }, func() { e.Power(true) })
	x.suffers("a bus held low", func() { b.I2CHold(true) }, func() { b.I2CHold(false) })

	// A chip that was reset between two readings is set up again; nothing is seen
	// of it.
	e.Power(false)
	e.Power(true)
	time.Sleep(time.Second)
	x.shows(back)
}

// scanRate measures how often the reference board is read, and what that takes
// of the machine's core of 500 million instructions a second.
func scanRate(t *testing.T, b *kerneltest.Board) {
	x := newBench(t, b, spiBoard(t, b, ""))
	cpu := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	const period = 5 * time.Second
	scans, spent := x.board.Stats().Scans, cpu()
	time.Sleep(period)
	scans, spent = x.board.Stats().Scans-scans, cpu()-spent
	rate, share := float64(scans)/period.Seconds(), 100*spent.Seconds()/period.Seconds()
	t.Logf("%.1f readings of 728 inputs a second take %.2f %% of a core, %v each", rate, share, spent/time.Duration(scans))
	if rate < 99 {
		t.Errorf("%.1f readings a second, want 100", rate)
	}
	if share >= 5 {
		t.Errorf("reading takes %.2f %% of a core, want less than 5", share)
	}
}
