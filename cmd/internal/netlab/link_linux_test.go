package netlab

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// roles are what the test's program does on a host, instead of tests.
var roles = map[string]func() error{
	// answers says everything again that it hears.
	"answers": func() error {
		l, err := net.Listen("tcp", fmt.Sprintf("0.0.0.0:%d", Port))
		if err != nil {
			return err
		}
		fmt.Println("ready")
		for {
			c, err := l.Accept()
			if err != nil {
				return err
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	},
	// asks sends a megabyte and wants it back.
	"asks": func() error {
		c, err := net.DialTimeout("tcp", os.Getenv("NETLAB_TARGET"), 2*time.Second)
		if err != nil {
			return err
		}
		said := bytes.Repeat([]byte("stone"), 50_000)
		go func() { _, _ = c.Write(said) }()
		heard := make([]byte, len(said))
		if _, err := io.ReadFull(c, heard); err != nil {
			return err
		}
		if !bytes.Equal(said, heard) {
			return fmt.Errorf("it comes back otherwise")
		}
		return nil
	},
}

func TestMain(m *testing.M) {
	Main()
	if role := roles[os.Getenv("NETLAB_ROLE")]; role != nil {
		if err := role(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func run(h *Host, role string, env ...string) *exec.Cmd {
	program, args := h.Command("/proc/self/exe")
	cmd := exec.Command(program, args...)
	// nsenter is another program: it has to be told which file this one is.
	self, _ := os.Executable()
	cmd.Args[len(cmd.Args)-1] = self
	cmd.Env = append(append(os.Environ(), "NETLAB_ROLE="+role), env...)
	return cmd
}

// TCP gets through a link that delays, loses, repeats and reorders, and not through
// one that is cut; the page of a host is reached without the link.
func TestLink(t *testing.T) {
	a, b := New(t, 1), New(t, 2)
	link := Join(t, 1, a, b)
	server := run(a, "answers")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
		t.Fatal(err)
	}
	ask := func() (string, error) {
		out, err := run(b, "asks", fmt.Sprintf("NETLAB_TARGET=%s:%d", a.Addr, Port)).CombinedOutput()
		return string(out), err
	}
	link.Set(Weather{Delay: time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02, Repeat: 0.02})
	if out, err := ask(); err != nil {
		t.Errorf("through the link: %v, %s", err, out)
	}
	n := link.Tally()
	if n.Arrived == 0 || n.Late == 0 || n.Lost == 0 || n.Repeated == 0 || n.Cut != 0 {
		t.Errorf("of the packets, %+v", n)
	}
	link.Set(Weather{Cut: true})
	if out, err := ask(); err == nil || !strings.Contains(out, "timeout") {
		t.Errorf("through a cut link: %v, %s", err, out)
	}
	if n := link.Tally(); n.Cut == 0 {
		t.Errorf("of the packets, %+v", n)
	}
	page, err := net.Dial("tcp", a.Page)
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if _, err := page.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	heard := make([]byte, 5)
	if _, err := io.ReadFull(page, heard); err != nil || string(heard) != "hello" {
		t.Errorf("the page says %q, %v", heard, err)
	}
}
