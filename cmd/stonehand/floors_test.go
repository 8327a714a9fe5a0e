package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the import path that everything of ours begins with.
const module = "stonehand/"

// adapters are the packages under cmd/internal that join the table to the
// outside world. None may know another.
var adapters = []string{"web", "link", "console", "fleet", "farm", "store", "lab"}

// readers are the packages under cmd/internal that know a table by its contract
// alone. Their tests may run one.
var readers = append([]string{"api", "bridge", "config", "doctor", "hands", "service", "terminal"}, adapters...)

// engines are the searches of games, which package main asks for by name only.
var engines = []string{module + "engine/search", module + "engine/five", module + "engine/hybrid", module + "engine/gomoku"}

// room is a package as "go list" describes it.
type room struct {
	ImportPath   string
	Doc          string
	Standard     bool
	GoFiles      []string
	Deps         []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// floor returns the top-level folder of one of our packages: "engine" for
// "stonehand/engine/board".
func floor(importPath string) string {
	own, ok := strings.CutPrefix(importPath, module)
	if !ok {
		return ""
	}
	top, _, _ := strings.Cut(own, "/")
	return top
}

// adapter returns which adapter a package belongs to: "web" for
// "stonehand/cmd/internal/web", "" for anything else.
func adapter(importPath string) string {
	own, ok := strings.CutPrefix(importPath, module+"cmd/internal/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(own, "/")
	if slices.Contains(adapters, name) {
		return name
	}
	return ""
}

// offence says in a sentence why the package from may not import to, or
// returns "".
func offence(from, to string, standard bool) string {
	same := floor(from) == floor(to)
	switch floor(from) {
	case "engine":
		switch {
		case !standard && !same:
			return "engine imports only itself and the standard library"
		case slices.Contains([]string{"os", "net", "syscall", "log"}, strings.Split(to, "/")[0]):
			return "engine does no input or output"
		}
	case "hw":
		if floor(to) == "engine" || floor(to) == "cmd" {
			return "hw knows no game and no daemon"
		}
	case "firmware-protocol":
		if floor(to) != "" && !same {
			return "firmware-protocol stands alone"
		}
	case "cmd":
		a, b := adapter(from), adapter(to)
		switch {
		case from == module+"cmd/stonehand" && slices.Contains(engines, to):
			return "package main keeps no player; cmd/internal/players and lab have them"
		case a != "" && b != "" && a != b:
			return "one adapter may not know another; wire them together in cmd/stonehand"
		case strings.HasPrefix(from, module+"cmd/internal/table") && b != "":
			return "the table knows no adapter; it is given what it needs"
		}
	}
	return ""
}

// rooms lists every package the product is made of, with all it depends on.
func rooms(t *testing.T) (ours []room, standard map[string]bool) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-test",
		"-json=ImportPath,Doc,Standard,GoFiles,Deps,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = root(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	standard = map[string]bool{"C": true, "unsafe": true}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var r room
		if err := dec.Decode(&r); errors.Is(err, io.EOF) {
			return ours, standard
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		switch {
		case r.Standard:
			standard[r.ImportPath] = true
		case strings.HasPrefix(r.ImportPath, module) && !strings.ContainsAny(r.ImportPath, " ") &&
			!strings.HasSuffix(r.ImportPath, ".test"):
			ours = append(ours, r)
		}
	}
}

// root returns the folder that holds go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatalf("this test lives two folders below go.mod: %v", err)
	}
	return dir
}

func TestFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files with one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	ours, standard := rooms(t)
	if len(ours) == 0 {
		t.Fatal("go list found no package of ours")
	}
	for _, r := range ours {
		name := strings.TrimPrefix(r.ImportPath, module+"cmd/internal/")
		if slices.Contains(readers, name) && slices.Contains(r.Deps, module+"cmd/internal/table") {
			t.Errorf("%s is built on the table: the contract is in cmd/internal/api", r.ImportPath)
		}
		for _, to := range r.Imports {
			if why := offence(r.ImportPath, to, standard[to]); why != "" {
				t.Errorf("%s imports %s: %s", r.ImportPath, to, why)
			}
		}
		// Tests may use files, the network and test libraries, but the floors
		// between our own packages hold for them too.
		for _, to := range slices.Concat(r.TestImports, r.XTestImports) {
			if floor(to) == "" {
				continue
			}
			if why := offence(r.ImportPath, to, false); why != "" {
				t.Errorf("a test of %s imports %s: %s", r.ImportPath, to, why)
			}
		}
	}
}

// TestFloorRules makes sure that the rules themselves catch what they are for.
func TestFloorRules(t *testing.T) {
	for _, c := range []struct {
		from, to string
		standard bool
		allowed  bool
	}{
		{"stonehand/engine/search", "stonehand/engine/board", false, true},
		{"stonehand/engine/search", "math/bits", true, true},
		{"stonehand/engine/search", "os", true, false},
		{"stonehand/engine/search", "net/http", true, false},
		{"stonehand/engine/search", "stonehand/hw", false, false},
		{"stonehand/engine/search", "golang.org/x/sync/errgroup", false, false},
		{"stonehand/hw/mcu", "stonehand/firmware-protocol", false, true},
		{"stonehand/hw/mcu", "go.bug.st/serial", false, true},
		{"stonehand/hw/sim", "stonehand/engine/board", false, false},
		{"stonehand/hw/sim", "stonehand/cmd/internal/table", false, false},
		{"stonehand/firmware-protocol", "stonehand/hw", false, false},
		{"stonehand/firmware-protocol", "encoding/binary", true, true},
		{"stonehand/cmd/internal/web", "stonehand/cmd/internal/table", false, true},
		{"stonehand/cmd/internal/web", "stonehand/cmd/internal/store", false, false},
		{"stonehand/cmd/internal/web/page", "stonehand/cmd/internal/web", false, true},
		{"stonehand/cmd/internal/table", "stonehand/cmd/internal/web", false, false},
		{"stonehand/cmd/stonehand", "stonehand/cmd/internal/web", false, true},
		{"stonehand/cmd/stonehand", "stonehand/cmd/internal/players", false, true},
		{"stonehand/cmd/stonehand", "stonehand/engine/search", false, false},
	} {
		why := offence(c.from, c.to, c.standard)
		if c.allowed != (why == "") {
			t.Errorf("%s importing %s: allowed is to be %v, and the rule says %q", c.from, c.to, c.allowed, why)
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files with one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	ours, _ := rooms(t)
	for _, r := range ours {
		if len(r.GoFiles) > 0 && r.Doc == "" {
			t.Errorf("%s has no package comment", r.ImportPath)
		}
	}
}

// TestEveryPackageThatOthersUseHasAnExample holds engine and hw to it, and what most of
// cmd/internal stands on.
func TestEveryPackageThatOthersUseHasAnExample(t *testing.T) {
	if testing.Short() {
		t.Skip("reads files with one goroutine, which the race detector only slows down, so -short leaves it out")
	}
	ours, _ := rooms(t)
	used := map[string]bool{}
	for _, r := range ours {
		for _, to := range r.Imports {
			used[to] = true
		}
	}
	for _, r := range ours {
		name := strings.TrimPrefix(r.ImportPath, module)
		ground := floor(r.ImportPath) != "cmd" || slices.Contains([]string{"api", "charset", "config", "players", "pointmap", "regular", "study", "text"}, strings.TrimPrefix(name, "cmd/internal/"))
		if !used[r.ImportPath] || !ground || slices.Contains(r.Imports, "testing") || strings.HasSuffix(name, "test") {
			continue
		}
		tests, err := filepath.Glob(filepath.Join(root(t), name, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(tests, func(file string) bool {
			text, err := os.ReadFile(file)
			return err == nil && bytes.Contains(text, []byte("\nfunc Example"))
		}) {
			t.Errorf("%s is used by other packages and has no Example test", name)
		}
	}
}

// files lists every file of the tree that git would take, as slash paths.
func files(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
	cmd.Dir = root(t)
	out, err := cmd.Output()
	if err != nil {
		const why = "this needs git and a clone of the repository, not an archive of it"
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s: %v", why, err)
		}
		t.Skipf("%s: %v", why, err)
	}
	return strings.Split(strings.Trim(string(out), "\x00"), "\x00")
}

func TestTopLevel(t *testing.T) {
	allowed := []string{
		"cmd", "hw", "engine", "firmware-protocol", "systemd", "go.mod", "go.sum", "Makefile",
		"README.md", "ARCHITECTURE.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs",
	}
	for _, f := range files(t) {
		top, _, _ := strings.Cut(f, "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(allowed, top) {
			t.Errorf("%s: nothing but %s and dot-files lives at the top", f, strings.Join(allowed, ", "))
		}
	}
}

func TestNoFileIsTooLong(t *testing.T) {
	const limit = 500
	for _, f := range files(t) {
		if !slices.Contains([]string{".go", ".c", ".h", ".js", ".css", ".html"}, path.Ext(f)) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root(t), filepath.FromSlash(f)))
		if errors.Is(err, os.ErrNotExist) {
			continue // removed, and git not yet told
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > limit {
			t.Errorf("%s has %d lines; a file of more than %d holds more than one idea", f, n, limit)
		}
	}
}
