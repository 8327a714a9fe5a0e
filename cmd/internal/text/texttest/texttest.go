// Package texttest checks that a package says everything in both languages.
package texttest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stonehand/cmd/internal/text"
)

// Formats checks that a section has Chinese for every format that code passes on, and none
// for what nobody says. Patterns name the files, as [filepath.Glob] does; at says which
// argument of a function is the format, by the function's name, "New" or "problem.New". What
// is formatted otherwise stands in also.
func Formats(t *testing.T, section text.Section, patterns []string, at map[string]int, also ...string) {
	t.Helper()
	known := section.Formats()
	seen := map[string]bool{}
	for _, format := range also {
		seen[format] = true
	}
	each(t, patterns, at, func(name, format string) {
		seen[format] = true
		if _, ok := known[format]; !ok {
			t.Errorf("%s: no Chinese for %q: add it to [%s] of chinese.txt", name, format, section)
		}
	})
	for format := range known {
		if !seen[format] {
			t.Errorf("nothing says %q of [%s]: remove it from chinese.txt", format, section)
		}
	}
}

// English checks that no code passes on, as [Formats] has it, what people could see in
// English alone: what is for programmers begins with the package's name.
func English(t *testing.T, patterns []string, at map[string]int) {
	t.Helper()
	each(t, patterns, at, func(name, format string) {
		if pkg := filepath.Base(filepath.Dir(name)); !strings.HasPrefix(format, pkg+": ") {
			t.Errorf("%s: make %q an hw.Errorf, or begin it with %q if people never see it", name, format, pkg+": ")
		}
	})
}

// each calls do with every constant format that files pass on.
func each(t *testing.T, patterns []string, at map[string]int, do func(name, format string)) {
	t.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, format := range said(t, name, at) {
				do(name, format)
			}
		}
	}
}

// said are the constant formats that a file passes on.
func said(t *testing.T, name string, at map[string]int) (formats []string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		i, passes := 0, false
		switch f := call.Fun.(type) {
		case *ast.Ident:
			i, passes = at[f.Name]
		case *ast.SelectorExpr:
			i, passes = at[f.Sel.Name]
			if from, ok := f.X.(*ast.Ident); ok && !passes {
				i, passes = at[from.Name+"."+f.Sel.Name]
			}
		}
		if !passes || i >= len(call.Args) {
			return true
		}
		if arg, ok := call.Args[i].(*ast.BasicLit); ok && arg.Kind == token.STRING {
			format, err := strconv.Unquote(arg.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats = append(formats, format)
		}
		return true
	})
	return formats
}
