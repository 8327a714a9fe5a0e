package web

import (
	"flag"
	"slices"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

var paint = flag.Int("paint", 0, "how often TestFirstPaint opens the page")

// pi is a telephone four times slower than this computer that opens the page over a line
// of 1.6 megabits per second, from a table whose answers take 100 ms.
var pi = webtest.Slow{Latency: 100, PerSecond: 200_000, CPU: 4}

// TestFirstPaint measures when a page that was never opened before shows something, and
// when it shows the table's state. The budget of requests and bytes is tested with every
// change (TestBudget); time is not, since machines that test are busy.
func TestFirstPaint(t *testing.T) {
	if *paint == 0 {
		t.Skip("optional: measures the first paint with: make paint")
	}
	var first, state []float64
	for range *paint {
		s := newSite(t)
		s.table.set(scene)
		screen := webtest.Phone
		screen.Slow = &pi
		p := webtest.Start(t).Open(t, s.url(), screen)
		p.Wait("the first paint", `performance.getEntriesByName("first-contentful-paint").length`)
		first = append(first, webtest.Eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
		state = append(state, webtest.Eval[float64](p, `performance.getEntriesByName("state-shown")[0]?.startTime ?? 0`))
	}
	slices.Sort(first)
	slices.Sort(state)
	t.Logf("first contentful paint: median %.0f ms, most %.0f ms; the table's state: median %.0f ms, most %.0f ms",
		first[len(first)/2], first[len(first)-1], state[len(state)/2], state[len(state)-1])
}
