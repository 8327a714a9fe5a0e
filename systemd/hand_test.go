package systemd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"
)

// table is the daemon over HTTP, with a hand at its simulated board.
type table struct {
	base  string
	owner bool // over the owner's socket
}

// stone is one stone of a state.
type stone struct {
	Point string `json:"point"`
	Color string `json:"color"`
}

// state is what a hand needs of GET /api/state.
type state struct {
	GameID  string     `json:"game_id"`
	Phase   string     `json:"phase"`
	ToMove  string     `json:"to_move"`
	Due     int        `json:"due"`
	Moves   [][]string `json:"moves"`
	Record  []stone    `json:"record"`
	Stones  []stone    `json:"stones"`
	Partial []string   `json:"partial"`
	Wanted  []string   `json:"wanted"`
	Message string     `json:"message"`
	Fault   string     `json:"fault"`
	Result  string     `json:"result"`
}

// client does not wait for ever on a daemon that was stopped.
var client = http.Client{Timeout: 10 * time.Second}

// owner reaches the daemon by the socket of the computer's owner.
var owner = http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "unix", "/var/lib/stonehand/socket")
}}}

// do sends a request, with a body if there is one, and returns the answer.
func (t table) do(method, path string, body any) ([]byte, error) {
	var in io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(text)
	}
	req, err := http.NewRequest(method, t.base+path, in)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	c := &client
	if t.owner {
		c = &owner
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("%s %s: %s: %s", method, path, resp.Status, text)
	}
	return text, nil
}

// post sends a command whose answer does not matter.
func (t table) post(path string, body any) error {
	_, err := t.do("POST", path, body)
	return err
}

// measures looks for names in the metrics.
func (t table) measures(names ...string) error {
	text, err := t.do("GET", "/metrics", nil)
	if err != nil {
		return err
	}
	for _, n := range names {
		if !bytes.Contains(text, []byte("\n"+n+" ")) {
			return fmt.Errorf("%s is not among the metrics:\n%s", n, text)
		}
	}
	return nil
}

// healthy waits until the daemon says that it is well.
func (t table) healthy() error {
	return eventually(func() (bool, error) { _, err := t.do("GET", "/healthz", nil); return err == nil, err })
}

// state returns the present state.
func (t table) state() (s state, err error) {
	text, err := t.do("GET", "/api/state", nil)
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(text, &s)
}

// newGame begins a quick game, the hand playing Black.
func (t table) newGame() error {
	return t.post("/api/command", map[string]any{
		"do": "new-game", "game": "connect6", "human": "black", "level": 1, "time": 0.5,
	})
}

// playTo plays until the game has n turns and it is the hand's turn: its own
// stones to hinder the machine's, the machine's where it asks for them. A board
// that lost its stones is put right from the game's record.
func (t table) playTo(n int) error {
	var last state
	err := eventually(func() (bool, error) {
		s, err := t.state()
		if err != nil {
			return false, err
		}
		last = s
		if s.Result != "" {
			return false, fmt.Errorf("the game is over, %s won", s.Result)
		}
		if s.Phase == "human" && len(s.Moves) >= n && len(s.Partial) == 0 {
			return true, nil
		}
		return false, t.act(s)
	})
	if err != nil {
		return fmt.Errorf("no %d turns were played; the last state was %+v: %w", n, last, err)
	}
	return nil
}

// act does what the table asks for.
func (t table) act(s state) error {
	var put, lift []stone
	switch s.Phase {
	case "clear":
		lift = s.Stones
	case "repair":
		put = without(s.Record, s.Stones)
		lift = without(s.Stones, s.Record)
	case "place":
		for _, p := range s.Wanted {
			put = append(put, stone{p, s.ToMove})
		}
		put = without(put, s.Stones)
	case "human":
		// A turn that is down already is settling.
		if here := without(s.Stones, s.Record); len(here) < s.Due {
			put = defend(s.Stones, s.Due-len(here), s.ToMove)
		}
	}
	for _, x := range lift {
		if err := t.post("/api/sim/lift", map[string]string{"point": x.Point}); err != nil {
			return err
		}
	}
	for _, x := range put {
		if err := t.post("/api/sim/put", x); err != nil {
			return err
		}
	}
	if len(put)+len(lift) == 0 {
		return nil
	}
	// Wait until the board shows what was done, so that nothing is done twice.
	return eventually(func() (bool, error) {
		s, err := t.state()
		return len(without(put, s.Stones)) == 0 && len(without(lift, s.Stones)) == len(lift), err
	})
}

// without returns the stones of a that are not in b.
func without(a, b []stone) (rest []stone) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			rest = append(rest, x)
		}
	}
	return rest
}

// defend returns n stones on the empty points where they hinder the other
// colour most, so that the game lasts: each point counts the runs of six
// through it that hold none of our own stones, and the fuller ones far more.
func defend(taken []stone, n int, color string) (stones []stone) {
	const side, row = 19, 6
	var board [side][side]string
	for _, s := range taken {
		var y int
		fmt.Sscan(s.Point[1:], &y)
		board[s.Point[0]-'A'][y-1] = s.Color
	}
	for range n {
		var score [side][side]int
		for x := range side {
			for y := range side {
				for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
					endX, endY := x+(row-1)*d[0], y+(row-1)*d[1]
					if endX >= side || endY >= side || endY < 0 {
						continue
					}
					worth := 1
					for i := range row {
						switch board[x+i*d[0]][y+i*d[1]] {
						case "":
						case color:
							worth = 0
						default:
							worth *= 8
						}
					}
					for i := range row {
						score[x+i*d[0]][y+i*d[1]] += worth
					}
				}
			}
		}
		bestX, bestY, best := 0, 0, -1
		for x := range side {
			for y := range side {
				if board[x][y] == "" && score[x][y] > best {
					bestX, bestY, best = x, y, score[x][y]
				}
			}
		}
		board[bestX][bestY] = color
		stones = append(stones, stone{fmt.Sprintf("%c%d", 'A'+bestX, bestY+1), color})
	}
	return stones
}
