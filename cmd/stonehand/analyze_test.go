package main

import (
	"strings"
	"testing"
)

// A game from elsewhere is read whatever charset it is in, its comments too.
func TestReadGameInAnyCharset(t *testing.T) {
	for name, file := range map[string]string{
		"GBK":    "(;GM[511]CA[GBK]SZ[19];B[jj]C[\xBA\xC3\xC6\xE5];W[kk][kj])",
		"UTF-8":  "(;GM[511]SZ[19];B[jj]C[好棋];W[kk][kj])",
		"UTF-16": utf16("(;GM[511]SZ[19];B[jj]C[好棋];W[kk][kj])"),
	} {
		rec, said, err := readGame("-", strings.NewReader(file))
		if err != nil || len(rec.Turns) != 2 || said[1] != "好棋" {
			t.Errorf("%s: %v, %v", name, err, said)
		}
	}
}

// utf16 is a text in UTF-16, the low byte first.
func utf16(s string) string {
	var b strings.Builder
	for _, c := range s {
		b.WriteByte(byte(c))
		b.WriteByte(byte(c >> 8))
	}
	return b.String()
}
