package console

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// gather returns all lines of in.
func gather(in io.Reader) (all []line) {
	lines := make(chan line)
	done := make(chan struct{})
	defer close(done)
	go read(in, lines, done)
	for l := range lines {
		all = append(all, l)
	}
	return all
}

func TestLinesOfEveryKind(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for _, c := range []struct {
		input string
		want  []line
	}{
		{"", nil},
		{"a\nb", []line{{text: "a"}, {text: "b"}}},
		{"a\r\nb\r\n", []line{{text: "a"}, {text: "b"}}},
		{"\n\nname", []line{{}, {}, {text: "name"}}},
		{"\ufeffname\n", []line{{text: "name"}}},
		{long + "\n", []line{{text: long}}},
		{long + "\r\nnext", []line{{text: long}, {text: "next"}}},
		{long + "x\nnext\n", []line{{long: true}, {text: "next"}}},
		{long + "xx\nnext\n", []line{{long: true}, {text: "next"}}},
		{long + long + long + "\nnext\n", []line{{long: true}, {text: "next"}}},
		{long + long, []line{{long: true}}},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.input), iotest.OneByteReader(strings.NewReader(c.input))} {
			if got := gather(in); fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("%.40q... reads as %.200q, want %.200q", c.input, fmt.Sprint(got), fmt.Sprint(c.want))
			}
		}
	}
}

// xs is an endless line.
type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestLongLinesAreRefused(t *testing.T) {
	in := io.MultiReader(strings.NewReader("next\n"), io.LimitReader(xs{}, 64<<20), strings.NewReader("\nnext\n"))
	c := &Connect6{Player: newStub(t), Now: time.Now}
	var out strings.Builder
	if err := c.Run(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	want := "move AA@@\nerror: a line of more than 8192 bytes is not read\nmove BACA\n"
	if out.String() != want {
		t.Errorf("answered %q, want %q", &out, want)
	}
}
