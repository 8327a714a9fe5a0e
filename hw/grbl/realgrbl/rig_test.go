package realgrbl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/hw/grbl/grblsim"
)

// Variable is the environment's, which holds the path of a genuine GRBL's ELF file.
const Variable = "GRBL_ELF"

// Genuine returns that path. Without it the test is skipped.
func Genuine(t testing.TB) string {
	t.Helper()
	elf := os.Getenv(Variable)
	if elf == "" {
		t.Skip("optional: genuine GRBL; set " + Variable + "=path to an ELF file of GRBL 1.1h for the ATmega328P, 16 MHz, 115200 baud")
	}
	if _, err := os.Stat(elf); err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	return elf
}

// tools are what a chip needs, and where Debian has it.
var tools = []struct{ file, pkg string }{
	{"gcc", "gcc"}, {"make", "make"}, {"/usr/include/simavr/sim_avr.h", "libsimavr-dev"}, {"/usr/include/libelf.h", "libelf-dev"},
}

// Runner builds the program that runs a chip and returns its path. Where a tool is
// missing it skips the test, or fails it under CI=true.
func Runner(t testing.TB) string {
	t.Helper()
	var missing []string
	for _, tool := range tools {
		_, err := exec.LookPath(tool.file)
		if filepath.IsAbs(tool.file) {
			_, err = os.Stat(tool.file)
		}
		if err != nil {
			missing = append(missing, tool.pkg)
		}
	}
	if missing != nil {
		text := "no chip can be run here: apt-get install " + strings.Join(missing, " ")
		if os.Getenv("CI") == "true" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	source, err := source()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if out, err := exec.Command("make", "-s", "-C", source, "OUT="+dir).CombinedOutput(); err != nil {
		t.Fatalf("building the runner: %v\n%s", err, out)
	}
	return filepath.Join(dir, "grblrun")
}

// source returns the folder grblrun of the module that the test runs in.
func source() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		at := filepath.Join(dir, "hw", "grbl", "realgrbl", "grblrun")
		// It is read, so that "go test" knows what the result depends on.
		if _, err := os.ReadFile(filepath.Join(at, "grblrun.c")); err == nil {
			return at, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("realgrbl: no folder hw/grbl/realgrbl/grblrun above the working directory")
		}
		dir = up
	}
}

// armEEPROM is that of a genuine controller with the settings of an arm, by the
// firmware that wrote it.
var armEEPROM struct {
	sync.Mutex
	by map[string][]byte
}

// NewArm returns a chip with a firmware of GRBL's that has the settings of an arm
// ([grblsim.ArmSettings]) and has just started.
func NewArm(runner, elf string, layout *grblsim.Layout) (*Chip, error) {
	c, err := New(runner, elf, layout)
	if err != nil {
		return nil, err
	}
	armEEPROM.Lock()
	defer armEEPROM.Unlock()
	rom := armEEPROM.by[elf]
	if rom == nil {
		if err = c.configure(grblsim.ArmSettings()); err == nil {
			rom, err = c.EEPROM()
		}
	}
	if err == nil {
		armEEPROM.by = map[string][]byte{elf: rom}
		err = c.SetEEPROM(rom)
	}
	if err == nil {
		c.Reset()
		err = c.await("to unlock]")
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// configure gives a controller that starts with a blank EEPROM its settings. $20
// wants $22, so the last come first.
func (c *Chip) configure(s grblsim.Settings) error {
	err := c.await("for help]")
	factory := grblsim.FactorySettings()
	for n := len(s) - 1; n >= 0 && err == nil; n-- {
		if s[n] != factory[n] {
			c.Send(fmt.Appendf(nil, "$%d=%g\n", n, s[n]))
			err = c.await("ok")
		}
	}
	return err
}

// await lets time pass until the controller has said something, and a little more.
func (c *Chip) await(want string) error {
	said := ""
	for end := c.now + 5*time.Second; c.now < end && c.err == nil; c.Advance(10 * time.Millisecond) {
		if said += string(c.Receive()); strings.Contains(said, want) {
			c.Advance(100 * time.Millisecond)
			c.Receive()
			return nil
		}
	}
	return errors.Join(c.err, fmt.Errorf("realgrbl: the controller says %q, not %q", said, want))
}

// Server lets a chip's time pass with the caller's, real or a bubble's, and serves
// its line. It is safe for concurrent use.
type Server struct {
	mu    sync.Mutex
	chip  *Chip
	line  *line
	done  chan struct{}
	ended sync.WaitGroup
}

// Serve takes a chip over, until Close.
func Serve(c *Chip) *Server {
	s := &Server{chip: c, done: make(chan struct{})}
	s.ended.Go(s.run)
	return s
}

// pace is how often time passes.
const pace = 2 * time.Millisecond

// run lets time pass. A computer that is too slow makes the chip's time late.
func (s *Server) run() {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-s.done:
			return
		}
		s.mu.Lock()
		s.chip.Advance(pace)
		if b := s.chip.Receive(); s.line != nil && len(b) > 0 {
			s.line.buf = append(s.line.buf, b...)
			select {
			case s.line.news <- struct{}{}:
			default:
			}
		}
		s.mu.Unlock()
	}
}

// Do lets f look at the chip and its machine or interfere with them.
func (s *Server) Do(f func(c *Chip)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.chip)
}

// Close ends the chip and cuts its line.
func (s *Server) Close() error {
	close(s.done)
	s.ended.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != nil {
		s.line.end()
	}
	return s.chip.Close()
}

// Dial opens the line, which restarts the controller, as it does an Arduino. One
// that was open before is cut.
func (s *Server) Dial(context.Context) (io.ReadWriteCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line != nil {
		s.line.end()
	}
	s.line = &line{s: s, news: make(chan struct{}, 1), over: make(chan struct{})}
	s.chip.Reset()
	return s.line, nil
}

// line is what a host holds of the controller.
type line struct {
	s    *Server
	news chan struct{} // holds a token when there is something to read
	over chan struct{}
	cut  sync.Once
	buf  []byte
}

func (l *line) end() { l.cut.Do(func() { close(l.over) }) }

// Read waits for bytes; on a line that is closed it returns [io.EOF].
func (l *line) Read(p []byte) (int, error) {
	for {
		l.s.mu.Lock()
		n := copy(p, l.buf)
		l.buf = append(l.buf[:0], l.buf[n:]...)
		l.s.mu.Unlock()
		if n > 0 || len(p) == 0 {
			return n, nil
		}
		select {
		case <-l.news:
		case <-l.over:
			return 0, io.EOF
		}
	}
}

// Write sends bytes.
func (l *line) Write(p []byte) (int, error) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.s.line != l {
		return 0, io.ErrClosedPipe
	}
	l.s.chip.Send(p)
	return len(p), nil
}

// Close closes the line; the controller goes on.
func (l *line) Close() error {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.s.line == l {
		l.s.line = nil
	}
	l.end()
	return nil
}
