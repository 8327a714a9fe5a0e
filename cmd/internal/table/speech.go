package table

import (
	"strings"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/table/speech"
	"stonehand/cmd/internal/text"
)

// speak says what is to be said aloud.
func (t *core) speak() {
	if t.cfg.Voice == nil {
		return
	}
	in := speech.In{
		Warning: t.present().WarningSays(t.clockwork.Warning()), Fault: t.faultAloud(),
		Arm: t.arm.Running(), ByHand: t.cfg.Arm == nil, Turns: t.cfg.TellTurns,
	}
	if w, until := t.notices.Notice(); w != nil {
		in.Notice, in.Shown = w.In(t.lang), until
	}
	if t.told {
		r := t.present().Remark()
		in.Remark = &r
	}
	out := t.speech.Step(t.now, t.status(), in)
	if out.Hush {
		t.out.Voice = append(t.out.Voice, voiceOrder{hush: true})
	}
	if s := t.lang.Join(out.Notice, out.More, out.Remark); s != "" {
		t.sayAloud(t.lang.Spoken(s))
	}
}

// faultAloud is what a voice may say of a part that is faulty, "" for nothing: not
// what it cannot say, and not what nobody has to hear.
func (t *core) faultAloud() string {
	switch fault := t.present().Fault(); {
	case !t.sensed.Live(), fault == t.present().Voice(), fault == t.present().Slow():
		return ""
	case fault != "" && fault == t.present().Device():
		return t.lang.Say(text.DeviceFaulty)
	default:
		return fault
	}
}

// doVolume serves the command volume.
func (t *core) doVolume(c api.Command) *api.CommandError {
	if t.cfg.Voice == nil {
		return t.refuse("not-now", text.NoVoice)
	}
	if bad := c.CheckSetting(); bad != nil {
		return t.refuseAs(bad.Code, bad.Words)
	}
	volume := *c.Volume
	if volume == t.voice.volume {
		return nil
	}
	t.voice.volume, t.changed = volume, true
	t.out.Voice = append(t.out.Voice, voiceOrder{volume: &volume})
	if t.cfg.KeepVolume != nil {
		t.out.KeepVolume = &volume
	}
	if volume > 0 {
		t.voice.loud = volume
		t.sayAloud(t.lang.Say(text.VolumeIs))
	}
	return nil
}

// doLanguage serves the command language. Whatever is shown is written again, and the voice
// speaks it from now on.
func (t *core) doLanguage(c api.Command) *api.CommandError {
	if bad := c.CheckSetting(); bad != nil {
		return t.refuseAs(bad.Code, bad.Words)
	}
	l, _ := text.ParseLanguage(c.Answer) // it was checked
	if l == t.lang {
		return nil
	}
	t.lang, t.changed = l, true
	t.out.KeepLanguage = &l
	if t.cfg.Voice != nil {
		t.out.Voice = append(t.out.Voice, voiceOrder{language: &l})
		t.sayAloud(t.lang.Say(text.LanguageIs))
	}
	return nil
}

func (t *core) sayAloud(s string) { t.out.Voice = append(t.out.Voice, voiceOrder{say: s}) }

// sayPIN has the voice say the PIN, figure by figure. It goes nowhere else: what is
// shown on the page can be seen remotely.
func (t *core) sayPIN() {
	pin := ""
	if t.cfg.PIN != nil {
		pin = t.cfg.PIN()
	}
	switch {
	case pin == "":
		t.notify(text.Tell(text.PINNone))
	case t.cfg.Voice == nil || t.voice.volume == 0:
		t.notify(text.Tell(text.PINUnsaid))
	default:
		t.out.Voice = append(t.out.Voice, voiceOrder{hush: true})
		t.sayAloud(t.lang.Say(text.PINIs, strings.Join(strings.Split(pin, ""), ", ")))
	}
}
