package threat_test

import (
	"fmt"

	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/eval"
	"stonehand/engine/limit"
	"stonehand/engine/threat"
)

// Four in a row win at once.
func ExampleSolver_Prove() {
	pos, err := connect.New(connect.Board, eval.DefaultRoads.Values())
	if err != nil {
		fmt.Println(err)
		return
	}
	for x := 6; x < 10; x++ {
		pos.Put(board.At(x, 9), board.Black)
		pos.Put(board.At(2*x-10, 0), board.White)
	}
	pos.SetTurn(board.Black, 2)
	s := threat.New(pos, threat.Memory{Proofs: 1 << 13, Lines: 128})
	p := s.Prove(&limit.Clock{}, threat.MaxTurns)
	fmt.Println(p.Turns, p.Complete, p.Line[0])
	// Output: 1 true E10 F10
}
