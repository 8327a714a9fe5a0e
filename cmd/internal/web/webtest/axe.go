package webtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// axeAt is where axe-core lies in the repository, as the package.json of the page
// names its version.
const axeAt = "cmd/internal/web/node_modules/axe-core/axe.min.js"

// Axe returns the source of axe-core, which finds what keeps people with
// disabilities from using a page. Where it is not installed the test is skipped,
// or fails if the environment says CI=true.
func Axe(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	source, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(axeAt)))
	if err != nil {
		const why = "axe-core is not installed: make tools"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	return string(source)
}

// Violations runs axe-core, whose source is given, on the page as it is, or on the parts
// of it that CSS selectors name, and returns what it finds: the rule, what it asks for,
// and the elements, a line each.
func (p *Tab) Violations(source string, parts ...string) []string {
	p.t.Helper()
	if !Eval[bool](p, `typeof axe === "object"`) {
		Eval[bool](p, source+"; true")
	}
	within := "document"
	if len(parts) > 0 {
		within = quotes(parts)
	}
	Eval[bool](p, `(() => { window.found = null; axe.run(`+within+`, { resultTypes: ["violations"], preload: false }).then((r) => { window.found = r.violations; }, (e) => { window.found = [{ id: "axe", help: String(e), nodes: [] }]; }); return true })()`)
	p.Wait("axe to end", `window.found`)
	return Eval[[]string](p, `window.found.flatMap((v) => [v.id + ": " + v.help, ...v.nodes.map((n) => "  " + n.target.join(" ") + ": " + (n.any[0] ?? n.all[0] ?? n.none[0])?.message)])`)
}

// quotes writes texts as a JavaScript list of strings.
func quotes(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = quote(text)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}
