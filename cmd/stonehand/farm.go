package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stonehand/cmd/internal/dial"
	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/lab/tune"
	"stonehand/cmd/internal/players"
	"stonehand/cmd/internal/service"
)

// farmFlags is the part of a usage text that says how a command's work is done elsewhere.
const farmFlags = `    --farm URL       have the work done by the workers of this farm (docs/farm.md);
                     the result is the same
    --credentials FILE
                     for the farm, made by "stonehand-hall laboratory NAME"
    --ca FILE        authority that vouches for the farm, PEM (default: the system's)
`

// farming says where a command's work is done.
type farming struct {
	URL         string `flag:"farm"`
	Credentials string `flag:"credentials"`
	CA          string `flag:"ca"`
}

// farmWorkers is how many jobs a command has on a farm at a time unless told otherwise.
const farmWorkers = 64

// workers is how many jobs there are at a time, where the command line has n.
func (f farming) workers(flags *flag.FlagSet, n int) int {
	if f.URL == "" || given(flags, "workers") {
		return n
	}
	return farmWorkers
}

// check refuses what means nothing.
func (f farming) check() error {
	if f.URL == "" && (f.Credentials != "" || f.CA != "") {
		return usageError{"--credentials and --ca are for a farm; give --farm, too"}
	}
	if f.URL != "" {
		if err := dial.CheckURL(f.URL); err != nil {
			return usageError{"--farm: " + err.Error()}
		}
	}
	return nil
}

// dial is how the farm is reached.
func (f farming) dial(std stdio) farm.Dial {
	host, err := os.Hostname()
	name := strings.ToLower(strings.Split(host, ".")[0])
	if err != nil || fleet.CheckName(name) != nil {
		name = "somebody"
	}
	log := service.NewLog(std.err, slog.LevelInfo, false)
	return farm.Dial{URL: f.URL, Credentials: f.Credentials, CA: f.CA, Name: name, For: "laboratory", Log: log}
}

// kinds are the jobs that this program can do.
func kinds() map[string]jobs.Func {
	all := maps.Clone(lab.Kinds)
	all[tune.KindGame] = jobs.Of(func(ctx context.Context, g tune.OneGame) ([]byte, error) {
		player, err := lab.Located(ctx, g.Player)
		if err != nil {
			return nil, err
		}
		open, err := learners(g.Rules, player)
		if err != nil {
			return nil, err
		}
		l, err := open()
		if err != nil {
			return nil, err
		}
		return g.Play(ctx, l)
	})
	return all
}

// signature is the same for programs that do the same jobs alike. It takes a search of two
// seconds, once.
func signature(ctx context.Context) (string, error) {
	n, err := engineSignature(ctx)
	if err != nil {
		return "", err
	}
	proved.Lock()
	defer proved.Unlock()
	if proved.players == "" {
		s, err := lab.Signature(ctx)
		if err != nil {
			return "", err
		}
		proved.players = s
	}
	return fmt.Sprintf("%d-%d-%s", jobsForm, n, proved.players), nil
}

// engineSignature is the signature of [lab.Bench] with the engine as it is by default. It
// takes a search of a second, and is the same whenever a process asks.
func engineSignature(ctx context.Context) (uint64, error) {
	proved.Lock()
	defer proved.Unlock()
	if proved.signature == 0 {
		n, err := lab.Bench(ctx, io.Discard, lab.BenchDepth, players.Defaults())
		if err != nil {
			return 0, err
		}
		proved.signature = n
	}
	return proved.signature, nil
}

var proved struct {
	sync.Mutex
	signature uint64 // 0 until it is known
	players   string // [lab.Signature]; "" until it is known
}

// jobsForm changes whenever jobs of the same engine are told or done otherwise.
const jobsForm = 2

// run does a command's work, here or on the farm. There the work is done again if results
// of a worker were taken back; what it writes to out counts when it is done.
func (f farming) run(ctx context.Context, std stdio, priority string, work func(where jobs.Doer, out io.Writer) error) error {
	if f.URL == "" {
		return work(nil, std.out)
	}
	dial := f.dial(std)
	nc, own, err := dial.Connect()
	if err != nil {
		return err
	}
	defer nc.Close()
	proved, err := signature(ctx)
	if err != nil {
		return err
	}
	a, err := farm.NewAsker(ctx, farm.AskerConfig{NATS: nc, Name: own.Name, Hall: own.Hall, Signature: proved, Priority: priority, Kinds: kinds(), Log: dial.Log})
	if err != nil {
		return err
	}
	defer a.Close()
	var out bytes.Buffer
	err = a.Run(ctx, func() error {
		out.Reset()
		return work(a, &out)
	})
	if _, err := out.WriteTo(std.out); err != nil {
		return err
	}
	return err
}

// runWorker does jobs until it is stopped.
func runWorker(ctx context.Context, args []string, std stdio) error {
	return runWorkerAs(ctx, "", args, std)
}

// runWorkerAs is runWorker under a name, where there are no credentials.
func runWorkerAs(ctx context.Context, as string, args []string, std stdio) error {
	var f farming
	workers := runtime.NumCPU()
	flags := flag.NewFlagSet("worker", flag.ContinueOnError)
	within := settings(flags, &f)
	flags.IntVar(&workers, "workers", workers, "")
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	switch err := within(); {
	case err != nil:
		return err
	case f.URL == "":
		return hinted{usageError{"worker needs a farm"}, `write: stonehand worker --farm tls://hall:4222 --credentials FILE`}
	case f.check() != nil:
		return f.check()
	case workers < 1 || workers > maxWorkers:
		return usageError{fmt.Sprintf("--workers %d is out of range: 1 to %d", workers, maxWorkers)}
	}
	dial := f.dial(std)
	dial.Name, dial.For, dial.Retry = cmp.Or(as, dial.Name), "worker", true // it may be switched on before the network
	nc, own, err := dial.Connect()
	if err != nil {
		return err
	}
	defer nc.Close()
	proved, err := signature(ctx)
	if err != nil {
		return err
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		dir = os.TempDir()
	}
	w := farm.Worker{NATS: nc, Name: own.Name, Own: own, Signature: proved, Kinds: kinds(), Slots: workers, Dir: filepath.Join(dir, "stonehand", "farm"), Log: dial.Log}
	bar := newProgress(std, *quiet)
	var done atomic.Int64
	w.Each = func(kind string, took time.Duration, _ string) {
		n := int(done.Add(1))
		bar.show(n, 0, fmt.Sprintf("%s done; the last, %q, took %v", count(n, "job"), kind, took.Round(10*time.Millisecond)))
	}
	if !*quiet {
		fmt.Fprintf(std.err, "%s works for %s with engine %s, %s at a time\n", own.Name, cmp.Or(nc.ConnectedUrlRedacted(), "a farm that does not answer yet"), proved, count(workers, "job"))
	}
	err = w.Run(ctx)
	bar.end()
	if !*quiet {
		idle, busy := w.Waited()
		fmt.Fprintf(std.err, "between jobs it waited %.1f %% of the time\n", 100*idle.Seconds()/max(1e-9, (idle+busy).Seconds()))
	}
	return err
}
