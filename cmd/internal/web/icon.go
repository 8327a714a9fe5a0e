package web

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// icon draws the page's icon.svg as a PNG of size by size pixels, for what shows
// installed pages and cannot read SVG: wood to the edges, two lines each way, and a
// black stone beside a white one.
func icon(size int) []byte {
	wood, line := color.RGBA{0xdc, 0xb0, 0x71, 255}, color.RGBA{0x8d, 0x69, 0x3a, 255}
	black, white := color.RGBA{0x1c, 0x1c, 0x1f, 255}, color.RGBA{0xfb, 0xf8, 0xf1, 255}
	// at is the colour at a place of the drawing, which is 64 wide and high.
	at := func(x, y float64) color.RGBA {
		near := func(v, to float64) bool { return math.Abs(v-to) < 1.25 }
		round := func(x, y float64) bool { return x*x+y*y < 14.5*14.5 }
		within := func(v float64) bool { return 6 < v && v < 58 }
		switch {
		case round(x-42, y-24):
			return white
		case round(x-24, y-40):
			return black
		case within(y) && (near(x, 20) || near(x, 44)), within(x) && (near(y, 20) || near(y, 44)):
			return line
		}
		return wood
	}
	const fine = 3 // samples across a pixel, for smooth edges
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	scale := 64 / float64(size) / fine
	// corners are the colours at the upper corners of a row of pixels.
	corners := func(py int) []color.RGBA {
		row := make([]color.RGBA, size+1)
		for px := range row {
			row[px] = at(float64(px)*fine*scale, float64(py)*fine*scale)
		}
		return row
	}
	below := corners(0)
	for py := range size {
		above := below
		below = corners(py + 1)
		for px := range size {
			// Where the corners agree there is no edge, and any of them tells.
			if c := above[px]; c == above[px+1] && c == below[px] && c == below[px+1] {
				m.SetRGBA(px, py, c)
				continue
			}
			var r, g, b int
			for i := range fine * fine {
				c := at((float64(px*fine+i%fine)+.5)*scale, (float64(py*fine+i/fine)+.5)*scale)
				r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
			}
			m.SetRGBA(px, py, color.RGBA{uint8(r / fine / fine), uint8(g / fine / fine), uint8(b / fine / fine), 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		panic(err) // into memory: cannot fail
	}
	return out.Bytes()
}
