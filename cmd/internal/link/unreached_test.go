package link

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stonehand/cmd/internal/text"
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
