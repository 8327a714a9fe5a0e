// Package text holds every sentence that the product shows or speaks, in every
// language it knows. A sentence is named by a [Key]; what it is about goes in
// as arguments that are already words of the same language.
package text

import (
	"fmt"
	"slices"
	"strings"

	"stonehand/engine/board"
)

// Language is one of the product's Languages.
type Language uint8

// The Languages. English is the zero Language.
const (
	English Language = iota
	Chinese
	Languages = 2 // how many there are
)

// ParseLanguage reads a language's code, "en" or "zh", in any case and with
// any region behind it ("zh-CN", "en_GB.UTF-8").
func ParseLanguage(code string) (Language, error) {
	c := strings.ToLower(code)
	if i := strings.IndexAny(c, "-_."); i >= 0 {
		c = c[:i]
	}
	switch c {
	case "en":
		return English, nil
	case "zh":
		return Chinese, nil
	}
	return English, fmt.Errorf("language %q is not known: use \"en\" or \"zh\"", code)
}

// Accepted returns the first language of a list that is known, else English: codes with
// commas between them, as the header Accept-Language has them.
func Accepted(list string) Language {
	for part := range strings.SplitSeq(list, ",") {
		code, _, _ := strings.Cut(part, ";")
		if l, err := ParseLanguage(strings.TrimSpace(code)); err == nil {
			return l
		}
	}
	return English
}

// String returns the language's code: "en" or "zh".
func (l Language) String() string {
	if l == Chinese {
		return "zh"
	}
	return "en"
}

// Key names a sentence, or a word that sentences are made of. Key 0 says nothing.
type Key uint16

// sentences holds every sentence by key.
var sentences = []Each{{}}

// say makes a sentence of what each language says, and returns its key: the next number.
func say(en, zh string) Key {
	sentences = append(sentences, Each{English: en, Chinese: zh})
	return Key(len(sentences) - 1)
}

// Say writes the sentence k with its arguments in language l. An unknown
// language is taken for English, an unknown key gives an empty sentence.
func (l Language) Say(k Key, args ...any) string {
	if l >= Languages {
		l = English
	}
	if int(k) >= len(sentences) {
		return ""
	}
	s := sentences[k][l]
	if len(args) == 0 {
		return s
	}
	return fmt.Sprintf(s, args...)
}

// Side names a player by colour, as the beginning of a sentence: "Black", "黑方".
func (l Language) Side(c board.Color) string {
	if c == board.White {
		return l.Say(SideWhite)
	}
	return l.Say(SideBlack)
}

// Color names a stone's colour: "black", "黑".
func (l Language) Color(c board.Color) string {
	if c == board.White {
		return l.Say(White)
	}
	return l.Say(Black)
}

// Stones counts stones of a colour: "one black stone", "两枚黑子".
func (l Language) Stones(n int, c board.Color) string {
	switch n {
	case 1:
		return l.Say(OneStone, l.Color(c))
	case 2:
		return l.Say(TwoStones, l.Color(c))
	}
	return l.Say(ManyStones, n, l.Color(c))
}

// Lead counts the points of a game of Go, as numbers are written there: "one point", "7.5 points".
func (l Language) Lead(points string) string {
	if points == "1" {
		return l.Say(OnePoint)
	}
	return l.Say(SomePoints, points)
}

// Points lists points: "J10", "J10 and K11", "J10, K11 and L12".
func (l Language) Points(points []board.Point) string {
	var b strings.Builder
	for i, p := range points {
		switch {
		case i == 0:
		case i == len(points)-1:
			b.WriteString(l.Say(And))
		default:
			b.WriteString(l.Say(Comma))
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// Join makes one text of sentences, leaving out empty ones.
func (l Language) Join(sentences ...string) string {
	between := " "
	if l == Chinese {
		between = ""
	}
	sentences = slices.DeleteFunc(slices.Clone(sentences), func(s string) bool { return s == "" })
	return strings.Join(sentences, between)
}
