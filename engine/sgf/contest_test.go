package sgf

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
)

// Contest writes the record as [ReadContest] reads it, in UTF-8 unless its texts
// are not.
// A position that was set up is left out, and brackets in texts become parentheses, as the format has no way to write them.
func (r *Record) Contest() []byte {
	texts := []string{r.Black, r.White, r.Date, r.Place, r.Event}
	charset := 0 // UTF-8
	if !utf8.ValidString(strings.Join(texts, "")) {
		charset = 1
	}
	result := ""
	switch {
	case r.Result.Over && r.Result.Winner == board.Black:
		result = firstWon[charset]
	case r.Result.Over && r.Result.Winner == board.White:
		result = secondWon[charset]
	case r.Result.Over:
		result = drawn[charset]
	}
	clean := func(s string) string {
		s = strings.TrimSpace(s)
		if charset == 0 { // in GB18030 a bracket may be half of a character
			s = strings.NewReplacer("[", "(", "]", ")", "{", "(", "}", ")", "\n", " ", "\r", " ").Replace(s)
		}
		return s
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{%s[%s][%s][%s][%s][%s]", contestHead,
		clean(r.Black+" B"), clean(r.White+" W"), result, clean(r.Date+" "+r.Place), clean(r.Event))
	for _, t := range r.Turns {
		letter := "B"
		if t.Color == board.White {
			letter = "W"
		}
		for _, p := range t.Points {
			name := r.Size.Name(p, board.Algebraic)
			b.WriteString(";" + letter + "(" + name[:1] + "," + strconv.Itoa(p.Y()+1) + ")")
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}
