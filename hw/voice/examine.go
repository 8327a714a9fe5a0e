package voice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// examineTime is how long Examine takes at the longest.
const examineTime = 8 * time.Second

// cards is where the kernel lists its sound cards.
const cards = "/proc/asound/cards"

// Examine says the text aloud and finds out whether that works: the synthesizer,
// its voice, the player and the sound card.
func Examine(ctx context.Context, o Options, text string) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, examineTime)
	defer cancel()
	s, err := New(o)
	if err != nil {
		return []hw.Finding{{Device: "voice", Health: hw.Bad, Text: err.Error(), Do: "correct the section [voice] of the configuration"}}
	}
	f := hw.Finding{Device: s.String()}
	player := "espeak-ng itself"
	if p := s.o.Player; p != nil {
		player = strings.Join(p, " ")
	} else if p := AutoPlayer(); p != nil {
		player = strings.Join(p, " ")
	}
	f.Text = fmt.Sprintf("said %q at volume %d, played by %s", text, o.Volume, player)
	if o.Volume == 0 {
		f.Health, s.o.Volume = hw.Warn, DefaultVolume
		f.Text = fmt.Sprintf("works, but the volume is 0; said %q louder, played by %s", text, player)
		f.Do = "to hear it, set volume under [voice] or on the page"
	}
	err = s.o.utter(ctx, plain(text))
	switch {
	case ctx.Err() != nil:
		f.Health, f.Text = hw.Bad, fmt.Sprintf("had not finished after %v, played by %s", examineTime, player)
		f.Do = "check whether the sound card is in use or missing with aplay -l, and try espeak-ng --stdout hello | aplay"
	case err != nil:
		f.Health = hw.Bad
		f.Text, f.Do, _ = strings.Cut(strings.TrimPrefix(err.Error(), "nothing can be said: "), "; ")
		f.Do = cmp.Or(f.Do, "try espeak-ng --stdout hello | aplay")
	}
	found := []hw.Finding{f}
	if f.Health == hw.Bad {
		found = append(found, ExamineCard(devnode.System{})...)
	}
	return found
}

// ExamineCard says what keeps a user from the sound cards of the computer; nil is
// nothing.
func ExamineCard(s devnode.System) []hw.Finding {
	const device = "sound card"
	bad := func(text, do string) []hw.Finding {
		return []hw.Finding{{Device: device, Health: hw.Bad, Text: text, Do: do}}
	}
	list, err := os.ReadFile(filepath.Join("/", s.Root, cards))
	if err != nil || strings.Contains(string(list), "no soundcards") {
		return bad("there is none", "plug one in, or on a Raspberry Pi add dtparam=audio=on to /boot/firmware/config.txt and restart")
	}
	nodes, _ := filepath.Glob(filepath.Join("/", s.Root, "dev/snd/pcmC*p"))
	if len(nodes) == 0 {
		return bad("none of the sound devices can play", "choose a device from "+cards+", and set it in player under [voice]")
	}
	var found []hw.Finding
	for _, n := range nodes {
		found = s.Examine(device, "/dev/snd/"+filepath.Base(n))
		if hw.Worst(found) != hw.Bad {
			return nil // one is enough
		}
	}
	return found
}

// packages are Debian's, by program.
var packages = map[string]string{"espeak-ng": "espeak-ng", "aplay": "alsa-utils", "paplay": "pulseaudio-utils", "pw-play": "pipewire-bin"}

// complaints are what programs say of the sound and what that means. The first
// that is found anywhere in what they said counts.
var complaints = []struct{ says, means, do string }{
	{"specified espeak-ng voice does not exist", "it has no such voice", "name one that espeak-ng --voices lists as voice.voice, or install espeak-ng-data"},
	{"Device or resource busy", "another program uses the sound card", "end that one, or name another device in voice.player"},
	{"cannot find card", "there is no sound card, or this user may not use it", "see what cat /proc/asound/cards lists, and put the user into the group audio"},
	{"Permission denied", "this user may not use the sound card", "put it into the group audio"},
	{"No such file or directory", "there is no such sound device", "name one that aplay -L lists in voice.player"},
}

// late is the error of programs that took longer than limit.
func late(names string, limit time.Duration) error {
	return hw.Errorf("nothing can be said: %s was not done after %v and has been ended; see whether the sound card is in use or gone: aplay -l", names, limit.Round(time.Second))
}

// name is what the program is called without its folder.
func (p *program) name() string { return filepath.Base(p.cmd.Args[0]) }

// explain writes what became of a program as a sentence that says what to do.
func (p *program) explain(err error, limit time.Duration) error {
	name := p.name()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		if pkg := packages[name]; pkg != "" {
			return hw.Errorf("nothing can be said: the program %s is not there; install it with: apt-get install %s", p.cmd.Args[0], pkg)
		}
		return hw.Errorf("nothing can be said: the program %s is not there; check its path in the configuration", p.cmd.Args[0])
	case errors.Is(err, os.ErrPermission):
		return hw.Errorf("nothing can be said: the program %s may not be run by this user", p.cmd.Args[0])
	case errors.Is(err, context.DeadlineExceeded):
		return late(name, limit)
	}
	said := p.err.b.String()
	for _, c := range complaints {
		if strings.Contains(said, c.says) {
			return hw.Errorf("nothing can be said: %s does not work, because %s; %s", name, c.means, c.do)
		}
	}
	if errors.As(err, &exit) && p.err.last() != "" {
		return hw.Errorf("nothing can be said: %s failed (%w: %s)", name, err, p.err.last())
	}
	return hw.Errorf("nothing can be said: %s failed (%w)", name, err)
}

// piped reports whether the program ended because nobody took what it made.
func (p *program) piped() bool {
	state := p.cmd.ProcessState
	if state == nil {
		return false
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return status.Signal() == syscall.SIGPIPE
	}
	return strings.Contains(p.err.b.String(), "Broken pipe")
}
