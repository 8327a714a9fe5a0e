package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
)

var (
	siegeTime = flag.Duration("siege", 5*time.Second, "how long TestSiege attacks")
	// siegeStrict is for machines that do nothing else.
	siegeStrict = flag.Bool("siegestrict", false, "TestSiege also fails for what the machine's speed decides")
)

// Bounds of what the siege may come to.
const (
	siegeMemory = 64 << 10 // KiB that the daemon may have had
	siegeRound  = 30 * time.Second
	siegeBlank  = 3 * time.Second
	siegeSlower = 1.5 // p99 under siege, in quiet ones
)

// besieged is a daemon and those around it.
type besieged struct {
	*process
	addr  string // "127.0.0.1:port"
	owner http.Client
	pin   string

	mu     sync.Mutex // guards what follows
	counts map[string]int
	wrong  []string
}

// saw counts what an attacker got for an answer.
func (b *besieged) saw(who string, status int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.counts[fmt.Sprintf("%s: %d", who, status)]++
}

// complain notes what must not be.
func (b *besieged) complain(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.wrong) < 20 {
		b.wrong = append(b.wrong, fmt.Sprintf(format, args...))
	}
}

// from returns a client at an address of the loopback network that passes for a
// stranger's, because it asks for no loopback name.
func (b *besieged) from(ip string) *http.Client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: 10 * time.Second}
	return &http.Client{Timeout: 45 * time.Second, Transport: &http.Transport{
		DialContext:     func(ctx context.Context, _, _ string) (net.Conn, error) { return d.DialContext(ctx, "tcp", b.addr) },
		MaxConnsPerHost: 8, MaxIdleConnsPerHost: 8,
	}}
}

// stranger is the name that strangers ask for.
const stranger = "http://203.0.113.1"

// ask sends a request as an attacker would and returns the status, 0 if there was
// none.
func (b *besieged) ask(ctx context.Context, c *http.Client, method, path, body string, headers ...string) (int, http.Header) {
	r, err := http.NewRequestWithContext(ctx, method, stranger+path, strings.NewReader(body))
	if err != nil {
		return 0, nil
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := c.Do(r)
	if err != nil {
		return 0, nil
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<20))
	res.Body.Close()
	return res.StatusCode, res.Header
}

// loop does something again and again, at most so often a second.
func loop(ctx context.Context, perSecond int, do func()) {
	t := time.NewTicker(time.Second / time.Duration(perSecond))
	defer t.Stop()
	for ctx.Err() == nil {
		do()
		select {
		case <-t.C:
		case <-ctx.Done():
		}
	}
}

// attack lets all of them at the daemon until ctx ends. They come from loopback
// addresses, are some 700 connections at once and some 1,500 requests a second.
func (b *besieged) attack(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	address := func(kind, i int) string { return fmt.Sprintf("127.0.%d.%d", kind, 1+i) }
	for i := range 10 { // event streams that nobody reads
		for range 16 {
			c := b.from(address(1, i))
			all.Go(func() {
				loop(ctx, 1, func() {
					status, _ := b.ask(ctx, c, "GET", "/api/events", "")
					b.saw("idle streams", status)
				})
			})
		}
	}
	for i := range 400 { // requests that come byte by byte, or never
		all.Go(func() {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address(2, i%20))}}
			loop(ctx, 1, func() {
				c, err := d.DialContext(ctx, "tcp", b.addr)
				if err != nil {
					return
				}
				defer c.Close()
				defer context.AfterFunc(ctx, func() { c.Close() })()
				drip := []string{"", "GET /api/state HTTP/1.1\r\nHost: 203.0.113.1\r\nX: ", "POST /api/command HTTP/1.1\r\nHost: 203.0.113.1\r\nContent-Length: 4000\r\n\r\n"}[i%3]
				for {
					if _, err := io.WriteString(c, drip); err != nil {
						break
					}
					drip = "x"
					_ = c.SetReadDeadline(time.Now().Add(time.Second))
					if _, err := c.Read(make([]byte, 1)); err != nil && !strings.Contains(err.Error(), "timeout") {
						break
					}
				}
				b.saw("slow requests", 0)
			})
		})
	}
	flood := func(kind int, who, method, path string, body func() string, headers ...string) {
		for i := range 2 {
			c := b.from(address(kind, i))
			all.Go(func() {
				loop(ctx, 80, func() {
					status, _ := b.ask(ctx, c, method, path, body(), headers...)
					b.saw(who, status)
				})
			})
		}
	}
	fixed := func(s string) func() string { return func() string { return s } }
	flood(3, "flood of states", "GET", "/api/state", fixed(""))
	flood(4, "flood of commands, look", "POST", "/api/command", fixed(`{"do":"seats","human":"both"}`))
	flood(5, "flood of commands, play", "POST", "/api/command", fixed(`{"do":"seats","human":"both"}`), "Cookie", b.cookie("127.0.5.1", `{"pin":"`+b.pin+`"}`))
	flood(6, "flood of commands, operate", "POST", "/api/command", fixed(`{"do":"seats","human":"both","level":3}`), "Cookie", b.cookie("127.0.6.1", `{"password":"`+siegePassword+`"}`))
	flood(7, "bad bodies", "POST", "/api/command", func() string { return strings.Repeat("{[\x00", rand.IntN(3000)) })
	for i := range 6 {
		for who, body := range map[string]string{"wrong passwords": `{"password":"sesame shut"}`, "wrong PINs": `{"pin":"x"}`} {
			c := b.from(address(8, i%2))
			all.Go(func() {
				loop(ctx, 50, func() {
					status, _ := b.ask(ctx, c, "POST", "/api/login", body)
					if b.saw(who, status); status == 200 {
						b.complain("%s: one was taken", who)
					}
				})
			})
		}
	}
	for i := range 32 { // strangers at the door of guests who say nothing
		c := b.from(address(9, i))
		all.Go(func() {
			loop(ctx, 1, func() {
				status, _ := b.ask(ctx, c, "GET", "/api/link", "", "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
				b.saw("silent guests", status)
			})
		})
	}
	for i, forged := range [][]string{{"X-Forwarded-For", "127.0.0.1", "Host", "127.0.0.1"}, {"Forwarded", "for=127.0.0.1", "Host", "localhost"}, {"Host", "127.0.0.1"}, {"Host", "evil.example"}, {"Origin", "http://evil.example"}} {
		c := b.from(address(10, i))
		all.Go(func() {
			loop(ctx, 40, func() {
				status, _ := b.ask(ctx, c, "POST", "/api/command", `{"do":"shutdown"}`, forged...)
				if b.saw("forged relays", status); status == 200 {
					b.complain("a relay with %v has shut the program down", forged)
				}
			})
		})
	}
	all.Go(func() { // the owner comes along, from elsewhere
		for i := 0; ctx.Err() == nil; i++ {
			if status, _ := b.ask(ctx, b.from(address(11, i%200)), "POST", "/api/login", `{"password":"`+siegePassword+`"}`); status != 200 && ctx.Err() == nil {
				b.complain("the owner cannot log in: %d", status)
			}
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	})
}

// cookie logs in from an address and returns what the browser sends then.
func (b *besieged) cookie(ip, body string) string {
	_, h := b.ask(context.Background(), b.from(ip), "POST", "/api/login", body)
	var list []string
	for _, c := range h.Values("Set-Cookie") {
		pair, _, _ := strings.Cut(c, ";")
		list = append(list, pair)
	}
	return strings.Join(list, "; ")
}

// hand is what the owner's people do at the board, over the socket.
func (b *besieged) hand(path string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	res, err := b.owner.Post("http://localhost"+path, "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)
	if res.StatusCode != 200 && res.StatusCode != 409 {
		return fmt.Errorf("%s %s: %s %s", path, text, res.Status, answer)
	}
	return nil
}

// play lets two people play, turn by turn, until ctx ends, and returns how long it
// took after each turn's last stone lay there until the table answered it.
func (b *besieged) play(ctx context.Context) (took []time.Duration) {
	turns := b.follow(ctx)
	for s := range turns {
		for s != nil && s.Phase == api.PhaseHuman && s.Result == "" && len(s.Stones) == len(s.Record) {
			color, _ := board.ParseColor(s.ToMove.String())
			points := free(s, color)
			if len(s.Record) > 300 || len(points) < s.Due {
				b.do(map[string]any{"do": api.DoNewGame})
				break
			}
			for _, p := range points[:s.Due] {
				if err := b.hand("/api/sim/put", api.Stone{Point: apitest.At(p), Color: s.ToMove}); err != nil {
					b.complain("%v", err)
				}
			}
			begun, n := time.Now(), len(s.Moves)
			for s != nil && len(s.Moves) == n {
				s = <-turns
			}
			if s != nil {
				took = append(took, time.Since(begun))
			}
		}
		if s == nil {
			break
		}
		switch s.Phase {
		case api.PhaseOver:
			b.do(map[string]any{"do": api.DoNewGame})
		case api.PhaseClear, api.PhaseRepair:
			for _, x := range without(shown(s), s.Record) {
				if err := b.hand("/api/sim/lift", map[string]string{"point": x.Point.String()}); err != nil {
					b.complain("%v", err)
				}
			}
		}
	}
	return took
}

func (b *besieged) do(c map[string]any) {
	if err := b.hand("/api/command", c); err != nil {
		b.complain("%v", err)
	}
}

// free lists the empty points of a pattern in which nobody ever has more than two in
// a row.
func free(s *api.Snapshot, c board.Color) (names []string) {
	size := board.Size{Cols: s.Cols, Rows: s.Rows}
	for i := range size.Count() {
		p := size.Point(i)
		name := size.Name(p, board.Algebraic)
		if ((p.X()/2+p.Y())%2 == 0) == (c == board.Black) && !slices.ContainsFunc(s.Stones, func(x api.Seen) bool { return x.Point == p }) {
			names = append(names, name)
		}
	}
	return names
}

// follow is the table's own screen, which reads the stream; it is closed when ctx
// ends. Only the latest state is kept.
func (b *besieged) follow(ctx context.Context) <-chan *api.Snapshot {
	states := make(chan *api.Snapshot, 1)
	go func() {
		defer close(states)
		for ctx.Err() == nil {
			r, _ := http.NewRequestWithContext(ctx, "GET", "http://"+b.addr+"/api/events", nil)
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				continue
			}
			if res.StatusCode != 200 {
				b.complain("the table's own screen gets no stream: %s", res.Status)
			}
			lines := bufio.NewScanner(res.Body)
			lines.Buffer(nil, 1<<20)
			for lines.Scan() {
				s := new(api.Snapshot)
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); !ok || json.Unmarshal([]byte(data), s) != nil || s.GameID == "" {
					continue
				}
				select {
				case <-states:
				default:
				}
				states <- s
			}
			res.Body.Close()
		}
	}()
	return states
}

// watch asks for the page and the state as the table's own screen does when it is
// loaded, twice a second, and returns how often it got no answer and the longest time
// without one.
func (b *besieged) watch(ctx context.Context) (asked, missed int, blank time.Duration) {
	client := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	last := time.Now()
	for ; ctx.Err() == nil; time.Sleep(500 * time.Millisecond) {
		for _, path := range []string{"/", "/page/main.bundle.js", "/api/state"} {
			asked++
			res, err := client.Get("http://" + b.addr + path)
			if err == nil {
				_, err = io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
			if err != nil || res.StatusCode != 200 {
				missed++
				continue
			}
			if path == "/api/state" {
				blank = max(blank, time.Since(last))
				last = time.Now()
			}
		}
	}
	return asked, missed, max(blank, time.Since(last))
}

const siegePassword = "sesame open"

// TestSiege lets every attacker of docs/security.md at a daemon at once, while people
// play at its table.
func TestSiege(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege takes a while, so -short leaves it out")
	}
	t.Parallel()
	data := t.TempDir()
	b := &besieged{counts: map[string]int{}}
	b.process = startDaemon(t, buildDaemon(t), "serve", "--data", data, "--config", daemonConfig(t, `
[game]
human = "both"
[board]
settle = "50ms"
[sim]
scan = "10ms"
bounce = "0s"
[web]
listen = "127.0.0.1:0"
password = "`+siegePassword+`"
[log]
level = "error"
`))
	b.addr = strings.TrimPrefix(b.Base, "http://")
	b.owner = http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(data, "socket"))
	}}}
	var shown struct{ PIN string }
	text, err := b.Send("GET", "/api/pin", nil)
	if err == nil {
		err = json.Unmarshal(text, &shown)
	}
	if err != nil || shown.PIN == "" {
		t.Fatalf("the table's own screen shows no PIN: %v", err)
	}
	b.pin = shown.PIN

	begun := b.Peak()
	var quiet, siege []time.Duration
	var asked, missed int
	var blank time.Duration
	// Quiet and siege take turns, so that whatever else the machine does counts for both.
	for left := *siegeTime; left > 0; left -= siegeRound {
		quietly, enough := context.WithTimeout(t.Context(), min(left, siegeRound)/2)
		quiet = append(quiet, b.play(quietly)...)
		enough()
		ctx, cancel := context.WithTimeout(t.Context(), min(left, siegeRound))
		var all sync.WaitGroup
		all.Go(func() { b.attack(ctx) })
		all.Go(func() { siege = append(siege, b.play(ctx)...) })
		all.Go(func() {
			n, m, d := b.watch(ctx)
			asked, missed, blank = asked+n, missed+m, max(blank, d)
		})
		all.Wait()
		cancel()
	}

	quantile := func(list []time.Duration, q int) time.Duration {
		slices.Sort(list)
		if len(list) == 0 {
			return 0
		}
		return list[min(len(list)*q/100, len(list)-1)].Round(100 * time.Microsecond)
	}
	t.Logf("stone to light, quiet: %d turns, p50 %v, p99 %v; under siege of %v: %d turns, p50 %v, p99 %v",
		len(quiet), quantile(quiet, 50), quantile(quiet, 99), *siegeTime, len(siege), quantile(siege, 50), quantile(siege, 99))
	t.Logf("the table's own page was asked for %d times, missed %d times, blank for %v at the longest", asked, missed, blank.Round(time.Millisecond))
	t.Logf("resident at most %.1f MiB, before the siege %.1f MiB", float64(b.Peak())/1024, float64(begun)/1024)
	var lines []string
	for what, n := range b.counts {
		lines = append(lines, fmt.Sprintf("%s: %d times", what, n))
	}
	slices.Sort(lines)
	t.Logf("what the attackers got:\n%s", strings.Join(lines, "\n"))
	for _, w := range b.wrong {
		t.Error(w)
	}
	if b.Peak() > siegeMemory {
		t.Errorf("the daemon has had %d KiB resident, want %d at most", b.Peak(), siegeMemory)
	}
	if len(siege) == 0 {
		t.Error("nobody could play")
	}
	if *siegeStrict {
		if p, q := quantile(siege, 99), quantile(quiet, 99); float64(p) > siegeSlower*float64(q) {
			t.Errorf("p99 is %v under siege and %v in quiet", p, q)
		}
		if missed > 0 || blank > siegeBlank {
			t.Errorf("the page was missed %d times and blank for %v", missed, blank)
		}
	}
	b.Stop()
}
