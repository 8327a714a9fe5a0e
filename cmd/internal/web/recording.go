package web

import (
	"context"
	"io"
	"net/http"
	"stonehand/cmd/internal/text"
	"time"
)

// Recording is what the board's sensors reported, raw, as hw/recording writes it.
type Recording interface {
	// Kept writes what is kept of the past.
	Kept(w io.Writer) error
	// Follow writes what happens from now on, until ctx ends or w fails.
	Follow(ctx context.Context, w io.Writer) error
}

// recording answers GET /api/recording with what is kept, and with ?follow=1 with
// a stream of what happens from now on.
func (s *Server) recording(w http.ResponseWriter, r *http.Request) {
	follow := false
	switch q := r.URL.Query().Get("follow"); q {
	case "", "0":
	case "1":
		follow = true
	default:
		s.refuse(w, r, badValue("follow can be 0 or 1, not %q.", text.Clip(q)))
		return
	}
	if s.Recording == nil {
		s.refuse(w, r, notFound("This board does not record sensor data."))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	if !follow {
		h.Set("Content-Disposition", `attachment; filename="stonehand.rec"`)
		if err := s.Recording.Kept(w); err != nil {
			s.Log.Debug("a recording was not taken to its end", "from", r.RemoteAddr, "error", err)
		}
		return
	}
	done := s.takeStream(w, r)
	if done == nil {
		return
	}
	defer done()
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	out := &stream{w: w, control: http.NewResponseController(w), patience: s.Patience}
	// The limits of ordinary requests would end every stream.
	_ = out.control.SetReadDeadline(time.Time{})
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	if err := s.Recording.Follow(ctx, streamWriter{out}); err != nil {
		s.Log.Debug("a stream of a recording ended", "from", r.RemoteAddr, "error", err)
	}
}

// streamWriter writes to a stream, and so that it goes out at once.
type streamWriter struct{ out *stream }

// Write implements [io.Writer].
func (w streamWriter) Write(p []byte) (int, error) {
	if err := w.out.send(string(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}
