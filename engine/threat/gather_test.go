package threat

import (
	"testing"

	"stonehand/engine/connect"
)

// TestAListThatLacksPointsSaysSo asks for one more point than there is room for:
// what is not found without it must not count as not there.
func TestAListThatLacksPointsSaysSo(t *testing.T) {
	g := &generator{list: new(threatList)}
	for i := range maxThreatCells {
		if g.cell(connect.Cell(i)) == nil || g.list.cut {
			t.Fatalf("no room for point %d of %d", i, maxThreatCells)
		}
	}
	if g.cell(0) == nil || g.list.cut {
		t.Error("a point that is there is not found")
	}
	if g.cell(maxThreatCells) != nil || !g.list.cut {
		t.Error("a list without one of its points says that it is whole")
	}
}
