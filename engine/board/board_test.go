package board

import "testing"

var sizes = []Size{{19, 19}, {15, 15}, {20, 20}, {9, 9}, {5, 4}, {1, 1}}

func TestNotationsRoundTrip(t *testing.T) {
	for _, s := range sizes {
		for i := range s.Count() {
			p := s.Point(i)
			if s.Index(p) != i {
				t.Fatalf("%v: Index(Point(%d)) = %d", s, i, s.Index(p))
			}
			for _, n := range []Notation{Algebraic, GTP, Pair, SGF} {
				got, err := s.Parse(s.Name(p, n), n)
				if err != nil || got != p {
					t.Fatalf("%v notation %d: %q reads as %v, %v; want %v", s, n, s.Name(p, n), got, err, p)
				}
			}
		}
	}
}

func TestKnownNames(t *testing.T) {
	s := Size{19, 19}
	for _, c := range []struct {
		n    Notation
		name string
	}{{Algebraic, "J10"}, {GTP, "K10"}, {Pair, "JJ"}, {SGF, "jj"}} {
		if got := s.Name(s.Center(), c.n); got != c.name {
			t.Errorf("centre in notation %d is %q, want %q", c.n, got, c.name)
		}
	}
	if got := s.Name(At(0, 0), SGF); got != "as" {
		t.Errorf("lower left corner in SGF is %q, want as", got)
	}
}

func TestParseRefusesInSentences(t *testing.T) {
	s := Size{19, 19}
	for _, text := range []string{"", "J", "J0", "J20", "T1", "10J", "J-1", "J+1", "JJ", "Jé", "99999999999999999999999999", "J10x"} {
		if p, err := s.Parse(text, Algebraic); err == nil {
			t.Errorf("%q reads as %v", text, p)
		}
	}
	for _, text := range []string{"J", "JT", "TJ", "J1", "JJJ", "@@"} {
		if p, err := s.Parse(text, Pair); err == nil {
			t.Errorf("pair %q reads as %v", text, p)
		}
	}
}

func TestSymmetries(t *testing.T) {
	for _, s := range sizes {
		for k := range s.Symmetries() {
			seen := map[Point]bool{}
			for i := range s.Count() {
				p := s.Point(i)
				q := s.Turn(p, k)
				if !s.Has(q) || seen[q] {
					t.Fatalf("%v symmetry %d is not a permutation at %v", s, k, p)
				}
				seen[q] = true
				if back := s.Turn(q, Back(k)); back != p {
					t.Fatalf("%v: symmetry %d of %v is not undone by %d", s, k, p, Back(k))
				}
			}
		}
	}
}

func TestKeysDiffer(t *testing.T) {
	seen := map[Key]bool{}
	for _, c := range []Color{Black, White} {
		for p := range Point(Cells) {
			k := StoneKey(c, p)
			if k == 0 || seen[k] {
				t.Fatalf("key of %v %v repeats", c, p)
			}
			seen[k] = true
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("J10", uint8(0))
	f.Add("@@", uint8(2))
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		s := Size{19, 19}
		p, err := s.Parse(text, Notation(n%4))
		if err == nil && !s.Has(p) {
			t.Fatalf("%q reads as %v, off the board", text, p)
		}
	})
}
