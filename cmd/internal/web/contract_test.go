package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/referee"
)

// newServer returns a server over a fake table with a hand and one game.
func newServer(t testing.TB, change ...func(*Config)) (*Server, *fakeTable) {
	t.Helper()
	f := newFakeTable()
	c := Config{Hostname: "board", Table: f, Games: fakeGames{}, Hand: fakeHand{f}, Analyst: newFakeAnalyst()}
	for _, ch := range change {
		ch(&c)
	}
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

type answer struct {
	*http.Response
	text string
}

// ask sends one request as a program would, without a browser's headers.
func ask(t testing.TB, s *Server, method, path, body string, headers ...string) answer {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "127.0.0.1:8080", "127.0.0.1:50000"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	res := w.Result()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res, string(text)}
}

// sentence checks that an answer is a refusal in the contract's form.
func (a answer) sentence(t testing.TB, status int, code, part string) {
	t.Helper()
	var e map[string]string
	if err := json.Unmarshal([]byte(a.text), &e); err != nil {
		t.Fatalf("status %d: not JSON: %q", a.StatusCode, a.text)
	}
	if a.StatusCode != status || e["code"] != code || !strings.Contains(e["error"], part) || len(e) != 2 {
		t.Errorf("got %d %v, want %d, code %q, a sentence with %q", a.StatusCode, e, status, code, part)
	}
}

func TestNewNeedsATable(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Fatal("a server without a table was made")
	}
}

func TestState(t *testing.T) {
	s, f := newServer(t)
	a := ask(t, s, "GET", "/api/state", "")
	if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/json; charset=utf-8" {
		t.Fatalf("got %s %v", a.Status, a.Header)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(a.text), &got); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"human", "moves", "record", "stones", "partial", "wanted", "turn", "marks", "line"} {
		if _, ok := got[list].([]any); !ok {
			t.Errorf("%q is %v, not a list", list, got[list])
		}
	}
	var state api.Snapshot
	if err := json.Unmarshal([]byte(a.text), &state); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.Snapshot(), &state, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

func TestCommands(t *testing.T) {
	five, d := 5, 2500*time.Millisecond
	for body, want := range map[string]api.Command{
		`{"do":"undo"}`:     {Do: "undo"},
		`{"do":"resign"}`:   {Do: "resign"},
		`{"do":"move-now"}`: {Do: "move-now"},
		`{"do":"pause"}`:    {Do: "pause"},
		`{"do":"resume"}`:   {Do: "resume"},
		`{"do":"new-game"}`: {Do: "new-game"},
		`{"do":"new-game","game":"connect6","human":"black","level":5,"time":2.5}`: {Do: "new-game", Game: "connect6",
			Human: api.Colors{board.Black}, Level: &five, Time: &d},
		`{"do":"new-game","human":"both","time":"2.5s"}`:       {Do: "new-game", Human: api.Colors{board.Black, board.White}, Time: &d},
		`{"do":"new-game","clock":"10m+3x30s"}`:                {Do: "new-game", Clock: &clock.Control{Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second}},
		`{"do":"seats","human":"white","clock":null}`:          {Do: "seats", Human: api.Colors{board.White}},
		`{"do":"seats","clock":"none"}`:                        {Do: "seats", Clock: &clock.Control{}},
		`{"do":"new-game","human":["white","black"]}`:          {Do: "new-game", Human: api.Colors{board.Black, board.White}},
		`{"do":"new-game","human":"none","level":null}`:        {Do: "new-game", Human: api.Colors{}},
		`{"do":"new-game","human":null,"time":null}`:           {Do: "new-game"},
		"  {\"do\" :\n\"undo\"}\n":                             {Do: "undo"},
		`{"do":"new-game","human":[],"game":"","level":5}    `: {Do: "new-game", Human: api.Colors{}, Level: &five},
	} {
		s, f := newServer(t)
		a := ask(t, s, "POST", "/api/command", body)
		var state api.Snapshot
		if err := json.Unmarshal([]byte(a.text), &state); a.StatusCode != 200 || err != nil || state.GameID != "g1" {
			t.Errorf("%s: %s %s", body, a.Status, a.text)
			continue
		}
		if diff := cmp.Diff([]api.Command{want}, f.taken()); diff != "" {
			t.Errorf("%s:\n%s", body, diff)
		}
	}
}

func TestBadBodies(t *testing.T) {
	for body, want := range map[string][2]string{
		"":                                   {"bad-json", `empty: send a JSON object, such as {"do":"undo"}`},
		"  \n":                               {"bad-json", "empty"},
		`{`:                                  {"bad-json", "ends early, at byte 1"},
		`{"do":"undo",}`:                     {"bad-json", "at byte 14"},
		`do=undo`:                            {"bad-json", "at byte 1"},
		`[1]`:                                {"bad-value", "A command is an object"},
		`"undo"`:                             {"bad-value", "A command is an object"},
		`null`:                               {"bad-value", "A command is an object"},
		`{"do":"undo"}{"do":"undo"}`:         {"bad-json", "at byte 14"},
		`{"do":7}`:                           {"bad-value", `"do" must be a word in quotes`},
		`{"do":"new-game","level":"high"}`:   {"bad-value", `"level" must be`},
		`{"do":"new-game","level":1.5}`:      {"bad-value", `"level"`},
		`{"do":"new-game","human":"green"}`:  {"bad-value", `"human" must be`},
		`{"do":"new-game","human":{"a":1}}`:  {"bad-value", `"human" must be`},
		`{"do":"new-game","clock":"soon"}`:   {"bad-value", `"soon" is not a clock: write`},
		`{"do":"new-game","clock":600}`:      {"bad-value", `"clock" must be a text like "10m+5s"`},
		`{"do":"new-game","clock":"99h"}`:    {"bad-value", `out of range: it can be 10ms to 24h`},
		`{"do":"new-game","time":"soon"}`:    {"bad-value", `"time" must be`},
		`{"do":"new-game","time":true}`:      {"bad-value", `"time" must be`},
		`{"do":"new-game","colour":"black"}`: {"bad-value", `no field "colour"`},
		`{"do":"new-game","terms":5}`:        {"bad-value", `handicap 3", not 5.`},
		`{"do":"new-game","terms":"komi"}`:   {"bad-value", `"terms" must be words in quotes`},
		`{}`:                                 {"bad-value", `"do" is missing`},
	} {
		s, f := newServer(t)
		ask(t, s, "POST", "/api/command", body).sentence(t, 400, want[0], want[1])
		if n := len(f.taken()); n != 0 {
			t.Errorf("%s reached the table", body)
		}
	}
	s, _ := newServer(t)
	long := `{"do":"` + strings.Repeat("x", 5000) + `"}`
	ask(t, s, "POST", "/api/command", long).sentence(t, 413, "too-long", "4096 bytes")
}

// What a member must be is said as JSON and not as Go has it.
func TestWrongKindsOfMembers(t *testing.T) {
	var body struct {
		Text  string           `json:"text"`
		Words api.List[string] `json:"words"`
		Point *board.Point     `json:"point"`
		Time  float64          `json:"time"`
		Node  *int             `json:"node"`
		Guess bool             `json:"guess"`
		Terms map[string]int   `json:"terms"`
	}
	for sent, want := range map[string][2]string{
		`{"text":5}`:     {`"text" is a JSON number at byte 9, but must be a string.`, `"text" 是 JSON 的数（第 9 字节），应为字符串。`},
		`{"words":"x"}`:  {`"words" is a JSON string at byte 12, but must be an array.`, `"words" 是 JSON 的字符串（第 12 字节），应为数组。`},
		`{"point":7}`:    {`"point" is a JSON number at byte 10, but must be a string.`, `"point" 是 JSON 的数（第 10 字节），应为字符串。`},
		`{"time":"5"}`:   {`"time" is a JSON string at byte 11, but must be a number.`, `"time" 是 JSON 的字符串（第 11 字节），应为数。`},
		`{"node":5.5}`:   {`"node" is a JSON number at byte 11, but must be a whole number.`, `"node" 是 JSON 的数（第 11 字节），应为整数。`},
		`{"guess":"no"}`: {`"guess" is a JSON string at byte 13, but must be true or false.`, `"guess" 是 JSON 的字符串（第 13 字节），应为 true 或 false。`},
		`{"terms":[]}`:   {`"terms" is a JSON array at byte 10, but must be an object.`, `"terms" 是 JSON 的数组（第 10 字节），应为对象。`},
	} {
		err := read(httptest.NewRequest("POST", "/", strings.NewReader(sent)), &body, "{}")
		r, ok := errors.AsType[*refusal](err)
		if !ok || r.text != want[0] || r.said.In(text.Chinese) != want[1] {
			t.Errorf("%s: %v, want %s", sent, r, want)
		}
	}
}

func TestTableRefuses(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
	}{
		{&api.CommandError{Code: "unknown-command", Text: "There is no such command."}, 400, "unknown-command"},
		{&api.CommandError{Code: "bad-value", Text: "The level goes from 1 to 10."}, 400, "bad-value"},
		{&api.CommandError{Code: "nothing-to-undo", Text: "There is nothing to undo."}, 409, "nothing-to-undo"},
		{&api.CommandError{Code: "not-now", Text: "Not now."}, 409, "not-now"},
		{&api.CommandError{Code: "over", Text: "The game is over."}, 409, "over"},
		{api.ErrStopped, 503, "stopped"},
		{errors.New("disk full"), 500, "internal"},
	} {
		s, f := newServer(t)
		f.answer = func(api.Command) error { return c.err }
		ask(t, s, "POST", "/api/command", `{"do":"undo"}`).sentence(t, c.status, c.code, ".")
		if a := ask(t, s, "GET", "/metrics", ""); !strings.Contains(a.text, `stonehand_command_errors_total{code="`+c.code+`",do="undo"} 1`) {
			t.Errorf("the refusal %q is not counted", c.code)
		}
	}
}

func TestUnknownPathsAndMethods(t *testing.T) {
	s, _ := newServer(t)
	for _, path := range []string{"/nothing", "/api", "/api/", "/api/states", "/page/", "/page/../server.go", "/page/nothing.js", "/index.html"} {
		a := ask(t, s, "GET", path, "")
		if a.StatusCode == http.StatusTemporaryRedirect || a.StatusCode == http.StatusMovedPermanently {
			continue // ServeMux cleans a path first
		}
		a.sentence(t, 404, "not-found", " ")
	}
	for _, r := range s.routes() {
		path := strings.NewReplacer("{file}", "board.js", "{id}", oneGame.ID).Replace(r.path)
		a := ask(t, s, "PATCH", path, "")
		a.sentence(t, 405, "method-not-allowed", "use ")
		if allow := a.Header.Get("Allow"); !slices.Contains(strings.Split(allow, ", "), r.method) || !strings.Contains(a.text, r.method) {
			t.Errorf("%s: Allow is %q, and it is said %s", path, allow, a.text)
		}
	}
	if a := ask(t, s, "HEAD", "/api/state", ""); a.StatusCode != 200 {
		t.Errorf("HEAD: %s", a.Status)
	}
}

func TestGames(t *testing.T) {
	s, _ := newServer(t)
	a := ask(t, s, "GET", "/api/games", "")
	var games []api.GameInfo
	if err := json.Unmarshal([]byte(a.text), &games); err != nil || !cmp.Equal(games, []api.GameInfo{oneGame}) {
		t.Errorf("games: %v %s", err, a.text)
	}
	a = ask(t, s, "GET", "/api/games/"+oneGame.ID+".sgf", "")
	if a.StatusCode != 200 || !strings.HasPrefix(a.text, "(;FF[4]") ||
		a.Header.Get("Content-Disposition") != `attachment; filename="`+oneGame.ID+`.sgf"` {
		t.Errorf("SGF: %s %v %s", a.Status, a.Header, a.text)
	}
	for _, file := range []string{"nothing.sgf", oneGame.ID, "..sgf", "..%2F..%2Fpasswd.sgf", ".sgf", "a%20b.sgf", strings.Repeat("x", 300) + ".sgf"} {
		ask(t, s, "GET", "/api/games/"+file, "").sentence(t, 404, "not-found", "/api/games")
	}

	s, _ = newServer(t, func(c *Config) { c.Games = nil })
	if a := ask(t, s, "GET", "/api/games", ""); a.text != "[]\n" {
		t.Errorf("without an archive: %q", a.text)
	}
	s, _ = newServer(t, func(c *Config) { c.Games = fakeGames{errors.New("disk on fire")} })
	a = ask(t, s, "GET", "/api/games", "")
	a.sentence(t, 500, "internal", "log")
	if strings.Contains(a.text, "fire") {
		t.Error("an inner error was told to a stranger")
	}
}

func TestHand(t *testing.T) {
	s, f := newServer(t)
	put := func(body string) answer { return ask(t, s, "POST", "/api/sim/put", body) }
	lift := func(body string) answer { return ask(t, s, "POST", "/api/sim/lift", body) }
	if a := put(`{"point":"j10","color":"black"}`); a.StatusCode != 200 || a.text != `{"point":"J10","color":"black"}`+"\n" {
		t.Errorf("put: %s %s", a.Status, a.text)
	}
	if got := f.Snapshot().Stones; !slices.Equal(got, []api.Seen{{Point: apitest.At("J10"), Color: referee.Black}}) {
		t.Errorf("the board shows %v", got)
	}
	put(`{"point":"J10","color":"white"}`).sentence(t, 409, "hand", "There is a stone on J10 already: lift it first.")
	put(`{"point":"J10","color":"black"}`).sentence(t, 409, "hand", "There is a stone on J10 already: lift it first.")
	lift(`{"point":"A1"}`).sentence(t, 409, "hand", "There is no stone on A1 to lift.")
	// What helping hands have done already is not the fault of the client that asks for it.
	f.set(func(n *api.Snapshot) { n.Helping = true })
	for _, a := range []answer{put(`{"point":"J10","color":"black"}`), lift(`{"point":"A1"}`)} {
		if a.StatusCode != 200 {
			t.Errorf("asked for what is so: %s %s", a.Status, a.text)
		}
	}
	put(`{"point":"J10","color":"white"}`).sentence(t, 409, "hand", "There is a stone on J10 already: lift it first.")
	f.set(func(n *api.Snapshot) { n.Helping = false })
	put(`{"point":"J20","color":"white"}`).sentence(t, 400, "bad-value", "off the board")
	put(`{"point":"JJ","color":"white"}`).sentence(t, 400, "bad-value", "not a point")
	put(`[]`).sentence(t, 400, "bad-json", "a JSON array")
	put(`{"point":7}`).sentence(t, 400, "bad-value", `"point" is a JSON number at byte 10, but must be a string`)
	put(`{"color":"white"}`).sentence(t, 400, "bad-value", `"point" is missing`)
	put(`{"point":"A1"}`).sentence(t, 400, "bad-value", `"color" cannot be ""`)
	put(`{"point":"A1","color":"red"}`).sentence(t, 400, "bad-value", "red")
	put(`{"point":"A1","colour":"red"}`).sentence(t, 400, "bad-value", `member "colour" is unknown`)
	lift(`{"point":"A1","color":"black"}`).sentence(t, 400, "bad-value", `member "color" is unknown`)
	lift(`{"point":"A1"}`).sentence(t, 409, "hand", "There is no stone on A1 to lift.")
	if a := lift(`{"point":"J10"}`); a.StatusCode != 200 || len(f.Snapshot().Stones) != 0 {
		t.Errorf("lift: %s %s", a.Status, a.text)
	}

	s, _ = newServer(t, func(c *Config) { c.Hand = nil })
	put(`{"point":"J10","color":"black"}`).sentence(t, 404, "not-simulated", "real board")
	lift(`{"point":"J10"}`).sentence(t, 404, "not-simulated", "real board")

	s, f = newServer(t)
	f.set(func(n *api.Snapshot) { n.Cols, n.Rows = 0, 0 })
	lift(`{"point":"J10"}`).sentence(t, 409, "not-now", "The size of the board is not known")
}

func TestHealth(t *testing.T) {
	now := time.Now()
	s, f := newServer(t, func(c *Config) { c.Clock = func() time.Time { return now }; c.Stall = 7 * time.Second })
	f.progress = now.Add(-7 * time.Second)
	var p pulse
	a := ask(t, s, "GET", "/healthz", "")
	if err := json.Unmarshal([]byte(a.text), &p); a.StatusCode != 200 || err != nil || !p.OK || p.AgeMS != 7000 || !p.Link {
		t.Errorf("healthy: %s %s", a.Status, a.text)
	}
	f.progress = now.Add(-7001 * time.Millisecond)
	a = ask(t, s, "GET", "/healthz", "")
	if err := json.Unmarshal([]byte(a.text), &p); a.StatusCode != 503 || err != nil || p.OK || p.Code != "stalled" || !strings.Contains(p.Error, "7.001s") {
		t.Errorf("stuck: %s %s", a.Status, a.text)
	}
}

var addresses = regexp.MustCompile(`(?i)\b(https?|wss?)://[^\s"'<>]*`)

func TestPageFiles(t *testing.T) {
	s, _ := newServer(t)
	a := ask(t, s, "GET", "/", "")
	if a.StatusCode != 200 || a.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.HasPrefix(a.text, "<!doctype html>") {
		t.Errorf("page: %s %v", a.Status, a.Header)
	}
	if csp := a.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'self'") || strings.Contains(csp, "unsafe") {
		t.Errorf("policy: %s", csp)
	}
	if b := ask(t, s, "GET", "/", "", "If-None-Match", a.Header.Get("ETag")); b.StatusCode != 304 || b.text != "" {
		t.Errorf("unchanged page: %s", b.Status)
	}
	for name := range pack().assets {
		b := ask(t, s, "GET", "/page/"+name, "")
		if b.StatusCode != 200 || b.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %s %q", name, b.Status, b.Header.Get("Content-Type"))
		}
		for _, address := range addresses.FindAllString(b.text, -1) {
			if !strings.HasPrefix(address, "http://www.w3.org/") { // names of XML, not fetched
				t.Errorf("%s names an outside address: %s", name, address)
			}
		}
	}
}
