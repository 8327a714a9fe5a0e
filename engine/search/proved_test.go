package search

import (
	"testing"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/connect/connecttest"
	"stonehand/engine/hybrid"
	"stonehand/engine/limit"
	"stonehand/engine/player"
)

// TestProvedOnlyByProof: a win that alpha-beta scores is no proof, and is not told as
// one; one of the solver is, and a loss to more threats than a turn meets.
func TestProvedOnlyByProof(t *testing.T) {
	for _, c := range []struct {
		name, stones string
		source       player.Source
		score        int32 // its sign is that of a win or a loss
		proved       bool
		win          int
	}{
		{"a win of alpha-beta", "J10 J7 J9 H10 I11 K8 I10 K9 H12 L8 F14 H11", player.FromSearch, 1, false, 0},
		{"a loss of alpha-beta", "J10 M8 K10 I11 J11 G11 H11 N9 R15 G12 H12 S12 M13 H4 J12 K11 L12", player.FromSearch, -1, false, 0},
		{"a win at hand", "J10 A1 A3 J11 J12 C1 C3 J13 J14 A5 A7", player.FromThreat, 1, true, 1},
		{"more threats than a turn meets", "J10 A1 A3 J11 J12 C1 C3 J13 K10 E1 E3 K11 K12 A5 A7 K13 J9", player.FromSearch, -1, true, -1},
	} {
		o := DefaultOptions()
		o.Book = false
		e := newEngine(t, connect.Board, o)
		e.Position().CopyFrom(connecttest.Played(t, c.stones))
		f := e.Search(t.Context(), limit.Limits{Depth: 5}, nil)
		if f.Source != c.source || f.Proved != c.proved {
			t.Errorf("%s: %+v", c.name, f)
		}
		if f.Score*c.score < Proved {
			t.Errorf("%s: the score %d", c.name, f.Score)
		}
		i := told(f)
		if i.Win != c.win || (*i.Chance == 1 || *i.Chance == 0) != c.proved || (i.Score >= Proved || i.Score <= -Proved) != c.proved {
			t.Errorf("%s is told as %+v with chance %v", c.name, i, *i.Chance)
		}
	}
}

// TestAWinThisTurnIsNoLoss: who completes six is not lost to more threats than a turn
// meets, also where the search knows nothing of threats.
func TestAWinThisTurnIsNoLoss(t *testing.T) {
	o := DefaultOptions()
	o.Book, o.Solver = false, false
	o.Mix, o.Unaided, o.TableMB, o.Width = hybrid.RoadShape, true, 1, 60
	e, err := New(connect.Board, o, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p := e.Position()
	for x := range 4 {
		p.Put(board.At(3+x, 3), board.Black)
		p.Put(board.At(10+x, 10), board.White)
		p.Put(board.At(10+x, 15), board.White)
	}
	p.SetTurn(board.Black, 2)
	f := e.Search(t.Context(), limit.Limits{Depth: 2}, nil)
	if p.PlayMove(f.Move); p.Winner() != board.Black || f.Score < 0 {
		t.Errorf("%+v", f)
	}
}
