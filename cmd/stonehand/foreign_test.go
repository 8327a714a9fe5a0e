package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestForeignTextIsNoOrder has a stranger's record and words printed: a terminal is
// given nothing to obey, and nothing that turns the direction of what follows.
func TestForeignTextIsNoOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hostile.sgf")
	record := "(;GM[511]FF[4]SZ[19]PB[Ann\x1b[2J\x07]PW[Bob\u202eboB\u009b31m];B[JJ];W[II];W[IK];B[AA];B[AB])"
	if err := os.WriteFile(file, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"analyze", "--nodes", "50", "--quiet", file},
		{"analyze", "no\x1b[2J\u202esuch.sgf"},
		{"\x1b[2J"},
		{"solve", "J10 \x1b[2J"},
		{"play", "host\x1b[2J#x"},
		{"serve", "--config", "no\x1b[2J.toml"},
	} {
		var out, complaint bytes.Buffer
		run(t.Context(), args, stdio{strings.NewReader(""), &out, &complaint})
		text := out.String() + complaint.String()
		if text == "" {
			t.Errorf("%q prints nothing", args)
		}
		for _, r := range text {
			if !unicode.IsPrint(r) && r != '\n' && r != '\t' {
				t.Errorf("%q prints %q: %q", args, r, text)
				break
			}
		}
	}
}
