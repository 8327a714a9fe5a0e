package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/picture"
	"stonehand/cmd/internal/text"
)

// Pictures of games are drawn so many at a time, as each takes a megabyte while it is
// drawn; others wait.
const (
	mostDrawn = 2
	drawWait  = 10 * time.Second
)

// pictures are the pictures of a game, by the end of their address.
var pictures = map[string]struct {
	kind string // its media type
	draw func(ctx context.Context, g *picture.Game, w io.Writer, o picture.Options) error
}{
	"picture.svg": {"image/svg+xml", func(_ context.Context, g *picture.Game, w io.Writer, o picture.Options) error { return g.SVG(w, o) }},
	"picture.png": {"image/png", func(_ context.Context, g *picture.Game, w io.Writer, o picture.Options) error { return g.PNG(w, o) }},
	"animation.gif": {"image/gif", func(ctx context.Context, g *picture.Game, w io.Writer, _ picture.Options) error {
		return g.GIF(ctx, w)
	}},
}

// gamePicture answers GET /api/library/{id}/picture.svg and the like.
func (s *Server) gamePicture(w http.ResponseWriter, r *http.Request) {
	o, err := s.opened(r.Context(), r.PathValue("id"))
	var options picture.Options
	if err == nil {
		options, err = pictureOptions(r.URL.RawQuery)
	}
	if err != nil {
		s.refuse(w, r, libraryRefusal(err))
		return
	}
	s.sendPicture(w, r, o, r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:], options)
}

// pictureOptions reads the query of a picture's address.
func pictureOptions(raw string) (o picture.Options, err error) {
	o.Turn = picture.End
	values, err := url.ParseQuery(raw)
	if err != nil {
		return o, badValue("The query %q cannot be read: write it like ?turn=12&numbers=1.", text.Clip(raw))
	}
	for name, list := range values {
		switch n, err := strconv.Atoi(list[0]); {
		case name == "turn" && err == nil && n >= 0:
			o.Turn = n
		case name == "turn":
			return o, badValue("turn=%s is not a turn number: use 0 for the start of the game, or leave it out for the end.", text.Clip(list[0]))
		case name == "numbers" && err == nil && (n == 0 || n == 1):
			o.Numbers = n == 1
		case name == "numbers":
			return o, badValue("numbers=%s is not possible: use 1 for numbers on the stones, or 0.", text.Clip(list[0]))
		default:
			return o, badValue("There is no parameter %q here: use turn and numbers.", text.Clip(name))
		}
	}
	return o, nil
}

// sendPicture answers with a picture of a game.
func (s *Server) sendPicture(w http.ResponseWriter, r *http.Request, o *library.Opened, name string, options picture.Options) {
	p := pictures[name]
	g, err := picture.Of(o.Tree)
	if err != nil {
		s.refuse(w, r, refusing(http.StatusConflict, "not-shown", "This game can be downloaded, but not drawn: %v.", err))
		return
	}
	tag := strconv.Quote(fmt.Sprintf("%s-%d-%t", o.Rev, options.Turn, options.Numbers))
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", askAgain)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	wait, cancel := context.WithTimeout(r.Context(), drawWait)
	defer cancel()
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-wait.Done():
		h.Del("ETag")
		s.refuse(w, r, refusing(http.StatusServiceUnavailable, "busy", "Other pictures are being drawn: try again in a moment."))
		return
	}
	h.Set("Content-Type", p.kind)
	if r.Method == "HEAD" {
		return
	}
	if err := p.draw(r.Context(), g, w, options); err != nil {
		s.Log.Debug("a picture was not sent to its end", "path", text.Clip(r.URL.Path), "error", err)
	}
}
