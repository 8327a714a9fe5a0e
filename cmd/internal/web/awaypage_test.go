package web

import (
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// An installed page says that the table is away, in both languages, and comes back by
// itself.
func TestTableIsAway(t *testing.T) {
	s := newSite(t)
	phone := webtest.Phone
	phone.Worker = true
	p := browser(t).Open(t, s.url(), phone)
	p.Wait("the worker to be at work", `(navigator.serviceWorker.ready.then((r) => (document.body.dataset.worker = r.active.state)), document.body.dataset.worker === "activated")`)
	s.stop()
	p.Reload()
	p.Wait("the page that says so", `/The table is not available/.test(document.body?.textContent ?? "") && /棋桌不在线/.test(document.body.textContent) && getComputedStyle(document.querySelector(".button")).backgroundColor !== "rgba(0, 0, 0, 0)"`)
	p.Keep("away-phone")
	for _, v := range p.Violations(webtest.Axe(t)) {
		t.Error(v)
	}
	s.start()
	p.Wait("the table", `document.body?.dataset.online === "yes" && document.querySelector("#headline")?.textContent !== ""`)
}
