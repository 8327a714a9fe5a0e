package problems_test

import (
	"slices"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/problems"
	"stonehand/engine/weiqi/tactics"
)

// budget is how many nodes the proofs get: those of captures are short, and what is not
// proved soon is out.
func budget(g tactics.Goal) int {
	if g == tactics.Kill {
		return 300_000
	}
	return 20_000
}

// sample is all problems, or a few of them where time is short.
func sample() (list []problems.Problem) {
	for i, p := range problems.All() {
		if i%8 == 0 || !testing.Short() {
			list = append(list, p)
		}
	}
	return list
}

func TestAnswersAreProved(t *testing.T) {
	sv := tactics.NewSolver()
	seen := map[tactics.Result]int{}
	for _, p := range sample() {
		q := p.Question
		q.Nodes = budget(q.Goal)
		if p.Result == tactics.Lost || testing.Short() {
			if a := sv.Solve(p.Board(), q); a.Result != p.Result {
				t.Errorf("%s: %v, want %v", p.ID, a.Result, p.Result)
			}
		} else if r, moves := sv.Moves(p.Board(), q); r != p.Result || !slices.Equal(moves, sorted(p.Points)) {
			t.Errorf("%s: %v by %v, want %v by %v", p.ID, r, moves, p.Result, p.Points)
		}
		seen[p.Result]++
	}
	if n := len(problems.All()); n < 100 || !testing.Short() && (seen[tactics.Ko] < 5 || seen[tactics.Lost] < 10) {
		t.Errorf("%d problems: %v", n, seen)
	}
}

func sorted(points []board.Point) []board.Point {
	list := slices.Clone(points)
	slices.Sort(list)
	return list
}

// The line of an answer can be played, and where a chain is captured in the end it is.
func TestLinesCanBePlayed(t *testing.T) {
	sv := tactics.NewSolver()
	for _, p := range sample() {
		q := p.Question
		q.Nodes = budget(q.Goal)
		a := sv.Solve(p.Board(), q)
		b, color := *p.Board(), q.First
		attacker := b.At(q.Target).Other()
		if p.Result == tactics.Won && !slices.Contains(p.Points, a.Line[0]) {
			t.Errorf("%s: the line begins with %v, want one of %v", p.ID, a.Line[0], p.Points)
		}
		for i, move := range a.Line {
			if err := b.Check(color, move); err != nil && p.Result != tactics.Ko {
				t.Errorf("%s: move %d of %v: %v", p.ID, i+1, a.Line, err)
				break
			}
			b.Play(color, move)
			color = color.Other()
		}
		taken := (p.Result == tactics.Lost) != (q.First == attacker)
		if gone := b.At(q.Target) == board.Empty; gone && !taken {
			t.Errorf("%s: the chain is saved, but captured by %v", p.ID, a.Line)
		}
	}
}

// After the right first move of a capture no reply on the whole board helps, though the
// search looks at moves nearby only.
func TestNoReplyElsewhereSaves(t *testing.T) {
	sv := tactics.NewSolver()
	for _, p := range sample() {
		attacker := p.Board().At(p.Question.Target).Other()
		if p.Question.Goal == tactics.Kill || p.Question.First != attacker || p.Result != tactics.Won {
			continue
		}
		b := *p.Board()
		b.Play(attacker, p.Points[0])
		q := p.Question
		q.Nodes = budget(q.Goal)
		for i := range b.Size().Count() {
			reply := b.Size().Point(i)
			if b.At(reply) != board.Empty || b.Check(attacker.Other(), reply) != nil {
				continue
			}
			u := b.Play(attacker.Other(), reply)
			if a := sv.Solve(&b, q); a.Result != tactics.Won {
				t.Errorf("%s: after %v and the reply %v it is %v", p.ID, p.Points[0], reply, a.Result)
			}
			b.Undo(u)
		}
	}
}

// A problem that is turned, with the colours exchanged, has the same answer.
func TestSymmetriesAndColors(t *testing.T) {
	sv := tactics.NewSolver()
	for i, p := range sample() {
		size := p.Board().Size()
		k := 1 + i%(size.Symmetries()-1)
		b, err := weiqi.NewBoard(size)
		if err != nil {
			t.Fatal(err)
		}
		for n := range size.Count() {
			if at := size.Point(n); p.Board().At(at) != board.Empty {
				b.Play(p.Board().At(at).Other(), size.Turn(at, k))
			}
		}
		q := tactics.Question{
			Target: size.Turn(p.Question.Target, k), First: p.Question.First.Other(),
			Goal: p.Question.Goal, Nodes: 5 * budget(p.Question.Goal),
		}
		if a := sv.Solve(b, q); a.Result != p.Result {
			t.Errorf("%s in symmetry %d: %v, want %v", p.ID, k, a.Result, p.Result)
		}
	}
}

func TestNamesInBothLanguages(t *testing.T) {
	english, chinese := map[string]string{}, map[string]string{}
	for _, p := range problems.All() {
		if english[p.English] != "" || chinese[p.Chinese] != "" {
			t.Errorf("%s has the name of %s%s", p.ID, english[p.English], chinese[p.Chinese])
		}
		english[p.English], chinese[p.Chinese] = p.ID, p.ID
		if strings.ContainsFunc(p.English, func(r rune) bool { return r > 0x7f }) || !strings.ContainsFunc(p.Chinese, func(r rune) bool { return r >= 0x4e00 }) {
			t.Errorf("%s: %q and %q", p.ID, p.English, p.Chinese)
		}
	}
}

const good = `stonehand problems 1

problem a
en One
zh 一
grade 1
play white kill won C1
.......
OOOOOO.
XXXXXO.
X...xO.
`

func TestReadRefusesInSentences(t *testing.T) {
	for _, c := range [][3]string{
		{"stonehand problems 1", "stonehand problems 2", `line 1, column 1: "stonehand problems 2" is not "stonehand problems 1"`},
		{"en One", "zh One", `line 3, column 1: a needs en and zh, and a name after each`},
		{"grade 1\n", "", `line 3, column 1: a needs the lines grade and play, then a board`},
		{"grade 1", "grade 6", `line 6, column 7: a grade is 1, the easiest, to 5, not "6"`},
		{"X...xO", "X...XO", `line 8, column 1: no stone has a small letter: one of them is the target`},
		{"X...xO.", "X...xO", `line 11, column 1: the row "X...xO" has 6 points and the first one has 7`},
		{"X...xO", "X..?xO", `line 11, column 1: '?' in a row is no X, O or point`},
		{"X...xO.", "XOOOxO.", `line 11, column 1: the row "XOOOxO." makes a chain without a liberty`},
		{"won C1", "won C9", `line 7, column 1: "C9" is off the board: points go from A1 to G4`},
		{"won C1", "won A1", `line 7, column 1: there is a stone on A1`},
		{"won C1", "perhaps", `line 7, column 1: "perhaps" is none of won, lost, ko`},
		{"won C1", "lost C1", `line 7, column 1: a problem that is won or ko has points, one that is lost has none`},
	} {
		_, err := problems.Read(strings.NewReader(strings.Replace(good, c[0], c[1], 1)))
		if err == nil || err.Error() != c[2] {
			t.Errorf("%s for %s: %v", c[1], c[0], err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(good)
	f.Add("stonehand problems 1\n\nproblem b\nen B\nzh 二\ngrade 2\nplay black ladder lost\n" + strings.Repeat("xO\n", 30))
	f.Fuzz(func(t *testing.T, text string) {
		list, err := problems.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, p := range list {
			q := p.Question
			q.Nodes = 50
			tactics.NewSolver().Solve(p.Board(), q)
		}
	})
}
