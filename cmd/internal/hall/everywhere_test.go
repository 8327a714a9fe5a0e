package hall

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/fleet"
)

// last returns what a table was told last of a kind.
func (x *table) last(do string) (c api.Command) {
	for _, o := range x.orders() {
		if o.Do == do {
			c = o
		}
	}
	return c
}

// logIn logs in at a site, which allows few tries at once.
func (s *site) logIn(password string) {
	s.t.Helper()
	until(s.t, "the login", func() bool {
		status, _ := s.ask("POST", "/api/login", fmt.Sprintf(`{"password":%q}`, password))
		return status == 200
	})
}

// TestSettingsOfAllTables sets volume and timetable at two halls: tables that are there get
// them, one that comes later gets them then, and one that does not obey the hall says so.
func TestSettingsOfAllTables(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	a, b := p.serve(), p.serve()
	one := orders(t, p)
	stubborn, late := newTable(t, "stubborn", p.conf.Listen, p.credentials("stubborn")), newTable(t, "late", p.conf.Listen, p.credentials("late"))
	stubborn.start()
	late.conf.Operators = one.conf.Operators
	a.wants("POST", "/api/settings", `{"do":"volume","volume":40}`, 401)
	a.wants("GET", "/api/settings", "", 403)
	a.logIn("play-password")
	a.wants("GET", "/api/settings", "", 403)
	a.wants("POST", "/api/settings", `{"do":"volume","volume":40}`, 403)
	a.logIn("operate-password")
	for _, bad := range []string{`{`, `{"do":"volume","volume":"loud"}`, `{"do":"shutdown"}`, `{"do":"timetable"}`, `{"do":"timetable","timetable":{"hours":5}}`,
		// What no table could take is not kept.
		`{"do":"volume"}`, `{"do":"volume","volume":400}`, `{"do":"language","answer":"fr"}`, `{"do":"timetable","timetable":{"hours":["mon 25:00-26:00"]}}`} {
		a.wants("POST", "/api/settings", bad, 400)
	}
	if said := a.wants("PUT", "/api/timetable", `{"exceptions":["24.12. closed"]}`, 400); !strings.Contains(said, `\"24.12. closed\" does not begin with a date`) {
		t.Error(said)
	}
	a.wants("POST", "/api/settings", `{"do":"volume","volume":40}`, 200)
	volume := func(x *table, n int) func() bool {
		return func() bool { c := x.last(api.DoVolume); return c.Volume != nil && *c.Volume == n }
	}
	until(t, "the volume", volume(one, 40))
	late.start()
	until(t, "the volume of a table that comes later", volume(late, 40))
	b.logIn("operate-password")
	b.wants("POST", "/api/settings", `{"do":"timetable","timetable":{"hours":["mon-fri 10:00-18:00"],"exceptions":[],"goodbye":60,"volume":[],"brightness":[]}}`, 200)
	for _, x := range []*table{one, late} {
		until(t, "the timetable", func() bool {
			c := x.last(api.DoTimetable)
			return c.Hours != nil && slices.Equal(c.Hours.Hours, []string{"mon-fri 10:00-18:00"}) && c.Hours.Goodbye == 60
		})
	}
	// Two at once: one of them holds, everywhere.
	var both sync.WaitGroup
	for n, s := range []*site{a, b} {
		both.Go(func() { s.wants("POST", "/api/settings", fmt.Sprintf(`{"do":"volume","volume":%d}`, 50+n), 200) })
	}
	both.Wait()
	var said string
	until(t, "two halls that agree", func() bool {
		said = a.wants("GET", "/api/settings", "", 200)
		var now map[string]Setting
		if err := json.Unmarshal([]byte(said), &now); err != nil {
			t.Fatal(err)
		}
		set := now[api.DoVolume]
		var c struct{ Volume int }
		if err := json.Unmarshal(set.Command, &c); err != nil {
			t.Fatal(err)
		}
		return len(set.Taken) == 3 && set.Taken["one"].Code == "" && set.Taken["stubborn"].Code == "forbidden" && volume(one, c.Volume)() && volume(late, c.Volume)() &&
			said == b.wants("GET", "/api/settings", "", 200)
	})
	if n := len(stubborn.orders()); n != 0 {
		t.Errorf("a table without the hall's keys carried out %d orders", n)
	}
}

// TestANewHallKeepsSettings starts a hall again: it has the settings, and gives them to
// nobody twice.
func TestANewHallKeepsSettings(t *testing.T) {
	p := newPlace(t)
	one := orders(t, p)
	a := p.serve()
	a.logIn("operate-password")
	a.wants("POST", "/api/settings", `{"do":"volume","volume":30}`, 200)
	shown := func(s *site) func() bool {
		return func() bool {
			return strings.Contains(s.wants("GET", "/api/settings", "", 200), `"taken":{"one":{"code":""`)
		}
	}
	until(t, "the volume", shown(a))
	n := len(one.orders())
	b := p.serve()
	b.logIn("operate-password")
	until(t, "the settings", shown(b))
	if due := b.hall.settings.due("one", b.hall.view.all(time.Now())["one"].Health, time.Now()); len(due) != 0 || len(one.orders()) != n {
		t.Errorf("the table was told %d times, and %v is due", len(one.orders()), due)
	}
}

// TestSettingsAreGivenAgain starts a table again that had refused a setting, and gives one
// another disk: both get the setting again, and so does one whose disk took nothing. One that
// has it does not.
func TestSettingsAreGivenAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	x := orders(t, p)
	keys := x.conf.Operators
	s := p.serve()
	s.logIn("operate-password")
	n := func() int { return len(x.orders()) }
	again := func() {
		x.kill()
		x.close()
		s.hall.settings.mu.Lock()
		clear(s.hall.settings.again)
		s.hall.settings.mu.Unlock()
		x.start()
	}
	taken := func(code string, seq uint64) func() bool {
		return func() bool {
			s.hall.settings.mu.Lock()
			defer s.hall.settings.mu.Unlock()
			t := s.hall.settings.taken[[2]string{"one", "volume"}]
			return t.seq > seq && t.Answer.Code == code && t.Install != ""
		}
	}
	x.conf.Operators = nil
	again()
	s.wants("POST", "/api/settings", `{"do":"volume","volume":30}`, 200)
	until(t, "the refusal", taken("forbidden", 0))
	x.conf.Operators = keys
	again()
	until(t, "the setting", func() bool { return n() == 1 })
	until(t, "the answer", taken("", 0))
	again()
	boot := func() string {
		if h := s.hall.view.all(time.Now())["one"].Health; h != nil {
			return h.Boot
		}
		return ""
	}
	last := boot()
	until(t, "the table", func() bool { return boot() != last })
	s.wants("POST", "/api/settings", `{"do":"language","answer":"zh"}`, 200)
	until(t, "another setting", func() bool { return n() == 2 })
	x.kill()
	x.close()
	x.dir = t.TempDir()
	x.conf.Dir = x.dir
	again()
	until(t, "both settings", func() bool { return n() == 4 })
	until(t, "both answers", func() bool {
		install := s.hall.view.all(time.Now())["one"].Health.Install
		s.hall.settings.mu.Lock()
		defer s.hall.settings.mu.Unlock()
		all := s.hall.settings.taken
		return all[[2]string{"one", "volume"}].Install == install && all[[2]string{"one", "language"}].Install == install
	})
	// What an earlier hall has noted names no disk.
	s.hall.settings.mu.Lock()
	at := s.hall.settings.taken[[2]string{"one", "volume"}]
	s.hall.settings.mu.Unlock()
	data := []byte(fmt.Sprintf(`{"setting":%d,"answer":{"code":"","error":""}}`, at.Setting))
	if _, err := p.js.Publish(t.Context(), p.keys.inside(subjectTaken("one", "volume")), data); err != nil {
		t.Fatal(err)
	}
	until(t, "the disk", taken("", at.seq+1))
	if n() != 4 {
		t.Errorf("the table was told %d times", n())
	}
	// A disk that took nothing then may have room by now.
	s.hall.settings.mu.Lock()
	clear(s.hall.settings.again)
	at = s.hall.settings.taken[[2]string{"one", "volume"}]
	s.hall.settings.mu.Unlock()
	data = []byte(fmt.Sprintf(`{"setting":%d,"answer":{"code":"not-saved","error":""}}`, at.Setting))
	if _, err := p.js.Publish(t.Context(), p.keys.inside(subjectTaken("one", "volume")), data); err != nil {
		t.Fatal(err)
	}
	until(t, "the setting that was not saved", func() bool { return n() == 5 })
	s.wants("POST", "/api/tables/one/command", `{"do":"volume","volume":`+strings.Repeat(" ", mostBody)+`30}`, 413)
}

// tally is what an exhibit counted, for tests.
type tally struct {
	mu   sync.Mutex
	list []api.Count
}

func (x *tally) Counts() ([]api.Count, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.list), nil
}

func (x *tally) add(c ...api.Count) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.list = append(x.list, c...)
}

// TestVisitsOfAllTables counts at two tables: both halls have every hour once, also after
// more was counted, a table was started again and a hall had lost everything.
func TestVisitsOfAllTables(t *testing.T) {
	p := newPlace(t)
	a, b := p.serve(), p.serve()
	ten := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	game := func(hour time.Time, result string, n int) api.Count {
		return api.Count{Hour: hour, What: "game", Game: "connect6", Level: 5, Result: result, Count: n, Turns: 20 * n, Time: 300}
	}
	counted := &tally{}
	counted.add(api.Count{Hour: ten, What: "visit", Count: 7}, game(ten, api.TallyPeople, 2), game(ten, api.TallyMachine, 3))
	other := &tally{}
	other.add(game(ten, api.TallyMachine, 1))
	var tables []*table
	for name, c := range map[string]*tally{"one": counted, "two": other} {
		x := newTable(t, name, p.conf.Listen, p.credentials(name))
		x.conf.Visits, x.conf.VisitsPause = c, 10*time.Millisecond
		x.start()
		tables = append(tables, x)
	}
	has := func(s *site, want string) {
		t.Helper()
		s.logIn("operate-password")
		var text string
		defer func() {
			if t.Failed() {
				t.Log(text)
			}
		}()
		until(t, "the counts", func() bool { text = s.wants("GET", "/api/visits.csv", "", 200); return text == want })
	}
	const head = "table,hour,what,game,level,result,count,turns,seconds\n"
	at10 := "one,2026-11-23T10:00:00Z,visit,,0,,7,0,0\none,2026-11-23T10:00:00Z,game,connect6,5,machine,3,60,300\none,2026-11-23T10:00:00Z,game,connect6,5,people,2,40,300\ntwo,2026-11-23T10:00:00Z,game,connect6,5,machine,1,20,300\n"
	for _, s := range []*site{a, b} {
		for _, path := range []string{"/api/visits", "/api/visits.csv"} {
			s.wants("GET", path, "", 403)
		}
		has(s, head+at10)
	}
	counted.mu.Lock()
	counted.list[0].Count = 9 // the hour is not over
	counted.mu.Unlock()
	counted.add(game(ten.Add(time.Hour), api.TallyDraw, 1))
	more := strings.Replace(at10, ",7,", ",9,", 1) + "one,2026-11-23T11:00:00Z,game,connect6,5,draw,1,20,300\n"
	has(a, head+more)
	has(b, head+more)
	sent := func() uint64 {
		stream, err := p.js.Stream(t.Context(), fleet.StreamVisits)
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().State.LastSeq
	}
	before := sent()
	for _, x := range tables {
		x.kill()
		x.close()
		x.start()
	}
	counted.add(game(ten.Add(2*time.Hour), api.TallyDraw, 1))
	has(a, head+more+"one,2026-11-23T12:00:00Z,game,connect6,5,draw,1,20,300\n")
	if n := sent() - before; n > 3 { // the last hour of each table, and the new one
		t.Errorf("%d hours were told again", n)
	}
}
