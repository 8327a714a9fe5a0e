package matrixtest

// Pins are GPIO lines that a chain is on.
type Pins struct {
	chains []*Chain
	out    func(bits, mask uint64)
	closed bool
}

// Latch returns the line to SH/LD of a chain on an SPI port.
func (c *Chain) Latch() (*Pins, error) {
	return take([]*Chain{c}, func(bits, mask uint64) {
		if mask&1 != 0 && bits&1 == 0 {
			c.load()
		}
	})
}

// Clocks returns the lines to CLK, the first, and SH/LD, the second, of chains
// that are clocked together.
func Clocks(chains ...*Chain) (*Pins, error) {
	clock := uint64(0)
	return take(chains, func(bits, mask uint64) {
		for _, c := range chains {
			if mask&2 != 0 && bits&2 == 0 {
				c.load()
			}
			if mask&1 != 0 && bits&1 != 0 && clock == 0 {
				c.pos++ // shifts on the rising edge
			}
		}
		if mask&1 != 0 {
			clock = bits & 1
		}
	})
}

// Data returns the lines from the outputs of chains.
func Data(chains ...*Chain) (*Pins, error) { return take(chains, nil) }

// take opens the lines, unless a chain is unplugged.
func take(chains []*Chain, out func(bits, mask uint64)) (*Pins, error) {
	for _, c := range chains {
		c.mu.Lock()
		err := c.open()
		c.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	return &Pins{chains: chains, out: out}, nil
}

// locked calls do with every chain locked, unless a chain is unplugged.
func (p *Pins) locked(do func()) error {
	for _, c := range p.chains {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.faults.Unplugged || p.closed {
			return errGone
		}
	}
	do()
	return nil
}

// Read returns the levels of data lines.
func (p *Pins) Read() (v uint64, err error) {
	err = p.locked(func() {
		for i, c := range p.chains {
			if c.pos == 0 {
				c.seen++
			}
			if c.bit() {
				v |= 1 << i
			}
		}
	})
	return v, err
}

// Out drives lines.
func (p *Pins) Out(bits, mask uint64) error {
	return p.locked(func() {
		if p.out != nil {
			p.out(bits, mask)
		}
	})
}

// Close gives the lines back.
func (p *Pins) Close() error {
	if p.closed {
		return nil
	}
	for _, c := range p.chains {
		c.mu.Lock()
		c.opened--
		c.mu.Unlock()
	}
	p.closed = true
	return nil
}
