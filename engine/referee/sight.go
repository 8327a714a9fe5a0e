package referee

import (
	"fmt"

	"stonehand/engine/board"
)

// Sight is what a board shows on one point.
type Sight uint8

// The sights. A board that senses only occupancy shows Stone for every stone.
const (
	Empty Sight = iota
	Black
	White
	Stone   // a stone of a colour that the board cannot tell
	Unknown // the point cannot be read
)

// String names the sight for people.
func (s Sight) String() string {
	return [...]string{Empty: "empty", Black: "black", White: "white", Stone: "stone", Unknown: "unknown"}[min(s, Unknown)]
}

// may reports whether s can be a stone of colour c that is seen to be there.
func (s Sight) may(c board.Color) bool { return s == Stone || s == sightOf(c) }

// sightOf returns how a stone of colour c looks to a board that tells colours.
func sightOf(c board.Color) Sight {
	switch c {
	case board.Black:
		return Black
	case board.White:
		return White
	}
	return Empty
}

// Observation is what a board shows, by Point. Points off the board are not
// looked at.
type Observation [board.Cells]Sight

// status is one point set against the record.
type status uint8

const (
	right      status = iota // as on record, as far as one can see
	newBlack                 // a stone where the record has none
	newWhite                 //
	newStone                 //
	gone                     // no stone where the record has one
	otherColor               // a stone of the other colour than on record
)

// rate sets what is seen on a point against the stone on record there. A point
// that cannot be read is taken to be as on record.
func rate(record board.Color, s Sight) status {
	if s == Unknown {
		return right
	}
	if record == board.Empty {
		switch s {
		case Black:
			return newBlack
		case White:
			return newWhite
		case Stone:
			return newStone
		}
		return right
	}
	switch {
	case s == Empty:
		return gone
	case !s.may(record):
		return otherColor
	}
	return right
}

// MarshalText writes the word for what is seen, "black", "white" or "stone". It
// implements [encoding.TextMarshaler].
func (s Sight) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what [Sight.MarshalText] writes. It implements
// [encoding.TextUnmarshaler].
func (s *Sight) UnmarshalText(text []byte) error {
	for _, v := range []Sight{Empty, Black, White, Stone, Unknown} {
		if v.String() == string(text) {
			*s = v
			return nil
		}
	}
	return fmt.Errorf("%.24q is nothing that a point shows", text)
}
