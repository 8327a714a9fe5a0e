package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"stonehand/engine/board"
	"strings"
	"testing"
	"testing/iotest"
)

func TestHeads(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{"", ""}, {"hello (there", ""}, {"(;", "[]"}, {"(;PB[a", "[a]"},
		{"mail (see) \n( ;PB[a\\]]C[(;x)];B[aa](;W[bb])(;W[cc]C[\\])))]))\n(;PB[b])(;;;PB[late])", "[a]] [b] []"},
		{"(;PB[a](;W[bb](;B[cc]))(;PB[no]))((;PB[b]))", "[a] [b]"},
		{"(;CA[Big5]PB[a];B[aa];C[\xAE\x5D])(;PB[b])", "[a] [b]"},
		{"(;C[" + strings.Repeat("x", 2*longestHead) + "]PB[late])(;PB[b])", "[] [b]"},
	} {
		var got []string
		err := Format{}.Heads(iotest.OneByteReader(strings.NewReader(tt.file)), func(g *Tree) bool {
			i, _ := g.Info()
			got = append(got, fmt.Sprint("[", i.Black, "]"))
			return true
		})
		if s := strings.Join(got, " "); err != nil || s != tt.want {
			t.Errorf("%s: %s, %v; want %s", board.Clip(tt.file), s, err, tt.want)
		}
	}
	broken := errors.New("broken disk")
	if err := (Format{}).Heads(iotest.ErrReader(broken), func(*Tree) bool { return true }); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// FuzzHeads finds a head for the first game of every sound file, and says of it what
// reading all of it says.
func FuzzHeads(f *testing.F) {
	f.Add([]byte("(;PB[a\\]](;W[bb])) (;KM[1];B[aa];W[bb])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		if err := (Format{}).Heads(bytes.NewReader(data), func(*Tree) bool { n++; return true }); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if games, err := Read(data); err == nil && n == 0 && bytes.IndexByte(data, '(') >= 0 && games[0].Before == "" && data[0] == '(' {
			t.Fatalf("no head in %q", data)
		}
	})
}
