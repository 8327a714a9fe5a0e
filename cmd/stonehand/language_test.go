package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
)

// TestTheLanguageIsKept sets a language and starts again: it holds until the configuration
// names another one, for good. A voice that the configuration names speaks its language alone.
func TestTheLanguageIsKept(t *testing.T) {
	dir := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	begin := func(configured string, want text.Language) (*keptLanguage, table.Config) {
		t.Helper()
		k, tc := &keptLanguage{}, table.Config{}
		k.give(&tc, configured, &keptSettings{dir: dir}, log)
		if tc.Language != want || k.code() != want.String() {
			t.Errorf("configured %s: %s and %s, want %s", configured, tc.Language, k.code(), want)
		}
		return k, tc
	}
	k, tc := begin("en", text.English)
	tc.KeepLanguage(text.Chinese)
	if k.code() != "zh" {
		t.Errorf("the page is told %s", k.code())
	}
	begin("en", text.Chinese)
	begin("zh", text.Chinese)
	begin("en", text.English)
	_, tc = begin("zh", text.Chinese)
	tc.KeepLanguage(text.English)
	begin("zh", text.English)
	for _, bad := range []string{"", "zh\n", "fr en\n", "zh fr\n"} {
		if err := os.WriteFile(filepath.Join(dir, languageFile), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		begin("en", text.English)
	}
	for l, want := range map[text.Language]string{text.English: "en-us", text.Chinese: "cmn-latn-pinyin"} {
		if o := options(config.Voice{Voice: "en-us"}, "en", l); o.Voice != want {
			t.Errorf("%s is spoken by %q, want %q", l, o.Voice, want)
		}
	}
}

// TestWrongSettingsAreSpoken hears the line as a synthesizer has to be given it.
func TestWrongSettingsAreSpoken(t *testing.T) {
	m := &mending{wrong: config.Problems{{Line: 14}}}
	if got := m.spoken(text.Chinese); got != "我无法启动：设置的第14航有误。" {
		t.Errorf("it says %q", got)
	}
}
