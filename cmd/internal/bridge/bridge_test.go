package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/api/apitest"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/opening"
	"stonehand/engine/player"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// question makes one of stones in order of play, Black first, one a turn.
func question(toMove board.Color, stones ...string) player.Position {
	q := player.Position{Rules: game.Freestyle(), ToMove: toMove}
	c := board.Black
	for _, name := range stones {
		p, err := q.Rules.Size().Parse(name, board.Algebraic)
		if err != nil {
			panic(err)
		}
		q.Turns = append(q.Turns, game.Turn{Color: c, Points: []board.Point{p}})
		c = c.Other()
	}
	return q
}

// Stones become turns as the rules have them follow, in whatever order they come.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name, stones, want string
		rules              game.Rules
		toMove             board.Color
	}{
		{"none", "", "", game.Freestyle(), board.Black},
		{"one each", "bA1 wB2 bC3", "A1 | B2 | C3", game.Freestyle(), board.White},
		{"one colour after the other", "bA1 bC3 wB2 wD4", "A1 | B2 | C3 | D4", game.Freestyle(), board.Black},
		{"Connect6", "bA1 wB1 wB2 bC1 bC2", "A1 | B1 B2 | C1 C2", game.Connect6(), board.White},
		{"half a turn", "bA1 wB1", "error: 1 stones of Black and 1 of White are on the board after no number of whole turns", game.Connect6(), board.White},
		{"too many of one", "bA1 bA2 bA3", "error: 3 stones of Black and 0 of White are on the board after no number of whole turns", game.Freestyle(), board.White},
		{"the other's turn", "bA1", "error: it is White's turn, and Black was asked for", game.Freestyle(), board.Black},
	} {
		q := player.Position{Rules: c.rules, ToMove: c.toMove}
		for _, word := range strings.Fields(c.stones) {
			p, _ := c.rules.Size().Parse(word[1:], board.Algebraic)
			q.Turns = append(q.Turns, game.Turn{Color: map[byte]board.Color{'b': board.Black, 'w': board.White}[word[0]], Points: []board.Point{p}})
		}
		turns, err := turnsOf(q)
		var words []string
		for _, turn := range turns {
			words = append(words, strings.Join(api.Names(turn.Points), " "))
		}
		got := strings.Join(words, " | ")
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

// script is a daemon that answers the n-th request with the n-th of its states, and
// the last one ever after.
type script struct {
	states []any // *api.Snapshot, or a Refusal

	mu     sync.Mutex // a request that is broken off may still be answered beside the next
	orders []api.GuestOrder
	asked  int
}

// seen returns what was ordered, and how many requests there were.
func (s *script) seen() ([]api.GuestOrder, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.orders), s.asked
}

// did returns what was ordered, in words; a game that begins without its size is wrong.
func (s *script) did() string {
	var words []string
	orders, _ := s.seen()
	for _, o := range orders {
		if o.Do == api.GuestBegin && o.Size != game.Freestyle().Size() {
			o.Do += " of " + o.Size.String()
		}
		words = append(words, o.Do)
	}
	return strings.Join(words, " ")
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.URL.Path == "/api/guest" {
		var o api.GuestOrder
		_ = json.NewDecoder(r.Body).Decode(&o)
		s.orders = append(s.orders, o)
	}
	now := s.states[min(s.asked, len(s.states)-1)]
	s.asked++
	if refused, ok := now.(Refusal); ok {
		w.WriteHeader(refused.Status)
		_ = json.NewEncoder(w).Encode(refused)
		return
	}
	_ = json.NewEncoder(w).Encode(now)
}

// scripted is a script and the way to it.
func scripted(t *testing.T, states []any) (*script, *Daemon) {
	t.Helper()
	s := &script{states: states}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	d, err := NewDaemon(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return s, d
}

// state is a table at which a program plays Black.
func state(change func(*api.Snapshot)) *api.Snapshot {
	s := &api.Snapshot{GameID: "g", Game: "gomoku", Games: []string{"gomoku"}, Cols: 15, Rows: 15, Remote: &api.Remote{Color: board.Black, Guest: true, Link: "up"}}
	if change != nil {
		change(s)
	}
	return s
}

func moves(turns ...string) func(*api.Snapshot) {
	return func(s *api.Snapshot) {
		for _, turn := range turns {
			s.Moves = append(s.Moves, apitest.Points(strings.Fields(turn)...))
		}
	}
}

// What happens at the board becomes an answer, sentences and errors.
func TestChoose(t *testing.T) {
	asked := state(moves("H8"))
	answered := state(moves("H8", "J9"))
	fault := state(func(s *api.Snapshot) { s.Fault, s.Message = "The board is unplugged.", "Plug the board in." })
	for _, c := range []struct {
		name   string
		states []any
		want   string // the answer or the error
		told   string
		orders string // what is done
	}{
		{"an answer", []any{state(nil), asked, asked, answered}, "J9", "", "play"},
		{"no game of the bridge's", []any{state(func(s *api.Snapshot) { s.Remote = nil }), state(nil), asked, answered}, "J9", "", "begin play"},
		{"the end of another game", []any{state(moves("A1", "B1")), state(nil), asked, answered}, "J9", "", "begin play"},
		{"a turn too many", []any{state(moves("H8", "B1")), asked, answered}, "J9", "", "undo"},
		{"an unplugged board", []any{state(nil), fault, fault, fault, answered}, "J9", "The board is unplugged.", "play"},
		{"a daemon that shuts down", []any{state(nil), asked, Refusal{503, "stopped", "The machine is shutting down."}, answered}, "J9", "The machine is shutting down", "play"},
		{"a daemon that was restarted", []any{state(nil), asked, state(func(s *api.Snapshot) { moves("H8")(s); s.Remote.Link = "down" }), asked, answered}, "J9", "", "play stand"},
		{"another game", []any{state(nil), asked, state(func(s *api.Snapshot) { s.GameID = "h" })}, ErrLeft.Error(), "", "play"},
		{"nobody there any more", []any{state(nil), asked, state(func(s *api.Snapshot) { s.Remote = nil })}, ErrLeft.Error(), "", "play"},
		{"resigned", []any{state(nil), asked, state(func(s *api.Snapshot) { moves("H8")(s); s.Result, s.Reason = "black", "resign" })}, "White resigns at the board", "", "play"},
		{"over", []any{state(nil), asked, state(func(s *api.Snapshot) { moves("H8")(s); s.Result, s.Message = "draw", "A draw." })}, "the game is over at the board: A draw", "", "play"},
		{"refused", []any{state(func(s *api.Snapshot) { s.Remote = nil }), Refusal{409, "not-now", "Somebody plays."}}, "Somebody plays", "", "begin"},
		{"another board", []any{state(func(s *api.Snapshot) { s.Cols, s.Rows = 19, 19 })}, "gomoku has 19x19 points on this board, not 15x15", "", ""},
		{"no such game", []any{state(func(s *api.Snapshot) { s.Games = []string{"renju"} })}, "gomoku is not played on this board, only renju", "", ""},
		{"an old program", []any{state(nil), Refusal{404, "", ""}}, "answers 404 Not Found, and is not a board's program of this version", "", "play"},
		{"nonsense", []any{"hello"}, "answers what cannot be read", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := &script{states: c.states}
			server := httptest.NewServer(s)
			defer server.Close()
			d, err := NewDaemon(server.URL + "/")
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			var told []string
			b := Bridge{Daemon: d, Tell: func(sentence string) { told = append(told, sentence) }}
			points, err := b.play(t.Context(), question(board.White, "H8"))
			got := strings.Join(api.Names(points), " ")
			if err != nil {
				got = err.Error()
			}
			if !strings.HasSuffix(got, c.want) && !strings.Contains(got, c.want) {
				t.Errorf("%s, not %s", got, c.want)
			}
			if c.told != "" && !slices.Contains(told, c.told) {
				t.Errorf("told %q, not %s", told, c.told)
			}
			if did := s.did(); did != c.orders {
				t.Errorf("it did %s, not %s", did, c.orders)
			}
		})
	}
}

// People who do not finish their part of swap2 are not waited for.
func TestSwap2Ends(t *testing.T) {
	begun := func(program string, turns ...string) func(*api.Snapshot) {
		return func(s *api.Snapshot) {
			s.Openings = map[string][]opening.Kind{"gomoku": {"swap2"}}
			s.Remote.Color = apitest.As[board.Color](program)
			moves(turns...)(s)
		}
	}
	resigned := func(winner string, change func(*api.Snapshot)) *api.Snapshot {
		s := state(change)
		s.Result, s.Reason = winner, "resign"
		return s
	}
	three := []string{"A1", "C1", "E1"}
	more := state(begun("black", append(three, "A3")...))
	more.Opening.Made = []api.Made{{After: 3, Choice: "more"}}
	more.Result, more.Message = "draw", "A draw."
	for _, c := range []struct {
		name   string
		stones []string
		last   *api.Snapshot
		want   string
	}{
		{"one stone of three", nil, resigned("white", begun("white", "A1")), "Black resigns at the board"},
		{"no stone of three", nil, resigned("white", begun("white")), "Black resigns at the board"},
		{"no choice", three, resigned("black", begun("black", three...)), "White resigns at the board"},
		{"one stone of two", three, more, "the game is over at the board: A draw"},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := state(begun(c.last.Remote.Color.String()))
			states := []any{at, at}
			for i := range c.stones {
				states = append(states, state(begun("black", c.stones[:i+1]...)))
			}
			s, d := scripted(t, append(states, c.last))
			b := Bridge{Daemon: d}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if choice, points, err := b.swap2(ctx, question(board.White, c.stones...)); err == nil || err.Error() != c.want {
				t.Errorf("%q, %v, %v, not %s", choice, points, err, c.want)
			}
			if did := s.did(); !strings.HasPrefix(did, "begin") || strings.HasPrefix(did, "begin of") {
				t.Errorf("it did %s", did)
			}
		})
	}
}

// A position is brought onto the table turn by turn; only the last one is asked for.
func TestPosition(t *testing.T) {
	s, d := scripted(t, []any{state(nil), state(nil), state(nil), state(nil), state(moves("H8", "J9", "H9", "A1"))})
	b := Bridge{Daemon: d}
	points, err := b.play(t.Context(), question(board.White, "H8", "J9", "H9"))
	if err != nil || len(points) != 1 || points[0].String() != "A1" {
		t.Fatalf("%v, %v", points, err)
	}
	orders, _ := s.seen()
	got := fmt.Sprint(orders)
	want := fmt.Sprint([]api.GuestOrder{
		{Do: "play", Color: board.Black, Points: apitest.Points("H8"), Down: true},
		{Do: "play", Color: board.White, Points: apitest.Points("J9"), Before: 1, Down: true},
		{Do: "play", Color: board.Black, Points: apitest.Points("H9"), Before: 2},
	})
	if got != want {
		t.Errorf("it did\n%s\nnot\n%s", got, want)
	}
}

// The people play while a position is brought onto the table, whose next turn is theirs as
// well for a moment: that is taken back, and the position goes on. Another game that they
// have begun is left alone.
func TestPlayedMeanwhile(t *testing.T) {
	late := Refusal{Status: http.StatusConflict, Code: "not-now", Text: "That is not available now."}
	other := state(moves("H8", "J9", "A1"))
	other.GameID = "h"
	for _, c := range []struct {
		name      string
		then      []any
		did, want string
	}{
		{"another point", []any{state(moves("H8", "J9", "A1")), state(moves("H8", "J9")), state(moves("H8", "J9", "H9"))}, "play play play undo play", "[B2] <nil>"},
		{"the same point", []any{state(moves("H8", "J9", "H9"))}, "play play play", "[B2] <nil>"},
		{"another game", []any{other}, "play play play", "[] " + ErrLeft.Error()},
		{"not at all", []any{state(moves("H8", "J9")), late, state(moves("H8", "J9")), late}, "play play play play play", "[] That is not available now"},
	} {
		t.Run(c.name, func(t *testing.T) {
			states := append([]any{state(nil), state(moves("H8")), state(moves("H8", "J9")), late}, c.then...)
			s, d := scripted(t, append(states, state(moves("H8", "J9", "H9", "B2"))))
			b := Bridge{Daemon: d}
			points, err := b.play(t.Context(), question(board.White, "H8", "J9", "H9"))
			if got := fmt.Sprint(api.Names(points), " ", err); got != c.want || s.did() != c.did {
				t.Errorf("%s after %s, not %s after %s", got, s.did(), c.want, c.did)
			}
		})
	}
}

// A program that clears its board begins another game, though it may begin as the one
// before; one that sets up all that was played goes on with it.
func TestClearedBoard(t *testing.T) {
	for _, c := range []struct {
		name    string
		cleared bool
		stones  []string
		want    string
	}{
		{"cleared, and the same beginning", true, []string{"H8", "J9", "H9"}, "begin play play play"},
		{"cleared, and all of it", true, []string{"H8", "J9", "H9", "J8", "G7"}, "play"},
		{"taken back", false, []string{"H8", "J9", "H9"}, "undo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answered := state(moves(append(slices.Clone(c.stones), "A1")...))
			states := []any{state(moves("H8", "J9", "H9", "J8"))}
			if c.cleared && len(c.stones) == 3 {
				begun := state(nil)
				states = append(states, begun, begun, begun, begun)
			} else {
				states = append(states, state(moves(c.stones...)))
			}
			s, d := scripted(t, append(states, answered))
			b := Bridge{Daemon: d, game: "g"}
			if c.cleared {
				err := b.show(t.Context(), question(board.Black))
				if _, asked := s.seen(); err != nil || asked > 0 {
					t.Fatalf("an empty board: %v, %d requests", err, asked)
				}
			}
			points, err := b.play(t.Context(), question(board.White, c.stones...))
			if err != nil || api.Names(points)[0] != "A1" {
				t.Fatalf("%v, %v", points, err)
			}
			if got := s.did(); got != c.want || b.fresh {
				t.Errorf("it did %s, not %s", got, c.want)
			}
		})
	}
}

// Waiting ends with the program at the other end, and with a search that is stopped.
func TestEnd(t *testing.T) {
	_, d := scripted(t, []any{state(moves("H8"))})
	ended := make(chan struct{})
	b := Bridge{Daemon: d, Ended: ended}
	time.AfterFunc(10*time.Millisecond, func() { close(ended) })
	if _, err := b.play(t.Context(), question(board.White, "H8")); err == nil || err.Error() != "the people at the board have not played yet" {
		t.Errorf("%v", err)
	}
	b.Ended = nil
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := b.play(ctx, question(board.White, "H8")); err == nil {
		t.Error("it answers")
	}
}

func TestNoDaemon(t *testing.T) {
	for _, address := range []string{"", "board", "ftp://board", "http://", "unix:"} {
		if _, err := NewDaemon(address); err == nil {
			t.Errorf("%q is an address", address)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	for _, address := range []string{server.URL, "unix:/no/such/socket"} {
		d, _ := NewDaemon(address)
		_, err := (&Bridge{Daemon: d}).play(t.Context(), question(board.Black))
		var way unreachable
		if !errors.As(err, &way) || !strings.HasPrefix(err.Error(), "the program at the board does not answer at "+address+": ") {
			t.Errorf("%v", err)
		}
	}
}

// Whatever a daemon answers, the bridge comes back with points or a sentence.
func FuzzState(f *testing.F) {
	text, _ := json.Marshal(state(moves("H8", "J9")))
	f.Add(text)
	f.Add([]byte(`{"game_id":"g","elsewhere":{"guest":true},"moves":[["H8"],["Z99"]]}`))
	f.Add([]byte(`{"moves":[[],[""]],"result":"draw"}`))
	f.Add([]byte(`{"moves":[["H8"],["J9"]],"elsewhere":{"guest":true}}`))
	f.Add([]byte(`{"cols":15,"rows":15,"moves":[["A1"],["B1"],["C1"],["D1"],["E1"]],"opening":{"made":[{"after":3,"choice":"more"}]},"elsewhere":{"guest":true}}`))
	turns, err := turnsOf(question(board.White, "H8"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s api.Snapshot
		if json.Unmarshal(text, &s) != nil {
			return
		}
		var b Bridge
		b.goesOn(&s, "gomoku", board.Black, turns)
		points, done, err := b.answer(&s, s.GameID, turns, board.White)
		if done && err == nil && len(points) == 0 {
			t.Errorf("%s is answered with nothing", text)
		}
		for n, due := range map[int]int{0: 3, 3: 0, 5: 0} {
			turns := make([]game.Turn, n)
			for i := range turns {
				turns[i].Points = []board.Point{board.At(i, 0)}
			}
			choice, points, done, err := b.chosen(&s, s.GameID, turns)
			if done && err == nil && (len(points) < due || n > 0 && choice == "") {
				t.Errorf("%s chooses %q with %v after %d stones", text, choice, points, n)
			}
		}
	})
}

// A front end that ends gives its own game up, and no other.
func TestLeave(t *testing.T) {
	for want, left := range map[string]*api.Snapshot{
		"leave": state(nil),
		"":      state(func(s *api.Snapshot) { s.GameID = "another bridge's" }),
	} {
		d := &script{states: []any{left}}
		server := httptest.NewServer(d)
		daemon, err := NewDaemon(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		b := &Bridge{Daemon: daemon, game: "g"}
		if err := b.Leave(t.Context()); err != nil || d.did() != want {
			t.Errorf("%s: ordered %q, not %q; %v", left.GameID, d.did(), want, err)
		}
		daemon.Close()
		server.Close()
	}
}
