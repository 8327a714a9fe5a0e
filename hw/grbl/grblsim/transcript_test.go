package grblsim

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestTranscripts holds the controller against testdata/transcripts.txt.
func TestTranscripts(t *testing.T) {
	f, err := os.Open("testdata/transcripts.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var title string
	var lines []string
	run := func() {
		if title != "" {
			t.Run(title, func(t *testing.T) { transcript(t, title, lines) })
		}
	}
	in := bufio.NewScanner(f)
	for in.Scan() {
		switch line := in.Text(); {
		case strings.HasPrefix(line, "== "):
			run()
			title, lines = line[3:], nil
		case line == "" || line[0] == '#':
		default:
			lines = append(lines, line)
		}
	}
	run()
}

// settle is how long the controller is given to answer, where nothing else is
// said.
const settle = 700 * time.Millisecond

func transcript(t *testing.T, title string, lines []string) {
	var r *rig
	switch kind, _, _ := strings.Cut(title, ":"); kind {
	case "factory":
		r = newRig(t, Options{EEPROM: &EEPROM{Written: true, Settings: FactorySettings()}})
	case "arm":
		r = newRig(t, Options{})
	case "blank":
		r = newRig(t, Options{EEPROM: new(EEPROM)})
	case "homed":
		r = homedOnce(t)
	default:
		t.Fatalf("there is no controller that is %q", kind)
	}
	var came []string
	hear := func(d time.Duration) {
		if got := r.after(d); got != "" {
			came = append(came, strings.Split(got, " / ")...)
		}
	}
	hear(settle)
	for i, line := range lines {
		rest := strings.TrimPrefix(line[1:], " ")
		if line[0] != '<' && len(came) > 0 {
			t.Fatalf("before %q comes %q, which nobody expects", line, came)
		}
		// Motion goes on while the next line is sent, but not for long.
		next := settle
		for _, l := range lines[i+1:] {
			if l[0] == '~' {
				next = 30 * time.Millisecond
			}
			if l[0] != '<' {
				break
			}
		}
		switch line[0] {
		case '>':
			r.Send([]byte(strings.ReplaceAll(rest, `\r`, "\r") + "\n"))
			hear(next)
		case '^':
			b, err := strconv.ParseUint(rest, 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			r.Send([]byte{byte(b)})
			if b == '?' || next < settle {
				hear(30 * time.Millisecond)
			} else {
				hear(2 * time.Second)
			}
		case '~':
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatal(err)
			}
			hear(d)
		case '<':
			if len(came) == 0 {
				t.Fatalf("%q does not come", rest)
			}
			if came[0] != rest {
				t.Fatalf("%q comes, not %q", came[0], rest)
			}
			came = came[1:]
		default:
			t.Fatalf("%q is not a part of a conversation", line)
		}
	}
	if len(came) > 0 {
		t.Fatalf("at the end comes %q, which nobody expects", came)
	}
}
