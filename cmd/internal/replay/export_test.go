package replay

import (
	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// Of what the tests of another package look into.

func (n *Notes) Settings() Settings { return n.settings }

func (j *Journal) Entries() []api.Entry { return j.entries }

func InOrder(turn []board.Point) []string { return inOrder(turn) }
