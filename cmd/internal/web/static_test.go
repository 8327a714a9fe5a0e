package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
)

// Text is sent compressed to those who take it so, and the same to others.
func TestPageFilesAreCompressed(t *testing.T) {
	s, _ := newServer(t)
	for _, address := range []string{"/", "/page/main.bundle.js", "/page/page.css", "/api/openapi.json"} {
		plain := ask(t, s, "GET", address, "")
		if e := plain.Header.Get("Content-Encoding"); e != "" {
			t.Errorf("%s: encoded as %q unasked", address, e)
		}
		packed := ask(t, s, "GET", address, "", "Accept-Encoding", "br, gzip;q=0.8")
		if packed.Header.Get("Content-Encoding") != "gzip" || 2*len(packed.text) > len(plain.text) {
			t.Errorf("%s: %d bytes of %d, encoded as %q", address, len(packed.text), len(plain.text), packed.Header.Get("Content-Encoding"))
			continue
		}
		z, err := gzip.NewReader(bytes.NewReader([]byte(packed.text)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil || string(text) != plain.text {
			t.Errorf("%s: unpacked it differs (%v)", address, err)
		}
		for _, a := range []answer{plain, packed} {
			if a.Header.Get("Vary") != "Accept-Encoding" || a.Header.Get("ETag") == "" {
				t.Errorf("%s: %v", address, a.Header)
			}
		}
		if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
			t.Errorf("%s: two encodings have one tag", address)
		}
		if a := ask(t, s, "GET", address, "", "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag")); a.StatusCode != 304 || a.text != "" {
			t.Errorf("%s: unchanged, but %s", address, a.Status)
		}
	}
}

func TestTakesGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br": false, "deflate, gzip": true, "GZip ; Q=0.5": true, "gzip;q=0": false, "gzip;q=0.000, *": false,
		"*": true, "*;q=0": false, "identity, *;q=0.1": true, "gzip;q=much": false, ",,;": false,
	} {
		if got := takesGzip([]string{header}); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}

// Whatever the page names bears the version and is kept for good; the page itself
// is asked for each time.
func TestPageFilesAreKept(t *testing.T) {
	s, _ := newServer(t)
	named := regexp.MustCompile(`"(/page/[^"]+)"`)
	for _, address := range []string{"/", "/page/guest.html", "/page/away.html", "/page/manifest.webmanifest", "/page/sw.js"} {
		a := ask(t, s, "GET", address, "")
		if keep := a.Header.Get("Cache-Control"); keep != "no-cache" {
			t.Errorf("%s: Cache-Control: %s", address, keep)
		}
		found := named.FindAllStringSubmatch(a.text, -1)
		if len(found) < 4 {
			t.Fatalf("%s names %d files", address, len(found))
		}
		for _, f := range found {
			b := ask(t, s, "GET", f[1], "")
			if keep := b.Header.Get("Cache-Control"); b.StatusCode != 200 || !strings.Contains(keep, "immutable") || !strings.Contains(keep, "max-age=31536000") {
				t.Errorf("%s: %s, Cache-Control: %s", f[1], b.Status, keep)
			}
		}
	}
	// A page of another version gets what there is, and does not keep it.
	if a := ask(t, s, "GET", "/page/0123456789abcdef/main.bundle.js", ""); a.StatusCode != 200 || a.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("another version: %s %v", a.Status, a.Header)
	}
	for _, address := range []string{"/page/", "/page/nothing.js", "/page/a/b/words.js", "/page/0123456789abcdef/"} {
		if a := ask(t, s, "GET", address, ""); a.StatusCode != 404 || !strings.Contains(a.text, "has no part") {
			t.Errorf("%s: %s %s", address, a.Status, a.text)
		}
	}
}

// What the first visit costs: few requests, and few bytes over the wire.
func TestBudget(t *testing.T) {
	s, _ := newServer(t)
	first := ask(t, s, "GET", "/", "", "Accept-Encoding", "gzip")
	bytes, requests := len(first.text), 1
	seen := map[string]bool{}
	queue := regexp.MustCompile(`"(/page/[^"]+)"`).FindAllStringSubmatch(ask(t, s, "GET", "/", "").text, -1)
	for len(queue) > 0 {
		address := queue[0][1]
		queue = queue[1:]
		if seen[address] {
			continue
		}
		seen[address] = true
		a := ask(t, s, "GET", address, "", "Accept-Encoding", "gzip")
		bytes, requests = bytes+len(a.text), requests+1
		if plain := ask(t, s, "GET", address, "").text; strings.HasSuffix(address, ".css") {
			queue = append(queue, regexp.MustCompile(`"(/page/[^"]+)"`).FindAllStringSubmatch(plain, -1)...)
		} else if strings.HasSuffix(address, ".bundle.js") && otherForm.MatchString(plain) {
			t.Errorf("%s still imports or exports: %s", address, otherForm.FindString(plain))
		}
	}
	t.Logf("%d requests, %d bytes", requests, bytes)
	if bytes > 200_000 || requests > 10 {
		t.Errorf("the first visit takes %d requests and %d bytes; 10 and 200 000 are the budget", requests, bytes)
	}
}

// What the bundle cannot take is named, with what to write instead.
func TestBundleNamesWhatItCannotTake(t *testing.T) {
	for want, files := range map[string]map[string]string{
		"imports itself":   {"a.js": "import { b } from \"./b.js\";\n", "b.js": "import { a } from \"./a.js\";\n"},
		"has no module":    {"a.js": "import { b } from \"./b.js\";\n"},
		"write import":     {"a.js": "export default 3;\n"},
		"no such style sh": {"a.html": "<link rel=\"stylesheet\" href=\"/page/a.css\">\n<link rel=\"stylesheet\" href=\"/page/b.css\">\n"},
	} {
		bodies := map[string][]byte{"p.html": []byte(`<script type="module" src="/page/a.js">`)}
		for name, text := range files {
			bodies[name] = []byte(text)
		}
		if bodies["a.js"] == nil {
			bodies["a.js"] = nil
		}
		if err := bundle(bodies); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", files, err, want)
		}
	}
}
