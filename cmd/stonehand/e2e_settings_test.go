package main_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
	"stonehand/hw/hwtest"
)

// manager is a service manager that listens to the daemon.
type manager struct {
	t    *testing.T
	conn *net.UnixConn
}

// newManager makes every process that the test starts from now on speak to it.
func newManager(t *testing.T) manager {
	t.Helper()
	dir, err := os.MkdirTemp("", "notify") // the path of a socket is at most 107 bytes long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	name := filepath.Join(dir, "socket")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", name)
	t.Setenv("WATCHDOG_USEC", "2000000")
	return manager{t, conn}
}

// hear returns the next message that contains words.
func (m manager) hear(words string) string {
	m.t.Helper()
	if err := m.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		m.t.Fatal(err)
	}
	buf := make([]byte, 64<<10)
	for {
		n, err := m.conn.Read(buf)
		if err != nil {
			m.t.Fatalf("nothing with %q is heard: %v", words, err)
		}
		if s := string(buf[:n]); strings.Contains(s, words) {
			return s
		}
	}
}

// get returns the status and the body of a page.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// A service whose configuration is wrong does not end. It says what is wrong to the
// service manager, on the page, by the board's lights and by voice, and ends in good
// order once the file is corrected, to be started again with it.
func TestWrongConfigurationOfAService(t *testing.T) {
	m := newManager(t)
	rim := hwtest.NewBoard(protocol.Caps{})
	line := hwtest.NewSocket(t)
	line.Plug(func(rw io.ReadWriteCloser) { _ = rim.Serve(rw) })
	s := spoken{t.TempDir()}
	program := s.script(t, "program", `cat >>text`)
	player := s.script(t, "player", `cat >/dev/null`)
	text := fmt.Sprintf("[web]\nlisten = \"127.0.0.1:0\"\npassword = \"a long secret\"\n[board]\nkind = \"mcu\"\nport = %q\n[lights]\nenabled = true\n"+
		"[voice]\nenabled = true\nprogram = %q\nplayer = [%q]\n[game]\nlevel = 30\nrules = \"<b>\"\n", line.Name, program, player)
	path := daemonConfig(t, text)
	p := launchDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", path)

	ready := m.hear("READY=1")
	url := regexp.MustCompile(`http://\S+/`).FindString(ready)
	if !strings.Contains(ready, "STATUS=the settings are wrong: "+path+":14: game.level is 30") || url == "" {
		t.Fatalf("it says %q\n%s", ready, p.Log())
	}
	status, page := get(t, url)
	for _, want := range []string{path + ":14: game.level is 30; it can be 1 to 15", path + ":15: game.rules", "an error in its settings", "设置有误", "请修改文件 " + path, "&lt;b&gt;"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	if status != 503 || strings.Contains(page, "secret") || strings.Contains(page, "<b>") {
		t.Errorf("%d\n%s", status, page)
	}
	if status, text := get(t, url+"healthz"); status != 503 || !strings.Contains(text, "game.level is 30") {
		t.Errorf("healthz: %d %s", status, text)
	}
	s.until(t, "which line is wrong", func() bool { return s.text()[0] == "I cannot start: there is an error in line 14 of my settings." })
	s.until(t, "the edge of the board", func() bool { _, edge := rim.Lights(); return edge == uint8(hw.Refused) })
	m.hear("WATCHDOG=1")

	if err := os.WriteFile(path, []byte(strings.Replace(text, "level = 30", "level = 3", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	m.hear("STATUS=the settings are wrong: " + path + ":15: game.rules")
	if err := os.WriteFile(path, []byte("[game]\nlevel = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.hear("STOPPING=1")
	if err := p.Wait(); err != nil {
		t.Errorf("%v\n%s", err, p.Log())
	}
}

// A person at a terminal is told at once what is wrong.
func TestWrongConfigurationAtATerminal(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	p := launchDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", daemonConfig(t, "[game]\nlevel = 30\n"))
	if err := p.Wait(); err == nil || !strings.Contains(p.Log(), "game.level is 30") {
		t.Errorf("%v\n%s", err, p.Log())
	}
}

// A service that cannot start with a configuration that is right does not end
// either: it says what is wrong, and starts again once that has passed.
func TestServiceThatCannotStart(t *testing.T) {
	m := newManager(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s := spoken{t.TempDir()}
	program := s.script(t, "program", `cat >>text`)
	player := s.script(t, "player", `cat >/dev/null`)
	voice := fmt.Sprintf("[voice]\nenabled = true\nprogram = %q\nplayer = [%q]\n", program, player)

	path := daemonConfig(t, fmt.Sprintf("[web]\nlisten = %q\n", other.Addr())+voice)
	p := launchDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", path)
	if ready := m.hear("READY=1"); !strings.Contains(ready, "STATUS=cannot start: the page cannot be served on "+other.Addr().String()+" (web.listen)") {
		t.Errorf("it says %q\n%s", ready, p.Log())
	}
	s.until(t, "why it cannot start", func() bool { return strings.HasPrefix(s.text()[0], "I cannot start: another program uses the address") })
	m.hear("WATCHDOG=1")
	other.Close()
	m.hear("STOPPING=1")
	if err := p.Wait(); err != nil {
		t.Errorf("%v\n%s", err, p.Log())
	}

	// A certificate that is missing leaves the address free for a page that says so.
	missing := filepath.Join(t.TempDir(), "missing")
	path = daemonConfig(t, fmt.Sprintf("[web]\nlisten = \"127.0.0.1:0\"\n[web.tls]\ncert = %q\nkey = %q\n", missing, missing))
	p = launchDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config", path)
	ready := m.hear("READY=1")
	url := regexp.MustCompile(`http://\S+/`).FindString(ready)
	if !strings.Contains(ready, "STATUS=cannot start: ") || url == "" {
		t.Fatalf("it says %q\n%s", ready, p.Log())
	}
	status, page := get(t, url)
	for _, want := range []string{missing, "Stonehand cannot start.", "Stonehand 无法启动。", "tries again by itself", path} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	if status != 503 {
		t.Errorf("%d", status)
	}
	// A change of the file is seen, and told if it is wrong.
	if err := os.WriteFile(path, []byte("[game]\nlevel = 30\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.hear("STATUS=cannot start: " + path + ":2: game.level is 30")
	if err := os.WriteFile(path, []byte("[game]\nlevel = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.hear("STOPPING=1")
	if err := p.Wait(); err != nil {
		t.Errorf("%v\n%s", err, p.Log())
	}
}
