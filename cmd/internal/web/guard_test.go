package web

import (
	"encoding/json"
	"testing"
)

func TestForeignOrigins(t *testing.T) {
	const body = `{"do":"resign"}`
	for _, c := range []struct {
		headers []string
		allowed bool
	}{
		{nil, true}, // curl
		{[]string{"Origin", "http://127.0.0.1:8080"}, true},
		{[]string{"Sec-Fetch-Site", "same-origin", "Origin", "http://127.0.0.1:8080"}, true},
		{[]string{"Host", "localhost", "Origin", "http://localhost"}, true},
		{[]string{"Origin", "http://evil.example"}, false},
		{[]string{"Origin", "http://127.0.0.1:9999"}, false},
		{[]string{"Origin", "null"}, false},
		{[]string{"Sec-Fetch-Site", "cross-site"}, false},
		{[]string{"Sec-Fetch-Site", "same-site", "Origin", "http://other.local"}, false},
	} {
		s, f := newServer(t)
		for _, path := range []string{"/api/command", "/api/sim/put", "/api/sim/lift", "/api/analysis"} {
			b := body
			if path != "/api/command" {
				b = `{"point":"J10"}`
			}
			a := ask(t, s, "POST", path, b, c.headers...)
			if !c.allowed {
				a.sentence(t, 403, "foreign-origin", "Another site")
			} else if a.StatusCode == 403 {
				t.Errorf("%v: %s", c.headers, a.text)
			}
		}
		if got := len(f.taken()); (got == 1) != c.allowed {
			t.Errorf("%v: %d commands reached the table", c.headers, got)
		}
	}
}

func TestHosts(t *testing.T) {
	s, _ := newServer(t, func(c *Config) { c.Hosts = []string{"Board.Example.org"} })
	for host, allowed := range map[string]bool{
		"127.0.0.1": true, "192.168.1.7:8080": true, "[::1]:8080": true, "[fe80::1]": true, "localhost:8080": true,
		"board": true, "board.local": true, "board.local.:80": true, "board.home.arpa": true, "BOARD.LAN": true,
		"intranet": false, "pi.local": false, "board.example": false, "": false,
		"board.example.org": true, "board.example.org:8080": true,
		"evil.example": false, "evil.example:8080": false, "local.evil.example": false, "127.0.0.1.evil.example": false,
	} {
		a := ask(t, s, "GET", "/api/state", "", "Host", host)
		if allowed && a.StatusCode != 200 {
			t.Errorf("%s: %s", host, a.Status)
		} else if !allowed {
			a.sentence(t, 421, "unknown-host", "does not answer")
		}
	}
	s, _ = newServer(t, func(c *Config) { c.Hosts = []string{"*"} })
	if a := ask(t, s, "GET", "/api/state", "", "Host", "evil.example"); a.StatusCode != 200 {
		t.Errorf("any host: %s", a.Status)
	}
}

func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		`{"do":"undo"}`, `{"do":"new-game","human":"both","level":3,"time":"5s"}`, `{"point":"J10","color":"black"}`, `{"point":"T99"}`,
		`{"do":`, `[]`, `null`, `{"human":[null]}`, `{"time":-1e9}`, "\xff", `{"do":"undo"} x`,
		`{"do":"start","game":"20260102-150405","time":0.3}`, `{"do":"cancel","game":"x"}`, `{"do":"start","game":"../x","time":1e300}`,
	} {
		f.Add(body)
	}
	s, _ := newServer(f)
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/api/command", "/api/sim/put", "/api/sim/lift", "/api/analysis"} {
			a := ask(t, s, "POST", path, body)
			var e struct{ Error, Code string }
			if err := json.Unmarshal([]byte(a.text), &e); err != nil {
				t.Fatalf("%s %q: not JSON: %q", path, body, a.text)
			}
			if a.StatusCode >= 500 || (a.StatusCode >= 400) != (e.Error != "") {
				t.Fatalf("%s %q: %d %q", path, body, a.StatusCode, a.text)
			}
		}
	})
}
