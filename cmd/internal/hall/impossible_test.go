package hall

import (
	"strings"
	"testing"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
)

// TestATableCannotStopThePage has a table that says what no table says, from which a page
// would draw or count without end, and looks at another one.
func TestATableCannotStopThePage(t *testing.T) {
	p := newPlace(t)
	orders(t, p)
	s := p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	tab.Wait("the table", `document.querySelector("article[data-table=one] circle, article[data-table=one] svg") !== null`)
	nc := p.as("two")
	for _, state := range []string{
		`"cols":19,"rows":19,"clock":{"control":"3x30s","running":"black","period_ms":1,"black":{"left_ms":-9000000000000000000,"periods":9000000000000000000}}`,
		`"cols":1000000000,"rows":1000000000`,
		`"cols":19,"rows":19,"black":["A1"` + strings.Repeat(`,"A1"`, 100_000) + `]`,
	} {
		if _, err := nc.Request(p.keys.subjects("two")[fleet.PartState], []byte(`{"table":"two","boot":"b","version":1,`+state+"}"), patience); err != nil {
			t.Fatal(err)
		}
		tab.Wait("the table", `document.querySelector("article[data-table=one] svg") !== null`)
	}
	if s.hall.view.state("two") != nil {
		t.Error("the hall shows what no table can show")
	}
}
