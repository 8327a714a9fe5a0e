package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// What moves away as it is pressed, or is covered, is pressed again, once. What is hidden is
// waited for.
func TestPressOnWhatMoves(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>moves</title><button id="b">press</button><p id="n">0</p><script>
const b = document.getElementById("b"), n = document.getElementById("n");
for (const what of ["mousedown", "touchstart"]) addEventListener(what, () => { b.style.marginTop = "200px"; }, { once: true });
b.addEventListener("click", () => { n.textContent = String(Number(n.textContent) + 1); });
</script>`)) // a browser that has gone
	}))
	defer s.Close()
	for _, screen := range []webtest.Screen{webtest.Phone, webtest.Desktop} {
		p := browser(t).Visit(t, s.URL, screen)
		p.Click("#b")
		p.Wait("one click", `document.querySelector("#n").textContent === "1"`)
		p.Click("#b")
		p.Wait("another", `document.querySelector("#n").textContent === "2"`)
		// A notice that lies on top, and goes when it is pressed.
		webtest.Eval[any](p, `(document.body.insertAdjacentHTML("beforeend", '<p id="over" style="position:fixed;inset:0;background:red" onclick="this.remove()">'), 0)`)
		p.Click("#b")
		p.Wait("a third", `document.querySelector("#n").textContent === "3"`)
		if !screen.Touch {
			continue
		}
		// What hides itself, as buttons do whose table does not answer.
		webtest.Eval[any](p, `(() => { const b = document.querySelector("#b"); b.hidden = true; setTimeout(() => { b.hidden = false; }, 11000); return 0 })()`)
		p.Click("#b")
		p.Wait("a fourth", `document.querySelector("#n").textContent === "4"`)
	}
}
