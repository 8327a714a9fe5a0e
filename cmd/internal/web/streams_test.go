package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// addressed is a connection that comes from some address.
type addressed struct {
	net.Conn
	from net.Addr
}

func (a addressed) RemoteAddr() net.Addr { return a.from }

// dialFrom is [pipes.dial] for somebody at an address, "203.0.113.9".
func (p *pipes) dialFrom(ip string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		here, there := net.Pipe()
		select {
		case p.conns <- addressed{there, &net.TCPAddr{IP: net.ParseIP(ip), Port: 40000}}:
			return here, nil
		case <-p.done:
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// siege serves on pipes, on a fake clock. get asks for a path as somebody at an
// address, on a connection of its own, and returns the status and the answer, which
// is left open.
func siege(t *testing.T, change func(*Config), f func(t *testing.T, s *Server, p *pipes, get func(ip, url string) *http.Response)) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newServer(t, func(c *Config) {
			if change != nil {
				change(c)
			}
		})
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() { served <- s.Serve(ctx, p) }()
		var open []io.Closer
		f(t, s, p, func(ip, url string) *http.Response {
			tr := &http.Transport{DialContext: p.dialFrom(ip), DisableKeepAlives: true}
			r, err := (&http.Client{Transport: tr, Timeout: time.Hour}).Get(url)
			if err != nil {
				return nil
			}
			open = append(open, r.Body)
			if strings.HasSuffix(url, "/events") && r.StatusCode == 200 {
				go func() { _, _ = io.Copy(io.Discard, r.Body) }() // who does not read is dropped
			}
			return r
		})
		cancel()
		for _, c := range open {
			c.Close()
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
		synctest.Wait()
	})
}

// Idle streams of some blank the page of nobody else: neither 64 from one address nor
// many from several.
func TestIdleStreamsKeepNobodyOut(t *testing.T) {
	siege(t, nil, func(t *testing.T, s *Server, p *pipes, get func(ip, url string) *http.Response) {
		opened := 0
		for range 64 {
			if r := get("203.0.113.9", "http://192.168.1.20/api/events"); r != nil && r.StatusCode == 200 {
				opened++
			}
		}
		if opened != 16 {
			t.Errorf("one address has opened %d streams, want a quarter of 64", opened)
		}
		if r := get("192.168.1.9", "http://192.168.1.20/api/events"); r == nil || r.StatusCode != 200 {
			t.Errorf("a telephone at home gets no stream: %+v", r)
		}
		for _, ip := range []string{"203.0.113.10", "2001:db8::1", "203.0.113.12"} {
			for range 64 {
				get(ip, "http://192.168.1.20/api/events")
			}
		}
		if n := s.streams.open(); n != 48 {
			t.Errorf("strangers have %d streams open, want all but a quarter of 64", n)
		}
		if r := get("127.0.0.1", "http://127.0.0.1:8019/api/events"); r == nil || r.StatusCode != 200 {
			t.Errorf("the table's own screen gets no stream: %+v", r)
		}
		r := get("203.0.113.13", "http://192.168.1.20/api/events")
		if r == nil || r.StatusCode != 503 || r.Header.Get("Retry-After") == "" {
			t.Fatalf("one stream too many: %+v", r)
		}
		text, _ := io.ReadAll(r.Body)
		if !strings.Contains(string(text), "GET /api/state") {
			t.Errorf("it is not said what to do: %s", text)
		}
		if r := get("203.0.113.9", "http://192.168.1.20/api/state"); r == nil || r.StatusCode != 200 {
			t.Errorf("without a stream nothing can be seen: %+v", r)
		}
	})
}

// Connections on which nothing is asked, or byte by byte, are closed for those on
// which something is, no matter who opens them and as many as there are.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	siege(t, nil, func(t *testing.T, s *Server, p *pipes, get func(ip, url string) *http.Response) {
		r := get("127.0.0.1", "http://127.0.0.1:8019/api/events")
		if r == nil || r.StatusCode != 200 {
			t.Fatalf("no stream: %+v", r)
		}
		for i := range 2000 {
			c, err := p.dialFrom([]string{"203.0.113.9", "127.0.0.1", "203.0.113.10", "203.0.113.11", "203.0.113.12", "2001:db8::1"}[i%6])(t.Context(), "", "")
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			go func() {
				_, _ = io.WriteString(c, []string{"", "G", "GET /api/state HTTP/1.1\r\nHost: 192.168.1.20\r\nX: ", "POST /api/command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{"}[i/6%4])
			}()
			if i%100 != 0 {
				continue
			}
			synctest.Wait()
			for ip, host := range map[string]string{"127.0.0.1": "127.0.0.1", "192.168.1.9": "192.168.1.20", "203.0.113.9": "192.168.1.20"} {
				if r := get(ip, "http://"+host+"/api/state"); r == nil || r.StatusCode != 200 {
					t.Fatalf("after %d connections %s sees nothing: %+v", i, ip, r)
				}
			}
		}
		if s.streams.open() != 1 {
			t.Error("the stream that was open was closed")
		}
	})
}
