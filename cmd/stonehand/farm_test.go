package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/web/webtest"
)

// aFarm starts a server with the given number of workers, of one job at a time each, and
// returns its address.
func aFarm(t testing.TB, workers int) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	url := "nats://" + s.Addr().(*net.TCPAddr).String()
	if err := farm.Prepare(t.Context(), streamsAt(t, url), 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	said := make([]bytes.Buffer, workers)
	for i := range workers {
		all.Go(func() {
			std := stdio{strings.NewReader(""), &bytes.Buffer{}, &said[i]}
			// Names tell workers apart, and without credentials they are the computer's.
			err := runWorkerAs(ctx, "worker-"+string(rune('a'+i)), []string{"--farm", url, "--workers", "1"}, std)
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		cancel()
		all.Wait()
		for i := range said {
			lines := strings.Split(strings.TrimSpace(said[i].String()), "\n")
			t.Log(lines[len(lines)-1])
		}
	})
	return url
}

// streamsAt connects to the streams of a server until the test ends.
func streamsAt(t testing.TB, url string, o ...nats.Option) jetstream.JetStream {
	t.Helper()
	nc, err := nats.Connect(url, o...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// told runs a command line and returns what it prints.
func told(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(t.Context(), args, stdio{strings.NewReader(""), &out, &errs}); status != 0 && status != int(noWin) {
		t.Fatalf("%q: status %d\n%s", args, status, &errs)
	}
	text, _, _ := strings.Cut(out.String(), "slowest moves") // are measured
	return text
}

// TestTheFarmComparesEveryGame: what workers and askers are compared by knows more than Connect6.
func TestTheFarmComparesEveryGame(t *testing.T) {
	known, err := lab.Signature(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s, err := signature(t.Context()); err != nil || !strings.HasSuffix(s, "-"+known) {
		t.Errorf("they are compared by %q, which lacks %q, %v", s, known, err)
	}
}

// TestTheFarmGivesTheSame: whatever the laboratory does, two workers give the same result
// as this program alone.
func TestTheFarmGivesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("everything is played twice, so -short leaves it out")
	}
	t.Parallel()
	url := aFarm(t, 2)
	game := filepath.Join(t.TempDir(), "game.sgf")
	const careless = `(;FF[4]GM[511]SZ[19];B[JJ];W[MN];W[NM];B[HJ];B[IJ];W[OO];W[NO];B[KJ];B[AS];W[LJ];W[SS];B[AR];B[AQ])`
	if err := os.WriteFile(game, []byte(careless), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"match":     {"match", "--quiet", "--nodes", "100", "--games", "4", "--opening", "2", "default", "hybrid,width=6"},
		"renju":     {"match", "--quiet", "--rules", "renju", "--nodes", "200", "--games", "4", "five", "level:3"},
		"sprt":      {"match", "--quiet", "--nodes", "20", "--games", "12", "--opening", "3", "--sprt", "0,200", "default", "level:1"},
		"solve":     {"solve", "--nodes", "20000", "--verify", "J10 A1 C1 H10 I11 E1 G1"},
		"no win":    {"solve", "--nodes", "2000", "J10 I9 K9"},
		"analyze":   {"analyze", "--quiet", "--nodes", "300", game},
		"tune":      {"tune", "games", "--quiet", "--games", "4", "--nodes", "60"},
		"tune five": {"tune", "games", "--quiet", "--rules", "gomoku", "--games", "3", "--nodes", "60"},
		"mixes":     {"study", "mixes", "--depths", "none", "--games", "2", "--nodes", "60", "--depth", "none"},
		"chance":    {"study", "chance", "--games", "2", "--nodes", "60"},
		"even":      {"study", "even", "--tries", "6", "--nodes", "2000", "--long", "2000", "--most", "100000"},
	} {
		t.Run(name, func(t *testing.T) {
			alone := told(t, args...)
			i := 1
			if args[0] == "tune" || args[0] == "study" {
				i = 2
			}
			far := append(append(append([]string(nil), args[:i]...), "--farm", url), args[i:]...)
			if got := told(t, far...); got != alone || alone == "" {
				t.Errorf("on the farm:\n%s\nalone:\n%s", got, alone)
			}
		})
	}
	t.Run("book", func(t *testing.T) {
		dir := t.TempDir()
		args := []string{"book", "build", "--quiet", "--nodes", "60", "--verify", "120", "--positions", "5", "--workers", "3"}
		told(t, append(args, filepath.Join(dir, "alone"))...)
		told(t, append(args, "--farm", url, filepath.Join(dir, "far"))...)
		alone, err := os.ReadFile(filepath.Join(dir, "alone"))
		if err != nil {
			t.Fatal(err)
		}
		far, err := os.ReadFile(filepath.Join(dir, "far"))
		if err != nil || !bytes.Equal(alone, far) {
			t.Errorf("on the farm (%v):\n%s\nalone:\n%s", err, far, alone)
		}
	})
	t.Run("records", func(t *testing.T) {
		dir := t.TempDir()
		args := []string{"match", "--quiet", "--nodes", "60", "--games", "4", "--opening", "2", "--sgf"}
		told(t, append(args, filepath.Join(dir, "alone"), "default", "lean")...)
		told(t, append(args, filepath.Join(dir, "far"), "--farm", url, "default", "lean")...)
		for _, name := range []string{"00001.sgf", "00002.sgf", "00003.sgf", "00004.sgf"} {
			alone, err := os.ReadFile(filepath.Join(dir, "alone", name))
			if err != nil {
				t.Fatal(err)
			}
			far, err := os.ReadFile(filepath.Join(dir, "far", name))
			if err != nil || !bytes.Equal(alone, far) {
				t.Errorf("%s on the farm (%v):\n%s\nalone:\n%s", name, err, far, alone)
			}
		}
	})
}

// TestGamesOfAFarmAreKept looks at the file of games while a farm plays them: hours of work are
// there when the power fails, behind what the file had.
func TestGamesOfAFarmAreKept(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine is proved first, which takes a while with the race detector, so -short leaves it out")
	}
	t.Parallel()
	url := aFarm(t, 1)
	file := filepath.Join(t.TempDir(), "games")
	const before = "# games of yesterday\n"
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"tune", "games", "--quiet", "--games", "1000000", "--nodes", "20", "--farm", url, "--out", file}, stdio{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}})
	}()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		text, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(string(text), before) || time.Now().After(end) {
			t.Fatalf("the file has %d bytes (%v): %.100q", len(text), err, text)
		}
		if len(text) > len(before) {
			break
		}
	}
	cancel()
	<-ended
}

// TestAFarmThatTakesNoJobsFillsNoScreen asks a farm whose queue is gone with 64 jobs at a time.
func TestAFarmThatTakesNoJobsFillsNoScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine is proved first, which takes a while with the race detector, so -short leaves it out")
	}
	t.Parallel()
	url := aFarm(t, 0)
	if err := streamsAt(t, url).DeleteStream(t.Context(), farm.StreamJobs); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	refused := 0
	errs := onWrite(func(line []byte) {
		if bytes.Contains(line, []byte("does not take a job now")) {
			refused++
			time.AfterFunc(time.Second, cancel)
		}
	})
	run(ctx, []string{"tune", "games", "--quiet", "--farm", url}, stdio{strings.NewReader(""), &bytes.Buffer{}, errs})
	if refused < 1 || refused > 10 {
		t.Errorf("it is said %d times", refused)
	}
}

// onWrite is told of everything that is written.
type onWrite func([]byte)

func (f onWrite) Write(p []byte) (int, error) { f(p); return len(p), nil }

func TestWhatTheFarmRefuses(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"--nodes or --depth": {"match", "--farm", "nats://127.0.0.1:1", "--time", "1s", "default", "lean"},
		"needs a farm":       {"worker"},
		"give --farm":        {"match", "--credentials", "x", "default", "lean"},
		"by --nodes":         {"solve", "--farm", "nats://127.0.0.1:1", "J10"},
		"without --time":     {"analyze", "--farm", "nats://127.0.0.1:1", "--nodes", "5", "--time", "1s", "game.sgf"},
		"cannot be joined":   {"tune", "games", "--farm", "nats://127.0.0.1:1"},
		"cannot be read":     {"worker", "--farm", "nats://127.0.0.1:1", "--credentials", "not-there"},
	} {
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, stdio{strings.NewReader(""), &out, &errs}); status == 0 || !strings.Contains(errs.String(), name) {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
	}
}

// TestAWorkerWaitsForItsFarm starts a worker before there is a farm, as a computer does that
// is switched on before its network.
func TestAWorkerWaitsForItsFarm(t *testing.T) {
	if testing.Short() {
		t.Skip("the worker proves its engine first, which takes a while with the race detector, so -short leaves it out")
	}
	t.Parallel()
	address := webtest.Address(t)
	ctx, cancel := context.WithCancel(t.Context())
	var errs bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- runWorkerAs(ctx, "early", []string{"--farm", "nats://" + address, "--workers", "1", "--quiet"}, stdio{strings.NewReader(""), &bytes.Buffer{}, &errs})
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	o := server.Options{Host: "127.0.0.1", JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true}
	if _, err := fmt.Sscanf(address, "127.0.0.1:%d", &o.Port); err != nil {
		t.Fatal(err)
	}
	s, err := server.NewServer(&o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer func() { s.Shutdown(); s.WaitForShutdown() }()
	js := streamsAt(t, "nats://"+address, nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1))
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		err := farm.Prepare(ctx, js, 1)
		if err == nil {
			var jobs jetstream.Stream
			if jobs, err = js.Stream(ctx, farm.StreamJobs); err == nil && jobs.CachedInfo().State.Consumers == 3 {
				return
			}
		}
		select {
		case err := <-ended:
			ended <- nil
			t.Fatalf("the worker ended before there was a farm: %v", err)
		default:
		}
		if time.Now().After(end) {
			t.Fatalf("the worker takes no jobs (%v)", err)
		}
	}
}

// TestJobsAreRead: what comes from the network is checked as it is from a command line.
func TestJobsAreRead(t *testing.T) {
	t.Parallel()
	for kind, all := range map[string][]string{
		"pair": {`{}`, `{"rules":"connect6","nodes":5,"a":"program:/bin/sh","b":"lean"}`, `{"rules":"renju","nodes":5,"a":"five,tables=/etc/passwd","b":"five"}`,
			`{"rules":"renju","nodes":5,"a":"five,network=/etc/passwd","b":"five"}`,
			`{"rules":"connect6","nodes":5,"a":"lean,time=1h","b":"lean"}`, `{"rules":"connect6","nodes":5,"a":"lean","b":"lean","opening":[["A1","A1"]]}`},
		"opinion": {`{}`, `{"size":"19x19","nodes":5,"turns":[{"A":"J10","B":"J10"}]}`, `{"size":"19x19","nodes":0}`},
		"proof":   {`{"stones":["J10","J10"]}`, `[]`},
		"book":    {`{}`, `{"do":"verify","stones":["J10"],"turn":{"A":"J10","B":"J10"}}`, `{"do":"play","stones":["J10"],"chance":"AAAA"}`},
		"scores":  {`{"opening":[["A1"]]}`, `{"rules":"connect6","opening":[["A1","A1"]]}`},
		"even":    {`{"opening":[{"A":"A1","B":"A1"}]}`},
		"game":    {`{"rules":"chess"}`, `{"rules":"connect6","player":"default","nodes":0}`, `{"rules":"connect6","player":"default,leaves=/etc/passwd","nodes":5}`},
	} {
		for _, args := range all {
			if body, err := kinds()[kind](t.Context(), []byte(args)); err == nil {
				t.Errorf("%s %s: %s", kind, args, body)
			}
		}
	}
}

// BenchmarkFarm measures how much sooner a match is over with two workers on two cores
// than with one on one: server and command run on the same cores.
func BenchmarkFarm(b *testing.B) {
	args := []string{"match", "--quiet", "--nodes", "2000", "--games", "200"}
	for b.Loop() {
		var took [3]time.Duration
		for workers := 1; workers <= 2; workers++ {
			before := runtime.GOMAXPROCS(workers)
			url := aFarm(b, workers)
			began := time.Now()
			var out, errs bytes.Buffer
			if run(b.Context(), append(append([]string(nil), args...), "--farm", url, "default", "lean"), stdio{strings.NewReader(""), &out, &errs}) != 0 {
				b.Fatal(errs.String())
			}
			took[workers] = time.Since(began)
			runtime.GOMAXPROCS(before)
		}
		b.ReportMetric(took[1].Seconds(), "s/one")
		b.ReportMetric(took[2].Seconds(), "s/two")
		b.ReportMetric(took[1].Seconds()/took[2].Seconds(), "times")
	}
}
