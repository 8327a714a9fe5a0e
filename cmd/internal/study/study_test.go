package study

import (
	"context"
	"errors"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/influence"
	"stonehand/engine/opening"
	"stonehand/engine/player"
	"stonehand/engine/weiqi"
)

// draw reads a position drawn from the top row down: X is Black, O is White.
func draw(t testing.TB, toMove board.Color, rows ...string) Position {
	t.Helper()
	var up strings.Builder
	for i := range rows {
		up.WriteString(rows[len(rows)-1-i])
	}
	at, err := Read(&api.StudyOrder{
		Size: board.Size{Cols: len(rows[0]), Rows: len(rows)}, ToMove: toMove,
		Stones: strings.NewReplacer("X", "b", "O", "w").Replace(up.String()),
	})
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// The goldens of the report: a lone stone, in the middle of a 19x19 board.
func TestStudyOfALoneStone(t *testing.T) {
	stones := []byte(strings.Repeat(".", 361))
	stones[9*19+9] = 'b'
	at, err := Read(&api.StudyOrder{Size: board.Size{Cols: 19, Rows: 19}, Stones: string(stones), ToMove: board.White})
	if err != nil {
		t.Fatal(err)
	}
	s := Study(at, nil)
	if got := s.Map.Points[9*19+6]; got != 8 || s.Map.Points[9*19+9] != 64 || s.Map.Points[9*19+2] != 0 {
		t.Errorf("the map around a lone stone: %d at a distance of 3", got)
	}
	sum := 0
	for _, n := range s.Map.Points {
		sum += n
	}
	if s.Map.Balance != sum || s.Map.Balance != s.Forces.Balance {
		t.Errorf("the balances are %d and %d, the sum is %d", s.Map.Balance, s.Forces.Balance, sum)
	}
	if n := strings.Count(s.Map.Owner, "b"); float64(n) != s.Map.Area.Black || n == 0 || s.Map.Area.White != 0 {
		t.Errorf("%d points count as Black's, %v", n, s.Map.Area)
	}
	if s.Worth[9*19+9] != nil || s.Worth[0] == nil || *s.Worth[3*19+3] <= *s.Worth[0] {
		t.Error("an occupied point has a worth, or the corner has more than the star point")
	}
}

// What every point is worth is what the engine says of a move there, captures and all.
func TestWorthIsTheEngines(t *testing.T) {
	at := draw(t, board.Black, ".XO.O", "X.XO.", ".XO.O", "XXXOO", ".OOX.")
	size, before := at.Board.Size(), influence.Stones(at.Board.Stones())
	for n, worth := range Study(at, nil).Worth {
		p := size.Point(n)
		if may := at.Board.At(p) == board.Empty && at.May(p); may != (worth != nil) {
			t.Errorf("%v may be played: %v", p, may)
		} else if !may {
			continue
		}
		after := *at.Board
		after.Play(at.ToMove, p)
		stones := influence.Stones(after.Stones())
		if want := influence.Worth(size, &before, &stones, at.ToMove); *worth != want {
			t.Errorf("%v is worth %d, not %d", p, *worth, want)
		}
	}
}

// What a point is worth to one side it is worth to the other with the colours exchanged.
func TestWorthIsTheMovers(t *testing.T) {
	black := draw(t, board.Black, ".....", ".X...", "..O..", ".....", ".....")
	white := draw(t, board.White, ".....", ".O...", "..X..", ".....", ".....")
	a, b := Study(black, nil), Study(white, nil)
	for i := range a.Worth {
		if (a.Worth[i] == nil) != (b.Worth[i] == nil) || a.Worth[i] != nil && *a.Worth[i] != *b.Worth[i] {
			t.Errorf("point %d is worth %v and %v", i, a.Worth[i], b.Worth[i])
		}
	}
	if a.Map.Balance != -b.Map.Balance || a.Forces.Balance != -b.Forces.Balance {
		t.Error("the balance does not change sides with the colours")
	}
}

func TestReadRefuses(t *testing.T) {
	size := board.Size{Cols: 3, Rows: 3}
	for want, o := range map[string]*api.StudyOrder{
		"has 2 characters":      {Size: size, Stones: "..", ToMove: board.Black},
		`has 'x' for B1`:        {Size: size, Stones: ".x.......", ToMove: board.Black},
		`"to_move" is to be`:    {Size: size, Stones: "........."},
		`"size"`:                {Size: board.Size{Cols: 20, Rows: 3}, Stones: ".", ToMove: board.Black},
		"would have no liberty": {Size: size, Stones: "bbbbbbbbb", ToMove: board.White},
	} {
		if _, err := Read(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", o, err, want)
		}
	}
}

// What would repeat a board by the rules of the game is neither.
func TestSuperkoIsLeftOut(t *testing.T) {
	// A lone stone is captured and captures back after two passes: the same board again.
	const moves = "bB5 wC5 bA4 wD4 bB3 wC3 bC4 wB4 b w"
	o := &api.StudyOrder{Size: board.Size{Cols: 5, Rows: 5}, ToMove: board.Black, Moves: moves,
		Stones: "....." + "....." + ".bw.." + "bw.w." + ".bw.."}
	for rules, may := range map[string]bool{"chinese komi 6.5": false, "aga": false, "japanese": true} {
		o.Rules = rules
		at, err := Read(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := Study(at, nil).Worth[3*5+2] != nil; got != may {
			t.Errorf("%s: C4 may be played: %t", rules, got)
		}
	}
	// The handicap stones of the star points stand before the moves.
	far := &api.StudyOrder{Size: board.Size{Cols: 9, Rows: 9}, ToMove: board.Black, Moves: "wG3 bB9 wC9 bA8 wD8 bB7 wC7 bC8 wB8 b w",
		Stones: strings.Repeat(".", 18) + "..b...w.." + strings.Repeat(".", 27) + ".bw...b.." + "bw.w....." + ".bw......"}
	for rules, may := range map[string]bool{"handicap 2": false, "japanese handicap 2": true, "handicap 2 free": true} {
		far.Rules = rules
		at, err := Read(far)
		if err != nil {
			t.Fatal(err)
		}
		if got := Study(at, nil).Worth[7*9+2] != nil; got != may {
			t.Errorf("%s: C8 may be played: %t", rules, got)
		}
	}
	o.Rules = "chinese"
	for _, other := range []string{"bB5 wC5", moves + " bB4"} { // that do not lead there
		o.Moves = other
		if at, err := Read(o); err != nil || Study(at, nil).Worth[3*5+2] == nil {
			t.Errorf("%s: %v", other, err)
		}
	}
	for moves, want := range map[string]string{"bZ9": `"moves" has "bZ9"`, "x": `"moves" has "x"`} {
		o.Moves = moves
		if _, err := Read(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", moves, err)
		}
	}
	o.Moves, o.Rules = "bB5", "ing"
	if _, err := Read(o); err == nil || !strings.Contains(err.Error(), "there are no such rules") {
		t.Error(err)
	}
	o.Rules, o.Start = "chinese", "b"
	if _, err := Read(o); err == nil || !strings.Contains(err.Error(), `"start" has 1 characters`) {
		t.Error(err)
	}
}

// A ko that may not be taken back is neither worth anything nor a known move.
func TestKoIsLeftOut(t *testing.T) {
	ko := board.At(1, 1)
	o := &api.StudyOrder{Size: board.Size{Cols: 5, Rows: 5}, ToMove: board.Black, Ko: &ko, Stones: "" +
		".wb.." + "w.wb." + ".wb.." + "....." + "....."}
	at, err := Read(o)
	if err != nil {
		t.Fatal(err)
	}
	if s := Study(at, nil); s.Worth[1*5+1] != nil {
		t.Error("the ko may be taken back")
	}
	o.Ko = nil
	if at, err = Read(o); err != nil {
		t.Fatal(err)
	}
	if s := Study(at, nil); s.Worth[1*5+1] == nil {
		t.Error("a capture is not counted as a move")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(5, 5, strings.Repeat(".", 25), 3, "", "")
	f.Add(3, 3, "bbw..wb..", 4, "", "bA1 wC1")
	f.Add(3, 3, "bw.......", 4, ".........", "bA1 wB1 b")
	f.Fuzz(func(t *testing.T, cols, rows int, stones string, ko int, start, moves string) {
		p := board.Point(ko)
		at, err := Read(&api.StudyOrder{Size: board.Size{Cols: cols, Rows: rows}, Stones: stones, ToMove: board.White, Ko: &p, Rules: "aga", Start: start, Moves: moves})
		if err == nil {
			Study(at, nil)
			inGo(at)
		}
	})
}

func TestHintsOfGo(t *testing.T) {
	for name, c := range map[string]struct {
		at         Position
		why, point string
		says       string
	}{
		"a chain in atari is saved": {draw(t, board.Black,
			".........", ".........", ".........", "....O....", "...OXO...", ".........", ".........", ".........", "........."), api.HintSave, "", "saves the chain on"},
		"a chain in atari is taken": {draw(t, board.White,
			".........", ".........", "....O....", "...OXX...", "...OXO...", "....O....", ".........", ".........", "........."), api.HintCapture, "", "captures the chain on"},
		"nothing is left": {draw(t, board.Black, ".X.XO", "XXXXO", "OOOOO", "O.O.O", "OOOOO"), api.HintPass, "", "Hint: pass"},
	} {
		h := inGo(c.at)
		if c.why != "" && h.Why != c.why || !strings.Contains(h.Said["en"], c.says) || h.Said["zh"] == "" {
			t.Errorf("%s: %+v", name, h)
		}
		for _, p := range h.Points {
			if !c.at.May(p) {
				t.Errorf("%s: %v may not be played", name, p)
			}
		}
	}
	empty, _ := weiqi.New(weiqi.Presets()[0], board.Size{Cols: 19, Rows: 19})
	if h := inGo(Of(empty)); h.Why != api.HintJoseki {
		t.Errorf("an empty board: %+v", h)
	}
	small, _ := weiqi.New(weiqi.Presets()[0], board.Size{Cols: 9, Rows: 9})
	if h := inGo(Of(small)); h.Why != api.HintWorth || len(h.Points) != 1 {
		t.Errorf("a small board has no joseki: %+v", h)
	}
}

// answers is a player with one answer.
type answers struct {
	player.Answer
	asked *player.Question
}

func (a answers) Choose(_ context.Context, q player.Question, _ func(player.Info)) (player.Answer, error) {
	*a.asked = q
	return a.Answer, nil
}

func TestHintsOfOtherGames(t *testing.T) {
	g := game.New(game.Connect6())
	a, chance := board.At(9, 9), 0.62
	for says, answer := range map[string]player.Answer{
		"It wins by force.":                      {Points: []board.Point{a}, Info: player.Info{Win: 2}},
		"The opponent can win by force":          {Points: []board.Point{a}, Info: player.Info{Win: -2}},
		"Black's winning chance: 62 %. Expected": {Points: []board.Point{a}, Info: player.Info{Chance: &chance, Line: [][]board.Point{{a}, {board.At(8, 8)}}}},
	} {
		var q player.Question
		h := Hints{Player: func() (player.Player, error) { return answers{answer, &q}, nil }}
		found, err := h.Hint(t.Context(), g, nil, Adviser{})
		if err != nil || len(found.Points) != 1 || found.Points[0] != a || !strings.Contains(found.Said["en"], says) {
			t.Errorf("%+v, %v; want %q", found, err, says)
		}
		if q.Level != 0 || q.Limits.Hard != Budget || q.Due != 1 {
			t.Errorf("the player was asked %+v", q)
		}
	}
	choice := Hints{Player: func() (player.Player, error) {
		return answers{player.Answer{Choice: opening.TakeWhite}, new(player.Question)}, nil
	}}
	if found, err := choice.Hint(t.Context(), g, nil, Adviser{}); err != nil || found.Why != api.HintChoice || !strings.Contains(found.Said["en"], "Hint: choose") {
		t.Errorf("%+v, %v", found, err)
	}
	h := Hints{Player: func() (player.Player, error) { return answers{player.Answer{}, new(player.Question)}, nil }}
	if found, err := h.Hint(t.Context(), g, nil, Adviser{}); err == nil {
		t.Errorf("no turn is a hint: %+v", found)
	}
	none := Hints{}
	if found, err := none.Hint(t.Context(), g, nil, Adviser{}); err != nil || found.Why != api.HintNone {
		t.Errorf("%+v, %v", found, err)
	}
}

// A program is asked where one is named, of Go too; the machine where it cannot say.
func TestHintsOfPrograms(t *testing.T) {
	by := Adviser{Name: "gnugo", Shown: "GNU Go"}
	a, chance := board.At(3, 3), 0.51
	for _, c := range []struct {
		rules  game.Rules
		answer player.Answer
		err    error
		why    string
		says   string
	}{
		{game.Go(), player.Answer{Points: []board.Point{a}, Info: player.Info{Chance: &chance}}, nil, api.HintSearch, "Hint from GNU Go: D4. Black's winning chance: 51 %."},
		{game.Go(), player.Answer{}, nil, api.HintPass, "Hint from GNU Go: pass."},
		{game.Go(), player.Answer{Resign: true}, nil, api.HintJoseki, "Hint"},
		{game.Freestyle(), player.Answer{Points: []board.Point{a}}, nil, api.HintSearch, "Hint from GNU Go: D4."},
		{game.Freestyle(), player.Answer{Points: []board.Point{a, a}}, nil, api.HintSearch, "I found nothing stronger"},
		{game.Freestyle(), player.Answer{}, errors.New("broken"), api.HintSearch, "I found nothing stronger"},
	} {
		h := Hints{Player: func() (player.Player, error) {
			return answers{player.Answer{Points: []board.Point{a}}, new(player.Question)}, nil
		}, Ask: func(_ context.Context, q player.Question) (player.Answer, error) {
			if q.Player != "gnugo" || q.Limits.Hard != Budget {
				t.Errorf("%+v was asked", q)
			}
			return c.answer, c.err
		}}
		found, err := h.Hint(t.Context(), game.New(c.rules), nil, by)
		if err != nil || found.Why != c.why || !strings.Contains(found.Said["en"], c.says) {
			t.Errorf("%+v, %v; want %s, %q", found, err, c.why, c.says)
		}
	}
}

// What an opening offers for a choice is to be even: nobody looks for its strongest stones, and
// no other program is asked.
func TestHintsOfOffers(t *testing.T) {
	rules, err := game.Opened(game.Freestyle(), opening.Swap2)
	if err != nil {
		t.Fatal(err)
	}
	h := Hints{Player: func() (player.Player, error) {
		return answers{player.Answer{Points: []board.Point{board.At(3, 3)}}, new(player.Question)}, nil
	}, Ask: func(context.Context, player.Question) (player.Answer, error) {
		t.Error("a program was asked")
		return player.Answer{}, nil
	}}
	found, err := h.Hint(t.Context(), game.New(rules), nil, Adviser{Name: "template", Shown: "Templates"})
	if err != nil || found.Said["en"] != "Hint: D4. I found nothing that leaves the sides more even." {
		t.Errorf("%+v, %v", found, err)
	}
}

func BenchmarkInfluence(b *testing.B) {
	at := full(b)
	for b.Loop() {
		Influence(at.Board)
	}
}

func BenchmarkStudy(b *testing.B) {
	at := full(b)
	for b.Loop() {
		Study(at, nil)
	}
}

// full is a 19x19 board with a stone on most points.
func full(b *testing.B) Position {
	rows := make([]string, 19)
	for y := range rows {
		rows[y] = strings.Repeat([]string{".X.O", "XXOO"}[y%2], 5)[:19]
	}
	return draw(b, board.Black, rows...)
}
