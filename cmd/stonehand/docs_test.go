package main_test

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// architecture returns the text of ARCHITECTURE.md.
func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestArchitectureNamesEveryPackage(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files with one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	text := architecture(t)
	ours, _ := rooms(t)
	for _, r := range ours {
		name := path.Base(r.ImportPath)
		if len(r.GoFiles) > 0 && !strings.Contains(text, "**"+name+"**") && !strings.Contains(text, "`"+strings.TrimPrefix(r.ImportPath, module)+"`") {
			t.Errorf("ARCHITECTURE.md does not say what %s is for", r.ImportPath)
		}
	}
}

func TestArchitectureGivesAReasonForEveryDependency(t *testing.T) {
	cmd := exec.Command("go", "list", "-m", "-f", "{{if not (or .Indirect .Main)}}{{.Path}}{{end}}", "all")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -m: %v", err)
	}
	text := architecture(t)
	for _, m := range strings.Fields(string(out)) {
		if !strings.Contains(text, "`"+m+"`") {
			t.Errorf("ARCHITECTURE.md gives no reason for depending on %s", m)
		}
	}
}

// link finds the targets of links in Markdown.
var link = regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)

func TestLinksInDocumentsLeadSomewhere(t *testing.T) {
	for f, text := range texts(t, ".md") {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root(t), filepath.FromSlash(path.Join(path.Dir(f), m[1])))); err != nil {
				t.Errorf("%s links to %s, which does not exist", f, m[1])
			}
		}
	}
}

// tested finds the names of tests in Markdown, and made those that are there.
var (
	tested = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9]*)`")
	made   = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9]*)\(`)
)

func TestDocumentsNameTestsThatExist(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files with one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	there := map[string]bool{}
	for _, text := range texts(t, ".go") {
		for _, m := range made.FindAllStringSubmatch(text, -1) {
			there[m[1]] = true
		}
	}
	for f, text := range texts(t, ".md") {
		for _, m := range tested.FindAllStringSubmatch(text, -1) {
			if !there[m[1]] {
				t.Errorf("%s names %s, which does not exist", f, m[1])
			}
		}
	}
}

// texts are the files whose names end so, by their names.
func texts(t *testing.T, ext string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, f := range files(t) {
		if path.Ext(f) != ext {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(f)))
		if os.IsNotExist(err) {
			continue // removed, and git not yet told
		}
		if err != nil {
			t.Fatal(err)
		}
		all[f] = string(text)
	}
	return all
}

// Who copies, restores or tidies the games' folder finds every file of it on the
// operator's page.
func TestEveryFileOfTheGamesIsOnTheOperatorsPage(t *testing.T) {
	all := texts(t, ".go")
	page := texts(t, ".md")["docs/operator.md"]
	named := regexp.MustCompile(`(?m)^(?:const)?\s*(?:\w+File|lastRecording|faultRecording|fileName|positionName|socketName)\s*= "([a-z.-]+)"`)
	listed := regexp.MustCompile(`(?m)^//\t([a-z.]+(?:/|\.N|\*\.[a-z]+)*[a-z/*.]*) `)
	found := 0
	for f, text := range all {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		names := [][]string{}
		switch path.Dir(f) {
		case "cmd/stonehand", "cmd/internal/link", "cmd/internal/fleet":
			names = named.FindAllStringSubmatch(text, -1)
		case "cmd/internal/store":
			names = listed.FindAllStringSubmatch(text, -1)
		}
		for _, m := range names {
			found++
			if !strings.Contains(page, "`"+m[1]+"`") {
				t.Errorf("docs/operator.md does not say what %s is", m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("%d names of files were found in the source", found)
	}
}
