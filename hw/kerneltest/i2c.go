package kerneltest

// Expander is one MCP23017 on the bus /dev/i2c-1. Pins 0 to 7 are its port A, 8
// to 15 its port B.
type Expander struct {
	b *Board
	n int
}

// count is how many expanders and contacts the board has been given.
type count struct{ expanders, contacts int }

// Mux puts a PCA9548 on the bus, at address 0x70 to 0x77.
func (b *Board) Mux(addr int) { b.t.Helper(); b.do("i2c mux %d", addr) }

// MuxPower takes the supply of a multiplexer away, or gives it back; without it
// nothing behind it answers.
func (b *Board) MuxPower(addr int, on bool) {
	b.t.Helper()
	b.do("i2c muxpower %d %d", addr, level(on))
}

// Expander puts an MCP23017 at address 0x20 to 0x27 on a channel, 0 to 7, of the
// multiplexer at address mux, or on the bus itself if mux is 0. Its pins are not
// connected.
func (b *Board) Expander(mux, channel, addr int) Expander {
	b.t.Helper()
	b.do("i2c expander %d %d %d", mux, channel, addr)
	b.i2c.expanders++
	return Expander{b, b.i2c.expanders - 1}
}

// Pin holds a pin at a level.
func (e Expander) Pin(pin int, high bool) {
	e.b.t.Helper()
	e.b.do("i2c pin %d %d %d", e.n, pin, level(high))
}

// Float lets a pin go that Pin held. Without the chip's pull-up a pin that
// nothing holds reads a random level.
func (e Expander) Float(pin int) { e.b.t.Helper(); e.b.do("i2c pin %d %d -1", e.n, pin) }

// Stick makes an input read a level whatever is at it.
func (e Expander) Stick(pin int, high bool) {
	e.b.t.Helper()
	e.b.do("i2c stick %d %d %d", e.n, pin, level(high))
}

// Free ends what Stick did.
func (e Expander) Free(pin int) { e.b.t.Helper(); e.b.do("i2c stick %d %d -1", e.n, pin) }

// Nack makes the chip not answer to so many messages.
func (e Expander) Nack(messages int) { e.b.t.Helper(); e.b.do("i2c nack %d %d", e.n, messages) }

// Power takes the chip's supply away: it does not answer. With its supply it
// comes back as from a reset, all pins inputs.
func (e Expander) Power(on bool) { e.b.t.Helper(); e.b.do("i2c power %d %d", e.n, level(on)) }

// Contact is a switch between two pins of expanders, with a diode.
type Contact struct {
	b *Board
	n int
}

// Contact puts a switch between two pins, open at first. Closed, it carries a low
// level from an output at a to an input at z.
func (b *Board) Contact(a Expander, pinA int, z Expander, pinZ int) Contact {
	b.t.Helper()
	b.do("i2c contact %d %d %d %d", a.n, pinA, z.n, pinZ)
	b.i2c.contacts++
	return Contact{b, b.i2c.contacts - 1}
}

// Close closes the switch, or opens it.
func (c Contact) Close(closed bool) { c.b.t.Helper(); c.b.do("i2c switch %d %d", c.n, level(closed)) }

// I2CHold holds the bus low: every message fails with ETIMEDOUT, after 0.1 s.
func (b *Board) I2CHold(on bool) { b.t.Helper(); b.do("i2c hold %d", level(on)) }

// I2CVanish takes the adapter away: its device node goes, and programs that have
// it open get errors.
func (b *Board) I2CVanish() { b.t.Helper(); b.do("i2c vanish") }

// I2CReturn brings the adapter back, once no program has the old one open.
func (b *Board) I2CReturn() { b.t.Helper(); b.do("i2c return") }
