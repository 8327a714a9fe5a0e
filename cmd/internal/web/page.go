package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"stonehand/cmd/internal/text"
	"strconv"
	"strings"
	"sync"
	"time"
)

// files is the page: no build step, no address but our own.
//
//go:embed page
var files embed.FS

// Page returns the page's files, for pages that share parts with it.
func Page() fs.FS {
	sub, err := fs.Sub(files, "page")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	return sub
}

//go:embed openapi.json
var openAPI []byte

// asset is a file as it is sent.
type asset struct {
	kind   string // its media type
	body   []byte
	packed bool   // body is compressed by gzip; not where that makes it no smaller
	tag    string // of its contents, in hexadecimal
}

// types are the media types of the page's files, whatever the machine's own
// tables say.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json; charset=utf-8",

	".woff2": "font/woff2",

	".webmanifest": "application/manifest+json",
	".png":         "image/png",
}

// packers compress. Each takes a megabyte, so they are shared, and go when idle.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// newAsset compresses a file.
func newAsset(name string, body []byte) asset {
	a := asset{kind: types[path.Ext(name)], body: bytes.Clone(body), tag: digest(body)} // without the room to grow
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	var b bytes.Buffer
	z.Reset(&b)
	if _, err := z.Write(body); err != nil {
		return a
	}
	if z.Close() == nil && b.Len() < len(body) {
		a.body, a.packed = bytes.Clone(b.Bytes()), true
	}
	return a
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:12])
}

// pageFiles is the page's files by name, and the version that they all bear: it
// differs whenever one of them does. A file is compressed when somebody first asks for it,
// or by [New].
type pageFiles struct {
	version string
	assets  map[string]func() asset
}

// pack reads and bundles the page's files, once. What a file says of others,
// "/page/NAME", names them with the version, so that browsers may keep those for
// good and never mix files of two versions.
var pack = sync.OnceValue(func() pageFiles {
	entries, err := files.ReadDir("page")
	if err != nil {
		panic(err) // embedded: cannot fail
	}
	bodies, all := map[string][]byte{}, sha256.New()
	for _, e := range entries {
		body, err := files.ReadFile("page/" + e.Name())
		if err != nil {
			panic(err)
		}
		bodies[e.Name()] = body
		sum := sha256.Sum256(body)
		all.Write([]byte(e.Name()))
		all.Write(sum[:])
	}
	if err := bundle(bodies); err != nil {
		panic(err) // embedded, and tested
	}
	p := pageFiles{hex.EncodeToString(all.Sum(nil)[:8]), map[string]func() asset{}}
	for name, body := range bodies {
		if ext := path.Ext(name); ext == ".html" || ext == ".css" || ext == ".webmanifest" || name == "sw.js" {
			body = bytes.ReplaceAll(body, []byte(`"/page/`), []byte(`"/page/`+p.version+`/`))
		}
		p.assets[name] = sync.OnceValue(func() asset { return newAsset(name, body) })
	}
	for _, size := range []int{192, 512} {
		name := fmt.Sprintf("icon-%d.png", size)
		p.assets[name] = sync.OnceValue(func() asset { return newAsset(name, icon(size)) })
	}
	return p
})

var packedAPI = sync.OnceValue(func() asset { return newAsset("openapi.json", openAPI) })

// page answers GET /.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.file(w, r, "index.html")
}

// pageFile answers GET /page/{file} and /page/{version}/{file}.
func (s *Server) pageFile(w http.ResponseWriter, r *http.Request) {
	// The worker that tells of a table that is away answers for every address of it.
	w.Header().Set("Service-Worker-Allowed", "/")
	s.file(w, r, r.PathValue("file"))
}

// openAPI answers GET /api/openapi.json.
func (s *Server) openAPI(w http.ResponseWriter, r *http.Request) {
	send(w, r, "openapi.json", packedAPI(), askAgain)
}

// For how long browsers keep a file.
const (
	askAgain = "no-cache" // they keep it and ask each time: a new version of the program is seen at once
	forGood  = "public, max-age=31536000, immutable"
)

func (s *Server) file(w http.ResponseWriter, r *http.Request, name string) {
	p := pack()
	version, base := path.Split(name)
	a, ok := p.assets[base]
	if !ok || strings.Count(version, "/") > 1 {
		s.refuse(w, r, notFound("The page has no part %q.", text.Clip(name)))
		return
	}
	keep := askAgain
	if version == p.version+"/" {
		keep = forGood
	}
	send(w, r, base, a(), keep)
}

// send answers with a file, compressed for those who take it so.
func send(w http.ResponseWriter, r *http.Request, name string, a asset, keep string) {
	body, tag := a.body, a.tag
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", keep)
	if a.packed {
		h.Add("Vary", "Accept-Encoding")
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			tag += "-gzip"
			h.Set("Content-Encoding", "gzip")
		} else {
			body = a.plain()
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
}

// plain is the file as it is read. Few ask for it, and keeping it takes a MiB.
func (a asset) plain() []byte {
	if !a.packed {
		return a.body
	}
	z, err := gzip.NewReader(bytes.NewReader(a.body))
	if err != nil {
		panic(err) // compressed here
	}
	body, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	return body
}

// takesGzip reports whether Accept-Encoding (RFC 9110, section 12.5.3) admits
// gzip: by name, or else by "*", with a weight above 0.
func takesGzip(header []string) bool {
	any := false
	for part := range strings.SplitSeq(strings.Join(header, ","), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		coding = strings.ToLower(strings.TrimSpace(coding))
		takes := true
		if key, q, ok := strings.Cut(weight, "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
			v, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			takes = err == nil && v > 0
		}
		switch coding {
		case "gzip", "x-gzip":
			return takes
		case "*":
			any = takes
		}
	}
	return any
}
