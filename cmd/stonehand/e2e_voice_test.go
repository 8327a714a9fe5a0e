package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// spoken is a folder in which a voice leaves what it has said: text holds the
// sentences, and each file of sound what the real espeak-ng made of one.
type spoken struct{ dir string }

// script writes an executable shell script and returns its path.
func (s spoken) script(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\ncd '"+s.dir+"' || exit 1\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// text returns the sentences.
func (s spoken) text() []string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "text"))
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// until waits until ok.
func (s spoken) until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: it has said %q", what, s.text())
		}
	}
}

// The daemon speaks, in both languages, through the real synthesizer: its own
// turns, and what is chosen on the page; and it is silent when it is told to be.
func TestTheDaemonSpeaks(t *testing.T) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		const sentence = "espeak-ng is not here; install it with: apt-get install espeak-ng"
		if os.Getenv("CI") == "true" {
			t.Fatal(sentence)
		}
		t.Skip(sentence)
	}
	for language, want := range map[string][]string{
		"en": {"Black to move: put down one black stone.", "Please put two white stones on ", "Black resigned. White wins."},
		"zh": {"轮到黑方：请落一枚黑子。", "请将两枚白子放在", "黑方认输，白方获胜。"},
	} {
		s := spoken{t.TempDir()}
		program := s.script(t, "program", `tee -a text | espeak-ng "$@"`)
		player := s.script(t, "player", `cat >$$.wav`)
		config := fmt.Sprintf("language = %q\n%s[voice]\nenabled = true\nprogram = %q\nplayer = [%q]\n", language, quick, program, player)
		data := t.TempDir()
		d := startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, config))
		s.until(t, "whose turn it is", func() bool { return s.text()[0] == want[0] })
		if err := d.Put(api.Stone{Point: apitest.At("J10"), Color: board.Black}); err != nil {
			t.Fatal(err)
		}
		s.until(t, "the machine's turn", func() bool {
			return slices.ContainsFunc(s.text(), func(said string) bool { return strings.HasPrefix(said, want[1]) })
		})
		if _, err := d.Command(map[string]any{"do": "resign"}); err != nil {
			t.Fatal(err)
		}
		s.until(t, "the end", func() bool { text := s.text(); return text[len(text)-1] == want[2] })
		s.until(t, "the sound", func() bool { return len(s.sounds(t)) >= 3 })
		if n, err := d.Command(map[string]any{"do": "volume", "volume": 0}); err != nil || n.Voice == nil || n.Voice.Volume != 0 || n.Voice.Fault != "" {
			t.Errorf("%s: %+v, %v", language, n, err)
		}
		before := len(s.text())
		if _, err := d.Command(map[string]any{"do": "new-game"}); err != nil {
			t.Fatal(err)
		}
		playTo(t, d.tableClient, 2)
		d.Stop()
		if text := s.text(); len(text) != before {
			t.Errorf("it has said %q, and was to be silent after number %d", text, before)
		}
		d = startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, config))
		if n, err := d.State(); err != nil || n.Voice == nil || n.Voice.Volume != 0 {
			t.Errorf("%s: after a restart: %+v, %v", language, n, err)
		}
		d.Stop()
		file := filepath.Join(data, "volume")
		if err := os.WriteFile(file, []byte("loud\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		d = startDaemon(t, "stonehand", "serve", "--data", data, "--config", daemonConfig(t, config))
		if n, err := d.State(); err != nil || n.Voice == nil || n.Voice.Volume != 50 || !strings.Contains(d.Log(), "holds no number from 0 to 100") {
			t.Errorf("%s: after %s was spoilt: %+v, %v", language, file, n, err)
		}
		d.Stop()
	}
}

// sounds returns how many seconds each sound that is whole plays.
func (s spoken) sounds(t *testing.T) (seconds []float64) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.wav"))
	for _, f := range files {
		wav, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		// 22050 samples of two bytes a second after a header of 44.
		if n := float64(len(wav)-44) / 22050 / 2; n > 1 && string(wav[:4]) == "RIFF" {
			seconds = append(seconds, n)
		}
	}
	return seconds
}

// A voice that is not there, or hangs, is named on the page and holds nothing
// up: not the game, and not the daemon's end, which leaves no program behind.
func TestAVoiceThatFails(t *testing.T) {
	d := startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config",
		daemonConfig(t, quick+"[voice]\nenabled = true\nprogram = \"/nowhere/espeak-ng\"\n"))
	d.Until(t, "the fault", func(n *api.Snapshot) bool {
		return n.Voice != nil && strings.Contains(n.Voice.Fault, "/nowhere/espeak-ng is not there; install it with: apt-get install espeak-ng") && n.Fault == n.Voice.Fault
	})
	playTo(t, d.tableClient, 4)
	d.Stop()
	if n := strings.Count(d.Log(), `msg="nothing can be said"`); n != 1 {
		t.Errorf("the fault is logged %d times:\n%s", n, d.Log())
	}

	s := spoken{t.TempDir()}
	hangs := s.script(t, "program", `trap '' TERM INT HUP; echo $$ >>pids; sleep 1000 & echo $! >>pids; wait`)
	d = startDaemon(t, "stonehand", "serve", "--data", t.TempDir(), "--config",
		daemonConfig(t, quick+fmt.Sprintf("[voice]\nenabled = true\nprogram = %q\nplayer = [\"cat\"]\n", hangs)))
	s.until(t, "a program", func() bool { return len(s.pids()) >= 2 })
	playTo(t, d.tableClient, 4)
	d.Stop() // long before the program would end
	for _, pid := range s.pids() {
		// What has been killed may have to wait for a processor to end on.
		s.until(t, fmt.Sprintf("process %d is left behind", pid), func() bool {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(stat), ") Z ")
		})
	}
}

// pids returns the ids that programs have noted.
func (s spoken) pids() (list []int) {
	text, _ := os.ReadFile(filepath.Join(s.dir, "pids"))
	for _, f := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(f); err == nil {
			list = append(list, pid)
		}
	}
	return list
}
