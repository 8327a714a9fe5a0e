package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// tableClient is a daemon's table over HTTP, as a page reaches it.
type tableClient struct {
	Base     string // "http://127.0.0.1:8019"
	Password string // the board's, if it has one
}

// tableHTTP gives up on a daemon that has stopped answering, and keeps no line to
// one that has ended.
var tableHTTP = http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// refusal is an answer that is not a success.
type refusal struct {
	Status int
	Code   string `json:"code"`
	Text   string `json:"error"`
}

// Error implements error.
func (r *refusal) Error() string { return fmt.Sprintf("%d %s: %s", r.Status, r.Code, r.Text) }

// Send sends a request and returns the body of the answer. An answer that is
// not a success is a [*refusal].
func (t tableClient) Send(method, path string, body []byte) ([]byte, error) {
	request, err := http.NewRequest(method, t.Base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if t.Password != "" {
		request.SetBasicAuth("test", t.Password)
	}
	answer, err := tableHTTP.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 != 2 {
		refusal := &refusal{Status: answer.StatusCode}
		if err := json.Unmarshal(text, refusal); err != nil {
			return nil, fmt.Errorf("%s %s: %s, without a sentence: %q", method, path, answer.Status, text)
		}
		return nil, refusal
	}
	return text, nil
}

// ask sends a request and decodes the answer.
func ask[T any](t tableClient, method, path string, question any) (answer T, err error) {
	var body []byte
	if question != nil {
		if body, err = json.Marshal(question); err != nil {
			return answer, err
		}
	}
	text, err := t.Send(method, path, body)
	if err != nil {
		return answer, err
	}
	return answer, json.Unmarshal(text, &answer)
}

// State returns the present state.
func (t tableClient) State() (*api.Snapshot, error) {
	return ask[*api.Snapshot](t, "GET", "/api/state", nil)
}

// watch asks for the state again and again, and decodes one that is new: most that waiting
// tests see are not, and to decode them takes most of the time.
type watch struct {
	tableClient
	text []byte // of now
	now  *api.Snapshot
}

func (w *watch) state() (*api.Snapshot, error) {
	text, err := w.Send("GET", "/api/state", nil)
	if err != nil {
		return nil, err
	}
	if w.now == nil || !bytes.Equal(text, w.text) {
		var s *api.Snapshot
		if err := json.Unmarshal(text, &s); err != nil {
			return nil, err
		}
		w.text, w.now = text, s
	}
	return w.now, nil
}

// Command carries a command out and returns the state after it.
func (t tableClient) Command(c map[string]any) (*api.Snapshot, error) {
	return ask[*api.Snapshot](t, "POST", "/api/command", c)
}

// Put puts a stone on the simulated board.
func (t tableClient) Put(s api.Stone) error {
	_, err := ask[api.Stone](t, "POST", "/api/sim/put", s)
	return err
}

// Lift takes a stone off the simulated board.
func (t tableClient) Lift(s api.Stone) error {
	_, err := ask[api.Stone](t, "POST", "/api/sim/lift", map[string]string{"point": s.Point.String()})
	return err
}

// Games returns the list of finished games, the latest first.
func (t tableClient) Games() ([]api.GameInfo, error) {
	return ask[[]api.GameInfo](t, "GET", "/api/games", nil)
}

// Until asks for the state until it is as wanted, and returns it. It gives up when it has
// waited for [patience] since the last turn.
func (t tableClient) Until(test testing.TB, what string, ok func(*api.Snapshot) bool) *api.Snapshot {
	test.Helper()
	var s *api.Snapshot
	var err error
	turns, w, begun := 0, watch{tableClient: t}, time.Now()
	// What has lasted for long is asked for less often: an answer takes the processor a while.
	for end := begun.Add(patience); time.Now().Before(end); time.Sleep(min(10*time.Millisecond+time.Since(begun)/20, 50*time.Millisecond)) {
		if s, err = w.state(); err != nil {
			continue
		}
		if ok(s) {
			return s
		}
		if n := len(s.Moves); n != turns {
			turns, begun, end = n, time.Now(), time.Now().Add(patience)
		}
	}
	test.Fatalf("waited %v for %s; the last state was %+v, %v", patience, what, s, err)
	return nil
}

// Over waits until the game is over that the machine plays with itself, and returns
// the last state.
func (t tableClient) Over(test testing.TB) *api.Snapshot {
	test.Helper()
	return t.Until(test, "the end of the game", func(s *api.Snapshot) bool { return s.Phase == api.PhaseOver })
}

// Act does what the table asks a person for in state s: it mends the board, lifts captured
// stones, puts
// the machine's stones down, and plays the points of turn when it is a person's
// turn. It reports whether it did anything. When it has, it has also waited
// until the board shows it, so that nothing is done twice.
func (t tableClient) Act(s *api.Snapshot, turn func(s *api.Snapshot, due int) []string) (bool, error) {
	var put, lift []api.Stone
	captured := capturedOn(s)
	switch {
	case len(captured) > 0 && s.Phase != api.PhaseClear:
		lift = captured
	case s.Phase == api.PhaseClear || s.Phase == api.PhaseRepair:
		put, lift = without(s.Record, shown(s)), without(shown(s), s.Record)
	case s.Phase == api.PhasePlace:
		for _, p := range s.Wanted {
			put = append(put, api.Stone{Point: p, Color: s.ToMove})
		}
	case s.Phase == api.PhaseHuman:
		// Stones that lie there already are settling.
		if here := len(without(shown(s), s.Record)); here < s.Due {
			for _, p := range turn(s, s.Due-here) {
				put = append(put, api.Stone{Point: apitest.At(p), Color: s.ToMove})
			}
		}
	}
	if len(put)+len(lift) == 0 {
		return false, nil
	}
	for _, x := range lift {
		if err := t.hand("/api/sim/lift", map[string]string{"point": x.Point.String()}); err != nil {
			return false, err
		}
	}
	for _, x := range put {
		if err := t.hand("/api/sim/put", x); err != nil {
			return false, err
		}
	}
	w := watch{tableClient: t}
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		s, err := w.state()
		if err != nil {
			return false, err
		}
		if len(without(put, shown(s))) == 0 && len(without(lift, shown(s))) == len(lift) {
			return true, nil
		}
		if time.Now().After(end) {
			return false, fmt.Errorf("the board does not show %v put down and %v lifted: %+v", put, lift, s)
		}
	}
}

// hand moves a stone. The board may be a moment ahead of the state that was
// acted on: what it has done already is no error.
func (t tableClient) hand(path string, what any) error {
	_, err := ask[any](t, "POST", path, what)
	if refused, ok := errors.AsType[*refusal](err); ok && refused.Code == "hand" {
		return nil
	}
	return err
}

// capturedOn lists the captured stones of a game of Go that the board still shows.
func capturedOn(s *api.Snapshot) (list []api.Stone) {
	if s.Go == nil {
		return nil
	}
	for _, x := range shown(s) {
		if slices.Contains(s.Go.Captured, x.Point) {
			list = append(list, x)
		}
	}
	return list
}

// shown returns the stones that the board shows, as those of a record. One whose
// colour the board cannot tell is none of either colour.
func shown(s *api.Snapshot) []api.Stone {
	var list []api.Stone
	for _, x := range s.Stones {
		list = append(list, api.Stone{Point: x.Point, Color: board.Color(x.Color)})
	}
	return list
}

// without returns the stones of a that are not in b.
func without(a, b []api.Stone) (rest []api.Stone) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// PlayOut plays until the game is over and returns its last state.
func (t tableClient) PlayOut(test testing.TB, turn func(s *api.Snapshot, due int) []string) *api.Snapshot {
	test.Helper()
	return t.Until(test, "the end of the game", func(s *api.Snapshot) bool {
		if s.Result != "" {
			return true
		}
		if _, err := t.Act(s, turn); err != nil {
			test.Fatal(err)
		}
		return false
	})
}

// Follow listens to the table's events as a page does, until the test ends. The
// returned function tells how many thoughts of the machine have come so far.
func (t tableClient) Follow(test testing.TB) (thoughts func() int64) {
	test.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, "GET", t.Base+"/api/events", nil)
	if err != nil {
		test.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		test.Fatal(err)
	}
	var n atomic.Int64
	done := make(chan struct{})
	go func() {
		defer close(done)
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if lines.Text() == "event: thinking" {
				n.Add(1)
			}
		}
	}()
	test.Cleanup(func() {
		cancel()
		answer.Body.Close()
		<-done
	})
	return n.Load
}
