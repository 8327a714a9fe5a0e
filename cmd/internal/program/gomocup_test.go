package program

import (
	"testing"

	"stonehand/engine/board"
)

var fifteen = board.Size{Cols: 15, Rows: 15}

// FuzzReadCoordinates reads whatever a brain may answer: what is taken for a point is on
// the board and is written as it was read.
func FuzzReadCoordinates(f *testing.F) {
	for _, line := range []string{"7,7", "0,14", "15,0", "-1,3", "7, 8", "7,8 9,9", "MESSAGE 1,2", ",", ""} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		p, ok := readCoordinates(line, fifteen)
		if !ok {
			return
		}
		if again, _ := readCoordinates(coordinates(p), fifteen); !fifteen.Has(p) || again != p {
			t.Fatalf("%q is read as %v and then %v", line, p, again)
		}
	})
}
