package hall

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
)

// TestThePageComesBack looks at a hall behind a proxy that answers by itself while the hall
// starts again, and later does not notice that the hall has gone.
func TestThePageComesBack(t *testing.T) {
	p := newPlace(t)
	x := orders(t, p)
	s := p.serve()
	to, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	var down atomic.Bool
	var streams, refused atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		events := r.URL.Path == "/api/events"
		if down.Load() {
			http.Error(w, "Bad Gateway", http.StatusBadGateway)
			if events {
				refused.Add(1)
			}
			return
		}
		if events {
			streams.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	tab := webtest.Start(t).Visit(t, front.URL+"/", webtest.Screen{Width: 1280, Height: 800})
	tab.Wait("the table", `document.querySelector("article[data-table=one]") !== null`)
	down.Store(true)
	front.CloseClientConnections()
	until(t, "a stream that is refused", func() bool { return refused.Load() > 0 })
	tab.Wait("that the hall is away", `!document.querySelector("#offline").hidden`)
	down.Store(false)
	tab.Wait("the hall", `document.querySelector("#offline").hidden`)
	x.change(func(s *api.Snapshot) { s.Said = map[string]api.Said{"en": {Message: "Here again."}} })
	tab.Wait("what the table says", `document.querySelector("article .message").textContent === "Here again."`)
	before := streams.Load()
	webtest.Eval[bool](tab, `(() => { const now = performance.now.bind(performance); performance.now = () => now() + 60000; return true; })()`)
	until(t, "another stream in place of one that says nothing", func() bool { return streams.Load() > before })
}
