package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/engine/board"
	"stonehand/hw"
	"stonehand/hw/grbl/grblsim"
)

var _ grblsim.Board = (*remoteBoard)(nil)

// remoteBoard is the simulated board of a daemon, on which the stones of a
// simulated arm are put down through the daemon's HTTP contract.
type remoteBoard struct {
	ctx    context.Context // of the program
	url    string          // without a slash at its end
	size   board.Size
	client http.Client
}

// newRemoteBoard returns the board of the daemon at address.
func newRemoteBoard(ctx context.Context, address string, size board.Size) (*remoteBoard, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, usageError{fmt.Sprintf("--board %q is not the address of a page, like http://127.0.0.1:%s", address, config.DefaultPort)}
	}
	return &remoteBoard{ctx: ctx, url: strings.TrimRight(u.String(), "/"), size: size, client: http.Client{Timeout: 5 * time.Second}}, nil
}

// Put puts a stone down.
func (r *remoteBoard) Put(point int, s hw.State) error {
	return r.ask("put", map[string]string{"point": r.name(point), "color": s.String()})
}

// Lift takes one off.
func (r *remoteBoard) Lift(point int) error {
	return r.ask("lift", map[string]string{"point": r.name(point)})
}

// name is what the contract calls a point.
func (r *remoteBoard) name(point int) string {
	return r.size.Name(r.size.Point(point), board.Algebraic)
}

// ask moves the hand of the daemon's board.
func (r *remoteBoard) ask(what string, words map[string]string) error {
	body, err := json.Marshal(words)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(r.ctx, http.MethodPost, r.url+"/api/sim/"+what, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if password := os.Getenv(passwordName); password != "" {
		req.SetBasicAuth("grblsim", password)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return fmt.Errorf("the board of the daemon cannot be reached: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 512))
		return fmt.Errorf("the daemon refuses to %s a stone at %s: %s", what, words["point"], bytes.TrimSpace(text))
	}
	return nil
}
