package web

import (
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
)

type fakeVisits []api.Count

func (f fakeVisits) Counts() ([]api.Count, error) { return f, nil }

// The counts of visitors are the operator's, as JSON and as a table.
func TestVisits(t *testing.T) {
	hour := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	list := fakeVisits{{Hour: hour, What: "visit", Count: 3}, {Hour: hour, What: "game", Game: "connect6", Level: 5, Result: api.TallyPeople, Count: 2, Turns: 30, Time: 600}}
	s, _ := newServer(t, func(c *Config) { c.Visits = list })
	if a := ask(t, s, "GET", "/api/visits", ""); a.StatusCode != 200 || !strings.Contains(a.text, `"result":"people","count":2,"turns":30,"seconds":600`) {
		t.Errorf("%d: %s", a.StatusCode, a.text)
	}
	want := "hour,what,game,level,result,count,turns,seconds\n2026-11-23T10:00:00Z,visit,,0,,3,0,0\n2026-11-23T10:00:00Z,game,connect6,5,people,2,30,600\n"
	if a := ask(t, s, "GET", "/api/visits.csv", ""); a.text != want || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%s", a.text)
	}
	s, _ = newServer(t)
	if a := ask(t, s, "GET", "/api/visits", ""); a.StatusCode != 404 {
		t.Errorf("a table that counts nobody answers %d", a.StatusCode)
	}
}
