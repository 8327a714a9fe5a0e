package connect

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
	Road [MaxK + 1]int32
	// Order, if it is not zero, takes the place of Road in the gains of cells:
	// what chooses candidates need not be what judges positions.
	Order [MaxK + 1]int32
}

// change is what one more stone of a colour does to a window in a given state.
type change struct {
	gain  uint64 // change of the gains of its cells, packed
	value int32  // change of Black's road score
	event uint8  // what begins or ends; 0 nearly always
}

// Events of a change: each flips one bit of a set, in either direction of time.
const (
	hotBlack  = 1 << 0 // the window's bit among Black's hot windows flips
	hotWhite  = 1 << 1
	warmBlack = 1 << 2 // among Black's warm windows: two turns fill it
	warmWhite = 1 << 3
	fullBlack = 1 << 4 // the window is filled by Black
	fullWhite = 1 << 5
)

// tables are everything that rules and values make of window states.
type tables struct {
	place [2][states]change // a stone comes, by colour - Black
	take  [2][states]change // a stone goes
	gain  [states]gains     // what a first stone in the window brings each colour
	joint [states]gains     // what a second stone in it brings beyond a first one's gain
	value [states]int32     // Black's road score of the window
	alive [2][states]int8   // stones of a colour if the window is alive for it, else -1
}

// gains are a number for each colour: Black's at 0, White's at 1.
type gains [2]int32

// pack puts both gains in one word; sums of packed gains are packed sums as
// long as Black's sum is not negative.
func (g gains) pack() uint64 { return uint64(uint32(g[0])) + uint64(uint32(g[1]))<<32 }

func newTables(r Rules, v *Values) *tables {
	t := &tables{}
	for i := range states {
		b, w := content(uint8(i))
		t.alive[0][i], t.alive[1][i] = -1, -1
		if i&off == 0 && w == 0 {
			t.alive[0][i] = int8(b)
		}
		if i&off == 0 && b == 0 {
			t.alive[1][i] = int8(w)
		}
	}
	order := v.Order
	if order == ([MaxK + 1]int32{}) {
		order = v.Road
	}
	worth := func(s uint8, white bool) int32 {
		b, w := content(s)
		if s&off != 0 || b > r.K || w > r.K || b > 0 && w > 0 {
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
		if b, w := content(s); s&off != 0 || b+w > r.K {
			continue
		}
		b, w := content(s)
		switch {
		case w == 0:
			t.value[s] = v.Road[b]
		case b == 0:
			t.value[s] = -v.Road[w]
		}
		if b+w < r.K {
			t.gain[s] = gains{
				worth(s+oneBlack, false) - worth(s, false),
				worth(s+oneWhite, true) - worth(s, true),
			}
		}
		if b+w+1 < r.K {
			t.joint[s] = gains{
				worth(s+2*oneBlack, false) - worth(s, false) - 2*t.gain[s][0],
				worth(s+2*oneWhite, true) - worth(s, true) - 2*t.gain[s][1],
			}
		}
	}
	for i := range states {
		s := uint8(i)
		b, w := content(s)
		if s&off != 0 || b+w >= r.K {
			continue
		}
		for c, one := range [2]uint8{oneBlack, oneWhite} {
			n := s + one
			t.place[c][s] = change{
				gain:  t.gain[n].pack() - t.gain[s].pack(),
				value: t.value[n] - t.value[s],
				event: r.sets(s) ^ r.sets(n),
			}
			t.take[c][n] = change{
				gain:  -t.place[c][s].gain,
				value: -t.place[c][s].value,
				event: t.place[c][s].event,
			}
		}
	}
	return t
}

// sets says which sets a window in state s belongs to.
func (r Rules) sets(s uint8) (e uint8) {
	b, w := content(s)
	if w == 0 {
		e |= r.setsOf(b, hotBlack, warmBlack, fullBlack)
	}
	if b == 0 {
		e |= r.setsOf(w, hotWhite, warmWhite, fullWhite)
	}
	return e
}

func (r Rules) setsOf(n int, hot, warm, full uint8) (e uint8) {
	if n >= r.K-r.P {
		e |= hot
	}
	if n >= max(1, r.K-2*r.P) {
		e |= warm
	}
	if n == r.K {
		e |= full
	}
	return e
}
