package present

import (
	"slices"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
	"stonehand/hw"
)

// weiqi is what a game of Go has beside the stones; nil for other games.
func (t *Table) weiqi() *api.Go {
	g := t.Game
	if !g.Counts() {
		return nil
	}
	w := g.Weiqi()
	s := &api.Go{
		Terms: g.Terms(), Komi: w.Rules().Komi, Handicap: w.Handicap(), Capture: g.Terms().Capture,
		Prisoners: api.Two{Black: float64(g.Prisoners(board.Black)), White: float64(g.Prisoners(board.White))},
		Captured:  slices.Clone(t.Status.View.Captured), Counting: g.Counting(), Dead: g.Dead(),
	}
	s.Shown = t.Show
	if p, c := w.Board().Ko(); p != board.Nowhere && c == w.ToMove() {
		s.Ko = &p
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if g.Agreed(c) {
			s.Agreed = append(s.Agreed, c)
		}
	}
	if t.Touched != board.Nowhere && g.At(t.Touched) != board.Empty {
		s.Touched, s.Liberties = w.Board().Chain(t.Touched, nil), w.Board().Liberties(t.Touched, nil)
	}
	if !g.Counting() && g.Result().Reason != game.ByScore {
		return s
	}
	score := g.Score()
	owner := make([]byte, g.Size().Count())
	for i := range owner {
		owner[i] = ".bw"[score.Owner[g.Size().Point(i)]]
	}
	s.Owner, s.Score = string(owner), score.String()
	s.Area = api.Two{Black: score.Area[board.Black], White: score.Area[board.White]}
	s.Points = api.Two{Black: score.Points[board.Black], White: score.Points[board.White]}
	return s
}

// GoSizes lists the boards that Go can be played on.
func (t *Table) GoSizes() []string {
	var list []string
	for _, r := range t.Record.Book {
		if _, ok := r.(game.Weiqi); ok {
			list = append(list, r.Size().String())
		}
	}
	return list
}

// countingSays says how a game that is counted stands, and what to do.
func (t *Table) countingSays() string {
	l, g := t.Lang, t.Game
	score := g.Score()
	s := l.Say(text.CountDraw)
	if c := score.Winner(); c != board.Empty {
		s = l.Say(text.CountLead, l.Side(c), l.Lead(score.String()[2:]))
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if g.Agreed(c) {
			return l.Join(s, l.Say(text.CountAgreed, l.Side(c), l.Side(c.Other())))
		}
	}
	return l.Join(s, l.Say(text.CountHow))
}

// goRefusals are what the rules of Go forbid, as sentences.
var goRefusals = map[error]text.Key{weiqi.ErrKo: text.RefusedKo, weiqi.ErrSuperko: text.RefusedSuperko, weiqi.ErrSuicide: text.RefusedSuicide}

// paintCount lights whose every point is, and which stones are dead.
func (t *Table) paintCount(points []hw.Signal) {
	size, score := t.Game.Size(), t.Game.Score()
	t.paintAreas(points, func(i int) board.Color { return score.Owner[size.Point(i)] })
	for _, p := range t.Game.Dead() {
		points[size.Index(p)] = hw.Dead
	}
}

// paintTouched lights the liberties of the chain that was touched.
func (t *Table) paintTouched(points []hw.Signal) {
	if w := t.Game.Weiqi(); w != nil && t.Touched != board.Nowhere && t.Game.At(t.Touched) != board.Empty {
		for _, p := range w.Board().Liberties(t.Touched, nil) {
			points[t.Game.Size().Index(p)] = hw.Liberty
		}
	}
}

// paintAreas lights the empty points by whose they are.
func (t *Table) paintAreas(points []hw.Signal, owner func(i int) board.Color) {
	for i := range points {
		if t.Game.At(t.Game.Size().Point(i)) == board.Empty {
			points[i] = [3]hw.Signal{board.Black: hw.BlackArea, board.White: hw.WhiteArea}[owner(i)]
		}
	}
}

// paintShown lights what people want to be shown of a game of Go.
func (t *Table) paintShown(points []hw.Signal) {
	l := t.Lights
	if l == nil {
		return
	}
	owners := map[string]string{api.ShowTerritory: l.Territory, api.ShowMap: l.Map}[t.Show]
	if owners != "" {
		t.paintAreas(points, func(i int) board.Color { return map[byte]board.Color{'b': board.Black, 'w': board.White}[owners[i]] })
	}
	if t.Show == api.ShowMoves {
		for _, p := range l.Moves {
			points[t.Game.Size().Index(p)] = hw.Candidate
		}
	}
}

// Shown names what the lights show.
func Shown(show string) text.Words { return text.Tell(showNames[show]) }

var showNames = map[string]text.Key{api.ShowOff: text.ShowOff, api.ShowTerritory: text.ShowArea, api.ShowMap: text.ShowMap, api.ShowMoves: text.ShowMoves}
