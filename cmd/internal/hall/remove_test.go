package hall

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/tournament"
	"stonehand/cmd/internal/web/webtest"
)

// TestATableIsRemoved takes a table that is gone off the pages of two halls. It is back when it
// connects again.
func TestATableIsRemoved(t *testing.T) {
	t.Parallel()
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
	told, err := p.nc.SubscribeSync("*.>")
	if err == nil {
		err = p.nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	tab.Click("article .orders button:last-child")
	tab.Wait("a page without it", `document.querySelector("article[data-table]") === null && !document.querySelector("#empty").hidden`)
	until(t, "the other hall", func() bool { return !b.hall.view.known("one") })
	// Home Assistant takes an empty message about its health for news of it, unless it has forgotten it.
	for last := ""; last != p.keys.subjects("one")[fleet.PartHealth]; {
		m, err := told.NextMsg(patience)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Data) == 0 && strings.HasPrefix(m.Subject, "stonehand.one.") && last == "" {
			t.Fatal("Home Assistant is not told first that the table is removed")
		}
		if len(m.Data) == 0 && (m.Subject == fleet.AssistantSubject("one") || last != "") {
			last = m.Subject
		}
	}
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

// TestATournamentIsRemoved calls off a tournament of two halls in the middle of a round. A hall
// that has not heard of that does not bring it back.
func TestATournamentIsRemoved(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	orders(t, p)
	a, b := p.serve(), p.serve()
	until(t, "the table", func() bool { return a.hall.view.known("one") })
	a.logIn("play-password")
	makes := func(title string) string {
		t.Helper()
		var made shown
		if err := json.Unmarshal([]byte(a.wants("POST", "/api/tournaments", `{"title":"`+title+`","kind":"round-robin","game":"connect6","players":["a","b","c"]}`, 200)), &made); err != nil {
			t.Fatal(err)
		}
		until(t, "the other hall", func() bool { _, err := b.hall.cups.get(made.ID); return err == nil })
		return made.ID
	}
	stays, goes := makes("Stays"), makes("Goes")
	at := "/api/tournaments/" + goes
	a.wants("POST", at+"/next", `{}`, 200)
	a.wants("POST", at+"/remove", `{}`, 403)
	tab := webtest.Start(t).Visit(t, a.base+"/", webtest.Screen{Width: 390, Height: 844, Touch: true})
	enter(tab, "play-password")
	tab.Wait("no button", `document.querySelector("#cups .acts .quiet")?.hidden === true`)
	tab.Click("#exit")
	enter(tab, "operate-password")
	tab.Wait("the button", `document.querySelector("#cups .acts .quiet")?.hidden === false`)
	tab.Keep("hall-tournament-removed")
	old, err := a.hall.cups.get(goes)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Eval[bool](tab, `(() => { window.confirm = (text) => text.includes("“Goes”"); return true; })()`)
	tab.Click("#cups .acts .quiet")
	tab.Wait("the other tournament alone", `[...document.querySelectorAll("#cups h3")].map((e) => e.textContent).join() === "Stays"`)
	until(t, "the other hall", func() bool { _, err := b.hall.cups.get(goes); return err != nil })
	// The other hall may not have heard of it yet, and what it heard before may come late.
	data, err := json.Marshal(old.Tournament)
	if err != nil {
		t.Fatal(err)
	}
	a.hall.cups.note(goes, data, old.seq)
	b.hall.cups.mu.Lock()
	b.hall.cups.all[goes] = old
	b.hall.cups.mu.Unlock()
	b.logIn("operate-password")
	open := slices.IndexFunc(old.Pairings, func(p tournament.Pairing) bool { return p.Result == "" })
	b.wants("POST", at+"/result", fmt.Sprintf(`{"pairing":%d,"result":"black"}`, open), 404)
	a.logIn("operate-password")
	for _, what := range []string{"next", "result", "send", "remove"} {
		a.wants("POST", at+"/"+what, `{"table":"one","result":"black"}`, 404)
	}
	if len(a.hall.shownAll()) != 1 || len(b.hall.shownAll()) != 1 {
		t.Error("a tournament that was removed is there")
	}
	a.wants("GET", at+".txt", "", 404)
	late := p.serve()
	until(t, "a hall that starts later", func() bool { _, err := late.hall.cups.get(stays); return err == nil })
	if n := len(late.hall.shownAll()); n != 1 {
		t.Errorf("a hall that starts later has %d tournaments", n)
	}
	if c := tab.Complaints(); len(c) > 0 {
		t.Errorf("the page complains: %v", c)
	}
}
