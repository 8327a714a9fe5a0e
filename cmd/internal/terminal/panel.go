package terminal

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/present"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/referee"
)

// said is what the table says, in the person's language.
func (m *model) said() string {
	s := m.state
	message, fault := s.Message, s.Fault
	if said, ok := s.Said[m.lang.String()]; ok {
		message, fault = said.Message, said.Fault
	}
	return text.Printed(m.lang.Join(fault, message))
}

// name is the game's.
func (m *model) name() string {
	return present.Choice([]referee.Answer{api.MenuSettings, api.MenuGame}, referee.Answer(m.state.Game)).In(m.lang)
}

// drawHead draws the line over the board: the game, and how many stones are due.
func (m *model) drawHead(p *pen) {
	s := m.state
	head := m.name() + "  " + strings.ReplaceAll(s.size().String(), "x", "×")
	if s.Due > 1 && s.Phase == api.PhaseHuman {
		head += fmt.Sprintf("  %d/%d", min(len(s.Partial)+1, s.Due), s.Due)
	}
	p.text(margin, 0, head, tcell.StyleDefault.Bold(true), p.width-margin)
}

// drawBelow draws what is said under the board, and beside no panel what can be chosen.
func (m *model) drawBelow(p *pen) {
	y, lines := m.frame.below, p.height-m.frame.below
	if m.frame.panelWidth == 0 {
		lines -= 2
		m.drawChoices(p, 0, p.height-2, p.width, 2)
	}
	style := tcell.StyleDefault
	said := m.said()
	switch {
	case m.typing != nil:
		said = "> " + *m.typing + "_"
	case m.note != "":
		style, said = style.Reverse(true), m.note
	case m.away:
		style, said = style.Reverse(true), m.say(wordAway)
	}
	used := p.lines(0, y, said, style, p.width, lines)
	if h := m.state.Hint; h != nil && used < lines && m.note == "" {
		p.lines(0, y+used, text.Printed(h.Said[m.lang.String()]), tcell.StyleDefault.Bold(true), p.width, lines-used)
	}
}

// drawChoices draws what can be chosen, one after the other in so many lines. Where they
// do not fit, the explanation of the keys lists the others.
func (m *model) drawChoices(p *pen, x, y, wide, lines int) {
	list := m.choices()
	spots := flow(list, wide)
	for len(list) > 2 && spots[len(list)-1][1] >= lines {
		list = slices.Delete(list, len(list)-3, len(list)-2)
		spots = flow(list, wide)
	}
	for i, c := range list {
		m.drawChoice(p, c, x+spots[i][0], y+spots[i][1], wide-spots[i][0])
	}
}

// flow is where choices go in lines of a width: columns and lines.
func flow(list []choice, wide int) (spots [][2]int) {
	at, line := 0, 0
	for _, c := range list {
		w := widthOf(c.shown())
		if at > 0 && at+w > wide {
			at, line = 0, line+1
		}
		spots = append(spots, [2]int{at, line})
		at += w + 2
	}
	return spots
}

// shown is how a choice is written.
func (c choice) shown() string {
	if c.key == "" {
		return c.label
	}
	return strings.ToUpper(c.key) + " " + c.label
}

// drawChoice draws a choice, which can be clicked.
func (m *model) drawChoice(p *pen, c choice, x, y, wide int) {
	key := p.text(x, y, strings.ToUpper(c.key), tcell.StyleDefault.Bold(true).Reverse(true), wide)
	w := key + p.text(x+key, y, " "+c.label, tcell.StyleDefault, wide-key)
	m.frame.hot = append(m.frame.hot, hot{x, y, w, c.do})
}

// side is a line about a player: the colour, who it is, and the clock.
func (m *model) side(p *pen, c board.Color, now time.Time) string {
	s := m.state
	glyph := map[bool]string{true: "X", false: "●"}[p.ascii]
	if c == board.White {
		glyph = map[bool]string{true: "O", false: "○"}[p.ascii]
	}
	who := m.say(wordHuman)
	switch {
	case s.Remote != nil && s.Remote.Color == c:
		if who = m.say(wordRemote); s.Remote.Name != "" {
			who = text.Printed(s.Remote.Name)
		}
	case !slices.Contains(s.Human, c):
		who = m.say(wordMachine, s.Level)
	}
	line := glyph + " " + m.say(wordSide, m.lang.Side(c), who)
	if t := m.clock(c, now); t != "" {
		line += "  " + t
	}
	if m.moves(c) {
		return "> " + line
	}
	return "  " + line
}

// moves says whether a side is to move, on a board that is ready for it.
func (m *model) moves(c board.Color) bool {
	ready := []api.Phase{api.PhaseHuman, api.PhaseThinking, api.PhasePlace, api.PhaseChoose, api.PhaseRemote}
	return m.state.ToMove == c && slices.Contains(ready, m.state.Phase)
}

// clock is what a side has left now; "" without a clock.
func (m *model) clock(c board.Color, now time.Time) string {
	k := m.state.Clock
	if k.Control.IsZero() {
		return ""
	}
	told := k.Black
	if c == board.White {
		told = k.White
	}
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	left := clock.Side{Main: ms(told.LeftMS), Periods: told.Periods, Period: ms(k.PeriodMS)}
	if told.Overtime {
		left = clock.Side{Periods: told.Periods, Period: ms(told.LeftMS)}
	}
	if k.Running == c {
		left = k.Control.Spend(left, now.Sub(m.at))
	}
	switch {
	case left.Main <= 0 && left.Periods > 0 && k.Canadian:
		stones := left.Periods
		if strings.HasPrefix(m.state.Game, game.Connect6().Name()) {
			stones *= 2
		}
		if stones == 1 {
			return m.lang.Say(text.StoneIn, text.OnClock(left.Period))
		}
		return m.lang.Say(text.StonesIn, stones, text.OnClock(left.Period))
	case left.Main <= 0 && left.Periods > 0:
		return fmt.Sprintf("%s ×%d", text.OnClock(left.Period), left.Periods)
	}
	return text.OnClock(left.Main)
}

// drawSides draws both players in the line over the board, where there is no panel.
func (m *model) drawSides(p *pen, now time.Time) {
	s := strings.TrimSpace(m.clock(board.Black, now) + "  " + m.clock(board.White, now))
	if s != "" && p.width-widthOf(s)-1 > 24 {
		p.text(p.width-widthOf(s)-1, 0, s, tcell.StyleDefault, widthOf(s))
	}
}

// drawPanel draws what stands beside the board: the players, what Go counts, what the
// machine thinks, the turns, and what can be chosen.
func (m *model) drawPanel(p *pen, now time.Time) {
	f, s := &m.frame, m.state
	y := f.top
	line := func(text string, style tcell.Style) {
		if y < f.below && text != "" {
			y += p.lines(f.panel, y, text, style, f.panelWidth, f.below-y)
		}
	}
	plain, dim := tcell.StyleDefault, tcell.StyleDefault.Dim(true)
	for _, c := range []board.Color{board.Black, board.White} {
		line(m.side(p, c, now), plain.Bold(m.moves(c)))
	}
	if g := s.Go; g != nil {
		line(m.say(wordCaptured, g.Prisoners.Black, g.Prisoners.White, g.Komi), plain)
		if g.Score != "" {
			line(m.say(wordPoints, g.Points.Black, g.Points.White), plain)
		}
	}
	if t := m.thought; t != nil && s.Phase == api.PhaseThinking {
		line(m.say(wordThought, t.Depth, thousands(t.NPS)), dim)
		if t.Chance != nil {
			line(m.lang.Say(text.HintChance, m.lang.Side(s.ToMove), int(*t.Chance*100+0.5)), dim)
		}
	}
	y++
	choices := m.choices()
	rows, wide := columns(choices, f.panelWidth)
	first := max(y, f.below-rows)
	m.drawTurns(p, y, first-1)
	for i, c := range choices {
		if at := first + i%rows; at < f.below {
			m.drawChoice(p, c, f.panel+i/rows*wide, at, wide-1)
		}
	}
}

// columns says how many lines a list of choices takes in a width, and how wide its
// columns are.
func columns(list []choice, width int) (rows, wide int) {
	for _, c := range list {
		wide = max(wide, widthOf(c.shown())+2)
	}
	wide = min(wide, width)
	n := max(1, width/wide)
	return (len(list) + n - 1) / n, wide
}

// thousands writes a large number short.
func thousands(n uint64) string {
	switch {
	case n >= 10_000_000:
		return strconv.FormatUint(n/1_000_000, 10) + "M"
	case n >= 10_000:
		return strconv.FormatUint(n/1000, 10) + "k"
	}
	return strconv.FormatUint(n, 10)
}

// drawTurns draws the latest turns, in the lines from y until end.
func (m *model) drawTurns(p *pen, y, end int) {
	moves := m.state.Moves
	if n := end - y; n > 0 {
		for i := max(0, len(moves)-n); i < len(moves); i++ {
			points := cmp.Or(strings.Join(api.Names(moves[i]), " "), m.lang.Say(text.MenuPass))
			p.text(m.frame.panel, y, fmt.Sprintf("%3d  %s", i+1, points), tcell.StyleDefault.Dim(true), m.frame.panelWidth)
			y++
		}
	}
}

// drawOver draws what lies over the board: a form, a question, the keys.
func (m *model) drawOver(p *pen) {
	switch {
	case m.form != nil:
		m.drawForm(p)
	case m.sure != nil:
		m.box(p, append(wrap(m.sure.question, min(60, p.width-4)), "", m.say(wordSure)))
	case m.helping:
		list := m.allChoices(min(60, p.width-4))
		for _, l := range help[m.lang] {
			if l == "" {
				list = append(list, "")
			}
			list = append(list, wrap(l, min(60, p.width-4))...)
		}
		m.box(p, list)
	}
}

// allChoices lists what can be chosen, as lines of text.
func (m *model) allChoices(wide int) (lines []string) {
	list := m.choices()
	for i, spot := range flow(list, wide) {
		if spot[1] == len(lines) {
			lines = append(lines, "")
		}
		last := &lines[spot[1]]
		*last += strings.Repeat(" ", spot[0]-widthOf(*last)) + list[i].shown()
	}
	return append(lines, "")
}

// box draws lines in the middle of the window, and returns where the first begins.
func (m *model) box(p *pen, list []string) (x, y int) {
	wide := 0
	for _, l := range list {
		wide = max(wide, widthOf(l))
	}
	wide = min(wide, p.width-4)
	x, y = (p.width-wide)/2, max(0, (p.height-len(list))/2)
	style := tcell.StyleDefault.Reverse(true)
	for i := -1; i <= len(list); i++ {
		p.text(x-2, y+i, strings.Repeat(" ", wide+4), style, wide+4)
		if i >= 0 && i < len(list) {
			p.text(x, y+i, list[i], style, wide)
		}
	}
	return x, y
}

// drawForm draws the form that a person fills in.
func (m *model) drawForm(p *pen) {
	fields := m.form.fields(m)
	label, wide := 0, 0
	for _, x := range fields {
		label = max(label, widthOf(x.label))
	}
	title := m.lang.Say(text.MenuSeats)
	if m.form.do == api.DoNewGame {
		title = m.lang.Say(text.MenuNewGame)
	}
	list := []string{strings.ToUpper(title), ""}
	for i, x := range fields {
		value := ""
		if at := slices.Index(x.values, m.form.values[x.name]); at >= 0 {
			value = x.labels[at]
		}
		before := "  "
		if i == m.form.at {
			before = "> "
		}
		line := before + x.label + strings.Repeat(" ", label-widthOf(x.label)) + "  < " + value + " >"
		list = append(list, line)
		wide = max(wide, widthOf(line))
	}
	list = append(list, "")
	if m.form.do == api.DoNewGame && len(m.state.Moves) > 0 && m.state.Result == "" {
		list = append(list, wrap(m.say(wordEnds), min(56, p.width-4))...)
	}
	list = append(list, wrap(m.say(wordForm), min(56, p.width-4))...)
	m.frame.hot = nil
	x, y := m.box(p, list)
	for i := range fields {
		m.frame.hot = append(m.frame.hot, hot{x, y + 2 + i, p.width - x, func(m *model) task {
			m.form.at = i
			m.form.turn(m, 1)
			return nil
		}})
	}
}
