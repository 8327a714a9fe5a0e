package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
)

// The table's own screen shows the PIN; anyone who enters it plays; the password does
// more; and logging out ends both.
func TestPageOfRoles(t *testing.T) {
	b := browser(t)
	s := newSite(t, func(s *site) {
		s.set = func(c *Config) { c.Password, c.PINTime = "sesame open", time.Hour }
	})
	own := b.Open(t, s.url(), webtest.Desktop)
	inMenu(own)
	own.Wait("the offer to log in", `document.querySelector("#access-form") !== null`)
	res, err := http.Get(s.url() + "api/pin")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var shown pinned
	if err := json.NewDecoder(res.Body).Decode(&shown); err != nil || len(shown.PIN) != 6 {
		t.Fatalf("no PIN: %+v %v", shown, err)
	}
	pin := shown.PIN
	says := func(title string) {
		t.Helper()
		own.Wait("the page to say "+title, `document.querySelector("#access-title").textContent === "`+title+`"`)
	}
	says("You are watching")
	enter := func(what string) {
		t.Helper()
		webtest.Eval[bool](own, `(() => { document.querySelector("#access-secret").value = "`+what+`"; document.querySelector("#access-form button").click(); return true })()`)
	}
	enter("wrong password")
	own.Wait("the refusal", `document.querySelector("#toast").textContent === "Wrong password."`)
	enter(pin)
	own.Wait("the way out", `document.querySelector("#access-logout") !== null`)
	says("You can play")
	own.Click("#access-logout")
	own.Wait("to be out", `document.querySelector("#access-logout") === null && document.querySelector("#access-form") !== null`)
	enter("sesame open")
	own.Wait("to be in", `document.querySelector("#access-form") === null && document.querySelector("#access-logout") !== null`)
	says("You are logged in")
	own.Click("#access-logout")
	own.Wait("to be out", `document.querySelector("#access-form") !== null`)

	scanned := b.Open(t, s.url()+"#pin="+pin, webtest.Phone)
	scanned.Wait("to play", `document.querySelector("#access-logout") !== null && location.hash === ""`)
	if got := webtest.Eval[string](scanned, `document.querySelector("#access-title").textContent`); !strings.Contains(got, "can play") {
		t.Errorf("the page says %q", got)
	}
}

// Who may only look on, and presses what takes more, is led to where the PIN is entered.
func TestLookersAreLedToThePIN(t *testing.T) {
	s := newSite(t, func(s *site) {
		s.set = func(c *Config) { c.Password, c.PINTime = "sesame open", time.Hour }
	})
	p := browser(t).Open(t, s.url(), webtest.Phone)
	for _, c := range []struct {
		press string
		set   func(*api.Snapshot)
	}{
		{"#welcome-play", func(n *api.Snapshot) { n.Phase, n.Attract = api.PhaseAttract, &api.Attract{Scene: "demo"} }},
		{"#hint-ask", func(n *api.Snapshot) { n.Phase, n.Attract = api.PhaseHuman, nil }},
		{`[data-point="K10"]`, func(*api.Snapshot) {}},
	} {
		s.table.set(c.set)
		p.Wait("the button", `!document.querySelector("#`+map[bool]string{true: "welcome", false: "controls"}[c.press == "#welcome-play"]+`").hidden`)
		if strings.HasPrefix(c.press, "[") {
			p.Tap("K10")
		} else {
			p.Click(c.press)
		}
		p.Wait("the question for the PIN after "+c.press, `document.body.dataset.view === "menu" && document.activeElement?.id === "access-secret" && document.querySelector("#toast").textContent.startsWith("Log in first")`)
		p.Click("#view-close")
		p.Wait("the table", `document.body.dataset.view === "play"`)
	}
	// What is typed there counts, and what was wrong can be typed again.
	p.Tap("K10")
	p.Wait("the question for the PIN", `document.activeElement?.id === "access-secret"`)
	p.Type("wrong\r")
	p.Wait("the refusal", `document.querySelector("#toast").textContent === "Wrong password." && document.activeElement?.id === "access-secret"`)
	p.Type("sesame open\r")
	p.Wait("to be in", `document.querySelector("#access-logout") !== null && document.querySelector("#access-form") === null`)
	p.Click("#access-logout")
	p.Wait("to be out", `document.querySelector("#access-form") !== null`)
	p.Click("#view-close")
	p.Wait("the table", `document.body.dataset.view === "play"`)

	// A touch of anything else while the table plays by itself asks for nothing.
	s.table.set(func(n *api.Snapshot) { n.Phase, n.Attract = api.PhaseAttract, &api.Attract{Scene: "demo"} })
	p.Wait("the show", `!document.querySelector("#welcome").hidden`)
	p.Click("#headline")
	p.Click("#burger")
	p.Wait("the menu", `document.body.dataset.view === "menu"`)
	if webtest.Eval[bool](p, `document.activeElement?.id === "access-secret"`) {
		t.Error("a person who opens the menu is asked for the PIN")
	}
}
