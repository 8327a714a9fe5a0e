package link

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// chinese has in Chinese what keeps people from playing with a remote opponent.
const chinese text.Section = "link"

// Times of a connection.
const (
	greetTime = 8 * time.Second // for the handshake
	writeTime = 8 * time.Second // for one message
	beat      = 2 * time.Second // between messages that say only that one is there
	again     = 700 * time.Millisecond
	silence   = 9 * time.Second // without a message the connection counts as cut
)

var errEnded = chinese.Of("the connection has ended")

// errGreeting is that what was said is no greeting.
var errGreeting = errors.New("it does not greet as a table does")

// greeting is what is said before the game's messages.
type greeting struct {
	V         int    `json:"v,omitempty"`
	Challenge string `json:"challenge,omitempty"` // host: something nobody has seen before
	Guest     string `json:"guest,omitempty"`     // guest: its name, which nobody else has
	Nonce     string `json:"nonce,omitempty"`     // guest: something nobody has seen before
	Proof     string `json:"proof,omitempty"`     // that one knows the code
	Code      string `json:"code,omitempty"`      // guest that can prove nothing: the code itself
	Welcome   bool   `json:"welcome,omitempty"`   // host
	Error     string `json:"error,omitempty"`     // host: "closed", "version", "busy"
	Text      string `json:"text,omitempty"`      // and as a sentence
}

// Closed is the code of a [Refused] whose invitation is not, or no longer, the guest's.
const Closed = "closed"

// Refused is that the host does not accept the guest.
type Refused struct {
	Code, Text string
	said       text.Words // the same, for codes that are known here; nil for others
}

// Error implements error.
func (r *Refused) Error() string { return r.Text }

// In says the refusal in a language.
func (r *Refused) In(l text.Language) string {
	if r.said == nil {
		return r.Text
	}
	return r.said.In(l)
}

// refusedBy is what the other table says.
func refusedBy(g greeting) *Refused {
	switch g.Error {
	case Closed:
		return &Refused{g.Error, errClosed.Error(), errClosed}
	case busy.Error:
		return &Refused{g.Error, errBusy.Error(), errBusy}
	}
	return &Refused{Code: g.Error, Text: g.Text}
}

// conn is one connection to the other end.
type conn struct {
	ws    *websocket.Conn
	seal  seal
	out   chan []byte
	end   context.CancelFunc
	proof string // host: that it knows the code, for the welcome
	where string
	code  string // host: of the invitation
	last  bool   // host: there is nothing to do but to tell the guest that this end has left

	mu    sync.Mutex
	heard time.Time
}

func (c *conn) hear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = time.Now()
}

func (c *conn) silent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Since(c.heard) > silence
}

// send hands a message to the writer; a reader that does not keep up loses the
// connection.
func (c *conn) send(m *remote.Message) {
	data, err := json.Marshal(m)
	if err != nil {
		return
	}
	if !hw.Offer(c.out, data) {
		c.end()
	}
}

// finish ends the connection once everything has been written.
func (c *conn) finish() {
	if !hw.Offer(c.out, nil) {
		c.end()
	}
}

// write writes what is sent, until ctx ends.
func (c *conn) write(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case data := <-c.out:
			if data == nil {
				_ = c.ws.Close(websocket.StatusNormalClosure, "")
				c.end()
				return
			}
			wctx, cancel := context.WithTimeout(ctx, writeTime)
			err := c.ws.Write(wctx, websocket.MessageText, c.seal.wrap(data))
			cancel()
			if err != nil {
				c.end()
				return
			}
		}
	}
}

// read hands on messages until the connection ends, and says why it did.
func (c *conn) read(ctx context.Context, take func(*remote.Message)) error {
	for {
		kind, data, err := c.ws.Read(ctx)
		if err != nil {
			return err
		}
		if kind != websocket.MessageText {
			return chinese.Of("the other table sent something that is not text")
		}
		if data, err = c.seal.unwrap(data); err != nil {
			return err
		}
		m, err := remote.Parse(data)
		if err != nil {
			return err
		}
		c.hear()
		take(m)
	}
}

func newConn(ws *websocket.Conn, where string) *conn {
	ws.SetReadLimit(remote.MaxMessage + sealBytes + 1)
	return &conn{ws: ws, out: make(chan []byte, 32), where: where, heard: time.Now()}
}

// say and hear exchange greetings.
func say(ctx context.Context, ws *websocket.Conn, g greeting) error {
	data, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return ws.Write(ctx, websocket.MessageText, data)
}

// ask reads a greeting.
func ask(ctx context.Context, ws *websocket.Conn) (greeting, error) {
	_, data, err := ws.Read(ctx)
	if err != nil {
		return greeting{}, err
	}
	return parseGreeting(data)
}

// maxGreeting bounds what a stranger may say.
const maxGreeting = 2048

func parseGreeting(data []byte) (greeting, error) {
	var g greeting
	if len(data) > maxGreeting {
		return g, fmt.Errorf("%w: %d bytes", errGreeting, len(data))
	}
	if err := json.Unmarshal(data, &g); err != nil {
		return g, fmt.Errorf("%w: %w", errGreeting, err)
	}
	for _, s := range []string{g.Challenge, g.Guest, g.Nonce, g.Proof, g.Code} {
		if len(s) > 64 {
			return g, fmt.Errorf("%w: a part of %d bytes", errGreeting, len(s))
		}
	}
	g.Error, g.Text = text.Foreign(g.Error, 20), text.Foreign(g.Text, 400)
	return g, nil
}

// keys gives a connection its two keys.
func keys(code string, g greeting, challenge string, host bool) seal {
	h := mac(code, "from host", challenge, g.Nonce, g.Guest)
	o := mac(code, "from guest", challenge, g.Nonce, g.Guest)
	if host {
		return seal{mine: h, theirs: o}
	}
	return seal{mine: o, theirs: h}
}

// hostOf is the host of an address, as people know it: they wrote a link to a page.
func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Host
	}
	return text.Clip(address)
}

// said reports whether an error is in words for people.
func said(err error) bool {
	_, ok := err.(text.Words)
	return ok
}

// unreached says in plain words why the host at an address cannot be reached.
func unreached(address string, err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // without what the libraries were doing
	}
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var system syscall.Errno
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return chinese.Of("no computer is known by the name %q: check the link", text.Clip(dns.Name))
	case errors.As(err, &dns):
		err = chinese.Of("its name cannot be looked up; check this machine's network")
	case errors.As(err, &system):
		err = system
	case errors.Is(err, context.DeadlineExceeded):
		err = chinese.Of("it does not answer")
	case errors.As(err, &certificate):
		err = chinese.Of("this machine does not trust its certificate; check the link, and this machine's clock")
	case errors.Is(err, http.ErrSchemeMismatch):
		err = chinese.Of("it has no https; check the link")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), websocket.CloseStatus(err) >= 0:
		err = errEnded
	case errors.Is(err, errGreeting), errors.Is(err, websocket.ErrMessageTooBig):
		err = chinese.Of("what answers there is not a table")
	}
	return chinese.Of("the other table at %s cannot be reached: %w", hostOf(address), err)
}

// dial connects to a host as its guest.
func dial(ctx context.Context, client *http.Client, address, code, guest string) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, greetTime)
	defer cancel()
	ws, resp, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: client, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, chinese.Of("%s answers, but no table there accepts guests (HTTP status %d)", hostOf(address), resp.StatusCode)
		}
		return nil, unreached(address, err)
	}
	ws.SetReadLimit(maxGreeting)
	c, err := greetHost(ctx, ws, address, code, guest)
	if err != nil {
		ws.CloseNow()
		if !said(err) {
			err = unreached(address, err)
		}
		return nil, err
	}
	return c, nil
}

func greetHost(ctx context.Context, ws *websocket.Conn, address, code, guest string) (*conn, error) {
	hello, err := ask(ctx, ws)
	if err != nil {
		return nil, err
	}
	if hello.Error != "" {
		return nil, refusedBy(hello)
	}
	if hello.V != remote.Version {
		other := chinese.Of("the host speaks version %d of the protocol, and this program version %d: both need the same program", hello.V, remote.Version)
		return nil, &Refused{"version", other.Error(), other}
	}
	me := greeting{Guest: guest, Nonce: newCode()}
	me.Proof = mac(code, "guest", hello.Challenge, me.Nonce, me.Guest)
	if err := say(ctx, ws, me); err != nil {
		return nil, err
	}
	welcome, err := ask(ctx, ws)
	if err != nil {
		return nil, err
	}
	if !welcome.Welcome {
		return nil, refusedBy(welcome)
	}
	if !same(welcome.Proof, mac(code, "host", hello.Challenge, me.Nonce, me.Guest)) {
		return nil, chinese.Of("the program that answers there does not know the invitation: it is not the table that invited you")
	}
	c := newConn(ws, address)
	c.seal = keys(code, me, hello.Challenge, false)
	return c, nil
}

// know says which of the codes a guest knows, "" for none.
func know(g greeting, challenge string, codes ...string) string {
	found := ""
	for _, code := range codes {
		if code == "" || g.Guest == "" {
			continue
		}
		if g.Code != "" && same(g.Code, code) || g.Proof != "" && g.Nonce != "" && same(g.Proof, mac(code, "guest", challenge, g.Nonce, g.Guest)) {
			found = code
		}
	}
	return found
}
