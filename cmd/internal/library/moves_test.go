package library

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
)

func TestMoves(t *testing.T) {
	folder := fstest.MapFS{
		"a.sgf":        {Data: []byte("(;GM[1]SZ[19]RE[B+R];B[pd];W[dp];B[pp])(;GM[1]SZ[19]RE[W+2.5];B[dd];W[pp];B[dp])")},
		"deep/b.SGF":   {Data: []byte("(;SZ[19]HA[2]AB[pd][dp];W[dd];B[pp])")},
		"broken.sgf":   {Data: []byte("this is no game")},
		"illegal.sgf":  {Data: []byte("(;SZ[19];B[dd];W[dd])")},
		"other.sgf":    {Data: []byte("(;GM[4]SZ[15];B[hh])")},
		"large.sgf":    {Data: []byte("(;SZ[52];B[AA])")},
		"setup.sgf":    {Data: []byte("(;SZ[19]AB[aa]AW[ab][ba];B[dd])")},
		"notes.txt":    {Data: []byte("(;SZ[19];B[dd])")},
		"too-long.sgf": {Data: []byte("(;SZ[19];B[dd]C[" + strings.Repeat("x", sgf.MaxBytes) + "])")},
	}
	r, problems, err := Moves(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := weiqi.NewBoard(board.Size{Cols: 19, Rows: 19})
	if got := r.Next(b, board.Black, false); !slices.Contains(got, joseki.Played{Point: board.At(3, 3), Games: 3, Won: 1}) {
		t.Errorf("on the empty board %v, want D4 of 3 games, 1 of them won", got)
	}
	told := strings.Join(problems, "\n")
	for _, want := range []string{"broken.sgf: ", "illegal.sgf: move 2, white on D16, is illegal", "other.sgf: this is a record of another game, GM[4]", "large.sgf: line 1, column 3: the board's size SZ[52] is none that can be played on", "setup.sgf: ", "too-long.sgf: "} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is missing in:\n%s", want, told)
		}
	}
	if n := len(problems); n != 6 {
		t.Errorf("%d problems, want 6:\n%s", n, told)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Moves(ctx, folder); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
