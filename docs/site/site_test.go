package main

import (
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	loads = regexp.MustCompile(`<(?:script|img|link)[^>]*(?:href|src)="([^"]*)"`)
	ids   = regexp.MustCompile(`id="([^"]*)"`)
)

// made builds the site of this repository, and reads it.
func made(t *testing.T) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := build("../..", dir); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		rel, _ := filepath.Rel(dir, file)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestSite follows every link of every page, to its very heading, and makes sure that no
// page loads anything from elsewhere.
func TestSite(t *testing.T) {
	files := made(t)
	pages := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		pages++
		if strings.Contains(text, "<title></title>") || strings.Contains(text, "<title> –") {
			t.Errorf("%s has no title", name)
		}
		if strings.Count(text, "aria-current") != 1 {
			t.Errorf("%s is listed %d times among the pages, and not once", name, strings.Count(text, "aria-current"))
		}
		for _, m := range loads.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "//") {
				t.Errorf("%s loads %s", name, m[1])
			}
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			to, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			if to = path.Join(path.Dir(name), to); strings.HasPrefix(m[1], "#") {
				to = name
			}
			there, ok := files[to]
			if !ok {
				t.Errorf("%s links to %s, which is not on the site", name, m[1])
				continue
			}
			fragment, _ = url.PathUnescape(fragment)
			if fragment != "" && !slices.ContainsFunc(ids.FindAllStringSubmatch(there, -1), func(id []string) bool { return id[1] == fragment }) {
				t.Errorf("%s links to the heading %s, which %s lacks", name, m[1], to)
			}
		}
	}
	if pages < 30 {
		t.Errorf("the site has %d pages only", pages)
	}
}

// TestSearchIndex finds sections in both languages.
func TestSearchIndex(t *testing.T) {
	text := made(t)["index.js"]
	text = strings.TrimSuffix(strings.TrimPrefix(text, "const index = "), ";\n")
	var index []entry
	if err := json.Unmarshal([]byte(text), &index); err != nil {
		t.Fatal(err)
	}
	for word, url := range map[string]string{"STONEHAND_PASSWORD": "docs/terminal.html", "悔棋": "zh/card.html", "74HC165": "docs/build/"} {
		if !slices.ContainsFunc(index, func(e entry) bool { return strings.HasPrefix(e.URL, url) && strings.Contains(e.Text+e.Title, word) }) {
			t.Errorf("the search does not find %q in %s", word, url)
		}
	}
}

// TestEveryPageInChineseHasAnOriginal holds the names of the pages in Chinese to those in
// English.
func TestEveryPageInChineseHasAnOriginal(t *testing.T) {
	files := made(t)
	for name, text := range files {
		if rest, ok := strings.CutPrefix(name, "zh/"); ok {
			other := "docs/" + rest
			if rest == "index.html" {
				other = rest
			}
			if _, ok := files[other]; !ok || !strings.Contains(text, `href="../`+other+`" lang="en"`) {
				t.Errorf("%s has no page in English, or does not lead there", name)
			}
		}
	}
}
