package main_test

import (
	"fmt"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// A person with nothing but stones, and then with nothing but buttons, does
// everything but play: on the simulated board, by taps in a real browser.
func TestMenuAndButtonsEndToEnd(t *testing.T) {
	t.Parallel()
	browser := webtest.Start(t)
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[game]
human = "both"
[board]
settle = "100ms"
menu = "500ms"
[buttons]
press = ["1 undo", "2 level-up"]
hold = ["1 shutdown"]
hold_time = "10s"
[power]
shutdown = "exit"
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
`))
	p := browser.Open(t, d.Base+"/", webtest.Phone)
	says := func(text string) {
		t.Helper()
		p.Wait(text, fmt.Sprintf(`document.querySelector("#message").textContent.includes(%q)`, text))
	}
	stone := func(point string, there bool) {
		t.Helper()
		p.Tap(point)
		p.Wait("the stone of "+point, fmt.Sprintf(`!document.querySelector(".stones .pending") && (document.querySelector('.stones [data-at=%q]') !== null) === %v`, point, there))
	}
	p.Click(`label:has(input[name="hand"][value="black"])`)
	stone("J10", true)
	says("White to move")

	stone("J10", false)
	stone("S19", true)
	says("What would you like?")
	stone("H1", true) // level
	says("How strong should I play?")
	stone("H1", false)
	stone("J2", true) // 8
	says("I play at level 8.")
	stone("J2", false)
	stone("S19", false)
	stone("J10", true)
	says("White to move")

	p.Click(`[data-key="2"]`)
	says("I play at level 9.")
	p.Click(`[data-key="1"]`)
	says("Take it away.")
	stone("J10", false)
	says("Black to move")

	p.Wait("the page's menu", `(location.hash = "menu") && document.querySelector("#shutdown").offsetHeight > 0`)
	p.Click("#shutdown")
	p.Click("#ask-ok")
	p.Wait("goodbye", `document.querySelector("#headline").textContent === "Shutting down"`)
	if err := d.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	p.Wait("the page to say why nobody answers", `document.querySelector("#offline").textContent.startsWith("The board is shut down")`)
}
