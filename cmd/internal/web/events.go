package web

import (
	"fmt"
	"net/http"
	"time"

	"stonehand/cmd/internal/api"
)

// events answers GET /api/events with a stream of server-sent events (WHATWG
// HTML, section 9.2): "state" with a snapshot, "thinking" with a thought,
// "fault" with a sentence, "analysis" with how the latest analysis stands;
// comments keep an idle stream alive. The stream
// begins with the present state, which is all that a reader that comes back has
// missed: Last-Event-ID needs no answer of its own.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	done := s.takeStream(w, r)
	if done == nil {
		return
	}
	defer done()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	out := stream{w: w, control: http.NewResponseController(w), patience: s.Patience, encoded: &s.encoded}
	// The limits of ordinary requests would end every stream.
	_ = out.control.SetReadDeadline(time.Time{})

	updates := s.Table.Subscribe(r.Context())
	if err := out.send("retry: 1000\n\n"); err != nil {
		return
	}
	beat := time.Tick(s.Heartbeat)
	var analysis <-chan struct{} // nil until the present state has been sent
	for {
		var err error
		select {
		case <-r.Context().Done():
			return
		case <-s.closing:
			return
		case <-beat:
			err = out.send(": still here\n\n")
		case u, ok := <-updates:
			if !ok { // fell behind, or the table has stopped: the reader may come again
				return
			}
			if err = out.update(u); err == nil && analysis == nil {
				analysis, err = s.tellAnalysis(out)
			}
		case <-analysis:
			analysis, err = s.tellAnalysis(out)
		}
		if err != nil {
			s.Log.Debug("an event stream ended", "from", r.RemoteAddr, "error", err)
			return
		}
	}
}

// tellAnalysis sends how the latest analysis stands, if there has been any, and
// returns what is closed when there is more to tell.
func (s *Server) tellAnalysis(out stream) (<-chan struct{}, error) {
	p, changed := s.queue.latest()
	if p.Game == "" {
		return changed, nil
	}
	return changed, out.event("analysis", p)
}

// stream writes events, each within a limit of time.
type stream struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
	encoded  *encodedState
}

func (o *stream) send(text string) error {
	// A test recorder has no deadlines; a connection has.
	_ = o.control.SetWriteDeadline(time.Now().Add(o.patience))
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.control.Flush()
}

func (o *stream) update(u api.Update) error {
	var name string
	var body any
	switch {
	case u.State != nil:
		data, err := o.encoded.state(u.State)
		if err != nil {
			return err
		}
		return o.send(fmt.Sprintf("id: %d\nevent: state\ndata: %s\n\n", u.State.Version, data))
	case u.Thought != nil:
		name, body = "thinking", u.Thought
	case u.Fault != "":
		name, body = "fault", map[string]string{"fault": u.Fault}
	default:
		return nil
	}
	return o.event(name, body)
}

// event sends one event.
func (o *stream) event(name string, body any) error {
	data, err := encode(body)
	if err != nil {
		return err
	}
	return o.send(fmt.Sprintf("event: %s\ndata: %s\n\n", name, data))
}
