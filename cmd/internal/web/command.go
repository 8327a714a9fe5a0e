package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
)

// commandTime is how long a command may wait for the game loop.
const commandTime = 30 * time.Second

// state answers GET /api/state.
func (s *Server) state(w http.ResponseWriter, r *http.Request) {
	body, err := s.encoded.state(s.Table.Snapshot())
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	sendJSON(w, http.StatusOK, body)
}

// encodedState is the latest snapshot as JSON: it goes to all streams, and to anyone who
// asks, and is written out once.
type encodedState struct {
	mu   sync.Mutex // guards what follows
	of   *api.Snapshot
	body []byte
}

func (e *encodedState) state(s *api.Snapshot) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.of == s {
		return e.body, nil
	}
	body, err := encode(s)
	if err == nil && (e.of == nil || s.Version >= e.of.Version) {
		e.of, e.body = s, body
	}
	return body, err
}

// command answers POST /api/command.
func (s *Server) command(r *http.Request) (any, error) {
	var c api.Command
	err := read(r, &c, `{"do":"undo"}`)
	if err == nil && c.Do == "" {
		err = badValue(`The member "do" is missing: it says what to do, one of %s.`, doList)
	}
	if err == nil {
		if c.Do == api.DoResumeArm {
			told := s.Table.Snapshot().ArmCause
			c.Told = &told
		}
		if err = s.needsFor(r, &c); err != nil {
			s.audit.failed(r, "refused command "+known(c.Do))
		}
	}
	if err == nil {
		err = s.commandsTooFast(r)
	}
	var state *api.Snapshot
	if err == nil {
		state, err = s.tellTable(r, c)
	}
	if err != nil {
		s.meters.refused(c.Do, err)
		return nil, err
	}
	s.meters.done(c.Do)
	s.Log.Info("command", "do", c.Do, "from", who(r).from())
	s.audit.did(r, "command", "do", c.Do)
	return state, nil
}

var (
	dos    = []string{api.DoNewGame, api.DoSeats, api.DoUndo, api.DoResign, api.DoMoveNow, api.DoPause, api.DoResume, api.DoAnswer, api.DoChoose, api.DoPass, api.DoDead, api.DoAgree, api.DoPlayOn, api.DoCalibrate, api.DoVolume, api.DoLanguage, api.DoHands, api.DoHint, api.DoShow, api.DoShutdown, api.DoRefill, api.DoResumeArm, api.DoReview, api.DoHere, api.DoRules, api.DoOpen, api.DoTest}
	doList = strings.Join(dos, ", ")
)

// commandRefusal gives the table's errors their place in HTTP.
func commandRefusal(err error) error {
	var refused *api.CommandError
	switch {
	case errors.As(err, &refused):
		status := http.StatusConflict
		if refused.Code == "unknown-command" || refused.Code == "bad-value" || refused.Code == "bad-timetable" {
			status = http.StatusBadRequest
		}
		if refused.Code == "too-many" {
			status = http.StatusTooManyRequests
		}
		return &refusal{status, refused.Code, refused.Text, refused.Words}
	case errors.Is(err, api.ErrStopped):
		return refusing(http.StatusServiceUnavailable, "stopped", "The machine is shutting down. Try again when it is back.")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return refusing(http.StatusServiceUnavailable, "busy", "The game did not get to this command in time. Check the state and ask again.")
	}
	return err
}

// encode writes v as one line of JSON.
func encode(v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding %T: %w", v, err)
	}
	return bytes.TrimSpace(body), nil
}
