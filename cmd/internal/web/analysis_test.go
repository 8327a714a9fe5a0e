package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// bench is a server whose analyst works, in a bubble of synthetic time.
type bench struct {
	*testing.T
	server  *Server
	analyst *fakeAnalyst
	games   shelf
	log     *bytes.Buffer
	end     func()
}

func newStudy(t *testing.T) *bench {
	s := &bench{T: t, analyst: newFakeAnalyst(), games: shelf{"a": threeTurns, "b": threeTurns}, log: &bytes.Buffer{}}
	s.server, _ = newServer(t, func(c *Config) {
		c.Games, c.Analyst, c.Log = s.games, s.analyst, slog.New(slog.NewTextHandler(s.log, nil))
	})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.server.queue.run(ctx)
	}()
	s.end = func() { cancel(); <-done }
	t.Cleanup(s.end)
	return s
}

// post sends a command and returns what it is answered.
func (s *bench) post(body string) answer {
	s.Helper()
	a := ask(s, s.server, "POST", "/api/analysis", body)
	synctest.Wait()
	return a
}

// stands checks how the analysis of a game stands, and returns its turns.
func (s *bench) stands(want Progress) []Judged {
	s.Helper()
	synctest.Wait()
	a := ask(s, s.server, "GET", "/api/games/"+want.Game+"/analysis", "")
	var got struct {
		Progress Progress
		Turns    []Judged
	}
	if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.StatusCode != 200 || !strings.Contains(a.text, `"turns":[`) {
		s.Fatalf("%s %s: %v", a.Status, a.text, err)
	}
	if diff := cmp.Diff(want, got.Progress); diff != "" {
		s.Error(diff)
	}
	return got.Turns
}

func TestAnalysis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		s.stands(Progress{Game: "a", State: "none"})
		ask(t, s.server, "GET", "/api/games/a/analysis.sgf", "").sentence(t, 404, "not-found", "Game a has not been analysed")

		if a := s.post(`{"do":"start","game":"a"}`); a.StatusCode != 200 || a.text != `{"game":"a","state":"running","time":1,"done":0,"all":0,"waiting":false}`+"\n" {
			t.Fatalf("start: %s %s", a.Status, a.text)
		}
		s.analyst.letGo(2)
		s.stands(Progress{Game: "a", State: "running", Time: 1, Done: 2, All: 4})
		s.analyst.tokens <- errWait
		s.stands(Progress{Game: "a", State: "running", Time: 1, Done: 2, All: 4, Waiting: true})
		if a := s.post(`{"do":"start","game":"a","time":1}`); a.text != `{"game":"a","state":"running","time":1,"done":2,"all":4,"waiting":true}`+"\n" {
			t.Errorf("the same again: %s %s", a.Status, a.text)
		}
		s.post(`{"do":"start","game":"b"}`).sentence(t, 409, "analysis-busy", "Another analysis is running")
		s.post(`{"do":"start","game":"a","time":2}`).sentence(t, 409, "analysis-busy", "Another analysis is running")
		s.post(`{"do":"cancel","game":"b"}`).sentence(t, 409, "not-analysing", "Game b is not being analysed.")
		s.stands(Progress{Game: "b", State: "none"})

		s.analyst.letGo(2)
		turns := s.stands(Progress{Game: "a", State: "done", Time: 1, Done: 4, All: 4})
		if len(turns) != 3 || turns[0].Line == nil || turns[1].Mark != "bad" || !slices.Equal(turns[2].Played, []string{"H10", "I10"}) {
			t.Errorf("turns: %+v", turns)
		}
		for query, want := range map[string]string{"": "(;C[good])", "?lang=en": "(;C[good])", "?lang=ZH": "(;C[好])"} {
			a := ask(t, s.server, "GET", "/api/games/a/analysis.sgf"+query, "")
			if a.text != want || a.Header.Get("Content-Disposition") != `attachment; filename="a-analysis.sgf"` || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/x-go-sgf") {
				t.Errorf("SGF%s: %s %v %q", query, a.Status, a.Header, a.text)
			}
		}
		ask(t, s.server, "GET", "/api/games/a/analysis.sgf?lang=fr", "").sentence(t, 400, "bad-value", `"fr"`)

		// What is there is not done again; with more time it is.
		if a := s.post(`{"do":"start","game":"a"}`); !strings.Contains(a.text, `"state":"done"`) || len(s.analyst.asked) != 1 {
			t.Errorf("once more: %s", a.text)
		}
		s.post(`{"do":"start","game":"a","time":2.5}`)
		s.analyst.letGo(4)
		s.stands(Progress{Game: "a", State: "done", Time: 2.5, Done: 4, All: 4})
		if first, second := <-s.analyst.asked, <-s.analyst.asked; first != time.Second || second != 2500*time.Millisecond {
			t.Errorf("asked with %v and %v a turn", first, second)
		}

		// A game that was reopened and ended otherwise is another one.
		s.games["a"] = strings.Replace(threeTurns, "B+R", "W+R", 1)
		s.stands(Progress{Game: "a", State: "none"})
	})
}

func TestAnalysisIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		s.post(`{"do":"start","game":"a"}`)
		s.analyst.letGo(1)
		if a := s.post(`{"do":"cancel","game":"a"}`); a.StatusCode != 200 || a.text != `{"game":"a","state":"none","time":1,"done":0,"all":0,"waiting":false}`+"\n" {
			t.Errorf("cancel: %s %s", a.Status, a.text)
		}
		s.stands(Progress{Game: "a", State: "none"})
		s.post(`{"do":"cancel","game":"a"}`).sentence(t, 409, "not-analysing", "Game a")

		// Cancelled before it could begin, and another asked for at once.
		ask(t, s.server, "POST", "/api/analysis", `{"do":"start","game":"a"}`)
		ask(t, s.server, "POST", "/api/analysis", `{"do":"cancel","game":"a"}`)
		s.post(`{"do":"start","game":"b"}`)
		s.analyst.letGo(4)
		s.stands(Progress{Game: "b", State: "done", Time: 1, Done: 4, All: 4})
		s.stands(Progress{Game: "a", State: "none"})
	})
}

// The machine stops while it analyses: nothing is left behind.
func TestAnalysisEndsWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		s.post(`{"do":"start","game":"a"}`)
		s.analyst.letGo(1)
		s.end()
		s.stands(Progress{Game: "a", State: "none"})
		if s.log.Len() > 0 && strings.Contains(s.log.String(), "level=ERROR") {
			t.Errorf("an ordinary end is logged as %s", s.log)
		}
	})
}

func TestAnalysisFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		for _, err := range []error{errors.New("no memory"), errPanic, errJob} {
			s.log.Reset()
			s.post(`{"do":"start","game":"a"}`)
			s.analyst.letGo(1)
			s.analyst.tokens <- err
			s.stands(Progress{Game: "a", State: "failed", Time: 1, Done: 1, All: 4})
			s.stands(Progress{Game: "b", State: "none"})
			if !strings.Contains(s.log.String(), "an analysis failed") || !strings.Contains(s.log.String(), err.Error()) {
				t.Errorf("logged: %s", s.log)
			}
		}
		s.post(`{"do":"start","game":"a"}`)
		s.analyst.letGo(4)
		s.stands(Progress{Game: "a", State: "done", Time: 1, Done: 4, All: 4})
	})
}

func TestAnalysesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		for i := range kept + 2 {
			id := fmt.Sprintf("g%d", i)
			s.games[id] = threeTurns
			s.post(`{"do":"start","game":"` + id + `"}`)
			s.analyst.letGo(4)
			synctest.Wait()
		}
		if n := len(s.server.queue.results); n != kept {
			t.Errorf("%d analyses are kept, not %d", n, kept)
		}
		s.stands(Progress{Game: "g1", State: "none"})
		s.stands(Progress{Game: "g2", State: "done", Time: 1, Done: 4, All: 4})
	})
}

func TestAnalysisIsRefused(t *testing.T) {
	games := shelf{"a": threeTurns, "empty": "(;GM[511])", "go": "(;GM[1];B[dd])", "torn": "(;GM[511];B[JJ]"}
	s, _ := newServer(t, func(c *Config) { c.Games = games })
	for body, want := range map[string][2]string{
		``:                                     {"400 bad-json", `such as {"do":"start"`},
		`[]`:                                   {"400 bad-json", "array"},
		`{"do":"start","game":"a","fast":1}`:   {"400 bad-value", `member "fast" is unknown`},
		`{}`:                                   {"400 bad-value", `"do" cannot be ""`},
		`{"do":"stop","game":"a"}`:             {"400 bad-value", `"do" cannot be "stop"`},
		`{"do":"start"}`:                       {"400 bad-value", `"game" is missing`},
		`{"do":"start","game":"a","time":0}`:   {"400 bad-value", `"time" cannot be 0`},
		`{"do":"start","game":"a","time":61}`:  {"400 bad-value", "0.05 to 60 seconds"},
		`{"do":"start","game":"a","time":1e9}`: {"400 bad-value", "0.05 to 60 seconds"},
		`{"do":"start","game":"a","time":-1}`:  {"400 bad-value", "0.05 to 60 seconds"},
		`{"do":"start","game":"a","time":"1"}`: {"400 bad-value", `"time" is a JSON string`},
		`{"do":"cancel","game":"a","time":1}`:  {"400 bad-value", `"time" belongs to "start"`},
		`{"do":"start","game":"b"}`:            {"404 not-found", `no finished game "b"`},
		`{"do":"start","game":"../a"}`:         {"404 not-found", `no finished game "../a"`},
		`{"do":"start","game":"empty"}`:        {"409 no-turns", "No turn was played in this game"},
		`{"do":"start","game":"go"}`:           {"409 not-readable", "cannot be read"},
		`{"do":"start","game":"torn"}`:         {"409 not-readable", "line 1, column"},
		`{"do":"cancel","game":"a"}`:           {"409 not-analysing", "Game a is not being analysed"},
	} {
		var status int
		var code string
		fmt.Sscan(want[0], &status, &code)
		ask(t, s, "POST", "/api/analysis", body).sentence(t, status, code, want[1])
	}
	for path, want := range map[string]string{
		"b/analysis": "404 not-found", "b/record": "404 not-found", "b/analysis.sgf": "404 not-found", "..%2Fa/record": "404 not-found",
		"go/analysis": "409 not-readable", "torn/record": "409 not-readable", "go/analysis.sgf": "409 not-readable",
	} {
		var status int
		var code string
		fmt.Sscan(want, &status, &code)
		ask(t, s, "GET", "/api/games/"+path, "").sentence(t, status, code, " ")
	}

	s, _ = newServer(t, func(c *Config) { c.Analyst = nil })
	ask(t, s, "POST", "/api/analysis", `{"do":"start","game":"a"}`).sentence(t, 404, "no-analyst", "does not analyse")
	for _, path := range []string{"/analysis", "/analysis.sgf"} {
		ask(t, s, "GET", "/api/games/"+oneGame.ID+path, "").sentence(t, 404, "no-analyst", "does not analyse")
	}
	s, _ = newServer(t, func(c *Config) { c.Games = nil })
	ask(t, s, "POST", "/api/analysis", `{"do":"start","game":"a"}`).sentence(t, 404, "not-found", "no finished game")
	s, _ = newServer(t, func(c *Config) { c.Games = fakeGames{errors.New("disk on fire")} })
	for _, path := range []string{"/analysis", "/analysis.sgf", "/record"} {
		ask(t, s, "GET", "/api/games/"+oneGame.ID+path, "").sentence(t, 500, "internal", "log")
	}
}

func TestRecord(t *testing.T) {
	won := "(;GM[511];B[JJ];W[AA];W[CA];B[HJ];B[IJ];W[EA];W[GA];B[KJ];B[LJ];W[AS];W[CS];B[MJ])"
	s, _ := newServer(t, func(c *Config) { c.Games = shelf{"won": won} })
	a := ask(t, s, "GET", "/api/games/won/record", "")
	var got Record
	if err := json.Unmarshal([]byte(a.text), &got); err != nil || a.StatusCode != 200 {
		t.Fatalf("%s %s: %v", a.Status, a.text, err)
	}
	want := Record{Game: oneGame, Cols: 19, Rows: 19, Line: apitest.Points("H10", "I10", "J10", "K10", "L10", "M10"), Moves: apitest.Turns([][]string{
		{"J10"}, {"A1", "C1"}, {"H10", "I10"}, {"E1", "G1"}, {"K10", "L10"}, {"A19", "C19"}, {"M10"}}), SetUp: []api.Stone{}, First: board.Black}
	want.Game.ID = "won"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s, _ = newServer(t, func(c *Config) {
		c.Games = shelf{"empty": "(;GM[511]SZ[9])", "set": "(;GM[511]AB[JJ]AW[AA]PL[W];W[CC];W[CD])"}
	})
	if a := ask(t, s, "GET", "/api/games/set/record", ""); !strings.Contains(a.text, `"moves":[["C3","C4"]]`) ||
		!strings.Contains(a.text, `"set_up":[{"point":"J10","color":"black"},{"point":"A1","color":"white"}],"first":"white"`) {
		t.Errorf("set: %s", a.text)
	}
	if a := ask(t, s, "GET", "/api/games/empty/record", ""); !strings.Contains(a.text, `"cols":9,"rows":9,"moves":[],"line":[]`) {
		t.Errorf("a game without turns: %s", a.text)
	}
}

// Streams tell how the analysis stands, after the present state.
func TestAnalysisEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStudy(t)
		s.post(`{"do":"start","game":"a"}`)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		w := httptest.NewRecorder()
		done := make(chan struct{})
		go func() {
			defer close(done)
			r := httptest.NewRequestWithContext(ctx, "GET", "/api/events", nil)
			r.Host = "127.0.0.1"
			s.server.Handler().ServeHTTP(w, r)
		}()
		synctest.Wait()
		for range 4 {
			s.analyst.letGo(1)
			synctest.Wait()
		}
		cancel()
		<-done
		var told []string
		for lines := bufio.NewScanner(w.Body); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				told = append(told, text)
			} else if text, ok := strings.CutPrefix(lines.Text(), `data: {"game":"a","state":`); ok {
				told[len(told)-1] += " " + text
			}
		}
		// The last position and the end are told together.
		want := []string{"state", `analysis "running","time":1,"done":0,"all":0,"waiting":false}`, `analysis "running","time":1,"done":1,"all":4,"waiting":false}`,
			`analysis "running","time":1,"done":2,"all":4,"waiting":false}`, `analysis "running","time":1,"done":3,"all":4,"waiting":false}`, `analysis "done","time":1,"done":4,"all":4,"waiting":false}`}
		if told := strings.Join(told, "\n"); !strings.HasSuffix(told, want[len(want)-1]) || !strings.HasPrefix(told, strings.Join(want[:5], "\n")) {
			t.Errorf("told:\n%s", told)
		}
	})
}

// onDisk keeps analyses as if on a disk.
type onDisk map[string][]byte

func (d onDisk) Find(record []byte) []byte          { return d[string(record)] }
func (d onDisk) Keep(record, analysis []byte) error { d[string(record)] = analysis; return nil }

// A finished analysis is there after a restart, also in the languages of its record,
// and is not done again; what cannot be read of one is as good as none.
func TestAnalysisOutlivesTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := onDisk{}
		s := newStudy(t)
		s.server.queue.shelf = disk
		s.post(`{"do":"start","game":"a","time":2}`)
		s.analyst.letGo(4)
		want := s.stands(Progress{Game: "a", State: "done", Time: 2, Done: 4, All: 4})
		s.end()
		again := newStudy(t)
		again.server.queue.shelf = disk
		if diff := cmp.Diff(want, again.stands(Progress{Game: "a", State: "done", Time: 2, Done: 4, All: 4})); diff != "" {
			t.Error(diff)
		}
		if a := ask(t, again.server, "GET", "/api/games/a/analysis.sgf?lang=zh", ""); a.text != "(;C[好])" {
			t.Errorf("SGF: %q", a.text)
		}
		if a := again.post(`{"do":"start","game":"a","time":2}`); !strings.Contains(a.text, `"state":"done"`) || len(again.analyst.asked) != 0 {
			t.Errorf("once more: %s", a.text)
		}
		for _, text := range []string{"", "{", "[]", `{"progress":{"game":"b","state":"done"}}`, `{"progress":{"game":"a","state":"done"}}`} {
			last := newStudy(t)
			disk[threeTurns] = []byte(text)
			last.server.queue.shelf = disk
			last.stands(Progress{Game: "a", State: "none"})
		}
	})
}
