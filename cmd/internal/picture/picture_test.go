package picture

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
)

// read makes the game of an SGF text.
func read(t testing.TB, text string) *Game {
	t.Helper()
	trees, err := sgf.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Of(trees[0])
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// games are one of each kind: a winning line, captures and a pass, a position that was set
// up, boards of other shapes, and no turn at all.
var games = map[string]string{
	"connect6": "(;GM[511]SZ[19];B[JJ];W[AA];W[AC];B[JK];B[JL];W[CA];W[CC];B[JM];B[JN];W[SA];W[SC];B[JO])",
	"gomoku":   "(;GM[4]SZ[15]RU[gomoku];B[hh];W[aa];B[hi];W[bb];B[hj];W[dd];B[hk];W[ee];B[hl])",
	"go":       "(;GM[1]SZ[9];B[ba];W[aa];B[ab];W[];B[ee];W[ai];B[ah];W[ei];B[bi])",
	"set up":   "(;GM[1]SZ[9]AB[aa][ab][ac]AW[ca][cb]PL[W];W[ee];B[ed])",
	"small":    "(;GM[1]SZ[5];B[aa])",
	"nothing":  "(;GM[511]SZ[19])",
}

// keep writes a picture to the folder that PICTURES names, to be looked at.
func keep(t *testing.T, name string, data []byte) {
	if dir := os.Getenv("PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "-")+name), data, 0o600); err != nil {
			t.Error(err)
		}
	}
}

func TestPictures(t *testing.T) {
	for name, text := range games {
		t.Run(name, func(t *testing.T) {
			g := read(t, text)
			var drawing, picture bytes.Buffer
			if err := errors.Join(g.SVG(&drawing, Options{Turn: End, Numbers: true}), g.PNG(&picture, Options{Turn: End, Numbers: true})); err != nil {
				t.Fatal(err)
			}
			keep(t, ".svg", drawing.Bytes())
			keep(t, ".png", picture.Bytes())
			m, err := png.Decode(&picture)
			if err != nil || m.Bounds() != g.pixels(pngScale) {
				t.Errorf("%v, %v", m.Bounds(), err)
			}
			stones, p := 0, g.after(End)
			for i := range g.Size.Count() {
				if p.stones[g.Size.Point(i)] != board.Empty {
					stones++
				}
			}
			if got := strings.Count(drawing.String(), `fill="url(#`); got != stones {
				t.Errorf("%d stones are drawn of %d", got, stones)
			}
			d := xml.NewDecoder(&drawing)
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// What an animation has built up in the end is the picture of the last position, pixel by
// pixel.
func TestAnimation(t *testing.T) {
	for name, text := range games {
		t.Run(name, func(t *testing.T) {
			g := read(t, text)
			var out bytes.Buffer
			if err := g.GIF(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			keep(t, ".gif", out.Bytes())
			all, err := gif.DecodeAll(&out)
			if err != nil {
				t.Fatal(err)
			}
			want := len(g.Steps)
			if len(g.Line) > 0 {
				want++
			}
			if len(all.Image) != want || all.LoopCount != 0 || all.Delay[len(all.Delay)-1] != 500 {
				t.Errorf("%d frames of %d, repeated %d, %v", len(all.Image), want, all.LoopCount, all.Delay)
			}
			same(t, g, all)
		})
	}
}

// same compares the last position with what the frames build up.
func same(t *testing.T, g *Game, all *gif.GIF) {
	t.Helper()
	shown := image.NewRGBA(image.Rect(0, 0, all.Config.Width, all.Config.Height))
	for _, m := range all.Image {
		draw.Draw(shown, m.Bounds(), m, m.Bounds().Min, draw.Over)
	}
	whole := image.NewPaletted(g.pixels(gifScale), colours())
	drawPart(whole, whole.Bounds(), g.after(End).shapes(Options{}), gifScale)
	wrong := 0
	for y := range shown.Bounds().Dy() {
		for x := range shown.Bounds().Dx() {
			if r1, g1, b1, _ := shown.At(x, y).RGBA(); [3]uint32{r1, g1, b1} != rgb(whole.At(x, y).RGBA()) {
				wrong++
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d pixels differ", wrong)
	}
}

func rgb(r, g, b, _ uint32) [3]uint32 { return [3]uint32{r, g, b} }

// A game of thousands of turns makes an animation of hundreds of frames, not too large, and
// one that nobody waits for any more ends.
func TestLongGame(t *testing.T) {
	g := &Game{Size: board.Size{Cols: 19, Rows: 19}, Steps: make([]gametree.Step, 1)}
	state := uint64(1)
	for i := range 6000 {
		at := g.Size.Point(int(board.SplitMix(&state) % 361))
		s := gametree.Step{Color: board.Color(1 + i%2), Points: []board.Point{at}}
		if p := g.Size.Point(int(board.SplitMix(&state) % 361)); p != at && i > 100 {
			s.Lifted = []board.Point{p}
		}
		g.Steps = append(g.Steps, s)
	}
	var out bytes.Buffer
	if err := g.GIF(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 16<<20 {
		t.Errorf("it takes %d bytes", out.Len())
	}
	all, err := gif.DecodeAll(&out)
	if err != nil || len(all.Image) > mostFrames+1 {
		t.Fatalf("%d frames, %v", len(all.Image), err)
	}
	same(t, g, all)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := g.GIF(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A turn that is asked for is the last that is drawn.
func TestOneTurn(t *testing.T) {
	g := read(t, games["go"])
	for turn, want := range []int{0, 1, 2, 2, 2, 3, 4, 5, 6, 6} {
		var drawing strings.Builder
		if err := g.SVG(&drawing, Options{Turn: turn}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(drawing.String(), `fill="url(#`); got != want {
			t.Errorf("after turn %d: %d stones, not %d", turn, got, want)
		}
	}
}

// No colour of the drawings is far from the palette's.
func TestPalette(t *testing.T) {
	if n := len(colours()); n > 1<<bits {
		t.Fatalf("%d colours", n)
	}
	for _, p := range []*paint{wood, ink, black, white, gold} {
		c := colours()[nearest(p.colour)]
		r, g, b, _ := c.RGBA()
		if far(r>>8, p.colour.R)+far(g>>8, p.colour.G)+far(b>>8, p.colour.B) > 12 {
			t.Errorf("%s becomes %v", p.name, c)
		}
	}
}

func far(a uint32, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// FuzzPictures draws whatever record can be shown: every picture of it can be read.
func FuzzPictures(f *testing.F) {
	for _, text := range games {
		f.Add(text)
	}
	f.Add("(;GM[1]SZ[1];B[aa])")
	f.Add("(;GM[1]SZ[20:2];B[ta];W[];AE[ta])")
	f.Fuzz(func(t *testing.T, text string) {
		trees, err := sgf.Read([]byte(text))
		if err != nil {
			return
		}
		g, err := Of(trees[0])
		if err != nil || len(g.Steps) > 12 {
			return
		}
		var picture, animation bytes.Buffer
		if err := errors.Join(g.SVG(io.Discard, Options{Turn: 1, Numbers: true}), g.PNG(&picture, Options{Turn: End}), g.GIF(t.Context(), &animation)); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&picture); err != nil {
			t.Error(err)
		}
		if _, err := gif.DecodeAll(&animation); err != nil {
			t.Error(err)
		}
	})
}

func Example() {
	trees, err := sgf.Read([]byte("(;GM[4]SZ[15];B[hh];W[aa];B[hi];W[bb];B[hj];W[dd];B[hk];W[ee];B[hl])"))
	if err != nil {
		panic(err)
	}
	g, err := Of(trees[0])
	if err != nil {
		panic(err)
	}
	var svg, gif bytes.Buffer
	if err := errors.Join(g.SVG(&svg, Options{Turn: End}), g.GIF(context.Background(), &gif)); err != nil {
		panic(err)
	}
	fmt.Println(g.Line)
	fmt.Printf("%.4s %.6s", svg.String(), gif.String())
	// Output:
	// [H4 H5 H6 H7 H8]
	// <svg GIF89a
}

func BenchmarkGIF(b *testing.B) {
	g := &Game{Size: game.Connect6().Board, Steps: make([]gametree.Step, 1)}
	for i := range 100 {
		g.Steps = append(g.Steps, gametree.Step{Color: board.Color(1 + i%2), Points: []board.Point{g.Size.Point(3 * i), g.Size.Point(3*i + 1)}})
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := g.GIF(b.Context(), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
