package doctor

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/dial"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/devnode"
)

func TestReport(t *testing.T) {
	r := Report{
		{Device: "board", Text: "it is\n there."},
		{Device: "lights", Health: hw.Warn, Text: "dim; did you mean dimmed?", Do: "more light."},
		{Device: "arm", Health: hw.Bad, Text: "it does not move", Do: "switch it on"},
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	const want = `ok    board: it is there.
warn  lights: dim; did you mean dimmed? Do: more light.
BAD   arm: it does not move. Do: switch it on.
1 error, 1 warning.
`
	if b.String() != want {
		t.Errorf("%s\nwant\n%s", &b, want)
	}
	b.Reset()
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Worst    hw.Health
		Findings []hw.Finding
	}
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Worst != hw.Bad || len(back.Findings) != 3 || back.Findings[1] != r[1] {
		t.Errorf("%s: %+v, %v", &b, back, err)
	}
	for n, want := range []string{"Nothing is wrong.\n", "No errors, 1 warning.\n"} {
		b.Reset()
		if err := r[1 : 1+n].Write(&b); err != nil || !strings.HasSuffix(b.String(), want) {
			t.Errorf("%q, %v, want %q at its end", &b, err, want)
		}
	}
}

func TestSettings(t *testing.T) {
	_, err := config.Parse("x.toml", []byte("[board]\nkind = \"none\"\ncols = 3\n"))
	for name, fs := range map[string][]hw.Finding{
		"none":       Settings("", nil),
		"well":       Settings("x.toml", nil),
		"wrong":      Settings("x.toml", err),
		"unreadable": Settings("x.toml", errors.New("no")),
	} {
		if want := map[string]int{"none": 1, "well": 1, "wrong": 2, "unreadable": 1}[name]; len(fs) != want {
			t.Errorf("%s: %+v", name, fs)
		}
		if bad := hw.Worst(fs) == hw.Bad; bad != (name == "wrong" || name == "unreadable") {
			t.Errorf("%s: %+v", name, fs)
		}
	}
	// The service's settings are not for everybody to read, and nobody has named a path.
	if got := Settings("x.toml", fmt.Errorf("open x.toml: %w", fs.ErrPermission)); got[0].Do != "run sudo stonehand doctor" {
		t.Errorf("not for this user: %+v", got)
	}
}

func TestClock(t *testing.T) {
	if fs := Clock(time.Date(1970, 1, 1, 0, 3, 0, 0, time.UTC)); fs[0].Health != hw.Warn || !strings.Contains(fs[0].Text, "1970-01-01 00:03") {
		t.Errorf("%+v", fs)
	}
	if fs := Clock(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); fs[0].Health != hw.OK {
		t.Errorf("%+v", fs)
	}
}

func TestComputer(t *testing.T) {
	root := t.TempDir()
	set := func(path, text string) {
		path = filepath.Join(root, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(h hw.Health, words ...string) {
		t.Helper()
		fs := Computer(root, 75)
		said := fmt.Sprint(fs)
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("%s: no %q", said, w)
			}
		}
		if hw.Worst(fs) != h {
			t.Errorf("%s: %v, want %v", said, hw.Worst(fs), h)
		}
	}
	check(hw.OK, "does not report its temperature")
	set("class/thermal/thermal_zone0/type", "cpu-thermal\n")
	set("class/thermal/thermal_zone0/temp", "48312\n")
	check(hw.OK, "is at 48 °C")
	set("class/thermal/thermal_zone0/temp", "82000\n")
	set("devices/platform/soc/soc:firmware/get_throttled", "5\n")
	check(hw.Warn, "is at 82 °C", "voltage is too low", "throttles (throttled)")
}

func TestService(t *testing.T) {
	dir := t.TempDir()
	systemctl := func(says string, status int) string {
		path := filepath.Join(dir, "systemctl")
		text := fmt.Sprintf("#!/bin/sh\nprintf '%s'\nexit %d\n", says, status)
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct {
		says   string
		status int
		want   []string
		health hw.Health
	}{
		{`LoadState=loaded\nActiveState=active\nProtectSystem=strict\nStateDirectory=stonehand\nReadWritePaths=-/sys/x\n`, 0,
			[]string{"it may not write to /srv/games", "ReadWritePaths=/srv/games"}, hw.Bad},
		{`LoadState=loaded\nActiveState=active\nProtectSystem=strict\nReadWritePaths=-/sys/x /srv\n`, 0, []string{"it is running"}, hw.OK},
		{`LoadState=loaded\nActiveState=active\nProtectSystem=strict\nStateDirectory=stonehand ../../srv/games\n`, 0, []string{"it is running"}, hw.OK},
		{`LoadState=not-found\nActiveState=inactive\n`, 0, nil, hw.OK},
		{`System has not been booted with systemd\n`, 1, nil, hw.OK},
		{`LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nNRestarts=0\n`, 0, []string{"it is running"}, hw.OK},
		{`LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled\nNRestarts=3\n`, 0,
			[]string{"it is inactive", "systemctl enable stonehand", "restarted 3 times"}, hw.Warn},
		{`LoadState=loaded\nActiveState=failed\nUnitFileState=masked\n`, 0, []string{"it has failed", "unmask"}, hw.Bad},
	} {
		fs := Service(t.Context(), systemctl(c.says, c.status), "/srv/games")
		if hw.Worst(fs) != c.health || (c.want == nil) != (fs == nil) {
			t.Errorf("%s: %+v", c.says, fs)
		}
		for _, w := range c.want {
			if !strings.Contains(fmt.Sprint(fs), w) {
				t.Errorf("%s: no %q in %+v", c.says, w, fs)
			}
		}
	}
	if fs := Service(t.Context(), filepath.Join(dir, "none"), ""); fs != nil {
		t.Errorf("without systemd: %+v", fs)
	}
}

func TestStorage(t *testing.T) {
	dir := t.TempDir()
	if fs := Storage(dir, nil); hw.Worst(fs) == hw.Bad || !strings.Contains(fs[0].Text, "MiB are free") {
		t.Errorf("%+v", fs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v behind", left)
	}
	if fs := Storage(filepath.Join(dir, "none"), nil); fs[0].Health != hw.OK || !strings.Contains(fs[0].Text, "does not exist yet") {
		t.Errorf("%+v", fs)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if fs := Storage(file, nil); fs[0].Health != hw.Bad {
		t.Errorf("%+v", fs)
	}
	if fs := Storage(filepath.Join(file, "none"), nil); fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "part of its path is a file") {
		t.Errorf("%+v", fs)
	}
	if fs := Storage(dir, &devnode.Identity{Name: "stonehand", UID: os.Getuid() + 7}); fs[0].Health != hw.Bad || !strings.HasPrefix(fs[0].Do, "run sudo chown -R stonehand:") {
		t.Errorf("%+v", fs)
	}
	if fs := Storage(dir, &devnode.Identity{Name: "stonehand", UID: os.Getuid()}); fs[0].Health == hw.Bad {
		t.Errorf("%+v", fs)
	}
	// A file system of the kernel's own that refuses every file.
	if fs := Storage("/proc", nil); fs[0].Health == hw.OK {
		t.Errorf("%+v", fs)
	}
	if fs := Storage("/proc/none/of/these", nil); fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "cannot be created in /proc: ") {
		t.Errorf("%+v", fs)
	}
}

// A certificate that cannot be read is wrong, unless another user can read it.
func TestCertificate(t *testing.T) {
	dir := t.TempDir()
	tls := config.TLS{Cert: filepath.Join(dir, "board.pem"), Key: filepath.Join(dir, "board.key")}
	if fs := Certificate(config.TLS{}, nil); fs != nil {
		t.Errorf("%+v", fs)
	}
	if fs := Certificate(tls, nil); hw.Worst(fs) != hw.Bad || !strings.Contains(fs[0].Text, "board.pem") {
		t.Errorf("no file: %+v", fs)
	}
	for _, path := range []string{tls.Cert, tls.Key} {
		if err := os.WriteFile(path, []byte("nothing"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if fs := Certificate(tls, nil); hw.Worst(fs) != hw.Bad {
		t.Errorf("nothing in it: %+v", fs)
	}
	denied := fmt.Errorf("board.key: %w", os.ErrPermission)
	if hw.Worst(unusable(hw.Finding{}, denied, true, "")) != hw.Warn || hw.Worst(unusable(hw.Finding{}, denied, false, "")) != hw.Bad {
		t.Error("a file that only another user can read")
	}
}

// What root reads, the service's user may not: the daemon then does without, whatever the doctor
// can do.
func TestFilesThatTheServiceCannotRead(t *testing.T) {
	dir := t.TempDir()
	service := &devnode.Identity{Name: "stonehand", UID: os.Getuid() + 7}
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for what, fs := range map[string][]hw.Finding{
		"certificate": Certificate(config.TLS{Cert: secret, Key: secret}, service),
		"hall":        Hall(t.Context(), "one", dial.Servers{URL: "nats://127.0.0.1:1", Credentials: secret}, service),
	} {
		if hw.Worst(fs) != hw.Bad || fs[0].Text != "stonehand, the service's user, cannot read "+secret {
			t.Errorf("%s: %+v", what, fs)
		}
	}
	if fs := hidden("", service, "", filepath.Join(dir, "none")); fs != nil {
		t.Errorf("no file: %+v", fs)
	}
	if err := os.Chmod(dir, 0o777); err != nil { // as good as its own
		t.Fatal(err)
	}
	if fs := Storage(dir, service); fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "cannot read secret in it") {
		t.Errorf("a folder: %+v", fs)
	}
	games := filepath.Join(dir, "games")
	if err := errors.Join(os.Chmod(secret, 0o644), os.Mkdir(games, 0o700)); err != nil {
		t.Fatal(err)
	}
	if fs := Storage(dir, service); fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "cannot read games in it") {
		t.Errorf("a folder in it: %+v", fs)
	}
	game := filepath.Join(games, "x.sgf")
	if err := errors.Join(os.Chmod(games, 0o755), os.WriteFile(game, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if fs := Storage(dir, service); fs[0].Health != hw.Bad || !strings.Contains(fs[0].Text, "cannot read games/x.sgf in it") {
		t.Errorf("a game: %+v", fs)
	}
	if err := os.Chmod(game, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "lost+found"), 0o700); err != nil {
		t.Fatal(err)
	}
	if fs := Storage(dir, service); fs[0].Health == hw.Bad {
		t.Errorf("a file for all: %+v", fs)
	}
	if fs := hidden("", service, secret); fs != nil {
		t.Errorf("a file for all: %+v", fs)
	}
}

// A certificate outside its time is wrong, and one whose end is near is to be renewed.
func TestCertificateDates(t *testing.T) {
	c := &x509.Certificate{NotBefore: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)}
	for day, want := range map[string]hw.Finding{
		"2025-12-31": {Health: hw.Bad, Text: "it is not valid before 1 January 2026"},
		"2026-02-01": {Text: "fine"},
		"2026-03-20": {Health: hw.Warn, Text: "it expires on 1 April 2026"},
		"2026-04-02": {Health: hw.Bad, Text: "it expired on 1 April 2026"},
	} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got := dated(hw.Finding{Text: "fine"}, c, now); got.Health != want.Health || got.Text != want.Text || (got.Do == "") != (got.Health == hw.OK) {
			t.Errorf("%s: %+v", day, got)
		}
	}
}

func TestPlayers(t *testing.T) {
	player := func(command string) config.Player { return config.Player{Command: []string{command}} }
	fs := Players(config.Players{"a": player("/nonexist"), "b": player("sh"), "c": player("no-such-program"), "d": player("/etc/passwd"), "e": player("/bin/sh")}, false)
	for i, want := range []hw.Health{hw.Bad, hw.OK, hw.Bad, hw.Bad, hw.OK} {
		if fs[i].Health != want || (want == hw.Bad) != strings.Contains(fs[i].Do, "players."+string(rune('a'+i))+".command") {
			t.Errorf("%+v", fs[i])
		}
	}
}

func TestSpectators(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for address, want := range map[string]hw.Health{"127.0.0.1:0": hw.OK, taken.Addr().String(): hw.Bad, "192.0.2.1:0": hw.Bad} {
		fs := Spectators("127.0.0.1:0", address)
		if hw.Worst(fs) != want || (want == hw.Bad) != strings.Contains(fs[0].Do, "web.spectators") {
			t.Errorf("%s: %+v", address, fs)
		}
	}
	if fs := Spectators("127.0.0.1:0", ""); fs != nil {
		t.Errorf("%+v", fs)
	}
}

func TestCalibration(t *testing.T) {
	dir := t.TempDir()
	if c, fs := Calibration(dir, "wired-2"); c != nil || fs != nil {
		t.Errorf("without one: %+v, %+v", c, fs)
	}
	path := filepath.Join(dir, "calibration.json")
	keep := func(text []byte) {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keep([]byte("rubbish"))
	if c, fs := Calibration(dir, "wired-2"); c != nil || hw.Worst(fs) != hw.Warn || !strings.Contains(fs[0].Text, "is not used") {
		t.Errorf("rubbish: %+v, %+v", c, fs)
	}
	keep(make([]byte, calib.MaxBytes+1))
	if c, fs := Calibration(dir, "wired-2"); c != nil || hw.Worst(fs) != hw.Warn || !strings.Contains(fs[0].Text, "cannot be read") {
		t.Errorf("too long: %+v, %+v", c, fs)
	}
	good := calib.Calibration{Version: calib.Version, Board: calib.Board{Cols: 19, Rows: 19, Colors: true}, Made: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
		Sensors: calib.Orientation{Mirror: true}, Masked: []int{7, 9}, Stuck: []int{7}, Dead: []int{9}, Weak: []int{}, Quality: []int{}}
	text, err := good.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	keep(text)
	c, fs := Calibration(dir, "wired-2")
	if c == nil || hw.Worst(fs) != hw.Warn || !strings.Contains(fs[0].Text, "made on 2026-01-02 for a board of 19 columns and 19 rows; orientation of the sensors: mirrored; 2 points are ignored (1 stuck, 1 dead, 0 weak)") {
		t.Errorf("%+v, %+v", c, fs)
	}
	if len(fs) != 1 {
		t.Errorf("of lamps of which nothing was noted it says %+v", fs[1:])
	}
	good.Lamps, good.LampsID = calib.Orientation{Mirror: true}, "wired-1"
	if text, err = good.Marshal(); err != nil {
		t.Fatal(err)
	}
	keep(text)
	if _, fs := Calibration(dir, "wired-2"); len(fs) != 2 || fs[1].Health != hw.Warn || !strings.Contains(fs[1].Text, "wiring of the lights has changed") || fs[1].Do == "" {
		t.Errorf("of other lamps it says %+v", fs)
	}
	if _, fs := Calibration(dir, "wired-1"); len(fs) != 1 {
		t.Errorf("of the same lamps it says %+v", fs)
	}
}
