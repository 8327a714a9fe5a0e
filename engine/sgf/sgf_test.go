package sgf

import (
	"bytes"
	"errors"
	"os"
	"stonehand/engine/board"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func read(t *testing.T, text string) []*Tree {
	t.Helper()
	games, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return games
}

// sameTrees compares but for places and layout in the file.
func sameTrees(t interface {
	Helper()
	Fatal(...any)
}, want, got []*Tree) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.IgnoreTypes(Pos{}, Layout("")), cmpopts.EquateEmpty()); d != "" {
		t.Fatal(d)
	}
}

func TestTree(t *testing.T) {
	games := read(t, "junk ( here (;FF[4] C [one]\r\n[two]White[ab](;B[aa];W[bb])\n(;B[cc](;W[dd])(;W[ee]))) more (;B[])")
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	root := games[0].Nodes[0]
	if d := cmp.Diff([]Property{{Name: "FF", Values: []Value{"4"}}, {Name: "C", Values: []Value{"one", "two"}}, {Name: "W", Values: []Value{"ab"}}},
		root.Properties, cmpopts.IgnoreTypes(Pos{}, Layout(""))); d != "" {
		t.Error(d)
	}
	if p := root.Properties[2].Pos; p != (Pos{2, 6}) {
		t.Errorf("White stands at %v", p)
	}
	if n := len(games[0].Main()); n != 3 {
		t.Errorf("the main line has %d nodes", n)
	}
	if v := games[0].Variations[1].Variations[1].Nodes[0]; v.Properties[0].Values[0] != "ee" {
		t.Errorf("%v", v)
	}
	sameTrees(t, games, read(t, string(Write(games))))
}

func TestValue(t *testing.T) {
	for _, tt := range []struct{ in, text, line string }{
		{`plain`, "plain", "plain"},
		{`a\]b\\c\:d`, `a]b\c:d`, `a]b\c:d`},
		{"a\\\nb", "ab", "ab"},
		{"a\\\r\nb\r\nc\rd\n\re", "ab\nc\nd\ne", "ab c d e"},
		{"\ta\\\tb\v", " a b ", "a b"},
		{`end\`, "end", "end"},
		{`围棋 \五`, "围棋 五", "围棋 五"},
	} {
		if got := Value(tt.in).Text(); got != tt.text {
			t.Errorf("%q: text %q, not %q", tt.in, got, tt.text)
		}
		if got := Value(tt.in).Line(); got != tt.line {
			t.Errorf("%q: line %q, not %q", tt.in, got, tt.line)
		}
	}
	if a, b, ok := Value(`St\:one:1\:0`).Pair(); a.Text() != "St:one" || b.Text() != "1:0" || !ok {
		t.Errorf("%q %q %v", a, b, ok)
	}
	if a, _, ok := Value("19").Pair(); a != "19" || ok {
		t.Errorf("%q %v", a, ok)
	}
}

func TestTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab]\\:[;() \n围é🙂"))).Draw(t, "text")
		tree := &Tree{Nodes: []Node{{Properties: []Property{{Name: "C", Values: []Value{Text(text)}}}}}}
		games, err := Read(Write([]*Tree{tree}))
		if err != nil {
			t.Fatal(err)
		}
		v, _ := games[0].Nodes[0].Get("C")
		if v.Text() != text {
			t.Fatalf("%q came back as %q", text, v.Text())
		}
	})
}

func TestTreeComesBack(t *testing.T) {
	var tree func(depth int) *rapid.Generator[*Tree]
	values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Value {
		return Text(rapid.StringOf(rapid.RuneFrom([]rune("ab]\\: \n围"))).Draw(t, "value"))
	}), 1, 3)
	node := rapid.Custom(func(t *rapid.T) Node {
		var n Node
		for range rapid.IntRange(0, 3).Draw(t, "properties") {
			n.Properties = append(n.Properties, Property{Name: rapid.StringMatching("[A-Z][A-Z0-9]{0,3}").
				Filter(func(s string) bool { return s != "CA" }).Draw(t, "name"), Values: values.Draw(t, "values")})
		}
		return n
	})
	tree = func(depth int) *rapid.Generator[*Tree] {
		return rapid.Custom(func(t *rapid.T) *Tree {
			tr := &Tree{Nodes: rapid.SliceOfN(node, 1, 4).Draw(t, "nodes")}
			if depth > 0 {
				tr.Variations = rapid.SliceOfN(tree(depth-1), 0, 2).Draw(t, "variations")
			}
			return tr
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(tree(3), 1, 2).Draw(t, "games")
		got, err := Read(Write(games))
		if err != nil {
			t.Fatal(err)
		}
		sameTrees(t, games, got)
	})
}

func TestCharsets(t *testing.T) {
	comment := func(text string) string {
		t.Helper()
		games := read(t, text)
		v, _ := games[0].Nodes[0].Get("C")
		again := read(t, string(Write(games)))
		sameTrees(t, games, again)
		return v.Text()
	}
	for _, tt := range []struct{ name, file, want string }{
		{"utf-8", "(;CA[UTF-8]C[围棋é])", "围棋é"},
		{"mark", "\xEF\xBB\xBF(;C[围])", "围"},
		{"nothing declared, latin-1", "(;C[caf\xE9])", "café"},
		{"latin-1", "(;CA[ISO-8859-1]C[\xC9 \\]])", "É ]"},
		{"utf-8 that calls itself gbk", "(;CA[gbk]C[围])", "围"},
		{"utf-8 with a broken byte", "(;CA[UTF-8]C[a\xFFb])", "a\uFFFDb"},
		// The second bytes of these look like "]" and "\".
		{"gb18030", "(;CA[GB18030]C[\x81\x5D\x81\x5C\\]\xCE\xA7\\\x81\x5D\x81\x30\x81\x5Cx])", "\x81\x5D\x81\x5C]\xCE\xA7\x81\x5D\x81\x30\x81\x5Cx"},
		{"big5", "(;CA[Big5]C[\xA4\x5C\xAE\x5D])", "\xA4\x5C\xAE\x5D"},
		{"shift-jis", "(;CA[Shift_JIS]C[\x83\x5D\x95\x5C\xB1])", "\x83\x5D\x95\x5C\xB1"},
	} {
		if got := comment(tt.file); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
	if cs := read(t, "(;CA[GB18030]C[\x81\x5D])")[0].Charset; cs != "GB18030" {
		t.Errorf("charset %q", cs)
	}
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", `line 1, column 1: no game is found; an SGF file holds "(;"`},
		{"hello", `line 1, column 1: no game is found; an SGF file holds "(;"`},
		{"\xFF\xFE(\x00", "line 1, column 1: the file is written in UTF-16; save it as UTF-8"},
		{"(;B[aa]\n;W[bb", `line 2, column 3: the file ends, and the "]" for this "[" is missing`},
		{"(;B[围]\n;W[bb]", `line 2, column 7: the file ends, and the ")" for the "(" at line 1, column 1 is missing`},
		{"(;C[围]B)", `line 1, column 8: the property "B" has no value; one stands in brackets, like B[...]`},
		{"(;b[aa])", `line 1, column 3: "b" is not a property: a name begins with an upper-case letter`},
		{"(;B[aa](;W[bb]);B[cc])", "line 1, column 16: a node cannot stand after a variation"},
		{"(;B[aa]())", `line 1, column 9: a ";" must follow the "("`},
		{"(;B[aa]*)", `line 1, column 8: '*' is out of place; a node begins with ;`},
		{";B[aa])", `line 1, column 7: ')' has no ( that it closes`},
		{"(;" + strings.Repeat("(;", MaxDepth), "line 1, column 2001: variations stand within variations more than 1000 deep"},
		{"(" + strings.Repeat(";", MaxNodes+1), "line 1, column 250002: the file holds more than 250000 nodes"},
		{strings.Repeat(" ", MaxBytes+1), "line 1, column 1: the file is 8388609 bytes long, and 8388608 are the most"},
	} {
		_, err := Read([]byte(tt.text))
		var e *Error
		if !errors.As(err, &e) || err.Error() != tt.want {
			t.Errorf("%s: %v, not %s", board.Clip(tt.text), err, tt.want)
		}
	}
}

func TestBareNodes(t *testing.T) {
	games := read(t, " ;B[j10];W[j9l11](;B[a1b1])")
	if len(games) != 1 || len(games[0].Nodes) != 2 || len(games[0].Variations) != 1 {
		t.Errorf("%+v", games)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"littlegolem.sgf", "nctu.sgf", "lower.sgf", "contest.txt"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("(;CA[GB18030]C[\x81\x5D\\\x81\x5C](;B[])(;W[a:b]))"))
	f.Add([]byte("(;CA[ISO-8859-1]C[\xE9])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := Read(data)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Column < 1 {
				t.Fatalf("no place: %#v", err)
			}
			return
		}
		text := Write(games)
		again, err := Read(text)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", data, text, err)
		}
		sameTrees(t, games, again)
		if !bytes.Equal(text, Write(again)) {
			t.Fatalf("%q is written in two ways", data)
		}
	})
}

// FuzzFormat reads anything without refusing it: what comes out is read again as
// the same, and then written as the same bytes.
func FuzzFormat(f *testing.F) {
	for _, tt := range broken {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Format{}.Read(data)
		if err != nil {
			return
		}
		for _, p := range c.Problems {
			if p.Line < 1 || p.Column < 1 || p.Text == "" {
				t.Fatalf("%#v", p)
			}
		}
		text := Format{}.Write(c)
		again, err := Format{}.Read(text)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", data, text, err)
		}
		sameTrees(t, c.Games, again.Games)
		if second := (Format{}).Write(again); !bytes.Equal(text, second) {
			t.Fatalf("%q is written as %q and then as %q", data, text, second)
		}
		if len(c.Problems) == 0 && !bytes.Equal(data, text) {
			t.Fatalf("%q is written as %q", data, text)
		}
	})
}
