package board

import (
	"encoding"
	"testing"
)

// there and back: what is written is read as what it was, and nothing else is read.
func both[T interface {
	comparable
	encoding.TextMarshaler
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, v T) {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil {
		t.Fatalf("%v: %v", v, err)
	}
	var back T
	if err := P(&back).UnmarshalText(text); err != nil || back != v {
		t.Errorf("%q is read as %v: %v", text, back, err)
	}
}

func TestTextOfPointsColorsAndSizes(t *testing.T) {
	for i := range largest.Count() {
		both(t, largest.Point(i))
	}
	both(t, Nowhere)
	for _, c := range []Color{Empty, Black, White} {
		both(t, c)
	}
	both(t, Size{Cols: 20, Rows: 1})
	if _, err := Point(25).MarshalText(); err == nil {
		t.Error("a point beyond every board is written")
	}
	if _, err := Color(3).MarshalText(); err == nil {
		t.Error("a third colour is written")
	}
}

func FuzzTextOfPoints(f *testing.F) {
	for _, s := range []string{"", "A1", "T20", "a1", "J010", " J10", "pass", "U1", "A21", "J10 "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var p Point
		if p.UnmarshalText([]byte(s)) == nil {
			if text, err := p.MarshalText(); err != nil || string(text) != s {
				t.Errorf("%q is read as %v, which is written %q: %v", s, p, text, err)
			}
		}
		var c Color
		if c.UnmarshalText([]byte(s)) == nil {
			if text, err := c.MarshalText(); err != nil || string(text) != s {
				t.Errorf("%q is read as %v", s, c)
			}
		}
		var z Size
		if z.UnmarshalText([]byte(s)) == nil {
			if text, err := z.MarshalText(); err != nil || string(text) != s {
				t.Errorf("%q is read as %v", s, z)
			}
		}
	})
}
