package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"stonehand/engine/board"
	"strings"
	"testing"
	"testing/iotest"
)

// nasty are files in which it is not plain where a value, or a game, ends.
var nasty = []string{
	"(;PB[a];B[aa];W[bb]C[a [bad] move :) indeed](;B[cc])(;B[dd]))\n(;PB[b];B[bb])",
	"(;PB[a];B[aa];W[bb]C[x] :) y];B[cc])\n(;PB[b];B[bb])",
	"(;PB[a]GC[The [first] game (really)];B[aa])\n(;PB[b])",
	"(;PB[a];B[aa];W[bb]C[see [1] (;B[cc]) ];B[dd])(;PB[b])",
	"(;CA[GBK]PB[\xC4\xE3];B[aa];W[bb]C[\xB0\xA1\xC4])(;PB[b])(;PB[c])",
	"(;PB[a];B[aa];W[bb]C[\xC4\xE3\xBA\xC3 \x81];B[cc]C[\x8E\x5D(;])(;PB[b])",
	"(;CA[Big5]PB[a];B[aa];W[bb];B[cc]C[\xAE\x5D(;])(;PB[b])",
	"(;CA[GBK]PB[a];B[aa];W[bb];B[cc]C[\xE5\x9B\xB4\xE6\xA3])(;PB[b])",
	"(;CA[Shift_JIS]PB[a];B[aa];W[bb];B[cc]C[\x83\x5D (])(;PB[b])",
	";PB[a];B[aa];W[bb]\n(;PB[b])(;PB[c])",
	"(PB[a];B[aa])(;PB[b])", "(PB[a];B[aa];W[bb])", "((;PB[a];B[aa])(;W[bb]))(;PB[b])", "(;PB[a](;B[aa])(;PB[b])",
	"(;PB[a];B[aa](;W[bb]);W[cc](;B[dd]))(;PB[b])", "(;PB[a];B[aa]oops (see;W[bb])(;PB[b])", "(;PB[a];B[aa]))))(;PB[b])", "(;PB[a]C[\\",
	"\xEF\xBB\xBF(;PB[a])(;PB[b])", "\xFF\xFE(\x00;\x00)\x00(\x00;\x00)\x00", "mail [see] (this; one) (;PB[a])",
}

// players lists who plays Black in the games that are yielded.
func players(games func(yield func(*Tree) bool)) (list []string) {
	games(func(g *Tree) bool {
		i, _ := g.Info()
		list = append(list, fmt.Sprint("[", i.Black, "]"))
		return true
	})
	return list
}

// The games of a file have the numbers that they have where it is read.
func TestHeadsAreTheGames(t *testing.T) {
	for _, text := range nasty {
		c, err := Format{}.Read([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		want := players(func(yield func(*Tree) bool) {
			for _, g := range c.Games {
				yield(g)
			}
		})
		got := players(func(yield func(*Tree) bool) {
			if err := (Format{}).Heads(iotest.OneByteReader(strings.NewReader(text)), yield); err != nil {
				t.Error(err)
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q has %s, its heads are %s", text, want, got)
		}
	}
}

// A file that is too long to be read has heads all the same.
func TestHeadsOfALongFile(t *testing.T) {
	text := "(;PB[a];B[aa])" + strings.Repeat("\n", MaxBytes) + "(;PB[b])"
	if got := players(func(yield func(*Tree) bool) { _ = Format{}.Heads(strings.NewReader(text), yield) }); !slices.Equal(got, []string{"[a]", "[b]"}) {
		t.Errorf("%s", got)
	}
}

// A game of such a file is read alone, and is not to be written back.
func TestPartOfALongFile(t *testing.T) {
	a, b := "(;PB[a];B[aa](;W[bb])(;W[cc]))", "(;CA[GBK]PB[\xC4\xE3];B[aa];W[bb]C[(;x];B[cc])"
	text := "\xEF\xBB\xBFmail (see) \n" + a + strings.Repeat("\n", MaxBytes) + b + "(;PB[open];B[aa]"
	for number, want := range []string{a, b, "(;PB[open];B[aa])"} {
		p, err := Format{}.ReadPartOf(strings.NewReader(text), number)
		if err != nil || p.Tree == nil || string(Format{}.Write(&Collection{Games: []*Tree{p.Tree}})) != want || p.Alone || !p.Partial || !p.Cut {
			t.Errorf("game %d: %+v, %v", number, p, err)
		}
	}
	if p, err := (Format{}).ReadPartOf(strings.NewReader(text), 3); err != nil || p.Tree != nil {
		t.Errorf("a game that is not there: %+v, %v", p, err)
	}
	long := "(;C[" + strings.Repeat("x", MaxBytes) + "])(;PB[b])"
	if _, err := (Format{}).ReadPartOf(strings.NewReader(long), 0); err == nil || !strings.Contains(err.Error(), "are the most") {
		t.Errorf("a game that is too long: %v", err)
	}
	if p, err := (Format{}).ReadPartOf(strings.NewReader(long), 1); err != nil || string(p.Tree.Nodes[0].Properties[0].Values[0]) != "b" {
		t.Errorf("the game behind it: %v", err)
	}
	p, err := Format{}.ReadPartOf(strings.NewReader(a+"\n(;PB[short])"), 0)
	if err != nil || p.Partial || p.Cut || string(Format{}.WritePart(p)) != a+"\n(;PB[short])" {
		t.Errorf("a file that is not long: %+v, %v", p, err)
	}
}

func TestStream(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{"", ""}, {"hello (there", ""}, {"(;", "[]"}, {"(;PB[a", "[a]"},
		{"mail (see) \n( ;PB[a\\]]C[(;x)];B[aa](;W[bb])(;W[cc]C[\\])))]))\n(;PB[b])(;;;PB[late])", "[a]] [b] []"},
		{"(;PB[a](;W[bb](;B[cc]))(;PB[no]))((;PB[b]))", "[a] [b]"},
		{"(;CA[Big5]PB[a];B[aa];C[\xAE\x5D])(;PB[b])", "[a] [b]"},
		{"(;C[" + strings.Repeat("x", 2*longestHead) + "]PB[late])(;PB[b])", "[] [b]"},
	} {
		var err error
		got := players(func(yield func(*Tree) bool) {
			err = Format{}.stream(iotest.OneByteReader(strings.NewReader(tt.file)), func(g *Tree, _, _ int64) bool { return yield(g) })
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

// FuzzHeads holds the heads of a file to the games that are read of it. Where it is only
// passed over, there is a head for the first game of every sound file.
func FuzzHeads(f *testing.F) {
	f.Add([]byte("(;PB[a\\]](;W[bb])) (;KM[1];B[aa];W[bb])"))
	for _, text := range nasty {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > MaxNodes {
			return // more games may have heads than are read
		}
		var heads []*Tree
		if err := (Format{}).Heads(bytes.NewReader(data), func(g *Tree) bool { heads = append(heads, g); return true }); err != nil {
			t.Fatal(err)
		}
		var games []*Tree
		if c, err := (Format{}).Read(data); err == nil {
			games = c.Games
		}
		if len(heads) != len(games) {
			t.Fatalf("%d heads of %d games", len(heads), len(games))
		}
		for i, g := range games {
			want, _ := g.Info()
			if got, _ := heads[i].Info(); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("game %d is %+v, its head %+v", i, want, got)
			}
		}
		n := 0
		if err := (Format{}).stream(bytes.NewReader(data), func(*Tree, int64, int64) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		if games, err := Read(data); err == nil && n == 0 && bytes.IndexByte(data, '(') >= 0 && games[0].Before == "" && data[0] == '(' && utf16Order(data) == nil {
			t.Fatalf("no head in %q", data)
		}
	})
}
