package hybrid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
)

// roads is eq. 1 for me after the turn m, which stands on the board: all roads
// counted again, and the place of the turn's stones.
func roads(b *connecttest.Board, o *Options, me board.Color, m connect.Move) (total int32) {
	for _, w := range b.Windows {
		var n [3]int
		for _, i := range w {
			n[b.At[i]]++
		}
		if n[me.Other()] == 0 {
			total += o.Roads.Score[n[me]]
		}
		if n[me] == 0 {
			total -= o.Roads.Score[n[me.Other()]]
		}
	}
	places := o.Roads.Places(b.Size)
	for _, p := range m.Points(nil) {
		total += places[p]
	}
	return total
}

// expanded returns the candidates of a position with options o, and whether some
// turn meets the threats.
func expanded(t testing.TB, pos *connect.Position, o *Options) ([]ranked[connect.Move], bool) {
	t.Helper()
	return newMinimax(t, pos, o).candidates()
}

// TestCandidatesAreScored: every candidate's score is what the mix's scorer says
// of the board after the turn, best first, and none stands there twice.
func TestCandidatesAreScored(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 30))
	sizes := []board.Size{connect.Board, {Cols: 8, Rows: 9}, {Cols: 9, Rows: 9}}
	for i := range 60 {
		o := options(Mixes[i%len(Mixes)])
		o.Width = 1 + rng.IntN(40)
		pos := connecttest.NewPosition(t, sizes[i%len(sizes)])
		connecttest.MiddleGame(pos, rng, rng.IntN(30))
		if i%7 == 0 {
			pos.SetTurn(pos.ToMove(), 1)
		}
		me := pos.ToMove()
		got, ok := expanded(t, pos, &o)
		b := connecttest.Of(pos)
		if open := b.Threats(me.Other(), connect.Each); ok && len(got) == 0 {
			t.Fatalf("no candidate against %d threats", len(open))
		}
		seen := map[connect.Move]bool{}
		for n, c := range got {
			connecttest.CheckTurn(t, pos, c.value)
			if seen[c.value] {
				t.Fatalf("%v is a candidate twice", c.value)
			}
			seen[c.value] = true
			if n > 0 && got[n-1].score < c.score {
				t.Fatalf("candidate %d scores %d, the one before it %d", n, c.score, got[n-1].score)
			}
			b.Set(me, c.value)
			want := roads(b, &o, me, c.value)
			if o.Mix.shapeCandidates() {
				pos.PlayMove(c.value)
				want = o.Shapes.Turn(pos, me, c.value).Total()
				pos.TakeMove(c.value)
			}
			if !b.Won(me) && len(b.Threats(me.Other(), connect.Each)) > 0 {
				t.Fatalf("candidate %v leaves a threat unanswered", c.value)
			}
			b.Set(board.Empty, c.value)
			if c.score != want && (pos.Due() == 2 || !o.Mix.shapeCandidates()) {
				t.Fatalf("%v: candidate %v scores %d, want %d", o.Mix, c.value, c.score, want)
			}
		}
	}
}

// TestCandidatesAreTheBest: on a board with few empty points the candidates are
// the best of all pairs.
func TestCandidatesAreTheBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 3))
	for _, mix := range Mixes {
		for range 12 {
			o := options(mix)
			o.Width = 1 + rng.IntN(60)
			pos := connecttest.NewPosition(t, board.Size{Cols: 6, Rows: 7})
			connecttest.MiddleGame(pos, rng, 3+rng.IntN(12))
			pos.SetTurn(board.Black, 2)
			me := pos.ToMove()
			b := connecttest.Of(pos)
			if len(b.Threats(me.Other(), 2)) > 0 || pos.Over() {
				continue
			}
			var all []int32
			size := b.Size
			for i := range b.At {
				for j := range i {
					if b.At[i] != board.Empty || b.At[j] != board.Empty {
						continue
					}
					m := connect.Pair(size.Point(i), size.Point(j))
					b.Set(me, m)
					pos.PlayMove(m)
					if mix.shapeCandidates() {
						all = append(all, o.Shapes.Turn(pos, me, m).Total())
					} else {
						all = append(all, roads(b, &o, me, m))
					}
					pos.TakeMove(m)
					b.Set(board.Empty, m)
				}
			}
			slices.Sort(all)
			slices.Reverse(all)
			got, _ := expanded(t, pos, &o)
			if len(got) != min(o.Width, len(all)) {
				t.Fatalf("%v: %d candidates of %d pairs at width %d", mix, len(got), len(all), o.Width)
			}
			for i, c := range got {
				if c.score != all[i] {
					t.Fatalf("%v: candidate %d scores %d, the pair of that rank %d", mix, i, c.score, all[i])
				}
			}
		}
	}
}

// TestCandidatesAnswerThreats: against threats that take two points the
// candidates are exactly the turns that meet them; against one point they all
// hold it; against more there are none.
func TestCandidatesAnswerThreats(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 55))
	seen := map[int]int{}
	pos := connecttest.NewPosition(t, connect.Board)
	for range 400 {
		me := board.Color(1 + rng.IntN(2))
		connecttest.Lopsided(pos, rng, me, 10+rng.IntN(30))
		// More stones of the same side, which may threaten.
		for range 5 {
			if last, _ := pos.Last(); last != board.Nowhere {
				pt := board.At(min(max(last.X()+rng.IntN(5)-2, 0), 18), min(max(last.Y()+rng.IntN(5)-2, 0), 18))
				if pos.Free(pt) {
					pos.Put(pt, me)
				}
			}
		}
		pos.SetTurn(me.Other(), 2)
		b := connecttest.Of(pos)
		open := b.Threats(me, 2)
		if pos.Over() || len(open) == 0 {
			continue
		}
		pairs, single := b.Replies(open)
		o := options(RoadShape)
		o.Width = MaxWidth
		got, ok := expanded(t, pos, &o)
		var moves []connect.Move
		for _, c := range got {
			moves = append(moves, c.value)
		}
		switch {
		case single:
			seen[1]++
			for _, m := range pairs {
				if !slices.Contains(moves, m) && !alone(b, open, m) {
					t.Fatalf("%v meets the threats and is not a candidate", m)
				}
			}
			for _, m := range moves {
				if !connecttest.Met(open, b.Index(m.A), b.Index(m.B)) {
					t.Fatalf("candidate %v does not meet the threats", m)
				}
			}
		case len(pairs) > 0:
			seen[2]++
			if len(moves) != len(pairs) {
				t.Fatalf("%d candidates %v, but %d turns %v meet the threats", len(moves), moves, len(pairs), pairs)
			}
			for _, m := range pairs {
				if !slices.Contains(moves, m) {
					t.Fatalf("%v meets the threats and is not a candidate", m)
				}
			}
		default:
			seen[3]++
			if ok || len(moves) > 0 {
				t.Fatalf("candidates %v against threats that no turn meets", moves)
			}
		}
	}
	for n := 1; n <= 3; n++ {
		if seen[n] < 5 {
			t.Errorf("only %d positions needed %d points", seen[n], n)
		}
	}
}

// alone reports whether one point of m meets the windows by itself.
func alone(b *connecttest.Board, open [][]int, m connect.Move) bool {
	return connecttest.Met(open, b.Index(m.A), -1) || connecttest.Met(open, b.Index(m.B), -1)
}
