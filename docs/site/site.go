package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html site.css search.js
var assets embed.FS

// chinese is the folder of the pages in Chinese, named as those in English are.
const chinese = "docs/zh/"

// page is a page of the site.
type page struct {
	Source   string // its Markdown, from the root of the repository
	URL      string // from the root of the site
	Title    string
	Body     template.HTML
	Headings []heading
	doc      ast.Node
	text     []byte
}

// heading is a heading of the second level.
type heading struct{ ID, Text string }

// entry is what search knows of a section.
type entry struct {
	URL   string `json:"u"`
	Title string `json:"t"`
	Text  string `json:"x"`
}

// chapters are the pages in the order in which they are listed; what is named here in no
// chapter comes last.
var chapters = []chapterOf{
	{"Play", "下棋", []string{"README.md", "docs/card.md", "docs/table.md", "docs/terminal.md", "docs/go.md", "docs/network.md", "docs/analysis.md"}},
	{"Build a board", "制作棋盘", []string{"docs/build/*.md", "docs/calibration.md", "docs/arm.md", "docs/realparts.md", "docs/grblsim.md", "firmware-protocol/README.md"}},
	{"Run it", "运行与维护", []string{"docs/config.md", "docs/operator.md", "docs/exhibit.md", "docs/fleet.md", "docs/security.md", "docs/recordings.md", "docs/latency.md"}},
	{"Engines", "引擎", []string{"docs/console.md", "docs/strength.md", "docs/study.md", "docs/book.md", "docs/tuning.md", "docs/farm.md"}},
	{"Work on it", "参与开发", []string{"CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "docs/*.md"}},
}

// chapterOf is a chapter in both languages, and patterns of its sources.
type chapterOf struct {
	English, Chinese string
	sources          []string
}

// has says whether a page belongs to the chapter.
func (c chapterOf) has(source string) bool {
	return slices.ContainsFunc(c.sources, func(pattern string) bool { ok, _ := path.Match(pattern, source); return ok })
}

// build writes the site of the repository at root to a folder.
func build(root, out string) error {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.NewCJK(extension.WithEastAsianLineBreaks())), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe())) // the names of headings, and no stranger's text
	pages, err := read(root, md)
	if err != nil {
		return err
	}
	byURL := map[string]*page{}
	for _, p := range pages {
		byURL[p.URL] = p
	}
	files := map[string]bool{}
	for _, p := range pages {
		if err := p.link(root, pages, files); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := md.Renderer().Render(&b, p.text, p.doc); err != nil {
			return err
		}
		p.Body = template.HTML(b.String())
	}
	t, err := template.ParseFS(assets, "page.html")
	if err != nil {
		return err
	}
	for _, p := range pages {
		var b bytes.Buffer
		if err := t.Execute(&b, p.view(pages, byURL)); err != nil {
			return err
		}
		if err := write(out, p.URL, b.Bytes()); err != nil {
			return err
		}
	}
	for file := range files {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		if err := write(out, file, data); err != nil {
			return err
		}
	}
	return writeAssets(out, pages)
}

// read reads all pages, in the order of the chapters, and then those in Chinese.
func read(root string, md goldmark.Markdown) (pages []*page, err error) {
	sources := []string{}
	add := func(pattern string) error {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		for _, f := range found {
			rel, err := filepath.Rel(root, f)
			if err != nil {
				return err
			}
			if rel = filepath.ToSlash(rel); !slices.Contains(sources, rel) {
				sources = append(sources, rel)
			}
		}
		if len(found) == 0 {
			err = errors.Join(err, fmt.Errorf("%s names no page", pattern))
		}
		return err
	}
	for _, c := range chapters {
		for _, s := range c.sources {
			if err := add(s); err != nil {
				return nil, err
			}
		}
	}
	if err := add(chinese + "*.md"); err != nil {
		return nil, err
	}
	for _, s := range sources {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(s)))
		if err != nil {
			return nil, err
		}
		p := &page{Source: s, URL: urlOf(s), text: data, doc: md.Parser().Parse(text.NewReader(data))}
		p.outline()
		pages = append(pages, p)
	}
	return pages, nil
}

// urlOf is where a Markdown file goes: a README is the first page of its folder.
func urlOf(source string) string {
	dir, name := path.Split(strings.TrimSuffix(source, ".md"))
	if strings.HasPrefix(source, chinese) {
		dir = "zh/"
	}
	if name == "README" {
		name = "index"
	}
	return dir + name + ".html"
}

// words is the text of a node.
func (p *page) words(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(p.text))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.FencedCodeBlock:
			b.Write(n.Lines().Value(p.text))
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// outline finds the page's title and headings.
func (p *page) outline() {
	for n := p.doc.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case !ok:
		case h.Level == 1 && p.Title == "":
			p.Title = p.words(h)
		case h.Level == 2:
			p.Headings = append(p.Headings, heading{idOf(h), p.words(h)})
		}
	}
}

func idOf(n ast.Node) string {
	if id, ok := n.AttributeString("id"); ok {
		return string(id.([]byte))
	}
	return ""
}

// sections are what search finds of a page: a title, and the text up to the next.
func (p *page) sections() (list []entry) {
	for n := p.doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			e := entry{URL: p.URL, Title: p.Title}
			if h.Level > 1 {
				e.URL, e.Title = p.URL+"#"+idOf(h), p.Title+" › "+p.words(h)
			}
			list = append(list, e)
		} else if len(list) > 0 {
			list[len(list)-1].Text += p.words(n) + " "
		}
	}
	return list
}

// rawPicture is a picture in HTML, which Markdown cannot give a size. Pages have them where
// the site keeps the way to them: files of the repository keep their places.
var rawPicture = regexp.MustCompile(`<img src="([^":]*)"`)

// link points links between Markdown files to pages. Pictures and other files come along;
// what the site does not have, like code, becomes plain text.
func (p *page) link(root string, pages []*page, files map[string]bool) error {
	var lost []*ast.Link
	err := ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to, ok := p.target(root, string(n.Destination), pages, files)
			if n.Destination = []byte(to); !ok {
				lost = append(lost, n)
			}
		case *ast.RawHTML:
			for i := range n.Segments.Len() {
				segment := n.Segments.At(i)
				if m := rawPicture.FindSubmatch(segment.Value(p.text)); m != nil {
					files[path.Join(path.Dir(p.Source), string(m[1]))] = true
				}
			}
		case *ast.HTMLBlock:
			for _, m := range rawPicture.FindAllSubmatch(n.Lines().Value(p.text), -1) {
				files[path.Join(path.Dir(p.Source), string(m[1]))] = true
			}
		case *ast.Image:
			to, ok := p.target(root, string(n.Destination), pages, files)
			if n.Destination = []byte(to); !ok {
				return ast.WalkStop, fmt.Errorf("%s shows %s, which is no file of the repository", p.Source, n.Destination)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range lost {
		for c := n.FirstChild(); c != nil; c = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, c)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	return err
}

// target is where a link of a page leads on the site; ok is false where the site has
// nothing there.
func (p *page) target(root, link string, pages []*page, files map[string]bool) (to string, ok bool) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "#") {
		return link, true
	}
	file, fragment, _ := strings.Cut(link, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	file = path.Join(path.Dir(p.Source), file)
	for _, other := range pages {
		if other.Source == file || other.Source == file+"/README.md" {
			return relative(p.URL, other.URL) + fragment, true
		}
	}
	if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil || info.IsDir() {
		return link, false
	}
	files[file] = true
	return relative(p.URL, file), true
}

// relative is the way from a page to something else.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }

// write writes a file of the site.
func write(out, name string, data []byte) error {
	file := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// writeAssets writes what all pages share. The index of the search is a script, so that
// the site works from a folder too.
func writeAssets(out string, pages []*page) error {
	for _, name := range []string{"site.css", "search.js"} {
		data, err := assets.ReadFile(name)
		if err != nil {
			return err
		}
		if err := write(out, name, data); err != nil {
			return err
		}
	}
	var index []entry
	for _, p := range pages {
		index = append(index, p.sections()...)
	}
	data, err := json.Marshal(index)
	if err != nil {
		return err
	}
	return write(out, "index.js", slices.Concat([]byte("const index = "), data, []byte(";\n")))
}
