package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// heavy returns the arguments with which "go test" runs the tests under roots
// that leave something out under -short, and no others: tests that ask
// [testing.Short], or call a function of their package's tests that does. Packages
// begin in the order of roots.
func heavy(roots []string) ([]string, error) {
	var dirs []string
	asking := map[string]map[string]bool{} // by folder: functions that ask
	calls := map[string]map[string][]string{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			dir := filepath.Dir(path)
			if calls[dir] == nil {
				dirs = append(dirs, dir)
				calls[dir], asking[dir] = map[string][]string{}, map[string]bool{}
			}
			for _, decl := range file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok {
					names, asks := uses(f)
					calls[dir][f.Name.Name] = append(calls[dir][f.Name.Name], names...)
					asking[dir][f.Name.Name] = asking[dir][f.Name.Name] || asks
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var tests, packages []string
	for _, dir := range dirs {
		known, asks := calls[dir], asking[dir]
		for changed := true; changed; {
			changed = false
			for f, names := range known {
				if !asks[f] && slices.ContainsFunc(names, func(n string) bool { return asks[n] }) {
					asks[f], changed = true, true
				}
			}
		}
		found := false
		for f := range known {
			if asks[f] && strings.HasPrefix(f, "Test") {
				tests, found = append(tests, f), true
			}
		}
		if found {
			packages = append(packages, "./"+filepath.ToSlash(dir))
		}
	}
	if len(tests) == 0 {
		return nil, fmt.Errorf("no test under %s asks testing.Short()", strings.Join(roots, " "))
	}
	slices.Sort(tests)
	return append([]string{"-run", "^(" + strings.Join(slices.Compact(tests), "|") + ")$"}, packages...), nil
}

// uses lists the names that a function mentions, and whether it asks
// testing.Short.
func uses(f *ast.FuncDecl) (names []string, asks bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			asks = asks || ok && x.Name == "testing" && n.Sel.Name == "Short"
			names = append(names, n.Sel.Name)
		case *ast.Ident:
			names = append(names, n.Name)
		}
		return true
	})
	return names, asks
}
