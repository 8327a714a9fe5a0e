// Package program has other programs as players: they are started, and spoken to
// by the protocols of tournaments on their standard input and output.
package program

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// child is another program that is spoken to line by line on its standard input
// and output.
type child struct {
	lines <-chan string // what the program writes; closed when it ends
	name  string        // what errors call it
	cmd   *exec.Cmd
	in    io.WriteCloser
}

// grace is how much longer than its time a program may take before it loses the
// game, and how long it has to leave when told to.
const grace = 5 * time.Second

// start starts a program.
func start(name string, command []string) (*child, error) {
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("player %s: %w", name, err)
	}
	lines := make(chan string, 64)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return &child{lines: lines, name: name, cmd: cmd, in: in}, nil
}

// say writes a line to the program.
func (c *child) say(format string, args ...any) error {
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		return fmt.Errorf("%s does not take lines any more: %w", c.name, err)
	}
	return nil
}

// wait reads lines until one is wanted, and returns that. A line that begins with
// one of the words of refusal is an error.
func (c *child) wait(ctx context.Context, patience time.Duration, wanted func(string) bool, refusals ...string) (string, error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-timer.C:
			return "", fmt.Errorf("no answer within %v", patience)
		case line, ok := <-c.lines:
			if !ok {
				return "", errors.New("the program has ended")
			}
			line = strings.TrimSpace(line)
			word, _, _ := strings.Cut(line, " ")
			switch {
			case wanted(line):
				return line, nil
			case slices.ContainsFunc(refusals, func(r string) bool { return strings.EqualFold(r, word) }):
				return "", fmt.Errorf("it says: %.200s", line)
			}
		}
	}
}

// end tells the program to leave by a word of its protocol, and kills it when it
// stays longer than [grace].
func (c *child) end(word string) {
	// What the program thinks of leaving does not matter any more.
	_ = c.say("%s", word)
	_ = c.in.Close()
	timer := time.AfterFunc(grace, func() { _ = c.cmd.Process.Kill() })
	defer timer.Stop()
	for range c.lines {
	}
	_ = c.cmd.Wait()
}
