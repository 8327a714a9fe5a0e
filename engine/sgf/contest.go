package sgf

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"stonehand/engine/board"
	"stonehand/engine/game"
)

// contestHead is how a contest record begins.
const contestHead = "[C6]"

// isContest reports whether data looks like a contest record.
func isContest(data []byte) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(string(data[:min(len(data), 64)]), "\uFEFF \t\r\n"), "{")
	return ok && strings.HasPrefix(strings.TrimSpace(text), contestHead)
}

// Results as contest records write them, in UTF-8 and in the bytes of GB18030:
// the first player won, the second player won, a draw.
var (
	firstWon  = []string{"先手胜", "\xCF\xC8\xCA\xD6\xCA\xA4"}
	secondWon = []string{"后手胜", "\xBA\xF3\xCA\xD6\xCA\xA4"}
	drawn     = []string{"和棋", "\xBA\xCD\xC6\xE5", "平局", "\xC6\xBD\xBE\xD6"}
)

// ReadContest reads the record that Chinese computer game contests ask for:
//
//	{[C6][NAME B][NAME W][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(I,11);W(K,9)}
//
// The fields are both players, the result, date and place, the event; a record
// may have date and place apart. Marks and comments after a move are passed
// over. Rows count from the bottom.
//
// Such files come in GB18030, which the standard library does not decode. The
// moves and the result are read all the same, but the texts are left as they
// are, bytes of GB18030: decode the file first where they are to be shown. An
// error is an [*Error].
func ReadContest(data []byte) (*Record, error) {
	if len(data) > MaxBytes {
		return nil, Pos{1, 1}.errorf("the file is %d bytes long, and %d are the most", len(data), MaxBytes)
	}
	r := &reader{data: bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), line: 1, column: 1}
	if !utf8.Valid(data) {
		r.charset = gb
	}
	if r.peek() != '{' {
		return nil, r.pos().errorf(`a contest record begins with "{%s"`, contestHead)
	}
	r.at++
	var fields []string
	for r.peek() == '[' {
		v, err := r.bracket()
		if err != nil {
			return nil, err
		}
		if len(fields) <= headFields { // there is a meaning for no more
			fields = append(fields, v)
		}
	}
	if len(fields) == 0 || fields[0] != contestHead[1:len(contestHead)-1] {
		return nil, r.pos().errorf(`a contest record begins with "{%s"`, contestHead)
	}
	rec := &Record{Size: board.Size{Cols: 19, Rows: 19}}
	said := rec.fields(fields[1:])
	game, err := newReplay(connect6(rec.Size), rec.Start)
	if err != nil {
		return nil, err
	}
	for {
		for r.peek() == ';' {
			r.at++
		}
		if c := r.peek(); c == 0 || c == '}' {
			break
		}
		if err := r.contestMove(rec.Size, game); err != nil {
			return nil, err
		}
	}
	rec.Turns, rec.Result = game.turns()
	rec.Result = agree(said, rec.Result)
	return rec, nil
}

// bracket reads "[", text, "]"; nothing is escaped in it.
func (r *reader) bracket() (string, error) {
	open := r.pos()
	r.at++
	for from := r.at; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; {
		case c == ']':
			r.at++
			return strings.TrimSpace(string(r.data[from : r.at-1])), nil
		case r.charset.leads(c):
			r.at++
		}
	}
	r.at = len(r.data)
	return "", open.errorf(`the file ends, and the "]" for this "[" is missing`)
}

// headFields is how many fields of the head have a meaning, without the first.
const headFields = 6

// fields sets what the head says and returns the result.
func (r *Record) fields(f []string) game.Result {
	get := func(i int) string {
		if i < len(f) {
			return f[i]
		}
		return ""
	}
	r.Black = player(get(0), "B")
	r.White = player(get(1), "W")
	r.Date, r.Place, r.Event = get(3), "", get(4)
	if len(f) > 5 {
		r.Place, r.Event = get(4), get(5)
	} else if m := stamp.FindStringSubmatch(r.Date); m != nil {
		r.Date, r.Place = m[1], m[2]
	}
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(get(2), w) })
	}
	switch {
	case has(firstWon):
		return game.Result{Over: true, Winner: board.Black}
	case has(secondWon):
		return game.Result{Over: true, Winner: board.White}
	case has(drawn):
		return game.Result{Over: true}
	}
	return ParseResult(get(2))
}

// stamp takes a date, with or without a time, apart from the place behind it.
var stamp = regexp.MustCompile(`^(\d+[-./]\d+[-./]\d+(?:\s+\d+:\d+(?::\d+)?)?)\s+(.+)$`)

// player takes the colour off a player's name, as in "Stonehand B".
func player(s, color string) string {
	if s == color {
		return ""
	}
	return strings.TrimSuffix(s, " "+color)
}

// contestMove reads and plays "B(J,10)" and passes over marks behind it.
func (r *reader) contestMove(size board.Size, g *replay) error {
	at := r.pos()
	end := bytes.IndexAny(r.data[r.at:], ";}[")
	if end < 0 {
		end = len(r.data) - r.at
	}
	text := string(r.data[r.at : r.at+end])
	m := stone.FindStringSubmatch(text)
	if m == nil {
		return at.errorf("%q is not a move; one is written like B(J,10)", board.Clip(strings.TrimSpace(text)))
	}
	r.at += end
	for r.peek() == '[' {
		if _, err := r.bracket(); err != nil {
			return err
		}
		for letter(r.peek()) && r.data[r.at] != 'B' && r.data[r.at] != 'W' { // one more mark's name
			r.at++
		}
	}
	p, err := size.Parse(m[2]+m[3], board.Algebraic)
	if err != nil {
		return at.errorf("%s", err)
	}
	color, _ := board.ParseColor(m[1])
	if err := g.put(color, p); err != nil {
		return at.errorf("%s", err)
	}
	return nil
}

// stone is a move with the name of a mark behind it, "B(J,10)MARK".
var stone = regexp.MustCompile(`^([BW])\s*\(\s*([A-Za-z])\s*,\s*(\d{1,3})\s*\)\s*[A-Za-z]*\s*$`)
