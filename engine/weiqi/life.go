package weiqi

import "stonehand/engine/board"

// PassAlive returns the stones of c that c cannot lose even if it only passes, and the
// regions that they enclose (D. B. Benson, "Life in the Game of Go", 1976). A region is
// a connected set of points without stones of c.
func (b *Board) PassAlive(c board.Color) (stones, regions Set) {
	l := life{b: b, c: c}
	l.find()
	for l.prune() {
	}
	for i, r := range l.regions {
		if !l.open[i] {
			for _, at := range r {
				regions.add(at)
			}
		}
	}
	for _, v := range l.heads {
		for s := v; !l.dead.has(v); {
			stones.add(s)
			if s = b.next[s]; s == v {
				break
			}
		}
	}
	return stones, regions
}

// life is what Benson's search works on.
type life struct {
	b       *Board
	c       board.Color
	heads   []cell   // of the chains of c
	regions [][]cell //
	borders []border // pairs of a region and a chain next to it
	dead    Set      // heads of the chains that were found not to be pass-alive
	open    []bool   // of regions: such a chain, or none at all, is at its border
}

// border says that a chain lies at a region, and whether the region is vital to it: all
// its empty points are liberties of the chain.
type border struct {
	region int
	head   cell
	vital  bool
}

func (l *life) find() {
	b := l.b
	// Empty points and the other side's stones are one kind.
	kinds := b.stones
	for i, k := range kinds {
		switch {
		case k == l.c && b.head[i] == cell(i):
			l.heads = append(l.heads, cell(i))
		case k == l.c.Other():
			kinds[i] = board.Empty
		}
	}
	var seen Set
	var touched [edge + 1]bool
	for i := range kinds {
		if kinds[i] == board.Empty && !seen.has(cell(i)) {
			r := spread(&kinds, &seen, cell(i), nil, &touched)
			list := l.bordersOf(len(l.regions), r)
			l.borders = append(l.borders, list...)
			l.regions = append(l.regions, r)
			l.open = append(l.open, len(list) == 0)
		}
	}
}

func (l *life) bordersOf(n int, region []cell) (list []border) {
	b := l.b
	empty := 0
	liberties := map[cell]int{}
	for _, at := range region {
		free := b.stones[at] == board.Empty
		if free {
			empty++
		}
		var met [4]cell
		for i, d := range around {
			if b.stones[at+d] != l.c {
				continue
			}
			h := b.head[at+d]
			if _, known := liberties[h]; !known {
				liberties[h] = 0
				list = append(list, border{region: n, head: h})
			}
			if met[i] = h; free && h != met[(i+1)%4] && h != met[(i+2)%4] && h != met[(i+3)%4] {
				liberties[h]++
			}
		}
	}
	for i := range list {
		list[i].vital = liberties[list[i].head] == empty
	}
	return list
}

// prune takes away chains that have not two vital regions, and regions that such a chain
// borders, and reports whether it found any.
func (l *life) prune() bool {
	vital := map[cell]int{}
	for _, w := range l.borders {
		if w.vital && !l.open[w.region] {
			vital[w.head]++
		}
	}
	changed := false
	for _, h := range l.heads {
		if vital[h] < 2 && !l.dead.has(h) {
			l.dead.add(h)
			changed = true
		}
	}
	for _, w := range l.borders {
		if l.dead.has(w.head) && !l.open[w.region] {
			l.open[w.region] = true
			changed = true
		}
	}
	return changed
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
