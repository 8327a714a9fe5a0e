package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// flagsOf are the flags that a command line really has.
func flagsOf(t *testing.T, words ...string) []string {
	t.Helper()
	err := dispatch(t.Context(), append(words, "--no-such-flag"), stdio{strings.NewReader(""), io.Discard, io.Discard})
	var wrong wrongFlags
	if !errors.As(err, &wrong) {
		t.Fatalf("%v takes a flag that there is not: %v", words, err)
	}
	var list []string
	wrong.flags.VisitAll(func(f *flag.Flag) {
		if f.Name != "burn" { // which "study clock" gives to processes of its own
			list = append(list, "--"+f.Name)
		}
	})
	return list
}

// flagNames are the flags that a usage text explains, for a part.
func flagNames(u usageText, part string) []string {
	var list []string
	for _, f := range u.of(part) {
		list = append(list, f.name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestUsageNamesEveryFlag holds the usage texts to the flags that subcommands take.
func TestUsageNamesEveryFlag(t *testing.T) {
	for _, u := range usages() {
		lines := [][]string{{u.command}}
		if len(u.parts) > 0 && u.command != "completion" {
			lines = nil
			for _, p := range u.parts {
				lines = append(lines, []string{u.command, p})
			}
		}
		for _, words := range lines {
			want := flagsOf(t, words...)
			slices.Sort(want)
			if got := flagNames(u, strings.Join(words[1:], "")); !slices.Equal(got, want) {
				t.Errorf("stonehand %s: the usage explains %v, and the flags are %v", strings.Join(words, " "), got, want)
			}
		}
		if u.summary == "" {
			t.Errorf("the usage of stonehand does not list %q", u.command)
		}
	}
}

// TestUsageTexts: every subcommand has its text, every text has its subcommand, and its
// values fit.
func TestUsageTexts(t *testing.T) {
	files, err := usageFiles.ReadDir("usage")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, strings.TrimSuffix(f.Name(), ".txt"))
	}
	want := strings.Fields(subcommands(usages()))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("there are texts for %v, and the subcommands are %v", got, want)
	}
	for _, name := range want {
		if text := (command{name: name}).usage(); strings.Contains(text, "%!") {
			t.Errorf("the values do not fit into the usage of %s:\n%s", name, text)
		} else if !strings.Contains("\n"+text, "\nUsage:\n    stonehand ") {
			t.Errorf("the usage of %s does not show how it is called in the form of which manual pages make their synopsis:\n%s", name, text)
		}
	}
	for name := range usageValues() {
		if !slices.Contains(want, name) {
			t.Errorf("there are values for the usage of %q, which is no subcommand", name)
		}
	}
}

// TestCompletionKnowsTheUsage finds every subcommand, part and flag of the usage texts in
// the completions, which their shells can read.
func TestCompletionKnowsTheUsage(t *testing.T) {
	for _, shell := range []struct {
		name, flag string // what the flag that looks for mistakes is called
		make       func([]usageText) string
	}{{"bash", "-n", bashCompletion}, {"zsh", "-n", zshCompletion}, {"fish", "--no-execute", fishCompletion}} {
		text := shell.make(usages())
		for _, c := range commands {
			if !strings.Contains(text, c.name) {
				t.Errorf("%s: %s is missing", shell.name, c.name)
			}
			for _, m := range regexp.MustCompile(`(?m)^    --([a-z0-9-]+)`).FindAllStringSubmatch(c.usage(), -1) {
				if !strings.Contains(text, "--"+m[1]) && !strings.Contains(text, "-l "+m[1]) {
					t.Errorf("%s: --%s of %s is missing", shell.name, m[1], c.name)
				}
			}
		}
		program, err := exec.LookPath(shell.name)
		if err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatal(err)
			}
			t.Logf("not read by %s: %v", shell.name, err)
			continue
		}
		file := filepath.Join(t.TempDir(), shell.name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(program, shell.flag, file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s cannot read its completion: %v\n%s", shell.name, err, out)
		}
	}
}

// TestBashCompletes asks bash what it offers.
func TestBashCompletes(t *testing.T) {
	for typed, want := range map[string]string{
		"so": "solve", "solve --ver": "--verify", "study mi": "mixes", "study tactics --qu": "--quiet", "help gr": "grblsim", "play --t": "--terminal",
		"play --da": "--data", "--conf": "--config",
	} {
		words := append([]string{"stonehand"}, strings.Fields(typed)...)
		script := bashCompletion(usages()) + "\nCOMP_WORDS=(" + strings.Join(words, " ") + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_stonehand\necho ${COMPREPLY[@]}\n"
		out, err := exec.Command("bash", "-c", script).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed by %q (%v), want %q", typed, got, err, want)
		}
	}
}

// TestManualPages writes the pages, which say what the usage texts say, and have no
// mistakes that groff knows.
func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	if err := runMan(t.Context(), []string{dir}, stdio{}); err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`\\[e&]?`)
	words := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == ':' })
	}
	for _, c := range commands {
		file := filepath.Join(dir, "stonehand-"+c.name+".1")
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		said := words(plain.ReplaceAllString(string(page), ""))
		for _, w := range words(plain.ReplaceAllString(c.usage(), "")) {
			if !slices.ContainsFunc(said, func(s string) bool { return strings.EqualFold(s, w) }) && w != "Usage" {
				t.Errorf("the manual page of %s lacks %q", c.name, w)
			}
		}
		groff, err := exec.LookPath("groff")
		if err != nil {
			continue
		}
		if out, err := exec.Command(groff, "-man", "-Tutf8", "-ww", "-Wbreak", "-z", file).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}
