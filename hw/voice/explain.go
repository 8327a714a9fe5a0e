package voice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

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
	return fmt.Errorf("nothing can be said: %s was not done after %v and has been ended; see whether the sound card is in use or gone: aplay -l", names, limit.Round(time.Second))
}

// name is what the program is called without its folder.
func (p *program) name() string { return filepath.Base(p.cmd.Args[0]) }

// explain writes what became of a program as a sentence that says what to do.
func (p *program) explain(err error, limit time.Duration) error {
	name := p.name()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, os.ErrNotExist):
		how := "check its path in the configuration"
		if pkg := packages[name]; pkg != "" {
			how = "install it with: apt-get install " + pkg
		}
		return fmt.Errorf("nothing can be said: the program %s is not there; %s", p.cmd.Args[0], how)
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("nothing can be said: the program %s may not be run by this user", p.cmd.Args[0])
	case errors.Is(err, context.DeadlineExceeded):
		return late(name, limit)
	}
	said := p.err.b.String()
	for _, c := range complaints {
		if strings.Contains(said, c.says) {
			return fmt.Errorf("nothing can be said: %s does not work, because %s; %s", name, c.means, c.do)
		}
	}
	how := err.Error()
	if errors.As(err, &exit) && p.err.last() != "" {
		how += ": " + p.err.last()
	}
	return fmt.Errorf("nothing can be said: %s failed (%s)", name, how)
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
