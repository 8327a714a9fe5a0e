package config

import (
	"testing"
	"time"
)

func TestSound(t *testing.T) {
	for _, tt := range []struct{ name, text, listen, language string }{
		{"an unknown key in another section", "language = \"zh\"\n[game]\nlevle = 3\n[web]\nlisten = \"127.0.0.1:80\"\n", "127.0.0.1:80", "zh"},
		{"a wrong value in another section", "[game]\nlevel = 30\n[web]\nlisten = \"127.0.0.1:80\"\n", "127.0.0.1:80", "en"},
		{"a wrong kind in another section", "[web]\nlisten = \"127.0.0.1:80\"\n[game]\nlevel = \"high\"\n", "127.0.0.1:80", "en"},
		{"an unknown section", "[wbe]\nlisten = \"127.0.0.1:81\"\n[web]\nlisten = \"127.0.0.1:80\"\n", "127.0.0.1:80", "en"},
		{"no TOML behind", "[web]\nlisten = \"127.0.0.1:80\"\n[game]\nlevel = = 3\n", "127.0.0.1:80", "en"},
		{"no TOML in the section", "language = \"zh\"\n[web]\nlisten = \"127.0.0.1:80\"\nname = \"\n", "127.0.0.1:8019", "zh"},
		{"no TOML before", "language = \n[web]\nlisten = \"127.0.0.1:80\"\n", "127.0.0.1:8019", "en"},
		{"a wrong value in the section", "language = \"zh\"\n[web]\nlisten = \"80\"\n", "127.0.0.1:8019", "zh"},
		{"a wrong key of no section", "language = \"xx\"\n[web]\nlisten = \"127.0.0.1:80\"\n", "127.0.0.1:80", "en"},
		{"all the network and no password", "language = \"zh\"\n[web]\nlisten = \":80\"\n", "127.0.0.1:8019", "zh"},
		{"another program's file", "\x7fELF\x00\x01", "127.0.0.1:8019", "en"},
		{"a section that is a value", "web = 3\n", "127.0.0.1:8019", "en"},
	} {
		c := Sound([]byte(tt.text))
		if c.Web.Listen != tt.listen || c.Language != tt.language {
			t.Errorf("%s: %s %s; want %s %s", tt.name, c.Web.Listen, c.Language, tt.listen, tt.language)
		}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestSoundTakesFormerKeys(t *testing.T) {
	c := Sound([]byte("[lights]\nkind = \"apa102\"\neach = 2\n[board]\nbare = \"7s\"\nempty = \"8s\"\nkind = \"matrix\"\n" +
		"[matrix]\npreset = \"hall-spi\"\n[game]\nlevel = 30\n"))
	if c.Lights.Kind != "apa102" || c.Lights.Each != 2 {
		t.Errorf("the lights are %s with %d at a point; want apa102 with 2", c.Lights.Kind, c.Lights.Each)
	}
	if c.Board.Kind != KindMatrix || c.Board.Empty.Duration != 8*time.Second {
		t.Errorf("the board is %s, with %v; want %s with 8s", c.Board.Kind, c.Board.Empty, KindMatrix)
	}
}

func FuzzSound(f *testing.F) {
	f.Add([]byte("[board]\nkind = \"matrix\"\ncols = 3\n[lights]\nenabled = true\n[web\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := Sound(data)
		if err := c.Check(); err != nil {
			t.Errorf("%q: %v", data, err)
		}
	})
}
