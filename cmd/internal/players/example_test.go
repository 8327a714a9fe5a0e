package players_test

import (
	"fmt"

	"stonehand/cmd/internal/players"
	"stonehand/engine/limit"
)

// A player as "stonehand match" takes it.
func ExampleParseConnect6() {
	m, err := players.ParseConnect6("level:7", limit.Limits{})
	fmt.Println(m.Name, err)
	// Output: level:7 <nil>
}
