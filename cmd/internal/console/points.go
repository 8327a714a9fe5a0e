package console

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
)

// missing stands for the second stone of a turn that has one only.
const missing = "@@"

// parsePoints reads the stones of one turn: "JJKK", or for a lone stone "JJ",
// "JJ@@" or "JJJJ". The points are distinct.
func parsePoints(words []string) ([]board.Point, error) {
	text := strings.Join(words, "")
	if text == "" {
		return nil, errors.New("no point was given: write one turn like JJKK, a lone stone like JJ")
	}
	if len(text) != 2 && len(text) != 4 {
		return nil, fmt.Errorf("%s is not a turn: write two points like JJKK, a lone stone like JJ", quote(text))
	}
	var points []board.Point
	for ; text != ""; text = text[2:] {
		if text[:2] == missing {
			continue
		}
		p, err := rules.Board.Parse(text[:2], board.Pair)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	if len(points) == 0 {
		return nil, errors.New("a turn has at least one stone: @@ stands for the second only")
	}
	return points, nil
}

// joined writes a turn as the protocol does; a lone stone with @@, or plain.
func joined(points []board.Point, plain bool) string {
	var b strings.Builder
	for _, p := range points {
		b.WriteString(rules.Board.Name(p, board.Pair))
	}
	if len(points) == 1 && !plain {
		b.WriteString(missing)
	}
	return b.String()
}

// quote shows foreign text within a sentence.
func quote(s string) string {
	first, all := firstOf(s, 24)
	if all {
		return strconv.QuoteToASCII(s)
	}
	return strconv.QuoteToASCII(first) + "..."
}

// firstOf returns the first bytes of foreign text, at most so many and whole letters,
// and reports whether they are all of it.
func firstOf(s string, most int) (string, bool) {
	if len(s) <= most {
		return s, true
	}
	end := most
	for end > most-utf8.UTFMax+1 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end], false
}
