package table

import (
	"cmp"
	"context"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// Voice is what the table needs of [hw.Voice].
type Voice interface {
	Say(text string)
	Hush()
	SetVolume(percent int)
	Speak(ctx context.Context, out chan<- hw.Fault) error
	Finish(ctx context.Context)
}

// remark is what people are told, and how a voice treats it.
type remark struct {
	text   string
	spoken string // what a voice says in place of text, if that
	tone   tone
	about  uint64 // the question that it asks
}

// aloud returns what a voice says.
func (r remark) aloud() string { return cmp.Or(r.spoken, r.text) }

// tone says when a remark is worth speaking, and what it may break off. Lights
// and page follow every stone; a voice that did would talk all the time.
type tone uint8

const (
	toneQuiet   tone = iota // never spoken
	toneTurn                // whose turn it is: only where that may be in doubt
	tonePart                // a part of a turn is down: to those who hesitate
	toneMove                // the machine's turn, the end of a game
	toneLost                // the board cannot be reached
	toneTrouble             // the stones are not as they should be
	toneAsk                 // a question, the menu, a pause
	toneLast                // goodbye
)

// patience is how long a remark must stand before it is spoken. Hands that are at
// work are left in peace: most of what is wrong is put right at once.
var patience = [...]time.Duration{
	toneTurn:    300 * time.Millisecond,
	tonePart:    12 * time.Second,
	toneMove:    300 * time.Millisecond,
	toneLost:    3 * time.Second,
	toneTrouble: 1200 * time.Millisecond,
	toneAsk:     200 * time.Millisecond,
	toneLast:    0,
}

const (
	// remindAfter is how long people leave the machine's stones, or what is wrong,
	// before they are told once more, and then no more.
	remindAfter = 30 * time.Second
	// againAfter is how soon the same may be said again: a stone that is set down
	// and taken up once more is no news.
	againAfter = 10 * time.Second
	// noticeTime is how long a notice may take to be said; what is not urgent
	// waits for it.
	noticeTime = 4 * time.Second
	// faultTime is how long a part must be faulty before that is said, and
	// faultAgain how soon the same is said again.
	faultTime  = 3 * time.Second
	faultAgain = time.Hour
	// goodbyeTime is how long a shutdown waits for the voice to say goodbye.
	goodbyeTime = 8 * time.Second
	// voiceVolume is what a voice that was configured silent begins to speak with.
	voiceVolume = 50
)

// speech is the table's memory of what it has said.
type speech struct {
	volume int    // 0 to 100
	loud   int    // the volume before it was 0
	fault  string // what keeps the voice from speaking, as a sentence

	game     string // the identity of the game that last belongs to
	now      remark // as it stands
	since    time.Time
	spoken   bool // now has been said
	reminded bool
	last     remark // said last
	lastAt   time.Time

	noticed  time.Time // until when the notice that was said last is shown
	quietAt  time.Time // when that will have been said
	warned   string    // said last of the clock
	faulty   string    // the fault that stands
	faultAt  time.Time // since when
	faultsAt map[string]time.Time

	next time.Time // when something has to be said; zero: nothing
}

// speak says what is to be said aloud, and notes when there may be more.
func (t *core) speak() {
	s := &t.speech
	if t.cfg.Voice == nil {
		return
	}
	now := t.now
	if t.told {
		t.attend(now)
	}
	s.next = time.Time{}
	notice := ""
	if t.notice != (inLanguages{}) && !t.leaving.On() && t.noticeUntil != s.noticed {
		notice, s.noticed = t.notice[t.lang], t.noticeUntil
	}
	remark := t.dueRemark(now)
	if notice == "" && remark == "" && !t.leaving.On() {
		notice = t.lang.Join(t.dueWarning(), t.dueFault(now))
	}
	if notice == "" && remark == "" {
		return
	}
	urgent := remark != "" && s.now.tone >= toneTrouble
	switch {
	case urgent && (s.now.tone == toneLast || now.After(s.quietAt)), notice != "" && s.last.tone < toneMove:
		t.hush()
	}
	if notice != "" {
		s.quietAt = now.Add(noticeTime)
	}
	t.sayAloud(t.lang.Spoken(t.lang.Join(notice, remark)))
}

// attend takes what people are told at this moment.
func (t *core) attend(now time.Time) {
	s := &t.speech
	if s.game != t.match.id {
		s.game, s.last = t.match.id, remark{}
	}
	r := t.remark()
	if r == s.now {
		return
	}
	if s.spoken && s.now.tone >= toneTrouble && now.After(s.quietAt) {
		t.hush() // that is over
	}
	s.now, s.since, s.spoken, s.reminded = r, now, false, false
}

// dueRemark returns the remark that stands if it is to be said at this moment, ""
// if not, and notes when it will be.
func (t *core) dueRemark(now time.Time) string {
	s := &t.speech
	r := s.now
	if s.spoken {
		if s.reminded || r.tone != toneMove && r.tone != toneTrouble || t.arm.running || t.match.game.Result().Over {
			return ""
		}
		if at := s.since.Add(remindAfter); now.Before(at) {
			s.soon(at)
			return ""
		}
		s.reminded = true
		return r.aloud()
	}
	if !t.worthSaying(r) {
		return ""
	}
	if at := s.since.Add(patience[r.tone]); now.Before(at) {
		s.soon(at)
		return ""
	}
	s.spoken = true
	if r == s.last && now.Before(s.lastAt.Add(againAfter)) {
		return ""
	}
	s.last, s.lastAt = r, now
	return r.aloud()
}

// worthSaying reports whether a remark tells people what they do not know.
func (t *core) worthSaying(r remark) bool {
	s := &t.speech
	switch r.tone {
	case toneQuiet:
		return false
	case toneTurn:
		// Who has put down a turn, or the machine's, knows that the other side is
		// to move; who has mended the board wants to know that all is well.
		byHand := s.last.tone == toneMove && t.cfg.Arm == nil
		return t.cfg.TellTurns || s.last.tone != toneTurn && !byHand
	case tonePart:
		// An arm needs no reminding; and people need it once.
		return !t.arm.running && r != s.last
	}
	return r.text != ""
}

// dueWarning returns what is to be said of the clock, once.
func (t *core) dueWarning() string {
	s := &t.speech
	if t.timeLow == s.warned || t.timeLow == "" {
		return ""
	}
	s.warned = t.timeLow
	return t.timeLow
}

// dueFault returns what is to be said of a part that is faulty: that is for those
// who have no page before them, and said rarely.
func (t *core) dueFault(now time.Time) string {
	s, f := &t.speech, &t.faults
	fault := t.fault()
	switch {
	case fault == "", !t.sensed.live(), fault == s.fault, fault == s.now.text, fault == t.slow():
		fault = "" // it is said already, or cannot be, or is not worth it
	case fault == f.device:
		fault = t.lang.Say(text.DeviceFaulty)
	}
	if fault != s.faulty {
		s.faulty, s.faultAt = fault, now
	}
	if fault == "" {
		return ""
	}
	if at, said := s.faultsAt[fault]; said && now.Before(at.Add(faultAgain)) {
		return ""
	}
	if at := s.faultAt.Add(faultTime); now.Before(at) {
		s.soon(at)
		return ""
	}
	if s.faultsAt == nil || len(s.faultsAt) > 100 {
		s.faultsAt = map[string]time.Time{}
	}
	s.faultsAt[fault] = now
	return fault
}

// soon notes when something is to be said.
func (s *speech) soon(at time.Time) {
	if s.next.IsZero() || at.Before(s.next) {
		s.next = at
	}
}

// doVolume serves the command volume.
func (t *core) doVolume(c Command) *CommandError {
	s := &t.speech
	if t.cfg.Voice == nil {
		return t.refuse("not-now", text.NoVoice)
	}
	if c.Volume == nil {
		return bad("The command volume says how loud: {\"do\":\"volume\",\"volume\":50}, 0 to 100.")
	}
	volume := *c.Volume
	if volume < 0 || volume > 100 {
		return t.refuse("bad-value", text.BadVolume, volume)
	}
	if volume == s.volume {
		return nil
	}
	s.volume, t.changed = volume, true
	t.out.Voice = append(t.out.Voice, voiceOrder{volume: &volume})
	t.keepVolume()
	if volume > 0 {
		s.loud = volume
		t.sayAloud(t.lang.Say(text.VolumeIs))
	}
	return nil
}

// voiceOrder is what a voice is told; one field is set.
type voiceOrder struct {
	hush   bool
	say    string
	volume *int
}

// give gives the order.
func (o voiceOrder) give(v Voice) {
	switch {
	case o.hush:
		v.Hush()
	case o.volume != nil:
		v.SetVolume(*o.volume)
	default:
		v.Say(o.say)
	}
}

func (t *core) hush()             { t.out.Voice = append(t.out.Voice, voiceOrder{hush: true}) }
func (t *core) sayAloud(s string) { t.out.Voice = append(t.out.Voice, voiceOrder{say: s}) }

// pinTime is how long saying the PIN may take.
const pinTime = 8 * time.Second

// sayPIN has the voice say the PIN, figure by figure. It goes nowhere else: what is
// shown on the page can be seen from elsewhere.
func (t *core) sayPIN() {
	pin := ""
	if t.cfg.PIN != nil {
		pin = t.cfg.PIN()
	}
	switch {
	case pin == "":
		t.notify(func() string { return t.lang.Say(text.PINNone) })
	case t.cfg.Voice == nil || t.speech.volume == 0:
		t.notify(func() string { return t.lang.Say(text.PINUnsaid) })
	default:
		t.hush()
		t.speech.quietAt = t.now.Add(pinTime)
		t.sayAloud(t.lang.Say(text.PINIs, strings.Join(strings.Split(pin, ""), ", ")))
	}
}

// keepVolume keeps how loud the board speaks.
func (t *core) keepVolume() {
	if t.cfg.KeepVolume != nil {
		volume := t.speech.volume
		t.out.KeepVolume = &volume
	}
}
