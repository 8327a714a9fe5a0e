package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Wherever the games are kept, a program cannot read them, but what it needs.
func TestGamesAreHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the sandbox allows, and -short goes with it")
	}
	if landlockVersion() < 1 {
		t.Skip("optional: this kernel has no Landlock")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("optional: there is no shell")
	}
	shell, err := os.ReadFile(sh)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		hide    string   // what the folder of the games is called
		system  bool     // all is in a folder of the system
		own     bool     // the program is in it
		visible bool     // what is in the folder "games" is no secret
		more    []string // arguments of the program
	}{
		{name: "beside the program", hide: "games", own: true},
		{name: "not there yet", hide: "later/games", own: true, visible: true},
		{name: "in a folder of the system", hide: "games", system: true},
		{name: "called by a link", hide: "link", system: true},
		{name: "in an argument of the program", hide: "games", more: []string{"--models=%"}},
		{name: "in one that is called by a link", hide: "games", more: []string{"%/all"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			in := func(name string) string { return filepath.Join(dir, name) }
			for name, content := range map[string][]byte{"sh": shell, "games/old/journal": []byte("secret"), "data/model": []byte("open"), "gamesmanship": []byte("open")} {
				if err == nil {
					err = os.MkdirAll(filepath.Dir(in(name)), 0o700)
				}
				if err == nil {
					err = os.WriteFile(in(name), content, 0o700)
				}
			}
			if err == nil {
				err = os.Symlink("games", in("link"))
			}
			if err == nil {
				err = os.Symlink(".", in("all"))
			}
			if err != nil {
				t.Fatal(err)
			}
			program := sh
			if c.own {
				program = in("sh")
			}
			for _, file := range []string{"games/old/journal", "link/old/journal", "all/games/old/journal", "data/model", "gamesmanship"} {
				// So written, the file is none that the arguments name.
				words := []string{program, "-c", `cat <"${0#not }"`, "not " + in(file)}
				for _, word := range c.more {
					words = append(words, strings.ReplaceAll(word, "%", dir))
				}
				cmd := exec.Command(exe, append([]string{SandboxCommand, "--memory", "1024", "--hide", in(c.hide), "--scratch", t.TempDir(), "--"}, words...)...)
				if c.system {
					cmd.Env = append(os.Environ(), systemFolder+"="+dir)
				}
				out, err := cmd.CombinedOutput()
				if hidden := filepath.Base(file) == "journal" && !c.visible; hidden && string(out) == "secret" || !hidden && err != nil {
					t.Errorf("%s: %q, %v", file, out, err)
				}
			}
		})
	}
}
