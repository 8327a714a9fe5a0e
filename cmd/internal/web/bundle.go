package web

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// What a page's HTML names as its modules and its style sheets, and what a module
// names as its imports and exports. The page keeps to these forms: a test packs all
// of it.
var (
	moduleLink = regexp.MustCompile(`<script type="module" src="/page/([\w-]+)\.js">`)
	sheetLink  = regexp.MustCompile(`<link rel="stylesheet" href="/page/([\w-]+\.css)">\n`)
	importLine = regexp.MustCompile(`(?m)^import \{([^}]*)\} from "\./([\w-]+\.js)";$`)
	exportWord = regexp.MustCompile(`(?m)^export ((?:async )?function|const|class) ([\w$]+)`)
	otherForm  = regexp.MustCompile(`(?m)^(import|export)\b.*$`)
	renamed    = regexp.MustCompile(` as `)
)

// bundle makes one script of each HTML file's modules and one sheet of its style
// sheets, adds them to bodies, and has the HTML name these: a browser that asks a small
// computer for eighty files waits for eighty answers.
func bundle(bodies map[string][]byte) error {
	for name, body := range bodies {
		if path.Ext(name) != ".html" {
			continue
		}
		if m := moduleLink.FindSubmatch(body); m != nil {
			b := &bundler{bodies: bodies, state: map[string]int{}}
			if err := b.add(string(m[1]) + ".js"); err != nil {
				return err
			}
			one := string(m[1]) + ".bundle.js"
			bodies[one] = b.out.Bytes()
			body = bytes.Replace(body, m[0], []byte(`<script type="module" src="/page/`+one+`">`), 1)
		}
		if found := sheetLink.FindAllSubmatch(body, -1); len(found) > 1 {
			var sheet []byte
			for _, m := range found {
				css, ok := bodies[string(m[1])]
				if !ok {
					return fmt.Errorf("%s names %s, and there is no such style sheet", name, m[1])
				}
				sheet = append(append(sheet, css...), '\n')
			}
			one := strings.TrimSuffix(name, ".html") + ".bundle.css"
			bodies[one] = sheet
			body = bytes.Replace(body, found[0][0], []byte("<link rel=\"stylesheet\" href=\"/page/"+one+"\">\n"), 1)
			body = sheetLink.ReplaceAllFunc(body, func(link []byte) []byte {
				if bytes.Contains(link, []byte(one)) {
					return link
				}
				return nil
			})
		}
		bodies[name] = body
	}
	return nil
}

// bundler puts modules into one script, each after those that it imports, in a
// function of its own that returns what the module exports.
type bundler struct {
	bodies map[string][]byte
	state  map[string]int // of a module: 1 while its imports are added, 2 once it is there
	out    bytes.Buffer
}

// variable is what a module's exports are called in the bundle.
func variable(module string) string {
	return "$" + strings.NewReplacer("-", "_", ".", "_").Replace(module)
}

func (b *bundler) add(module string) error {
	switch b.state[module] {
	case 1:
		return fmt.Errorf("the page's module %s imports itself by way of others: take what both need into a third module", module)
	case 2:
		return nil
	}
	body, ok := b.bodies[module]
	if !ok {
		return fmt.Errorf("the page has no module %s", module)
	}
	b.state[module] = 1
	for _, m := range importLine.FindAllSubmatch(body, -1) {
		if err := b.add(string(m[2])); err != nil {
			return err
		}
	}
	b.state[module] = 2
	var names []string
	for _, m := range exportWord.FindAllSubmatch(body, -1) {
		names = append(names, string(m[2]))
	}
	body = importLine.ReplaceAllFunc(body, func(line []byte) []byte {
		m := importLine.FindSubmatch(line)
		return []byte("const {" + renamed.ReplaceAllString(string(m[1]), ": ") + "} = " + variable(string(m[2])) + ";")
	})
	body = exportWord.ReplaceAll(body, []byte("$1 $2"))
	if m := otherForm.Find(body); m != nil {
		return fmt.Errorf(`the page's module %s says %q: write import { NAME } from "./MODULE.js" and export const, function or class`, module, m)
	}
	fmt.Fprintf(&b.out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", variable(module), body, strings.Join(names, ", "))
	return nil
}
