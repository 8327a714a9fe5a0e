// Command vet is what "go vet -vettool" asks for the opinion of go vet's own analyzers and of
// staticcheck's on a package, in one pass. Asked so, it is remembered by what the package says,
// wherever the repository lies; staticcheck itself remembers by where it lies, and looks at all
// of every clone.
package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	all := []*analysis.Analyzer{idle}
	for _, a := range vet.Suite {
		// What a program says is often read only as far as it goes: how the program ended tells
		// what was wrong. Go 1.26's own vet does not have this one either.
		if a.Name != "scannererr" {
			all = append(all, a)
		}
	}
	for _, list := range [][]*lint.Analyzer{simple.Analyzers, staticcheck.Analyzers, stylecheck.Analyzers} {
		for _, a := range list {
			// As staticcheck does without settings.
			if doc := a.Doc; doc == nil || !doc.NonDefault {
				all = append(all, a.Analyzer)
			}
		}
	}
	unitchecker.Main(all...)
}

// idle reports what nothing uses. A package that has tests of its own is looked at with
// them, since they use it too.
var idle = &analysis.Analyzer{
	Name: "U1000", Doc: "reports what nothing uses", Requires: []*analysis.Analyzer{unused.Analyzer.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		if len(pass.Files) == 0 || !tested(pass) {
			return nil, nil
		}
		for _, o := range pass.ResultOf[unused.Analyzer.Analyzer].(unused.Result).Unused {
			if at := find(pass, o.Position); at.IsValid() {
				pass.Reportf(at, "%s %s is unused (U1000)", o.Kind, o.Name)
			}
		}
		return nil, nil
	},
}

// tested reports whether a package comes with its tests, or has none.
func tested(pass *analysis.Pass) bool {
	name := func(i int) string { return pass.Fset.File(pass.Files[i].Pos()).Name() }
	for i := range pass.Files {
		if strings.HasSuffix(name(i), "_test.go") {
			return true
		}
	}
	tests, _ := filepath.Glob(filepath.Join(filepath.Dir(name(0)), "*_test.go"))
	return !slices.ContainsFunc(tests, func(path string) bool {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		return err == nil && f.Name.Name == pass.Pkg.Name() // those of another package use what is exported
	})
}

// find returns the line of a position.
func find(pass *analysis.Pass, at token.Position) token.Pos {
	for _, f := range pass.Files {
		if file := pass.Fset.File(f.Pos()); file.Name() == at.Filename && at.Line <= file.LineCount() {
			return file.LineStart(at.Line)
		}
	}
	return token.NoPos
}
