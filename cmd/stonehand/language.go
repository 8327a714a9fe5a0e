package main

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
	"stonehand/hw/voice"
)

// languageFile keeps the language that people have set, in the directory of the games, and
// the one that the configuration had then: "zh en" and a line feed.
const languageFile = "language"

// keptLanguage is the table's language. One that people have set holds until the
// configuration has another one than it had then: the last one written counts.
type keptLanguage struct{ now atomic.Pointer[text.Language] }

// code returns it as the configuration writes it.
func (k *keptLanguage) code() string { return k.now.Load().String() }

// give gives a table its language, and has the next one kept that people set.
func (k *keptLanguage) give(tc *table.Config, configured string, all *keptSettings, log *slog.Logger) {
	was, _ := text.ParseLanguage(configured)
	tc.Language = was
	kept := all.of(languageFile, log, "the language that people have set cannot be used; it is that of the configuration", "the language will be forgotten")
	var set, then text.Language
	switch known := kept.read(func(data []byte) (err error) { set, then, err = parseLanguages(data); return err }); {
	case !known:
	case then != was:
		kept.end("the configuration has a newer language than the one that people have set, which ends")
	default:
		tc.Language = set
	}
	k.now.Store(&tc.Language)
	tc.KeepLanguage = func(l text.Language) {
		k.now.Store(&l)
		kept.write(fmt.Appendf(nil, "%s %s\n", l, was))
	}
}

// parseLanguages reads what languageFile holds.
func parseLanguages(data []byte) (set, configured text.Language, err error) {
	var a, b string
	if _, err := fmt.Sscan(string(data), &a, &b); err != nil {
		return 0, 0, errors.New("it does not hold two languages")
	}
	set, err = text.ParseLanguage(a)
	if err == nil {
		configured, err = text.ParseLanguage(b)
	}
	return set, configured, err
}

// speaker is a voice that speaks the table's language. The voice that the configuration
// names is for its language alone.
type speaker struct {
	*voice.Speaker
	conf       config.Voice
	configured string
}

// SetLanguage implements [table.Voice].
func (s speaker) SetLanguage(l text.Language) {
	s.SetVoice(options(s.conf, s.configured, l).Voice)
}

// options returns how to speak a language.
func options(conf config.Voice, configured string, l text.Language) voice.Options {
	if l.String() != configured {
		conf.Voice = ""
	}
	return conf.Options(l.String())
}
