package config

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stonehand/cmd/internal/text"
)

// verbs are where a format names something.
var verbs = regexp.MustCompile(`%(\[\d\])?[a-z]`)

// Whatever is wrong with the settings is said in Chinese too: every format that the
// package's code passes on stands in the table, and names the same.
func TestEveryProblemHasChinese(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{"refuse": 2, "problem": 3, "say": 0, "plain": 0, "Of": 0}
	seen := map[string]bool{"key": true, "section": true, "a section of its own, like [%s]": true, "with engine.memory \"lean\" it can be 0 to %d": true, "%s %s": true}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			called := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			i, said := at[called]
			if !said || i >= len(call.Args) {
				return true
			}
			if text, ok := call.Args[i].(*ast.BasicLit); ok && text.Kind == token.STRING {
				format, err := strconv.Unquote(text.Value)
				if err != nil {
					t.Fatal(err)
				}
				seen[format] = true
				if _, ok := chinese[format]; !ok {
					t.Errorf("%s: no Chinese for %q", name, format)
				}
			}
			return true
		})
	}
	for format, zh := range chinese {
		if !seen[format] && !strings.HasPrefix(format, `write "host:port"`) {
			t.Errorf("nothing says %q", format)
		}
		if a, b := verbs.FindAllString(format, -1), verbs.FindAllString(zh, -1); !slices.Equal(a, b) {
			t.Errorf("%q names %q, and %q names %q", format, a, zh, b)
		}
	}
}

// What is wrong is said whole in Chinese, with file, line, and what would be right.
func TestProblemsInChinese(t *testing.T) {
	for file, want := range map[string]string{
		"[game]\nlevel = 99":            "f第2行：game.level 的值是 99；可以是 1 到 15",
		"[game]\nrules = \"chess\"":     `f第2行：game.rules 的值是 "chess"；可以是 "connect6"、"connect6-fives"、"gomoku"、"gomoku-standard"、"renju"、"go"`,
		"[game]\nlevel = \"high\"":      "f第2行：game.level 应为整数",
		"[game]\nlevle = 3":             `f第2行：未知的设置项 "game.levle"，是不是 "game.level"？`,
		"[board]\nsettle = \"1h\"":      `f第2行：board.settle 的值是 1h0m0s；可以是 10ms 到 10s`,
		"[web]\nlisten = \"0.0.0.0:1\"": `f第2行：web.listen 的值是 "0.0.0.0:1"；其他机器能访问该地址，请同时设置 web.password，或仍用 "127.0.0.1:8019"`,
	} {
		_, err := Parse("f", []byte(file))
		ps, ok := err.(Problems)
		if !ok || len(ps) != 1 {
			t.Errorf("%q: %v", file, err)
			continue
		}
		if got := ps[0].In(text.Chinese); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", file, got, want)
		}
		if got := ps[0].In(text.English); got != ps[0].Error() {
			t.Errorf("%q: %s", file, got)
		}
	}
}
