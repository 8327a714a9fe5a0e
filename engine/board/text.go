package board

import "fmt"

// MarshalText writes p in [Algebraic] notation, "J10", and [Nowhere] as "". It
// implements [encoding.TextMarshaler].
func (p Point) MarshalText() ([]byte, error) {
	switch {
	case p == Nowhere:
		return nil, nil
	case !largest.Has(p):
		return nil, fmt.Errorf("point %d lies on no board", uint16(p))
	}
	return []byte(p.String()), nil
}

// largest is the board that has every point.
var largest = Size{Cols: MaxSide, Rows: MaxSide}

// UnmarshalText reads exactly what [Point.MarshalText] writes. It implements
// [encoding.TextUnmarshaler]. Whether the point lies on the board of the game at
// hand, [Size.Has] says.
func (p *Point) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Nowhere
		return nil
	}
	q, err := largest.Parse(string(text), Algebraic)
	if err != nil {
		return err
	}
	if q.String() != string(text) {
		return fmt.Errorf("%q is not how a point is written: write %q", clip(string(text)), q)
	}
	*p = q
	return nil
}

// MarshalText writes "black" or "white", and [Empty] as "". It implements
// [encoding.TextMarshaler].
func (c Color) MarshalText() ([]byte, error) {
	switch c {
	case Empty:
		return nil, nil
	case Black, White:
		return []byte(c.String()), nil
	}
	return nil, fmt.Errorf("there is no colour %d", uint8(c))
}

// UnmarshalText reads exactly what [Color.MarshalText] writes. It implements
// [encoding.TextUnmarshaler].
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "":
		*c = Empty
	case "black":
		*c = Black
	case "white":
		*c = White
	default:
		return fmt.Errorf("%q is not a colour: write \"black\" or \"white\"", clip(string(text)))
	}
	return nil
}

// String writes the size as "19x19".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// MarshalText writes the size as [Size.String] does. It implements
// [encoding.TextMarshaler].
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads exactly what [Size.MarshalText] writes, of sizes that are
// [Size.Valid]. It implements [encoding.TextUnmarshaler].
func (s *Size) UnmarshalText(text []byte) error {
	var r Size
	if n, err := fmt.Sscanf(string(text), "%dx%d", &r.Cols, &r.Rows); n != 2 || err != nil || r.String() != string(text) || !r.Valid() {
		return fmt.Errorf("%q is not a size: write columns and rows from 1 to %d, like \"19x19\"", clip(string(text)), MaxSide)
	}
	*s = r
	return nil
}
