package hall

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/web"
	"stonehand/cmd/internal/web/webtest"
	"stonehand/engine/board"
)

// site is a hall's page that is served until the test ends.
type site struct {
	t      testing.TB
	base   string
	client http.Client
	hall   *Hall
	end    func() // ends the hall; the test's end does so, too
}

func (p *place) serve() *site {
	p.t.Helper()
	h, err := New(Config{NATS: p.nc, Keys: p.keys, Password: Passwords{"play-password", "operate-password"}, Shared: web.Page(), Log: cmp.Or(p.log, quiet)})
	if err != nil {
		p.t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		p.t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	s := &site{t: p.t, base: "http://" + l.Addr().String(), client: http.Client{Jar: jar, Transport: &http.Transport{}}, hall: h}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- h.Run(ctx, l) }()
	s.end = sync.OnceFunc(func() {
		s.client.CloseIdleConnections()
		cancel()
		if err := <-ended; err != nil {
			p.t.Error(err)
		}
	})
	p.t.Cleanup(s.end)
	return s
}

// ask sends a request and returns the status and the body.
func (s *site) ask(method, path, body string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.base+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return a.StatusCode, string(text)
}

func (s *site) wants(method, path, body string, status int) string {
	s.t.Helper()
	got, text := s.ask(method, path, body)
	if got != status {
		s.t.Errorf("%s %s %s: %d %s; want %d", method, path, body, got, text, status)
	}
	return text
}

func TestRolesAtThePage(t *testing.T) {
	p := newPlace(t)
	orders(t, p)
	s := p.serve()
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	const path = "/api/tables/one/command"
	s.wants("POST", path, `{"do":"pause"}`, 401)
	s.wants("POST", "/api/login", `{"password":"nonsense"}`, 403)
	s.wants("POST", "/api/login", `nonsense`, 400)
	s.wants("POST", "/api/login", `{"password":"play-password"}`, 200)
	s.wants("POST", path, `{"do":"pause"}`, 200)
	s.wants("POST", path, `{"do":"shutdown"}`, 403) // the table's own word
	s.wants("POST", path, `{"do":"undo"}`, 409)
	s.wants("POST", path, `{`, 400)
	s.wants("POST", "/api/tables/nine/command", `{"do":"pause"}`, 404)
	s.wants("POST", "/api/tables/*/command", `{"do":"pause"}`, 404)
	if said := s.wants("POST", "/api/command", `{"do":"volume","volume":40}`, 200); said != `{"tables":{"one":{"code":"","error":""}}}` {
		t.Errorf("a command to all tables: %s", said)
	}
	s.wants("POST", "/api/logout", `{}`, 200)
	s.wants("POST", "/api/command", `{"do":"volume","volume":40}`, 401)
	s.wants("POST", path, `{"do":"pause"}`, 401)
	until(t, "another try", func() bool {
		status, _ := s.ask("POST", "/api/login", `{"password":"operate-password"}`)
		return status == 200
	})
	s.wants("POST", path, `{"do":"shutdown"}`, 200)
	// Any other hall with the same keys and passwords takes the login.
	other := p.serve()
	until(t, "the table", func() bool { return other.hall.view.known("one") })
	other.client.Jar = s.client.Jar
	other.wants("POST", path, `{"do":"pause"}`, 200)
	// A form of another site cannot command.
	a, err := s.client.Post(s.base+path, "text/plain", strings.NewReader(`{"do":"pause"}`))
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != 415 {
		t.Errorf("a form gets %d", a.StatusCode)
	}
}

// TestTwoHallsShowTheSame looks at two halls, of which one dies.
func TestTwoHallsShowTheSame(t *testing.T) {
	p := newPlace(t)
	one, two := newTable(t, "one", p.conf.Listen, p.credentials("one")), newTable(t, "two", p.conf.Listen, p.credentials("two"))
	one.conf.Operators = map[string]string{public(p.keys.Play): "play"}
	a, b := p.serve(), p.serve()
	for _, x := range []*table{one, two} {
		x.start()
		x.begin()
		x.finish(x.id(1))
		x.change(func(s *api.Snapshot) {
			s.Record = []api.Stone{{Point: board.Size{Cols: 19, Rows: 19}.Point(180), Color: board.Black}}
		})
	}
	for _, s := range []*site{a, b} {
		until(t, "both tables and both games", func() bool {
			var tables map[string]Table
			if json.Unmarshal([]byte(s.wants("GET", "/api/tables", "", 200)), &tables) != nil || len(tables) != 2 || tables["two"].State == nil || len(tables["two"].State.Black) != 1 {
				return false
			}
			return strings.Contains(s.wants("GET", "/api/games", "", 200), `"all":2`)
		})
		for query, want := range map[string]string{"ONE": `"all":1`, "connect6+human": `"all":2`, "two+resign": `"all":1`, "nobody": `"all":0`, "one+two": `"all":0`} {
			if text := s.wants("GET", "/api/games?q="+query, "", 200); !strings.Contains(text, want) {
				t.Errorf("%s: %s; want %s", query, text, want)
			}
		}
		if text := s.wants("GET", "/api/games/one/"+one.id(1)+".sgf", "", 200); !strings.HasPrefix(text, "(;") {
			t.Errorf("the game is %q", text)
		}
		s.wants("GET", "/api/games/one/"+one.id(9)+".sgf", "", 404)
		s.wants("GET", "/api/games/one/x", "", 404)
	}
	a.logIn("play-password")
	a.end()
	one.begin()
	one.finish(one.id(one.seq))
	until(t, "a game at the hall that is left", func() bool { return strings.Contains(b.wants("GET", "/api/games", "", 200), `"all":3`) })
	b.client.Jar = a.client.Jar // the login is good here, too
	b.wants("POST", "/api/tables/one/command", `{"do":"pause"}`, 200)
	if c := one.last(api.DoPause); c.Do == "" {
		t.Error("the table was not told to pause")
	}
}

// A hall that is started while its servers do not answer shows the tables once they do.
func TestServersAnswerLater(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	orders(t, p)
	w := newWire(t, p.conf.Listen)
	creds := p.creds("hall", func(string) ([]byte, error) { return p.keys.Hall() })
	nc, err := nats.Connect("nats://"+w.listener.Addr().String(), nats.UserCredentials(creds), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.CustomInboxPrefix("_INBOX.hall"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	w.cut(true)
	warned := make(chan string, 100)
	s := (&place{t: t, keys: p.keys, nc: nc, log: slog.New(slog.NewTextHandler(lines(warned), nil))}).serve()
	select {
	case line := <-warned:
		if !strings.Contains(line, "asked again") {
			t.Errorf("the hall says: %s", line)
		}
	case <-time.After(patience):
		t.Fatal("the hall has ended, or says nothing")
	}
	w.cut(false)
	until(t, "the table", func() bool { return s.hall.view.known("one") })
	s.end()
}

// lines takes what is written, in lines; those that nobody waits for are lost.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	select {
	case l <- string(b):
	default:
	}
	return len(b), nil
}

// TestChangesAreStreamed follows the page's stream of events.
func TestChangesAreStreamed(t *testing.T) {
	p := newPlace(t)
	x := newTable(t, "one", p.conf.Listen, p.credentials("one"))
	s := p.serve()
	x.start()
	a, err := s.client.Get(s.base + "/api/events")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	lines.Buffer(nil, 1<<20)
	last := uint64(0)
	for n := 0; n < 20 && lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var e struct {
			Name  string
			Table Table
		}
		if !ok || json.Unmarshal([]byte(data), &e) != nil || e.Table.State == nil {
			continue
		}
		if v := e.Table.State.Version; v < last {
			t.Errorf("version %d comes after %d", v, last)
		} else if last = v; v == x.Snapshot().Version {
			n++
			x.change(func(s *api.Snapshot) { s.Phase = api.PhaseThinking })
		}
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}

func TestThePage(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	s := p.serve()
	b := webtest.Start(t)
	tab := b.Visit(t, s.base+"/", webtest.Screen{Width: 1280, Height: 800})
	tab.Wait("the table", `document.querySelector("article[data-table=one]") !== null`)
	size := board.Size{Cols: 19, Rows: 19}
	x.change(func(s *api.Snapshot) {
		s.Record = []api.Stone{{Point: size.Point(180), Color: board.Black}, {Point: size.Point(181), Color: board.White}}
		s.Said = map[string]api.Said{"en": {Message: "Place two stones."}, "zh": {Message: "请放两颗棋子。"}}
	})
	tab.Wait("the stones", `document.querySelectorAll("article .black").length === 1 && document.querySelectorAll("article .white").length === 1`)
	tab.Wait("the message", `document.querySelector("article .message").textContent === "Place two stones."`)
	tab.Click("#language")
	tab.Wait("Chinese", `document.querySelector("article .message").textContent === "请放两颗棋子。" && document.title === "Stonehand 大厅"`)
	tab.Click("#language")
	if webtest.Eval[int](tab, `document.querySelectorAll("article .orders button").length`) != 0 {
		t.Error("somebody who has not logged in is offered commands")
	}
	enter(tab, "operate-password")
	tab.Wait("the commands", `document.querySelectorAll("article .orders button").length === 4`)
	tab.Click("article .orders button")
	until(t, "the order", func() bool { return len(x.orders()) == 1 && x.orders()[0].Do == api.DoPause })
	x.begin()
	x.finish(x.id(1))
	x.change(func(s *api.Snapshot) { s.Result, s.Phase = "white", api.PhaseOver })
	tab.Wait("the game", `document.querySelectorAll("#list tr").length === 1`)
	tab.Wait("the result", `document.querySelector("article .soft").textContent.includes("White wins")`)
	if c := tab.Complaints(); len(c) > 0 {
		t.Errorf("the page complains: %v", c)
	}
	tab.Keep("hall")
}

// TestThePageForAllTables gives commands and settings to all tables from the page, and looks
// at what their visitors did.
func TestThePageForAllTables(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	one := orders(t, p)
	deaf := newTable(t, "deaf", p.conf.Listen, p.credentials("deaf"))
	now := time.Now().Truncate(time.Hour)
	counted := &tally{list: []api.Count{
		{Hour: now, What: "visit", Count: 7}, {Hour: now, What: "game", Game: "connect6", Level: 5, Result: api.TallyPeople, Count: 1, Turns: 20, Time: 600},
		{Hour: now, What: "game", Game: "connect6", Level: 5, Result: api.TallyMachine, Count: 3, Turns: 60, Time: 1800},
	}}
	deaf.conf.Visits, deaf.conf.VisitsPause = counted, 10*time.Millisecond
	deaf.start()
	s := p.serve()
	until(t, "the counts", func() bool { return len(s.hall.visits.list()) == 3 })
	b := webtest.Start(t)
	tab := b.Visit(t, s.base+"/", webtest.Screen{Width: 1366, Height: 768})
	tab.Wait("the tables", `document.querySelectorAll("article").length === 2`)
	enter(tab, "operate-passwort")
	tab.Wait("what is wrong", `document.querySelector("#login-wrong").textContent === "Wrong password."`)
	tab.Click("#login-cancel")
	tab.Wait("nothing for who comes next", `document.querySelector("#password").value + document.querySelector("#login-wrong").textContent === ""`)
	enter(tab, "play-password")
	tab.Wait("what who plays may do", `!document.querySelector("#all").hidden && document.querySelectorAll("#all-acts button").length === 3 && document.querySelector("#visits").hidden && document.querySelector("#hours").hidden`)
	tab.Click("article[data-table=deaf] .orders button")
	tab.Wait("why a table does not do it", `/^deaf: This table does not accept orders/.test(document.querySelector("#toast").textContent)`)
	tab.Click("#exit")
	tab.Wait("nothing", `document.querySelector("#all").hidden`)
	enter(tab, "operate-password")
	tab.Wait("what who operates may do", `document.querySelectorAll("#all-acts button").length === 4 && !document.querySelector("#hours").hidden`)
	tab.Click("#all-acts button")
	until(t, "the order", func() bool { return one.last(api.DoPause).Do != "" })
	tab.Wait("what came of it", `/^Tables done: 1\. deaf: This table does not accept orders/.test(document.querySelector("#toast").textContent)`)
	webtest.Eval[bool](tab, `(() => { const v = document.querySelector("#volume"); v.value = 35; v.dispatchEvent(new Event("change")); return true; })()`)
	until(t, "the volume", func() bool { c := one.last(api.DoVolume); return c.Volume != nil && *c.Volume == 35 })
	webtest.Eval[bool](tab, `(() => { const s = document.querySelector("#speaks"); s.value = "zh"; s.dispatchEvent(new Event("change")); return true; })()`)
	until(t, "the language", func() bool { return one.last(api.DoLanguage).Answer == "zh" })
	tab.Click("#always")
	tab.Click("#hours-form button.main")
	until(t, "the timetable", func() bool {
		c := one.last(api.DoTimetable)
		return c.Hours != nil && len(c.Hours.Hours) == 7 && c.Hours.Hours[0] == "mon closed" && c.Hours.Hours[1] == "tue 10:00-17:00"
	})
	tab.Wait("the visitors", `document.querySelector("#visits-say").textContent.startsWith("Visits: 7. Games: 4, won by visitors: 1") && document.querySelector("#visits-tables").textContent === "deaf741"`)
	if n := webtest.Eval[int](tab, `performance.getEntriesByType("resource").filter((r) => r.name.endsWith("/api/visits")).length`); n != 1 {
		t.Errorf("the page has asked for the visits %d times within seconds", n)
	}
	tab.Wait("who has the settings", `["#volume-taken", "#language-taken", "#timetable-taken"].every((id) => /^Tables where it applies: 1 of 2\. deaf: /.test(document.querySelector(id).textContent))`)
	for _, screen := range []webtest.Screen{{Width: 1366, Height: 768}, {Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"}} {
		look := b.Visit(t, s.base+"/", screen)
		look.Wait("the visitors", `document.querySelectorAll("#visits-tables tr").length === 1`)
		look.Wait("the settings", `document.querySelector("#timetable-taken").textContent !== ""`)
		if screen.Language != "" {
			look.Wait("why a table does not take them, in Chinese", `/deaf：.*密钥/.test(document.querySelector("#timetable-taken").textContent)`)
		}
		look.Wait("no sideways scrolling", `document.documentElement.scrollWidth <= document.documentElement.clientWidth`)
		look.Keep(fmt.Sprint("everywhere-", screen.Width))
		if c := look.Complaints(); len(c) > 0 {
			t.Errorf("the page complains: %v", c)
		}
	}
	webtest.Eval[bool](tab, `(() => { window.drawn = 0; new MutationObserver(() => window.drawn++).observe(document.querySelector("#visits-tables"), { childList: true });
		const v = document.querySelector("#volume"); v.value = 40; v.dispatchEvent(new Event("change")); return true; })()`)
	tab.Wait("the other volume", `performance.getEntriesByType("resource").at(-1).name.endsWith("/api/settings") && document.querySelector("#volume-taken").textContent.startsWith("Tables where it applies: 0 of 2")`)
	if n := webtest.Eval[int](tab, `window.drawn`); n != 0 {
		t.Errorf("the page has drawn the same visits again %d times", n)
	}
	tab.Click("#language")
	tab.Wait("the visitors in Chinese", `window.drawn === 1 && document.querySelector("#visits-say").textContent.includes("7") && !document.querySelector("#visits-say").textContent.includes("Visits")`)
	tab.Wait("the timetable in Chinese", `document.querySelector("#week th").textContent === "周一" && document.querySelector("#week tr:nth-child(2) input").value === "10:00-17:00"`)
	tab.Click("#language")
	if left := webtest.Eval[string](tab, `(() => { window.confirm = () => false; const d = new DataTransfer(); d.items.add(new File(["x"], "stonehand")); const r = document.querySelector("#release");
		r.files = d.files; r.dispatchEvent(new Event("change")); return r.value; })()`); left != "" {
		t.Errorf("the browser says nothing of %q when it is chosen again", left)
	}
	tab.Click("#exit")
	tab.Wait("no visitors", `document.querySelector("#visits").hidden`)
	enter(tab, "operate-password")
	tab.Wait("the visitors again", `!document.querySelector("#visits").hidden`)
	other := b.Visit(t, s.base+"/", webtest.Screen{Width: 1366, Height: 768})
	other.Wait("the login of the first window", `!document.querySelector("#exit").hidden`)
	other.Click("#exit")
	tab.Wait("that the login has ended", `!document.querySelector("#enter").hidden && document.querySelector("#all").hidden && document.querySelector("#visits").hidden`)
}

// BenchmarkStateToPage measures how long a change at one of 200 tables takes to the page:
// its median and its 99th percentile.
func BenchmarkStateToPage(b *testing.B) {
	const many = 200
	p := newPlace(b)
	s := p.serve()
	tables := map[string]*table{}
	for n := range many {
		name := fmt.Sprintf("t%d", n)
		tables[name] = newTable(b, name, p.conf.Listen, p.credentials(name))
		tables[name].start()
	}
	until(b, "all tables", func() bool { return len(s.hall.view.all(time.Now())) == many })
	a, err := s.client.Get(s.base + "/api/events")
	if err != nil {
		b.Fatal(err)
	}
	defer a.Body.Close()
	arrived := make(chan string, 1)
	go func() {
		defer close(arrived)
		lines := bufio.NewScanner(a.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			data, ok := strings.CutPrefix(lines.Text(), "data: ")
			var e struct {
				Name  string
				Table Table
			}
			if ok && json.Unmarshal([]byte(data), &e) == nil && e.Table.State != nil {
				arrived <- fmt.Sprint(e.Name, e.Table.State.Version)
			}
		}
	}()
	defer func() {
		a.Body.Close()
		for range arrived {
		}
	}()
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		name := fmt.Sprintf("t%d", n%many)
		x := tables[name]
		begun := time.Now()
		x.change(func(s *api.Snapshot) { s.Record = append(s.Record, api.Stone{Color: board.Black}) })
		for want := fmt.Sprint(name, x.Snapshot().Version); <-arrived != want; {
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-p50")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99")
}

// enter logs in on the hall's page.
func enter(tab *webtest.Tab, password string) {
	tab.Click("#enter")
	tab.Wait("the dialog", `document.querySelector("#login").open`)
	tab.Click("#password")
	tab.Type(password)
	tab.Click("#login button[type=submit]")
}
