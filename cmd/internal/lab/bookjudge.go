package lab

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
	"stonehand/engine/limit"
	"stonehand/engine/search"
)

// BookJudge finds a position's best turns and says what each is worth.
//
// Many candidates are searched a little, the better ones of them four times as
// much, the best of those with all the effort (successive halving: Z. Karnin,
// T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits",
// 2013): a search of the position itself says what its best turn is worth and of
// the others only that they are worth no more.
type BookJudge struct {
	Nodes  uint64 // turns tried in the search behind each turn that is kept
	Keep   int    // turns that are kept, in addition to those that people often choose
	Verify uint64 // nodes that the best of them are verified with
}

// What a judge looks at.
const (
	bookCells   = 24 // points that are paired with each other
	bookPairs   = 40 // pairs that are looked at, in addition to the best of each point
	bookSecond  = 16 // turns of the second round
	bookOften   = 6  // turns that people often choose, at most
	bookShare   = 0.04
	bookGames   = 12 // games of people below which a share says nothing
	bookTableMB = 8
	bookHolds   = 2 // turns that are to hold when they are verified
	bookTries   = 5 // turns that are verified for that, at most, those that lose not counted
)

// judged is a turn being judged.
type judged struct {
	BookTurn
	kept  bool // in every round
	child board.Key
}

// Judge judges the position after the given stones. people and own are games in
// which turns to look at were played; the shares are those of people. The result
// depends on nothing but what is given.
func (j BookJudge) Judge(ctx context.Context, stones []board.Point, people, own games) (BookPosition, error) {
	p := BookPosition{Stones: stones}
	e, err := newEngine(bookTableMB, 1)
	if err != nil {
		return p, err
	}
	pos := e.Position()
	if err := setUp(pos, stones); err != nil {
		return p, err
	}
	p.Won = e.Prove(ctx, limit.Limits{Nodes: j.Nodes}).Turns
	if p.Won > 0 {
		return p, ctx.Err()
	}
	all := j.candidates(ctx, e, people, own)
	for round, rest := range []int{bookSecond, j.Keep, 0} {
		effort := max(1, j.Nodes>>(4-2*round))
		for i := range all {
			if err := ctx.Err(); err != nil {
				return p, err
			}
			t := &all[i]
			pos.PlayMove(t.Move)
			t.Score, _, t.Lost, _ = after(ctx, e, effort)
			pos.TakeMove(t.Move)
		}
		sortTurns(all)
		if rest > 0 {
			all = best(all, rest)
		}
	}
	if err := j.verify(ctx, pos, all); err != nil {
		return p, err
	}
	for _, t := range all {
		p.Turns = append(p.Turns, t.BookTurn)
	}
	return p, ctx.Err()
}

// verify verifies the best turns, best first, until enough hold; a turn's score is
// the verifier's then, so that another may be the best.
func (j BookJudge) verify(ctx context.Context, pos *connect.Position, all []judged) error {
	v, err := NewBookVerifier(j.Verify)
	if err != nil {
		return err
	}
	for holds, tries := 0, 0; tries < bookTries; {
		// The best that is not verified; once enough hold, only if it looks better
		// than they do.
		i := slices.IndexFunc(all, func(t judged) bool {
			return t.Lost == 0 && (t.Verdict == nil || holds >= bookHolds && t.Verdict.holds())
		})
		if i < 0 || all[i].Verdict != nil {
			break
		}
		t := &all[i]
		pos.PlayMove(t.Move)
		verdict, err := v.Verify(ctx, pos)
		pos.TakeMove(t.Move)
		if err != nil {
			return err
		}
		t.Verdict, t.Score, t.Lost = &verdict, verdict.Score, verdict.Lost
		if t.Lost == 0 {
			tries++
		}
		if verdict.holds() {
			holds++
		}
		sortTurns(all)
	}
	return nil
}

// sortTurns puts the best turns first, those that lose last.
func sortTurns(all []judged) {
	slices.SortStableFunc(all, func(a, b judged) int {
		return cmp.Or(cmp.Compare(a.Lost, b.Lost)*lostFirst(a, b), cmp.Compare(b.Score, a.Score))
	})
}

// lostFirst is 1 if just one of two turns loses, so that it comes last, and 0 if
// lengths do not matter.
func lostFirst(a, b judged) int {
	if (a.Lost > 0) != (b.Lost > 0) {
		return 1
	}
	return 0
}

// best returns the first n of the turns, and behind them those that are kept in
// any case.
func best(all []judged, n int) []judged {
	if len(all) <= n {
		return all
	}
	chosen := all[:n:n]
	for _, t := range all[n:] {
		if t.kept {
			chosen = append(chosen, t)
		}
	}
	return chosen
}

// candidates are the turns to look at: what people and the engine have played
// here, what a search chooses, and what the roads say. Mirror images in a position
// with symmetries of its own are one.
func (j BookJudge) candidates(ctx context.Context, e *search.Engine, people, own games) (all []judged) {
	pos := e.Position()
	seen := map[board.Key]int{}
	add := func(m connect.Move, kept bool, share float64) {
		var def connect.Defence
		pos.Answer(pos.ToMove(), &def)
		if legal(pos, m) != nil || def.Need > 0 && def.Need <= pos.Due() && !pos.Meets(pos.ToMove(), m) {
			return
		}
		pos.PlayMove(m)
		child, _ := book.Canonical(pos)
		pos.TakeMove(m)
		if _, ok := seen[child]; ok {
			return
		}
		seen[child] = len(all)
		all = append(all, judged{BookTurn{Move: m, Share: share}, kept, child})
	}
	key, symmetry := book.Canonical(pos)
	size, back := pos.Size(), board.Back(symmetry)
	total := 0
	for _, t := range people[key] {
		total += t.games
	}
	for i, t := range frequent(people[key]) {
		share := float64(t.games) / float64(total)
		if total < bookGames {
			share = 0
		}
		add(turnMove(size, t.move, back), i < bookOften && share >= bookShare, share)
		if len(all) >= bookPairs {
			break
		}
	}
	if r := e.Search(ctx, limit.Limits{Nodes: j.Nodes}, nil); r.Move != connect.NoMove {
		add(r.Move, true, 0)
	}
	for i, t := range frequent(own[key]) {
		if i == bookOften {
			break
		}
		add(turnMove(size, t.move, back), false, 0)
	}
	for _, m := range byRoads(pos, search.DefaultOptions().Roads.Places(size)) {
		add(m, false, 0)
	}
	return all
}

// frequent returns a position's turns, those of most games first, in an order
// that depends on nothing else.
func frequent(turns map[board.Key]tally) []tally {
	return slices.SortedFunc(maps.Values(turns), func(a, b tally) int {
		return cmp.Or(b.games-a.games, cmp.Compare(a.move.A, b.move.A), cmp.Compare(a.move.B, b.move.B))
	})
}

// byRoads returns turns that are good by roads: the best pairs, the best pair of
// each good point, and the answers to threats.
func byRoads(pos *connect.Position, places [board.Cells]int32) (turns []connect.Move) {
	me := pos.ToMove()
	var def connect.Defence
	pos.Answer(me, &def)
	for _, q := range def.Pairs[:def.NPair] {
		turns = append(turns, connect.Pair(connect.PointOf(q[0]), connect.PointOf(q[1])))
	}
	if def.Need >= 2 {
		return turns
	}
	type place struct {
		point board.Point
		score int32
	}
	var points []place
	x0, y0, x1, y1 := pos.Reach()
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if p := board.At(x, y); pos.Free(p) {
				points = append(points, place{p, pos.Gain(me, connect.CellOf(p)) + places[p]})
			}
		}
	}
	slices.SortStableFunc(points, func(a, b place) int { return cmp.Compare(b.score, a.score) })
	must := def.Singles[:def.NSingle]
	points = points[:min(len(points), bookCells)]
	for _, s := range must {
		p := connect.PointOf(s)
		points = append(points, place{p, pos.Gain(me, s) + places[p]})
	}
	type pair struct {
		move  connect.Move
		score int32
	}
	var pairs []pair
	for i, b := range points {
		for _, a := range points[:i] {
			m := connect.Pair(a.point, b.point)
			if a.point == b.point || def.Need == 1 && !pos.Meets(me, m) {
				continue
			}
			pairs = append(pairs, pair{move: m, score: a.score + b.score + pos.PairGain(me, m.A, m.B)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	met := map[board.Point]bool{}
	for i, p := range pairs {
		if i < bookPairs || !met[p.move.A] || !met[p.move.B] {
			turns = append(turns, p.move)
		}
		met[p.move.A], met[p.move.B] = true, true
	}
	return turns
}
