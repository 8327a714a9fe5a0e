package main_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// What is called cup is a tournament manager of Gomoku and Renju: it starts brains as
// processes of their own, speaks the Gomocup (Piskvork) protocol with them as rudely as
// pipes and people allow, and judges their moves, their time and their memory by rules
// of its own.

// cupAnswer is a line from a brain, and when it came.
type cupAnswer struct {
	text string
	at   time.Time
}

// cupBrain is a program that plays, as a process.
type cupBrain struct {
	Name string
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  chan cupAnswer // closed when its output ends
	// Rude says that lines come in pieces, with all the line ends and cases that
	// managers use.
	Rude   bool
	random *rand.Rand
}

// Text returns the line without its end.
func (h cupAnswer) Text() string { return h.text }

// cupPatience is how long a brain may be silent where the protocol sets no time; it
// only ends games of brains that have stopped.
const cupPatience = 90 * time.Second

// startBrain starts a brain. What it says on standard error goes to warn.
func startBrain(name string, args []string, warn io.Writer, random *rand.Rand) (*cupBrain, error) {
	b := &cupBrain{Name: name, cmd: exec.Command(args[0], args[1:]...), out: make(chan cupAnswer, 1024), random: random}
	b.cmd.Stderr = warn
	b.cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, fmt.Errorf("cannot start %s: %w", name, err)
	}
	b.in = in
	go func() {
		defer close(b.out)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			b.out <- cupAnswer{strings.TrimRight(lines.Text(), "\r"), time.Now()}
		}
	}()
	return b, nil
}

// Kill ends the process whatever it does.
func (b *cupBrain) Kill() {
	_ = b.cmd.Process.Kill()
	for range b.out {
	}
	_ = b.cmd.Wait()
}

// Say sends lines, and returns when the last of their bytes was on its way.
func (b *cupBrain) Say(lines ...string) (time.Time, error) {
	var text strings.Builder
	for _, line := range lines {
		end := "\n"
		if b.Rude {
			switch b.random.IntN(4) {
			case 0:
				line = strings.ToLower(line)
			case 1:
				line = "  " + line + " "
			}
			if b.random.IntN(2) == 0 {
				end = "\r\n"
			}
			if b.random.IntN(8) == 0 {
				end += "\r\n"
			}
		}
		text.WriteString(line + end)
	}
	rest := text.String()
	for b.Rude && len(rest) > 1 {
		n := 1 + b.random.IntN(len(rest)-1)
		if _, err := io.WriteString(b.in, rest[:n]); err != nil {
			return time.Now(), b.gone(err)
		}
		rest = rest[n:]
		if b.random.IntN(3) == 0 {
			time.Sleep(time.Duration(b.random.IntN(500)) * time.Microsecond)
		}
	}
	_, err := io.WriteString(b.in, rest)
	return time.Now(), b.gone(err)
}

func (b *cupBrain) gone(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s takes no more commands: %w", b.Name, err)
}

// Hear waits for a line that is an answer: MESSAGE and DEBUG are none.
func (b *cupBrain) Hear(limit time.Duration) (cupAnswer, error) {
	end := time.After(limit)
	for {
		select {
		case l, ok := <-b.out:
			switch {
			case !ok:
				return l, fmt.Errorf("%s has left", b.Name)
			case strings.HasPrefix(l.text, "MESSAGE"), strings.HasPrefix(l.text, "DEBUG"):
				continue
			}
			return l, nil
		case <-end:
			return cupAnswer{}, fmt.Errorf("%s says nothing for %v", b.Name, limit)
		}
	}
}

// Ask sends lines and waits for the answer.
func (b *cupBrain) Ask(lines ...string) (string, error) {
	if _, err := b.Say(lines...); err != nil {
		return "", err
	}
	l, err := b.Hear(cupPatience)
	return l.text, err
}

// expect sends lines whose answer has to begin with a word.
func (b *cupBrain) expect(word string, lines ...string) error {
	got, err := b.Ask(lines...)
	if err == nil && !strings.HasPrefix(got, word) {
		err = fmt.Errorf("%s answers %q to %q, and not %s", b.Name, got, lines, word)
	}
	return err
}

// Silent makes sure that nothing more was said than was asked for.
func (b *cupBrain) Silent() error {
	select {
	case l, ok := <-b.out:
		if ok && !strings.HasPrefix(l.text, "MESSAGE") && !strings.HasPrefix(l.text, "DEBUG") {
			return fmt.Errorf("%s says %q, and nobody had asked", b.Name, l.text)
		}
	default:
	}
	return nil
}

// Peak returns the most memory that the process has held, bytes; 0 where the
// system does not tell.
func (b *cupBrain) Peak() int64 {
	text, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(b.cmd.Process.Pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kb int64
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kb); n == 1 {
			return kb << 10
		}
	}
	return 0
}

// Leave ends a brain: by END, or by the end of its input. It has to go by itself,
// with status 0.
func (b *cupBrain) Leave(byEnd bool) error {
	if byEnd {
		// It may be gone before the line ends that follow the word have reached it.
		if _, err := b.Say("END"); err != nil && !errors.Is(err, syscall.EPIPE) {
			b.Kill()
			return err
		}
	} else if err := b.in.Close(); err != nil {
		b.Kill()
		return err
	}
	late := time.AfterFunc(cupPatience, func() { _ = b.cmd.Process.Kill() })
	defer late.Stop()
	for range b.out {
	}
	if err := b.cmd.Wait(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() < 0 {
			return fmt.Errorf("%s did not leave within %v of END or the end of its input: %w", b.Name, cupPatience, err)
		}
		return fmt.Errorf("%s left with %w", b.Name, err)
	}
	return nil
}

// cupWaited returns how long the threads of a process have been ready to run while
// others had the processors, all together; 0 where the system does not tell. On a
// machine with other work that is no fault of a brain's.
func cupWaited(pid int) time.Duration {
	tasks, err := filepath.Glob(filepath.Join("/proc", fmt.Sprint(pid), "task", "*", "schedstat"))
	if err != nil {
		return 0
	}
	var all time.Duration
	for _, name := range tasks {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		var ran, delay int64 // ns
		if n, _ := fmt.Sscan(string(text), &ran, &delay); n == 2 {
			all += time.Duration(delay)
		}
	}
	return all
}

// Waited is how long the brain and the manager have waited for processors so far.
func (b *cupBrain) Waited() time.Duration {
	return cupWaited(b.cmd.Process.Pid) + cupWaited(os.Getpid())
}
