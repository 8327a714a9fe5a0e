package book_test

import (
	"fmt"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// A book holds for every orientation of the board.
func ExampleRead() {
	text := book.Header{Recipe: "by hand", Turns: 2}.String() + "J10\n I9K10 5\n"
	b, err := book.Read(strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := connect.New(connect.Board, connect.Values{})
	if err != nil {
		fmt.Println(err)
		return
	}
	pos.Play(board.At(9, 9))
	m, ok := b.Find(pos, 0)
	fmt.Println(m.Stones(), ok)
	// Output: 2 true
}
