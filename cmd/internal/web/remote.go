package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
)

// inviting is the body of POST /api/invite.
type inviting struct {
	Guest   string `json:"guest"`
	Game    string `json:"game"`
	Opening string `json:"opening"`
	Clock   string `json:"clock"`
	Size    string `json:"size"`
	Terms   string `json:"terms"`
	Machine bool   `json:"machine"`
}

// invited is the answer to it.
type invited struct {
	Link    string `json:"link"`
	Code    string `json:"code"`
	Guest   string `json:"guest"`
	Game    string `json:"game"`
	Opening string `json:"opening"`
	Clock   string `json:"clock"`
	Size    string `json:"size,omitempty"`
	Terms   string `json:"terms,omitempty"`
	Expires string `json:"expires"`
	Hint    string `json:"hint"`
}

// joining is the body of POST /api/join.
type joining struct {
	Link string `json:"link"`
	Code string `json:"code"`
}

// linked is how things stand with remote opponents.
type linked struct {
	Able    bool   `json:"able"`
	Session bool   `json:"session"`
	Host    bool   `json:"host"`
	Address string `json:"address"`
	Up      bool   `json:"up"`
	Open    bool   `json:"open"`
	Trouble string `json:"trouble"`
	May     bool   `json:"may"`
	Login   bool   `json:"login"`
}

// errNoSession is that remote games are not possible at this board.
var errNoSession = refusing(http.StatusNotFound, "not-found", "Remote games are not possible at this board.")

// sessionTime is how long accepting an invitation may take.
const sessionTime = 20 * time.Second

// link answers GET /api/link, which a guest upgrades to a WebSocket.
func (s *Server) link(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.Session == nil:
		s.refuse(w, r, errNoSession)
	case r.Header.Get("Upgrade") == "":
		s.refuse(w, r, refusing(http.StatusUpgradeRequired, "upgrade", "This address is for another table's connection. Open /invite in a browser, or use \"stonehand play\"."))
	default:
		keepOpen(r.Context())
		s.Session.ServeHTTP(w, r)
	}
}

// linkStatus answers GET /api/elsewhere.
func (s *Server) linkStatus(r *http.Request) (any, error) {
	return s.linked(r), nil
}

func (s *Server) linked(r *http.Request) linked {
	if s.Session == nil {
		return linked{}
	}
	st := s.Session.Status()
	l := linked{Able: true, Session: st.Session, Host: st.Host, Up: st.Up, Open: st.Open != nil, May: s.needs(r, Operate) == nil, Login: s.Password != "" && s.needs(r, Operate) != nil}
	if l.May {
		l.Address = st.Address
		if st.Trouble != nil {
			l.Trouble = text.Sentence(st.Trouble).In(languageOf(r))
		}
	}
	return l
}

// sessionDo reads a body into q and does something with the session.
func (s *Server) sessionDo(r *http.Request, q any, example string, do func(context.Context) (any, error)) (answer any, err error) {
	if s.Session == nil {
		return nil, errNoSession
	}
	if err = read(r, q, example); err == nil {
		ctx, cancel := context.WithTimeout(r.Context(), sessionTime)
		defer cancel()
		answer, err = do(ctx)
	}
	var refused *refusal
	switch {
	case err == nil:
		s.audit.did(r, "remote game", "path", r.URL.Path)
	case errors.As(err, &refused):
	case errors.Is(err, api.ErrStopped), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		err = commandRefusal(err)
	default:
		err = refusing(http.StatusConflict, "not-now", "%v", text.Sentence(text.Because(err)))
	}
	return answer, err
}

// invite answers POST /api/invite.
func (s *Server) invite(r *http.Request) (any, error) {
	var q inviting
	return s.sessionDo(r, &q, `{"guest":"white"}`, func(ctx context.Context) (any, error) {
		o := remote.Offer{Rules: q.Game, Opening: q.Opening, Machine: q.Machine}
		if q.Guest != "" {
			c, ok := board.ParseColor(q.Guest)
			if !ok {
				return nil, badValue(`"guest" is the colour that the guest plays, "black" or "white", not %q.`, text.Clip(q.Guest))
			}
			o.Guest = c
		}
		if q.Clock != "" {
			c, err := clock.Parse(q.Clock)
			if err != nil {
				return nil, badValue("%v", text.Sentence(text.Because(err)))
			}
			o.Clock = &c
		}
		if q.Size != "" {
			if err := o.Size.UnmarshalText([]byte(q.Size)); err != nil {
				return nil, badValue(`"size": %v.`, err)
			}
		}
		if q.Terms != "" {
			o.Terms = new(game.Terms)
			if err := o.Terms.UnmarshalText([]byte(q.Terms)); err != nil {
				return nil, badValue(`"terms": %v.`, err)
			}
		}
		i, err := s.Session.Invite(ctx, o)
		if err != nil {
			return nil, err
		}
		base, hint := s.reach(r)
		return invited{Link: base + "/invite#" + i.Code, Code: i.Code, Guest: i.Guest, Game: i.Rules, Opening: i.Opening, Clock: i.Clock, Size: i.Size, Terms: i.Terms,
			Expires: i.Expires.UTC().Format(time.RFC3339), Hint: hint}, nil
	})
}

// join answers POST /api/join.
func (s *Server) join(r *http.Request) (any, error) {
	var q joining
	return s.sessionDo(r, &q, `{"link":"http://192.168.1.20:8019/invite#..."}`, func(ctx context.Context) (any, error) {
		err := s.Session.Join(ctx, q.Link, q.Code)
		return s.linked(r), err
	})
}

// leave answers POST /api/leave.
func (s *Server) leave(r *http.Request) (any, error) {
	var q struct{}
	return s.sessionDo(r, &q, `{}`, func(ctx context.Context) (any, error) {
		err := s.Session.Leave(ctx)
		return s.linked(r), err
	})
}

// invitePage answers GET /invite: the page of a guest without a table.
func (s *Server) invitePage(w http.ResponseWriter, r *http.Request) {
	if s.Session == nil {
		s.refuse(w, r, errNoSession)
		return
	}
	s.file(w, r, "guest.html")
}
