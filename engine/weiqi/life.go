package weiqi

import "stonehand/engine/board"

// PassAlive returns the stones of c that c cannot lose even if it only passes, and the
// regions that they enclose: see [Life].
func (b *Board) PassAlive(c board.Color) (stones, regions Set) {
	var l Life
	points := make([]board.Point, b.size.Count())
	for i := range points {
		points[i] = b.size.Point(i)
	}
	l.Find(b, c, points, nil)
	for i := range l.regions {
		if r := &l.regions[i]; r.touches != (set{}) {
			for _, at := range l.queue[r.from:r.to] {
				regions.add(at)
			}
		}
	}
	for _, p := range points {
		if b.At(p) == c && l.Lives(b, p) {
			stones.Add(p)
		}
	}
	return stones, regions
}

// set is a set of chains of one colour, by number. No board has room for more than
// 200: every chain has a liberty.
type set [4]uint64

func (s *set) add(i uint8)      { s[i>>6] |= 1 << (i & 63) }
func (s *set) has(i uint8) bool { return s[i>>6]>>(i&63)&1 != 0 }

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
	touches  set // chains on its border
	vital    set // chains that have every empty point of it as a liberty
	from, to int // its cells in the queue
}

// Life finds chains that live though their side always passes: D. B. Benson, "Life in
// the Game of Go", Information Sciences 10, 1976. Each has two vital regions or more
// whose borders are such chains again. It allocates nothing once it has been used.
type Life struct {
	number  [cells]uint8 // of the chain with a head, from 1
	alive   set
	regions []region
	seen    Set
	queue   [cells]cell
}

// Find looks at the chains of c on some points, and the regions that lie wholly among
// them: those where inside is set, by Point; nil stands for the whole board.
func (l *Life) Find(b *Board, c board.Color, points []board.Point, inside *[board.Cells]bool) {
	l.regions, l.alive, l.seen = l.regions[:0], set{}, Set{}
	for _, p := range points {
		l.number[b.head[cellOf(p)]] = 0
	}
	count := uint8(0)
	for _, p := range points {
		if at := cellOf(p); b.stones[at] == c && l.number[b.head[at]] == 0 {
			count++
			l.alive.add(count)
			l.number[b.head[at]] = count
		}
	}
	end := 0
	for _, p := range points {
		if at := cellOf(p); b.stones[at] != c && !l.seen.has(at) {
			end = l.region(b, c, at, end, inside)
		}
	}
	for l.prune() {
	}
}

// Lives reports whether the chain of the stone on p lives for certain, after [Life.Find].
func (l *Life) Lives(b *Board, p board.Point) bool {
	n := l.number[b.head[cellOf(p)]]
	return n != 0 && l.alive.has(n)
}

// region walks the region of a cell into the queue, and keeps it if it lies inside.
func (l *Life) region(b *Board, c board.Color, at cell, from int, inside *[board.Cells]bool) (end int) {
	all := ^uint64(0)
	r := region{vital: set{all, all, all, all}, from: from}
	kept := true
	l.queue[from] = at
	l.seen.add(at)
	end = from + 1
	for i := from; i < end; i++ {
		at := l.queue[i]
		var here set
		for _, d := range around {
			switch q := at + d; {
			case b.stones[q] == edge:
			case inside != nil && !inside[q.point()]:
				kept = false
			case b.stones[q] == c:
				here.add(l.number[b.head[q]])
			case !l.seen.has(q):
				l.seen.add(q)
				l.queue[end] = q
				end++
			}
		}
		for w := range here {
			r.touches[w] |= here[w]
		}
		if b.stones[at] == board.Empty {
			r.vital.only(&here)
		}
	}
	if r.to = end; kept {
		r.vital.only(&r.touches)
		l.regions = append(l.regions, r)
	}
	return end
}

// prune takes away chains that have not two vital regions, and regions that such a chain
// borders, and reports whether it found any.
func (l *Life) prune() bool {
	var once, twice set
	for i := range l.regions {
		for w, word := range l.regions[i].vital {
			twice[w] |= once[w] & word
			once[w] |= word
		}
	}
	before := l.alive
	l.alive.only(&twice)
	kept := l.regions[:0]
	for _, r := range l.regions {
		if r.touches.within(&l.alive) {
			kept = append(kept, r)
		}
	}
	changed := l.alive != before || len(kept) != len(l.regions)
	l.regions = kept
	return changed
}

// Settled returns the pass-alive stones of both sides, and the regions that either owns.
func (b *Board) Settled() (stones, regions Set) {
	stones, regions = b.PassAlive(board.Black)
	white, owned := b.PassAlive(board.White)
	for i := range stones {
		stones[i] |= white[i]
		regions[i] |= owned[i]
	}
	return stones, regions
}

// ProvenDead returns the stones that are dead no matter who moves: they stand in a region that
// only pass-alive chains enclose, and nowhere in it the other side can make two eyes,
// because no two points without a neighbour of those chains lie apart (M. Müller,
// "Playing it safe", 1997). The other stones may be alive, dead or in a seki.
func (b *Board) ProvenDead() Set {
	var dead Set
	for _, c := range []board.Color{board.Black, board.White} {
		stones, regions := b.PassAlive(c)
		var seen Set
		var region []cell
		// A region with a stone of c in it was none of Benson's, so c's stones bound it.
		kinds := b.stones
		for i := range kinds {
			if kinds[i] == c.Other() {
				kinds[i] = board.Empty
			}
		}
		for i := range kinds {
			if !regions.has(cell(i)) || seen.has(cell(i)) {
				continue
			}
			var touched [edge + 1]bool
			region = spread(&kinds, &seen, cell(i), region[:0], &touched)
			if twoEyes(region, &stones) {
				continue
			}
			for _, at := range region {
				if b.stones[at] == c.Other() {
					dead.add(at)
				}
			}
		}
	}
	return dead
}

// twoEyes reports whether a region has two points that lie apart and have no neighbour
// among stones.
func twoEyes(region []cell, stones *Set) bool {
	var eyes []cell
	for _, at := range region {
		free := true
		for _, d := range around {
			free = free && !stones.has(at+d)
		}
		if !free {
			continue
		}
		for _, e := range eyes {
			if e != at+1 && e != at-1 && e != at+stride && e != at-stride {
				return true
			}
		}
		eyes = append(eyes, at)
	}
	return false
}
