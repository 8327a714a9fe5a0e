package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

// Daemon is the program at the board, over its HTTP contract.
type Daemon struct {
	// Password is the board's, if it has one.
	Password string

	url      string // without a slash at its end
	address  string // as it was given
	client   http.Client
	language atomic.Pointer[string] // of refusals, a code; nil: the daemon's choice
}

// requestTime is how long one request may take: longer than a command may wait for
// the game loop.
const requestTime = 40 * time.Second

// mostReply bounds what is read of an answer, bytes.
const mostReply = 4 << 20

// NewDaemon returns the daemon that serves its page at address, like
// "http://127.0.0.1:8019", or that is reached by the socket of its owner, "unix:" and
// the path.
func NewDaemon(address string) (*Daemon, error) {
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		if path == "" {
			return nil, errors.New("unix: needs the path of a socket behind it")
		}
		return &Daemon{url: "http://localhost", address: address, client: http.Client{Timeout: requestTime, Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", path)
			}}}}, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("that is not the address of a page, like http://127.0.0.1:8019")
	}
	return &Daemon{url: strings.TrimRight(u.String(), "/"), address: address, client: http.Client{Timeout: requestTime}}, nil
}

// Close drops the connections that are kept for further requests.
func (d *Daemon) Close() { d.client.CloseIdleConnections() }

// Speak says in which language the daemon is to refuse requests from now on.
func (d *Daemon) Speak(l text.Language) {
	code := l.String()
	d.language.Store(&code)
}

// Refusal is what the daemon says against a request.
type Refusal struct {
	Status int    // of HTTP
	Code   string `json:"code"`
	Text   string `json:"error"` // a sentence for people
}

// Error implements error.
func (r *Refusal) Error() string { return strings.TrimSuffix(r.Text, ".") }

// tooLate reports whether the daemon has no use for what was asked as the table is by now.
func tooLate(err error) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Code == "not-now"
}

// unreachable is an error of the way to the daemon, and not of what was asked.
type unreachable struct{ error }

func (u unreachable) Unwrap() error { return u.error }

// State returns what there is to know of the table.
func (d *Daemon) State(ctx context.Context) (*api.Snapshot, error) {
	return d.snapshot(ctx, http.MethodGet, "/api/state", nil)
}

// Guest asks something as the player who is not at the table, and returns the state
// after it.
func (d *Daemon) Guest(ctx context.Context, o api.GuestOrder) (*api.Snapshot, error) {
	return d.snapshot(ctx, http.MethodPost, "/api/guest", o)
}

func (d *Daemon) snapshot(ctx context.Context, method, path string, question any) (*api.Snapshot, error) {
	var s api.Snapshot
	if err := d.Ask(ctx, method, path, question, &s); err != nil {
		return nil, err
	}
	return &s, nil
}

// Ask sends a request with question as its body, nil for none, and reads the answer
// unless that is nil.
func (d *Daemon) Ask(ctx context.Context, method, path string, question, answer any) error {
	response, err := d.send(ctx, &d.client, method, path, question)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return d.read(response, path, answer)
}

// send sends a request by a client.
func (d *Daemon) send(ctx context.Context, client *http.Client, method, path string, question any) (*http.Response, error) {
	var body io.Reader
	if question != nil {
		text, err := json.Marshal(question)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, d.url+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if code := d.language.Load(); code != nil {
		request.Header.Set("Accept-Language", *code)
	}
	if d.Password != "" {
		request.SetBasicAuth("bridge", d.Password)
	}
	response, err := client.Do(request)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err
		}
		return nil, unreachable{fmt.Errorf("the program at the board does not answer at %s: %w", d.address, err)}
	}
	return response, nil
}

// read reads what the daemon answers to a request for path.
func (d *Daemon) read(response *http.Response, path string, answer any) error {
	text, err := io.ReadAll(io.LimitReader(response.Body, mostReply))
	if err != nil {
		return unreachable{fmt.Errorf("the program at the board broke off its answer: %w", err)}
	}
	if response.StatusCode != http.StatusOK {
		r := &Refusal{Status: response.StatusCode}
		if json.Unmarshal(text, r) != nil || r.Text == "" {
			r.Text = fmt.Sprintf("%s%s answers %s, and is not a board's program of this version", d.address, path, response.Status)
		}
		if response.StatusCode == http.StatusServiceUnavailable {
			return unreachable{r}
		}
		return r
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("%s%s answers what cannot be read: %w", d.address, path, err)
	}
	return nil
}
