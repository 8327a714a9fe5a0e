package web

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"unicode/utf8"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// Games are the finished games.
type Games interface {
	// List returns all of them, the latest first.
	List() ([]api.GameInfo, error)
	// SGF returns one as an SGF file; an unknown id is fs.ErrNotExist.
	SGF(id string) ([]byte, error)
}

// games answers GET /api/games.
func (s *Server) games(*http.Request) (any, error) {
	all := []api.GameInfo{}
	if s.Games != nil {
		found, err := s.Games.List()
		if err != nil {
			return nil, fmt.Errorf("listing the finished games: %w", err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// gameSGF answers GET /api/games/{id}.sgf.
func (s *Server) gameSGF(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	id, ok := strings.CutSuffix(file, ".sgf")
	if !ok || !plainID(id) || s.Games == nil {
		s.refuse(w, r, notFound("There is no game %q: GET /api/games lists those there are; each is at /api/games/{id}.sgf.", text.Clip(file)))
		return
	}
	data, err := s.Games.SGF(id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.refuse(w, r, notFound("There is no finished game %q: GET /api/games lists those there are.", text.Clip(id)))
		return
	case err != nil:
		s.refuse(w, r, fmt.Errorf("reading game %s: %w", id, err))
		return
	}
	download(w, id+".sgf", data)
}

// download answers with an SGF file that a browser is to keep under a name.
func download(w http.ResponseWriter, name string, text []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/x-go-sgf")
	if utf8.Valid(text) { // else CA says what it is
		h.Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	}
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	h.Set("Cache-Control", "no-cache")
	_, _ = w.Write(text)
}

// plainID reports whether id can name a game: letters, digits, dot, dash and
// underscore, and no leading dot, so that it can never lead out of a folder.
func plainID(id string) bool {
	return id != "" && len(id) <= 100 && id[0] != '.' &&
		strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
