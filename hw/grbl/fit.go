package grbl

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"stonehand/hw"
)

// Touch is a point of the board and the place where the gripper lets go of a
// stone on it.
type Touch struct {
	Col, Row int        // from 0, the lower left corner as Black sees it
	At       [3]float64 // machine coordinates, mm
}

// Limits of what a fit may be.
const (
	// WorstFit is how far a touched point may lie from where the fit has it, in
	// millimetres: stones are some 20 mm wide, and sensors forgive a few.
	WorstFit = 2.0
	// GoodFit is a distance that needs no remark.
	GoodFit = 0.5
	// MinPitch and MaxPitch are what points of a board can be apart, in mm.
	MinPitch, MaxPitch = 8.0, 60.0
)

// Fit is a map from points of a board to places: each coordinate is an affine
// function of column and row, so that a board may be turned, sheared and tilted
// against the machine.
type Fit struct {
	Origin, Col, Row [3]float64 // the place of (0, 0); what a column and a row add
	// Worst is how far the worst of the touched points is from its place in the
	// fit, in mm; 0 always with three points, which fit exactly.
	Worst   float64
	Touched int
}

// At returns the place of a point.
func (f *Fit) At(col, row int) [3]float64 {
	var p [3]float64
	for i := range p {
		p[i] = f.Origin[i] + f.Col[i]*float64(col) + f.Row[i]*float64(row)
	}
	return p
}

// Pitch returns how far columns and rows are apart, in mm.
func (f *Fit) Pitch() (col, row float64) {
	return math.Hypot(f.Col[0], f.Col[1]), math.Hypot(f.Row[0], f.Row[1])
}

// Angle returns the angle between columns and rows, in degrees.
func (f *Fit) Angle() float64 {
	c, r := f.Pitch()
	return math.Acos(min(1, max(-1, (f.Col[0]*f.Row[0]+f.Col[1]*f.Row[1])/(c*r)))) * 180 / math.Pi
}

// NewFit finds the map that is nearest to the touched points (least squares). Its
// error says what is wrong with them: fewer than three, or on one line, or not
// those of one flat board.
func NewFit(touched []Touch) (*Fit, error) {
	if len(touched) < 3 {
		return nil, hw.Errorf("%d points were touched; it takes three that are not on one line, and a fourth shows how good they are", len(touched))
	}
	// Normal equations of [1 col row], centred so that they are well conditioned.
	n := float64(len(touched))
	var mc, mr float64
	for _, t := range touched {
		mc += float64(t.Col) / n
		mr += float64(t.Row) / n
	}
	var cc, cr, rr float64
	for _, t := range touched {
		c, r := float64(t.Col)-mc, float64(t.Row)-mr
		cc, cr, rr = cc+c*c, cr+c*r, rr+r*r
	}
	det := cc*rr - cr*cr
	if det < 1e-6*max(1, cc*rr) {
		return nil, hw.Errorf("the touched points are on one line; touch corners on both sides of the board")
	}
	f := &Fit{Touched: len(touched)}
	for i := range 3 {
		var mean, xc, xr float64
		for _, t := range touched {
			if v := t.At[i]; math.IsNaN(v) || math.Abs(v) > 1e5 {
				return nil, hw.Errorf("a touched place is at %v mm, which no machine reaches", v)
			}
			mean += t.At[i] / n
		}
		for _, t := range touched {
			d := t.At[i] - mean
			xc += d * (float64(t.Col) - mc)
			xr += d * (float64(t.Row) - mr)
		}
		f.Col[i] = (xc*rr - xr*cr) / det
		f.Row[i] = (xr*cc - xc*cr) / det
		f.Origin[i] = mean - f.Col[i]*mc - f.Row[i]*mr
	}
	for _, t := range touched {
		p := f.At(t.Col, t.Row)
		f.Worst = max(f.Worst, math.Hypot(math.Hypot(p[0]-t.At[0], p[1]-t.At[1]), p[2]-t.At[2]))
	}
	return f, f.judge()
}

// judge says what is wrong with a fit.
func (f *Fit) judge() error {
	c, r := f.Pitch()
	switch {
	case f.Worst > WorstFit:
		return hw.Errorf("the touched points do not fit one flat board: one is %.1f mm off, and %.1f mm is the most; touch them again, and see that neither board nor machine moves", f.Worst, WorstFit)
	case c < MinPitch || c > MaxPitch || r < MinPitch || r > MaxPitch:
		return hw.Errorf("the touched points put columns %.1f mm and rows %.1f mm apart, and boards have %.0f to %.0f mm; were the right corners touched?", c, r, MinPitch, MaxPitch)
	case math.Abs(f.Angle()-90) > 5:
		return hw.Errorf("the touched points put columns and rows at %.1f degrees, and it must be 90; were the right corners touched?", f.Angle())
	case math.Max(c, r) > 1.25*math.Min(c, r):
		return hw.Errorf("the touched points put columns %.1f mm and rows %.1f mm apart, which no board does; were the right corners touched, and are the steps a millimetre ($100, $101) right?", c, r)
	}
	return nil
}

// Verdict says in words how good the fit is.
func (f *Fit) Verdict() string {
	c, r := f.Pitch()
	s := fmt.Sprintf("columns %.2f mm and rows %.2f mm apart, at %.1f degrees", c, r, f.Angle())
	switch {
	case f.Touched == 3:
		return s + "; three points fit exactly whatever they are, touch a fourth to see how good they are"
	case f.Worst <= GoodFit:
		return fmt.Sprintf("%s; the worst point is %.2f mm off, which is good", s, f.Worst)
	}
	return fmt.Sprintf("%s; the worst point is %.2f mm off, which will do; above %.1f mm it would not", s, f.Worst, WorstFit)
}

// FormatTouch writes a touched point as [ParseTouch] reads it; name is what the
// point is called.
func FormatTouch(name string, at [3]float64) string {
	return fmt.Sprintf("%s %.3f %.3f %.3f", name, at[0], at[1], at[2])
}

// ParseTouch reads "J10 -120.5 -80 -42": a point's name, which is returned for
// the caller to look up, and the place X Y Z.
func ParseTouch(text string) (name string, at [3]float64, err error) {
	parts := strings.Fields(text)
	if len(parts) != 4 {
		return "", at, hw.Errorf("%q is not a touched point; write its name and machine coordinates in mm, like \"A1 -300.5 -290 -42\"", hw.Clip(text))
	}
	for i := range at {
		v, err := strconv.ParseFloat(parts[i+1], 64)
		if err != nil || math.IsNaN(v) || math.Abs(v) > 1e5 {
			return "", at, hw.Errorf("%q is not a coordinate in mm; write a touched point like \"A1 -300.5 -290 -42\"", hw.Clip(parts[i+1]))
		}
		at[i] = v
	}
	return parts[0], at, nil
}
