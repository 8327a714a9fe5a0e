package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// Daemon is a daemon that runs already, reached over its HTTP contract.
type Daemon struct {
	Base string // "http://127.0.0.1:8019", without a slash at the end

	client http.Client
	owner  *http.Client // over the owner's socket; nil if there is none for this user
}

// askTime is how long a daemon may take to answer.
const askTime = 3 * time.Second

// Page says whether the page can be served at listen, "host:port". Where a daemon
// serves it already, it is returned; it is nil where none does. The daemon's socket,
// "" for none, serves what the page refuses or says over TLS alone.
func Page(ctx context.Context, listen, socket string) (*Daemon, []hw.Finding) {
	f := hw.Finding{Device: "page at " + listen}
	l, err := net.Listen("tcp", listen)
	if err == nil {
		l.Close()
		f.Text = "the address is free; no daemon is running"
		return nil, []hw.Finding{f}
	}
	f = closed(f, "web.listen", err)
	d := newDaemon(listen, socket)
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL) && d.owner != nil: // a daemon plays on while its address is away
		d.client = *d.owner
		if _, err := d.get(ctx, "/healthz", new(struct{})); err == nil {
			return d, []hw.Finding{f}
		}
		return nil, []hw.Finding{f}
	case !errors.Is(err, syscall.EADDRINUSE):
		return nil, []hw.Finding{f}
	}
	var pulse struct {
		OK    *bool     `json:"ok"`
		AgeMS int64     `json:"age_ms"`
		Phase api.Phase `json:"phase"`
	}
	status, err := d.get(ctx, "/healthz", &pulse)
	if (err != nil || pulse.OK == nil) && d.owner != nil {
		d.client = *d.owner
		status, err = d.get(ctx, "/healthz", &pulse)
	}
	switch {
	case err != nil || pulse.OK == nil:
		if why := newDaemon(listen, "").waits(ctx); why != "" {
			f.Text, f.Do = "the daemon is running, but it waits: "+why, "correct that; it then starts by itself"
		}
		return nil, []hw.Finding{f}
	case status != http.StatusOK:
		f.Health, f.Do = hw.Bad, "run sudo systemctl restart stonehand; journalctl -u stonehand shows where it hung"
		f.Text = fmt.Sprintf("the daemon is stuck: its game loop has not run for %d ms", pulse.AgeMS)
	default:
		f = hw.Finding{Device: f.Device, Text: "the daemon is running and responds"}
	}
	return d, []hw.Finding{f}
}

// Spectators says whether the page for watching can be served at an address of its own,
// "" for none, beside the page at listen.
func Spectators(listen, address string) []hw.Finding {
	if address == "" {
		return nil
	}
	if l, err := net.Listen("tcp", listen); err == nil {
		defer l.Close()
	}
	f := hw.Finding{Device: "page for watching at " + address, Text: "the address is free"}
	if l, err := net.Listen("tcp", address); err != nil {
		f = closed(f, "web.spectators", err)
	} else {
		l.Close()
	}
	return []hw.Finding{f}
}

// closed is a finding on an address that a key of the settings names and that cannot be
// listened on.
func closed(f hw.Finding, key string, err error) hw.Finding {
	f.Health = hw.Bad
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		f.Text, f.Do = "another program uses that address", "stop that program (sudo ss -ltnp names it), or set "+key+" to another port"
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		f.Text, f.Do = "this computer does not have that address", "set "+key+" to one that it has (ip addr lists them), or to an address like \":8019\" for all"
	case errors.Is(err, syscall.EACCES):
		f.Text, f.Do = "this user is not allowed to open that port", "set "+key+" to a port above 1023"
	default:
		f.Text, f.Do = err.Error(), "set "+key+" to an address that this computer has"
	}
	return f
}

// newDaemon is the one that listens at an address, as it is reached from here.
func newDaemon(listen, socket string) *Daemon {
	host, port, _ := net.SplitHostPort(listen) // the settings have been checked
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	d := &Daemon{
		Base: "http://" + net.JoinHostPort(host, port),
		// A proxy that the user has for the web is none for the board.
		client: http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}},
	}
	if socket != "" {
		d.owner = &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}}
	}
	return d
}

// ask asks for a path.
func (d *Daemon) ask(ctx context.Context, client *http.Client, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Base+path, nil)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}

// get asks for a path and decodes the answer, whatever its status.
func (d *Daemon) get(ctx context.Context, path string, answer any) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	response, err := d.ask(ctx, &d.client, path)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(io.LimitReader(response.Body, 4<<20)).Decode(answer)
}

// waits returns why a daemon that does not play says it cannot start; "" for another
// program.
func (d *Daemon) waits(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	response, err := d.ask(ctx, &d.client, "/healthz")
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	said, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	head, why, _ := strings.Cut(string(said), "\n")
	if err != nil || head != text.English.Say(text.StartFailed) && head != text.English.Say(text.SettingsWrong) {
		return ""
	}
	return strings.Join(strings.Split(strings.TrimSpace(why), "\n"), "; ")
}

// ErrNotOperator says that a daemon sends its recording only to those who operate it.
var ErrNotOperator = errors.New("the daemon sends its recording only to its operators")

// Recording returns what the sensors reported, as the daemon has kept it, or, with
// follow, what they report from now on until ctx ends.
func (d *Daemon) Recording(ctx context.Context, follow bool) (io.ReadCloser, error) {
	path := "/api/recording"
	if follow {
		path += "?follow=1"
	}
	response, err := d.ask(ctx, &d.client, path)
	if err == nil && d.owner != nil && (response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden) {
		response.Body.Close()
		response, err = d.ask(ctx, d.owner, path)
	}
	if err != nil {
		return nil, fmt.Errorf("the daemon at %s does not answer: %w", d.Base, err)
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		var refusal struct{ Error string }
		_ = json.NewDecoder(io.LimitReader(response.Body, 1<<16)).Decode(&refusal) // the status says enough
		if response.StatusCode == http.StatusUnauthorized || response.StatusCode == http.StatusForbidden {
			return nil, fmt.Errorf("%w (%s)", ErrNotOperator, d.Base)
		}
		return nil, fmt.Errorf("the daemon at %s refused to send a recording: %s %s", d.Base, response.Status, refusal.Error)
	}
	return response.Body, nil
}

// Board asks the daemon how its board is.
func (d *Daemon) Board(ctx context.Context) []hw.Finding {
	f := hw.Finding{Device: "board"}
	var s api.Snapshot
	status, err := d.get(ctx, "/api/state", &s)
	switch {
	case err != nil || status != http.StatusOK:
		f.Health, f.Text, f.Do = hw.Bad, fmt.Sprintf("the daemon gave no answer about it: status %d, %v", status, err), "run sudo systemctl restart stonehand"
	case !s.Link:
		f.Health, f.Text, f.Do = hw.Bad, "the daemon cannot reach it", "stop the daemon (sudo systemctl stop stonehand) and run this again, to test the board directly"
		if s.Fault != "" {
			f.Text += ": " + s.Fault
		}
	case s.Fault != "":
		f.Health, f.Text, f.Do = hw.Warn, "the daemon reaches it and reports: "+s.Fault, "look the sentence up in docs/operator.md"
	default:
		f.Text = fmt.Sprintf("the daemon reaches it: %d columns, %d rows, %d stones", s.Cols, s.Rows, len(s.Stones))
		if s.Sim {
			f.Text += "; simulated"
		}
	}
	return append([]hw.Finding{f}, arm(&s)...)
}

// arm is what the daemon says of its arm, if it has one that says anything.
func arm(s *api.Snapshot) []hw.Finding {
	if s.ArmState == "" {
		return nil
	}
	f := hw.Finding{Device: "arm", Text: "the daemon uses it: " + string(s.ArmState)}
	for _, t := range s.Trays {
		f.Text += fmt.Sprintf("; %d %s stones left", t.Left, t.Color)
		if t.Left <= t.Low {
			f.Health, f.Do = hw.Warn, "refill the trays, then choose \"trays refilled\" on the page"
		}
	}
	if !s.ArmState.Ready() {
		f.Health, f.Do = hw.Bad, "stop the daemon (sudo systemctl stop stonehand) and run this again, to test the arm directly; docs/arm.md lists what can go wrong"
	}
	return []hw.Finding{f}
}
