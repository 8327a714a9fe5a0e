package board

// Key is a position's hash: the exclusive or of the keys of its stones, and of
// whatever else tells two positions apart (Zobrist, "A New Hashing Method with
// Application for Game Playing", 1970).
type Key uint64

// keys are fixed numbers, the same in every build and on every machine: books,
// tests and node signatures depend on them.
var keys = func() (k [2][Cells]Key) {
	s := uint64(0x53746f6e6568616e) // "Stonehan"
	for c := range k {
		for p := range k[c] {
			k[c][p] = Key(SplitMix(&s))
		}
	}
	return k
}()

// StoneKey returns the key of a stone of colour c (Black or White) on p.
func StoneKey(c Color, p Point) Key { return keys[(c-1)&1][p] }

// SplitMix returns the next number of the sequence that state holds (Steele,
// Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). It is
// the product's source of fixed, reproducible numbers.
func SplitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
