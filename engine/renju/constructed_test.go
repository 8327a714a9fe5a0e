package renju

import (
	"os"
	"strings"
	"testing"

	"stonehand/engine/board"
)

// The positions of testdata/constructed.txt (see its head) are judged as written
// there, whichever way the board is turned.
func TestConstructed(t *testing.T) {
	text, err := os.ReadFile("testdata/constructed.txt")
	if err != nil {
		t.Fatal(err)
	}
	points := func(names string) (list []board.Point) {
		for _, name := range strings.Fields(names) {
			if name == "-" {
				continue
			}
			p, err := fifteen.Parse(name, board.Algebraic)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		return list
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		part := strings.Split(strings.TrimSpace(line), "; ")
		if len(part) != 5 {
			t.Fatalf("%q has %d parts", line, len(part))
		}
		n++
		for k := range board.Symmetries {
			b := New(fifteen)
			for _, p := range points(part[3]) {
				b.Put(fifteen.Turn(p, k), board.Black)
			}
			for _, p := range points(part[4]) {
				b.Put(fifteen.Turn(p, k), board.White)
			}
			if got := b.Foul(fifteen.Turn(points(part[1])[0], k)); got.String() != part[2] {
				t.Errorf("%s, turned by %d: %v", strings.TrimSpace(line), k, got)
			}
		}
	}
	if n < 500 {
		t.Errorf("%d positions", n)
	}
}
