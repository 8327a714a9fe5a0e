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
	importLine = regexp.MustCompile(`^import \{([^}]*)\} from "\./([\w-]+\.js)";\n?$`)
	exportWord = regexp.MustCompile(`^export ((?:async )?function|const|class) ([\w$]+)`)
	otherForm  = regexp.MustCompile(`^(import|export)\b.*`)
)

// bundle makes one script of each HTML file's modules and one sheet of its style
// sheets, puts them into bodies in place of the modules, and has the HTML name these: a browser that asks a small
// computer for eighty files waits for eighty answers.
func bundle(bodies map[string][]byte) error {
	inside := map[string]bool{} // the modules that a bundle has, for which nobody asks
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
			for module := range b.state {
				inside[module] = true
			}
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
	for module := range inside {
		delete(bodies, module)
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
	var names []string
	var own bytes.Buffer
	for line := range bytes.Lines(body) {
		// To look for the forms in every line takes a second on a small computer.
		if !bytes.HasPrefix(line, []byte("import")) && !bytes.HasPrefix(line, []byte("export")) {
			own.Write(line)
		} else if m := importLine.FindSubmatch(line); m != nil {
			if err := b.add(string(m[2])); err != nil {
				return err
			}
			fmt.Fprintf(&own, "const {%s} = %s;\n", bytes.ReplaceAll(m[1], []byte(" as "), []byte(": ")), variable(string(m[2])))
		} else if m := exportWord.FindSubmatch(line); m != nil {
			names = append(names, string(m[2]))
			own.Write(line[len("export "):])
		} else if m := otherForm.Find(line); m != nil {
			return fmt.Errorf(`the page's module %s says %q: write import { NAME } from "./MODULE.js" and export const, function or class`, module, m)
		} else {
			own.Write(line)
		}
	}
	b.state[module] = 2
	fmt.Fprintf(&b.out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", variable(module), own.Bytes(), strings.Join(names, ", "))
	return nil
}
