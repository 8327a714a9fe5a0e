package main_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

// serving hands every connection to an address of this computer, which it returns,
// to handle.
func serving(t *testing.T, handle func(net.Conn)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go handle(c)
		}
	}()
	return l.Addr().String()
}

// relay leads connections to an address of this computer, as "socat" would, and
// returns its own.
func relay(t *testing.T, to string) (address string) {
	t.Helper()
	return serving(t, func(in net.Conn) {
		defer in.Close()
		out, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		go func() { defer out.Close(); _, _ = io.Copy(out, in) }()
		_, _ = io.Copy(in, out)
	})
}

// through sends a command to an address under the name that a browser asked for.
func through(t *testing.T, client *http.Client, address, host, body string, headers ...string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequest("POST", "http://"+address+"/api/command", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(answer)
}

// Who comes through a relay on the daemon's computer is not at that computer; its
// owner is, without a password, over loopback and over the socket.
func TestRelay(t *testing.T) {
	data := t.TempDir()
	d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, quick+"hosts = [\"board.example.org\"]\n"))
	own := strings.TrimPrefix(d.Base, "http://")
	other := relay(t, own)
	plain := &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	for _, c := range []struct {
		name, address, host string
		headers             []string
		want                int
	}{
		{"loopback", own, own, nil, 200},
		{"a plain relay", other, "board.example.org", nil, 403},
		{"a plain relay by its address", other, "203.0.113.1:8019", nil, 403},
		{"a relay that says so", other, own, []string{"X-Forwarded-For", "203.0.113.9"}, 403},
		{"one that forges who", other, own, []string{"X-Forwarded-For", "127.0.0.1"}, 403},
		{"one that says it otherwise", other, own, []string{"Via", "1.1 relay"}, 403},
	} {
		for _, do := range []string{`{"do":"pause"}`, `{"do":"resume"}`} {
			if got, text := through(t, plain, c.address, c.host, do, c.headers...); got != c.want {
				t.Errorf("%s: %s: status %d, want %d: %s", c.name, do, got, c.want, text)
			}
		}
	}
	path := filepath.Join(data, "socket")
	i, err := os.Stat(path)
	if err != nil || i.Mode().Perm() != 0o660 {
		t.Fatalf("the socket is %v, %v", i, err)
	}
	owner := &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
	if got, text := through(t, owner, "localhost", "localhost", `{"do":"undo"}`); got != 409 {
		t.Errorf("the owner takes nothing back: %d %s", got, text)
	}
	d.Kill()
	again := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, quick))
	if got, _ := through(t, owner, "localhost", "localhost", `{"do":"undo"}`); got != 409 {
		t.Errorf("after a kill the socket does not work: %d", got)
	}
	again.Stop()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left: %v", err)
	}
}

// A page for other machines needs a password; one for looking on does not.
func TestListenBeyondLoopback(t *testing.T) {
	d := launchDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--listen", ":0")
	if err := d.Wait(); err == nil || !strings.Contains(d.Log(), "set web.password too") || !strings.HasPrefix(d.Log(), "error: ") {
		t.Errorf("the daemon ended with %v and said:\n%s", err, d.Log())
	}
	spectators := webtest.Address(t)
	d = startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, quick+"spectators = \""+spectators+"\"\n"))
	look := tableClient{Base: "http://" + spectators}
	if _, err := look.State(); err != nil {
		t.Errorf("spectators see nothing: %v", err)
	}
	var refused *refusal
	if _, err := look.Command(map[string]any{"do": "pause"}); !errors.As(err, &refused) || refused.Status != 403 || refused.Code != "spectators" {
		t.Errorf("a spectator pauses: %v", err)
	}
	var me struct{ Role string }
	if text, err := look.Send("GET", "/api/me", nil); err != nil || json.Unmarshal(text, &me) != nil || me.Role != "look" {
		t.Errorf("a spectator is %+v, %v", me, err)
	}
	d.Stop()
}
