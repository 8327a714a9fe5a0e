package config

import (
	"regexp"
	"strings"

	"stonehand/hw/voice"
)

// Voice is how the board speaks.
type Voice struct {
	Enabled bool     `toml:"enabled"`
	Program string   `toml:"program"` // espeak-ng, or a program that takes its options
	Voice   string   `toml:"voice"`   // as espeak-ng --voices lists them; empty: that of Config.Language
	Speed   int      `toml:"speed"`   // words a minute, 80 to 450
	Volume  int      `toml:"volume"`  // 0 to 100; 50 is espeak-ng's own
	Player  []string `toml:"player"`  // a program and its arguments that plays WAV from standard input; empty: aplay
	Turns   bool     `toml:"turns"`   // say every time whose turn it is
}

// Options returns how to speak a language, "en" or "zh".
func (v Voice) Options(language string) voice.Options {
	o := voice.Options{Program: v.Program, Voice: v.Voice, Speed: v.Speed, Volume: v.Volume}
	if o.Voice == "" {
		o.Voice = voices[language]
	}
	if len(v.Player) > 0 {
		o.Player = v.Player
	}
	return o
}

// voices are espeak-ng's by language. Its voice cmn reads Chinese characters as
// if their spelling were English in the version that Debian 12 has (1.51;
// github.com/espeak-ng/espeak-ng/issues/1044); this one does not.
var voices = map[string]string{"en": "en", "zh": "cmn-latn-pinyin"}

// voiceName is how a voice of espeak-ng may be called: a path or an option it
// cannot be.
var voiceName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9+_-]{0,39}$`)

func (v Voice) check(k *checker) {
	if v.Program == "" || strings.ContainsRune(v.Program, 0) {
		k.refuse("voice.program", v.Program, `write a program's name or path, like "espeak-ng"`)
	}
	if v.Voice != "" && !voiceName.MatchString(v.Voice) {
		k.refuse("voice.voice", v.Voice, `write a voice that espeak-ng --voices lists, like "en-us" or "en+f3"`)
	}
	k.between("voice.speed", v.Speed, voice.MinSpeed, voice.MaxSpeed)
	k.between("voice.volume", v.Volume, 0, 100)
	if len(v.Player) > 0 && v.Player[0] == "" || strings.ContainsRune(strings.Join(v.Player, ""), 0) {
		k.refuse("voice.player", v.Player, `write a program and its arguments, like ["aplay", "-q", "-D", "plughw:1,0", "-"]`)
	}
}
