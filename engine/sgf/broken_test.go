package sgf

import (
	"fmt"
	"stonehand/engine/board"
	"strings"
	"testing"
)

// broken are files as people and programs leave them: what is written again, and
// the problems that are told.
var broken = []struct{ name, text, written, problems string }{
	{"a parenthesis is missing", "(;B[aa](;W[bb];B[cc]\n", "(;B[aa](;W[bb];B[cc]))",
		`line 2, column 1: the file ends, and the ")" for the "(" at line 1, column 8 is missing; what is open is closed there`},
	{"the file ends in a value", "(;B[aa];C[and so", "(;B[aa];C[and so])",
		`line 1, column 10: the file ends, and the "]" for this "[" is missing; it is taken to the end`},
	{"no parentheses", ";B[aa];W[bb]", "(;B[aa];W[bb])",
		`line 1, column 1: the nodes have no ( before them; they are read as a game`},
	{"lower case", "(;b[aa];w[BB])", "(;b[aa];w[BB])",
		`line 1, column 3: "b" is not a property: a name begins with an upper-case letter; it is read as B` + "\n" +
			`line 1, column 9: "w" is not a property: a name begins with an upper-case letter; it is read as W`},
	{"no value", "(;B[aa]KO;W[bb])", "(;B[aa]KO[];W[bb])",
		`line 1, column 10: the property "KO" has no value; one stands in brackets, like KO[...]; it is kept with an empty one`},
	{"a bracket in a comment", "(;B[aa]C[see [1] here];W[bb])", `(;B[aa]C[see [1\] here];W[bb])`,
		`line 1, column 16: a "]" in a text lacks the backslash before it; it is read as part of the text`},
	{"a node after a variation", "(;B[aa](;W[bb]);W[cc](;B[dd]))", "(;B[aa](;W[bb])\n(;W[cc]\n(;B[dd])))",
		`line 1, column 16: a node cannot stand after a variation; it begins one more variation`},
	{"no semicolon", "(GM[1]SZ[9];B[aa])", "(;GM[1]SZ[9];B[aa])",
		`line 1, column 2: a ";" must follow the "("; it is read as if it did`},
	{"parentheses too many", "(;B[aa]((;W[bb])(;W[cc])))", "(;B[aa](;W[bb])(;W[cc]))",
		`line 1, column 9: a ";" must follow the "("; it is read as if it did`},
	{"an empty variation", "(;B[aa]())", "(;B[aa])",
		`line 1, column 9: a ";" must follow the "("; it is read as if it did`},
	{"stray characters", "(;B[aa]*;W[bb] oops;B[cc])", "(;B[aa];W[bb];B[cc])",
		`line 1, column 8: '*' is out of place; a node begins with ;; "*" is left out` + "\n" +
			`line 1, column 16: "oops" is out of place; a node begins with ;; it is left out`},
	{"moves behind the end", "(;B[aa]);W[bb])", "(;B[aa]);W[bb])",
		`line 1, column 16: before this place stands text with nodes that belong to no game; it is kept, but not read`},
	{"UTF-16", "\xFF\xFE(\x00;\x00C\x00[\x00V\x96]\x00)\x00", "(;CA[UTF-8]C[\u9656])",
		`line 1, column 1: the file is written in UTF-16; it is read, and will be written as UTF-8`},
	{"UTF-16 without a mark", "(\x00;\x00C\x00[\x00V\x96]\x00)\x00", "(;CA[UTF-8]C[\u9656])",
		`line 1, column 1: the file is written in UTF-16; it is read, and will be written as UTF-8`},
	{"no charset", "(;PB[Ren\xE9])", "(;PB[Ren\xE9])",
		`line 1, column 1: the text is not UTF-8, and no CA names its charset; it is read as ISO-8859-1`},
	{"an unknown charset", "(;CA[martian]PB[\xE9])", "(;CA[martian]PB[\xE9])",
		`line 1, column 1: the charset martian is not known; its text is kept as the bytes that it is`},
	{"the wrong charset", "(;CA[GBK]PB[\u56F4])", "(;CA[UTF-8]PB[\u56F4])",
		`line 1, column 3: CA names the charset GBK, but the text is UTF-8; it is read and written as UTF-8`},
	{"broken UTF-8", "(;CA[UTF-8]PB[a\xFFb])", "(;CA[UTF-8]PB[a\xFFb])",
		`line 1, column 1: the text of the game has bytes that are not UTF-8; they are kept as they are`},
}

func TestBrokenFiles(t *testing.T) {
	for _, tt := range broken {
		c, err := Format{}.Read([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var told []string
		for _, p := range c.Problems {
			told = append(told, p.Error())
		}
		if got := strings.Join(told, "\n"); got != tt.problems {
			t.Errorf("%s:\n got  %s\n want %s", tt.name, got, tt.problems)
		}
		if got := string(Format{}.Write(c)); got != tt.written {
			t.Errorf("%s: written as %q, not %q", tt.name, got, tt.written)
		}
	}
}

// Too much of anything is left out, and said to be.
func TestTooMuch(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"(;" + strings.Repeat("(;", MaxDepth+5) + "C[)]" + strings.Repeat(")", MaxDepth+6), "variations stand within variations more than 1000 deep; the innermost are left out"},
		{"(" + strings.Repeat(";", MaxNodes+1) + ")", "more than 250000 nodes; the rest is left out"},
		{"(;AB" + strings.Repeat("[]", MaxValues+1) + ")", "more than 1000000 values; the rest is left out"},
		{"(;" + strings.Repeat("A[]", MaxProperties+1) + ")", "more than 1000 properties; it is left out"},
		{"(;B[aa]" + strings.Repeat("(;W[bb]);B[cc]", MaxDepth+1) + ")", "901 more problems are not listed"},
		{"(" + strings.Repeat(";b[]", MaxProblems+5) + ")", "5 more problems are not listed"},
	} {
		c, err := Format{}.Read([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", board.Clip(tt.text), err)
			continue
		}
		if last := c.Problems[len(c.Problems)-1]; len(c.Problems) > MaxProblems+1 || !strings.Contains(fmt.Sprint(c.Problems), tt.want) {
			t.Errorf("%s: %d problems, the last %v; want %q", board.Clip(tt.text), len(c.Problems), last, tt.want)
		}
	}
}

// Where reading stops at a bound, every game keeps what of it was read, a node at least.
func TestGamesCutOffHaveNodes(t *testing.T) {
	for what, text := range map[string]string{
		"values": "(;AB" + strings.Repeat("[aa]", 1_000_001) + ")",
		"nodes":  "(" + strings.Repeat(";", 250_000) + ")(;GM[1])",
	} {
		c, err := Format{}.Read([]byte(text))
		if err != nil || len(c.Problems) == 0 {
			t.Fatalf("%s: %v", what, err)
		}
		for i, g := range c.Games {
			if len(g.Nodes) == 0 {
				t.Fatalf("%s: game %d has no node", what, i)
			}
			g.Info()
		}
		if what == "values" && c.Games[0].Nodes[0].Property("AB") == nil {
			t.Error("what was read of the node is lost")
		}
	}
}
