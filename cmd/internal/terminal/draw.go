package terminal

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v3"
	"golang.org/x/text/width"

	"stonehand/engine/board"
)

// pen draws text on a screen.
type pen struct {
	tcell.Screen
	width, height int
	plain         bool // no colours: stones and marks are told apart by their shapes
	ascii         bool
}

// text draws text in at most most columns, and returns how many it took.
func (p *pen) text(x, y int, s string, style tcell.Style, most int) int {
	used := 0
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	for s != "" && y >= 0 && y < p.height {
		w := widthOf(s[:clusterEnd(s)])
		if used+w > min(most, p.width-x) {
			break
		}
		rest, drawn := p.Put(x+used, y, s, style)
		if len(rest) >= len(s) {
			break
		}
		used += drawn
		s = rest
	}
	return used
}

// clusterEnd is where the first character of a text ends.
func clusterEnd(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// widthOf is how many columns a text takes: two for a Chinese character.
func widthOf(s string) (n int) {
	for _, r := range s {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// wrap breaks a text into lines: at spaces, and between Chinese characters.
func wrap(s string, most int) (lines []string) {
	line, used := "", 0
	flush := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used = "", 0
	}
	for _, word := range words(s) {
		w := widthOf(word)
		if used > 0 && used+widthOf(strings.TrimRight(word, " ")) > most {
			flush()
		}
		for w > most { // a word that is longer than a line
			cut := 0
			for i := range word {
				if widthOf(word[:i]) > most {
					break
				}
				cut = i
			}
			if cut == 0 {
				break
			}
			line = word[:cut]
			flush()
			word = word[cut:]
			w = widthOf(word)
		}
		line += word
		used += w
	}
	if line != "" {
		flush()
	}
	return lines
}

// words cuts a text where a line may break.
func words(s string) (list []string) {
	start := 0
	var before rune
	for i, r := range s {
		wide := widthOf(string(r)) == 2
		if i > start && (before == ' ' && r != ' ' || (wide || widthOf(string(before)) == 2) && !strings.ContainsRune("，。：；？！）”、", r)) {
			list = append(list, s[start:i])
			start = i
		}
		before = r
	}
	return append(list, s[start:])
}

// draw shows the model in the whole window.
func (m *model) draw(screen tcell.Screen, now time.Time) {
	p := &pen{Screen: screen, plain: screen.Colors() < 8, ascii: m.ascii}
	p.width, p.height = screen.Size()
	screen.Clear()
	screen.HideCursor()
	if p.width < leastWidth || p.height < leastHeight {
		m.frame = frame{}
		p.lines(0, 0, m.say(wordSmall), tcell.StyleDefault, p.width, p.height)
		return
	}
	if m.state == nil || !m.state.size().Valid() {
		m.frame = frame{}
		said := m.say(wordLoading)
		if m.state != nil {
			said = m.said()
		}
		p.lines(0, 0, said, tcell.StyleDefault, p.width, p.height-1)
		m.drawChoices(p, 0, p.height-1, p.width, 1)
		return
	}
	m.frame = newFrame(p.width, p.height, m.state.size(), m.cursor)
	m.drawHead(p)
	m.drawBoard(p)
	m.drawBelow(p)
	if m.frame.panelWidth > 0 {
		m.drawPanel(p, now)
	} else {
		m.drawSides(p, now)
	}
	m.drawOver(p)
}

// lines draws a text that may need several lines, and returns how many it took.
func (p *pen) lines(x, y int, s string, style tcell.Style, wide, most int) int {
	list := wrap(s, max(1, wide))
	for i, line := range list[:min(most, len(list))] {
		p.text(x, y+i, line, style, wide)
	}
	return min(most, len(list))
}

// The colours of the board.
var (
	wood   = tcell.NewHexColor(0xD9A95B)
	bright = tcell.NewHexColor(0xF3D08E)
	grain  = tcell.NewHexColor(0x8A6428)
	night  = tcell.NewHexColor(0x101010)
	snow   = tcell.NewHexColor(0xFFFFFF)
	red    = tcell.NewHexColor(0xC01818)
	green  = tcell.NewHexColor(0x0A6E2E)
	blue   = tcell.NewHexColor(0x1450B4)
)

// drawBoard draws the points that fit, and their names.
func (m *model) drawBoard(p *pen) {
	f := &m.frame
	dim := tcell.StyleDefault.Dim(true)
	for j := range f.rows {
		row := f.y1 - j + 1
		p.text(0, f.top+j, strings.Repeat(" ", max(0, 2-len(strconv.Itoa(row))))+strconv.Itoa(row), dim, 2)
		for i := range f.cols {
			m.drawPoint(p, board.At(f.x0+i, f.y1-j))
		}
	}
	for i := range f.cols {
		p.text(f.left+i*f.pitch, f.top+f.rows, string(rune('A'+f.x0+i)), dim, 1)
	}
	if x, y, ok := f.at(m.cursor); ok && m.form == nil && m.sure == nil {
		p.ShowCursor(x, y)
	}
}

// drawPoint draws a point: the stone or the mark on it, and right of it the line to the
// next point, or the mark of a stone.
func (m *model) drawPoint(p *pen, at board.Point) {
	x, y, _ := m.frame.at(at)
	there, marked := m.state.on[at], m.state.marks[at]
	base := tcell.StyleDefault
	if !p.plain {
		base = base.Background(wood).Foreground(grain)
		if m.state.last[at] && there != noStone {
			base = base.Background(bright)
		}
	}
	if at == m.cursor {
		base = base.Reverse(true)
	}
	glyph, style := p.empty(m.frame.size, at), base
	if marked > starMark || marked == starMark && there == noStone {
		glyph, style = p.sign(marked, m.state.ToMove, base)
	}
	sign, signStyle := glyph, style
	if there != noStone {
		glyph, style = p.stone(there, base)
		if m.state.last[at] {
			style = style.Bold(true)
			if p.plain {
				style = style.Underline(true)
			}
		}
		if m.frame.pitch == 1 && marked > starMark {
			glyph, style = sign, signStyle
		}
	}
	p.text(x, y, glyph, style, 1)
	if m.frame.pitch < 2 {
		return
	}
	gap := base.Reverse(false).Bold(false)
	switch {
	case there != noStone && marked > starMark:
		p.text(x+1, y, sign, signStyle.Reverse(false), 1)
	case !p.plain && !p.ascii && at.X() < m.frame.size.Cols-1:
		if m.state.last[at] {
			gap = gap.Background(wood)
		}
		p.text(x+1, y, "─", gap, 1)
	default:
		p.text(x+1, y, " ", gap.Background(gapColor(p)), 1)
	}
}

// gapColor is the ground between points.
func gapColor(p *pen) tcell.Color {
	if p.plain {
		return tcell.ColorDefault
	}
	return wood
}

// empty is how a point without anything is drawn: a crossing of lines, or a dot where
// only shapes tell stones apart.
func (p *pen) empty(size board.Size, at board.Point) string {
	if p.ascii {
		return "."
	}
	if p.plain {
		return "·"
	}
	shapes := [3][3]string{{"└", "┴", "┘"}, {"├", "┼", "┤"}, {"┌", "┬", "┐"}}
	part := func(v, n int) int {
		switch v {
		case 0:
			return 0
		case n - 1:
			return 2
		}
		return 1
	}
	return shapes[part(at.Y(), size.Rows)][part(at.X(), size.Cols)]
}

// stone is how a stone is drawn.
func (p *pen) stone(s stone, base tcell.Style) (string, tcell.Style) {
	switch {
	case p.ascii:
		base = base.Bold(true)
		if !p.plain {
			base = base.Foreground(night)
			if s == whiteStone {
				base = base.Foreground(snow)
			}
		}
		return map[stone]string{blackStone: "X", whiteStone: "O", someStone: "?"}[s], base
	case p.plain:
		return map[stone]string{blackStone: "●", whiteStone: "○", someStone: "◍"}[s], base
	case s == blackStone:
		return "●", base.Foreground(night)
	case s == whiteStone:
		return "●", base.Foreground(snow)
	}
	return "●", base.Foreground(grain)
}

// sign is how a mark is drawn.
func (p *pen) sign(k mark, toMove board.Color, base tcell.Style) (string, tcell.Style) {
	signs := map[mark]struct {
		glyph, ascii string
		color        tcell.Color
	}{
		starMark: {"╋", "+", grain}, blackArea: {"▪", "x", night}, whiteArea: {"▫", "o", snow},
		libertyMark: {"∘", "'", blue}, allowedMark: {"◦", "*", green}, forbiddenMark: {"✕", "/", red}, askedMark: {"?", "?", blue},
		hintMark: {"◆", "*", green}, wantedMark: {"◌", "@", night}, deadMark: {"✕", "%", red}, wrongMark: {"!", "!", red},
	}
	s := signs[k]
	glyph := s.glyph
	if p.ascii {
		glyph = s.ascii
	} else if p.plain && k == starMark {
		glyph = "+"
	}
	if p.plain {
		return glyph, base.Bold(k > starMark)
	}
	if k == wantedMark && toMove == board.White {
		s.color = snow
	}
	return glyph, base.Foreground(s.color).Bold(k > starMark)
}
