package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

// pipes is a listener whose connections are pipes in memory: a connection that
// is not read blocks its writer at once, and everything runs on a fake clock.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.done:
	default:
		close(p.done)
	}
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "pipe"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serving runs f against a server that serves on pipes, on a fake clock.
func serving(t *testing.T, change func(*Config), f func(t *testing.T, s *Server, ft *fakeTable, c *http.Client, stop func())) {
	synctest.Test(t, func(t *testing.T) {
		if change == nil {
			change = func(*Config) {}
		}
		s, ft := newServer(t, change)
		p := newPipes()
		ctx, cancel := context.WithCancel(context.Background())
		served := make(chan error)
		go func() {
			served <- s.Serve(ctx, p)
			close(served)
		}()
		stop := func() {
			cancel()
			if err := <-served; err != nil {
				t.Errorf("Serve: %v", err)
			}
		}
		transport := &http.Transport{DialContext: p.dial}
		f(t, s, ft, &http.Client{Transport: transport}, stop)
		stop()
		transport.CloseIdleConnections()
	})
}

// open opens the event stream.
func open(t *testing.T, c *http.Client) (*bufio.Reader, io.Closer) {
	t.Helper()
	r, err := http.NewRequest("GET", "http://board.local/api/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", "rubbish \u2603")
	res, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != 200 || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		t.Fatalf("%s %v", res.Status, res.Header)
	}
	return bufio.NewReader(res.Body), res.Body
}

// block reads one block of the stream, up to an empty line.
func block(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", b.String(), err)
		}
		if line == "\n" {
			return b.String()
		}
		b.WriteString(line)
	}
}

func TestEvents(t *testing.T) {
	serving(t, nil, func(t *testing.T, s *Server, ft *fakeTable, c *http.Client, stop func()) {
		r, body := open(t, c)
		if got := block(t, r); got != "retry: 1000\n" {
			t.Errorf("the stream begins with %q", got)
		}
		head, data, _ := strings.Cut(block(t, r), "data: ")
		var state api.Snapshot
		if err := json.Unmarshal([]byte(data), &state); err != nil || head != "id: 1\nevent: state\n" || state.GameID != "g1" || state.Moves == nil {
			t.Errorf("the first event is %q %q (%v)", head, data, err)
		}
		for range 10 { // long idle: longer than every limit of ordinary requests
			if got := block(t, r); got != ": still here\n" {
				t.Errorf("idle stream says %q", got)
			}
		}
		ft.publish(api.Update{Thought: &api.Thought{Depth: 3, Score: -20, Line: apitest.Turns([][]string{{"J10", "K10"}}), Nodes: 99, NPS: 7, LeftMS: 1500, TotalMS: 5000}})
		if got, want := block(t, r), `event: thinking`+"\n"+
			`data: {"depth":3,"score":-20,"line":[["J10","K10"]],"nodes":99,"nps":7,"left_ms":1500,"total_ms":5000}`+"\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		ft.publish(api.Update{Fault: "The sensor at \"J10\"\nis stuck."})
		if got, want := block(t, r), "event: fault\n"+`data: {"fault":"The sensor at \"J10\"\nis stuck."}`+"\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		ft.set(func(n *api.Snapshot) { n.Phase = api.PhasePaused })
		if got := block(t, r); !strings.HasPrefix(got, "id: 2\nevent: state\n") || !strings.Contains(got, `"phase":"paused"`) {
			t.Errorf("got %q", got)
		}
		go stop() // a shutdown ends the stream at once
		if rest, err := io.ReadAll(r); err != nil || len(rest) != 0 {
			t.Errorf("after the shutdown: %q, %v", rest, err)
		}
		_ = body.Close()
	})
}

func TestSlowReaderIsDropped(t *testing.T) {
	serving(t, nil, func(t *testing.T, s *Server, ft *fakeTable, c *http.Client, stop func()) {
		_, body := open(t, c)
		defer body.Close()
		for range 40 { // more than its connection and its subscription hold
			ft.set(func(n *api.Snapshot) { n.Message = strings.Repeat("x", 64<<10) })
		}
		start := time.Now()
		for s.streams.open() > 0 && time.Since(start) < time.Hour {
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
		}
		if took := time.Since(start); took > s.Patience+time.Second {
			t.Errorf("a reader that reads nothing was kept for %s", took)
		}
	})
}

func TestStreamsAreLimited(t *testing.T) {
	serving(t, func(c *Config) { c.Streams = 2 }, func(t *testing.T, s *Server, ft *fakeTable, c *http.Client, stop func()) {
		_, one := open(t, c)
		_, two := open(t, c)
		res, err := c.Get("http://board.local/api/events")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		answer{res, string(text)}.sentence(t, 503, "too-many-streams", "2 event streams")
		_ = one.Close()
		synctest.Wait()
		time.Sleep(2 * s.Heartbeat) // at the latest, its next heartbeat finds the reader gone
		_, three := open(t, c)
		_ = two.Close()
		_ = three.Close()
	})
}

func TestMetrics(t *testing.T) {
	serving(t, nil, func(t *testing.T, s *Server, ft *fakeTable, c *http.Client, stop func()) {
		synctest.Wait()
		step := func(change func(*api.Snapshot)) { ft.set(change); synctest.Wait() }
		step(func(n *api.Snapshot) {
			n.Moves = apitest.Turns([][]string{{"J10"}})
			n.Side, n.Phase = board.White, api.PhaseThinking
		})
		ft.publish(api.Update{Thought: &api.Thought{Nodes: 1000}})
		time.Sleep(2 * time.Second)
		ft.publish(api.Update{Thought: &api.Thought{Nodes: 5000}})
		synctest.Wait()
		step(func(n *api.Snapshot) { n.Phase = api.PhasePlace })
		step(func(n *api.Snapshot) {
			n.Moves = append(n.Moves, apitest.Points("K10", "L10"))
			n.Side, n.Phase = board.Black, api.PhaseHuman
		})
		step(func(n *api.Snapshot) { n.Phase = api.PhaseOver; n.Result = "white" })
		// A show is no game that somebody plays.
		step(func(n *api.Snapshot) {
			*n = api.Snapshot{GameID: api.Demonstration, Phase: api.PhaseAttract, Link: true, Side: board.Black}
		})
		step(func(n *api.Snapshot) { n.Moves, n.Side = apitest.Turns([][]string{{"J10"}}), board.White })
		step(func(n *api.Snapshot) { n.Result = "black" })
		// White begins a game with a handicap.
		step(func(n *api.Snapshot) {
			*n = api.Snapshot{GameID: "g2", Phase: api.PhaseThinking, Link: true, Human: []board.Color{board.Black}, Side: board.White}
		})
		step(func(n *api.Snapshot) {
			n.Moves = apitest.Turns([][]string{{"J10"}})
			n.Side, n.Phase = board.Black, api.PhaseHuman
		})
		ft.publish(api.Update{Fault: "A sensor is stuck."})
		synctest.Wait()
		text := ask(t, s, "GET", "/metrics", "").text
		for _, want := range []string{
			`stonehand_turns_total{by="human"} 1`, `stonehand_turns_total{by="machine"} 2`, `stonehand_games_finished_total{result="white"} 1`,
			`stonehand_thinking_seconds_sum 2`, `stonehand_thinking_seconds_count 2`, `stonehand_nodes_total 5000`, `stonehand_link_up 1`,
			`stonehand_faults_total 1`, `stonehand_subscribers 0`, `stonehand_loop_age_seconds 2`,
		} {
			if !strings.Contains(text, want+"\n") {
				t.Errorf("the metrics lack %q", want)
			}
		}
		if strings.Contains(text, `result="black"`) {
			t.Error("the metrics count a show as a game")
		}
		if t.Failed() {
			fmt.Println(text)
		}
	})
}
