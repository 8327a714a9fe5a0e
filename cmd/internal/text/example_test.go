package text_test

import (
	"fmt"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
)

func ExampleLanguage_Say() {
	for _, l := range []text.Language{text.English, text.Chinese} {
		fmt.Println(l.Say(text.JudgedTurn, l.Side(board.Black), "J10"))
	}
	// Output:
	// Black: J10
	// 黑方：J10
}
