package lab

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// judgement is a judged position: stones, then a turn and its score in turn.
func judgement(t testing.TB, stones string, turns map[string]int32, order ...string) BookPosition {
	t.Helper()
	pts, err := parsePoints(stones)
	if err != nil {
		t.Fatal(err)
	}
	p := BookPosition{Stones: pts}
	for _, name := range order {
		m, err := parsePoints(name)
		if err != nil {
			t.Fatal(err)
		}
		p.Turns = append(p.Turns, BookTurn{Move: connect.Pair(m[0], m[1]), Score: turns[name], Verdict: &BookVerdict{Score: turns[name]}})
	}
	return p
}

func newTree(t testing.TB, positions ...BookPosition) *BookTree {
	t.Helper()
	tree := NewBookTree(40, 9)
	for _, p := range positions {
		if err := tree.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// first and second are the start, and the position after its first turn turned
// upside down and with its stones in another order.
func first(t testing.TB) BookPosition {
	return judgement(t, "J10", map[string]int32{"I9 K10": 400, "I9 K9": 380, "J8 I9": -3000}, "I9 K10", "I9 K9", "J8 I9")
}

func second(t testing.TB) BookPosition {
	return judgement(t, "J10 K10 I11", map[string]int32{"J9 J11": 500, "K11 K12": -500}, "J9 J11", "K11 K12")
}

func look(t testing.TB, tree *BookTree, stones string) map[string]BookLook {
	t.Helper()
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		t.Fatal(err)
	}
	pts, err := parsePoints(stones)
	if err != nil {
		t.Fatal(err)
	}
	if err := setUp(pos, pts); err != nil {
		t.Fatal(err)
	}
	turns, ok := tree.Look(pos, DefaultBookWriter.Margin)
	if !ok {
		t.Fatalf("the position after %s is not judged", stones)
	}
	by := map[string]BookLook{}
	for _, l := range turns {
		by[l.Move.String()] = l
	}
	return by
}

func TestBookTreeBacksValuesUp(t *testing.T) {
	tree := newTree(t, first(t), second(t))
	turns := look(t, tree, "J10")
	// White's first turn is worth what Black's best answer leaves of it.
	want := 1 - Value{Score: 500}.Chance()
	if l := turns["I9 K10"]; math.Abs(l.Chance-want) > 1e-9 || !l.Judged {
		t.Errorf("%+v, want chance %.3f by the position behind it", l, want)
	}
	if l := turns["I9 K9"]; l.Chance != (Value{Score: 380}).Chance() || l.Judged {
		t.Errorf("%+v, want the chance of its own score", l)
	}
	// One turn is judged and got worse: until the other is judged, too, none is
	// chosen.
	for name, l := range turns {
		if l.Weight != 0 {
			t.Errorf("%s has the weight %d", name, l.Weight)
		}
	}
	if err := tree.Add(judgement(t, "J10 I9 K9", map[string]int32{"J9 J11": -370}, "J9 J11")); err != nil {
		t.Fatal(err)
	}
	if turns = look(t, tree, "J10"); turns["I9 K9"].Weight != bestWeight || turns["I9 K10"].Weight != 0 || turns["J8 I9"].Weight != 0 {
		t.Errorf("with both judged: %+v", turns)
	}
	// The same position in another orientation.
	if turns := look(t, tree, "J10 I9 K10"); turns["J9 J11"].Weight != bestWeight {
		t.Errorf("turned back, the second position has %+v", turns)
	}
}

func TestBookTreeExpandsWhatDropsOutLeast(t *testing.T) {
	tree := newTree(t)
	if stones, ok := tree.Next(); !ok || pointNames(stones) != "J10" {
		t.Fatalf("first %v, %v; want J10", stones, ok)
	}
	if stones, ok := tree.Next(); ok {
		t.Fatalf("while the start is being judged, %v is to be judged", stones)
	}
	if err := tree.Add(first(t)); err != nil {
		t.Fatal(err)
	}
	var order []string
	for range 3 {
		stones, ok := tree.Next()
		if !ok {
			t.Fatal("nothing left to judge")
		}
		order = append(order, pointNames(stones))
	}
	if got, want := strings.Join(order, "; "), "J10 I9 K10; J10 I9 K9; J10 J8 I9"; got != want {
		t.Errorf("judged in the order %s, want %s", got, want)
	}
	if _, ok := tree.Next(); ok {
		t.Error("with everything being judged there is more to judge")
	}
}

// TestBookTreeAnswersPeople: what people often play is judged before what is a
// little better.
func TestBookTreeAnswersPeople(t *testing.T) {
	p := first(t)
	p.Turns[2].Share = 0.5
	tree := newTree(t, p, second(t))
	if stones, _ := tree.Next(); pointNames(stones) != "J10 I9 K9" {
		t.Errorf("first %v", stones)
	}
	if stones, _ := tree.Next(); pointNames(stones) != "J10 J8 I9" {
		t.Errorf("then %v", stones)
	}
}

func TestBookTreeKnowsForcedWins(t *testing.T) {
	p := first(t)
	p.Turns[0].Lost = 4
	won := BookPosition{Won: 3}
	won.Stones, _ = parsePoints("J10 J8 I9")
	tree := newTree(t, p, won)
	turns := look(t, tree, "J10")
	if l := turns["I9 K10"]; l.Chance != 0 || l.Weight != 0 {
		t.Errorf("a turn that loses by force: %+v", l)
	}
	if l := turns["J8 I9"]; l.Chance != 0 || l.Weight != 0 {
		t.Errorf("a turn after which the opponent wins by force: %+v", l)
	}
	stones, _ := tree.Next()
	if _, ok := tree.Next(); pointNames(stones) != "J10 I9 K9" || ok {
		t.Errorf("judged next: %v, and more: %v", stones, ok)
	}
}

// TestBookTreeChoosesOnlyWhatHolds: the turn that looks best is not written unless it
// was verified, and another that was counts as the position's best.
func TestBookTreeChoosesOnlyWhatHolds(t *testing.T) {
	for name, v := range map[string]*BookVerdict{
		"not verified":    nil,
		"lost by threats": {Score: 400, Lost: 5, Proved: true},
		"scored as lost":  {Score: 400, Lost: 5},
		"clearly bad":     {Score: -3700},
		"all games lost":  {Score: 400, Games: verifyGames, Losses: verifyGames},
	} {
		p := first(t)
		p.Turns[0].Verdict = v
		turns := look(t, newTree(t, p), "J10")
		if turns["I9 K10"].Weight != 0 || turns["I9 K9"].Weight != bestWeight || turns["J8 I9"].Weight != 0 {
			t.Errorf("%s: %+v", name, turns)
		}
	}
}

// TestBookTreeVerifiesWhatComesToLookGood: a turn that looks best because of the
// positions behind it is verified before it is chosen, and is not when that fails.
func TestBookTreeVerifiesWhatComesToLookGood(t *testing.T) {
	p := first(t)
	p.Turns[1].Verdict = nil
	tree := newTree(t, p, second(t))
	tree.Settle()
	if after, m, ok := tree.Unverified(0.03); ok {
		t.Errorf("%v after %s is to be verified before it is judged", m, pointNames(after))
	}
	if err := tree.Add(judgement(t, "J10 I9 K9", map[string]int32{"J9 J11": -370}, "J9 J11")); err != nil {
		t.Fatal(err)
	}
	if weight := look(t, tree, "J10")["I9 K9"].Weight; weight != 0 {
		t.Errorf("not verified, it has the weight %d", weight)
	}
	after, m, ok := tree.Unverified(0.03)
	if !ok || pointNames(after) != "J10" || m.String() != "I9 K9" {
		t.Fatalf("to be verified: %v after %s, %v", m, pointNames(after), ok)
	}
	if _, _, ok := tree.Unverified(0.03); ok {
		t.Error("it is verified twice")
	}
	for _, c := range []struct {
		verdict BookVerdict
		weight  int
	}{{BookVerdict{Score: 380, Games: 1}, bestWeight}, {BookVerdict{Score: 380, Lost: 7}, 0}} {
		// A mirror image of it.
		if ok, err := tree.Believe(VerifiedTurn{"J10", "I11 K11", c.verdict}); !ok || err != nil {
			t.Fatalf("believed: %v, %v", ok, err)
		}
		if weight := look(t, tree, "J10")["I9 K9"].Weight; weight != c.weight {
			t.Errorf("with %+v it has the weight %d, want %d", c.verdict, weight, c.weight)
		}
	}
	if ok, err := tree.Believe(VerifiedTurn{"J10", "A1 A2", BookVerdict{}}); ok || err != nil {
		t.Errorf("a turn that is not there: %v, %v", ok, err)
	}
	for _, bad := range []VerifiedTurn{{"J10", "A1", BookVerdict{}}, {"J10 J10", "A1 A2", BookVerdict{}}, {"J10", "J10 A1", BookVerdict{}}, {"x", "A1 A2", BookVerdict{}}} {
		if _, err := tree.Believe(bad); err == nil {
			t.Errorf("%+v is believed", bad)
		}
	}
}

func TestBookTreeCountsItsGames(t *testing.T) {
	tree := newTree(t, first(t))
	before := look(t, tree, "J10")["I9 K9"].Chance
	g := Played{Winner: board.White}
	g.Points, _ = parsePoints("J10 K11 I11 A1 A2") // I9 K9 upside down
	for range ownGames {
		tree.tally.add(tree.pos, g, 9)
	}
	l := look(t, tree, "J10")["I9 K9"]
	if want := (before + 1) / 2; math.Abs(l.Chance-want) > 1e-9 || l.Games != ownGames || l.Points != ownGames {
		t.Errorf("after %d won games %+v, want chance %.3f", ownGames, l, want)
	}
}

func TestBookTreeRefuses(t *testing.T) {
	tree := newTree(t, first(t), second(t))
	for word, p := range map[string]BookPosition{
		"is there already":        judgement(t, "J10 I9 K10", nil, "A1 A2"),
		"no whole turn":           judgement(t, "J10 I9", nil, "A1 A2"),
		"does not begin with J10": judgement(t, "A1 J10 A2", nil, "A3 A4"),
		"cannot be played":        judgement(t, "J10 J10 K10", nil, "A1 A2"),
		"not an empty point":      judgement(t, "J10 A1 A2", nil, "A1 A3"),
		"names a point twice":     judgement(t, "J10 A1 A3", nil, "A2 A2"),
	} {
		if err := tree.Add(p); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%v, want an error with %q", err, word)
		}
	}
}

// grow adds random positions where the tree wants them.
func grow(t testing.TB, tree *BookTree, n int, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for range n {
		stones, ok := tree.Next()
		if !ok {
			return
		}
		p := BookPosition{Stones: stones}
		if err := setUp(tree.pos, stones); err != nil {
			t.Fatal(err)
		}
		seen := map[board.Key]bool{}
		for len(p.Turns) < 6 {
			m := anyTurn(tree.pos, rng)
			tree.pos.PlayMove(m)
			key, _ := book.Canonical(tree.pos)
			over := tree.pos.Over()
			tree.pos.TakeMove(m)
			if !over && !seen[key] {
				seen[key] = true
				score := rng.Int32N(1000) - 500
				p.Turns = append(p.Turns, BookTurn{Move: m, Score: score, Verdict: &BookVerdict{Score: score}})
			}
		}
		if err := tree.Add(p); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBookWritten: what is written is a book of at most the size, whose turns are
// those of the tree with their weights.
func TestBookWritten(t *testing.T) {
	alone(t)
	tree := newTree(t)
	grow(t, tree, 400, 3)
	for _, size := range []int{300, 4000, book.MaxSize} {
		var out bytes.Buffer
		n, err := BookWriter{0.05, size}.Write(tree, book.Header{Recipe: "random", Engine: 5}, &out)
		if err != nil {
			t.Fatal(err)
		}
		if out.Len() > size || n < 1 || size == book.MaxSize && n < 300 {
			t.Errorf("%d bytes for %d positions, at most %d allowed", out.Len(), n, size)
		}
		chosen := 0
		header, err := book.Scan(&out, func(l book.Line) error {
			if l.Weight == 0 {
				return nil
			}
			chosen++
			turns, _ := tree.Look(l.Pos, 0.05)
			for _, look := range turns {
				if look.Move == l.Move && look.Weight == l.Weight && look.Chance >= turns[0].Chance-0.05 {
					return nil
				}
			}
			return fmt.Errorf("%v with weight %d is not one of %+v", l.Move, l.Weight, turns)
		})
		if err != nil {
			t.Fatal(err)
		}
		if header.Recipe != "random" || header.Engine != 5 || chosen < n {
			t.Errorf("header %+v, %d turns to choose in %d positions", header, chosen, n)
		}
	}
	if _, err := DefaultBookWriter.Write(newTree(t), book.Header{}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "build more first") {
		t.Errorf("an empty tree: %v", err)
	}
	if _, err := (BookWriter{0.05, 50}).Write(tree, book.Header{}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "not even one position fits into 50 bytes") {
		t.Errorf("50 bytes: %v", err)
	}
	if _, err := DefaultBookWriter.Write(tree, book.Header{Recipe: "a\nb"}, &bytes.Buffer{}); err == nil {
		t.Error("a recipe of two lines is written")
	}
}

// anyTurn is a turn at random: the first stone of all in the centre, later ones
// within two points of one that stands.
func anyTurn(pos *connect.Position, rng *rand.Rand) connect.Move {
	size := pos.Size()
	if pos.Count() == 0 {
		return connect.Move{A: size.Center(), B: board.Nowhere}
	}
	pts := [2]board.Point{board.Nowhere, board.Nowhere}
	for i := range pos.Due() {
		for pts[i] == board.Nowhere {
			near, _ := pos.Stone(rng.IntN(pos.Count()))
			x, y := near.X()+rng.IntN(5)-2, near.Y()+rng.IntN(5)-2
			if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows {
				continue
			}
			if p := board.At(x, y); pos.Free(p) && p != pts[0] {
				pts[i] = p
			}
		}
	}
	return connect.Pair(pts[0], pts[1])
}
