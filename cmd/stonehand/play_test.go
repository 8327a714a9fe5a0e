package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// Who accepts an invitation in vain is told what helps: a new one only where that one is closed.
func TestInvitationInVain(t *testing.T) {
	for greeting, hint := range map[string]string{
		`{"error":"closed"}`:        "ask the host for a new invitation",
		`{"error":"busy"}`:          "",
		`{"v":9,"challenge":"new"}`: "",
	} {
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ws, err := websocket.Accept(w, r, nil)
			if err != nil {
				return
			}
			defer ws.CloseNow()
			_ = ws.Write(r.Context(), websocket.MessageText, []byte(greeting))
			_, _, _ = ws.Read(r.Context())
		}))
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		var out bytes.Buffer
		err := runPlay(ctx, []string{"--data", t.TempDir(), "--listen", "127.0.0.1:0", host.URL + "/invite#" + strings.Repeat("A", 22)}, stdio{strings.NewReader(""), &out, &out})
		cancel()
		host.Close()
		got, _ := errors.AsType[hinted](err)
		if err == nil || got.hint != hint {
			t.Errorf("%s: %v, hint %q, not %q", greeting, err, got.hint, hint)
		}
	}
}
