package connect

import "encoding/binary"

// Worth is a number for every content of a window.
type Worth [states]int64

// NewWorth asks for the worth of a window that holds so many stones of each
// colour. Windows that leave the board are worth nothing.
func NewWorth(worth func(black, white int) int64) *Worth {
	w := new(Worth)
	for s := range w {
		if black, white := content(uint8(s)); s&off == 0 && black+white <= Row {
			w[s] = worth(black, white)
		}
	}
	return w
}

// Around returns the sum of the worth of all windows that cell c lies in.
func (p *Position) Around(c Cell, w *Worth) (sum int64) {
	x, y := int(c&(rowLen-1)), int(c/rowLen)&(rowLen-1)
	return w.six(p.word(Horizontal, y, x-5)) + w.six(p.word(Vertical, x, y-5)) +
		w.six(p.word(Rising, y-x, x-5)) + w.six(p.word(Falling, y+x, y-5))
}

// word is what six windows of a line hold, of which bit is the first.
func (p *Position) word(d, line, bit int) uint64 {
	at := (line*rowLen + bit) & (windowsLen - 1)
	return binary.LittleEndian.Uint64(p.window[d][at : at+8])
}

// six is the worth of six windows together.
func (w *Worth) six(word uint64) int64 {
	return w[word&(states-1)] + w[word>>8&(states-1)] + w[word>>16&(states-1)] +
		w[word>>24&(states-1)] + w[word>>32&(states-1)] + w[word>>40&(states-1)]
}
