package web

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// Every square of the code is where a camera looks for it, with four squares of white
// around it.
func TestTerminalQR(t *testing.T) {
	const text = "http://192.168.178.20:8019/"
	drawn, err := TerminalQR(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]bool
	for line := range strings.Lines(drawn) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;47m"), "\x1b[0m\n")
		var upper, lower []bool
		for _, r := range line {
			upper, lower = append(upper, r == '▀' || r == '█'), append(lower, r == '▄' || r == '█')
		}
		rows = append(rows, upper, lower)
	}
	for y, row := range rows {
		for x, black := range row {
			if len(row) != code.Size+8 || black != code.Black(x-4, y-4) {
				t.Fatalf("row %d of %d squares: square %d is %v", y, len(row), x, black)
			}
		}
	}
	if len(rows) < code.Size+8 {
		t.Errorf("%d rows for a code of %d", len(rows), code.Size)
	}
	if _, err := TerminalQR(strings.Repeat("long ", 2000)); err == nil {
		t.Error("a text of 10 000 letters fits")
	}
}
