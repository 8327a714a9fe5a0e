package connect

import (
	"cmp"
	"encoding/binary"
)

// A window's content is one byte: Black's stones in the low three bits, White's
// in the next three. Windows that leave the board have the bit off set, which
// no stone ever clears: for them every change is zero.
const (
	oneBlack = 1 << 0
	oneWhite = 1 << 3
	off      = 1 << 6
	states   = 128
)

// Content returns how many stones of each colour a window state holds.
func content(s uint8) (black, white int) { return int(s & 7), int(s >> 3 & 7) }

// Values are the worth of windows in eq. 1 of the seed document: Road[n] is the
// worth, to its owner, of a window with n of his stones and none of the
// other's. Mixed windows are worth nothing. Road[0] must be 0 and the values
// must not fall with n.
type Values struct {
	Road [Row + 1]int32
	// Order, if it is not zero, takes the place of Road in the gains of cells:
	// what chooses candidates need not be what judges positions.
	Order [Row + 1]int32
}

// changes are what a stone of a colour that comes does to a window, by
// the window's state.
type changes [states]change

// change is the row of a state. Its fields lie together, and a row's length is a
// power of two, so that it takes one shift to find it.
type change struct {
	gain uint64 // change of the gains of its cells, packed
	rest int64  // change of [Position.sum]
	sets uint64 // which sets the window enters or leaves, a bit for each
	_    uint64
}

// The bits of changes.sets: where those of Black are, and how far up those of
// White. They lie so far apart that those of the windows of a line fit side by
// side.
const (
	setBits = 8
	warm    = 0 * setBits // two turns fill the window
	hot     = 1 * setBits // one turn fills it
	full    = 2 * setBits
	whites  = 32
	// lanes are the bits of one set, of both colours.
	lanes = (1<<setBits - 1) * (1 + 1<<whites)
)

// tables are everything that rules and values make of window states.
type tables struct {
	place [2]changes    // a stone comes, by colour - Black
	gain  [states]gains // what a first stone in the window brings each colour
	joint [states]gains // what a second stone in it brings beyond a first one's gain
	value [states]int32 // Black's road score of the window
}

// gains are a number for each colour: Black's at 0, White's at 1.
type gains [2]int32

// pack puts both gains in one word; sums of packed gains are packed sums as
// long as Black's sum is not negative.
func (g gains) pack() uint64 { return uint64(uint32(g[0])) + uint64(uint32(g[1]))<<32 }

func newTables(v *Values) *tables {
	t := &tables{}
	order := cmp.Or(v.Order, v.Road)
	worth := func(s uint8, white bool) int32 {
		b, w := content(s)
		if s&off != 0 || b > Row || w > Row || b > 0 && w > 0 {
			return 0
		}
		mine, theirs := b, w
		if white {
			mine, theirs = w, b
		}
		return order[mine] - order[theirs]
	}
	for i := range states {
		s := uint8(i)
		if b, w := content(s); s&off != 0 || b+w > Row {
			continue
		}
		b, w := content(s)
		switch {
		case w == 0:
			t.value[s] = v.Road[b]
		case b == 0:
			t.value[s] = -v.Road[w]
		}
		if b+w < Row {
			t.gain[s] = gains{
				worth(s+oneBlack, false) - worth(s, false),
				worth(s+oneWhite, true) - worth(s, true),
			}
		}
		if b+w+1 < Row {
			t.joint[s] = gains{
				worth(s+2*oneBlack, false) - worth(s, false) - 2*t.gain[s][0],
				worth(s+2*oneWhite, true) - worth(s, true) - 2*t.gain[s][1],
			}
		}
	}
	for i := range states {
		s := uint8(i)
		b, w := content(s)
		if s&off != 0 || b+w >= Row {
			continue
		}
		for c, one := range [2]uint8{oneBlack, oneWhite} {
			n := s + one
			moved := setsOfWindow(s) ^ setsOfWindow(n)
			rest := sum(t.value[n], setsOfWindow(n)) - sum(t.value[s], setsOfWindow(s))
			gain := t.gain[n].pack() - t.gain[s].pack()
			t.place[c][s] = change{gain: gain, rest: rest, sets: moved}
		}
	}
	return t
}

// sum is what a window adds to [Position.sum].
func sum(value int32, sets uint64) int64 {
	return int64(value)<<valueShift + int64(sets>>hot&1) + int64(sets>>(hot+whites)&1<<hotWhite)
}

// setsOfWindow says which sets a window in state s belongs to.
func setsOfWindow(s uint8) (sets uint64) {
	b, w := content(s)
	if w == 0 {
		sets |= setsOf(b)
	}
	if b == 0 {
		sets |= setsOf(w) << whites
	}
	return sets
}

// setsOf are the sets of a colour that has n stones in a window, and the other
// none, as the bits of Black's.
func setsOf(n int) (sets uint64) {
	if n >= max(1, Row-2*Each) {
		sets |= 1 << warm
	}
	if n >= Row-Each {
		sets |= 1 << hot
	}
	if n == Row {
		sets |= 1 << full
	}
	return sets
}

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
