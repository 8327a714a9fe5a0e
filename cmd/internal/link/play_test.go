package link

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/opening"
)

// meet lets the guest accept the host's invitation, over a line.
func meet(t *testing.T, host, guest *station, address string, o remote.Offer) {
	t.Helper()
	i, err := host.session.Invite(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := guest.session.Join(t.Context(), "http://"+address+"/invite#"+i.Code, ""); err != nil {
		t.Fatal(err)
	}
}

func TestTwoTablesPlay(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	wait(t, "the game", func() bool { return finished(host, guest) })
	s := guest.table.Snapshot()
	if s.Remote == nil || s.Remote.Color != board.Black || s.Remote.Link != "up" || s.Remote.Name != "station" {
		t.Errorf("%+v", s.Remote)
	}
	// The next game: only the host begins it.
	var refused *api.CommandError
	if _, err := guest.table.Do(t.Context(), api.Command{Do: api.DoNewGame}); !errors.As(err, &refused) {
		t.Fatal(err)
	}
	old := guest.table.Snapshot().GameID
	wait(t, "a new game", func() bool {
		_, err := host.table.Do(t.Context(), api.Command{Do: api.DoNewGame, Human: api.Colors{board.White}})
		return err == nil // it waits until the guest has said that it has the end of the last one
	})
	wait(t, "the second game", func() bool {
		return guest.table.Snapshot().GameID != old && finished(host, guest)
	})
	if s := guest.table.Snapshot(); s.Remote.Color != board.White {
		t.Errorf("%+v", s.Remote)
	}
	if err := guest.session.Leave(t.Context()); err != nil {
		t.Fatal(err)
	}
	wait(t, "the leaving", func() bool {
		return host.table.Snapshot().Remote == nil && guest.table.Snapshot().Remote == nil && !host.session.Locked()
	})
}

// Games over a line that is slow and cut, between programs that end at any moment,
// by people who ask to take back turns.
func TestGamesOverABadLine(t *testing.T) {
	for _, c := range []struct {
		rules game.Rules
		opens opening.Kind
	}{{small, opening.Free}, {game.Renju(), opening.Free}, {game.Freestyle(), opening.Swap2}, {game.Renju(), opening.RIF}} {
		t.Run(c.rules.Name()+" "+c.opens.String(), func(t *testing.T) {
			t.Parallel()
			host, guest := newStation(t, c.rules), newStation(t, c.rules)
			host.wild.Store(true)
			guest.wild.Store(true)
			line := newCutter(t, host.addr)
			control := clock.Control{Main: 10 * time.Minute, Increment: 5 * time.Second}
			meet(t, host, guest, line.l.Addr().String(), remote.Offer{Guest: board.Black, Opening: c.opens.String(), Clock: &control})
			ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
			defer cancel()
			for ctx.Err() == nil {
				<-time.After(time.Duration(200+rand.IntN(800)) * time.Millisecond)
				switch rand.IntN(4) {
				case 0:
					host.kill()
					host.start()
				case 1:
					guest.kill()
					guest.start()
				default:
					line.cut()
				}
			}
			if s := host.table.Snapshot(); s.Result == "" {
				t.Logf("%d turns by now", len(s.Moves))
				if _, err := host.table.Do(t.Context(), api.Command{Do: api.DoResign}); err != nil {
					t.Fatal(err)
				}
			}
			wait(t, "the end", func() bool { return finished(host, guest) })
			h, g := host.table.Snapshot(), guest.table.Snapshot()
			if h.Remote.Problem != "" || g.Remote.Problem != "" || h.Remote.Color == g.Remote.Color {
				t.Errorf("%+v, %+v", h.Remote, g.Remote)
			}
			if h.Opening.Kind.String() != c.opens.String() || h.Opening.Kind != g.Opening.Kind || h.Opening.Black != g.Opening.Black {
				t.Errorf("%+v, %+v", h.Opening, g.Opening)
			}
			t.Logf("%v, %v: %v", h.Opening.Made, h.Moves, h.Clock)
		})
	}
}

func TestStrangersStayOutside(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	i, err := host.session.Invite(t.Context(), remote.Offer{})
	if err != nil {
		t.Fatal(err)
	}
	wait(t, "a game to begin with", func() bool { return host.table.Snapshot().GameID != "" })
	before := host.table.Snapshot()
	join := func(s *station, code string) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return s.session.Join(ctx, host.addr, code)
	}
	var refused *Refused
	if err := join(guest, newCode()); !errors.As(err, &refused) || refused.Code != "closed" {
		t.Fatalf("%v", err)
	}
	if guest.session.Locked() {
		t.Error("a code that was refused is kept")
	}
	for _, words := range []string{`{}`, `{"guest":"x","code":"` + newCode() + `"}`, `{"guest":"x","nonce":"y","proof":"z"}`, `nonsense`, `{"code":"` + i.Code + `"}`, strings.Repeat("x", 9000)} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		ws, _, err := websocket.Dial(ctx, "ws://"+host.addr+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := ws.Read(ctx); err != nil {
			t.Fatal(err)
		}
		_ = ws.Write(ctx, websocket.MessageText, []byte(words))
		if _, data, err := ws.Read(ctx); err == nil && !strings.Contains(string(data), `"closed"`) {
			t.Errorf("%.40s is answered %s", words, data)
		}
		ws.CloseNow()
		cancel()
	}
	if after := host.table.Snapshot(); after.GameID != before.GameID || after.Remote != nil {
		t.Error("a stranger has touched the game")
	}
	if err := join(guest, i.Code); err != nil {
		t.Fatal(err)
	}
	// The code is used up.
	other := newStation(t, small)
	if err := join(other, i.Code); !errors.As(err, &refused) {
		t.Errorf("a second guest: %v", err)
	}
	if _, err := host.session.Invite(t.Context(), remote.Offer{}); err == nil {
		t.Error("a second invitation while somebody plays")
	}
}

func TestReadLink(t *testing.T) {
	code := newCode()
	for in, want := range map[string]string{
		"http://10.0.0.2:8019/invite#" + code:      "ws://10.0.0.2:8019/api/link",
		"https://board.example.org/invite#" + code: "wss://board.example.org/api/link",
		"board.local":         "ws://board.local:8019/api/link",
		"board.local:80":      "ws://board.local:80/api/link",
		"http://[::1]/":       "ws://[::1]:8019/api/link",
		"https://h/a/invite/": "wss://h/a/api/link",
	} {
		at, _, err := ReadLink(in, "8019")
		if err != nil || at != want {
			t.Errorf("%s: %s, %v", in, at, err)
		}
	}
	for _, in := range []string{"", "ftp://x", "http://", "http://a:b@c/", "http://x/invite#short", "%"} {
		if at, _, err := ReadLink(in, "8019"); err == nil {
			t.Errorf("%q is %s", in, at)
		}
	}
}

// Whatever a stranger says, it is refused or understood.
func FuzzGreeting(f *testing.F) {
	f.Add([]byte(`{"guest":"a","nonce":"b","proof":"c"}`))
	f.Add([]byte(`{"guest":"a","code":"b"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := parseGreeting(data); err == nil && know(g, "challenge", newCode()) != "" {
			t.Fatalf("%q knows a code that nobody can guess", data)
		}
	})
}

func FuzzReadLink(f *testing.F) {
	f.Add("http://10.0.0.2:8019/invite#AAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, link string) {
		at, code, err := ReadLink(link, "8019")
		if err == nil && (!strings.HasPrefix(at, "ws") || code != "" && !isCode(code)) {
			t.Fatalf("%q is %q, %q", link, at, code)
		}
	})
}

// A message that was changed, repeated or left out on its way is noticed.
func TestSeal(t *testing.T) {
	g := greeting{Nonce: "n", Guest: "g"}
	h, o := keys("code", g, "c", true), keys("code", g, "c", false)
	one, two := h.wrap([]byte("one")), h.wrap([]byte("two"))
	if got, err := o.unwrap(one); err != nil || string(got) != "one" {
		t.Fatal(err)
	}
	again := o
	if _, err := again.unwrap(one); err == nil {
		t.Error("the same twice")
	}
	changed := append([]byte{}, two...)
	changed[len(changed)-1]++
	again = o
	if _, err := again.unwrap(changed); err == nil {
		t.Error("a changed one")
	}
	if got, err := o.unwrap(two); err != nil || string(got) != "two" {
		t.Fatal(err)
	}
}
