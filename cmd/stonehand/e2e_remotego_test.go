package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// A guest in a browser plays Go by the terms of an invitation that people make on the
// page: it captures a stone, both pass, the guest says that a stone is dead, the host that
// it lives, and both agree in the end.
func TestGuestPlaysGoInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a game in a browser takes a while, so -short leaves it out")
	}
	t.Parallel()
	browser := webtest.Start(t)
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, fmt.Sprintf(remoteConfig, "go", webtest.Address(t))))
	host := browser.Open(t, d.Base+"/", webtest.Desktop)
	host.Wait("the offer to invite", `!document.querySelector("#remote-invite").hidden`)
	host.Click("#remote-invite")
	host.Wait("the terms", `document.querySelector("#remote-dialog").open && document.querySelector("#remote-form [name=go-size]").value === "15x15"`)
	webtest.Eval[bool](host, `(() => { for (const [name, value] of [["rules", "japanese"], ["komi", "0.5"]]) document.querySelector("#remote-form [name=go-" + name + "]").value = value; return true })()`)
	host.Keep("invite-go")
	host.Click(`#remote-dialog [value="ok"]`)
	host.Wait("the link", `document.querySelector("#remote-address").value.includes("/invite#")`)
	guest := browser.Open(t, webtest.Eval[string](host, `document.querySelector("#remote-address").value`), webtest.Phone)
	guest.Wait("the game", `document.querySelector("#message").textContent.startsWith("Waiting for")`)

	moves := func(n int) func(*api.Snapshot) bool {
		return func(s *api.Snapshot) bool { return len(s.Moves) == n }
	}
	put := func(n int, point string) {
		t.Helper()
		d.Until(t, "the host's turn", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman && len(s.Moves) == n })
		if err := d.Put(api.Stone{Point: apitest.At(point), Color: board.Black}); err != nil {
			t.Fatal(err)
		}
		guest.Wait("the host's stone on "+point, fmt.Sprintf(`document.querySelector('.stones [data-at=%q]') !== null`, point))
	}
	play := func(n int, point string) {
		t.Helper()
		guest.Wait("the guest's turn", `document.querySelector("#headline").textContent === "Your turn"`)
		guest.Tap(point)
		guest.Wait("the choice to stand", `!document.querySelector("#play").disabled`)
		guest.Click("#play")
		d.Until(t, "the guest's stone to be asked for", func(s *api.Snapshot) bool { return slices.Equal(apitest.Names(s.Wanted), []string{point}) })
		if err := d.Put(api.Stone{Point: apitest.At(point), Color: board.White}); err != nil {
			t.Fatal(err)
		}
		d.Until(t, "the turn to count", moves(n+1))
	}
	put(0, "A1")
	play(1, "B1")
	put(2, "H8")
	play(3, "A2")
	d.Until(t, "the capture", func(s *api.Snapshot) bool { return slices.Equal(apitest.Names(s.Go.Captured), []string{"A1"}) })
	guest.Wait("the captured stone to be off", `document.querySelector('.stones [data-at="A1"]') === null`)
	if err := d.Lift(api.Stone{Point: apitest.At("A1")}); err != nil {
		t.Fatal(err)
	}
	d.Until(t, "the prisoner", func(s *api.Snapshot) bool { return s.Go.Prisoners.White == 1 && s.Phase == api.PhaseHuman })
	host.Wait("the pass", `!document.querySelector("#pass").disabled`)
	host.Click("#pass")
	guest.Wait("the terms", `document.querySelector("#go-about").textContent === "Captured: Black 0, White 1, komi 0.5"`)
	guest.Wait("Black's pass", `document.querySelector("#message").textContent.startsWith("Your opponent passed.")`)
	guest.Wait("its own pass", `!document.querySelector("#pass").disabled`)
	guest.Click("#pass")
	d.Until(t, "the count", func(s *api.Snapshot) bool { return s.Go.Counting && len(s.Moves) == 6 })

	dead := func(want bool) {
		t.Helper()
		d.Until(t, fmt.Sprintf("H8 to be dead: %t", want), func(s *api.Snapshot) bool {
			return slices.Contains(apitest.Names(s.Go.Dead), "H8") == want
		})
		guest.Wait("the same at the guest's", fmt.Sprintf(`(document.querySelector('.marks [data-at="H8"]') !== null) === %t`, want))
	}
	guest.Wait("the count", `!document.querySelector("#agree").hidden`)
	for _, name := range []string{"H8", "B1", "A2"} { // whatever the table has proposed
		if s, err := d.State(); err != nil {
			t.Fatal(err)
		} else if slices.Contains(apitest.Names(s.Go.Dead), name) {
			guest.Tap(name)
			d.Until(t, name+" to live", func(s *api.Snapshot) bool { return !slices.Contains(apitest.Names(s.Go.Dead), name) })
		}
	}
	guest.Tap("H8")
	dead(true)
	guest.Keep("guest-go-count")
	guest.Click("#agree")
	d.Until(t, "White's word", func(s *api.Snapshot) bool { return len(s.Go.Agreed) == 1 })
	host.Tap("H8") // Black holds it alive: White has agreed to nothing now
	dead(false)
	d.Until(t, "nobody's word", func(s *api.Snapshot) bool { return len(s.Go.Agreed) == 0 && s.Result == "" })
	host.Click("#agree-black")
	guest.Wait("Black's word", `document.querySelector("#message").textContent.includes("agreed")`)
	guest.Click("#agree")
	s := d.Until(t, "the score", func(s *api.Snapshot) bool { return s.Reason == "score" })
	if s.Go.Komi != 0.5 || !strings.HasPrefix(text(t, s), "japanese") {
		t.Errorf("the terms are %+v", s.Go.Terms)
	}
	guest.Wait("the end", fmt.Sprintf(`document.querySelector("#message").textContent.includes(" wins by %s.")`, s.Go.Score[2:]))
	for _, p := range []*webtest.Tab{host, guest} {
		for _, complaint := range p.Complaints() {
			t.Errorf("a page complains: %s", complaint)
		}
	}
	d.Stop()
}

// text is how the terms of a game are written.
func text(t *testing.T, s *api.Snapshot) string {
	t.Helper()
	words, err := s.Go.Terms.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(words)
}
