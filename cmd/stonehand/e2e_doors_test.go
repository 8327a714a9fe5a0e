package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/engine/board"
)

// quick is a configuration for games that are played over HTTP.
const quick = `
[game]
level = 1
time = "100ms"
[board]
settle = "20ms"
[sim]
scan = "5ms"
bounce = "0s"
[engine]
table_mb = 1
[web]
listen = "127.0.0.1:0"
`

// playTo plays until the game has n turns or more and a person is to move.
func playTo(t *testing.T, tab tableClient, n int) *api.Snapshot {
	t.Helper()
	return tab.Until(t, fmt.Sprintf("%d turns", n), func(s *api.Snapshot) bool {
		if s.Phase == api.PhaseHuman && len(s.Moves) >= n && len(s.Stones) == len(s.Record) {
			return true
		}
		_, err := tab.Act(s, func(s *api.Snapshot, due int) []string {
			c, _ := board.ParseColor(s.ToMove.String())
			return hinder(shown(s), due, c)
		})
		if err != nil {
			t.Fatal(err)
		}
		return false
	})
}

// sameGame makes sure that nothing of a game has changed.
func sameGame(t *testing.T, after string, now, before *api.Snapshot) {
	t.Helper()
	if now.GameID != before.GameID || fmt.Sprint(now.Moves) != fmt.Sprint(before.Moves) || now.Result != before.Result {
		t.Errorf("after %s the game is %s with %v; it was %s with %v", after, now.GameID, now.Moves, before.GameID, before.Moves)
	}
}

// TestTwoDaemons starts a second daemon where one is playing already.
func TestTwoDaemons(t *testing.T) {
	data := t.TempDir()
	args := []string{"serve", "--config", daemonConfig(t, quick), "--data"}
	first := startDaemon(t, "stonehand", append(args, data)...)
	before := playTo(t, first.tableClient, 2)
	for why, second := range map[string]*process{
		"another Stonehand is using it":     launchDaemon(t, "stonehand", append(args, data)...),
		"address already in use":            launchDaemon(t, "stonehand", append(args, t.TempDir(), "--listen", strings.TrimPrefix(first.Base, "http://"))...),
		"choose another port with --listen": launchDaemon(t, "stonehand", append(args, t.TempDir(), "--listen", strings.TrimPrefix(first.Base, "http://"))...),
	} {
		if err := second.Wait(); err == nil || err.Error() != "exit status 1" || !strings.Contains(second.Log(), why) || !strings.HasPrefix(second.Log(), "error: ") {
			t.Errorf("the second daemon ended with %v and said:\n%s\nwant it to say %q", err, second.Log(), why)
		}
	}
	sameGame(t, "a second daemon", playTo(t, first.tableClient, 2), before)
	playTo(t, first.tableClient, 4)
	first.Stop()
}

// TestBoardThatIsNotThere names devices that are no boards. The daemon runs,
// says what is wrong and what to do, and waits; nothing of the game is lost.
func TestBoardThatIsNotThere(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the daemon many times, so -short leaves it out")
	}
	t.Parallel()
	data := t.TempDir()
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, quick))
	before := playTo(t, d.tableClient, 2)
	d.Stop()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("not a board"), 0o600); err != nil {
		t.Fatal(err)
	}
	for port, want := range map[string]string{
		"/dev/ttyNOPE": "there is no device at /dev/ttyNOPE; is the board plugged in?",
		"/dev/null":    "/dev/null is not a serial port; name the device that the board is plugged in at",
		file:           "is not a serial port",
	} {
		text := strings.Replace(quick, "[board]\n", fmt.Sprintf("[board]\nkind = \"mcu\"\nport = %q\n", port), 1)
		d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, text))
		s := d.Until(t, "the fault", func(s *api.Snapshot) bool { return s.Fault != "" })
		if s.Phase != api.PhaseLost || s.Link || !strings.Contains(s.Fault, want) || !strings.Contains(s.Message, want) {
			t.Errorf("%s: phase %s, link %v, fault %q, message %q; want %q", port, s.Phase, s.Link, s.Fault, s.Message, want)
		}
		sameGame(t, "a board at "+port, s, before)
		if _, err := d.Send("GET", "/healthz", nil); err != nil {
			t.Errorf("a daemon that waits for its board is not well: %v", err)
		}
		d.Stop()
	}
	d = startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, quick))
	playTo(t, d.tableClient, len(before.Moves)+2)
	d.Stop()
}

// TestDamagedJournal starts the daemon on journals that were spoilt while it was
// away: it uses what is sound, keeps what was found, and says where it broke.
func TestDamagedJournal(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the daemon many times, so -short leaves it out")
	}
	t.Parallel()
	data := t.TempDir()
	args := []string{"serve", "--data", data, "--config", daemonConfig(t, quick)}
	d := startDaemon(t, "stonehand", args...)
	before := playTo(t, d.tableClient, 4)
	d.Stop()
	path := filepath.Join(data, "journal")
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spared, err := os.ReadFile(path + ".copy")
	if err != nil {
		t.Fatal(err)
	}
	restart := func(what string) *api.Snapshot {
		d := startDaemon(t, "stonehand", args...)
		defer d.Stop()
		s, err := d.State()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(d.Log(), "journal") || strings.Contains(d.Log(), "panic") {
			t.Errorf("after %s the daemon says:\n%s", what, d.Log())
		}
		playTo(t, d.tableClient, len(s.Moves)+2)
		return s
	}
	for what, spoil := range map[string]func([]byte) []byte{
		"a line that was half written":   func(b []byte) []byte { return b[:len(b)-9] },
		"a flipped bit in the last line": func(b []byte) []byte { b[len(b)-20] ^= 4; return b },
		"rubbish at the end":             func(b []byte) []byte { return append(b, "\x00\xffrubbish\n{}{}\n"...) },
		"nothing but rubbish":            func([]byte) []byte { return bytes.Repeat([]byte("\x00garbage\n"), 100) },
	} {
		err := errors.Join(os.WriteFile(path, spoil(bytes.Clone(sound)), 0o600), os.WriteFile(path+".copy", spared, 0o600))
		if err != nil {
			t.Fatal(err)
		}
		if s := restart(what); fmt.Sprint(s.Moves) != fmt.Sprint(before.Moves) {
			t.Errorf("after %s, the copy being whole, the turns are %v; they were %v", what, s.Moves, before.Moves)
		}
		if err := errors.Join(os.WriteFile(path, spoil(bytes.Clone(sound)), 0o600), os.Remove(path+".copy")); err != nil {
			t.Fatal(err)
		}
		s := restart(what)
		if n := len(s.Moves); n > len(before.Moves) || fmt.Sprint(s.Moves) != fmt.Sprint(before.Moves[:n]) ||
			what != "nothing but rubbish" && n < len(before.Moves)-1 {
			t.Errorf("after %s, without a copy, the turns are %v; they were %v", what, s.Moves, before.Moves)
		}
	}
	err = errors.Join(os.Remove(path), os.Mkdir(path, 0o700), os.WriteFile(path+".copy", spared, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if s := restart("a folder in the journal's place"); fmt.Sprint(s.Moves) != fmt.Sprint(before.Moves) {
		t.Errorf("with a folder in the journal's place the turns are %v; they were %v", s.Moves, before.Moves)
	}
}

// TestHTTPGarbage throws at the page's door what browsers do not send.
func TestHTTPGarbage(t *testing.T) {
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, quick))
	before := playTo(t, d.tableClient, 4)
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/api/command", ``, 400},
		{"POST", "/api/command", `{`, 400},
		{"POST", "/api/command", "\x00\xff\xfe", 400},
		{"POST", "/api/command", `[]`, 400},
		{"POST", "/api/command", `{"do":"undo"} {"do":"undo"}`, 400},
		{"POST", "/api/command", `{"do":"destroy"}`, 400},
		{"POST", "/api/command", `{"do":"undo","twice":true}`, 400},
		{"POST", "/api/command", `{"do":"new-game","level":99}`, 400},
		{"POST", "/api/command", `{"do":"new-game","level":1e99}`, 400},
		{"POST", "/api/command", `{"do":"new-game","time":-1}`, 400},
		{"POST", "/api/command", `{"do":"new-game","human":"red"}`, 400},
		{"POST", "/api/command", `{"do":"new-game","game":"chess"}`, 400},
		{"POST", "/api/command", `{"do":"move-now"}`, 409},
		{"POST", "/api/command", `{"do":"` + long + `"}`, 413},
		{"POST", "/api/sim/put", `{"point":"Z99","color":"black"}`, 400},
		{"POST", "/api/sim/put", `{"point":"J10","color":"green"}`, 400},
		{"POST", "/api/sim/put", `{"point":"` + before.Moves[0][0].String() + `","color":"black"}`, 409},
		{"POST", "/api/sim/lift", `{"point":"A1"}`, 409},
		{"POST", "/api/sim/lift", `{"point":""}`, 400},
		{"GET", "/api/games/..%2f..%2fjournal.sgf", "", 404},
		{"GET", "/api/games/nothing.sgf", "", 404},
		{"GET", "/api/games/%00.sgf", "", 404},
		{"GET", "/api/" + strings.Repeat("a/", 1000), "", 404},
		{"DELETE", "/api/state", "", 405},
		{"GET", "/api/command", "", 405},
	} {
		what := c.method + " " + c.path[:min(40, len(c.path))] + " " + c.body[:min(60, len(c.body))]
		_, err := d.Send(c.method, c.path, []byte(c.body))
		var r *refusal
		if !errors.As(err, &r) || r.Status != c.status || r.Text == "" || r.Code == "" {
			t.Errorf("%s: %v, want %d and a sentence", what, err, c.status)
		}
	}
	address := strings.TrimPrefix(d.Base, "http://")
	for _, raw := range []string{
		"\x00\x01\x02\x03", "GET", "GET / HTTP/9.9\r\n\r\n", "POST /api/command HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
		"POST /api/command HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"GET / HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 100_000),
		"POST /api/command HTTP/1.1\r\nHost: " + address + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"do\":\"undo\"}",
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, raw) // the daemon may hang up in the middle
		conn.(*net.TCPConn).CloseWrite()
		conn.SetDeadline(time.Now().Add(time.Second))
		io.Copy(io.Discard, conn)
		conn.Close()
	}
	now := d.Until(t, "the board to be at rest", func(s *api.Snapshot) bool { return s.Phase == api.PhaseHuman })
	sameGame(t, "garbage", now, before)
	if _, err := d.Send("GET", "/healthz", nil); err != nil {
		t.Error(err)
	}
	playTo(t, d.tableClient, 6)
	if strings.Contains(d.Log(), "panic") {
		t.Errorf("the daemon panicked:\n%s", d.Log())
	}
	d.Stop()
}
