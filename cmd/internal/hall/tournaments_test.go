package hall

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/tournament"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// plays has a table begin and finish the games that it is told to begin; White wins all.
func plays(t *testing.T, x *table) {
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		began := 0
		for {
			select {
			case <-stop:
				return
			default:
			}
			told := 0
			x.mu.Lock()
			for _, c := range x.done {
				if c.Do == api.DoNewGame {
					told++
				}
			}
			x.mu.Unlock()
			if told > began {
				began = told
				id := x.id(uint64(1000 + began))
				x.change(func(s *api.Snapshot) { s.GameID, s.Result = id, "" })
				x.change(func(s *api.Snapshot) { s.Result = "white" })
				x.finish(id)
			}
			time.Sleep(2 * time.Millisecond)
		}
	}()
	t.Cleanup(func() { close(stop); <-done })
}

// TestATournament is played at a real table's side of the protocol, with two halls.
func TestATournament(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	plays(t, x)
	s, other := p.serve(), p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") && other.hall.view.known("one") })
	const all = "/api/tournaments"
	const club = `{"title":"Club","kind":"round-robin","game":"connect6","players":["Ann \"A\"","Bob","Cid"]}`
	s.wants("POST", all, club, 401)
	s.wants("POST", "/api/login", `{"password":"play-password"}`, 200)
	other.client.Jar = s.client.Jar
	s.wants("POST", all, `{"title":"Club","kind":"ladder","players":["a","b"]}`, 409)
	s.wants("POST", all, `[]`, 400)
	many := `"` + strings.Repeat("Ann\",\"", 3000) + `Bob"`
	if said := s.wants("POST", all, strings.Replace(club, `"Bob"`, many, 1), 413); !strings.Contains(said, "larger than 16 KiB") {
		t.Errorf("3000 players: %s", said)
	}
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", all, club, 200)), &made); err != nil {
		t.Fatal(err)
	}
	at := all + "/" + made.ID
	s.wants("POST", at+"/result", `{"pairing":0,"result":"black"}`, 409)
	s.wants("POST", all+"/nonsense/next", `{}`, 404)
	for round := range 3 {
		s.wants("POST", at+"/next", `{}`, 200)
		s.wants("POST", at+"/next", `{}`, 409) // games are to be played first
		var now shown
		until(t, "the other hall", func() bool { c, err := other.hall.cups.get(made.ID); return err == nil && c.Round() == round+1 })
		list := other.hall.shownAll()
		now = list[0]
		for n, q := range now.Pairings {
			if q.Result == "" {
				other.wants("POST", at+"/send", fmt.Sprintf(`{"pairing":%d,"table":"nine"}`, n), 404)
				other.wants("POST", at+"/send", fmt.Sprintf(`{"pairing":%d,"table":"one"}`, n), 200)
			}
		}
		until(t, "the results", func() bool {
			c, err := s.hall.cups.get(made.ID)
			return err == nil && !c.Open() && c.Round() == round+1
		})
	}
	s.wants("POST", at+"/next", `{}`, 409)
	c, err := s.hall.cups.get(made.ID)
	if err != nil || !c.Over() {
		t.Fatalf("the tournament is not over: %+v, %v", c, err)
	}
	for _, q := range c.Pairings {
		if q.White != tournament.Nobody && q.Result != tournament.WhiteWins {
			t.Errorf("a game that White won: %+v", q)
		}
	}
	text := s.wants("GET", at+".txt", "", 200)
	for _, want := range []string{"Club\n", `[Black "Ann \"A\""]`, `[Result "0-1"]`, `[Site "one"]`, "[GameId \"20260101-000000-1001\"]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the record has no %q:\n%s", want, text)
		}
	}
	if games := s.wants("GET", at+".sgf", "", 200); strings.Count(games, "EV[Club]") != 3 || !strings.Contains(games, "PB[Bob]") && !strings.Contains(games, "PW[Bob]") {
		t.Errorf("the games:\n%s", games)
	}
	s.wants("GET", at+".pdf", "", 404)
	last := len(c.Pairings) - 1
	for c.Pairings[last].White == tournament.Nobody {
		last--
	}
	s.wants("POST", at+"/result", fmt.Sprintf(`{"pairing":%d,"result":"none"}`, last), 409)
	s.wants("POST", at+"/result", `{"pairing":0,"result":"draw"}`, 403) // of an earlier round
	s.wants("POST", at+"/result", fmt.Sprintf(`{"pairing":%d,"result":"draw"}`, last), 200)
	if text := other.wants("GET", all, "", 200); !strings.Contains(text, `"crosstable"`) {
		t.Errorf("the other hall: %s", text)
	}
}

// TestTournamentsOnThePage makes a tournament with the page alone.
func TestTournamentsOnThePage(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	plays(t, x)
	s := p.serve()
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 900})
	tab.Wait("the table", `document.querySelector("article[data-table=one]") !== null`)
	if !webtest.Eval[bool](tab, `document.querySelector("#tournaments").hidden`) {
		t.Error("somebody who has not logged in sees tournaments where there are none")
	}
	enter(tab, "play-password")
	tab.Wait("the form", `!document.querySelector("#new-tournament").hidden`)
	tab.Click("#new-tournament [name=title]")
	tab.Type("Club")
	tab.Click("#new-tournament [name=players]")
	tab.Type("Ann\nBob\n")
	tab.Click("#new-tournament button")
	tab.Wait("the tournament", `document.querySelector("#cups h3")?.textContent === "Club"`)
	tab.Click("#cups button")
	tab.Wait("the pairing", `document.querySelectorAll("#cups li").length === 1`)
	webtest.Eval[bool](tab, `(() => { const list = document.querySelector("#cups li select"); list.value = "one"; list.dispatchEvent(new Event("change")); return true; })()`)
	tab.Wait("the result", `document.querySelector("#cups li strong")?.textContent === "0–1"`)
	tab.Wait("the end", `document.querySelector("#cups p").textContent.includes("finished") && document.querySelector("#cups button").hidden`)
	if text := webtest.Eval[string](tab, `document.querySelector("#cups tbody").innerText`); !strings.HasPrefix(strings.Join(strings.Fields(text), " "), "1 Bob 1") && !strings.HasPrefix(strings.Join(strings.Fields(text), " "), "1 Ann 1") {
		t.Errorf("the standings: %q", text)
	}
	tab.Keep("hall-tournament")
	// Years of tournaments are megabytes: the page asks whether there is something new.
	tab.Wait("an answer without the tournaments", `(() => { const now = performance.getEntriesByType("resource").filter((r) => r.name.includes("/api/tournaments?")).at(-1); return now && now.decodedBodySize < 100; })()`)
	var told struct {
		Version     uint64
		Tournaments []shown
	}
	for _, c := range []struct{ query, title string }{{"", "Club"}, {"?version=", ""}, {"?version=1", "Club"}} {
		if c.query == "?version=" {
			c.query += fmt.Sprint(told.Version)
		}
		told.Tournaments = nil
		if err := json.Unmarshal([]byte(s.wants("GET", "/api/tournaments"+c.query, "", 200)), &told); err != nil || told.Version == 0 || (len(told.Tournaments) > 0) != (c.title != "") {
			t.Errorf("%s: %v %+v", c.query, err, told)
		}
	}
	tab.Click("#language")
	tab.Wait("Chinese", `document.querySelector("#tournaments-title").textContent === "比赛"`)
	if c := tab.Complaints(); len(c) > 0 {
		t.Errorf("the browser complains: %q", c)
	}
}

// TestATableRefusesAPairing sends a game to a table that does not know the hall's keys: the page
// says why, in words of the hall and not of a game.
func TestATableRefusesAPairing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	newTable(t, "deaf", p.conf.Listen, p.credentials("deaf")).start()
	s := p.serve()
	s.logIn("play-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"round-robin","game":"renju","players":["a","b"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	s.wants("POST", "/api/tournaments/"+made.ID+"/next", `{}`, 200)
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 900})
	tab.Wait("the table", `document.querySelector("article[data-table=deaf]") !== null`)
	enter(tab, "play-password")
	tab.Wait("the choice", `[...document.querySelectorAll("#cups option")].some((o) => o.value === "deaf")`)
	webtest.Eval[bool](tab, `(() => { const list = document.querySelector("#cups li select"); list.value = "deaf"; list.dispatchEvent(new Event("change")); return true; })()`)
	tab.Wait("an answer", `document.querySelector("#toast").textContent !== ""`)
	if said := tab.Text("#toast"); !strings.HasPrefix(said, "This table does not accept orders signed with the key") {
		t.Errorf("the page says: %s", said)
	}
	// Choosing what is chosen already is no change, and the table may take the game now.
	if !tab.Sees(`document.querySelector("#cups li select").selectedIndex === 0`, 5*time.Second) {
		t.Error("the same table cannot be chosen again")
	}
	// The page has words of its own for what it knows of a game's record.
	w := httptest.NewRecorder()
	_, err := s.hall.told(made.ID, errChanged)
	refuse(w, httptest.NewRequest("POST", "/", nil), err)
	webtest.Eval[bool](tab, `(() => { import("/web/page/words.js").then((m) => { window.word = m.named("refused." + `+w.Body.String()+`.code, "none"); }); return true; })()`)
	tab.Wait("no other sentence for a tournament that has changed", `window.word === "none"`)
}

// TestTournamentsOnAPhone looks at a round for which a table with the longest name may be chosen.
func TestTournamentsOnAPhone(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	long := strings.Repeat("table-4-", 5)
	newTable(t, long, p.conf.Listen, p.credentials(long)).start()
	s := p.serve()
	s.logIn("play-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"round-robin","game":"gomoku","players":["a","`+strings.Repeat("b", 80)+`"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	s.wants("POST", "/api/tournaments/"+made.ID+"/next", `{}`, 200)
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 390, Height: 844, Touch: true})
	enter(tab, "play-password")
	tab.Wait("the choice", `[...document.querySelectorAll("#cups option")].some((o) => o.value === "`+long+`")`)
	if out := webtest.Eval[string](tab, `[...document.querySelectorAll("#cups article > :not(.scroll), #cups li > *")].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.localName !== "select" || e.getBoundingClientRect().right > e.closest("article").getBoundingClientRect().right).map((e) => e.outerHTML).join()`); out != "" {
		t.Errorf("out of the card: %s", out)
	}
}

// TestTheGamesOfATournamentAreAlike sends games to a table: each says how it begins, its
// clock and, for Go, the board and the terms, whatever the game before had.
func TestTheGamesOfATournamentAreAlike(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	plays(t, x)
	s := p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	s.logIn("play-password")
	for _, c := range []struct{ more, clock, size, terms string }{
		{`"game":"gomoku"`, "none", "0x0", "none"},
		{`"game":"gomoku","clock":"10m+5s","size":"9x9"`, "10m+5s", "0x0", "none"},
		{`"game":"go"`, "none", "19x19", "{Preset: OwnKomi:false Komi:0 Handicap:0 Free:false Placed:false Capture:0}"},
		{`"game":"go","clock":"30m","size":"9x9","terms":"chinese handicap 2"`, "30m", "9x9", "{Preset:chinese OwnKomi:false Komi:0 Handicap:2 Free:false Placed:false Capture:0}"},
	} {
		var made shown
		if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"round-robin",`+c.more+`,"players":["a","b"]}`, 200)), &made); err != nil {
			t.Fatal(err)
		}
		s.wants("POST", "/api/tournaments/"+made.ID+"/next", `{}`, 200)
		s.wants("POST", "/api/tournaments/"+made.ID+"/send", `{"pairing":0,"table":"one"}`, 200)
		told := x.last(api.DoNewGame)
		terms := "none"
		if told.Terms != nil {
			terms = fmt.Sprintf("%+v", *told.Terms)
		}
		if told.Opening != "free" || told.Clock == nil || told.Clock.String() != c.clock || told.Size.String() != c.size || terms != c.terms {
			t.Errorf("%s: the table is told %+v with the clock %v and the terms %s", c.more, told, told.Clock, terms)
		}
	}
	for _, bad := range []string{`"clock":"soon"`, `"game":"go","size":"round"`, `"game":"go","terms":"handicap 40"`} {
		s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"round-robin",`+bad+`,"players":["a","b"]}`, 409)
	}
}

// TestAGameThatGoesOnAfterAll reopens a game that was over: its pairing has no result until it
// ends again, and then the new one. Once the next round is paired, or people have entered a
// result, nothing at the table changes it.
func TestAGameThatGoesOnAfterAll(t *testing.T) {
	p := newPlace(t)
	x := orders(t, p)
	plays(t, x)
	s := p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	s.logIn("play-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"swiss","rounds":2,"game":"connect6","players":["a","b","c"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	at := "/api/tournaments/" + made.ID
	s.wants("POST", at+"/next", `{}`, 200)
	s.wants("POST", at+"/send", `{"pairing":0,"table":"one"}`, 200)
	result := func() string {
		c, err := s.hall.cups.get(made.ID)
		if err != nil {
			t.Fatal(err)
		}
		return c.Pairings[0].Result
	}
	until(t, "the result", func() bool { return result() == tournament.WhiteWins })
	id := x.Snapshot().GameID
	ends := func(winner board.Color) {
		x.change(func(s *api.Snapshot) { s.Result = winner.String() })
		x.finishFor(id, winner, time.Now())
	}
	x.change(func(s *api.Snapshot) { s.Result = "" })
	until(t, "a game that goes on", func() bool { return result() == "" })
	s.wants("POST", at+"/next", `{}`, 409)
	s.wants("POST", at+"/result", `{"pairing":0,"result":"white"}`, 200) // by mistake
	s.wants("POST", at+"/result", `{"pairing":0,"result":""}`, 200)
	ends(board.Black)
	until(t, "the other result", func() bool { return result() == tournament.BlackWins })
	s.wants("POST", at+"/result", `{"pairing":0,"result":""}`, 200) // it is to be played again
	s.hall.tell()
	s.wants("POST", at+"/next", `{}`, 409)
	s.wants("POST", at+"/result", `{"pairing":0,"result":"draw"}`, 200)
	ends(board.White)
	until(t, "the game", func() bool {
		s.hall.shelf.mu.Lock()
		defer s.hall.shelf.mu.Unlock()
		return s.hall.shelf.games["one/"+id].Result == "white"
	})
	s.hall.tell()
	s.wants("POST", at+"/next", `{}`, 200)
	if got := result(); got != tournament.Draw {
		t.Errorf("the result that was entered has become %q", got)
	}
	var now int
	until(t, "the second round", func() bool {
		c, err := s.hall.cups.get(made.ID)
		now = len(c.Pairings) - 1
		for now > 0 && c.Pairings[now].White == tournament.Nobody {
			now--
		}
		return err == nil && c.Round() == 2
	})
	s.wants("POST", at+"/send", fmt.Sprintf(`{"pairing":%d,"table":"one"}`, now), 200)
}

// TestATableThatPlaysIsNotInterrupted sends a pairing to a table with a game under way, and to
// one that is off.
func TestATableThatPlaysIsNotInterrupted(t *testing.T) {
	p := newPlace(t)
	x := orders(t, p)
	s := p.serve()
	s.logIn("play-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"round-robin","game":"connect6","players":["a","b","c","d"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	at := "/api/tournaments/" + made.ID
	s.wants("POST", at+"/next", `{}`, 200)
	shows := func(id string, turns int) {
		t.Helper()
		x.change(func(s *api.Snapshot) { s.GameID, s.Moves = id, make([]api.Points, turns) })
		until(t, "the game", func() bool {
			now := s.hall.view.state("one")
			return now != nil && now.GameID == id && now.Turns == turns
		})
	}
	begins := func(id string) {
		n := len(x.orders())
		go func() {
			for len(x.orders()) == n {
				time.Sleep(time.Millisecond)
			}
			x.change(func(s *api.Snapshot) { s.GameID, s.Moves = id, nil })
		}()
	}
	shows(x.id(1), 3)
	if said := s.wants("POST", at+"/send", `{"pairing":0,"table":"one"}`, 409); !strings.Contains(said, `"game-running"`) || x.last(api.DoNewGame).Do != "" {
		t.Errorf("a table that plays: %s", said)
	}
	begins(x.id(2))
	s.wants("POST", at+"/send", `{"pairing":0,"table":"one","replace":true}`, 200)
	// The players of the first pairing have not begun yet.
	if said := s.wants("POST", at+"/send", `{"pairing":1,"table":"one"}`, 409); !strings.Contains(said, `"game-running"`) {
		t.Errorf("a table that is about to play: %s", said)
	}
	begins(x.id(3))
	s.wants("POST", at+"/send", `{"pairing":0,"table":"one"}`, 200)
	x.kill()
	until(t, "the table to be gone", func() bool {
		_, err := p.nc.Request(p.keys.subjects("one")[fleet.PartChallenge], nil, 100*time.Millisecond)
		return errors.Is(err, nats.ErrNoResponders)
	})
	if said := s.wants("POST", at+"/send", `{"pairing":0,"table":"one"}`, 503); !strings.Contains(said, "may be switched off") || strings.Contains(said, "nats") {
		t.Errorf("a table that is off: %s", said)
	}
}

// TestAWithdrawal withdraws a player with the page: the next round lacks them, and the record says it.
func TestAWithdrawal(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve()
	s.logIn("play-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"swiss","rounds":3,"game":"connect6","players":["Ann","Bob","Cid","Dan"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	at := "/api/tournaments/" + made.ID
	s.wants("POST", at+"/withdraw", `{"player":4,"withdrawn":true}`, 409)
	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 900})
	tab.Wait("the tournament", `document.querySelector("#cups .acts select")?.hidden`)
	enter(tab, "play-password")
	tab.Wait("what players may do", `document.querySelector("#cups .acts select")?.hidden === false`)
	choose := func(who string) {
		webtest.Eval[bool](tab, `(() => { const list = document.querySelector("#cups .acts select"); list.value = "`+who+`"; list.dispatchEvent(new Event("change")); return true; })()`)
	}
	choose("0")
	tab.Wait("who withdrew", `document.querySelector("#cups tbody th").innerText === "Ann (withdrew)"`)
	choose("1")
	tab.Wait("who withdrew, too", `document.querySelectorAll("#cups tbody th")[1].innerText === "Bob (withdrew)"`)
	choose("1")
	tab.Wait("who is back", `document.querySelectorAll("#cups tbody th")[1].innerText === "Bob"`)
	tab.Click("#cups .acts button")
	tab.Wait("a bye", `[...document.querySelectorAll("#cups article > ul li")].some((e) => e.innerText === "Dan has a bye")`)
	now, err := s.hall.cups.get(made.ID)
	if err != nil || len(now.Pairings) != 2 || now.Pairings[0].Black+now.Pairings[0].White != 3 {
		t.Errorf("the round is %+v, %v", now.Pairings, err)
	}
	if text := s.wants("GET", at+".txt", "", 200); strings.Count(text, "Ann withdrew.\n") != 1 {
		t.Errorf("the record does not say who withdrew:\n%s", text)
	}
}

// TestACorrectedResult corrects a result of an earlier round with the page: the standings follow, and the
// record says it.
func TestACorrectedResult(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve()
	s.logIn("operate-password")
	var made shown
	if err := json.Unmarshal([]byte(s.wants("POST", "/api/tournaments", `{"title":"Club","kind":"swiss","rounds":3,"game":"connect6","players":["Ann","Bob","Cid","Dan"]}`, 200)), &made); err != nil {
		t.Fatal(err)
	}
	at := "/api/tournaments/" + made.ID
	for round := range 2 {
		s.wants("POST", at+"/next", `{}`, 200)
		for n := range 2 {
			s.wants("POST", at+"/result", fmt.Sprintf(`{"pairing":%d,"result":"black"}`, 2*round+n), 200)
		}
	}
	s.wants("POST", at+"/result", `{"pairing":0,"result":""}`, 409)

	tab := webtest.Start(t).Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 900})
	tab.Wait("the earlier round", `document.querySelector("#cups details") !== null && document.querySelector("#cups details select") === null`)
	enter(tab, "play-password")
	tab.Wait("what players may do", `!document.querySelector("#cups .acts button").hidden && document.querySelector("#cups details select") === null`)
	tab.Click("#exit")
	enter(tab, "operate-password")
	tab.Wait("what the operator may do", `document.querySelector("#cups details select") !== null`)
	tab.Click("#cups summary")
	webtest.Eval[bool](tab, `(() => { const list = document.querySelector("#cups details select"); list.value = "white"; list.dispatchEvent(new Event("change")); return true; })()`)
	tab.Wait("the correction", `document.querySelector("#cups details[open] li").innerText.includes("0–1 corrected, was 1–0")`)
	before, err := s.hall.cups.get(made.ID)
	if err != nil || before.Pairings[0].Result != tournament.WhiteWins || before.Pairings[0].Was != tournament.BlackWins {
		t.Errorf("the game that was corrected: %+v, %v", before.Pairings[0], err)
	}
	text := s.wants("GET", at+".txt", "", 200)
	for _, want := range []string{"[Result \"0-1\"]\n[Corrected \"was 1-0\"]\n"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("the record does not say %q once:\n%s", want, text)
		}
	}
}
