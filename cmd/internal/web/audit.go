package web

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"stonehand/cmd/internal/attempts"
)

// auditBytes is how long the audit log grows before the one before it is forgotten;
// with that it takes twice as much.
const auditBytes = 512 << 10

// audit is the log of who did what at the board over HTTP: one JSON object a line.
// The zero audit, as a nil pointer, keeps nothing.
type audit struct {
	path string
	log  *slog.Logger // of the server, for what goes wrong
	out  *slog.Logger

	mu     sync.Mutex           // guards what follows
	broken bool                 // that it cannot be written has been said
	denied map[string]time.Time // when a failure was last written, by what and who
}

func newAudit(path string, log *slog.Logger) *audit {
	if path == "" {
		return nil
	}
	a := &audit{path: path, log: log, denied: map[string]time.Time{}}
	a.out = slog.New(slog.NewJSONHandler(a, &slog.HandlerOptions{ReplaceAttr: func(_ []string, at slog.Attr) slog.Attr {
		if at.Key == slog.LevelKey {
			return slog.Attr{}
		}
		return at
	}}))
	return a
}

// Write appends a line to the file; a person who does something does not wait for a disk
// that fails, and is not kept from it.
func (a *audit) Write(line []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.write(line); err != nil {
		if !a.broken {
			a.log.Warn("who did what cannot be written down", "file", a.path, "error", err)
		}
		a.broken = true
		return 0, err
	}
	a.broken = false
	return len(line), nil
}

// write opens the file for each line: somebody may delete its folder at any time.
func (a *audit) write(line []byte) error {
	switch i, err := os.Lstat(a.path); {
	case err != nil: // opening says what is wrong, if it is
	case !i.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", a.path)
	case i.Size()+int64(len(line)) > auditBytes:
		if err := os.Rename(a.path, a.previous()); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(a.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

func (a *audit) previous() string { return a.path + ".previous" }

// did writes down what a caller has done.
func (a *audit) did(r *http.Request, what string, attrs ...any) {
	if a == nil {
		return
	}
	c := who(r)
	a.out.Info(what, append([]any{"role", c.role.String(), "from", c.from()}, attrs...)...)
}

// failed writes down what a caller may not do or did not manage to, once a minute for
// each caller: nobody pushes out of the log what others have done.
func (a *audit) failed(r *http.Request, what string) {
	if a == nil {
		return
	}
	const pause, most = time.Minute, 256
	key, now := what+" "+attempts.Network(who(r).addr).String(), time.Now()
	a.mu.Lock()
	for k, at := range a.denied {
		if now.Sub(at) > pause {
			delete(a.denied, k)
		}
	}
	_, told := a.denied[key]
	if told = told || len(a.denied) >= most; !told {
		a.denied[key] = now
	}
	a.mu.Unlock()
	if !told {
		a.did(r, what)
	}
}

// auditLog answers GET /api/audit with what is kept, the oldest first.
func (s *Server) auditLog(w http.ResponseWriter, r *http.Request) {
	if s.audit == nil {
		s.refuse(w, r, notFound("This board does not keep an audit log."))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	for _, path := range []string{s.audit.previous(), s.audit.path} {
		f, err := os.Open(path)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				s.Log.Warn("the log of who did what cannot be read", "file", path, "error", err)
			}
			continue
		}
		_, err = io.Copy(w, io.LimitReader(f, 2*auditBytes))
		f.Close()
		if err != nil {
			return
		}
	}
}
