package web

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
)

// route is one line of the contract.
type route struct {
	method  string
	path    string // as the OpenAPI file writes it
	role    Role   // who may; of a command, the least that any takes
	pattern string // for http.ServeMux, where it differs from path
	serve   http.HandlerFunc
}

// routes is the whole contract; openapi.json describes the same.
func (s *Server) routes() []route {
	return []route{
		{method: "GET", path: "/", role: Look, pattern: "/{$}", serve: s.page},
		{method: "GET", path: "/invite", role: Look, serve: s.invitePage},
		{method: "GET", path: "/watch", role: Look, serve: s.screen("watch.html")},
		{method: "GET", path: "/join", role: Look, serve: s.screen("join.html")},
		{method: "GET", path: "/card", role: Look, serve: s.card},
		{method: "GET", path: "/operator", role: Look, serve: s.screen("operator.html")},
		{method: "GET", path: "/page/{file}", role: Look, pattern: "/page/{file...}", serve: s.pageFile},
		{method: "GET", path: "/healthz", role: Look, serve: s.health},
		{method: "GET", path: "/metrics", role: Operate, serve: s.metrics},
		{method: "GET", path: "/api/openapi.json", role: Look, serve: s.openAPI},
		{method: "GET", path: "/api/state", role: Look, serve: s.state},
		{method: "GET", path: "/api/events", role: Look, serve: s.events},
		{method: "POST", path: "/api/command", role: Play, serve: s.answering(s.command)},
		{method: "POST", path: "/api/guest", role: Play, serve: reading(s, `{"do":"begin","game":"gomoku","color":"white"}`, s.guest)},
		{method: "GET", path: "/api/recording", role: Operate, serve: s.recording},
		{method: "GET", path: "/api/games", role: Look, serve: s.answering(s.games)},
		{method: "GET", path: "/api/games/{id}.sgf", role: Look, pattern: "/api/games/{file}", serve: s.gameSGF},
		{method: "GET", path: "/api/games/{id}/record", role: Look, serve: s.answering(s.record)},
		{method: "GET", path: "/api/games/{id}/analysis", role: Look, serve: s.answering(s.analysis)},
		{method: "GET", path: "/api/games/{id}/analysis.sgf", role: Look, serve: s.analysisSGF},
		{method: "POST", path: "/api/analysis", role: Play, serve: s.answering(s.analyze)},
		{method: "POST", path: "/api/study", role: Look, serve: reading(s, `{"size":"9x9","stones":".........","to_move":"black"}`, s.study)},
		{method: "GET", path: "/api/puzzles", role: Look, serve: s.answering(s.puzzles)},
		{method: "POST", path: "/api/puzzles/try", role: Look, serve: reading(s, `{"id":"connect6-1","turns":[["J10","K10"]]}`, tryPuzzle)},
		{method: "GET", path: "/api/library", role: Look, serve: s.answering(s.library)},
		{method: "POST", path: "/api/library", role: Play, serve: s.answering(s.upload)},
		{method: "GET", path: "/api/library/{id}", role: Look, serve: s.openGame},
		{method: "PUT", path: "/api/library/{id}", role: Play, serve: s.saveGame},
		{method: "DELETE", path: "/api/library/{id}", role: Operate, serve: s.answering(s.removeGame)},
		{method: "GET", path: "/api/library/{id}/sgf", role: Look, serve: s.gameText},
		{method: "GET", path: "/api/library/{id}/picture.svg", role: Look, serve: s.gamePicture},
		{method: "GET", path: "/api/library/{id}/picture.png", role: Look, serve: s.gamePicture},
		{method: "GET", path: "/api/library/{id}/animation.gif", role: Look, serve: s.gamePicture},
		{method: "POST", path: "/api/library/{id}/try", role: Look, serve: s.answering(s.tryEdits)},
		{method: "POST", path: "/api/library/{id}/replay", role: Play, serve: reading(s, `{"node":0}`, s.replayGame)},
		{method: "GET", path: "/api/take", role: Look, serve: s.answering(s.take)},
		{method: "GET", path: "/api/take.svg", role: Look, serve: s.asQR(s.takeQR)},
		{method: "GET", path: "/take/{token}", role: Look, serve: s.takePage},
		{method: "GET", path: "/take/{token}/{file}", role: Look, serve: s.takeFile},
		{method: "POST", path: "/api/login", role: Look, serve: reading(s, `{"password":"..."}`, s.login)},
		{method: "POST", path: "/api/logout", role: Look, serve: reading(s, `{}`, s.logout)},
		{method: "GET", path: "/api/me", role: Look, serve: s.answering(s.whoAmI)},
		{method: "GET", path: "/api/pin", role: Look, serve: s.answering(s.showPIN)},
		{method: "GET", path: "/api/pin.svg", role: Look, serve: s.asQR(s.pinQR)},
		{method: "POST", path: "/api/pin/change", role: Operate, serve: reading(s, `{}`, s.changePIN)},
		{method: "GET", path: "/api/queue", role: Look, serve: s.answering(s.showQueue)},
		{method: "GET", path: "/api/queue.svg", role: Look, serve: s.asQR(s.queueQR)},
		{method: "POST", path: "/api/queue", role: Look, serve: reading(s, `{"code":"BCDF","name":"Ada"}`, s.joinQueue)},
		{method: "POST", path: "/api/queue/here", role: Look, serve: reading(s, `{}`, s.queueHere)},
		{method: "POST", path: "/api/queue/leave", role: Look, serve: reading(s, `{}`, s.leaveQueue)},
		{method: "GET", path: "/api/audit", role: Operate, serve: s.auditLog},
		{method: "GET", path: "/api/visits", role: Operate, serve: s.answering(s.visits)},
		{method: "GET", path: "/api/visits.csv", role: Operate, serve: s.visitsTable},
		{method: "GET", path: "/api/operator", role: Operate, serve: s.answering(s.operator)},
		{method: "GET", path: "/api/sensors", role: Operate, serve: s.answering(s.sensors)},
		{method: "GET", path: "/api/log", role: Operate, serve: s.answering(s.logLines)},
		{method: "GET", path: "/api/timetable", role: Operate, serve: s.answering(s.showTimetable)},
		{method: "PUT", path: "/api/timetable", role: Operate, serve: reading(s, `{"hours":["mon-fri 10:00-18:00"],"exceptions":[],"goodbye":300,"volume":[],"brightness":[]}`, s.setTimetable)},
		{method: "DELETE", path: "/api/timetable", role: Operate, serve: s.answering(s.dropTimetable)},
		{method: "POST", path: "/api/arm", role: Play, serve: reading(s, `{"do":"jog","axis":"x","mm":1}`, s.arm)},
		{method: "POST", path: "/api/restart", role: Operate, serve: s.restart},
		{method: "GET", path: "/api/elsewhere", role: Look, serve: s.answering(s.linkStatus)},
		{method: "GET", path: "/api/link", role: Look, serve: s.link},
		{method: "POST", path: "/api/invite", role: Operate, serve: s.answering(s.invite)},
		{method: "POST", path: "/api/join", role: Operate, serve: s.answering(s.join)},
		{method: "POST", path: "/api/leave", role: Operate, serve: s.answering(s.leave)},
		{method: "POST", path: "/api/sim/put", role: Play, serve: s.answering(s.simPut)},
		{method: "POST", path: "/api/sim/lift", role: Play, serve: s.answering(s.simLift)},
		{method: "POST", path: "/api/sim/push", role: Play, serve: s.answering(s.simPush)},
	}
}

// mux dispatches by path and then by method, so that a wrong method and an
// unknown path are refused in the contract's own form.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	byPattern := map[string][]route{}
	for _, r := range s.routes() {
		pattern := r.pattern
		pattern = cmp.Or(pattern, r.path)
		byPattern[pattern] = append(byPattern[pattern], r)
	}
	for pattern, list := range byPattern {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, q *http.Request) { s.dispatch(w, q, list) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, q *http.Request) {
		s.refuse(w, q, notFound("There is nothing at %q: GET /api/openapi.json lists everything there is.", text.Clip(q.URL.Path)))
	})
	return mux
}

// dispatch answers by one of the routes of a path, each of which takes a method.
func (s *Server) dispatch(w http.ResponseWriter, q *http.Request, list []route) {
	i := slices.IndexFunc(list, func(r route) bool { return q.Method == r.method || r.method == "GET" && q.Method == "HEAD" })
	if i < 0 {
		var allow, use []string
		for _, r := range list {
			if use = append(use, r.method); r.method == "GET" {
				allow = append(allow, "GET", "HEAD")
			} else {
				allow = append(allow, r.method)
			}
		}
		w.Header().Set("Allow", strings.Join(allow, ", "))
		s.refuse(w, q, refusing(http.StatusMethodNotAllowed, "method-not-allowed", "%s does not take %s: use %s.", list[0].path, text.Clip(q.Method), strings.Join(use, ", ")))
		return
	}
	r := list[i]
	err := s.needs(q, r.role)
	if err != nil {
		s.audit.failed(q, "refused "+r.method+" "+r.path)
	} else {
		err = s.tooFast(q, r.role)
	}
	if err != nil {
		s.refuse(w, q, err)
		return
	}
	r.serve(w, q)
}

// guard wraps h in what holds for every request: the names the server answers
// to, the origins that may command it, the size of a body, and the headers
// that keep a browser from loading or framing anything foreign.
func (s *Server) guard(h http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'")
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("X-Frame-Options", "DENY")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.TLS != nil {
			head.Set("Strict-Transport-Security", "max-age=31536000")
		}
		c := s.recognize(r)
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
		if c.addr.IsValid() {
			r.RemoteAddr = net.JoinHostPort(c.addr.String(), portOf(r.RemoteAddr)) // not a trusted proxy's
		}
		if !s.knowsHost(r.Host) {
			s.refuse(w, r, refusing(http.StatusMisdirectedRequest, "unknown-host", "This board does not answer to the name %q: use its address, or add the name to web.hosts in its configuration.", text.Clip(r.Host)))
			return
		}
		if err := cross.Check(r); err != nil {
			s.Log.Debug("refused a request from another site", "origin", text.Clip(r.Header.Get("Origin")), "path", text.Clip(r.URL.Path), "from", r.RemoteAddr)
			s.refuse(w, r, refusing(http.StatusForbidden, "foreign-origin", "Another site's page cannot control this board. Open the board's own page."))
			return
		}
		// A body that comes byte by byte keeps nobody out: until it is there, the
		// connection may be closed for a new one.
		if limit, later := bodyLimit(r); later {
			r.Body = http.MaxBytesReader(w, r.Body, limit)
		} else {
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
			r.Body = &readBody{*bytes.NewReader(body), err}
		}
		var err error
		defer occupy(r.Context())()
		if c, err = s.admit(r, c); err != nil {
			s.refuse(w, r, err)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), callerKey{}, c))
		h.ServeHTTP(w, r)
	})
}

// bodyLimit is how many bytes a request's body may have, and whether it is read only
// when it is known who sends it: game records and timetables are long.
func bodyLimit(r *http.Request) (limit int64, later bool) {
	switch {
	case r.URL.Path == "/api/timetable":
		return hoursBytes, true
	case !strings.HasPrefix(r.URL.Path, "/api/library"):
		return bodyBytes, false
	case r.Method == "PUT", r.URL.Path == "/api/library":
		return library.MaxFile, true
	}
	return triedBytes, false
}

// localDomains cannot be registered by a stranger: RFC 6761 and 6762 (localhost,
// local), RFC 8375 (home.arpa), ICANN 2024 (internal), and what home routers
// commonly hand out.
var localDomains = []string{".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home", ".fritz.box"}

// knowsHost reports whether a request for this Host header is meant for us. A
// page of a stranger's site can make its own name lead to our address (DNS
// rebinding) and would then count as the same origin; but it cannot choose an
// address, or a name that is ours.
func (s *Server) knowsHost(hostport string) bool {
	host := bareHost(hostport)
	if isAddress(host) || host == "localhost" {
		return true
	}
	own := strings.ToLower(s.Hostname)
	first, _, _ := strings.Cut(own, ".")
	if name, domain, _ := strings.Cut(host, "."); own != "" && (host == own || name == first && (domain == "" || slices.Contains(localDomains, "."+domain))) {
		return true
	}
	return slices.ContainsFunc(s.Hosts, func(name string) bool { return name == "*" || strings.EqualFold(name, host) })
}

// readBody is a request's body that has been read, up to an error if there was one.
type readBody struct {
	bytes.Reader
	err error
}

// Read implements [io.Reader].
func (b *readBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF && b.err != nil {
		err = b.err
	}
	return n, err
}

// Close implements [io.Closer].
func (b *readBody) Close() error { return nil }

// portOf is the port of "host:port", "0" where there is none.
func portOf(address string) string {
	if _, port, err := net.SplitHostPort(address); err == nil {
		return port
	}
	return "0"
}
