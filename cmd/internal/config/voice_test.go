package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"stonehand/hw/voice"
)

func TestVoice(t *testing.T) {
	c, err := Parse("f", []byte("language = \"zh\"\n[voice]\nenabled = true\nplayer = [\"aplay\", \"-D\", \"hw:1\"]\nspeed = 200\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := voice.Options{Program: "espeak-ng", Voice: "cmn-latn-pinyin", Speed: 200, Volume: 50, Player: []string{"aplay", "-D", "hw:1"}}
	if d := cmp.Diff(want, c.Voice.Options(c.Language)); d != "" {
		t.Error(d)
	}
	for _, language := range []string{"en", "zh"} {
		o := Default().Voice.Options(language)
		if o.Player != nil {
			t.Errorf("a player is named: %q", o.Player)
		}
		if _, err := voice.New(o); err != nil {
			t.Errorf("%s: %v", language, err)
		}
	}
	if o := (Voice{Voice: "en+f3"}).Options("zh"); o.Voice != "en+f3" {
		t.Errorf("the voice is %q", o.Voice)
	}
}
