package api_test

import (
	"fmt"

	"stonehand/cmd/internal/api"
)

func ExampleParseCommand() {
	c, err := api.ParseCommand([]byte(`{"do":"new-game","game":"gomoku","human":"white","level":7}`))
	fmt.Println(c.Do, c.Game, c.Human, *c.Level, err)
	// Output: new-game gomoku [white] 7 <nil>
}
