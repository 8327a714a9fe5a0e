package hybrid

import (
	"fmt"
	"strings"
)

// Mix says by what candidates and leaves are scored: the four ways of the seed
// document (paragraphs 11 to 15), each searched as the document says, and the
// product's own search.
type Mix uint8

// The mixes, named candidate/leaf.
const (
	RoadRoad Mix = iota
	ShapeShape
	ShapeRoad
	RoadShape // the document's own
	Own       // the product's own search; not one of the four
)

// Mixes are the document's four.
var Mixes = []Mix{RoadRoad, ShapeShape, ShapeRoad, RoadShape}

var mixNames = [...]string{"road/road", "shape/shape", "shape/road", "road/shape", "own"}

// String returns the mix's name, "road/shape".
func (m Mix) String() string {
	if m.Valid() {
		return mixNames[m]
	}
	return fmt.Sprintf("mix(%d)", uint8(m))
}

// Valid reports whether there is such a mix.
func (m Mix) Valid() bool { return int(m) < len(mixNames) }

func (m Mix) shapeCandidates() bool { return m == ShapeShape || m == ShapeRoad }

func (m Mix) shapeLeaves() bool { return m == ShapeShape || m == RoadShape }

// MixNames lists the names for usage texts.
func MixNames() string { return strings.Join(mixNames[:], ", ") }

// ParseMix reads a mix's name; "-" serves for "/", and "grown", the former name, for "own".
func ParseMix(s string) (Mix, error) {
	name := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(s)), "-", "/")
	if name == "grown" {
		name = "own"
	}
	for i, n := range mixNames {
		if n == name {
			return Mix(i), nil
		}
	}
	return 0, fmt.Errorf("mix %q does not exist: choose one of %s", s, MixNames())
}
