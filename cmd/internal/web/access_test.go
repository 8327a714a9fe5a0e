package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

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
	own.Wait("the refusal", `document.querySelector("#toast").textContent === "That is not the password."`)
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
