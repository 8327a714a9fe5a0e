package players

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"stonehand/cmd/internal/program"
	"stonehand/engine/board"
)

// brain is a program that speaks a protocol well but for one thing.
type brain struct {
	protocol, way string
	size          int
	id            string // of the question, in GTP
	due           int    // stones of a turn, in Connect6
	taken         map[board.Point]bool
	last          board.Point // taken last
	turns         int
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
	case "changes its name":
		_ = unix.Prctl(unix.PR_SET_NAME, uintptr(unsafe.Pointer(unsafe.StringData("stonehand\x00"))), 0, 0, 0)
	}
	b.taken, b.size = map[board.Point]bool{}, 19
	hear := map[string]func(word, rest string, in *bufio.Scanner){
		program.ProtocolGomocup: b.gomocup, program.ProtocolGTP: b.gtp, program.ProtocolConnect6: b.connect6,
	}[b.protocol]
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		hear(word, rest, in)
	}
}

func (b *brain) gomocup(word, rest string, in *bufio.Scanner) {
	switch word {
	case "START":
		if b.size, _ = strconv.Atoi(rest); b.way == "says ERROR at the start" {
			fmt.Println("ERROR I do not want to")
			return
		}
		fmt.Println("OK")
	case "INFO":
		if b.way == "ends when told the rules" {
			os.Exit(0)
		}
	case "RESTART":
		clear(b.taken)
		fmt.Println("OK")
	case "TURN":
		b.take(rest)
		b.play()
	case "BEGIN":
		b.play()
	case "BOARD":
		for in.Scan() && in.Text() != "DONE" {
			at := strings.Split(in.Text(), ",")
			b.take(at[0] + "," + at[1])
		}
		b.play()
	case "END":
		os.Exit(0)
	}
}

func (b *brain) gtp(word, rest string, _ *bufio.Scanner) {
	b.id = word
	word, rest, _ = strings.Cut(rest, " ")
	switch word {
	case "list_commands":
		if b.way == "says ERROR at the start" {
			fmt.Printf("?%s I do not want to\n\n", b.id)
			return
		}
		fmt.Printf("=%s boardsize\nclear_board\nkomi\nplay\ngenmove\ntime_settings\ntime_left\n\n", b.id)
		return
	case "boardsize":
		b.size, _ = strconv.Atoi(rest)
	case "clear_board":
		clear(b.taken)
	case "komi":
		if b.way == "ends when told the rules" {
			os.Exit(0)
		}
	case "play":
		b.take(strings.Fields(rest)[1])
	case "genmove":
		b.play()
		return
	}
	fmt.Printf("=%s\n\n", b.id)
	if word == "quit" {
		os.Exit(0)
	}
}

func (b *brain) connect6(word, rest string, _ *bufio.Scanner) {
	switch b.due = 2; word {
	case "new":
		clear(b.taken)
		if b.way == "says ERROR at the start" {
			fmt.Println("error I do not want to")
		}
		if rest == "black" {
			b.due = 1
			b.play()
		}
	case "time":
		if b.way == "ends when told the rules" {
			os.Exit(0)
		}
	case "black", "white", "move":
		b.take(rest)
		if word == "move" {
			b.play()
		}
	case "next":
		b.play()
	case "quit":
		os.Exit(0)
	}
}

// take marks what a turn says as taken.
func (b *brain) take(text string) {
	size := board.Size{Cols: b.size, Rows: b.size}
	var words []string
	switch b.protocol {
	case program.ProtocolConnect6:
		words = []string{text[:2], text[2:]}
	default:
		words = []string{text}
	}
	for _, word := range words {
		var at board.Point
		var err error
		switch b.protocol {
		case program.ProtocolGomocup:
			x, y, _ := strings.Cut(word, ",")
			col, _ := strconv.Atoi(x)
			row, _ := strconv.Atoi(y)
			at = board.At(col, row)
		case program.ProtocolGTP:
			at, err = size.Parse(word, board.GTP)
		default:
			at, err = size.Parse(word, board.Pair)
		}
		if err == nil { // a pass takes nothing
			b.taken[at], b.last = true, at
		}
	}
}

// spell writes an answer of some points.
func (b *brain) spell(points ...board.Point) string {
	size, text := board.Size{Cols: b.size, Rows: b.size}, ""
	for _, p := range points {
		switch b.protocol {
		case program.ProtocolGomocup:
			text += fmt.Sprintf("%d,%d", p.X(), p.Y())
		case program.ProtocolGTP:
			text += size.Name(p, board.GTP)
		default:
			text += size.Name(p, board.Pair)
		}
	}
	return b.answer(text)
}

// answer writes what is said as an answer.
func (b *brain) answer(text string) string {
	switch b.protocol {
	case program.ProtocolGTP:
		return "=" + b.id + " " + text + "\n"
	case program.ProtocolConnect6:
		if len(text) == 2 {
			text += text
		}
		return "move " + text
	}
	return text
}

// next are free points for a turn.
func (b *brain) next() (points []board.Point) {
	for i := 0; i < b.size*b.size && len(points) < max(1, b.due); i++ {
		if at := board.At(i*7%b.size, i*7/b.size%b.size); !b.taken[at] && !slices.Contains(points, at) {
			points = append(points, at)
		}
	}
	return points
}

func (b *brain) play() {
	if b.turns++; b.turns >= 3 {
		b.misbehave()
	}
	points := b.next()
	for _, p := range points {
		b.taken[p] = true
	}
	fmt.Println(b.spell(points...))
}

// wrong are lines that are no answers that can be played, by way and protocol.
func (b *brain) wrong() string {
	of := map[string]int{program.ProtocolGomocup: 0, program.ProtocolGTP: 1, program.ProtocolConnect6: 2}[b.protocol]
	id := "=" + b.id + " "
	return map[string][3]string{
		"occupied point":           {b.spell(b.last), b.spell(b.last), b.spell(b.last, b.last)},
		"point off the board":      {"19,3", id + "T19\n", "move ZZZA"},
		"negative point":           {"-1,-1", id + "A-1\n", "move -1-1"},
		"number beyond all bounds": {"99999999999999999999,1", id + "A99999999999999999999\n", "move A9999999999999999999"},
		"two points":               {"1,1 2,2", id + "A1 B2\n", "move AABBCC"},
		"one point":                {"7", id + "A\n", "move AA"},
		"the same point twice":     {"7,", id + "1\n", "move JJJJ"},
		"digits of another script": {"٣,٤", id + "D٤\n", "move ＡＡＢＢ"},
		"garbage":                  {"I think therefore I am, or not", "I think", "move I think"},
		"binary":                   {"\xff\xfe\x80\a\x1b[2J", "\xff\xfe\x80\a\x1b[2J\n", "move \xff\xfe\x80\a"},
		"NUL bytes":                {"\x00\x003,4\x00", "\x00" + id + "D4\x00\n", "\x00move AABB\x00"},
		"empty lines":              {"\n\n\n\r\n", "\n\n\n\r\n", "\n\n\n\r\n"},
		"passes":                   {"pass", id + "Pass.\n", "move pass"},
		"says ERROR":               {"ERROR no idea", "?" + b.id + " no idea\n", "error no idea"},
		"says UNKNOWN":             {"UNKNOWN command", "?" + b.id + "\n", "Unknown command"},
		"answers another protocol": {"= D4\n", "3,4", id + "D4"},
		"answers nothing":          {"", id + "\n", "move"},
		"answers an old question":  {"", "=1 D4\n", ""},
		"answers one to come":      {"", "=99999 D4\n", ""},
	}[b.way][of]
}

// misbehave does it. It returns where a good answer is to follow.
func (b *brain) misbehave() {
	if line := b.wrong(); line != "" {
		fmt.Println(line)
		select {}
	}
	say := func(text string) { fmt.Println(text); select {} }
	comment := map[string]string{program.ProtocolGomocup: "MESSAGE still thinking", program.ProtocolGTP: "# still thinking", program.ProtocolConnect6: "still thinking"}[b.protocol]
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
	case "lines without end":
		for {
			fmt.Println(comment)
		}
	case "output without newline":
		for {
			fmt.Print(comment)
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
	case "answers a millisecond late":
		time.Sleep(budget + time.Millisecond)
	case "answers a second late":
		time.Sleep(budget + time.Second)
	case "answers twice":
		fmt.Println(b.spell(b.next()...))
	case "reads nothing more":
		for {
			fmt.Println(b.spell(b.next()...))
			time.Sleep(20 * time.Millisecond)
		}
	case "answers unasked":
		go func() {
			for {
				fmt.Println(b.spell(b.next()...))
				time.Sleep(20 * time.Millisecond)
			}
		}()
		time.Sleep(100 * time.Millisecond)
	case "partial lines":
		fmt.Print(strings.TrimRight(b.spell(b.next()...), "\n")[:2])
		select {}
	case "floods the errors":
		go func() {
			for {
				fmt.Fprintln(os.Stderr, strings.Repeat("e", 4096))
			}
		}()
	case "opens files without end":
		for i := 0; ; i++ {
			if _, err := os.Create(filepath.Join(os.TempDir(), strconv.Itoa(i))); err != nil {
				panic(err)
			}
		}
	case "kills its parent":
		_ = syscall.Kill(os.Getppid(), syscall.SIGKILL)
		os.Exit(0)
	case "leaves its group":
		c := exec.Command("sleep", "600")
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if c.Start() == nil {
			_ = syscall.Setpgid(0, c.Process.Pid)
		}
		select {}
	case "stops itself":
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		select {}
	}
}
