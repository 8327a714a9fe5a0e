package lab

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// Child is another program that is spoken to line by line on its standard input
// and output.
type Child struct {
	// Lines are those that the program writes. It is closed when the program ends.
	Lines <-chan string
	name  string
	cmd   *exec.Cmd
	in    io.WriteCloser
}

// Grace is how much longer than its time a program may take before it loses the
// game, and how long it has to leave when told to.
const Grace = 5 * time.Second

// StartChild starts a program; name is what errors call it.
func StartChild(name string, command []string) (*Child, error) {
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
	return &Child{Lines: lines, name: name, cmd: cmd, in: in}, nil
}

// Say writes a line to the program.
func (c *Child) Say(format string, args ...any) error {
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		return fmt.Errorf("%s does not take lines any more: %w", c.name, err)
	}
	return nil
}

// End tells the program to leave by a word of its protocol, and kills it when it
// stays longer than [Grace].
func (c *Child) End(word string) {
	// What the program thinks of leaving does not matter any more.
	_ = c.Say("%s", word)
	_ = c.in.Close()
	timer := time.AfterFunc(Grace, func() { _ = c.cmd.Process.Kill() })
	defer timer.Stop()
	for range c.Lines {
	}
	_ = c.cmd.Wait()
}
