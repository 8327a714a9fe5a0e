package table

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A file uses only what stands in files before it, in the order that the package's
// comment gives.
func TestFilesCallDownwards(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(doc), "from the bottom up")
	var order []string
	for _, line := range regexp.MustCompile(`(?m)^//\t((?:[a-z_]+ ?)+)`).FindAllStringSubmatch(list, -1) {
		for name := range strings.FieldsSeq(line[1]) {
			order = append(order, name+".go")
		}
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "doc.go" {
			continue
		}
		if !slices.Contains(order, name) {
			t.Errorf("doc.go does not say where %s stands", name)
		}
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: nothing{importer.Default()}, Error: func(error) {}} // of the names of others
	pkg, _ := check.Check("table", set, files, &info)
	arrows := 0
	for id, o := range info.Uses {
		v, local := o.(*types.Var)
		if o.Pkg() != pkg || local && (v.IsField() || v.Parent() != pkg.Scope()) {
			continue
		}
		from, to := set.Position(id.Pos()).Filename, set.Position(o.Pos()).Filename
		if from != to {
			arrows++
		}
		if slices.Index(order, from) < slices.Index(order, to) {
			t.Errorf("%s uses %s, which is in %s above it", set.Position(id.Pos()), o.Name(), to)
		}
	}
	if arrows < 500 {
		t.Errorf("only %d uses were seen", arrows)
	}
}

// nothing imports nothing: only this package's own names count.
type nothing struct{ types.Importer }

func (nothing) Import(path string) (*types.Package, error) {
	return types.NewPackage(path, filepath.Base(path)), nil
}
