package picture

import (
	"image"
	"image/color"
	"math"
)

// shape is a part of a drawing.
type shape interface {
	bounds() (x1, y1, x2, y2 float64)
	write(*svg)
	paint(*canvas)
}

// paint is what a shape is filled with: a colour, or a ball that is lit from the upper
// left.
type paint struct {
	name   string // in SVG: a colour, or a reference to a gradient
	ramp   []stop // of a ball, from the light to the edge
	colour color.RGBA
}

// stop is a colour on the way from a ball's light to its edge.
type stop struct {
	at    float64 // 0 to 1
	grey  color.RGBA
	named string
}

func flat(r, g, b uint8) *paint {
	c := color.RGBA{r, g, b, 255}
	return &paint{name: hex(c), colour: c}
}

func ball(id string, stops ...stop) *paint {
	for i := range stops {
		stops[i].named = hex(stops[i].grey)
	}
	return &paint{name: "url(#" + id + ")", ramp: stops}
}

func grey(at float64, r, g, b uint8) stop { return stop{at: at, grey: color.RGBA{r, g, b, 255}} }

func hex(c color.RGBA) string {
	const digits = "0123456789abcdef"
	text := []byte{'#'}
	for _, v := range []uint8{c.R, c.G, c.B} {
		text = append(text, digits[v>>4], digits[v&15])
	}
	return string(text)
}

// The paints. Balls have the gradients of the page's stones.
var (
	wood      = flat(0xe0, 0xb5, 0x76)
	ink       = flat(0x4a, 0x34, 0x16)
	black     = flat(0x15, 0x15, 0x17)
	white     = flat(0xff, 0xff, 0xff)
	gold      = flat(0xff, 0xd0, 0x45)
	blackBall = ball("b", grey(0, 0x77, 0x77, 0x7d), grey(.32, 0x3a, 0x3a, 0x3f), grey(.75, 0x15, 0x15, 0x17), grey(1, 0x05, 0x05, 0x06))
	whiteBall = ball("w", grey(0, 0xff, 0xff, 0xff), grey(.55, 0xf7, 0xf3, 0xea), grey(.85, 0xe2, 0xdc, 0xcd), grey(1, 0xc3, 0xba, 0xa6))
)

// Where a ball's light is, and how far it reaches, as parts of the shape's width.
const lightX, lightY, lightReach = 0.38, 0.32, 0.72

// source is the paint as an image over a circle.
func (p *paint) source(x, y, r float64) image.Image {
	if p.ramp == nil {
		return image.NewUniform(p.colour)
	}
	return lit{p.ramp, x - r + 2*r*lightX, y - r + 2*r*lightY, 2 * r * lightReach}
}

// lit is a ball's surface; it has no bounds.
type lit struct {
	ramp        []stop
	x, y, reach float64
}

// ColorModel implements [image.Image].
func (l lit) ColorModel() color.Model { return color.RGBAModel }

// Bounds implements [image.Image].
func (l lit) Bounds() image.Rectangle { return image.Rect(-1e6, -1e6, 1e6, 1e6) }

// At implements [image.Image].
func (l lit) At(x, y int) color.Color {
	d := math.Hypot(float64(x)+0.5-l.x, float64(y)+0.5-l.y) / l.reach
	for i := 1; i < len(l.ramp); i++ {
		if a, b := l.ramp[i-1], l.ramp[i]; d < b.at {
			return mix(a.grey, b.grey, (d-a.at)/(b.at-a.at))
		}
	}
	return l.ramp[len(l.ramp)-1].grey
}

// mix is a colour between two, part of the way from a to b.
func mix(a, b color.RGBA, part float64) color.RGBA {
	m := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*part)) }
	return color.RGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

// disc is a filled circle.
type disc struct {
	x, y, r float64
	fill    *paint
}

func (d disc) bounds() (x1, y1, x2, y2 float64) { return d.x - d.r, d.y - d.r, d.x + d.r, d.y + d.r }

func (d disc) paint(c *canvas) {
	c.circle(d.x, d.y, d.r, false)
	c.fill(d.fill, d.x, d.y, d.r)
}

func (d disc) write(s *svg) {
	s.add(`<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, num(d.x), num(d.y), num(d.r), d.fill.name)
}

// ring is a circle's line; r is to its middle.
type ring struct {
	x, y, r, width float64
	fill           *paint
}

func (r ring) bounds() (x1, y1, x2, y2 float64) {
	return disc{r.x, r.y, r.r + r.width/2, r.fill}.bounds()
}

func (r ring) paint(c *canvas) {
	c.circle(r.x, r.y, r.r+r.width/2, false)
	c.circle(r.x, r.y, r.r-r.width/2, true)
	c.fill(r.fill, r.x, r.y, r.r)
}

func (r ring) write(s *svg) {
	s.add(`<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`, num(r.x), num(r.y), num(r.r), r.fill.name, num(r.width))
}

// bar is a straight line, with round ends if round.
type bar struct {
	x1, y1, x2, y2, width float64
	fill                  *paint
	round                 bool
}

func (b bar) bounds() (x1, y1, x2, y2 float64) {
	h := b.width
	return min(b.x1, b.x2) - h, min(b.y1, b.y2) - h, max(b.x1, b.x2) + h, max(b.y1, b.y2) + h
}

func (b bar) paint(c *canvas) {
	length := math.Hypot(b.x2-b.x1, b.y2-b.y1)
	if length == 0 {
		return
	}
	// Half the width along the line, for square ends, and across it.
	dx, dy := (b.x2-b.x1)/length*b.width/2, (b.y2-b.y1)/length*b.width/2
	c.move(b.x1-dx-dy, b.y1-dy+dx)
	c.line(b.x1-dx+dy, b.y1-dy-dx)
	c.line(b.x2+dx+dy, b.y2+dy-dx)
	c.line(b.x2+dx-dy, b.y2+dy+dx)
	c.close()
	c.fill(b.fill, 0, 0, 0)
}

func (b bar) write(s *svg) {
	ends := "square"
	if b.round {
		ends = "round"
	}
	s.add(`<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s" stroke-linecap="%s"/>`, num(b.x1), num(b.y1), num(b.x2), num(b.y2), b.fill.name, num(b.width), ends)
}

// label is a text in the middle of a place; size is its height in units.
type label struct {
	x, y, size float64
	text       string
	fill       *paint
}

func (l label) bounds() (x1, y1, x2, y2 float64) {
	w := l.size * float64(len(l.text)) / 2
	return l.x - w, l.y - l.size, l.x + w, l.y + l.size
}

func (l label) paint(c *canvas) {
	c.text(l)
	c.fill(l.fill, 0, 0, 0)
}

func (l label) write(s *svg) {
	// The middle of capitals and figures lies a third of the size above the base line.
	s.add(`<text x="%s" y="%s" font-size="%s" fill="%s">%s</text>`, num(l.x), num(l.y+l.size*0.36), num(l.size), l.fill.name, l.text)
}
