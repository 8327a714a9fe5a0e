package voice

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A program that hangs is ended after its time.
func TestHanging(t *testing.T) {
	dir := t.TempDir()
	o := Options{Program: script(t, "echo $$ >"+dir+"/pid; exec sleep 1000"), Voice: "en", Player: []string{script(t, "echo $$ >"+dir+"/player; exec sleep 1000")}}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx := &deadline{Context: t.Context(), over: make(chan struct{})}
	ended := make(chan error, 1)
	go func() { ended <- s.o.utter(ctx, "hello") }()
	eventually(t, "speech", func() bool { return len(lines(dir+"/pid")) == 1 && len(lines(dir+"/player")) == 1 })
	close(ctx.over)
	err = <-ended
	if err == nil || !strings.Contains(err.Error(), "program with program was not done after") {
		t.Errorf("got %v", err)
	}
	if alive(t, dir+"/pid") {
		t.Error("it lives on")
	}
	if got := patience("twelve runes", DefaultSpeed); got != 19*time.Second {
		t.Errorf("a short sentence may take %v", got)
	}
}

// What programs leave behind that holds on to their pipes is no fault of theirs.
func TestHeldPipes(t *testing.T) {
	dir := t.TempDir()
	held := "sleep 1000 & echo $! >" + dir + "/%s"
	defer func() {
		for _, file := range []string{"synth", "player"} {
			pid, _ := strconv.Atoi(lines(dir + "/" + file)[0])
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	s, err := New(Options{Program: script(t, fmt.Sprintf(held, "synth")), Voice: "en", Player: []string{script(t, fmt.Sprintf(held, "player"))}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.o.utter(t.Context(), "hello"); err != nil {
		t.Error(err)
	}
}

func FuzzPlain(f *testing.F) {
	f.Add("Please put two white stones on J 10.\n")
	f.Add("[[x]]\x00\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got := plain(text)
		if strings.ContainsAny(got, "\n\r\x00[]") || len([]rune(got)) > maxText || got != plain(got) {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
