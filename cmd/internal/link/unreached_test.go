package link

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// Why a host is not reached is said in plain words, in both languages.
func TestHostThatIsNotReached(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	failing := func(err error) *http.Client {
		return &http.Client{Transport: &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err }}}
	}
	host := strings.TrimPrefix(gone.URL, "http://")
	for name, c := range map[string]struct {
		client *http.Client
		en, zh string
	}{
		"nothing listens": {http.DefaultClient, "the other table at " + host + " cannot be reached: connection refused", "无法连接位于 " + host + " 的棋桌：连接被拒绝"},
		"no such name":    {failing(&net.OpError{Op: "dial", Err: &net.DNSError{Name: "nosuch.example", Err: "no such host", IsNotFound: true}}), `no computer is known by the name "nosuch.example": check the link`, `找不到名为 "nosuch.example" 的电脑：请检查链接`},
		"no answer":       {failing(context.DeadlineExceeded), "the other table at " + host + " cannot be reached: it does not answer", "无法连接位于 " + host + " 的棋桌：对方没有应答"},
		"no name server":  {failing(&net.OpError{Op: "dial", Err: &net.DNSError{Name: "board.example", Err: "server misbehaving", IsTemporary: true}}), "the other table at " + host + " cannot be reached: its name cannot be looked up; check this machine's network", "无法连接位于 " + host + " 的棋桌：无法解析对方的名称；请检查本机的网络"},
		"something else":  {failing(errors.New("odd")), "the other table at " + host + " cannot be reached: odd", "无法连接位于 " + host + " 的棋桌：odd"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dial(t.Context(), c.client, "ws://"+host+"/api/link", strings.Repeat("x", 22), "guest")
			if err == nil || !strings.HasPrefix(err.Error(), c.en) {
				t.Fatalf("%v, want %q", err, c.en)
			}
			if got := text.Because(err).In(text.Chinese); !strings.HasPrefix(got, c.zh) {
				t.Errorf("in Chinese %q, want %q", got, c.zh)
			}
		})
	}
}

// What answers at the address of an invitation may be anything: why it is no table, or why
// it does not let the guest in, is said in plain words, in both languages.
func TestWhatAnswersIsNotTheTable(t *testing.T) {
	greets := func(greet func(context.Context, *websocket.Conn)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			ws, err := websocket.Accept(w, r, nil)
			if err != nil {
				return
			}
			defer ws.CloseNow()
			greet(r.Context(), ws)
		}
	}
	says := func(what string) http.HandlerFunc {
		return greets(func(ctx context.Context, ws *websocket.Conn) {
			_ = ws.Write(ctx, websocket.MessageText, []byte(what))
			_, _, _ = ws.Read(ctx)
		})
	}
	const cannot, zh = "the other table at HOST cannot be reached: ", "无法连接位于 HOST 的棋桌："
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		tls    bool
		scheme string
		en, zh string
	}{
		"a page":            {func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusOK) }, false, "ws", "HOST answers, but no table there accepts guests (HTTP status 200)", "HOST 有回应，但那里没有接受邀请的棋桌（HTTP 状态 200）"},
		"it hangs up":       {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, false, "ws", cannot + "the connection has ended", zh + "连接已断开"},
		"it hangs up later": {greets(func(context.Context, *websocket.Conn) {}), false, "ws", cannot + "the connection has ended", zh + "连接已断开"},
		"no greeting":       {says("hello"), false, "ws", cannot + "what answers there is not a table", zh + "那里回应的不是棋桌"},
		"a long greeting":   {says(strings.Repeat("x", 2*maxGreeting)), false, "ws", cannot + "what answers there is not a table", zh + "那里回应的不是棋桌"},
		"no https":          {says(""), false, "wss", cannot + "it has no https; check the link", zh + "对方不支持 https；请检查链接"},
		"its certificate":   {says(""), true, "wss", cannot + "this machine does not trust its certificate; check the link, and this machine's clock", zh + "本机不信任对方的证书；请检查链接和本机的时间"},
		"another version":   {says(`{"v":9,"challenge":"x"}`), false, "ws", "the host speaks version 9 of the protocol", "对方的协议版本为 9"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(c.answer)
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			if c.tls {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			host := server.Listener.Addr().String()
			_, err := dial(t.Context(), nil, c.scheme+"://"+host+"/api/link", strings.Repeat("x", 22), "guest")
			if want := strings.ReplaceAll(c.en, "HOST", host); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Fatalf("%v, want %q", err, want)
			}
			if got, want := text.Because(err).In(text.Chinese), strings.ReplaceAll(c.zh, "HOST", host); !strings.HasPrefix(got, want) {
				t.Errorf("in Chinese %q, want %q", got, want)
			}
		})
	}
}

// A table that cannot begin the game of its invitation, as after a change of its settings,
// says so, and keeps the invitation open.
func TestTableThatCannotBegin(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	guest.idle.Store(true)
	i, err := host.session.Invite(t.Context(), remote.Offer{Guest: board.White})
	if err != nil {
		t.Fatal(err)
	}
	again := func(rules game.Rules) {
		host.kill()
		host.rules, host.journal.entries = rules, nil
		host.start()
	}
	again(game.Freestyle())
	err = guest.session.Join(t.Context(), "http://"+host.addr+"/invite#"+i.Code, "")
	if refused, ok := errors.AsType[*Refused](err); !ok || refused.Code != busy.Error || refused.In(text.Chinese) != errBusy.In(text.Chinese) {
		t.Fatalf("%v", err)
	}
	again(small)
	if err := guest.session.Join(t.Context(), "http://"+host.addr+"/invite#"+i.Code, ""); err != nil {
		t.Fatal(err)
	}
	playing(t, host, guest)
}

// A guest whose board cannot play the game of the invitation is told so, and its host
// that nobody comes.
func TestGameThatTheGuestCannotPlay(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	host.idle.Store(true)
	guest.idle.Store(true)
	guest.kill()
	guest.book = remote.Book{game.Renju()}
	guest.start()
	i, err := host.session.Invite(t.Context(), remote.Offer{Guest: board.White})
	if err != nil {
		t.Fatal(err)
	}
	err = guest.session.Join(t.Context(), "http://"+host.addr+"/invite#"+i.Code, "")
	if err == nil || err.Error() != `this table cannot play the game of the invitation: "small" on 7 x 7 points, clock "none"` {
		t.Fatalf("%v", err)
	}
	wait(t, "the host to be told", func() bool {
		s := host.table.Snapshot()
		return s.Remote == nil && strings.Contains(s.Message, "The remote opponent has left.") && !host.session.Locked()
	})
	wait(t, "the guest to be free", func() bool { return !guest.session.Locked() })
}
