package connect

// Worth is a number for every content of a window.
type Worth [states]int64

// NewWorth asks for the worth of a window that holds so many stones of each
// colour. Windows that leave the board are worth nothing.
func NewWorth(worth func(black, white int) int64) *Worth {
	w := new(Worth)
	for s := range w {
		if black, white := content(uint8(s)); s&off == 0 && black+white <= MaxK {
			w[s] = worth(black, white)
		}
	}
	return w
}

// Around returns the sum of the worth of all windows that cell c lies in.
func (p *Position) Around(c Cell, w *Worth) (sum int64) {
	k := p.rules.K
	for d := range Directions {
		window := &p.window[d]
		at := windowAt(d, c)
		for range k {
			sum += w[window[at&(windowsLen-1)]&(states-1)]
			at--
		}
	}
	return sum
}
