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
	for _, address := range []string{"/", "/page/words.js", "/page/page.css", "/api/openapi.json"} {
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
	for _, address := range []string{"/", "/page/guest.html"} {
		a := ask(t, s, "GET", address, "")
		if keep := a.Header.Get("Cache-Control"); keep != "no-cache" {
			t.Errorf("%s: Cache-Control: %s", address, keep)
		}
		found := named.FindAllStringSubmatch(a.text, -1)
		if len(found) < 5 {
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
	if a := ask(t, s, "GET", "/page/0123456789abcdef/words.js", ""); a.StatusCode != 200 || a.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("another version: %s %v", a.Status, a.Header)
	}
	for _, address := range []string{"/page/", "/page/nothing.js", "/page/a/b/words.js", "/page/0123456789abcdef/"} {
		if a := ask(t, s, "GET", address, ""); a.StatusCode != 404 || !strings.Contains(a.text, "has no part") {
			t.Errorf("%s: %s %s", address, a.Status, a.text)
		}
	}
}
