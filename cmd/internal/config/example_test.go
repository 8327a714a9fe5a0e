package config_test

import (
	"fmt"

	"stonehand/cmd/internal/config"
)

// What a file leaves out is as in [config.Default].
func ExampleParse() {
	c, err := config.Parse("stonehand.toml", []byte("[game]\nrules = \"gomoku\"\nlevel = 8\n"))
	fmt.Println(c.Game.Rules, c.Game.Level, c.Game.Human, err)
	// Output: gomoku 8 black <nil>
}
