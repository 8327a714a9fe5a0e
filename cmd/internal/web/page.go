package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"time"
)

// files is the page: no build step, no address but our own.
//
//go:embed page
var files embed.FS

//go:embed openapi.json
var openAPI []byte

// page answers GET /.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.file(w, r, "index.html")
}

// pageFile answers GET /page/{file}.
func (s *Server) pageFile(w http.ResponseWriter, r *http.Request) {
	s.file(w, r, r.PathValue("file"))
}

// openAPI answers GET /api/openapi.json.
func (s *Server) openAPI(w http.ResponseWriter, r *http.Request) {
	serveBytes(w, r, "openapi.json", openAPI)
}

func (s *Server) file(w http.ResponseWriter, r *http.Request, name string) {
	body, err := files.ReadFile(path.Join("page", path.Base(name)))
	if err != nil || name == "" {
		s.refuse(w, r, notFound("The page has no part %q.", clip(name)))
		return
	}
	serveBytes(w, r, name, body)
}

// types are the media types of the page's files, whatever the machine's own
// tables say.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".json": "application/json; charset=utf-8",
}

// serveBytes answers with body, which browsers keep and ask about each time: a
// new version of the program is seen at once.
func serveBytes(w http.ResponseWriter, r *http.Request, name string, body []byte) {
	kind, ok := types[path.Ext(name)]
	if !ok {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	sum := sha256.Sum256(body)
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
}
