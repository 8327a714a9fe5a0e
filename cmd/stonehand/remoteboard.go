package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/hw/grbl/grblsim"
)

// remoteBoard is the simulated board of a daemon, on which the stones of a
// simulated arm are put down through the daemon's HTTP contract. A nil one is
// none.
type remoteBoard struct {
	url    string // without a slash at its end
	client http.Client
}

// newRemoteBoard returns the board of the daemon at address, or nil for "".
func newRemoteBoard(address string) (*remoteBoard, error) {
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, usageError{fmt.Sprintf("--board %q is no address of a page, like http://127.0.0.1:8019", address)}
	}
	return &remoteBoard{
		url:    strings.TrimRight(u.String(), "/"),
		client: http.Client{Timeout: 5 * time.Second},
	}, nil
}

// show does on the board what the arm did over it.
func (r *remoteBoard) show(ctx context.Context, e grblsim.Event) error {
	if r == nil || e.Board < 0 {
		return nil
	}
	size := board.Size{Cols: 19, Rows: 19}
	ask := map[string]string{"point": size.Name(size.Point(e.Board), board.Algebraic)}
	what := "lift"
	switch e.Kind {
	case grblsim.Picked:
	case grblsim.Released, grblsim.Dropped:
		what = "put"
		ask["color"] = e.Stone.String()
	default:
		return nil
	}
	body, err := json.Marshal(ask)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url+"/api/sim/"+what, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return fmt.Errorf("the board of the daemon cannot be reached: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return fmt.Errorf("the daemon refuses to %s a stone on %s: %s", what, ask["point"], bytes.TrimSpace(text))
	}
	return nil
}
