package web

import (
	"context"
	"io"
	"net/http"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/referee"
)

// A page that gets no stream, because somebody else at its very address holds them
// all, shows the board all the same, and goes on with it.
func TestPageWithoutAStream(t *testing.T) {
	b := browser(t)
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 64 {
		r, err := http.NewRequestWithContext(ctx, "GET", s.url()+"api/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		go func() { _, _ = io.Copy(io.Discard, res.Body) }()
	}
	p := b.Open(t, s.url(), webtest.Desktop)
	s.table.set(func(n *api.Snapshot) {
		n.Stones = []api.Seen{{Point: apitest.At("J10"), Color: referee.Black}}
	})
	p.Wait("the stone to be shown", `document.querySelectorAll(".stones [data-at]").length === 1 && document.querySelector("#offline").hidden`)
	cancel()
	defer s.table.keepTelling(api.Update{Fault: "A sensor is stuck."})()
	p.Wait("the stream to be opened after all", `document.querySelector("#fault").textContent === "A sensor is stuck."`)
}
