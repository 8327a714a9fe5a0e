package sgf

import (
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

// RulesOf returns the rules, on a board of a size, of a record with the GM gm and the
// RU said. Gomoku is freestyle, and Connect6 does not count fives, unless RU begins
// with the name of other rules. It is nil for Go and for games that have no rules here.
func RulesOf(gm int, said string, size board.Size) game.Rules {
	switch gm {
	case GMGomoku:
		r := game.Freestyle()
		for _, g := range []game.Gomoku{game.Standard(), game.Renju()} {
			if names(said, g.Name()) {
				r = g
			}
		}
		r.Board = size
		return r
	case GMConnect6:
		r := game.Connect6()
		if names(said, game.Fives().Name()) {
			r = game.Fives()
		}
		r.Board = size
		return r
	}
	return nil
}

// GoRules returns the rule set of Go, with its usual komi, that the RU of a record
// begins with; ok is false if that is none.
func GoRules(said string) (r weiqi.Rules, ok bool) {
	for _, r := range weiqi.Presets() {
		if names(said, r.Name) || r.Name == "new-zealand" && names(said, "nz") {
			return r, true
		}
	}
	return weiqi.Rules{}, false
}

// names reports whether RU begins with a name, in any case and with spaces or hyphens
// between its words.
func names(said, name string) bool {
	return strings.HasPrefix(strings.ReplaceAll(strings.ToLower(said), " ", "-"), name)
}
