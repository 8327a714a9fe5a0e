package main

import (
	"strings"
	"testing"

	"stonehand/engine/connect"
)

func FuzzParseStones(f *testing.F) {
	f.Add("J10 I9 K9")
	f.Add("j10,i9;k9 J10")
	f.Add("J10 A1 C1 H10 I10 E1 G1 K10 L10 I1 K1 M10 A19")
	f.Fuzz(func(t *testing.T, text string) {
		stones, err := parseStones(text)
		if err != nil {
			if !strings.Contains(err.Error(), " ") {
				t.Errorf("%q is refused with %q", text, err)
			}
			return
		}
		pos, err := connect.New(connect.Board, connect.Values{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range stones {
			if !pos.Free(p) {
				t.Fatalf("%q reads as %v", text, stones)
			}
			pos.Play(p)
		}
		if pos.Over() {
			t.Fatalf("%q is a game that is over", text)
		}
	})
}
