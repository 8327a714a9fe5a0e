package picture

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas paints shapes onto a part of a drawing.
type canvas struct {
	scale  float64     // pixels for a unit
	to     *image.RGBA // its bounds are the part that is painted, in pixels of the whole
	path   vector.Rasterizer
	x, y   int // of the path's origin, in pixels of the whole
	buffer sfnt.Buffer
}

// paint paints the shapes that reach into the part, over wood.
func (c *canvas) paint(shapes []shape) {
	draw.Draw(c.to, c.to.Bounds(), image.NewUniform(wood.colour), image.Point{}, draw.Src)
	for _, s := range shapes {
		area := c.pixels(s.bounds())
		if !area.Overlaps(c.to.Bounds()) {
			continue
		}
		// A path is painted whole, and kept to the part as it is filled.
		c.x, c.y = area.Min.X, area.Min.Y
		c.path.Reset(area.Dx(), area.Dy())
		s.paint(c)
	}
}

// pixels is the smallest area of whole pixels that has a part of the drawing.
func (c *canvas) pixels(x1, y1, x2, y2 float64) image.Rectangle {
	return image.Rect(int(math.Floor(x1*c.scale)), int(math.Floor(y1*c.scale)), int(math.Ceil(x2*c.scale)), int(math.Ceil(y2*c.scale)))
}

func (c *canvas) at(x, y float64) (float32, float32) {
	return float32(x*c.scale - float64(c.x)), float32(y*c.scale - float64(c.y))
}

func (c *canvas) move(x, y float64) { c.path.MoveTo(c.at(x, y)) }
func (c *canvas) line(x, y float64) { c.path.LineTo(c.at(x, y)) }
func (c *canvas) close()            { c.path.ClosePath() }

// circle adds a circle to the path; back goes round the other way, which cuts it out.
func (c *canvas) circle(x, y, r float64, back bool) {
	// The length of control lines with which four cubic curves come nearest to a circle.
	k := r * 4 * (math.Sqrt2 - 1) / 3
	sign := 1.0
	if back {
		sign = -1
	}
	c.move(x+r, y)
	for _, q := range [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		// From the direction q to the next one, a quarter further.
		ax, ay := q[0], q[1]*sign
		bx, by := -q[1], q[0]*sign
		x1, y1 := c.at(x+ax*r+bx*k, y+ay*r+by*k)
		x2, y2 := c.at(x+bx*r+ax*k, y+by*r+ay*k)
		x3, y3 := c.at(x+bx*r, y+by*r)
		c.path.CubeTo(x1, y1, x2, y2, x3, y3)
	}
	c.close()
}

// fill fills the path; the circle says where a ball's light is.
func (c *canvas) fill(p *paint, x, y, r float64) {
	mask := image.NewAlpha(image.Rectangle{Max: c.path.Size()})
	c.path.DrawOp = draw.Src
	c.path.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	area := mask.Bounds().Add(image.Pt(c.x, c.y))
	src := p.source(x*c.scale, y*c.scale, r*c.scale)
	draw.DrawMask(c.to, area, src, area.Min, mask, image.Point{}, draw.Over)
}

// letters is the font of coordinates and numbers. It is a part of the program, so that
// it can always be read.
var letters = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(gomedium.TTF)
	if err != nil {
		panic(err)
	}
	return f
})

// text adds a label to the path.
func (c *canvas) text(l label) {
	size := fixed.Int26_6(l.size * c.scale * 64)
	f, width := letters(), fixed.Int26_6(0)
	for _, letter := range l.text {
		width += c.advance(f, letter, size)
	}
	x, y := l.x*c.scale-float64(width)/128, l.y*c.scale+l.size*c.scale*0.36
	for _, letter := range l.text {
		c.letter(f, letter, size, x-float64(c.x), y-float64(c.y))
		x += float64(c.advance(f, letter, size)) / 64
	}
}

func (c *canvas) advance(f *sfnt.Font, letter rune, size fixed.Int26_6) fixed.Int26_6 {
	i, err := f.GlyphIndex(&c.buffer, letter)
	if err != nil {
		return 0
	}
	a, err := f.GlyphAdvance(&c.buffer, i, size, 0)
	if err != nil {
		return 0
	}
	return a
}

// letter adds the outline of a letter; a letter that the font lacks is left out.
func (c *canvas) letter(f *sfnt.Font, letter rune, size fixed.Int26_6, x, y float64) {
	i, err := f.GlyphIndex(&c.buffer, letter)
	if err != nil {
		return
	}
	segments, err := f.LoadGlyph(&c.buffer, i, size, nil)
	if err != nil {
		return
	}
	to := func(p fixed.Point26_6) (float32, float32) {
		return float32(x + float64(p.X)/64), float32(y + float64(p.Y)/64)
	}
	for _, s := range segments {
		x1, y1 := to(s.Args[0])
		x2, y2 := to(s.Args[1])
		x3, y3 := to(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.path.MoveTo(x1, y1)
		case sfnt.SegmentOpLineTo:
			c.path.LineTo(x1, y1)
		case sfnt.SegmentOpQuadTo:
			c.path.QuadTo(x1, y1, x2, y2)
		case sfnt.SegmentOpCubeTo:
			c.path.CubeTo(x1, y1, x2, y2, x3, y3)
		}
	}
	c.close()
}

// strip is how many rows of pixels are painted at a time, so that a picture takes little
// memory in addition to its own.
const strip = 64

// draw paints a part of a drawing onto an image of the palette, which is indexed in
// pixels of the whole.
func drawPart(to *image.Paletted, area image.Rectangle, shapes []shape, scale float64) {
	area = area.Intersect(to.Bounds())
	for top := area.Min.Y; top < area.Max.Y; top += strip {
		part := image.Rect(area.Min.X, top, area.Max.X, min(top+strip, area.Max.Y))
		c := canvas{scale: scale, to: image.NewRGBA(part)}
		c.paint(shapes)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				to.SetColorIndex(x, y, nearest(c.to.RGBAAt(x, y)))
			}
		}
	}
}

// colours is the palette of all pictures: index 0 is transparent, for what does not change
// between two frames, and the others are what shapes and their edges have.
var colours = sync.OnceValue(func() color.Palette {
	p := color.Palette{color.RGBA{}}
	between := func(a, b color.RGBA, n int) {
		for i := range n {
			p = append(p, mix(a, b, float64(i)/float64(n-1)))
		}
	}
	light, dark := whiteBall.ramp, blackBall.ramp
	for i := 1; i < len(light); i++ {
		between(dark[i-1].grey, dark[i].grey, 7)
		between(light[i-1].grey, light[i].grey, 4)
	}
	between(wood.colour, ink.colour, 12)
	between(wood.colour, dark[2].grey, 10)
	between(wood.colour, light[3].grey, 6)
	between(wood.colour, gold.colour, 6)
	between(gold.colour, dark[2].grey, 10)
	between(gold.colour, white.colour, 6)
	between(white.colour, dark[2].grey, 12)
	return p
})

// bucket is a colour by the five highest bits of red, green and blue.
func bucket(c color.RGBA) int { return int(c.R>>3)<<10 | int(c.G>>3)<<5 | int(c.B>>3) }

// indexes has the palette's colour for each bucket, as far as it was asked for: the first
// that lies in the bucket, else the one nearest to its middle, whatever is asked first.
var indexes = sync.OnceValue(func() *[1 << 15]atomic.Uint32 {
	var of [1 << 15]atomic.Uint32
	for i := len(colours()) - 1; i > 0; i-- {
		of[bucket(colours()[i].(color.RGBA))].Store(uint32(i))
	}
	return &of
})

// nearest is the index of the palette's colour that comes nearest.
func nearest(c color.RGBA) uint8 {
	at := &indexes()[bucket(c)]
	i := at.Load()
	if i == 0 {
		i = uint32(1 + colours()[1:].Index(color.RGBA{c.R&^7 | 4, c.G&^7 | 4, c.B&^7 | 4, 255}))
		at.Store(i)
	}
	return uint8(i)
}

// pngScale is how many pixels a unit has in a PNG: 972 for a board of 19 lines.
const pngScale = 1.2

// PNG writes a position as a picture.
func (g *Game) PNG(w io.Writer, o Options) error {
	shapes := g.after(o.Turn).shapes(o)
	m := image.NewPaletted(g.pixels(pngScale), colours())
	drawPart(m, m.Bounds(), shapes, pngScale)
	return png.Encode(w, m)
}

// pixels is the area of the whole drawing.
func (g *Game) pixels(scale float64) image.Rectangle {
	return image.Rect(0, 0, int(math.Ceil(extent(g.Size.Cols)*scale)), int(math.Ceil(extent(g.Size.Rows)*scale)))
}
