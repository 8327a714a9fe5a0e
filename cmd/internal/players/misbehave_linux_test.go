package players

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

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
			if len(os.Args) > 3 {
				tryEverything(os.Args[3])
				os.Exit(0)
			}
			(&brain{way: os.Args[2]}).run()
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
}

// brain is a program that speaks Gomocup's protocol well but for one thing.
type brain struct {
	way   string
	size  int
	taken map[string]bool
	turns int
}

func (b *brain) run() {
	switch b.way {
	case "ends at once":
		return
	case "fails at once":
		os.Exit(3)
	case "hangs at the start":
		select {}
	case "hangs and ignores signals":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	}
	b.taken = map[string]bool{}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "START":
			if b.size, _ = strconv.Atoi(rest); b.way == "says ERROR at the start" {
				fmt.Println("ERROR I do not want to")
				continue
			}
			fmt.Println("OK")
		case "INFO":
			if b.way == "ends when told the rules" {
				return
			}
		case "RESTART":
			clear(b.taken)
			fmt.Println("OK")
		case "TURN":
			b.taken[rest] = true
			b.play()
		case "BEGIN":
			b.play()
		case "BOARD":
			for in.Scan() && in.Text() != "DONE" {
				at := strings.Split(in.Text(), ",")
				b.taken[at[0]+","+at[1]] = true
			}
			b.play()
		case "END":
			return
		}
	}
}

// next is a free point.
func (b *brain) next() string {
	for i := range b.size * b.size {
		at := fmt.Sprintf("%d,%d", (i*7)%b.size, (i*7)/b.size%b.size)
		if !b.taken[at] {
			return at
		}
	}
	return "0,0"
}

func (b *brain) play() {
	if b.turns++; b.turns >= 3 {
		b.misbehave()
	}
	at := b.next()
	b.taken[at] = true
	fmt.Println(at)
}

// misbehave does it. It returns where a good answer is to follow.
func (b *brain) misbehave() {
	say := func(text string) { fmt.Println(text); select {} }
	child := func() {
		c := exec.Command("sleep", "600")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if b.way == "children that hold the output" {
			c.Stdout = os.Stdout
		}
		_ = c.Start()
	}
	switch b.way {
	case "crashes":
		panic("crash")
	case "ends":
		os.Exit(0)
	case "hangs", "hangs and ignores signals":
		select {}
	case "spins":
		for n := 0; ; n++ {
			spun.Store(int64(n))
		}
	case "occupied point":
		for at := range b.taken {
			say(at)
		}
	case "point off the board":
		say("19,3")
	case "negative point":
		say("-1,-1")
	case "number beyond all bounds":
		say("99999999999999999999,1")
	case "two points":
		say("1,1 2,2")
	case "digits of another script":
		say("٣,٤")
	case "garbage":
		say("I think therefore I am, or not")
	case "binary":
		say(string([]byte{0xff, 0xfe, 0x80, 7, 27, '[', '2', 'J'}))
	case "NUL bytes":
		say("\x00\x003,4\x00")
	case "empty lines":
		say("\n\n\n\r\n")
	case "passes":
		say("pass")
	case "says ERROR":
		say("ERROR no idea")
	case "says UNKNOWN":
		say("UNKNOWN command")
	case "answers another protocol":
		say("= D4\n")
	case "lines without end":
		for {
			fmt.Println("MESSAGE still thinking")
		}
	case "output without newline":
		for {
			fmt.Print("MESSAGE still thinking ")
		}
	case "a huge line":
		say(strings.Repeat("x", 4<<20))
	case "memory without end":
		var all [][]byte
		for {
			all = append(all, bytes.Repeat([]byte{1}, 16<<20))
			spun.Store(int64(len(all)))
		}
	case "children", "children that hold the output":
		for range 5 {
			child()
		}
		os.Exit(0)
	case "closes its input":
		os.Stdin.Close()
		select {}
	case "closes its output":
		os.Stdout.Close()
		select {}
	case "answers late":
		time.Sleep(400 * time.Millisecond)
	case "answers twice":
		fmt.Println(b.next())
	case "answers unasked":
		go func() {
			for {
				fmt.Println(b.next())
				time.Sleep(20 * time.Millisecond)
			}
		}()
		time.Sleep(100 * time.Millisecond)
	case "partial lines":
		fmt.Print("3,")
		select {}
	case "floods the errors":
		for range 1000 {
			fmt.Fprintln(os.Stderr, strings.Repeat("e", 4096))
		}
	case "opens files without end":
		for i := 0; ; i++ {
			if _, err := os.Create(filepath.Join(os.TempDir(), strconv.Itoa(i))); err != nil {
				panic(err)
			}
		}
	case "kills its parent":
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		os.Exit(0)
	case "stops itself":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		select {}
	}
}

func misbehaving(t *testing.T, way string) program.Settings {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return program.Settings{
		Name: "bad", Shown: "Bad", Command: []string{exe, "misbehave", way}, Protocol: program.ProtocolGomocup,
		Games: []string{"gomoku"}, MemoryMB: 1024, Sandbox: exe, Hide: t.TempDir(),
	}
}

// budget is what a turn of the misbehaving program may take.
const budget = 150 * time.Millisecond

// Whatever a program does wrong, every turn of its game is one that can be played, and
// nothing of it is left when the game has ended. STONEHAND_TIMED=1 holds the turns to
// their time, too; that takes a machine with nothing else to do.
func TestMisbehavingProgramsLoseNoGame(t *testing.T) {
	timed := os.Getenv("STONEHAND_TIMED") != ""
	for _, way := range ways {
		t.Run(way, func(t *testing.T) {
			if !timed {
				t.Parallel()
			}
			options := search.DefaultOptions()
			options.TableMB = 1
			r := NewRoster(NewMachine(options, time.Now), []program.Settings{misbehaving(t, way)}, slog.New(slog.NewTextHandler(io.Discard, nil)))
			defer r.Close()
			rules := game.Freestyle()
			r.Seat(rules, []string{"bad"})
			g, faults, worst := game.New(rules), 0, time.Duration(0)
			for i := 0; i < 14 && !g.Result().Over; i++ {
				q := player.Question{Position: player.At(g), Level: 1, Limits: limit.Limits{Hard: budget}}
				if i%2 == 0 {
					q.Player = "bad"
				}
				q.Turns = slices.Clone(q.Turns)
				began := time.Now()
				a, err := r.Choose(t.Context(), q, nil)
				if q.Player != "" {
					worst = max(worst, time.Since(began))
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
			if good := []string{"answers twice", "answers unasked", "floods the errors"}; faults == 0 && !slices.Contains(good, way) {
				t.Error("nobody was told that the program had failed")
			}
			t.Logf("%d faults, the longest turn took %v", faults, worst.Round(time.Millisecond))
			if timed && worst > budget+50*time.Millisecond {
				t.Errorf("a turn of %v took %v", budget, worst)
			}
		})
	}
}

// What a program starts ends with it, even if it has left its group.
func TestChildrenOfProgramsEndWithThem(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	if program.Weakness() != "" {
		t.Skip(program.Weakness())
	}
	s := misbehaving(t, "well")
	s.Command = []string{"sh", "-c", "setsid sleep 612.3 >/dev/null & read a; echo OK; exec sleep 613.4"}
	p, err := program.Start(t.Context(), s, game.Freestyle())
	if err != nil {
		t.Fatal(err)
	}
	if !running(t, "612.3") {
		t.Error("the child does not run")
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
		exe, "misbehave", "tries everything", journal).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		what, result, _ := strings.Cut(line, ": ")
		if allowed := strings.HasPrefix(what, "may "); allowed != (result == "done") {
			t.Error(line)
		}
	}
	if got := strings.Count(string(out), "\n"); got != 15 {
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
	for i := range 300 {
		if out, err := exec.Command(exe, program.SandboxCommand, "--memory", "256", "--scratch", scratch, "--", "true").CombinedOutput(); err != nil {
			t.Fatalf("start %d: %v: %.500s", i+1, err, out)
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
	try("may write its own folder", os.WriteFile("mine", nil, 0o600))
	_, err = os.ReadFile("/proc/cpuinfo")
	try("may ask about the processor", err)
	_, err = os.Open("/dev/null")
	try("may open nothing", err)
	try("may start others", exec.Command("true").Run())
}
