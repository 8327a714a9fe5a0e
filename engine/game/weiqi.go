package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/problem"
	"stonehand/engine/weiqi"
)

// Weiqi is Go. It has a history, captures, turns without a stone, and an end that both
// sides agree on: a [Game] of it can be counted.
type Weiqi struct {
	Board board.Size
	Terms Terms
}

// Terms are what two players agree on before a game of Go. The zero Terms are the usual
// ones: Chinese rules with their komi, no handicap.
type Terms struct {
	Preset   string  // of [weiqi.Presets]; "": the usual one
	OwnKomi  bool    // Komi counts; else it is the preset's, and half a point after a handicap
	Komi     float64 // points that White gets
	Handicap int     // stones that Black has before White begins; 0: none
	// Free says that Black places the handicap stones as turns. Otherwise they stand on
	// the star points when the game begins.
	Free bool
	// Placed says that the handicap stones are among those that the game begins with, even
	// if they are free: they count for komi and score, and change no turn.
	Placed bool
	// Capture is how many stones a side has to capture to win at once: the game with which
	// beginners start. 0: the points are counted in the end.
	Capture int
}

// MostCapture is the largest number of stones that a game of capturing is played for.
const MostCapture = 20

// EvenKomi is the usual komi after a handicap: only a draw is avoided.
const EvenKomi = 0.5

// Rules returns the rules by the terms, or says what is wrong with the terms.
func (t Terms) Rules() (weiqi.Rules, error) {
	r := weiqi.Presets()[0]
	if t.Preset != "" {
		var err error
		if r, err = weiqi.Preset(t.Preset); err != nil {
			return r, err
		}
	}
	if t.Handicap > 0 && r.Komi != 0 {
		r.Komi = EvenKomi
	}
	if t.OwnKomi {
		r.Komi = t.Komi
	}
	return r, weiqi.CheckKomi(r.Komi)
}

// Check says why a game on a board of that size cannot be begun by the terms, or nil.
func (t Terms) Check(size board.Size) error {
	if _, err := t.Rules(); err != nil {
		return err
	}
	if t.Capture < 0 || t.Capture > MostCapture {
		return problem.New("a game of capturing goes to 1 to %d stones", MostCapture)
	}
	if t.Handicap == 0 {
		return nil
	}
	_, err := t.points(size)
	if t.Placed {
		_, err = weiqi.FreeHandicap(size, t.Handicap)
	}
	return err
}

// points are where the handicap stones stand; of free ones, where they could.
func (t Terms) points(size board.Size) ([]board.Point, error) {
	if t.Free {
		return weiqi.FreeHandicap(size, t.Handicap)
	}
	return weiqi.FixedHandicap(size, t.Handicap)
}

// Standing returns the handicap stones that stand on the star points when a game by the
// terms begins; none if Black places them, or if the board has no such points.
func (t Terms) Standing(size board.Size) []board.Point {
	if t.Free || t.Placed || t.Handicap == 0 {
		return nil
	}
	points, _ := weiqi.FixedHandicap(size, t.Handicap)
	return points
}

// MarshalText writes the terms as words: "chinese komi 7.5 handicap 3 free". It
// implements [encoding.TextMarshaler].
func (t Terms) MarshalText() ([]byte, error) {
	var words []string
	if t.Preset != "" {
		words = append(words, t.Preset)
	}
	if t.OwnKomi {
		words = append(words, "komi", strconv.FormatFloat(t.Komi, 'f', -1, 64))
	}
	if t.Handicap != 0 {
		words = append(words, "handicap", strconv.Itoa(t.Handicap))
	}
	if t.Free {
		words = append(words, "free")
	}
	if t.Placed {
		words = append(words, "placed")
	}
	if t.Capture != 0 {
		words = append(words, "capture", strconv.Itoa(t.Capture))
	}
	return []byte(strings.Join(words, " ")), nil
}

// UnmarshalText reads what [Terms.MarshalText] writes, in any order. It implements
// [encoding.TextUnmarshaler].
func (t *Terms) UnmarshalText(text []byte) error {
	var r Terms
	words := strings.Fields(string(text))
	for i := 0; i < len(words); i++ {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch word := strings.ToLower(words[i]); word {
		case "komi":
			komi, err := strconv.ParseFloat(next, 64)
			if err != nil {
				return problem.New("%.20q is not a komi: write a number, like \"komi 7.5\"", next)
			}
			if err := weiqi.CheckKomi(komi); err != nil {
				return err
			}
			r.Komi, r.OwnKomi, i = komi, true, i+1
		case "handicap":
			n, err := strconv.Atoi(next)
			if err != nil || n < 0 {
				return problem.New("%.20q is not a handicap: write a number of stones, like \"handicap 3\"", next)
			}
			r.Handicap, i = n, i+1
		case "capture":
			n, err := strconv.Atoi(next)
			if err != nil || n < 0 || n > MostCapture {
				return problem.New("%.20q is not a number of stones to capture: write 1 to %d, like \"capture 1\"", next, MostCapture)
			}
			r.Capture, i = n, i+1
		case "free":
			r.Free = true
		case "placed":
			r.Placed = true
		default:
			preset, err := weiqi.Preset(word)
			if err != nil {
				return err
			}
			r.Preset = preset.Name
		}
	}
	*t = r
	return nil
}

// Go is the game on 19x19 by the usual terms.
func Go() Weiqi { return Weiqi{Board: board.Size{Cols: 19, Rows: 19}} }

// Name implements [Rules].
func (w Weiqi) Name() string { return "go" }

// Size implements [Rules].
func (w Weiqi) Size() board.Size { return w.Board }

// Due implements [Rules].
func (w Weiqi) Due(turns int) (board.Color, int) {
	switch h := w.Terms.Handicap; {
	case w.places(turns):
		return board.Black, 1
	case w.Terms.Placed:
	case h > 0 && w.Terms.Free:
		turns += 1 - h
	case h > 0:
		turns++
	}
	if turns%2 == 0 {
		return board.Black, 1
	}
	return board.White, 1
}

// playedOn returns the game as it is played on from a position that people set up: by
// the same rules, komi and handicap, whose stones stand already.
func (w Weiqi) playedOn() (Weiqi, error) {
	w.Terms.Placed = w.Terms.Handicap > 0
	return w, w.Terms.Check(w.Board)
}

// places reports whether the turn of that number places a stone of a free handicap.
func (w Weiqi) places(turn int) bool {
	return w.Terms.Free && !w.Terms.Placed && turn < w.Terms.Handicap
}

// Judge implements [Rules]. It knows no history, so it allows what only that forbids;
// [Game] knows it.
func (w Weiqi) Judge(b *Board, t Turn) ([]board.Point, error) { return nil, nil }

// Result implements [Rules]: what stands on a board does not end the game.
func (w Weiqi) Result(*Board, Turn) Result { return Result{} }

// history is what a game of Go has beside the board.
type history struct {
	game    *weiqi.Game
	dead    weiqi.Set
	agreed  [3]bool // to the dead stones, by colour
	resumed []int   // turns that were played whenever counting was broken off, ascending
	capture int     // [Terms.Capture]
}

// newHistory returns the history of a game at its start.
func newHistory(w Weiqi) (*history, error) {
	r, err := w.Terms.Rules()
	if err != nil {
		return nil, err
	}
	g, err := weiqi.New(r, w.Board)
	h := &history{game: g, capture: w.Terms.Capture}
	if err != nil || w.Terms.Handicap == 0 {
		return h, err
	}
	points, err := w.Terms.points(w.Board)
	if w.Terms.Placed || err == nil && w.Terms.Free {
		err = g.GiveHandicap(w.Terms.Handicap)
	} else if err == nil {
		err = g.SetHandicap(points)
	}
	return h, err
}

// clone returns a history of its own.
func (h *history) clone() *history {
	if h == nil {
		return nil
	}
	n := *h
	n.game, n.resumed = h.game.After(h.game.Len()), slices.Clone(h.resumed)
	return &n
}

// judge says what a turn captures, or why it may not be played.
func (h *history) judge(t Turn) ([]board.Point, error) {
	if len(t.Points) == 0 {
		return nil, nil
	}
	p := t.Points[0]
	if err := h.game.Check(t.Color, p); err != nil {
		return nil, problem.New("%s: %w", p, err)
	}
	taken, after := h.game.Board().Captures(t.Color, p, nil), *h.game.Board()
	if after.Play(t.Color, p).Suicide {
		taken = append(taken, p)
	}
	return taken, nil
}

// play makes a turn that was judged.
func (h *history) play(t Turn) {
	p := board.Nowhere
	if len(t.Points) > 0 {
		p = t.Points[0]
	}
	_, _ = h.game.Play(t.Color, p) // it has been checked
	h.agreed = [3]bool{}
}

// undo takes the last turn back.
func (h *history) undo() {
	h.game.Undo()
	for n := len(h.resumed); n > 0 && h.resumed[n-1] > h.game.Len(); n-- {
		h.resumed = h.resumed[:n-1]
	}
	h.dead, h.agreed = weiqi.Set{}, [3]bool{}
}

// counting reports whether two passes, one after the other, have ended play.
func (h *history) counting() bool {
	since := 0
	if n := len(h.resumed); n > 0 {
		since = h.resumed[n-1]
	}
	return min(h.game.Passes(), h.game.Len()-since) >= 2
}

// Errors of a game that is counted, or is not.
var (
	ErrCounting    = errors.New("both sides have passed: mark the dead stones, agree, or play on")
	ErrNotCounting = errors.New("the game is not being counted")
	ErrNoStone     = errors.New("no stone stands there")
)

// Counting reports whether both sides have passed, and dead stones are to be agreed on.
// Then no turn is due.
func (g *Game) Counting() bool { return g.past != nil && !g.result.Over && g.past.counting() }

// Counts reports whether the game has a score.
func (g *Game) Counts() bool { return g.past != nil }

// Terms returns what the players of a game of Go have agreed on.
func (g *Game) Terms() Terms {
	w, _ := g.rules.(Weiqi)
	return w.Terms
}

// Dead lists the stones that count as dead, in reading order.
func (g *Game) Dead() []board.Point {
	if g.past == nil {
		return nil
	}
	var list []board.Point
	for p := range g.board.Size.Points {
		if g.past.dead.Has(p) && g.board.Stones[p] != board.Empty {
			list = append(list, p)
		}
	}
	return list
}

// Toggle makes the chain on p dead, or living again. Both sides are then to agree again.
func (g *Game) Toggle(p board.Point) error {
	switch {
	case !g.Counting():
		return ErrNotCounting
	case !g.board.Size.Has(p) || g.board.Stones[p] == board.Empty:
		return fmt.Errorf("%s: %w", p, ErrNoStone)
	}
	g.past.game.Board().Toggle(&g.past.dead, p)
	g.past.agreed = [3]bool{}
	return nil
}

// Propose makes exactly these stones dead. Points without a stone do not matter.
func (g *Game) Propose(points []board.Point) error {
	if !g.Counting() {
		return ErrNotCounting
	}
	g.past.dead, g.past.agreed = weiqi.Set{}, [3]bool{}
	for _, p := range points {
		if g.board.Size.Has(p) && g.board.Stones[p] != board.Empty {
			g.past.dead.Add(p)
		}
	}
	return nil
}

// Agreed reports whether a side has agreed to the dead stones.
func (g *Game) Agreed(c board.Color) bool { return g.past != nil && g.past.agreed[c] }

// Agree says that a side agrees to the dead stones. When both do, the game is over.
func (g *Game) Agree(c board.Color) error {
	switch {
	case !g.Counting():
		return ErrNotCounting
	case c != board.Black && c != board.White:
		return errors.New("only Black or White can agree")
	}
	g.past.agreed[c] = true
	g.result = g.stand()
	return nil
}

// PlayOn breaks counting off: the other side than passed last is to move.
func (g *Game) PlayOn() error {
	if !g.Counting() {
		return ErrNotCounting
	}
	g.past.resumed = append(g.past.resumed, g.past.game.Len())
	g.past.dead, g.past.agreed = weiqi.Set{}, [3]bool{}
	return nil
}

// Resumed lists how many turns were played whenever counting was broken off, ascending.
// The caller must not change it.
func (g *Game) Resumed() []int {
	if g.past == nil {
		return nil
	}
	return g.past.resumed
}

// Score counts a game of Go as it stands, with the dead stones off the board.
func (g *Game) Score() weiqi.Score {
	if g.past == nil {
		return weiqi.Score{}
	}
	return g.past.game.Score(&g.past.dead)
}

// Prisoners returns how many stones a side has captured.
func (g *Game) Prisoners(c board.Color) int {
	if g.past == nil {
		return 0
	}
	return g.past.game.Board().Captured(c)
}

// Weiqi returns the game as package weiqi has it, nil for other games. The caller must
// not change it.
func (g *Game) Weiqi() *weiqi.Game {
	if g.past == nil {
		return nil
	}
	return g.past.game
}

// stand says how the game stands: whether enough is captured, or both sides have agreed
// on the count. A game of capturing in which both pass goes to the side that has captured
// more.
func (h *history) stand() Result {
	if h.capture > 0 {
		black, white := h.game.Board().Captured(board.Black), h.game.Board().Captured(board.White)
		if max(black, white) < h.capture && !h.counting() {
			return Result{}
		}
		r := Result{Over: true, Reason: ByCapture, Score: "0"}
		if black > white {
			r.Winner, r.Score = board.Black, fmt.Sprintf("B+%d", black)
		} else if white > black {
			r.Winner, r.Score = board.White, fmt.Sprintf("W+%d", white)
		}
		return r
	}
	if !h.agreed[board.Black] || !h.agreed[board.White] || !h.counting() {
		return Result{}
	}
	s := h.game.Score(&h.dead)
	return Result{Over: true, Winner: s.Winner(), Reason: ByScore, Score: s.String()}
}
