package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

// noVisits is an exhibit that nobody has come to.
type noVisits struct{}

func (noVisits) Counts() ([]api.Count, error) { return nil, nil }

// cared is a server whose table is looked after.
func cared(t *testing.T, change ...func(*Config)) (*Server, *fakeTable) {
	week := api.Timetable{Hours: api.List[string]{"mon-fri 10:00-18:00"}, Goodbye: 300}
	return newServer(t, append([]func(*Config){func(c *Config) {
		c.Visits = noVisits{}
		c.Care = Care{
			Sensors: func() *api.Sensors { return &api.Sensors{Cols: 2, Rows: 1, Shown: ".b"} },
			Log: func() []LogLine {
				return []LogLine{{At: time.Unix(0, 0).UTC(), Level: "WARN", Text: "the arm is away"}}
			},
			Timetable: func() (now, configured api.Timetable) { return week, api.Timetable{} },
			Restart:   func() {},
			Version:   "1.2", Language: func() string { return "en" },
		}
	}}, change...)...)
}

// The operator gets all of it, and nobody else anything, players
// neither.
func TestCareTakesTheOperator(t *testing.T) {
	s, _ := cared(t, func(c *Config) { c.Password, c.PINTime = "sesame open", time.Hour })
	pin := s.PIN()
	player := logIn(t, s, "192.168.1.9", `{"pin":"`+pin+`"}`)
	operator := logIn(t, s, "192.168.1.9", `{"password":"sesame open"}`)
	for path, want := range map[string]string{
		"/api/operator": `"version":"1.2"`, "/api/sensors": `"shown":".b","fields":[]`, "/api/log": `"the arm is away"`,
		"/api/timetable": `"hours":["mon-fri 10:00-18:00"]`, "/api/visits": `[]`,
	} {
		if w := post(s, "192.168.1.9", "board.local", path, "", player...); w.Code != 401 {
			t.Errorf("a player sees %s: %d", path, w.Code)
		}
		if w := post(s, "192.168.1.9", "board.local", path, "", operator...); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("the operator sees %s: %d %s", path, w.Code, w.Body)
		}
	}
	for path, body := range map[string]string{"/api/restart": `{}`, "/api/command": `{"do":"test","answer":"lights"}`} {
		if w := post(s, "192.168.1.9", "board.local", path, body, player...); w.Code != 401 {
			t.Errorf("a player may %s: %d", path, w.Code)
		}
		if w := post(s, "192.168.1.9", "board.local", path, body, operator...); w.Code != 200 {
			t.Errorf("the operator may not %s: %d %s", path, w.Code, w.Body)
		}
	}
}

// The timetable goes to the table as it is written, and what the table says against it
// comes back.
func TestTimetableRoutes(t *testing.T) {
	s, f := cared(t)
	const body = `{"hours":["tue 10:00-12:00"],"exceptions":[],"goodbye":60,"volume":["18:00 30"],"brightness":[]}`
	if a := ask(t, s, "PUT", "/api/timetable", body); a.StatusCode != 200 {
		t.Fatal(a.text)
	}
	var year []string // as long as a configuration may have it
	for day := range 365 {
		year = append(year, time.Date(2027, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)+" 10:00-12:00 14:00-18:00")
	}
	long, err := json.Marshal(api.Timetable{Exceptions: year})
	if err != nil {
		t.Fatal(err)
	}
	other, g := cared(t)
	if a := ask(t, other, "PUT", "/api/timetable", string(long)); a.StatusCode != 200 || len(g.taken()[0].Hours.Exceptions) != 365 {
		t.Errorf("a whole year: %d %s", a.StatusCode, a.text)
	}
	ask(t, other, "PUT", "/api/timetable", `{"hours":["`+strings.Repeat("x", 64<<10)+`"]}`).sentence(t, 413, "too-long", "65536 bytes")
	if a := ask(t, s, "DELETE", "/api/timetable", ""); a.StatusCode != 200 {
		t.Fatal(a.text)
	}
	got := f.taken()
	if len(got) != 2 || got[0].Do != api.DoTimetable || got[0].Hours.Hours[0] != "tue 10:00-12:00" || got[0].Hours.Goodbye != 60 || len(got[1].Hours.Hours) != 0 {
		t.Errorf("the table got %+v", got)
	}
	f.answer = func(api.Command) error {
		return &api.CommandError{Code: "bad-timetable", Text: "This timetable cannot be used."}
	}
	ask(t, s, "PUT", "/api/timetable", body).sentence(t, 400, "bad-timetable", "cannot be used")
	ask(t, s, "PUT", "/api/timetable", `{"hour":[]}`).sentence(t, 400, "bad-value", `"hour"`)
	none, _ := newServer(t)
	ask(t, none, "GET", "/api/timetable", "").sentence(t, 404, "not-found", "exhibit.enabled")
	ask(t, none, "PUT", "/api/timetable", body).sentence(t, 404, "not-found", "exhibit.enabled")
	ask(t, none, "POST", "/api/restart", "{}").sentence(t, 409, "not-a-service", "does not run as a service")
	ask(t, none, "GET", "/api/sensors", "").sentence(t, 503, "no-sensors", "Try again in a second")
	if a := ask(t, none, "GET", "/api/log", ""); a.text != "[]\n" && a.text != "[]" {
		t.Errorf("no log: %q", a.text)
	}
}

// A restart is answered before it happens.
func TestRestartIsAnswered(t *testing.T) {
	restarted := 0
	s, _ := cared(t, func(c *Config) { c.Care.Restart = func() { restarted++ } })
	if a := ask(t, s, "POST", "/api/restart", `{}`); a.StatusCode != http.StatusOK || restarted != 1 {
		t.Errorf("%s, restarted %d times", a.Status, restarted)
	}
}

// Only the operator moves the arm; anyone who plays may stop it; and a step is
// answered when it has been made.
func TestArmTakesTheOperator(t *testing.T) {
	s, f := cared(t, func(c *Config) { c.Password, c.PINTime = "sesame open", time.Hour })
	const from = "192.168.1.9"
	player := logIn(t, s, from, `{"pin":"`+s.PIN()+`"}`)
	operator := logIn(t, s, from, `{"password":"sesame open"}`)
	for body, want := range map[string]int{
		`{"do":"ask"}`: 401, `{"do":"home"}`: 401, `{"do":"jog","axis":"x","mm":1}`: 401, `{"do":"end"}`: 401, `{"do":"stop"}`: 200,
	} {
		if w := post(s, from, "board.local", "/api/arm", body, player...); w.Code != want {
			t.Errorf("a player: %s: %d, want %d", body, w.Code, want)
		}
		if w := post(s, from, "board.local", "/api/arm", body); w.Code != 401 {
			t.Errorf("a stranger: %s: %d", body, w.Code)
		}
		if w := post(s, from, "board.local", "/api/arm", body, operator...); w.Code != 200 {
			t.Errorf("the operator: %s: %d %s", body, w.Code, w.Body)
		}
	}
	for _, body := range []string{`{"do":"dance"}`, `{"do":"jog"}`, `{"do":"jog","axis":"a","mm":1}`, `{"do":"jog","axis":"xy","mm":1}`, `{"do":"jog","axis":"x","mm":5.5}`, `{"do":"jog","axis":"x","mm":-6}`, `{"do":"jog","axis":"x"}`} {
		if w := post(s, from, "board.local", "/api/arm", body, operator...); w.Code != 400 {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
	f.answer = func(c api.Command) error {
		if c.Arm.Do == api.ArmJog {
			f.mu.Lock()
			f.now.ArmManual = "moving"
			f.mu.Unlock()
			go f.set(func(n *api.Snapshot) { n.ArmManual = "on" })
		}
		if c.Arm.Do == api.ArmResult {
			return &api.CommandError{Code: "not-moved", Text: "The arm has not moved: out of reach."}
		}
		return nil
	}
	if w := post(s, from, "board.local", "/api/arm", `{"do":"jog","axis":"y","mm":-2.5}`, operator...); w.Code != 409 || !strings.Contains(w.Body.String(), "out of reach") {
		t.Errorf("a step that could not be made: %d %s", w.Code, w.Body)
	}
	var steps int
	for _, c := range f.taken() {
		if c.Do == api.DoArm && c.Arm.Do == api.ArmJog && c.Arm.By == [3]float64{0, -2.5, 0} {
			steps++
		}
	}
	if steps != 1 {
		t.Errorf("%d steps came to the table", steps)
	}
}
