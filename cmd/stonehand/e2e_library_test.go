package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// A record is brought to the daemon, opened on its page, and laid out on the simulated
// board by helping hands; then its next turns are guessed there.
func TestRecordOnTheBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon and a browser take a while, so -short leaves them out")
	}
	t.Parallel()
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, `
[engine]
table_mb = 4
[web]
listen = "127.0.0.1:0"
[sim]
as_real_board = false
`))
	const record = "(;GM[1]SZ[9]PB[Anna]PW[Bo];B[ba];W[aa];B[ab]C[takes];W[cc];B[gg])"
	r, err := http.Post(d.Base+"/api/library?name=anna.sgf", "application/x-go-sgf", strings.NewReader(record))
	if err != nil {
		t.Fatal(err)
	}
	if r.Body.Close(); r.StatusCode != http.StatusOK {
		t.Fatal(r.Status)
	}
	p := webtest.Start(t).Open(t, d.Base+"/#library", webtest.Phone)
	p.Wait("the library", `document.querySelectorAll("#library-list .open").length === 1`)
	p.Click("#library-list .open")
	p.Wait("the game", `document.querySelectorAll("#tree-ways li").length === 1`)
	for range 3 {
		p.Click("#tree-on")
	}
	p.Click("#tree-replay")
	laid := func(at string, stones int) {
		t.Helper()
		p.Wait("turn "+at, fmt.Sprintf(`document.querySelector("#message").textContent.startsWith("Turn %s of 5. To continue") &&
			document.querySelectorAll(".stones [data-at]").length === %d`, at, stones))
	}
	laid("3", 2)
	p.Keep("replay")
	p.Click("#replay-back")
	laid("2", 2)
	p.Click("#replay-guess")
	p.Wait("the question", `document.querySelector("#message").textContent.endsWith("Where does Black play?")`)
	p.Tap("E5")
	p.Wait("that it is wrong", `document.querySelector("#message").textContent.includes("Not there") && document.querySelectorAll('[data-mark="refused"]').length === 1`)
	p.Keep("replay-guess")
	p.Tap("E5")
	p.Wait("the next try", `document.querySelector("#message").textContent.endsWith("Where does Black play?")`)
	p.Tap("A8")
	p.Wait("the capture", `document.querySelector("#message").textContent === "Right at the first try: 0 of 1. Where does White play?" && document.querySelectorAll(".stones [data-at]").length === 2`)
	p.Click("#replay-end")
	p.Wait("the table's own game", `document.querySelector("#replay").hidden && document.querySelectorAll("#board .cell").length === 361`)
}
