package lab

import (
	"stonehand/engine/board"
	"stonehand/engine/connect"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// SGF writes the game as a file for programs that show games.
func (r Record) SGF() []byte {
	rec := sgf.Record{Size: connect.Connect6.Size(), Black: r.Black, White: r.White, Rules: "connect6", Comment: r.Fault}
	color := board.Black
	for _, m := range r.Turns {
		rec.Turns = append(rec.Turns, game.Turn{Color: color, Points: m.Points(nil)})
		color = color.Other()
	}
	rec.Result = game.Result{Over: true, Winner: r.Winner}
	if r.OnTime {
		rec.Result.Reason = game.ByTime
	}
	if r.Fault == "" && r.Winner != board.Empty {
		rec.Result.Reason = game.ByLine
	}
	return rec.SGF()
}
