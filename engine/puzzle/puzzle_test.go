package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/tactics"
)

// Every first turn in the file is right by proof, and the solution can be played to its
// end. In a long test the answers are all there are, of all turns.
func TestAnswersAreProved(t *testing.T) {
	count := map[string]map[Kind]int{}
	for _, p := range All() {
		if p.Game == "go" {
			continue
		}
		if count[p.Game] == nil {
			count[p.Game] = map[Kind]int{}
		}
		count[p.Game][p.Kind]++
		for _, turn := range p.Answers {
			if v, err := p.Try([][]board.Point{turn}, false); err != nil || !v.Right {
				t.Errorf("%s: %v: %+v, %v", p.ID, turn, v, err)
			}
		}
		solve(t, p)
		if testing.Short() {
			continue
		}
		s, me := p.state(), p.Start.ToMove
		var all [][]board.Point
		switch p.Kind {
		case Defend:
			all = s.holds(me, mostAnswers)
		case Foul:
			if all = [][]board.Point{p.rules.(game.Gomoku).Forbidden(&s.Board, me)}; len(all[0]) != 1 {
				t.Errorf("%s: %v are forbidden", p.ID, all)
			}
		default:
			all = s.wins(me, mostAnswers)
		}
		if fmt.Sprint(all) != fmt.Sprint(p.Answers) {
			t.Errorf("%s: %v, want %v", p.ID, p.Answers, all)
		}
	}
	for name, list := range kinds {
		sum := 0
		for _, k := range list {
			if sum += count[name][k]; count[name][k] < 3 {
				t.Errorf("%s: %d puzzles of the kind %s", name, count[name][k], k)
			}
		}
		if sum < 20 {
			t.Errorf("%s: %d puzzles", name, sum)
		}
	}
}

// solve plays a puzzle to its end.
func solve(t *testing.T, p *Puzzle) {
	t.Helper()
	turns := [][]board.Point{p.Answers[0]}
	for {
		v, err := p.Try(turns, true)
		if err != nil || !v.Right {
			t.Errorf("%s: %v: %+v, %v", p.ID, turns, v, err)
			return
		}
		if v.Solved {
			if len(turns) > 1 && v.Row == nil {
				t.Errorf("%s: solved by %v without a row", p.ID, turns)
			}
			return
		}
		if len(v.Hint) == 0 || len(turns) == MaxTurns {
			t.Errorf("%s: after %v nothing wins", p.ID, turns)
			return
		}
		turns = append(turns, v.Hint)
	}
}

func TestDistinct(t *testing.T) {
	seen, ids := map[board.Key]string{}, map[string]bool{}
	for _, p := range All() {
		if ids[p.ID] || p.Grade < 1 || p.Grade > MaxGrade || Find(p.ID) != p {
			t.Errorf("%s: grade %d", p.ID, p.Grade)
		}
		ids[p.ID] = true
		if p.Game == "go" {
			continue
		}
		if other := seen[p.key()]; other != "" {
			t.Errorf("%s is the image of %s", p.ID, other)
		}
		seen[p.key()] = p.ID
	}
}

// A wrong turn is refuted on the board: in Defend by a win to its end, else by a turn
// after which the solver finds no win.
func TestWrongTurnsAreRefuted(t *testing.T) {
	for _, p := range All() {
		if p.Game == "go" {
			continue
		}
		s, tries := p.state(), 0
		s.turns(p.Start.ToMove, func(turn []board.Point) bool {
			tries++
			if tries%37 != 0 || slices.ContainsFunc(p.Answers, func(a []board.Point) bool { return slices.Equal(a, turn) }) {
				return tries < 37*4
			}
			v, err := p.Try([][]board.Point{turn}, false)
			if err != nil || v.Right || v.Solved || p.Kind != Foul && len(v.Line) == 0 || p.Kind == Defend && v.Row == nil {
				t.Errorf("%s: %v: %+v, %v", p.ID, turn, v, err)
			}
			_, err = p.Try([][]board.Point{turn, turn}, false)
			if !errors.Is(err, ErrOver) {
				t.Errorf("%s: %v twice: %v", p.ID, turn, err)
			}
			return tries < 37*4
		})
	}
}

func TestProblemsOfGo(t *testing.T) {
	n := 0
	for i, p := range All() {
		if p.Game != "go" || testing.Short() && i%5 != 0 {
			continue
		}
		n++
		turn := []board.Point{}
		if len(p.Answers) > 0 {
			turn = p.Answers[0]
		}
		if v, err := p.Try([][]board.Point{turn}, false); err != nil || !v.Right || !v.Solved {
			t.Errorf("%s: %v: %+v, %v", p.ID, turn, v, err)
		}
		for k := range p.Size.Count() {
			at := p.Size.Point(k)
			if slices.ContainsFunc(p.Answers, func(a []board.Point) bool { return a[0] == at }) {
				continue
			}
			v, err := p.Try([][]board.Point{{at}}, false)
			if err == nil && v.Right {
				t.Errorf("%s: %v is right", p.ID, at)
			}
			if err == nil {
				break
			}
		}
	}
	if n < 20 {
		t.Errorf("%d problems", n)
	}
}

// Another turn than the answers that wins, by a longer proof, is right, and the hints lead on
// from it to the end.
func TestOtherWins(t *testing.T) {
	for id, name := range map[string]string{"gomoku-7": "J6", "gomoku-20": "F10", "renju-12": "L9"} {
		p := Find(id)
		at, err := p.Size.Parse(name, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		for turns := [][]board.Point{{at}}; ; {
			v, err := p.Try(turns, true)
			if err != nil || !v.Right || !v.Solved && (len(v.Hint) == 0 || len(turns) == MaxTurns) {
				t.Errorf("%s: %v: %+v, %v", id, turns, v, err)
			}
			if err != nil || !v.Right || v.Solved {
				break
			}
			turns = append(turns, v.Hint)
		}
	}
}

// A net may capture where a ladder fails, so a puzzle about a ladder says that it is one.
func TestLadders(t *testing.T) {
	p := Find("go-ladder-broken")
	q := p.weiqi.Question
	q.Goal = tactics.Capture
	if a := tactics.NewSolver().Solve(p.weiqi.Board(), q); a.Result != tactics.Won || len(p.Answers) > 0 || p.Kind != Ladder {
		t.Errorf("%v, kind %s", a.Result, p.Kind)
	}
	p = Find("go-ladder-run-broken")
	if v, err := p.Try([][]board.Point{{board.At(0, 0)}}, false); err != nil || v.Right {
		t.Errorf("a move on another point: %+v, %v", v, err)
	}
}

// A move of Go that is none of the answers, but is proved, is right, and one after which the
// other side gets what it wants is not.
func TestOtherMovesOfGo(t *testing.T) {
	for _, c := range []struct {
		id, move string
		right    bool
	}{
		{"go-chase-4", "C2", true},
		{"go-chase-14", "F3", true},
		{"go-second-line-corner-5-white", "E1", true},
		{"go-corner-1-1-kill", "D1", true},
		{"go-corner-1-1-kill", "C1", false},
	} {
		p := Find(c.id)
		at, err := p.Size.Parse(c.move, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := p.Try([][]board.Point{{at}}, false); err != nil || v.Right != c.right || v.Solved != c.right || len(v.Line) == 0 {
			t.Errorf("%s: %s: %+v, %v", c.id, c.move, v, err)
		}
	}
}

// A point that the rules forbid is refused with the reason.
func TestRefusalsNameTheRule(t *testing.T) {
	for id, want := range map[string]struct{ point, reason string }{
		"renju-15":                  {"K8", "K8 is forbidden to Black: it makes two threes"},
		"go-side-first-line-kill-3": {"F2", weiqi.ErrSuicide.Error()},
	} {
		p := Find(id)
		at, err := p.Size.Parse(want.point, board.Algebraic)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Try([][]board.Point{{at}}, false); err == nil || err.Error() != want.reason {
			t.Errorf("%s: %s: %v, want %s", id, want.point, err, want.reason)
		}
	}
}

func TestWriteAndRead(t *testing.T) {
	var own []*Puzzle
	for _, p := range All() {
		if p.Game != "go" {
			own = append(own, p)
		}
	}
	if Write(own) != file {
		t.Error("the file is not what Write makes of its puzzles")
	}
}

func TestReadRefusesInSentences(t *testing.T) {
	good := "stonehand puzzles 1\n\npuzzle a\nask gomoku complete black 1 1\nblack A1 B1 C1 D1\nwhite A2 B2 C2\nanswer E1\n"
	if _, err := Read(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{"ask gomoku", "ask chess", `line 4, column 4: "chess complete black 1 1" is not understood: GAME KIND COLOUR GRADE TURNS`},
		{"complete", "foul", `line 4, column 4: "gomoku foul black 1 1" is not understood: GAME KIND COLOUR GRADE TURNS`},
		{"answer E1", "answer A1", `line 3, column 1: a: [A1] is no turn`},
		{"answer E1\n", "", `line 3, column 1: a: the lines "ask" and "answer" belong to it`},
		{"white A2 B2", "white A1 B2", `line 3, column 1: a: A1 is named twice: a stone stands there already`},
		{"C1 D1", "C1 Z1", `line 5, column 16: "Z1" is not a point: write one like "H8"`},
		{"answer", "reply", `line 7, column 1: "reply" is not a key: write ask, black, white or answer`},
	} {
		if _, err := Read(strings.Replace(good, c[0], c[1], 1)); err == nil || err.Error() != c[2] {
			t.Errorf("%s for %s: %v", c[1], c[0], err)
		}
	}
}

// Try refuses what is no turn, and never panics.
func FuzzTry(f *testing.F) {
	f.Add(0, []byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, n int, points []byte) {
		p := All()[((n%len(All()))+len(All()))%len(All())]
		var turns [][]board.Point
		for i := 0; i+1 < len(points) && i < 6; i += 2 {
			turns = append(turns, []board.Point{board.Point(points[i]), board.Point(points[i+1])}[:1+i%2])
		}
		_, _ = p.Try(turns, true)
	})
}

// The maker makes what it says, the same for the same seed.
func TestMake(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: games are played")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Make(ctx, game.Renju(), 1, 1, func(int, int, int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	m := maker{rules: game.Renju(), each: 2, prover: proverOf(game.Renju(), quick), seen: map[board.Key]bool{}, count: map[Kind]int{}, graded: map[Kind][MaxGrade + 1]int{}}
	for n := range uint64(4) {
		if err := m.game(context.Background(), n); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.list) == 0 {
		t.Error("four games without a puzzle")
	}
}
