package hall

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"stonehand/cmd/internal/attempts"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/text"
)

//go:embed page
var page embed.FS

const (
	mostBody    = 16 << 10         // of a request, in bytes
	commandTime = 20 * time.Second // for a table's answer
	// pulse is how often a quiet stream of events says that it is there, which also shows
	// how long tables have been silent.
	pulse = 15 * time.Second
)

func (h *Hall) routes() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, page, "page/index.html") })
	// The addresses are those of the source tree, so that one relative path serves both
	// browsers and the tools that check types.
	m.Handle("GET /hall/page/", http.StripPrefix("/hall/", http.FileServerFS(page)))
	m.Handle("GET /web/page/", http.StripPrefix("/web/page/", http.FileServerFS(h.Shared)))
	m.HandleFunc("GET /api/tables", answering(h.tables))
	m.HandleFunc("GET /api/events", h.events)
	m.HandleFunc("GET /api/games", answering(h.games))
	m.HandleFunc("GET /api/games/{table}/{file}", h.game)
	m.HandleFunc("GET /api/me", answering(h.me))
	m.HandleFunc("POST /api/login", answering(h.login))
	m.HandleFunc("POST /api/logout", answering(h.logout))
	m.HandleFunc("POST /api/tables/{table}/command", answering(h.command))
	m.HandleFunc("POST /api/tables/{table}/remove", playing(h, operate, h.remove))
	m.HandleFunc("POST /api/command", playing(h, play, h.commandAll))
	m.HandleFunc("GET /api/settings", answering(h.operating(h.showSettings)))
	m.HandleFunc("POST /api/settings", playing(h, operate, h.setSetting))
	m.HandleFunc("PUT /api/release", answering(h.operating(h.setRelease)))
	m.HandleFunc("GET /api/timetable", answering(h.operating(h.showTimetable)))
	m.HandleFunc("PUT /api/timetable", playing(h, operate, h.setTimetable))
	m.HandleFunc("GET /api/visits", answering(h.operating(h.showVisits)))
	m.HandleFunc("GET /api/visits.csv", h.visitsTable)
	m.HandleFunc("GET /api/tournaments", answering(h.tournaments))
	m.HandleFunc("POST /api/tournaments", playing(h, play, h.newTournament))
	m.HandleFunc("GET /api/tournaments/{file}", h.record)
	m.HandleFunc("POST /api/tournaments/{id}/next", playing(h, play, h.nextRound))
	m.HandleFunc("POST /api/tournaments/{id}/send", playing(h, play, h.sendPairing))
	m.HandleFunc("POST /api/tournaments/{id}/result", playing(h, play, h.enterResult))
	m.HandleFunc("POST /api/tournaments/{id}/withdraw", playing(h, play, h.withdraw))
	m.HandleFunc("POST /api/tournaments/{id}/remove", playing(h, operate, h.removeCup))
	m.HandleFunc("GET /healthz", answering(h.healthz))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-cache")
		if r.Method == http.MethodPost || r.Method == http.MethodPut {
			// A form of another site cannot send these types.
			kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if r.URL.Path == "/api/release" && kind == "application/octet-stream" {
				m.ServeHTTP(w, r)
				return
			}
			if kind != "application/json" {
				refuse(w, r, refusing(http.StatusUnsupportedMediaType, "bad-value", `Send JSON, with "Content-Type: application/json".`))
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		}
		m.ServeHTTP(w, r)
	})
}

func answer(w http.ResponseWriter, status int, body any) {
	data, err := json.Marshal(body)
	if err != nil {
		status, data = http.StatusInternalServerError, []byte(`{"code":"broken","error":"The answer cannot be written."}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	w.Write(data)
}

// chinese has what the hall's page refuses in Chinese.
const chinese text.Section = "hall"

// reason is why there is an answer other than success.
type reason struct {
	status int
	said   fleet.Answer
}

// Error implements error.
func (r *reason) Error() string { return r.said.Error }

// refusing is a refusal by a sentence; [chinese] has its format in Chinese.
func refusing(status int, code, format string, args ...any) *reason {
	return &reason{status, fleet.Refusal(code, chinese.Of(format, args...))}
}

// tableRefused is that a table refused something. A right that lacks has a status of its own: a
// point of a game can be "forbidden", too.
func tableRefused(a fleet.Answer) *reason {
	status := http.StatusConflict
	if a.Code == "forbidden" {
		status = http.StatusForbidden
	}
	return &reason{status, a}
}

// answering makes a handler of what returns an answer or why there is none.
func answering(f func(w http.ResponseWriter, r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := f(w, r)
		if err != nil {
			refuse(w, r, err)
			return
		}
		answer(w, http.StatusOK, body)
	}
}

// playing is answering for who plays, or who operates where that is needed: f gets their role, and
// what was sent.
func playing[T any](h *Hall, needed string, f func(r *http.Request, role string, body T) (any, error)) http.HandlerFunc {
	return answering(func(_ http.ResponseWriter, r *http.Request) (any, error) {
		role := h.role(r, time.Now())
		if h.key(role) == nil {
			return nil, errLogIn
		}
		var body T
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
				return nil, refusing(http.StatusRequestEntityTooLarge, "too-large", "The request is larger than %d KiB. Send less, for example fewer or shorter names of players.", large.Limit>>10)
			}
			return nil, refusing(http.StatusBadRequest, "bad-value", "The request is not valid JSON.")
		}
		if needed == operate && role != operate {
			return nil, errOperator
		}
		return f(r, role, body)
	})
}

// refuse says why in the language of the person who asks. What is no reason to tell is
// that they have hung up.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	if f, ok := errors.AsType[*reason](err); ok {
		answer(w, f.status, worded(r, f.said))
	}
}

// worded is a table's answer, or the hall's own, for the person who asks.
func worded(r *http.Request, a fleet.Answer) fleet.Answer {
	return a.In(text.Accepted(r.Header.Get("Accept-Language")))
}

func (h *Hall) healthz(http.ResponseWriter, *http.Request) (any, error) {
	if !h.NATS.IsConnected() {
		return nil, refusing(http.StatusServiceUnavailable, "offline", "The hall has no connection to its servers.")
	}
	if h.full.Load() {
		return nil, refusing(http.StatusServiceUnavailable, "disk", "The hall's disk cannot be written. Nothing new is saved until it can.")
	}
	return map[string]int{"tables": len(h.view.all(time.Now()))}, nil
}

func (h *Hall) tables(http.ResponseWriter, *http.Request) (any, error) {
	return h.view.all(time.Now()), nil
}

// health is what the stream of events says of the hall itself.
type health struct {
	Connected bool `json:"connected"` // to its servers
	Disk      bool `json:"disk"`      // can be written
}

// events streams every table's changes: "table" events, {"name": ..., "table": ...}, in which
// a table that was removed is null; "pulse" events are a [health].
func (h *Hall) events(w http.ResponseWriter, r *http.Request) {
	f := h.view.join()
	defer h.view.leave(f)
	c := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	tick := time.Tick(pulse)
	for {
		select {
		case <-r.Context().Done():
			return
		case <-tick:
			if err := send(w, c, "pulse", health{h.NATS.IsConnected(), !h.full.Load()}); err != nil {
				return
			}
		case <-f.bell:
			names, tables := h.view.news(f, time.Now())
			for _, name := range names {
				if err := send(w, c, "table", map[string]any{"name": name, "table": tables[name]}); err != nil {
					return
				}
			}
		}
	}
}

func send(w io.Writer, c *http.ResponseController, event string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	c.SetWriteDeadline(time.Now().Add(pulse))
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data); err != nil {
		return err
	}
	return c.Flush()
}

func (h *Hall) games(_ http.ResponseWriter, r *http.Request) (any, error) {
	list, all := h.shelf.search(r.URL.Query().Get("q"))
	return map[string]any{"games": list, "all": all}, nil
}

func (h *Hall) game(w http.ResponseWriter, r *http.Request) {
	id, ok := strings.CutSuffix(r.PathValue("file"), ".sgf")
	if !ok || id == "" {
		refuse(w, r, refusing(http.StatusNotFound, "not-found", `A game's file ends with ".sgf".`))
		return
	}
	switch record, err := h.shelf.sgf(r.Context(), h.js, r.PathValue("table"), id); {
	case errors.Is(err, fs.ErrNotExist):
		refuse(w, r, refusing(http.StatusNotFound, "not-found", "There is no such game."))
	case err != nil:
		refuse(w, r, refusing(http.StatusServiceUnavailable, "offline", "The hall's servers did not return the game. Try again."))
	default:
		w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", r.PathValue("table")+"-"+id+".sgf"))
		w.Write(record)
	}
}

func (h *Hall) me(_ http.ResponseWriter, r *http.Request) (any, error) {
	return map[string]string{"role": h.role(r, time.Now())}, nil
}

func (h *Hall) login(w http.ResponseWriter, r *http.Request) (any, error) {
	var ask struct {
		Password string `json:"password"`
	}
	if err := json.NewDecoder(r.Body).Decode(&ask); err != nil {
		return nil, refusing(http.StatusBadRequest, "bad-value", `Write {"password": "..."}.`)
	}
	role := ""
	right, err := h.tries.Try(r.Context(), h.lineOf(r), attempts.Pause, func() bool {
		role = h.named(ask.Password)
		return role != ""
	})
	switch {
	case errors.Is(err, attempts.ErrFull):
		return nil, refusing(http.StatusTooManyRequests, "too-many", "Too many attempts from your address are waiting. Try again in a few seconds.")
	case err != nil:
		return nil, err
	case !right:
		h.Log.Warn("wrong password", "from", host(r))
		return nil, refusing(http.StatusForbidden, "log-in", "Wrong password.")
	}
	h.Log.Info("logged in", "role", role, "from", host(r))
	h.setCookie(w, cookie, h.pass(role, time.Now().Add(loginTime)), loginTime)
	h.setCookie(w, knownCookie, h.known(role), knownTime)
	return map[string]string{"role": role}, nil
}

// setCookie sets a cookie that no script reads and no other site sends; one that lasts less
// than a second ends it.
func (h *Hall) setCookie(w http.ResponseWriter, name, value string, lasts time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(lasts.Seconds()),
		HttpOnly: true, Secure: h.HTTPS, SameSite: http.SameSiteStrictMode,
	})
}

func (h *Hall) logout(w http.ResponseWriter, r *http.Request) (any, error) {
	if c, err := r.Cookie(cookie); err == nil && h.role(r, time.Now()) != look {
		h.endLogin(r.Context(), c.Value)
	}
	h.setCookie(w, cookie, "", -time.Second)
	return map[string]string{"role": look}, nil
}

func host(r *http.Request) string {
	a, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return a
}

// command gives a command to a table, signed with the key of the role of the person who asks.
func (h *Hall) command(_ http.ResponseWriter, r *http.Request) (any, error) {
	table, role := r.PathValue("table"), h.role(r, time.Now())
	key := h.key(role)
	if key == nil {
		return nil, errLogIn
	}
	if err := h.takes(table); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(r.Body)
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, refusing(http.StatusRequestEntityTooLarge, "too-large", "The command is larger than %d KiB.", large.Limit>>10)
	}
	if err != nil || !json.Valid(body) {
		return nil, refusing(http.StatusBadRequest, "bad-value", `The command is not valid JSON. Write it like {"do":"undo"}.`)
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTime)
	defer cancel()
	a, err := fleet.Command(ctx, h.NATS, table, h.Keys.subjects(table), key, body)
	switch {
	case err != nil:
		return nil, errTableOff
	case a.Code != "":
		return nil, tableRefused(a)
	}
	h.Log.Info("command", "table", table, "role", role, "from", host(r), "command", string(body))
	return worded(r, a), nil
}

// takes says why a table gets no commands, or nil.
func (h *Hall) takes(table string) error {
	switch {
	case fleet.CheckName(table) != nil || !h.view.known(table):
		return errNoTable
	case h.view.twins(table):
		return &reason{http.StatusConflict, fleet.Refusal("twins", tableTwins(table))}
	}
	return nil
}

// commandAll gives a command to every table that is there, and answers with what each
// said, by name.
func (h *Hall) commandAll(r *http.Request, role string, body json.RawMessage) (any, error) {
	ctx, cancel := context.WithTimeout(r.Context(), commandTime)
	defer cancel()
	said := map[string]fleet.Answer{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for name, t := range h.view.all(time.Now()) {
		if t.SilentMS > silent.Milliseconds() {
			continue
		}
		if t.Twins {
			mu.Lock()
			said[name] = worded(r, fleet.Refusal("twins", tableTwins(name)))
			mu.Unlock()
			continue
		}
		all.Go(func() {
			a, err := fleet.Command(ctx, h.NATS, name, h.Keys.subjects(name), h.key(role), body)
			if err != nil {
				a = fleet.Refusal("offline", tableOff)
			}
			mu.Lock()
			defer mu.Unlock()
			said[name] = worded(r, a)
		})
	}
	all.Wait()
	h.Log.Info("command to all tables", "role", role, "from", host(r), "command", string(body), "tables", len(said))
	return map[string]any{"tables": said}, nil
}

var tableOff = chinese.Of("The table does not respond. It may be switched off.")

var (
	errLogIn    = refusing(http.StatusUnauthorized, "log-in", "Log in first: this needs one of the hall's passwords.")
	errNoTable  = refusing(http.StatusNotFound, "not-found", "There is no such table.")
	errTableOff = &reason{http.StatusServiceUnavailable, fleet.Refusal("offline", tableOff)}
)

// tableTwins is why a table gets no commands: either of two would take them.
func tableTwins(table string) text.Words {
	return chinese.Of("Two tables run as %s, for example after an SD card was copied. Give each table its own name and credentials.", table)
}

// silent is after how long a table that says nothing counts as switched off: it tells of
// its health every 30 seconds.
const silent = 2 * time.Minute
