package players

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"

	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"stonehand/cmd/internal/program"
	"stonehand/engine/game"
	"stonehand/engine/limit"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// spun counts the rounds of programs that never end.
var spun atomic.Int64

// The test's own executable is the sandbox, and the program that misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case program.SandboxCommand:
			sandboxed(os.Args[2:])
		case "misbehave":
			(&brain{protocol: os.Args[2], way: os.Args[3]}).run()
			os.Exit(0)
		case "try":
			tryEverything(os.Args[2])
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

// sandboxed gives up rights as the arguments say.
func sandboxed(args []string) {
	var c program.Confinement
	for ; args[0] != "--"; args = args[2:] {
		switch args[0] {
		case "--memory":
			c.MemoryMB, _ = strconv.Atoi(args[1])
		case "--hide":
			c.Hide = args[1]
		case "--scratch":
			c.Scratch = args[1]
		}
	}
	fmt.Fprintln(os.Stderr, program.Confine(c, args[1:]))
	os.Exit(1)
}

// ways are what a program may do wrong: at its start, and at its third turn.
var ways = []string{
	"ends at once", "fails at once", "hangs at the start", "says ERROR at the start", "ends when told the rules",
	"crashes", "ends", "hangs", "hangs and ignores signals", "spins", "occupied point", "point off the board", "negative point",
	"number beyond all bounds", "two points", "digits of another script", "garbage", "binary", "NUL bytes", "empty lines",
	"lines without end", "output without newline", "a huge line", "memory without end", "children", "children that hold the output",
	"closes its input", "closes its output", "answers late", "answers twice", "answers unasked", "partial lines", "says ERROR", "says UNKNOWN",
	"passes", "answers another protocol", "floods the errors", "opens files without end", "kills its parent", "stops itself",
	"one point", "the same point twice", "answers nothing", "answers an old question", "answers one to come",
	"answers a millisecond late", "answers a second late", "reads nothing more", "changes its name", "leaves its group",
}

// misbehaving are the settings of a program that speaks a protocol, and misbehaves.
func misbehaving(t *testing.T, protocol, way string) program.Settings {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program.Settings{
		Name: "bad", Shown: "Bad", Command: []string{exe, "misbehave", protocol, way}, Protocol: protocol,
		Games: program.GamesOf(protocol), MemoryMB: 1024, Sandbox: exe, Hide: t.TempDir(),
	}
}

// budget is what a turn of the misbehaving program may take.
const budget = 150 * time.Millisecond

// well are ways in which a game can be played.
var well = map[string][]string{
	program.ProtocolGomocup:  {"answers twice", "answers unasked", "floods the errors", "reads nothing more", "changes its name", "answers an old question", "answers one to come", "answers nothing"},
	program.ProtocolGTP:      {"answers twice", "answers unasked", "floods the errors", "reads nothing more", "changes its name", "passes"},
	program.ProtocolConnect6: {"answers twice", "answers unasked", "floods the errors", "reads nothing more", "changes its name", "answers an old question", "answers one to come", "passes"},
}

// badGame plays some turns of a game against a program that misbehaves, and returns how
// long its turns took beyond their budget.
func badGame(t *testing.T, protocol, way string) (late []time.Duration) {
	options := search.DefaultOptions()
	options.TableMB = 1
	r := NewRoster(NewMachine(options, time.Now), []program.Settings{misbehaving(t, protocol, way)}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	defer r.Close()
	r.programs["bad"].pause = 10 * time.Millisecond // so that it fails often
	rules := checked(program.GamesOf(protocol)[0])
	r.Seat(rules, []string{"bad"})
	g, faults, most := game.New(rules), 0, 14
	if *misbehaved > 0 {
		most = 50
	}
	for i := 0; i < most && !g.Result().Over && !g.Counting(); i++ {
		q := player.Question{Position: player.At(g.Clone()), Level: 1, Limits: limit.Limits{Hard: budget}}
		if i%2 == 0 {
			q.Player = "bad"
		}
		if q.Player == "" {
			time.Sleep(5 * time.Millisecond)
		}
		began := time.Now()
		a, err := r.Choose(t.Context(), q, nil)
		if q.Player != "" {
			late = append(late, max(0, time.Since(began)-budget))
		}
		if err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
		if a.Fault != nil {
			faults++
		}
		if err := g.Play(game.Turn{Color: q.ToMove, Points: a.Points}); err != nil {
			t.Fatalf("turn %d: %v", i+1, err)
		}
	}
	if faults == 0 && !slices.Contains(well[protocol], way) {
		t.Error("nobody was told that the program had failed")
	}
	t.Logf("%d turns, %d faults, result %v", len(g.Turns()), faults, g.Result().Over)
	return late
}

var misbehaved = flag.Int("misbehaved", 0, "how many games TestMisbehavingPrograms plays one after the other, and holds to their time; 0: each way by each protocol, with -short every fourth way by one")

// Whatever a program does wrong, every turn of its game is one that can be played, and
// nothing of it is left when the game has ended. "make misbehave" holds the turns to their
// time, too; that takes a machine with nothing else to do.
func TestMisbehavingPrograms(t *testing.T) {
	var all []time.Duration
	games, step := len(ways)*len(program.Protocols()), 1
	switch {
	case *misbehaved > 0:
		games = *misbehaved
	case testing.Short(): // these programs take a while to start with the race detector
		games, step = len(ways), 4
	}
	for n := 0; n < games; n += step {
		way, protocol := ways[n%len(ways)], program.Protocols()[(n%len(ways)+n/len(ways))%len(program.Protocols())]
		t.Run(protocol+" "+way, func(t *testing.T) {
			if *misbehaved == 0 {
				t.Parallel()
			}
			late := badGame(t, protocol, way)
			if *misbehaved == 0 {
				return
			}
			all = append(all, late...)
			if worst := slices.Max(late); worst > 50*time.Millisecond {
				t.Errorf("a turn of %v took %v more", budget, worst)
			}
		})
	}
	if *misbehaved == 0 {
		return
	}
	slices.Sort(all)
	at := func(part float64) time.Duration {
		return all[int(part*float64(len(all)-1))].Round(10 * time.Microsecond)
	}
	t.Logf("%d games, %d turns of %v: late by %v at the median, %v in nine of ten, %v in 99 of 100, %v at the most",
		*misbehaved, len(all), budget, at(0.5), at(0.9), at(0.99), at(1))
}

// What a program starts ends with it, even if it has left its group.
func TestChildrenOfProgramsEndWithThem(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	if program.Weakness() != "" {
		t.Skip(program.Weakness())
	}
	s := misbehaving(t, program.ProtocolGomocup, "well")
	s.Command = []string{"sh", "-c", "setsid sleep 612.3 >/dev/null & read a; echo OK; exec sleep 613.4"}
	p, err := program.Start(t.Context(), s, game.Freestyle())
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); !running(t, "612.3"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the child does not run")
		}
	}
	p.Kill()
	for end := time.Now().Add(10 * time.Second); running(t, "612.3"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the child has outlived the program")
		}
	}
}

// running reports whether a process with an argument runs.
func running(t *testing.T, arg string) bool {
	t.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		if text, err := os.ReadFile(file); err == nil && slices.Equal(strings.Split(strings.TrimRight(string(text), "\x00"), "\x00"), []string{"sleep", arg}) {
			return true
		}
	}
	return false
}

// A program in the sandbox tries what it must not do, and does what it may.
func TestSandboxHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	if program.Weakness() != "" {
		t.Skip(program.Weakness())
	}
	journal := t.TempDir()
	secret := filepath.Join(journal, "journal.jsonl")
	if err := os.WriteFile(secret, []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(exe, program.SandboxCommand, "--memory", "1024", "--hide", journal, "--scratch", t.TempDir(), "--",
		exe, "try", journal).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		what, result, _ := strings.Cut(line, ": ")
		if allowed := strings.HasPrefix(what, "may "); allowed != (result == "done") {
			t.Error(line)
		}
	}
	if got := strings.Count(string(out), "\n"); got != 28 {
		t.Errorf("it tried %d things:\n%s", got, out)
	}
}

// A program is started every time, though this one has more memory reserved than it
// leaves the program.
func TestSandboxStartsEveryTime(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	scratch := t.TempDir()
	var all sync.WaitGroup
	for range 12 { // side by side, so that the kernel interrupts them anywhere
		all.Go(func() {
			for i := range 15 {
				if out, err := exec.Command(exe, program.SandboxCommand, "--memory", "256", "--scratch", scratch, "--", "true").CombinedOutput(); err != nil {
					t.Errorf("start %d: %v: %.500s", i+1, err, out)
					return
				}
			}
		})
	}
	all.Wait()
}

// A program may reserve more addresses than it may use memory, as those in Go do.
func TestProgramsMayReserve(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // how much it reserves is not always the same
		cmd := exec.Command(exe, program.SandboxCommand, "--memory", "256", "--scratch", t.TempDir(), "--", exe, "misbehave", "gomocup", "well")
		cmd.Stdin = strings.NewReader("START 15\nEND\n")
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "OK\n" {
			t.Fatalf("%v: %.500s", err, out)
		}
	}
}

// tryEverything tries what a program that plays must not do, and what it may.
func tryEverything(journal string) {
	try := func(what string, err error) {
		if err == nil {
			err = fmt.Errorf("done")
		}
		fmt.Printf("%s: %v\n", what, err)
	}
	socket := func(domain, kind int) error { _, err := syscall.Socket(domain, kind, 0); return err }
	try("TCP socket", socket(syscall.AF_INET, syscall.SOCK_STREAM))
	try("UDP socket", socket(syscall.AF_INET6, syscall.SOCK_DGRAM))
	try("Unix socket", socket(syscall.AF_UNIX, syscall.SOCK_STREAM))
	try("netlink socket", socket(syscall.AF_NETLINK, syscall.SOCK_RAW))
	_, err := os.ReadDir(journal)
	try("list the journal's folder", err)
	_, err = os.ReadFile(filepath.Join(journal, "journal.jsonl"))
	try("read the journal", err)
	try("write the journal", os.WriteFile(filepath.Join(journal, "journal.jsonl"), nil, 0o600))
	try("delete the journal", os.Remove(filepath.Join(journal, "journal.jsonl")))
	_, err = os.ReadFile("/etc/hostname")
	try("read the system's settings", err)
	_, err = os.Open("/dev/ptmx")
	try("open a device", err)
	_, err = os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))
	try("read the daemon's environment", err)
	var limit unix.Rlimit
	try("may know its own bounds", unix.Prlimit(0, unix.RLIMIT_NOFILE, nil, &limit))
	try("take the daemon's files", unix.Prlimit(os.Getppid(), unix.RLIMIT_NOFILE, &limit, nil))
	var processors unix.CPUSet
	try("may know its own processors", unix.SchedGetaffinity(0, &processors))
	try("may choose its own processors", unix.SchedSetaffinity(0, &processors))
	try("choose the daemon's processors", unix.SchedSetaffinity(os.Getppid(), &processors))
	try("let the daemon wait", unix.Setpriority(unix.PRIO_PROCESS, os.Getppid(), 0))
	try("let all programs of the user wait", unix.Setpriority(unix.PRIO_USER, os.Getuid(), 0))
	shared, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
	if err == nil {
		_, _ = unix.SysvShmCtl(shared, unix.IPC_RMID, nil)
	}
	try("take memory that outlives it", err)
	for what, kind := range map[string]int{"take more memory than its bound": unix.MAP_PRIVATE, "share more memory than its bound": unix.MAP_SHARED} {
		_, err = unix.Mmap(-1, 0, 3<<30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANONYMOUS|kind)
		try(what, err)
	}
	_, err = unix.Mmap(-1, 0, 1<<30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANONYMOUS|unix.MAP_PRIVATE)
	try("take as much memory as its bound", err)
	_, err = unix.MemfdCreate("memory", 0)
	try("take memory beyond its bound", err)
	try("leave its group", unix.Setpgid(0, unix.Getpgrp()))
	try("may write its own folder", os.WriteFile("mine", nil, 0o600))
	_, err = os.ReadFile("/proc/cpuinfo")
	try("may ask about the processor", err)
	_, err = os.Open("/dev/null")
	try("may open nothing", err)
	try("may start others", exec.Command("true").Run())
}
