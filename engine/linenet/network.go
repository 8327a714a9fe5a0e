// Package linenet has networks that correct what engines say of quiet positions, by the lines
// beside their empty points.
package linenet

import (
	"io"
	"math"

	"stonehand/engine/sides"
)

// Network corrects what an engine says of a quiet position. Each empty point has numbers of
// its four lines, as far as four points each way, first as Black sees them, then as White
// does. Their sum, cut to 0 to full, counts for the point's region: the board has three by
// three. Of each region's sums a first layer makes sixteen numbers; these, over all regions,
// and the sums over all points are what a second layer takes. All is in whole numbers, so
// that every processor gets the same.
//
// It is a small relative of Mixnet (Rapfi, https://github.com/dhbloo/rapfi): lines of
// stones in a table, summed up as stones come and go.
type Network struct {
	lines [halfLines * halfLines][lanes]int8
	heads [2]head // by the side to move
}

// How large a network is. A point has PerSide numbers as one side sees it; of those of both,
// a region has Regional ones; Inputs are those of all points and of all regions.
const (
	PerSide  = 32
	Regions  = 9
	Regional = 16
	Inputs   = lanes + Regional
	Hidden   = 32
	// LineKinds is how many kinds of lines there are beside a point, read either way; the
	// first, which has no stone, counts nothing.
	LineKinds = 7367
	// States is how many states of a position an engine can tell apart, each with a number of
	// its own.
	States = 2592

	lanes     = 2 * PerSide
	halfLines = 121
)

// The units of its whole numbers: full is 1 of a point. What all points sum up to is divided by
// 16; what those of a region do by 4, and what is made of them by 4 again.
const (
	full       = 64
	inputUnit  = 16 * full
	firstUnit  = 1024
	regionUnit = 4 * full * firstUnit
	secondUnit = 512
	hiddenUnit = inputUnit * secondUnit
	outUnit    = 1024
	// regionShift and hiddenShift take what the layers make to the unit of the inputs.
	regionShift = 10
	hiddenShift = 9
)

// head is what is made of a side's sums when it is to move. Weights of a layer are
// by pairs of inputs, then by outputs.
type head struct {
	first  [lanes / 2][Regional][2]int16
	bias   [Regional]int32
	second [2][Inputs / 2][Hidden / 2][2]int16 // halves of the outputs
	bias2  [2][Hidden / 2]int32
	third  [Hidden]int16
	direct [Inputs]int16
	states [States]int32
}

// Numbers are a side's numbers of a network as they are learned: those of its view of
// lines, and what is made of them when it is to move. Inputs begin with its own view.
type Numbers struct {
	Lines  [LineKinds][PerSide]float32
	First  [2 * PerSide][Regional]float32 // of a region's sums
	Bias   [Regional]float32
	Second [Inputs][Hidden]float32
	Bias2  [Hidden]float32
	Third  [Hidden]float32
	Direct [Inputs]float32
	States [States]float32
}

// File is what is learned of both sides; the same where the rules make no difference.
type File [2]*Numbers

// Sides are the numbers that differ: one, where the rules make no difference, or two.
func (n File) Sides() []*Numbers {
	if n[0] == n[1] {
		return n[:1]
	}
	return n[:]
}

// Both is the file of one or two sides.
func Both(sides []*Numbers) File { return File{sides[0], sides[len(sides)-1]} }

// stored is how a file has a side's numbers.
type stored struct {
	Lines  [LineKinds][PerSide]int8
	First  [lanes][Regional]int16
	Bias   [Regional]int32
	Second [Inputs][Hidden]int16
	Bias2  [Hidden]int32
	Third  [Hidden]int16
	Direct [Inputs]int16
	States [States]int32
}

// networkFile is the file of a network.
var networkFile = sides.Format[stored]{Name: "network", Magic: "SHN1"}

// Write writes one side, if it serves both, or two, in whole numbers.
func (n File) Write(out io.Writer) error {
	var files []*stored
	for _, side := range n.Sides() {
		files = append(files, side.rounded())
	}
	return networkFile.Write(out, files)
}

// rounded are the numbers in the units of the file.
func (n *Numbers) rounded() *stored {
	f := &stored{}
	for i := range n.Lines {
		if i > 0 {
			roundTo(f.Lines[i][:], n.Lines[i][:], full, math.MaxInt8)
		}
	}
	for i := range n.First {
		roundTo(f.First[i][:], n.First[i][:], firstUnit, math.MaxInt16)
	}
	roundTo(f.Bias[:], n.Bias[:], regionUnit, 1<<30)
	for i := range n.Second {
		roundTo(f.Second[i][:], n.Second[i][:], secondUnit, math.MaxInt16)
	}
	roundTo(f.Bias2[:], n.Bias2[:], hiddenUnit, 1<<30)
	roundTo(f.Third[:], n.Third[:], outUnit, math.MaxInt16)
	roundTo(f.Direct[:], n.Direct[:], outUnit, math.MaxInt16)
	roundTo(f.States[:], n.States[:], inputUnit*outUnit, 1<<30)
	return f
}

// roundTo writes numbers in a unit, and no larger than most.
func roundTo[T int8 | int16 | int32](to []T, from []float32, unit, most float64) {
	for i, v := range from {
		to[i] = T(min(max(math.Round(float64(v)*unit), -most), most))
	}
}

// learned is how many of a unit one is that a file has as whole numbers.
func learned[T int8 | int16 | int32](to []float32, from []T, unit float64) {
	for i, v := range from {
		to[i] = float32(float64(v) / unit)
	}
}

// numbers undoes [Numbers.rounded].
func (f *stored) numbers() *Numbers {
	n := &Numbers{}
	for i := range n.Lines {
		learned(n.Lines[i][:], f.Lines[i][:], full)
	}
	for i := range n.First {
		learned(n.First[i][:], f.First[i][:], firstUnit)
	}
	learned(n.Bias[:], f.Bias[:], regionUnit)
	for i := range n.Second {
		learned(n.Second[i][:], f.Second[i][:], secondUnit)
	}
	learned(n.Bias2[:], f.Bias2[:], hiddenUnit)
	learned(n.Third[:], f.Third[:], outUnit)
	learned(n.Direct[:], f.Direct[:], outUnit)
	learned(n.States[:], f.States[:], inputUnit*outUnit)
	return n
}

// Read reads what [File.Write] writes.
func Read(in io.Reader) (*Network, error) {
	files, err := networkFile.Read(in)
	if err != nil {
		return nil, err
	}
	return newNetwork(files), nil
}

// ReadFile reads what [File.Write] writes, to learn on from it.
func ReadFile(in io.Reader) (File, error) {
	files, err := networkFile.Read(in)
	if err != nil {
		return File{}, err
	}
	n := File{files[0].numbers()}
	if n[1] = n[0]; files[1] != files[0] {
		n[1] = files[1].numbers()
	}
	return n, nil
}

// Parse is [Read] for a file that is in memory.
func Parse(b []byte) (*Network, error) {
	files, err := networkFile.Parse(b)
	if err != nil {
		return nil, err
	}
	return newNetwork(files), nil
}

// newNetwork lays out a network's numbers as it is asked for them.
func newNetwork(files [2]*stored) *Network {
	net := &Network{}
	kinds, swapped := numberLines()
	for n, kind := range kinds {
		copy(net.lines[n][:PerSide], files[0].Lines[kind][:])
		copy(net.lines[n][PerSide:], files[1].Lines[swapped[kind]][:])
	}
	for s, f := range files {
		h := &net.heads[s]
		lane := func(i int) int { // Black's numbers come first, in the file those of the side to move
			if s == 1 && i < lanes {
				return (i + PerSide) % lanes
			}
			return i
		}
		for i := range lanes {
			for j, v := range f.First[i] {
				h.first[lane(i)/2][j][lane(i)%2] = v
			}
		}
		for i := range Inputs {
			for j, v := range f.Second[i] {
				h.second[j/(Hidden/2)][lane(i)/2][j%(Hidden/2)][lane(i)%2] = v
			}
			h.direct[lane(i)] = f.Direct[i]
		}
		h.bias, h.third, h.states = f.Bias, f.Third, f.States
		copy(h.bias2[0][:], f.Bias2[:Hidden/2])
		copy(h.bias2[1][:], f.Bias2[Hidden/2:])
	}
	return net
}
