package hall

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
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
	at := p.keys.subjects("two")[fleet.PartVisits]
	for _, v := range []fleet.Visits{{Hour: time.Unix(3600, 0), Counts: []api.Count{{What: "game", Level: 5000}}}, {Hour: time.Unix(7200, 0), Counts: []api.Count{{What: "game", Level: 5}}}} {
		v.Table = "two"
		body, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nc.Request(at+"."+v.Name(), body, patience); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the visits", func() bool { return len(s.hall.visits.list()) > 0 })
	if n := len(s.hall.visits.list()); n != 1 {
		t.Errorf("the hall has %d counts, and one is possible", n)
	}
}
