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
	for _, f := range files(t) {
		if path.Ext(f) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(f)))
		if os.IsNotExist(err) {
			continue // removed, and git not yet told
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root(t), filepath.FromSlash(path.Join(path.Dir(f), m[1])))); err != nil {
				t.Errorf("%s links to %s, which does not exist", f, m[1])
			}
		}
	}
}
