// Package voice speaks sentences through a speech synthesizer that runs as a
// program of its own, eSpeak NG, and a player for what that makes of them.
//
// espeak-ng writes the sound to the player through a pipe rather than playing it
// itself: on Raspberry Pis its own output stutters, and a sentence that is broken
// off falls silent at once when the player is ended
// (github.com/espeak-ng/espeak-ng/issues/849 and 1781).
//
// The sentence goes to the synthesizer's standard input, and no shell is between,
// so that nothing in it can be taken for a command or an option.
package voice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"stonehand/hw"
)

// Limits and defaults of [Options].
const (
	DefaultProgram = "espeak-ng"
	MinSpeed       = 80  // words a minute, the least that espeak-ng takes
	MaxSpeed       = 450 // and the most
	DefaultSpeed   = 160
	DefaultVolume  = 50
)

// Options is how to speak.
type Options struct {
	Program string       // espeak-ng or what takes its options; "": [DefaultProgram]
	Voice   string       // as espeak-ng --voices lists them, "en" or "cmn-latn-pinyin"
	Speed   int          // words a minute, MinSpeed to MaxSpeed; 0: DefaultSpeed
	Volume  int          // 0 to 100; 50 is espeak-ng's own
	Player  []string     // a program and its arguments that plays a WAV file from standard input; nil: see [AutoPlayer]
	Log     *slog.Logger // nil: nothing is logged
}

// A sentence that fails is followed by a pause without any, which grows, so that
// a program that hangs is not started over and over.
const (
	firstPause = 2 * time.Second
	mostPause  = time.Minute
)

// Speaker is a voice. Its methods may be called from anywhere.
type Speaker struct {
	wake chan struct{} // holds one token when there is something to be said

	mu      sync.Mutex // guards what follows
	o       Options
	next    string             // what is to be said, "" for nothing
	cut     context.CancelFunc // breaks off what is being said; nil while nothing is
	halted  bool
	quiet   chan struct{} // closed while nothing is being said and nothing is to be
	fault   string        // reported last, "" while it speaks
	pause   time.Duration // after the next failure
	retryAt time.Time     // before it nothing is said
}

var _ hw.Voice = (*Speaker)(nil)

// New returns a voice that begins to speak when [Speaker.Speak] runs. An error
// says which option is out of its range; whether the programs are there shows
// when something is to be said.
func New(o Options) (*Speaker, error) {
	o.Program = cmp.Or(o.Program, DefaultProgram)
	o.Speed = cmp.Or(o.Speed, DefaultSpeed)
	switch {
	case o.Voice == "":
		return nil, errors.New("voice: no voice is named; \"en\" is one")
	case o.Speed < MinSpeed || o.Speed > MaxSpeed:
		return nil, fmt.Errorf("voice: a speed of %d words a minute is out of range: use %d to %d", o.Speed, MinSpeed, MaxSpeed)
	case o.Volume < 0 || o.Volume > 100:
		return nil, fmt.Errorf("voice: a volume of %d is out of range: use 0 to 100", o.Volume)
	case o.Player != nil && (len(o.Player) == 0 || o.Player[0] == ""):
		return nil, errors.New("voice: the player has no name")
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Speaker{o: o, wake: make(chan struct{}, 1), quiet: make(chan struct{}), pause: firstPause}
	close(s.quiet)
	return s, nil
}

// String implements [hw.Resource].
func (s *Speaker) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("voice %s of %s", s.o.Voice, s.o.Program)
}

// Halt implements [hw.Resource]: it falls silent, for good.
func (s *Speaker) Halt() error {
	s.mu.Lock()
	s.halted = true
	s.mu.Unlock()
	s.Hush()
	return nil
}

// Say implements [hw.Voice].
func (s *Speaker) Say(text string) {
	text = plain(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	if text == "" || s.halted || s.o.Volume == 0 {
		return
	}
	if s.next == "" && s.cut == nil {
		s.quiet = make(chan struct{})
	}
	s.next = text
	hw.Ring(s.wake)
}

// Hush implements [hw.Voice].
func (s *Speaker) Hush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	had := s.next != ""
	s.next = ""
	if s.cut != nil {
		s.cut() // ended closes quiet
	} else if had {
		close(s.quiet)
	}
}

// SetVolume implements [hw.Voice].
func (s *Speaker) SetVolume(percent int) {
	percent = min(max(percent, 0), 100)
	s.mu.Lock()
	s.o.Volume = percent
	s.mu.Unlock()
	if percent == 0 {
		s.Hush()
	}
}

// SetVoice changes whose voice speaks, from the next sentence on: one that espeak-ng --voices
// lists.
func (s *Speaker) SetVoice(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.o.Voice = name
}

// Finish implements [hw.Voice].
func (s *Speaker) Finish(ctx context.Context) {
	s.mu.Lock()
	quiet := s.quiet
	s.mu.Unlock()
	select {
	case <-quiet:
	case <-ctx.Done():
	}
}

// Speak implements [hw.Voice]. It is to run once at a time.
func (s *Speaker) Speak(ctx context.Context, out chan<- hw.Fault) error {
	for {
		select {
		case <-ctx.Done():
			s.Hush()
			return nil
		case <-s.wake:
		}
		for {
			said, text, how, ok := s.begin(ctx)
			if !ok {
				break
			}
			err := how.utter(said, text)
			if said.Err() != nil {
				err = nil // it was broken off
			}
			s.tell(ctx, out, err, said.Err() != nil)
			s.ended()
		}
	}
}

// begin takes what is to be said next, and how, with a context that ends when it is to be
// broken off. ok is false when there is nothing.
func (s *Speaker) begin(ctx context.Context) (said context.Context, text string, how Options, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == "" || ctx.Err() != nil {
		return nil, "", Options{}, false
	}
	text, s.next = s.next, ""
	if time.Now().Before(s.retryAt) {
		close(s.quiet)
		return nil, "", Options{}, false
	}
	said, s.cut = context.WithCancel(ctx)
	return said, text, s.o, true
}

// ended takes the end of what begin began.
func (s *Speaker) ended() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut()
	s.cut = nil
	if s.next == "" {
		close(s.quiet)
	}
}

// tell reports what came of a sentence, if that is news. One that was broken off
// proves nothing.
func (s *Speaker) tell(ctx context.Context, out chan<- hw.Fault, err error, broken bool) {
	if broken {
		return
	}
	f := hw.FaultOf(time.Now(), "voice", err)
	s.mu.Lock()
	news := f.Text != s.fault
	s.fault = f.Text
	if err != nil {
		s.retryAt = f.At.Add(s.pause)
		s.pause = min(2*s.pause, mostPause)
	} else {
		s.pause, s.retryAt = firstPause, time.Time{}
	}
	s.mu.Unlock()
	if !news {
		return
	}
	if err != nil {
		s.o.Log.Warn("nothing can be said", "err", err)
	} else {
		s.o.Log.Info("the voice speaks again")
	}
	hw.Send(ctx, out, f)
}
