package text

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"stonehand/engine/board"
	"stonehand/engine/sgf"
)

//go:embed records.txt
var recordsTxt string

// recordsZh says in Chinese what can be wrong with a game record, and what was done
// about it; [sgf.Pos.Problem] says it in English.
var recordsZh = sync.OnceValue(func() map[sgf.Fault]sgf.Wording { return sgf.Wordings(recordsTxt) })

// Record says what is wrong with a game record. What has no words in the language is
// said in English.
func (l Language) Record(err error) string {
	e, ok := errors.AsType[*sgf.Error](err)
	if !ok || l != Chinese {
		return err.Error()
	}
	w, ok := recordsZh()[e.Fault]
	if !ok {
		return err.Error()
	}
	args := e.Args
	if e.Fault == sgf.Occupied {
		args = []any{l.Side(args[0].(board.Color)), args[1]}
	}
	s := fmt.Sprintf("第 %d 行第 %d 列：%s", e.Line, e.Column, sgf.Fill(w.Text, args))
	if e.Done != "" {
		s += "；" + sgf.Fill(w.Done, args)
	}
	return s + "。"
}
