// Package program has other programs as players: they are started, and spoken to
// by the protocols of tournaments on their standard input and output.
package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
)

// child is another program that is spoken to line by line on its standard input
// and output.
type child struct {
	lines <-chan string // what the program writes; closed when it ends
	name  string        // what errors call it
	quit  string        // the word of its protocol by which it is told to leave
	cmd   *exec.Cmd
	in    *os.File
	out   io.Closer
	*asides
	due     time.Time   // the end of the turn that the program is asked for; zero: none
	scratch *scratch    // nil if it is not confined
	group   string      // its control group, "" for none
	ended   func()      // ends what it has started
	long    atomic.Bool // it has written a line that is too long, after which nothing is read
}

// SandboxCommand is the subcommand of this program that calls [Confine].
const SandboxCommand = "sandbox"

// sayTime is how long a program may leave a line untaken, of its turn's time.
var sayTime = 2 * time.Second

// grace is how much longer than its time a program may take before it loses the
// game, and how long it has to leave when told to.
const grace = 5 * time.Second

// start starts a program.
func start(o Settings) (*child, error) {
	name, command := o.Name, o.Command
	group, confined := "", o.Sandbox != ""
	var own *scratch
	if confined {
		var err error
		if own, err = newScratch(); err != nil {
			return nil, err
		}
		sandbox := []string{o.Sandbox, SandboxCommand, "--memory", strconv.Itoa(o.MemoryMB), "--hide", o.Hide, "--scratch", own.dir}
		if o.Groups != "" {
			if group, err = newGroup(o.Groups, o.MemoryMB); err != nil {
				own.remove()
				return nil, fmt.Errorf("player %s: it gets no control group: %w", name, err)
			}
			// The sandbox enters it by itself: clone3, which could put it there, is refused by
			// units without namespaces.
			sandbox = append(sandbox, "--group", group)
		}
		command = slices.Concat(sandbox, []string{"--"}, command)
	}
	cmd := exec.Command(command[0], command[1:]...)
	if confined {
		cmd.Args[0] = "stonehand" // whatever its file is called
	}
	ownGroup(cmd)
	clean := func() {
		endGroup(group)
		own.remove()
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		clean()
		return nil, err
	}
	theirs, in, err := os.Pipe()
	if err != nil {
		clean()
		return nil, err
	}
	cmd.Stdin = theirs
	aside, began, err := asidesOf(cmd)
	if err != nil {
		theirs.Close()
		in.Close()
		clean()
		return nil, err
	}
	begin, ended := cmd.Start, func() {}
	if confined {
		begin, ended = alone(cmd)
	}
	err = begin()
	theirs.Close()
	began()
	if err != nil {
		aside.close()
		in.Close()
		clean()
		return nil, fmt.Errorf("player %s: %w", name, err)
	}
	lines := make(chan string, 32)
	c := &child{lines: lines, name: name, cmd: cmd, in: in, out: out, asides: aside, scratch: own, group: group, ended: ended}
	go func() {
		defer close(lines)
		s := bufio.NewScanner(io.LimitReader(out, mostOutput))
		for s.Buffer(nil, longestLine); s.Scan(); {
			lines <- strings.Map(printable, s.Text())
		}
		c.long.Store(errors.Is(s.Err(), bufio.ErrTooLong))
	}()
	if confined {
		go own.watch(c.kill)
	}
	return c, nil
}

// longestLine is how much a program may write in a line, bytes: a stream of analyses has
// all candidates with their lines in one.
const longestLine = 256 << 10

// mostOutput is how much a program may write in its life, bytes.
const mostOutput = 1 << 30

// say writes a line to the program.
func (c *child) say(format string, args ...any) error {
	until := time.Now().Add(sayTime)
	if !c.due.IsZero() && c.due.Before(until) {
		until = c.due
	}
	// A pipe that takes no deadline is one that is closed.
	_ = c.in.SetWriteDeadline(until)
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		return fmt.Errorf("%s does not take lines any more: %w%s", c.name, err, c.lastWords())
	}
	return nil
}

func (c *child) sayAll(lines []string) error {
	for _, line := range lines {
		if err := c.say("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// printable replaces what may command a terminal in what a program writes.
func printable(r rune) rune {
	if r != '\t' && !unicode.IsPrint(r) {
		return '?'
	}
	return r
}

// turn has a turn begin that ends with ctx. over is to be called at its end.
func (c *child) turn(ctx context.Context) (over func()) {
	c.due, _ = ctx.Deadline()
	return func() { c.due = time.Time{} }
}

// drain drops what the program has said unasked, such as an answer that came late.
func (c *child) drain() {
	for range cap(c.lines) {
		select {
		case <-c.lines:
		default:
			return
		}
	}
}

// wait reads lines until one is wanted, and returns that. A line that begins with
// one of the words of refusal is an error.
func (c *child) wait(ctx context.Context, patience time.Duration, wanted func(string) bool, refusals ...string) (string, error) {
	timer := time.After(patience)
	last := ""
	for n := 0; n < mostLines; {
		select {
		case aside, ok := <-c.open:
			c.taken(aside, ok)
		case <-ctx.Done():
			return "", unanswered(ctx, last)
		case <-timer:
			return "", silent{patience, last}
		case line, ok := <-c.lines:
			if !ok {
				return "", c.over()
			}
			n++
			line = strings.TrimSpace(line)
			word, _, _ := strings.Cut(line, " ")
			switch {
			case wanted(line):
				return line, nil
			case slices.ContainsFunc(refusals, func(r string) bool { return strings.EqualFold(r, word) }):
				return "", refusal(line)
			}
			last = line
		}
	}
	return "", errEndless
}

// silent is an error of a program that has not answered for so long.
type silent struct {
	time.Duration
	last string // line that was no answer
}

func (s silent) Error() string {
	return fmt.Sprintf("no answer within %v%s", s.Duration, wrote(s.last))
}

// wrote quotes a line of a program that was no answer, "" for none.
func wrote(line string) string {
	if line == "" {
		return ""
	}
	return fmt.Sprintf("; it wrote: %.200s", line)
}

// refusal is a line by which a program says that it will not.
type refusal string

func (r refusal) Error() string { return fmt.Sprintf("it says: %.200s", string(r)) }

// unanswered says that the time of a question is up, and what the program wrote last instead
// of an answer, or that nobody asks it any more.
func unanswered(ctx context.Context, last string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return errors.New("no answer in time" + wrote(last))
	}
	return ctx.Err()
}

// over says that the program has ended, and why if it has, or that it is not read any more.
func (c *child) over() error {
	if c.long.Load() {
		return fmt.Errorf("it writes a line of more than %d KiB", longestLine>>10)
	}
	why := c.scratch.why()
	if outOfMemory(c.group) {
		why = "; it needed more memory than its memory_mb"
	}
	return errors.New("the program has ended" + why + c.lastWords())
}

// lastWords is what the program has written to its standard error last, "" for nothing.
func (c *child) lastWords() string { return wrote(c.last(c.due)) }

// What a program may write before its answer is complete.
const (
	mostLines  = 10000
	mostAnswer = 1 << 20 // bytes of an answer of several lines
)

var errEndless = errors.New("it writes without end")

// Name implements [player.Named].
func (c *child) Name() string { return c.name }

// Close implements [Program]: it tells the program to leave, and kills it when it
// stays longer than [grace].
func (c *child) Close() error {
	// What the program thinks of leaving does not matter any more.
	_ = c.say("%s", c.quit)
	_ = c.in.Close()
	timer := time.AfterFunc(grace, c.kill)
	defer timer.Stop()
	c.clear()
	return nil
}

// kill ends the processes of the program.
func (c *child) kill() {
	killGroup(c.cmd)
	killCgroup(c.group)
	_ = c.out.Close() // something that it has started may hold the other end
}

// clear waits for the program's end, and removes what is left of it.
func (c *child) clear() {
	for range c.lines {
	}
	_ = c.cmd.Wait()
	c.ended()
	endGroup(c.group)
	c.asides.close()
	c.scratch.remove()
}

// Kill ends the program and all that it has started, at once.
func (c *child) Kill() {
	c.kill()
	_ = c.in.Close()
	c.clear()
}
