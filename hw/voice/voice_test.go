package voice

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patient is how long a test waits for what must come.
const patient = time.Minute

// script writes an executable shell script and returns its path.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// rig is a speaker that speaks.
type rig struct {
	*Speaker
	faults chan hw.Fault
	stop   func()
}

func start(t *testing.T, o Options) *rig {
	t.Helper()
	if o.Voice == "" {
		o.Voice = "en"
	}
	if o.Volume == 0 {
		o.Volume = DefaultVolume
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := &rig{Speaker: s, faults: make(chan hw.Fault, 8)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := s.Speak(ctx, r.faults); err != nil {
			t.Error(err)
		}
	}()
	r.stop = func() {
		cancel()
		select {
		case <-done:
		case <-time.After(patient):
			t.Error("it still speaks")
		}
	}
	t.Cleanup(r.stop)
	return r
}

// fault waits for the next fault.
func (r *rig) fault(t *testing.T) hw.Fault {
	t.Helper()
	select {
	case f := <-r.faults:
		return f
	case <-time.After(patient):
		t.Fatal("no fault is told")
		return hw.Fault{}
	}
}

// finish waits until nothing is being said.
func (r *rig) finish(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patient)
	defer cancel()
	if r.Finish(ctx); ctx.Err() != nil {
		t.Fatal("it does not come to an end")
	}
}

// eventually waits until ok.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patient); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s does not come about", what)
		}
	}
}

// lines returns the lines of a file, none if it is not there.
func lines(path string) []string {
	text, _ := os.ReadFile(path)
	if len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimRight(string(text), "\n"), "\n")
}

// alive reports whether the process whose id a file holds runs.
func alive(t *testing.T, path string) bool {
	t.Helper()
	pid, err := strconv.Atoi(strings.TrimSpace(strings.Join(lines(path), "")))
	if err != nil {
		t.Fatal(err)
	}
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	// One that nobody has waited for yet is dead too.
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !strings.Contains(string(stat), ") Z ")
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{
		{}, {Voice: "en", Speed: 20}, {Voice: "en", Speed: 1000}, {Voice: "en", Volume: -1}, {Voice: "en", Volume: 101},
		{Voice: "en", Player: []string{}}, {Voice: "en", Player: []string{""}},
	} {
		if s, err := New(o); err == nil {
			t.Errorf("%+v makes %v", o, s)
		}
	}
	s, err := New(Options{Voice: "en"})
	if err != nil || s.String() != "voice en of espeak-ng" {
		t.Errorf("%v, %v", s, err)
	}
}

// The sentence reaches the program's standard input whole, whatever it holds,
// and the options say how to speak.
func TestASentenceIsNoCommand(t *testing.T) {
	dir := t.TempDir()
	program := script(t, `echo "$@" >`+dir+`/args; cat >`+dir+`/text; echo sound`)
	player := script(t, `cat >`+dir+`/sound; echo "$@" >`+dir+`/player`)
	r := start(t, Options{Program: program, Voice: "cmn", Speed: 200, Volume: 35, Player: []string{player, "a b", "$(id)"}})
	r.Say("--version; $(touch x) `id` [[hl'oU]]\n| 'J 10' \x00\x1b\u202e请")
	r.finish(t)
	for file, want := range map[string]string{
		"args":   "--stdin -b 1 -v cmn -s 200 -a 70 --stdout",
		"text":   "--version; $(touch x) `id` hl'oU | 'J 10' 请",
		"sound":  "sound",
		"player": "a b $(id)",
	} {
		if got := lines(filepath.Join(dir, file)); len(got) != 1 || got[0] != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
	select {
	case f := <-r.faults:
		t.Error(f)
	default:
	}
}

// What has not begun gives way to what is newer.
func TestSpeechNeverLags(t *testing.T) {
	dir := t.TempDir()
	program := script(t, `cat >>`+dir+`/said; [ -e `+dir+`/go ] || { touch `+dir+`/begun; while [ ! -e `+dir+`/go ]; do sleep 0.01; done; }`)
	r := start(t, Options{Program: program, Player: []string{"cat"}})
	r.Say("one")
	eventually(t, "the first sentence", func() bool { return len(lines(dir+"/said")) == 1 && exists(dir+"/begun") })
	for _, s := range []string{"two", "three", "four"} {
		r.Say(s)
	}
	os.WriteFile(dir+"/go", nil, 0o644)
	r.finish(t)
	if got := strings.Join(lines(dir+"/said"), " "); got != "one four" {
		t.Errorf("said %q", got)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Breaking off, muting, halting and ending all kill what speaks, and what it has
// begun, at once.
func TestBreakingOff(t *testing.T) {
	for name, end := range map[string]func(r *rig){
		"hush": func(r *rig) { r.Hush() },
		"mute": func(r *rig) { r.SetVolume(-5) },
		"halt": func(r *rig) { r.Halt(); r.Halt() },
		"end":  func(r *rig) { r.stop() },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			// It does not end by itself, ignores signals that can be ignored, and
			// has a child that holds its pipes.
			program := script(t, `trap '' TERM INT HUP; sleep 1000 & echo $! >`+dir+`/child; echo $$ >`+dir+`/program; wait`)
			player := script(t, `echo $$ >`+dir+`/player; cat >/dev/null; sleep 1000`)
			r := start(t, Options{Program: program, Player: []string{player}})
			r.Say("for ever")
			eventually(t, "speech", func() bool {
				return len(lines(dir+"/child")) == 1 && len(lines(dir+"/program")) == 1 && len(lines(dir+"/player")) == 1
			})
			r.Say("not yet begun")
			end(r)
			r.finish(t)
			for _, p := range []string{"child", "program", "player"} {
				eventually(t, "the end of the "+p, func() bool { return !alive(t, dir+"/"+p) })
			}
			select {
			case f := <-r.faults:
				t.Errorf("breaking off is a fault: %v", f)
			default:
			}
		})
	}
}

func TestHalted(t *testing.T) {
	r := start(t, Options{Program: script(t, "echo x >"+t.TempDir()+"/said")})
	r.Halt()
	r.Say("anything")
	r.finish(t)
	r.Hush()
	r.SetVolume(200)
}

// Each failure is a sentence that names the program and says what to do; it is
// told once, and so is its end.
func TestFaults(t *testing.T) {
	fine := script(t, "cat >/dev/null; echo sound")
	takes := script(t, "cat >/dev/null")
	for name, c := range map[string]struct {
		program string
		player  []string
		want    string
	}{
		"no program":   {"/nowhere/espeak-ng", []string{takes}, "nothing can be said: the program /nowhere/espeak-ng is not there; install it with: apt-get install espeak-ng"},
		"not in PATH":  {"no-such-voice", []string{takes}, "the program no-such-voice is not there; check its path"},
		"no right":     {"/etc/passwd", []string{takes}, "the program /etc/passwd may not be run"},
		"no player":    {fine, []string{"/nowhere/aplay"}, "the program /nowhere/aplay is not there; install it with: apt-get install alsa-utils"},
		"fails":        {script(t, "echo trouble >&2; exit 3"), []string{takes}, "program failed (exit status 3: trouble)"},
		"killed":       {script(t, "kill -9 $$"), []string{takes}, "program failed (signal: killed)"},
		"player fails": {fine, []string{script(t, "exec <&-; echo 'aplay: audio open error: Device or resource busy' >&2; exit 1")}, "program does not work, because another program uses the sound card"},
		"both":         {script(t, "cat >/dev/null; while echo sound; do :; done 2>/dev/null; kill -PIPE $$"), []string{script(t, "echo 'audio open error: Permission denied' >&2; exit 1")}, "put it into the group audio"},
	} {
		t.Run(name, func(t *testing.T) {
			r := start(t, Options{Program: c.program, Player: c.player})
			r.Say("hello")
			if f := r.fault(t); !strings.Contains(f.Text, c.want) || f.Device != "voice" || f.At.IsZero() {
				t.Errorf("got %+v, want %q", f, c.want)
			}
		})
	}
}

// After a failure it is quiet for a while, then tries again; a fault that goes
// on is told once, and so is its end.
func TestTryingAgain(t *testing.T) {
	dir := t.TempDir()
	program := script(t, `echo x >>`+dir+`/tries; cat >/dev/null; [ -e `+dir+`/well ]`)
	r := start(t, Options{Program: program, Player: []string{"cat"}})
	r.mu.Lock()
	r.pause = time.Hour // "too soon" is too soon on a slow machine too
	r.mu.Unlock()
	say := func() {
		r.mu.Lock()
		r.retryAt = time.Time{} // as if the pause were over
		r.mu.Unlock()
		r.Say("hello")
		r.finish(t)
	}
	say()
	r.Say("too soon")
	r.finish(t)
	if n := len(lines(dir + "/tries")); n != 1 {
		t.Errorf("%d tries, not 1", n)
	}
	say()
	say()
	os.WriteFile(dir+"/well", nil, 0o644)
	say()
	say()
	if n := len(lines(dir + "/tries")); n != 5 {
		t.Errorf("%d tries, not 5", n)
	}
	close(r.faults)
	var texts []string
	for f := range r.faults {
		texts = append(texts, f.Text)
	}
	if len(texts) != 2 || !strings.Contains(texts[0], "exit status 1") || texts[1] != "" {
		t.Errorf("told %q", texts)
	}
	if r.pause != firstPause {
		t.Errorf("the next pause is %v", r.pause)
	}
}

// deadline is a context whose time is over when the test says so.
type deadline struct {
	context.Context
	over chan struct{}
}

func (d *deadline) Done() <-chan struct{} { return d.over }

func (d *deadline) Err() error {
	select {
	case <-d.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// need ends the test if an outside tool is missing: in continuous integration
// as a failure, else as a skip that says what to install.
func need(t *testing.T, tool, debianPackage string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		sentence := tool + " is not here; install it with: apt-get install " + debianPackage
		if os.Getenv("CI") == "true" {
			t.Fatal(sentence)
		}
		t.Skip(sentence)
	}
}

// The real synthesizer makes sound of a length that fits the sentence.
func TestESpeak(t *testing.T) {
	need(t, "espeak-ng", "espeak-ng")
	for voice, text := range map[string]string{"en": "Please put two white stones on J 10.", "cmn-latn-pinyin": "请将两枚白子放在J 10。"} {
		file := filepath.Join(t.TempDir(), "sound.wav")
		r := start(t, Options{Voice: voice, Player: []string{script(t, "cat >"+file)}})
		r.Say(text)
		r.finish(t)
		if d := playing(t, file); d < time.Second || d > 10*time.Second {
			t.Errorf("%s: %q takes %v", voice, text, d)
		}
	}
	r := start(t, Options{Voice: "nobodys", Player: []string{"cat"}})
	r.Say("hello")
	if f := r.fault(t); !strings.Contains(f.Text, "espeak-ng does not work, because it has no such voice") {
		t.Errorf("got %q", f.Text)
	}
}

// The real player plays to the end, on a device that throws it away, and what it
// says of one that is not there is understood.
func TestAplay(t *testing.T) {
	need(t, "espeak-ng", "espeak-ng")
	need(t, "aplay", "alsa-utils")
	if p := AutoPlayer(); len(p) == 0 || p[0] != "aplay" {
		t.Errorf("the player is %q", p)
	}
	r := start(t, Options{Player: []string{"aplay", "-q", "-D", "null", "-"}})
	r.Say("hello")
	r.finish(t)
	select {
	case f := <-r.faults:
		t.Error(f.Text)
	default:
	}
	r = start(t, Options{Player: []string{"aplay", "-q", "-D", "plughw:7,0", "-"}})
	r.Say("hello")
	if f := r.fault(t); f.Text != "nothing can be said: aplay does not work, because there is no such sound device; name one that aplay -L lists in voice.player" {
		t.Errorf("got %q", f.Text)
	}
}

// playing returns how long a WAV file plays: one channel of 16 bits.
func playing(t *testing.T, file string) time.Duration {
	t.Helper()
	wav, err := os.ReadFile(file)
	if err != nil || len(wav) < 44 || string(wav[:4]) != "RIFF" || string(wav[8:12]) != "WAVE" {
		t.Fatalf("%s is not a sound: %v, %d bytes", file, err, len(wav))
	}
	rate := binary.LittleEndian.Uint32(wav[24:])
	return time.Duration(len(wav)-44) / 2 * time.Second / time.Duration(rate)
}

func TestExamine(t *testing.T) {
	dir := t.TempDir()
	fine, takes := script(t, "cat >"+dir+"/text; echo sound"), []string{script(t, "cat >"+dir+"/sound")}
	for name, c := range map[string]struct {
		o      Options
		health hw.Health
		want   string
	}{
		"well":    {Options{Program: fine, Voice: "en", Volume: 40, Player: takes}, hw.OK, "at volume 40, played by " + takes[0]},
		"mute":    {Options{Program: fine, Voice: "en", Player: takes}, hw.Warn, "the volume is 0"},
		"options": {Options{Program: fine, Voice: "en", Speed: 1}, hw.Bad, "out of range"},
		"missing": {Options{Program: "/nowhere/espeak-ng", Voice: "en", Volume: 40}, hw.Bad, "is not there"},
	} {
		found := Examine(t.Context(), c.o, "hello")
		if len(found) == 0 || found[0].Health != c.health || !strings.Contains(found[0].Text, c.want) || (found[0].Do == "") != (c.health == hw.OK) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	if got := lines(dir + "/text"); len(got) != 1 || got[0] != "hello" {
		t.Errorf("said %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	said := make(chan []hw.Finding, 1)
	hangs := Options{Program: script(t, "echo yes >"+dir+"/hangs; exec sleep infinity"), Voice: "en", Volume: 40, Player: takes}
	go func() { said <- Examine(ctx, hangs, "hello") }()
	eventually(t, "the program to hang", func() bool { return len(lines(dir+"/hangs")) > 0 })
	cancel()
	if found := <-said; found[0].Health != hw.Bad || found[0].Do == "" {
		t.Errorf("hanging: %+v", found)
	}
}

func TestExamineCard(t *testing.T) {
	s := devnode.System{Root: t.TempDir()}
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(s.Root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want string) {
		t.Helper()
		found := ExamineCard(s)
		if hw.Worst(found) != hw.Bad || found[0].Text != want || found[0].Do == "" {
			t.Errorf("%+v, want %q", found, want)
		}
	}
	check("there is none")
	write(cards, "--- no soundcards ---\n")
	check("there is none")
	write(cards, " 0 [vc4hdmi ]: vc4-hdmi\n")
	check("none of the sound devices can play")
	write("dev/snd/pcmC0D0c", "")
	check("none of the sound devices can play")
	write("dev/snd/pcmC0D0p", "")
	write("etc/group", "root:x:0:\n")
	s.User = &devnode.Identity{Name: "pi", UID: 1000, GIDs: []int{1000}}
	if found := ExamineCard(s); hw.Worst(found) != hw.Bad || !strings.Contains(found[0].Text, "/dev/snd/pcmC0D0p") {
		t.Errorf("%+v", found)
	}
	s.User = &devnode.Identity{Name: "root", UID: os.Getuid(), GIDs: []int{os.Getgid()}}
	if found := ExamineCard(s); found != nil {
		t.Errorf("a card that can be used: %+v", found)
	}
}
