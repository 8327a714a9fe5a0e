package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"stonehand/hw"
	"stonehand/hw/calib"
)

func TestExampleIsTheDefault(t *testing.T) {
	got, err := Parse("example.toml", []byte(Example))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(Default(), got, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	at := places([]byte(Example))
	for key := range known() {
		if at[key].line == 0 && !strings.HasPrefix(key, "players") { // they have no defaults
			t.Errorf("the example does not mention %s", key)
		}
	}
}

func TestEmptyFileIsTheDefault(t *testing.T) {
	for _, text := range []string{"", "\n# nothing\n", "\xEF\xBB\xBF"} {
		got, err := Parse("empty", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(Default(), got); d != "" {
			t.Error(d)
		}
	}
}

func TestValues(t *testing.T) {
	got, err := Parse("x", []byte(`
language = "zh"
game = {human = "both", time = "1m30s", level = 10}
[board]
kind = "mcu"
usb = "2341:0042:ABC"
cols = 19
rows = 19
masked = ["A1", "o15"]
[web]
listen = ":8019"
password = "sesame open"
`))
	if err != nil {
		t.Fatal(err)
	}
	if got.Language != "zh" || got.Game.Time.Duration != 90*time.Second || len(got.Game.Colors()) != 2 {
		t.Errorf("%+v", got)
	}
	if p := got.Board.MaskedPoints(); len(p) != 2 || p[1].String() != "O15" {
		t.Errorf("masked: %v", p)
	}
}

func TestHowTheSimulatedBoardIsBuilt(t *testing.T) {
	c, err := Parse("f", []byte("[sim]\nrotate = 270\nlamps_mirror = true\nstuck = ['B1']\ndead = ['A2']\nweak = ['S19']\nfields = true\n"))
	if err != nil {
		t.Fatal(err)
	}
	size := c.Board.Size()
	if got := c.Sim.Sensors(); got != (calib.Orientation{Quarters: 3}) {
		t.Errorf("sensors: %v", got)
	}
	if got := c.Sim.Lamps(); got != (calib.Orientation{Mirror: true}) {
		t.Errorf("lamps: %v", got)
	}
	if got := c.Sim.Broken(size); len(got) != 2 || got[1] != hw.Black || got[19] != hw.Empty {
		t.Errorf("broken: %v", got)
	}
	if got := c.Sim.Faint(size); len(got) != 1 || got[0] != 360 || !c.Sim.Fields {
		t.Errorf("faint: %v", got)
	}
}

func TestProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"typo", "[game]\nlevle = 5\n", `f:2: unknown key "game.levle"; did you mean "game.level"?`},
		{"typo in a section", "\n[baord]\nkind = 'sim'\n", `f:2: unknown section "baord"; did you mean "board"?`},
		{"wrong section", "level = 5\n", `f:1: unknown key "level"; did you mean "game.level"?`},
		{"nothing like it", "[game]\nxylophone = 5\n", `f:2: unknown key "game.xylophone"`},
		{"two", "[game]\nlevle = 5\n[log]\nlevl = 'info'\n", "f:2: unknown key \"game.levle\"; did you mean \"game.level\"?\n" +
			`f:4: unknown key "log.levl"; did you mean "log.level"?`},
		{"range", "[game]\nlevel = 16\n", "f:2: game.level is 16; it can be 1 to 15"},
		{"inline", "\ngame = {level = 0}\n", "f:2: game.level is 0; it can be 1 to 15"},
		{"time range", "[game]\ntime = '1ms'\n", "f:2: game.time is 1ms; it can be 10ms to 1h"},
		{"bad time", "[game]\ntime = 'soon'\n", `f:2: game.time: "soon" is not a time; write one like "700ms", "5s" or "1m30s"`},
		{"bare time", "[game]\n\ntime = 5\n", `f:3: game.time must be a time in quotes, like "700ms" or "5s"`},
		{"below 0", "[sim]\nseed = -1\n", "f:2: sim.seed must be a whole number that is not negative"},
		{"text for number", "[game]\nlevel = 'high'\n", "f:2: game.level must be a whole number"},
		{"number for text", "language = 3\n", "f:1: language must be a text in quotes"},
		{"huge number", "[game]\nlevel = 99999999999999999999\n", "f:2: game.level: decimal number is too large to fit in a 64-bit signed integer"},
		{"value for section", "game = 3\n", "f:1: game must be a section of its own, like [game]"},
		{"player without a name", "[players]\ncommand = ['gnugo']\n", "f:2: players.command must be a section of its own, like [players.NAME]"},
		{"player's command as a text", "[players.gnugo]\ncommand = 'gnugo --mode gtp'\n", `f:2: players.gnugo.command must be a list of texts, like ["one", "two"]`},
		{"player's command in one text", "[players.gnugo]\ncommand = ['gnugo --mode gtp']\nprotocol = 'gtp'\n", `f:2: players.gnugo.command is "gnugo --mode gtp"; write the program and each of its arguments as a text of its own, like ["/usr/games/gnugo", "--mode", "gtp"]`},
		{"player's path in one text", "[players.gnugo]\ncommand = ['/usr/games/gnugo --mode gtp']\nprotocol = 'gtp'\n", `f:2: players.gnugo.command is "/usr/games/gnugo --mode gtp"; write the program and each of its arguments as a text of its own, like ["/usr/games/gnugo", "--mode", "gtp"]`},
		{"player's argument that ends early", "[players.gnugo]\ncommand = ['gnugo', \"a\\u0000b\"]\nprotocol = 'gtp'\n", `f:2: players.gnugo.command is "ab"; an argument holds no zero byte`},
		{"player that nobody can read", "[players.gnugo]\ncommand = ['gnugo']\nprotocol = 'gtp'\nshown = \"a\\u001b[31mb\"\n", `f:4: players.gnugo.shown is "a[31mb"; write up to 40 visible characters`},
		{"player with a long name", "[players.gnugo]\ncommand = ['gnugo']\nprotocol = 'gtp'\nshown = '" + strings.Repeat("a", 41) + "'\n", `f:4: players.gnugo.shown is "` + strings.Repeat("a", 41) + `"; write up to 40 visible characters`},
		{"choice", "[game]\nhuman = 'me'\n", `f:2: game.human is "me"; it can be "black", "white", "both", "none"`},
		{"majority", "[board]\ndebounce_n = 2\n", "f:2: board.debounce_n is 2; more than half of debounce_m must agree: 3 to 5 of 5"},
		{"masked", "[board]\nmasked = ['A1', 'T1']\n", `f:2: board.masked is [A1 T1]; "T1" is off the board: points go from A1 to S19`},
		{"size", "[board]\ncols = 9\nrows = 9\n", `f:2: board.cols is 9; with board.rows = 9 that is not a board for game.rules = "connect6": connect6 is played on 19 columns and 19 rows, gomoku and renju on as many columns as rows, 9 to 20, go on as many, 5 to 19`},
		{"no such game", "[game]\nrules = 'chess'\n", `f:2: game.rules is "chess"; it can be "connect6", "connect6-fives", "gomoku", "gomoku-standard", "renju", "go"`},
		{"usb", "[board]\nusb = 'arduino'\n", `f:2: board.usb is "arduino"; write vendor:product in hexadecimal, like "2341:0042", or with the serial number behind`},
		{"both ports", "[board]\nport = '/dev/ttyUSB0'\nusb = '2341:0042'\n", `f:3: board.usb is "2341:0042"; board.port is set too; keep one of them`},
		{"no port", "[board]\nkind = 'mcu'\n", `f:2: board.kind is "mcu"; set board.port or board.usb too, so that the board can be found`},
		{"listen", "[web]\nlisten = '8019'\n", `f:2: web.listen is "8019"; write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`},
		{"strangers", "[web]\nlisten = ':8019'\n", `f:2: web.listen is ":8019"; other machines reach that, so set web.password too, or stay with "127.0.0.1:8019"`},
		{"strangers by name", "[web]\nlisten = 'board:8019'\n", `f:2: web.listen is "board:8019"; other machines reach that, so set web.password too, or stay with "127.0.0.1:8019"`},
		{"spectators", "[web]\nspectators = '8020'\n", `f:2: web.spectators is "8020"; write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`},
		{"spectators where the page is", "[web]\nspectators = '127.0.0.1:8019'\n", `f:2: web.spectators is "127.0.0.1:8019"; web.listen uses that address already; choose another port`},
		{"spectators on every address", "[web]\nspectators = ':8019'\n", `f:2: web.spectators is ":8019"; web.listen uses that address already; choose another port`},
		{"no such adviser", "[game]\nadviser = 'nobody'\n[players.gnugo]\ncommand = ['gnugo']\nprotocol = 'gtp'\n[engine]\nmemory = 'lean'\n", `f:2: game.adviser is "nobody"; it can be "gnugo", "machine", "region", "template", "tuple"`},
		{"PIN", "[web]\npin = '1s'\n", `f:2: web.pin is 1s; it can be 10m to 720h, or 0s to turn it off`},
		{"proxies", "[web]\ntrusted_proxies = ['10.0.0.0/8', 'nginx']\n", `f:2: web.trusted_proxies is "nginx"; write addresses and networks, like ["127.0.0.1", "10.0.0.0/8"]`},
		{"half a certificate", "[web.tls]\ncert = '/etc/board.pem'\n", `f:2: web.tls.cert is "/etc/board.pem"; a certificate needs its key: set web.tls.cert and web.tls.key, or neither`},
		{"two certificates", "[web.tls]\ncert = '/etc/board.pem'\nkey = '/etc/board.key'\nacme = 'board.example.org'\n", `f:4: web.tls.acme is "board.example.org"; there is a certificate already: set web.tls.acme, or web.tls.cert and web.tls.key`},
		{"no name", "[web.tls]\nacme = 'board'\n", `f:2: web.tls.acme is "board"; write the one name of this machine that everybody can look up, like "board.example.org"`},
		{"no whole path", "[web.tls]\ncert = 'board.pem'\nkey = '/etc/board.key'\n", `f:2: web.tls.cert is "board.pem"; write the whole path, like "/etc/stonehand/board.pem"`},
		{"port", "[web]\nlisten = ':80190'\n", `f:2: web.listen is ":80190"; the port can be 1 to 65535, or 0 for any free one`},
		{"hosts", "[web]\nhosts = ['board.example.org', 'http://board']\n", `f:2: web.hosts is [board.example.org http://board]; "http://board" is not a name; write one without port and path, like "board.example.org"`},
		{"lean", "[engine]\nmemory = 'lean'\ntable_mb = 16\nthreads = 8\n", "f:3: engine.table_mb is 16; with engine.memory \"lean\" it can be 0 to 2\n" +
			"f:4: engine.threads is 8; with engine.memory \"lean\" it can be 0 to 4"},
		{"memory", "[engine]\nmemory = 'small'\n", `f:2: engine.memory is "small"; it can be "normal", "lean"`},
		{"voice", "[voice]\nvoice = '../x'\nspeed = 20\nvolume = 200\nplayer = ['', 'x']\nprogram = ''\n",
			`f:2: voice.voice is "../x"; write a voice that espeak-ng --voices lists, like "en-us" or "en+f3"` + "\n" +
				"f:3: voice.speed is 20; it can be 80 to 450\nf:4: voice.volume is 200; it can be 0 to 100\n" +
				`f:5: voice.player is [ x]; write a program and its arguments, like ["aplay", "-q", "-D", "plughw:1,0", "-"]` + "\n" +
				`f:6: voice.program is ""; write a program's name or path, like "espeak-ng"`},
		{"arm without a port", "[arm]\nkind = 'grbl'\n", "f:2: arm.kind is \"grbl\"; set arm.port or arm.usb too, so that the arm can be found"},
		{"arm on the board's line", "[board]\nkind = 'mcu'\nport = '/dev/x'\n[arm]\nkind = 'grbl'\nport = '/dev/x'\n", `f:6: arm.port is "/dev/x"; the board is there; name the arm's own line, as ls /dev/serial/by-id shows it`},
		{"arm's height", "[arm]\nrelease_height = 30\n", "f:2: arm.release_height is 30; it can be 0 to 20"},
		{"gripper", "[arm]\ngripper = 'claw'\n", `f:2: arm.gripper is "claw"; it can be "magnet", "vacuum", "servo", "custom"`},
		{"macro", "[arm]\nkind = 'grbl'\nport = '/dev/x'\ngripper = 'custom'\ngrip = ['G1 X5']\nrelease = ['M5']\n", `f:2: arm.kind: the line "G1 X5" of the macro grip: G1 is not for a macro; it may hold M3, M4, M5, M7, M8, M9, G4, S up to 10000 and P, and does not move`},
		{"two corners", "[arm]\nkind = 'grbl'\nport = '/dev/x'\ncorners = ['A1 -400 -400 -50', 'S1 -40 -400 -50']\n", `f:4: arm.corners: 2 points were touched; it takes three that are not on one line, and a fourth shows how good they are`},
		{"corner", "[arm]\nkind = 'grbl'\nport = '/dev/x'\ncorners = ['A1 -400 -400']\n", `f:4: arm.corners: "A1 -400 -400" is not a touched point; write its name and machine coordinates in mm, like "A1 -300.5 -290 -42"`},
		{"tray", "[arm.white]\nstones = 500\n", "f:2: arm.white.stones is 500; it can be 0 to 400"},
		{"slots", "[arm]\nkind = 'grbl'\nport = '/dev/x'\n[arm.white]\ncols = 4\nrows = 5\nstones = 30\nstep_x = 20\nstep_y = 20\n", "f:2: arm.kind: the tray of white stones holds 30 in 20 slots; use 20 at most"},
		{"turned", "[sim]\nrotate = 45\n", "f:2: sim.rotate is 45; it can be 0, 90, 180 or 270"},
		{"turned lamps", "[sim]\nlamps_rotate = 360\n", "f:2: sim.lamps_rotate is 360; it can be 0, 90, 180 or 270"},
		{"dead", "[sim]\ndead = ['J10', 'T1']\n", `f:2: sim.dead is [J10 T1]; "T1" is off the board: points go from A1 to S19`},
		{"nan", "[sim]\nnoise = nan\n", "f:2: sim.noise is NaN; it can be 0 to 0.2"},
		{"half of a majority", "[board]\ndebounce_m = 9\n", "f:2: board.debounce_n is 3; more than half of debounce_m must agree: 5 to 9 of 9"},
		{"half of a size", "[log]\n[board]\nrows = 15\n", `f:3: board.cols is 19; with board.rows = 15 that is not a board for game.rules = "connect6": connect6 is played on 19 columns and 19 rows, gomoku and renju on as many columns as rows, 9 to 20, go on as many, 5 to 19`},
		{"half of a player", "[log]\n[players.foo]\ncommand = ['gnugo']\n", `f:2: players.foo.protocol is ""; it can be "gtp", "gomocup", "connect6"`},
		{"half of a player in braces", "\nplayers.foo = {command = ['gnugo']}\n", `f:2: players.foo.protocol is ""; it can be "gtp", "gomocup", "connect6"`},
		{"half of a hall", "[log]\n[fleet]\nurl = 'nats://hall:4222'\n", `f:2: fleet.table is ""; a name has 1 to 40 lower-case letters, digits and dashes, like "table-3"; "hall" and "home-assistant" are taken`},
		{"half of a hall with dots", "\nfleet.url = 'nats://hall:4222'\n", `f:2: fleet.table is ""; a name has 1 to 40 lower-case letters, digits and dashes, like "table-3"; "hall" and "home-assistant" are taken`},
		{"lights on a small board", "game.rules = 'go'\nboard.cols = 9\nboard.rows = 9\nlights.kind = 'ws2812'\nlights.layout = 'edges'\n", "f:4: lights.columns has a list of 19 LEDs; the board has 9 columns, with the same number of LEDs for each"},
		{"two values", "[log]\nformat = 'xml'\n[game]\nlevel = 0\n", "f:2: log.format is \"xml\"; it can be \"text\", \"json\"\nf:4: game.level is 0; it can be 1 to 15"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("f", []byte(tt.text))
			if err == nil {
				t.Fatal("no problem found")
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
		})
	}
}

func TestSyntax(t *testing.T) {
	_, err := Parse("f", []byte("[game]\nlevel = \n"))
	var ps Problems
	if !errors.As(err, &ps) || len(ps) != 1 || ps[0].Line != 2 {
		t.Errorf("got %v", err)
	}
	if _, err = Parse("f", []byte("[game]\nlevel = 1\nlevel = 2\n")); err == nil || !strings.HasPrefix(err.Error(), "f:3: ") {
		t.Errorf("a key set twice: %v", err)
	}
	var p Problem
	if !errors.As(err, &p) {
		t.Errorf("%T holds no Problem", err)
	}
}

func TestCheck(t *testing.T) {
	c := Default()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	c.Engine.TableMB = -1
	if err := c.Check(); err == nil || err.Error() != "settings: engine.table_mb is -1; it can be 0 to 4096" {
		t.Error(err)
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stonehand.toml")
	if _, err := Load(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("[game]\nlevel = 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(path)
	if err != nil || c.Game.Level != 3 {
		t.Errorf("%+v, %v", c.Game, err)
	}
	if err := os.WriteFile(path, make([]byte, MaxBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil {
		t.Error("a huge file was read")
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a directory was read")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(Example))
	f.Add([]byte("game = {level = 0, 'x y'.z = [1,2]}\n[[board]]\n\"\\u0041\" = 1\n"))
	f.Add([]byte("[lights]\nkind = 'apa102'\nlayout = 'edges'\ncolumns = ['0-18']\nrows = ['40-22']\nrim = ['7', '41-44']\nwiring = {list = [1]}\n"))
	f.Add([]byte("\xEF\xBB\xBF[game]\nlevle = 1_0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("f", data)
		if err != nil {
			var ps Problems
			if !errors.As(err, &ps) || len(ps) == 0 {
				t.Fatalf("not a list of problems: %v", err)
			}
			for _, p := range ps {
				if p.Text == "" || p.Line < 0 {
					t.Fatalf("%#v", p)
				}
			}
			return
		}
		if err := c.Check(); err != nil {
			t.Fatalf("accepted what Check refuses: %v", err)
		}
	})
}

// TestEveryNumberIsFinite sets every number that takes a fraction to what no number
// is.
func TestEveryNumberIsFinite(t *testing.T) {
	for key, kind := range known() {
		if kind.Kind() != reflect.Float64 {
			continue
		}
		for _, odd := range []string{"nan", "inf", "-inf"} {
			if _, err := Parse("f", []byte(key+" = "+odd+"\n")); err == nil {
				t.Errorf("%s = %s is accepted", key, odd)
			}
		}
	}
}
