package hall

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web/webtest"
)

// behind serves a hall's page through a proxy, which has the say of every request first: false
// keeps it from the hall.
func behind(t *testing.T, s *site, first func(w http.ResponseWriter, r *http.Request) bool) *httptest.Server {
	t.Helper()
	to, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if first(w, r) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { front.CloseClientConnections(); front.Close() })
	return front
}

// TestThePageComesBack looks at a hall behind a proxy that answers by itself while the hall
// starts again, and later does not notice that the hall has gone.
func TestThePageComesBack(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	s := p.serve()
	var down atomic.Bool
	var streams, refused atomic.Int64
	front := behind(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		events := r.URL.Path == "/api/events"
		switch {
		case down.Load():
			http.Error(w, "Bad Gateway", http.StatusBadGateway)
			if events {
				refused.Add(1)
			}
			return false
		case events:
			streams.Add(1)
		}
		return true
	})
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

// TestALateListHidesNoTable gives the page the list of tables after a table has come that the
// list lacks, as while a hall starts that has many.
func TestALateListHidesNoTable(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	orders(t, p)
	s := p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	asked, told := make(chan struct{}), make(chan struct{})
	front := behind(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/api/tables" {
			close(asked)
			<-told
			answer(w, http.StatusOK, map[string]Table{})
		}
		return r.URL.Path != "/api/tables"
	})
	tab := webtest.Start(t).Visit(t, front.URL+"/", webtest.Screen{Width: 1280, Height: 800})
	<-asked
	newTable(t, "two", p.conf.Listen, p.credentials("two")).start()
	tab.Wait("the tables", `document.querySelectorAll("#tables article").length === 2`)
	close(told)
	tab.Wait("the list", `performance.getEntriesByType("resource").some((r) => r.name.endsWith("/api/tables"))`)
	if tab.Sees(`document.querySelectorAll("#tables article").length < 2`, time.Second) {
		t.Error("the page has taken a table off that is there")
	}
}
