package hall

import (
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/web/webtest"
)

// TestATableIsRemoved takes a table that is gone off the pages of two halls. It is back when it
// connects again.
func TestATableIsRemoved(t *testing.T) {
	p := newPlace(t)
	one := orders(t, p)
	a, b := p.serve(), p.serve()
	for _, s := range []*site{a, b} {
		until(t, "the table", func() bool { return s.hall.view.known("one") })
	}
	a.wants("POST", "/api/tables/one/remove", `{}`, 401)
	a.logIn("play-password")
	a.wants("POST", "/api/tables/one/remove", `{}`, 403)
	a.logIn("operate-password")
	a.wants("POST", "/api/settings", `{"do":"volume","volume":40}`, 200)
	until(t, "the volume", func() bool { return strings.Contains(a.wants("GET", "/api/settings", "", 200), `"taken":{"one":`) })
	a.wants("POST", "/api/tables/two/remove", `{}`, 404)
	a.wants("POST", "/api/tables/one/remove", `{}`, 409)
	one.kill()
	tab := webtest.Start(t).Visit(t, a.base+"/", webtest.Screen{Width: 390, Height: 844})
	enter(tab, "operate-password")
	tab.Wait("no button for a table that is there", `document.querySelectorAll("article .orders button").length === 4`)
	for _, s := range []*site{a, b} {
		v := s.hall.view
		v.mu.Lock()
		x := v.tables["one"]
		x.heard = time.Now().Add(-silent - time.Second)
		v.tables["one"] = x
		v.ring("one")
		v.mu.Unlock()
	}
	tab.Wait("the button", `document.querySelectorAll("article .orders button").length === 5`)
	webtest.Eval[bool](tab, `(() => { window.confirm = (text) => text.startsWith("Remove one from this page?"); return true; })()`)
	tab.Click("article .orders button:last-child")
	tab.Wait("a page without it", `document.querySelector("article[data-table]") === null && !document.querySelector("#empty").hidden`)
	until(t, "the other hall", func() bool { return !b.hall.view.known("one") })
	if said := a.wants("GET", "/api/settings", "", 200); !strings.Contains(said, `"taken":{}`) {
		t.Errorf("the hall counts a table that was removed: %s", said)
	}
	if kept := p.read(fleet.StreamState, p.keys.subjects("one")[fleet.PartState]); len(kept) != 1 || len(kept[0]) != 0 {
		t.Errorf("a hall that starts later is told %q", kept)
	}
	one.start()
	tab.Wait("the table again", `document.querySelector("article[data-table=one]") !== null`)
	if c := tab.Complaints(); len(c) > 0 {
		t.Errorf("the page complains: %v", c)
	}
}
