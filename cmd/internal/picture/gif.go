package picture

import (
	"bufio"
	"compress/lzw"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"time"

	"stonehand/engine/board"
)

// An animation is 486 pixels wide for a board of 19 lines. It has at most mostFrames
// frames; of a longer game each shows several turns.
const (
	gifScale   = 0.6
	mostFrames = 400
)

// How long an animation takes: each turn so long that the whole is about a minute, but
// within what people can follow, and its end.
const (
	wholeTime = time.Minute
	leastTime = 150 * time.Millisecond
	mostTime  = 900 * time.Millisecond
	endTime   = 5 * time.Second
)

// GIF writes the game as an animation that repeats for ever, frame by frame: it never holds
// more than one. A frame has only what changes.
func (g *Game) GIF(ctx context.Context, w io.Writer) error {
	turns := max(len(g.Steps)-1, 0)
	each := 1 + turns/mostFrames
	pause := min(max(wholeTime/time.Duration(turns/each+1), leastTime), mostTime)

	area := g.pixels(gifScale)
	out, err := newAnimation(w, area)
	if err != nil {
		return err
	}
	p := g.after(0)
	m := image.NewPaletted(area, colours())
	drawPart(m, area, p.shapes(Options{}), gifScale)
	for done := 0; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if done == turns {
			return g.ending(out, m, p)
		}
		if err := out.frame(m, pause); err != nil {
			return err
		}
		before := *p
		for range min(each, turns-done) {
			done++
			p.do(&g.Steps[done], done)
		}
		m = change(area, &before, p)
	}
}

// ending writes the last frames: the game as it ended, and its winning line.
func (g *Game) ending(out *animation, m *image.Paletted, p *position) error {
	before := *p
	p.finish(g)
	if len(p.line) == 0 {
		if err := out.frame(m, endTime); err != nil {
			return err
		}
		return out.end()
	}
	if err := out.frame(m, mostTime); err != nil {
		return err
	}
	if err := out.frame(change(out.area, &before, p), endTime); err != nil {
		return err
	}
	return out.end()
}

// change is what differs between two positions: the smallest part of the picture that has
// it, transparent where nothing does.
func change(area image.Rectangle, before, after *position) *image.Paletted {
	c := canvas{scale: gifScale}
	var cells []image.Rectangle
	var whole image.Rectangle
	for at := range differ(before, after) {
		x, y := after.place(at)
		cell := c.pixels(x-pitch/2, y-pitch/2, x+pitch/2, y+pitch/2).Intersect(area)
		cells, whole = append(cells, cell), whole.Union(cell)
	}
	if whole.Empty() { // a pass: the frame has one pixel, which stays as it was
		return image.NewPaletted(image.Rect(0, 0, 1, 1), colours())
	}
	m := image.NewPaletted(whole, colours())
	shapes := after.shapes(Options{})
	for _, cell := range cells {
		drawPart(m, cell, shapes, gifScale)
	}
	return m
}

// differ are the points at which two positions look different.
func differ(before, after *position) map[board.Point]bool {
	points := map[board.Point]bool{}
	for at := range after.size.Points {
		if before.stones[at] != after.stones[at] {
			points[at] = true
		}
	}
	for _, list := range [][]board.Point{before.last, after.last, before.line, after.line} {
		for _, at := range list {
			points[at] = true
		}
	}
	return points
}

// animation writes a GIF (CompuServe, "Graphics Interchange Format, Version 89a") that
// repeats for ever (Netscape's application extension). The package image/gif wants all
// frames at once.
type animation struct {
	w    *bufio.Writer
	area image.Rectangle
}

// bits is the size of the palette, as a power of two.
const bits = 7

func newAnimation(w io.Writer, area image.Rectangle) (*animation, error) {
	palette := colours()
	if len(palette) > 1<<bits {
		return nil, fmt.Errorf("a palette of %d colours is too large", len(palette))
	}
	a := &animation{bufio.NewWriter(w), area}
	a.put([]byte("GIF89a"), size(area), []byte{0x80 | (bits-1)<<4 | (bits - 1), 0, 0})
	table := make([]byte, 3<<bits)
	for i, c := range palette {
		r, g, b, _ := c.RGBA()
		table[3*i], table[3*i+1], table[3*i+2] = byte(r>>8), byte(g>>8), byte(b>>8)
	}
	a.put(table, []byte("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"))
	return a, nil
}

// size is the width and height of an area as GIF writes them.
func size(r image.Rectangle) []byte {
	return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(r.Dx())), uint16(r.Dy()))
}

// put writes; [bufio.Writer] keeps the first error, which Flush returns.
func (a *animation) put(parts ...[]byte) {
	for _, p := range parts {
		_, _ = a.w.Write(p)
	}
}

// frame adds a frame over the ones before it and shows it for so long. Index 0 is
// transparent.
func (a *animation) frame(m *image.Paletted, pause time.Duration) error {
	const keep, transparent = 1 << 2, 1
	hundredths := uint16(pause / (10 * time.Millisecond))
	a.put([]byte{0x21, 0xf9, 4, keep | transparent}, binary.LittleEndian.AppendUint16(nil, hundredths), []byte{0, 0})
	at := m.Rect.Min
	a.put([]byte{0x2c}, size(image.Rectangle{Max: at}), size(m.Rect), []byte{0, bits})
	blocks := &blocks{w: a.w}
	packed := lzw.NewWriter(blocks, lzw.LSB, bits)
	for y := range m.Rect.Dy() {
		if _, err := packed.Write(m.Pix[y*m.Stride:][:m.Rect.Dx()]); err != nil {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	blocks.end()
	return a.w.Flush()
}

func (a *animation) end() error {
	a.put([]byte{0x3b})
	return a.w.Flush()
}

// blocks cuts data into blocks of at most 255 bytes, each after its length, and an empty
// one at the end.
type blocks struct {
	w    *bufio.Writer
	part [256]byte // its length first
}

// Write implements [io.Writer].
func (b *blocks) Write(data []byte) (int, error) {
	for _, c := range data {
		if err := b.WriteByte(c); err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

// WriteByte implements [io.ByteWriter], which spares package lzw a buffer of its own.
func (b *blocks) WriteByte(c byte) error {
	b.part[0]++
	b.part[b.part[0]] = c
	if b.part[0] == 255 {
		return b.flush()
	}
	return nil
}

func (b *blocks) flush() error {
	_, err := b.w.Write(b.part[:1+int(b.part[0])])
	b.part[0] = 0
	return err
}

func (b *blocks) end() {
	if b.part[0] > 0 {
		_ = b.flush()
	}
	_ = b.w.WriteByte(0)
}
