package hall

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/netlab"
)

// acting, in the environment of the test's program, makes it a program of [roles]: the
// role and its words.
const acting = "STONEHAND_HALL_ACTS"

// act does what this process was started for, if that is not to run tests.
func act() {
	netlab.Main()
	words := strings.Fields(os.Getenv(acting))
	if len(words) == 0 {
		return
	}
	go func() { // it ends when the test does
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	roles[words[0]](words[1:])
	os.Exit(0)
}

// roles are the programs of a hall's neighbourhood, each a process that can be killed.
var roles = map[string]func(words []string){"node": actNode, "table": actTable, "worker": actWorker, "full": actFull, "share": actShare, "keys": actKeys}

// lone is what a program of [roles] has instead of a test.
type lone struct {
	testing.TB
	dir string
}

func (l lone) Helper()         {}
func (l lone) TempDir() string { return l.dir }
func (l lone) Cleanup(func())  {}
func (l lone) Error(v ...any)  { l.Fatal(v...) }
func (l lone) Fatal(v ...any)  { fmt.Fprintln(os.Stderr, v...); os.Exit(1) }

func (l lone) Fatalf(format string, v ...any) { l.Fatal(fmt.Sprintf(format, v...)) }

// actNode is a NATS server: CONFIGURATION.
func actNode(words []string) {
	o, err := server.ProcessConfigFile(words[0])
	if err != nil {
		lone{}.Fatal(err)
	}
	o.NoSigs, o.NoLog = true, true
	s, err := server.NewServer(o)
	if err != nil {
		lone{}.Fatal(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// actTable is a table at which games are played, one after the other: NAME FOLDER SERVERS
// CREDENTIALS. After each turn it prints how many there were since the start, and
// for how many microseconds the slowest one waited. With "still" behind, it plays nothing,
// and prints the number of its last entry and its games instead.
func actTable(words []string) {
	name, dir, urls, creds := words[0], words[1], words[2], words[3]
	x := newTable(lone{dir: dir}, name, "", creds)
	x.conf.URL = urls
	x.start()
	if len(words) > 4 {
		files, _, err := x.store.Files(time.Time{})
		if err != nil {
			lone{}.Fatal(err)
		}
		list := []any{0, 0, x.seq}
		for _, f := range files {
			list = append(list, f.ID)
		}
		fmt.Println(list...)
		select {}
	}
	if x.seq == 0 {
		x.begin()
	}
	longest := time.Duration(0)
	for n := 1; ; n++ {
		time.Sleep(time.Duration(20+rand.IntN(100)) * time.Millisecond)
		began := time.Now()
		x.turn(n)
		longest = max(longest, time.Since(began))
		if rand.IntN(15) == 0 {
			x.finish(x.id(x.seq))
			x.begin()
		}
		fmt.Println(n, longest.Microseconds())
	}
}

// actWorker is a worker that squares numbers slowly: NAME FOLDER SERVERS CREDENTIALS.
func actWorker(words []string) {
	nc, own, err := farm.Dial{URL: words[2], Credentials: words[3], Retry: true, Log: quiet}.Connect()
	if err != nil {
		lone{}.Fatal(err)
	}
	w := farm.Worker{NATS: nc, Name: words[0], Own: own, Signature: "1", Kinds: squaring, Dir: words[1], Lease: 3 * time.Second, Log: quiet}
	if err := w.Run(context.Background()); err != nil {
		lone{}.Fatal(err)
	}
}

// squaring is what those workers do.
var squaring = map[string]jobs.Func{"square": jobs.Of(func(ctx context.Context, n int) (int, error) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
	}
	return n * n, ctx.Err()
})}

// actor is a process of [roles] that is killed and started again.
type actor struct {
	t     testing.TB
	host  *netlab.Host // nil: that of the test
	words []string
	cmd   *exec.Cmd
	in    io.Closer
	heard sync.WaitGroup

	mu    sync.Mutex // guards what follows
	line  string     // that it printed last
	lines int
	worst int // the largest second number of a line
}

func newActor(t testing.TB, host *netlab.Host, words ...string) *actor {
	t.Helper()
	a := &actor{t: t, host: host, words: words}
	a.start()
	t.Cleanup(a.kill)
	return a
}

func (a *actor) start() {
	a.t.Helper()
	self, err := os.Executable()
	if err != nil {
		a.t.Fatal(err)
	}
	var args []string
	if a.host != nil {
		self, args = a.host.Command(self)
	}
	a.cmd = exec.Command(self, args...)
	a.cmd.Env = append(slices.Clone(os.Environ()), acting+"="+strings.Join(a.words, " "))
	a.cmd.Stderr = os.Stderr
	in, err := a.cmd.StdinPipe()
	if err != nil {
		a.t.Fatal(err)
	}
	out, err := a.cmd.StdoutPipe()
	if err == nil {
		err = a.cmd.Start()
	}
	if err != nil {
		a.t.Fatal(err)
	}
	a.in = in
	a.heard.Go(func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var n, us int
			fmt.Sscan(lines.Text(), &n, &us)
			a.mu.Lock()
			a.line, a.lines, a.worst = lines.Text(), a.lines+1, max(a.worst, us)
			a.mu.Unlock()
		}
	})
}

// kill ends the process as a power cut would.
func (a *actor) kill() {
	if a.cmd == nil {
		return
	}
	a.cmd.Process.Kill()
	a.heard.Wait()
	a.cmd.Wait()
	a.in.Close()
	a.cmd = nil
}

// said returns how many lines were printed, and the last.
func (a *actor) said() (lines int, last string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.lines, a.line
}
