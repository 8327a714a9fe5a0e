package voice

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// maxText is how much of a sentence is said, in runes: minutes of it.
	maxText = 2000
	// A sentence may take slack, and perRune for each rune: three times what
	// Chinese takes at the default speed. Programs that take longer are ended.
	slack   = 10 * time.Second
	perRune = 750 * time.Millisecond
	// grace is how long a program that was ended may hold on to its pipes.
	grace = time.Second
)

// plain makes one line of a text, without what espeak-ng takes for anything but
// words: "[[" begins phonemes.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '[' || r == ']' || r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxText {
		text = string(runes[:maxText])
	}
	return text
}

// patience is how long a sentence may take at a speed.
func patience(text string, speed int) time.Duration {
	return slack + time.Duration(utf8.RuneCountInString(text))*perRune*DefaultSpeed/time.Duration(speed)
}

// AutoPlayer is the player that is used when none is named: aplay, of Debian's
// alsa-utils, which a Raspberry Pi has, or nil where there is none; then
// espeak-ng is to play by itself.
func AutoPlayer() []string {
	if _, err := exec.LookPath("aplay"); err == nil {
		return []string{"aplay", "-q", "-"}
	}
	return nil
}

// arguments are the synthesizer's. The sentence is no part of them.
func (o *Options) arguments() []string {
	// An amplitude of 100 is espeak-ng's own; 200 is the most, and barely clips.
	return []string{"--stdin", "-b", "1", "-v", o.Voice, "-s", strconv.Itoa(o.Speed), "-a", strconv.Itoa(2 * o.Volume)}
}

// utter says one sentence and returns when it has been said. An error says in a
// sentence which program failed, how, and what to do.
func (o *Options) utter(ctx context.Context, text string) error {
	limit := patience(text, o.Speed)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	player := o.Player
	if player == nil {
		player = AutoPlayer()
	}
	args := o.arguments()
	if player != nil {
		args = append(args, "--stdout")
	}
	synth := newProgram(ctx, o.Program, args...)
	synth.cmd.Stdin = strings.NewReader(text + "\n")
	if player == nil {
		if err := synth.cmd.Start(); err != nil {
			return synth.explain(err, limit)
		}
		return synth.end(ctx, limit, true)
	}

	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	play := newProgram(ctx, player[0], player[1:]...)
	synth.cmd.Stdout, play.cmd.Stdin = w, r
	err = synth.cmd.Start()
	w.Close()
	if err != nil {
		r.Close()
		return synth.explain(err, limit)
	}
	err = play.cmd.Start()
	r.Close()
	if err != nil {
		cancel()
		synth.cmd.Wait() // ended for want of a player
		return play.explain(err, limit)
	}
	made := synth.end(ctx, limit, false)
	played := play.end(ctx, limit, false)
	switch {
	case ctx.Err() != nil && made != nil && played != nil:
		return late(synth.name()+" with "+play.name(), limit) // one waits for the other
	case synth.piped(): // it died of its player, if that died
		return played
	case made != nil: // and the player of an empty file
		return made
	}
	return played
}

// program is one run of a program.
type program struct {
	cmd *exec.Cmd
	err tail
}

func newProgram(ctx context.Context, name string, args ...string) *program {
	p := &program{cmd: exec.CommandContext(ctx, name, args...)}
	p.cmd.Stderr = &p.err
	p.cmd.WaitDelay = grace
	group(p.cmd)
	return p
}

// end waits for the program and explains its end. A program that plays by itself
// succeeds even if it cannot, and says so.
func (p *program) end(ctx context.Context, limit time.Duration, plays bool) error {
	err := p.cmd.Wait()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil // it has ended well; what it left behind, or a slow computer, holds its pipes
	}
	switch {
	case err == nil && plays && strings.HasPrefix(p.err.last(), "error:"):
		err = errors.New(p.err.last())
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		err = ctx.Err()
	}
	return p.explain(err, limit)
}

// tail keeps the end of what a program complains of.
type tail struct{ b bytes.Buffer }

// tailBytes is enough for ALSA, which explains at length.
const tailBytes = 4096

// Write implements [io.Writer].
func (t *tail) Write(p []byte) (int, error) {
	t.b.Write(p)
	if over := t.b.Len() - tailBytes; over > 0 {
		t.b.Next(over)
	}
	return len(p), nil
}

// last returns the last line that is not empty.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(t.b.String()), "\n")
	return plain(strings.ToValidUTF8(lines[len(lines)-1], "?"))
}
