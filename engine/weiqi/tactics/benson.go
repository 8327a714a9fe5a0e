package tactics

import "stonehand/engine/board"

// set is a set of chains of one colour, by number. No board has room for more than
// 200: every chain has a liberty.
type set [4]uint64

func (s *set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s *set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// within reports whether all of s is in t.
func (s *set) within(t *set) bool {
	return s[0]&^t[0]|s[1]&^t[1]|s[2]&^t[2]|s[3]&^t[3] == 0
}

// only leaves what is in t too.
func (s *set) only(t *set) {
	for i := range s {
		s[i] &= t[i]
	}
}

// region is a connected part of the board without stones of the colour.
type region struct {
	touches set // chains on its border
	vital   set // chains that have every empty point of it as a liberty
}

// benson finds chains that live though their side always passes: D. B. Benson, "Life in
// the Game of Go", Information Sciences 10, 1976. Each has two vital regions or more
// whose borders are such chains again. [weiqi.Board.PassAlive] looks at the whole board;
// this one looks at a space, at every position of a search, and allocates nothing.
type benson struct {
	number  [board.Cells]uint8 // of the chain on a board.Point, from 1
	alive   set
	regions []region
}

// find looks at the chains of a colour on some cells, and the regions that lie wholly
// within them: those where inside is set.
func (b *benson) find(f *field, color board.Color, list []board.Point, inside *[board.Cells]bool) {
	b.regions = b.regions[:0]
	b.alive = set{}
	for _, c := range list {
		b.number[c] = 0
	}
	count := 0
	for _, c := range list {
		if f.at(c) != color || b.number[c] != 0 {
			continue
		}
		if count++; count > 255 {
			return
		}
		b.alive.add(count)
		_, n := f.liberties(c, board.Cells)
		for _, q := range f.queue[:n] {
			b.number[q] = uint8(count)
		}
	}
	seen := f.fresh()
	for _, c := range list {
		if f.at(c) != color && f.marks[c] != seen {
			b.region(f, color, c, seen, inside)
		}
	}
	for b.prune() {
	}
}

// region walks the region of a board.Point and keeps it if it lies inside.
func (b *benson) region(f *field, color board.Color, c board.Point, seen uint32, inside *[board.Cells]bool) {
	all := ^uint64(0)
	r := region{vital: set{all, all, all, all}}
	kept := true
	f.queue[0], f.marks[c] = c, seen
	n := 1
	for i := 0; i < n; i++ {
		c := f.queue[i]
		var here set
		for _, q := range around(c) {
			switch s := f.at(q); {
			case s == margin:
			case !inside[q]:
				kept = false
			case s == color:
				here.add(int(b.number[q]))
			case f.marks[q] != seen:
				f.marks[q] = seen
				f.queue[n] = q
				n++
			}
		}
		for w := range here {
			r.touches[w] |= here[w]
		}
		if f.at(c) == board.Empty {
			r.vital.only(&here)
		}
	}
	if kept {
		r.vital.only(&r.touches)
		b.regions = append(b.regions, r)
	}
}

// prune takes away what does not hold, and reports whether there was anything.
func (b *benson) prune() bool {
	var once, twice set
	for i := range b.regions {
		for w, word := range b.regions[i].vital {
			twice[w] |= once[w] & word
			once[w] |= word
		}
	}
	before := b.alive
	b.alive.only(&twice)
	kept := b.regions[:0]
	for _, r := range b.regions {
		if r.touches.within(&b.alive) {
			kept = append(kept, r)
		}
	}
	changed := b.alive != before || len(kept) != len(b.regions)
	b.regions = kept
	return changed
}

// lives reports whether the stone at c lives for certain.
func (b *benson) lives(c board.Point) bool { return b.number[c] != 0 && b.alive.has(int(b.number[c])) }
