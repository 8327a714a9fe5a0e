package text

import (
	"strings"
	"testing"
	"unicode"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

// Whatever can be wrong with a record is told in Chinese too, with what it is about.
func TestRecordFaultsInBothLanguages(t *testing.T) {
	for _, f := range sgf.Faults() {
		e := sgf.Pos{Line: 3, Column: 14}.Problem(f, "one!", "two!", "three!")
		if f == sgf.Occupied {
			e = sgf.Pos{Line: 3, Column: 14}.Problem(f, board.White, board.At(3, 3))
		}
		e.Args = append([]any(nil), e.Args...)
		zh := Chinese.Record(e)
		if !strings.HasPrefix(zh, "第 3 行第 14 列：") || !strings.ContainsFunc(zh, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s: %q", f, zh)
		}
		if f != sgf.BadPoint && f != sgf.BadMove { // whose third argument is an English sentence
			for _, arg := range []string{"one!", "two!"} {
				if strings.Contains(e.Error(), arg) != strings.Contains(zh, arg) {
					t.Errorf("%s: %q and %q are about different things", f, e, zh)
				}
			}
		}
		if (e.Done == "") != (recordsZh()[f].Done == "") {
			t.Errorf("%s: what was done is told in one language only", f)
		}
		if en := English.Record(e); en != e.Error() {
			t.Errorf("%s: %q", f, en)
		}
	}
	if len(recordsZh()) != len(sgf.Faults()) {
		t.Error("there are words for what is no fault")
	}
}
