package stanza_test

import (
	"fmt"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/stanza"
)

func Example() {
	file := "stonehand fruits 1\n\n# Sour ones.\nfruit lemon\nen Lemon\nzh 柠檬\ncolour yellow green\n"
	err := stanza.Read(strings.NewReader(file), stanza.Format{Title: "stonehand fruits 1", Heads: []string{"fruit"}}, func(s stanza.Stanza) error {
		fmt.Println(s.ID, s.English, s.Chinese)
		return s.Lines[0].Words(func(word string, column int) error {
			if word == "green" {
				return s.Lines[0].Fault(column, "no lemon is %s", word)
			}
			return nil
		})
	})
	fmt.Println(err)
	// Output:
	// lemon Lemon 柠檬
	// line 7, column 15: no lemon is green
}

func TestBounds(t *testing.T) {
	f := stanza.Format{Title: "t", Heads: []string{"x"}, Unnamed: true}
	for text, want := range map[string]string{
		"t\n" + strings.Repeat("#\n", stanza.MaxLength): "line 131074, column 1: the file is longer than 262144 bytes: split it",
		"t\n" + strings.Repeat("a", 70_000):             "line 2, column 1: bufio.Scanner: token too long",
		"u":                                             `line 1, column 1: "u" is not "t"`,
		"t\ny":                                          `line 2, column 1: "x" and an identifier are due, not "y"`,
		"t\nx a\nx b\nx a":                              `line 4, column 3: there are two with the identifier "a"`,
	} {
		if err := stanza.Read(strings.NewReader(text), f, func(stanza.Stanza) error { return nil }); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", board.Clip(text), err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("t\n\nx a\nen A\nzh 一\nrest of it\n")
	f.Fuzz(func(t *testing.T, text string) {
		_ = stanza.Read(strings.NewReader(text), stanza.Format{Title: "t", Heads: []string{"x"}}, func(s stanza.Stanza) error {
			if s.ID == "" || s.Number < 2 {
				t.Errorf("stanza %q in line %d", s.ID, s.Number)
			}
			return nil
		})
	})
}
