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
	modules := map[string]*module{} // that a bundle has, for which nobody asks
	for name, body := range bodies {
		if path.Ext(name) != ".html" {
			continue
		}
		if m := moduleLink.FindSubmatch(body); m != nil {
			b := &bundler{bodies: bodies, modules: modules, state: map[string]int{}}
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
	for name := range modules {
		delete(bodies, name)
	}
	return nil
}

// bundler puts modules into one script, each after those that it imports, in a
// function of its own that returns what the module exports.
type bundler struct {
	bodies  map[string][]byte
	modules map[string]*module // that were read, for this script or another
	state   map[string]int     // of a module: 1 while its imports are added, 2 once it is there
	out     bytes.Buffer
}

// module is one of the page's modules as a script of several has it.
type module struct {
	imports []string
	names   []string // that it exports
	body    []byte
}

// variable is what a module's exports are called in the bundle.
func variable(module string) string {
	return "$" + strings.NewReplacer("-", "_", ".", "_").Replace(module)
}

func (b *bundler) add(name string) error {
	switch b.state[name] {
	case 1:
		return fmt.Errorf("the page's module %s imports itself by way of others: take what both need into a third module", name)
	case 2:
		return nil
	}
	m := b.modules[name]
	if m == nil {
		body, ok := b.bodies[name]
		if !ok {
			return fmt.Errorf("the page has no module %s", name)
		}
		var err error
		if m, err = readModule(name, body); err != nil {
			return err
		}
		b.modules[name] = m
	}
	b.state[name] = 1
	for _, other := range m.imports {
		if err := b.add(other); err != nil {
			return err
		}
	}
	b.state[name] = 2
	fmt.Fprintf(&b.out, "const %s = (() => {\n", variable(name))
	b.out.Write(m.body)
	fmt.Fprintf(&b.out, "\nreturn { %s };\n})();\n", strings.Join(m.names, ", "))
	return nil
}

// readModule reads a module's forms, and nothing else of it: to look for them in every line
// takes a second on a small computer.
func readModule(name string, body []byte) (*module, error) {
	m := new(module)
	var own bytes.Buffer
	own.Grow(len(body))
	for len(body) > 0 {
		at := form(body)
		own.Write(body[:at])
		line := body[at:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		body = body[at+len(line):]
		if found := importLine.FindSubmatch(line); found != nil {
			other := string(found[2])
			m.imports = append(m.imports, other)
			fmt.Fprintf(&own, "const {%s} = %s;\n", bytes.ReplaceAll(found[1], []byte(" as "), []byte(": ")), variable(other))
		} else if found := exportWord.FindSubmatch(line); found != nil {
			m.names = append(m.names, string(found[2]))
			own.Write(line[len("export "):])
		} else if found := otherForm.Find(line); found != nil {
			return nil, fmt.Errorf(`the page's module %s says %q: write import { NAME } from "./MODULE.js" and export const, function or class`, name, found)
		} else {
			own.Write(line)
		}
	}
	m.body = own.Bytes()
	return m, nil
}

// form is where the first line begins that may be an import or an export, or the end.
func form(body []byte) int {
	for at := 0; ; {
		if line := body[at:]; bytes.HasPrefix(line, []byte("import")) || bytes.HasPrefix(line, []byte("export")) {
			return at
		}
		end := bytes.IndexByte(body[at:], '\n')
		if end < 0 {
			return len(body)
		}
		at += end + 1
	}
}
