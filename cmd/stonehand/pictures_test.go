package main_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

var (
	pictures = flag.String("pictures", "", "folder to write the README's pictures to")
	fresh    = flag.Bool("fresh", false, "fail when the README's pictures are older than what they show")
)

// pictured are the folders whose files decide what the pictures show.
var pictured = []string{"cmd/internal/web/page", "cmd/internal/terminal"}

// mostBytes is how much the pictures may add to the repository.
const mostBytes = 400_000

// stamp names the files that the pictures show.
func stamp(t *testing.T) string {
	t.Helper()
	sum := sha256.New()
	for _, dir := range pictured {
		err := filepath.WalkDir(filepath.Join(root(t), dir), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(file)
			fmt.Fprintf(sum, "%s %x\n", filepath.Base(file), sha256.Sum256(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%x\n", sum.Sum(nil))
}

// TestPicturesAreFresh says when the README's pictures show a page that is no more, and
// holds them to a size.
func TestPicturesAreFresh(t *testing.T) {
	dir := filepath.Join(root(t), "docs/pictures")
	made, err := os.ReadFile(filepath.Join(dir, "stamp"))
	if err != nil {
		t.Fatal(err)
	}
	if string(made) != stamp(t) {
		const stale = "the pictures in docs/pictures are stale; take them again with: make pictures"
		if t.Log(stale); *fresh {
			t.Fail()
		}
	}
	var all int64
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if info, err := f.Info(); err == nil {
			all += info.Size()
		}
	}
	if all > mostBytes {
		t.Errorf("the pictures take %d bytes, and %d at most", all, mostBytes)
	}
}

// TestPictures plays a game against the real daemon, and takes the README's pictures.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("optional: takes the README's pictures with: make pictures")
	}
	browser := webtest.Start(t)
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[game]
level = 4
time = "200ms"
[sim]
as_real_board = false
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
	calm := webtest.Screen{Width: 1000, Height: 640}
	p := browser.Open(t, d.Base+"/", calm)
	phone := browser.Open(t, d.Base+"/", webtest.Screen{Width: 390, Height: 780, Touch: true, Dark: true, Language: "zh-CN"})
	w := newWindow(t, fmt.Sprintf("NO_COLOR=1 stonehand play --terminal --connect %s", d.Base))
	var film []image.Image
	rng := rand.New(rand.NewPCG(4, 2))
	still := func(n int) {
		p.Wait("the stones of the turn", fmt.Sprintf(`document.querySelectorAll(".stones [data-at]").length >= %d`, n))
		film = append(film, decode(t, p.Picture("play")))
	}
	ready := func(s *api.Snapshot) bool {
		return s.Phase == api.PhaseHuman && s.Due > 0 && len(s.Partial) == 0 || s.Phase == api.PhaseOver
	}
	for range 6 {
		s := d.Until(t, "the person's turn", ready)
		if still(len(s.Record)); s.Phase == api.PhaseOver {
			break
		}
		for _, point := range hurry(s, s.Due, 0.9, rng) {
			at, err := board.Size{Cols: 19, Rows: 19}.Parse(point, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Put(api.Stone{Point: at, Color: s.ToMove}); err != nil {
				t.Fatal(err)
			}
		}
		d.Until(t, "an answer", func(now *api.Snapshot) bool { return len(now.Moves) > len(s.Moves) })
		if s.Due > 1 {
			still(len(s.Record) + s.Due)
		}
	}
	w.until("19 ")
	lines := strings.Split(strings.TrimRight(w.tmux("capture-pane", "-p"), "\n"), "\n")
	save(t, "play.gif", animation(film))
	save(t, "phone.png", still8(decode(t, phone.Picture("phone"))))
	save(t, "terminal.svg", screen(lines))
	save(t, "stamp", []byte(stamp(t)))
}

func save(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(*pictures, name), data, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", name, len(data))
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// still8 is a picture in few colours, as a PNG.
func still8(m image.Image) []byte {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	_ = encoder.Encode(&b, reduce(m, palette(m))) // which writes to memory
	return b.Bytes()
}

// animation is a film of the pictures. Each is drawn over the one before: where they do
// not differ it is transparent, which takes hardly a byte.
func animation(film []image.Image) []byte {
	colors := append(palette(film[len(film)-1]), color.Transparent)
	g := gif.GIF{Config: image.Config{ColorModel: colors, Width: film[0].Bounds().Dx(), Height: film[0].Bounds().Dy()}}
	var before *image.Paletted
	for _, m := range film {
		now := reduce(m, colors[:len(colors)-1])
		part := now.Bounds()
		if before != nil {
			part = difference(before, now)
		}
		if part.Empty() {
			continue
		}
		shown := image.NewPaletted(part, colors)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				if i := now.ColorIndexAt(x, y); before == nil || i != before.ColorIndexAt(x, y) {
					shown.SetColorIndex(x, y, i)
				} else {
					shown.SetColorIndex(x, y, uint8(len(colors)-1))
				}
			}
		}
		g.Image = append(g.Image, shown)
		g.Delay = append(g.Delay, 90)
		g.Disposal = append(g.Disposal, gif.DisposalNone)
		before = now
	}
	g.Delay[len(g.Delay)-1] = 400
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &g) // which writes to memory
	return b.Bytes()
}

// difference is where two pictures differ.
func difference(a, b *image.Paletted) (part image.Rectangle) {
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			x, y := i%a.Stride, i/a.Stride
			part = part.Union(image.Rect(x, y, x+1, y+1))
		}
	}
	return part
}

// mostColors is how many colours a picture keeps: with the transparent one of an
// animation as many as six bits tell apart.
const mostColors = 63

// palette finds the colours that a picture shows most, of cubes of 8 by 8 by 8 shades.
func palette(m image.Image) color.Palette {
	type cube struct{ n, r, g, b uint64 }
	cubes := map[[3]uint32]*cube{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			r, g, b, _ := m.At(x, y).RGBA()
			key := [3]uint32{r >> 11, g >> 11, b >> 11}
			c := cubes[key]
			if c == nil {
				c = &cube{}
				cubes[key] = c
			}
			c.n, c.r, c.g, c.b = c.n+1, c.r+uint64(r>>8), c.g+uint64(g>>8), c.b+uint64(b>>8)
		}
	}
	var list []*cube
	for _, c := range cubes {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b *cube) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.r*1e6/a.n, b.r*1e6/b.n), cmp.Compare(a.b*1e6/a.n, b.b*1e6/b.n))
	})
	p := color.Palette{color.Black, color.White}
	for _, c := range list[:min(len(list), mostColors-2)] {
		p = append(p, color.RGBA{uint8(c.r / c.n), uint8(c.g / c.n), uint8(c.b / c.n), 255})
	}
	return p
}

// reduce shows a picture in the colours of a palette.
func reduce(m image.Image, p color.Palette) *image.Paletted {
	out := image.NewPaletted(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()), p)
	draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Src)
	return out
}

// screen draws the lines of a terminal.
func screen(lines []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 700 %d\" font-family=\"DejaVu Sans Mono, ui-monospace, monospace\" font-size=\"14\">\n"+
		"<rect width=\"700\" height=\"%[1]d\" rx=\"8\" fill=\"#16130f\"/>\n<g fill=\"#e9e2d4\">\n", 18*len(lines)+20)
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", " ", "\u00a0") // spaces would become one
	for i, line := range lines {
		if line = strings.TrimRight(line, " "); line != "" {
			fmt.Fprintf(&b, "<text x=\"12\" y=\"%d\">%s</text>\n", 24+18*i, escape.Replace(line))
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}
