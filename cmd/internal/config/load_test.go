package config

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/regular"
)

// A pipe that nobody writes to is refused and not waited for.
func TestLoadOfAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stonehand.toml")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); !errors.Is(err, regular.ErrNotRegular) {
		t.Errorf("a pipe gives %v", err)
	}
}

// Keys count in capital letters too, and so does what is said of them.
func TestCapitalLetters(t *testing.T) {
	c, err := Parse("f", []byte("[Board]\nBare = \"5s\"\n[PLAYERS.gnugo]\nCommand = [\"/bin/true\"]\nprotocol = \"gtp\"\n"))
	if err != nil || c.Board.Empty.Duration != 5*time.Second || len(c.Players) != 1 || len(c.Warnings) != 1 {
		t.Errorf("%v: %+v, %v, %v", err, c.Board, c.Players, c.Warnings)
	}
	for text, want := range map[string]string{
		"[Game]\nTime = 500000000\n":                                 `f:2: game.time must be a time in quotes, like "700ms" or "5s"`,
		"[Board]\nKind = \"mcu\"\n":                                  `f:2: board.kind is "mcu"; set board.port or board.usb too, so that the board can be found`,
		"[players.a]\ncommand = [\"/bin/true\"]\nProtocol = \"x\"\n": `f:3: players.a.protocol is "x"; it can be "gtp", "gomocup", "connect6"`,
		"Web = {Listen = \"8019\"}\n":                                `f:1: web.listen is "8019"; write "host:port", like "127.0.0.1:8019", or ":8019" for every address of this machine`,
		"[Game]\nLevle = 3\n":                                        `f:2: unknown key "Game.Levle"; did you mean "game.level"?`,
	} {
		if _, err := Parse("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if c := Sound([]byte("[Web]\nListen = \"127.0.0.1:80\"\n[game]\nlevel = 30\n")); c.Web.Listen != "127.0.0.1:80" {
		t.Errorf("the page would be at %s", c.Web.Listen)
	}
	if c := Sound([]byte("[Board]\nBare = \"7s\"\nEmpty = \"8s\"\n[game]\nlevel = 30\n")); c.Board.Empty.Duration != 8*time.Second {
		t.Errorf("an empty board would be left after %v", c.Board.Empty)
	}
}

// A key or a section that is there twice is refused, in letters of whatever kind.
func TestTwice(t *testing.T) {
	for text, want := range map[string]string{
		"[game]\nlevel = 3\n\nlevel = 4\n":           "f:4: game.level is set in line 2 already; keep one of them",
		"[game]\nlevel = 3\nLevel = 4\n":             "f:3: game.level is set in line 2 already; keep one of them",
		"[game]\nlevel = 3\n[log]\n[GAME]\ntime = 5": "f:4: the file has the section [game] twice; write all of its keys into one of them",
		"game = {level = 3, LEVEL = 4}\n":            "f:1: game.level is set in line 1 already; keep one of them",
		"game = {level = 3}\nGame.Level = 4\n":       "f:2: game.level is set in line 1 already; keep one of them",
		"[arm]\nabove = 5\nAbove = 6\n":              "f:3: arm.above is set in line 2 already; keep one of them",
		"[players.a]\n[Players.a]\n":                 "f:2: the file has the section [players.a] twice; write all of its keys into one of them",
		"[game]\nlevel = 3\nLevel = 4\n[web]\nlisten = 'x'\nListen = 'y'\n": "f:3: game.level is set in line 2 already; keep one of them\n" +
			"f:6: web.listen is set in line 5 already; keep one of them",
	} {
		if _, err := Parse("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if c := Sound([]byte("[game]\nlevel = 3\n[GAME]\nlevel = 4\n[log]\nlevel = 'debug'\n")); c.Game.Level != Default().Game.Level || c.Log.Level != "debug" {
		t.Errorf("what is sound has level %d, and logs %s", c.Game.Level, c.Log.Level)
	}
}

// A file in another encoding, a section that is there twice, and a character that no file may have at its place, are named as
// they are.
func TestCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"\xff\xfe[\x00g\x00":                  "f:1: this is not UTF-8; save the file in that encoding",
		"[web]\n[fleet]\nurl = \"\"\n[web]\n": "f:4: the file has the section [web] twice; write all of its keys into one of them",
		"[web]\nname = \"J\xfcrgen\"\n":       "f:2: this is not UTF-8; save the file in that encoding",
		"[board]\nkind = “mcu”\n":             `f:2: unexpected character U+201C '“' at start of value`,
		"［game］\nlevel = 3\n":                 `f:1: invalid character at start of key: U+FF3B '［'`,
		"[game]\nlevel = 3；\n":                `f:2: expected newline but got U+FF1B '；'`,
		"[game]\nlevel = 3 # “\nlevel = ”":    `f:3: unexpected character U+201D '”' at start of value`,
	} {
		if _, err := Parse("f", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}
