package kerneltest_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spireg"
	"periph.io/x/host/v3"

	"stonehand/hw/kerneltest"
)

// TestKernel boots one machine for all tests that a kernel as it comes will do for.
func TestKernel(t *testing.T) {
	boots(t)
	kerneltest.Run(t, slices.Concat(boardParts, stripParts, matrixParts, keyParts)...)
}

// boots skips under -short, as Run would too: "make heavy" finds the tests that
// -short leaves out by who asks.
func boots(t *testing.T) {
	if testing.Short() {
		t.Skip("boots a kernel, so -short leaves it out")
	}
}

// boardParts show that the board does what its parts do on a bench, seen through
// the kernel and periph as any program of the product sees it.
var boardParts = []kerneltest.Part{
	{Name: "periph", Test: periphFinds}, // first, because periph looks for devices once
	{Name: "chain", Test: chainShifts},
	{Name: "writes", Test: writesAreCaptured},
	{Name: "plug", Test: devicesComeAndGo},
	{Name: "expanders", Test: expandersAnswer},
	{Name: "bus", Test: busComesAndGoes},
}

func periphFinds(t *testing.T, b *kerneltest.Board) {
	chip := b.SimChip("buttons", "LEFT", "RIGHT", "LAMP")
	state, err := host.Init()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d drivers loaded", len(state.Loaded))
	for _, f := range state.Failed {
		t.Errorf("driver %s failed: %v", f.D, f.Err)
	}
	var found []string
	for _, r := range spireg.All() {
		found = append(found, r.Name)
	}
	for _, r := range i2creg.All() {
		found = append(found, r.Name)
	}
	if got, want := fmt.Sprint(found), "[/dev/spidev0.0 /dev/spidev0.1 /dev/spidev1.0 /dev/spidev1.1 /dev/i2c-1]"; got != want {
		t.Errorf("periph finds %s, want %s", got, want)
	}

	left, lamp := gpioreg.ByName("LEFT"), gpioreg.ByName("LAMP")
	if left == nil || lamp == nil {
		t.Fatalf("periph finds not the lines of gpio-sim, but %v", gpioreg.All())
	}
	if err := left.In(gpio.PullNoChange, gpio.BothEdges); err != nil {
		t.Fatal(err)
	}
	for _, up := range []bool{true, false, true} {
		go func() {
			time.Sleep(20 * time.Millisecond)
			chip.Pull(0, up)
		}()
		if !left.WaitForEdge(2 * time.Second) {
			t.Fatalf("no edge when the line was pulled %v", up)
		}
		if left.Read() != gpio.Level(up) {
			t.Errorf("a line that is pulled up=%v reads %v", up, left.Read())
		}
	}
	if err := lamp.Out(gpio.High); err != nil {
		t.Fatal(err)
	}
	if !chip.Level(2) {
		t.Error("a line that is driven high is low")
	}
	if err := left.Halt(); err != nil {
		t.Error(err)
	}
}

// port opens an SPI device.
func port(t *testing.T, name string) spi.Conn {
	t.Helper()
	p, err := spireg.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	c, err := p.Connect(4*physic.MegaHertz, spi.Mode0, 8)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func chainShifts(t *testing.T, b *kerneltest.Board) {
	c := port(t, "/dev/spidev0.0")
	read := func(want ...byte) {
		t.Helper()
		got := make([]byte, len(want))
		if err := c.Tx(make([]byte, len(want)), got); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("the chain sends %08b, want %08b", got, want)
		}
	}
	chain := b.Chain(0)
	read(0xFF, 0xFF)
	chain.Length(16)
	read(0xFF, 0xFF, 0xFF)
	chain.Tail(false)
	read(0xFF, 0xFF, 0x00)
	chain.Input(0, false)
	chain.Input(9, false)
	read(0x7F, 0xBF, 0x00)
	chain.Stick(9, true)
	chain.Stick(8, false)
	read(0x7F, 0x7F)
	chain.Free()
	read(0x7F, 0xBF)
	chain.Break(9)
	read(0x7F, 0xFF, 0xFF)
	chain.Mend()
	chain.Inputs([]bool{false, true, true, false, false, false, false, false, true, false, false, false, false, false, false, true})
	read(0x60, 0x81)
	chain.PL(true)
	read(0x00) // nobody has loaded it: what the last reading left
	chain.PL(false)

	// The time on the wire: 91 bytes at 4 MHz are 182 us.
	chain.Length(728)
	r := make([]byte, 91)
	const n = 100
	begun := time.Now()
	for range n {
		if err := c.Tx(make([]byte, 91), r); err != nil {
			t.Fatal(err)
		}
	}
	took := time.Since(begun) / n
	t.Logf("728 inputs are read in %v", took)
	if took < 182*time.Microsecond || took > 2*time.Millisecond {
		t.Errorf("728 inputs were read in %v; the clocks alone take 182µs", took)
	}
	chain.Noise(500_000)
	if err := c.Tx(make([]byte, 91), r); err != nil || bytes.Count(r, []byte{0xFF}) > 45 {
		t.Errorf("with every other bit wrong the chain sends %x, %v", r, err)
	}
}

func writesAreCaptured(t *testing.T, b *kerneltest.Board) {
	c := port(t, "/dev/spidev0.1")
	b.SPI(1).Capture(true)
	var want []byte
	for i := range 3 {
		data := bytes.Repeat([]byte{byte(i), 0xA5}, 2048)
		if err := c.Tx(data, nil); err != nil {
			t.Fatal(err)
		}
		want = append(want, data...)
	}
	if err := c.Tx(make([]byte, 4097), nil); err == nil {
		t.Error("a write beyond spidev.bufsiz was taken")
	}
	var got []byte
	writes := b.Written()
	for _, w := range writes {
		if w.Device != 1 || w.Speed != 4_000_000 || w.Ended-w.Begun < 8*time.Millisecond {
			t.Errorf("captured %d bytes to device %d at %d Hz, in %v", len(w.Data), w.Device, w.Speed, w.Ended-w.Begun)
		}
		got = append(got, w.Data...)
	}
	if len(writes) != 3 || !bytes.Equal(got, want) {
		t.Errorf("%d writes of %d bytes in all were captured, want 3 of %d", len(writes), len(got), len(want))
	}
	if again := b.Written(); len(again) != 0 {
		t.Errorf("%d writes were captured twice", len(again))
	}
}

func devicesComeAndGo(t *testing.T, b *kerneltest.Board) {
	c := port(t, "/dev/spidev1.0")
	b.Chain(2).Length(8)
	r := make([]byte, 1)
	for range 20 {
		b.SPI(2).Vanish()
		if err := c.Tx(r, r); err == nil {
			t.Fatal("a device that is gone answers")
		}
		if _, err := os.Stat("/dev/spidev1.0"); err == nil {
			t.Fatal("a device that is gone has its node")
		}
		b.SPI(2).Return()
		if err := c.Tx(r, r); err == nil {
			t.Fatal("a device that came back answers on what was opened before")
		}
		c = port(t, "/dev/spidev1.0")
		if err := c.Tx(r, r); err != nil {
			t.Fatal(err)
		}
	}
	b.SPI(2).Fail(1)
	if err := c.Tx(r, r); err == nil {
		t.Error("a message that was to fail did not")
	}
	if err := c.Tx(r, r); err != nil {
		t.Errorf("the message after it failed too: %v", err)
	}
	b.SPI(2).Delay(50 * time.Millisecond)
	begun := time.Now()
	if err := c.Tx(r, r); err != nil || time.Since(begun) < 50*time.Millisecond {
		t.Errorf("a message that was to take 50 ms took %v: %v", time.Since(begun), err)
	}

	chip := b.SimChip("plug", "A")
	path := chip.Path()
	for range 3 {
		chip.Vanish()
		if _, err := os.Stat(path); err == nil {
			t.Fatal("a chip that is gone has its node")
		}
		chip.Return()
		path = chip.Path()
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
	}
	b.GPIOVanish()
	b.GPIOReturn()
}

func expandersAnswer(t *testing.T, b *kerneltest.Board) {
	bus, err := i2creg.Open("/dev/i2c-1")
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	b.Mux(0x70)
	e := b.Expander(0x70, 3, 0x21)
	f := b.Expander(0x70, 3, 0x22)
	mux, dev := &i2c.Dev{Bus: bus, Addr: 0x70}, &i2c.Dev{Bus: bus, Addr: 0x21}
	other := &i2c.Dev{Bus: bus, Addr: 0x22}
	r := make([]byte, 2)
	if err := dev.Tx([]byte{0}, r); err == nil {
		t.Error("a chip answers whose channel is off")
	}
	if err := mux.Tx([]byte{1 << 3}, nil); err != nil {
		t.Fatal(err)
	}
	read := func(d *i2c.Dev, reg byte, want ...byte) {
		t.Helper()
		got := make([]byte, len(want))
		if err := d.Tx([]byte{reg}, got); err != nil {
			t.Fatalf("register %#x: %v", reg, err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("register %#x reads %x, want %x", reg, got, want)
		}
	}
	write := func(d *i2c.Dev, data ...byte) {
		t.Helper()
		if err := d.Tx(data, nil); err != nil {
			t.Fatal(err)
		}
	}
	read(dev, 0x00, 0xFF, 0xFF)
	write(dev, 0x0C, 0xFF, 0xFF) // pull-ups
	read(dev, 0x12, 0x7F, 0x7F)  // GPA7 and GPB7 are no inputs
	e.Pin(4, false)
	e.Pin(8, false)
	read(dev, 0x12, 0x6F, 0x7E)
	e.Stick(4, true)
	read(dev, 0x12, 0x7F, 0x7E)
	e.Free(4)
	e.Float(4)
	e.Float(8)
	read(dev, 0x12, 0x7F, 0x7F)

	contact := b.Contact(f, 2, e, 1)
	write(other, 0x00, 0xFB) // pin 2 is an output, low
	read(dev, 0x12, 0x7F)
	contact.Close(true)
	read(dev, 0x12, 0x7D)
	write(other, 0x14, 0x04) // high
	read(dev, 0x12, 0x7F)

	e.Nack(1)
	if err := dev.Tx([]byte{0}, r); err == nil {
		t.Error("a chip answers that was not to")
	}
	read(dev, 0x0C, 0xFF)
	e.Power(false)
	if err := dev.Tx([]byte{0}, r); err == nil {
		t.Error("a chip answers without its supply")
	}
	e.Power(true)
	read(dev, 0x0C, 0x00)
	b.MuxPower(0x70, false)
	if err := dev.Tx([]byte{0}, r); err == nil {
		t.Error("a chip answers behind a multiplexer without its supply")
	}
	b.MuxPower(0x70, true)
	if err := dev.Tx([]byte{0}, r); err == nil {
		t.Error("a multiplexer remembers its channel without its supply")
	}
}

func busComesAndGoes(t *testing.T, b *kerneltest.Board) {
	const node = "/dev/i2c-1"
	b.Expander(0, 0, 0x20)
	open := func() (i2c.BusCloser, error) {
		bus, err := i2creg.Open(node)
		for deadline := time.Now().Add(2 * time.Second); err != nil && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
			bus, err = i2creg.Open(node)
		}
		return bus, err
	}
	r := make([]byte, 1)
	for range 5 {
		bus, err := open()
		if err != nil {
			t.Fatal(err)
		}
		if err := bus.Tx(0x20, []byte{0}, r); err != nil || r[0] != 0xFF {
			t.Fatalf("a chip reads %x, %v", r, err)
		}
		b.I2CVanish()
		if err := bus.Tx(0x20, []byte{0}, r); err == nil {
			t.Error("a bus that is gone answers")
		}
		b.I2CReturn()
		if err := bus.Close(); err != nil {
			t.Error(err)
		}
	}
	b.I2CHold(true)
	bus, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	begun := time.Now()
	if err := bus.Tx(0x20, []byte{0}, r); err == nil || time.Since(begun) < 100*time.Millisecond {
		t.Errorf("a bus that is held low: %v, after %v", err, time.Since(begun))
	}
}
