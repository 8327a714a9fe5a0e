package hall

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/renameio/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/attempts"
	"stonehand/hw"
)

// Config is a hall's page.
type Config struct {
	NATS     *nats.Conn
	Keys     *Keys
	Password Passwords
	Shared   fs.FS // files of the tables' own page
	HTTPS    bool  // the page is served by https
	Disk     *Disk // of the server inside; nil: outside servers
	Log      *slog.Logger
}

// Passwords let people in at the page. An empty one lets nobody in.
type Passwords struct{ Play, Operate string }

// Hall is the page over all tables.
type Hall struct {
	Config
	js       jetstream.JetStream
	view     *view
	shelf    shelf
	cups     cups
	visits   visits
	logouts  logouts
	settings *settings
	offering sync.Mutex    // held while a program is saved, ordered, and those before it are dropped
	news     chan struct{} // rings when a game or a tournament is new
	tries    *attempts.Lines
	full     atomic.Bool // the disk cannot be written
}

// New makes a hall's page. It knows of tables once it runs.
func New(c Config) (*Hall, error) {
	// Servers with slow disks may need longer than the library's 5 s.
	js, err := jetstream.New(c.NATS, jetstream.WithDefaultTimeout(commandTime))
	if err != nil {
		return nil, err
	}
	return &Hall{Config: c, js: js, view: newView(), settings: newSettings(), news: make(chan struct{}, 1), tries: attempts.New(time.Now)}, nil
}

// Run serves the page on a listener until ctx ends, and then returns nil.
func (h *Hall) Run(ctx context.Context, l net.Listener) error {
	outside := ctx
	g, ctx := errgroup.WithContext(ctx)
	s := h.server(ctx)
	g.Go(func() error {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if s.Shutdown(end) != nil {
			s.Close()
		}
		return nil
	})
	g.Go(func() error { return h.view.run(ctx, h.follow, h.Keys, h.tell) })
	g.Go(func() error { return h.shelf.run(ctx, h.follow, h.Keys, h.tell) })
	g.Go(func() error { return h.cups.run(ctx, h.follow, h.tell) })
	g.Go(func() error { return h.settle(ctx) })
	g.Go(func() error { return h.visits.run(ctx, h.follow, h.Keys) })
	g.Go(func() error { return h.settings.run(ctx, h.follow) })
	g.Go(func() error { return h.logouts.run(ctx, h.follow) })
	g.Go(func() error { return h.arrange(ctx) })
	g.Go(func() error { return h.accused(ctx) })
	g.Go(func() error { return Guard(ctx, h.NATS, h.Log) })
	g.Go(func() error { return h.watchDisk(ctx) })
	if err := g.Wait(); outside.Err() == nil {
		return err
	}
	return nil
}

// responseTime is how long an answer may take: the counts of years are megabytes. A stream of
// events has it for each event, see send.
const responseTime = 2 * time.Minute

// server serves the page until ctx ends.
func (h *Hall) server(ctx context.Context) *http.Server {
	return &http.Server{
		Handler: h.routes(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: responseTime, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: slog.NewLogLogger(h.Log.Handler(), slog.LevelDebug),
	}
}

// every calls do after each pause until ctx ends, and then returns nil, or until do fails.
func every(ctx context.Context, pause time.Duration, do func() error) error {
	for hw.Sleep(ctx, pause) {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// OpenPassword reads a password from a file; a missing one is made.
func OpenPassword(path string) (string, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", err
		}
		text = []byte(strings.ToLower(rand.Text()[:12]) + "\n")
		err = renameio.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("the password cannot be read: %w", err)
	}
	word := strings.TrimSpace(string(text))
	if len(word) < 8 {
		return "", fmt.Errorf("%s: a password has at least 8 characters", path)
	}
	return word, nil
}

// Roles of people at the page.
const (
	look    = "look"
	play    = "play"
	operate = "operate"
)

// cookie is what a browser shows that has logged in.
const cookie = "stonehand-hall"

// knownCookie is what a browser shows that has logged in before, also after that has ended:
// wrong passwords of others at its address do not keep it out.
const knownCookie = "stonehand-hall-known"

const (
	loginTime = 12 * time.Hour       // how long a login lasts
	knownTime = 400 * 24 * time.Hour // as long as browsers keep a cookie
)

// pass makes a cookie's value, another one for each login. Every hall with the same keys takes
// it, so none keeps any.
func (h *Hall) pass(role string, until time.Time) string {
	text := role + "." + strconv.FormatInt(until.Unix(), 10) + "." + rand.Text()
	return text + "." + h.seal(text)
}

func (h *Hall) seal(text string) string {
	// Another password ends the logins under the old one.
	return hex.EncodeToString(h.Keys.mac(fmt.Sprintf("hall page %s\n%s\n%s", text, h.Password.Play, h.Password.Operate)))
}

// role returns what somebody at the page may do.
func (h *Hall) role(r *http.Request, now time.Time) string {
	c, err := r.Cookie(cookie)
	if err != nil {
		return look
	}
	text, seal := cutLast(c.Value)
	role, end, _ := strings.Cut(text, ".")
	end, _, _ = strings.Cut(end, ".")
	until, err := strconv.ParseInt(end, 10, 64)
	if err != nil || !hmac.Equal([]byte(seal), []byte(h.seal(text))) || now.Unix() > until || h.logouts.ended(loginOf(c.Value)) {
		return look
	}
	return role
}

// cutLast cuts what [Hall.pass] and [Hall.known] make into what is sealed and the seal.
func cutLast(s string) (text, seal string) {
	i := strings.LastIndexByte(s, '.')
	return s[:max(i, 0)], s[i+1:]
}

// known makes the cookie of a browser that has logged in with a role.
func (h *Hall) known(role string) string {
	id := role + "." + rand.Text()
	return id + "." + h.seal("known "+id)
}

// lineOf names the line in which an attempt waits: that of a browser where an operator has
// logged in before, that of players at its address, or that of strangers there. Every login
// makes another cookie, so a line for each would let a player try any number of operator
// passwords at once.
func (h *Hall) lineOf(r *http.Request) string {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	network := attempts.Network(from.Addr()).String()
	c, err := r.Cookie(knownCookie)
	if err != nil {
		return network
	}
	id, seal := cutLast(c.Value)
	switch role, _, _ := strings.Cut(id, "."); {
	case !hmac.Equal([]byte(seal), []byte(h.seal("known "+id))):
		return network
	case role == operate:
		return "browser " + id
	}
	return "players " + network
}

// named returns the role that a password gives, "" for none.
func (h *Hall) named(password string) string {
	for _, r := range []struct{ role, word string }{{operate, h.Password.Operate}, {play, h.Password.Play}} {
		if r.word != "" && subtle.ConstantTimeCompare([]byte(r.word), []byte(password)) == 1 {
			return r.role
		}
	}
	return ""
}

// key returns the key that signs the orders of a role; nil for none.
func (h *Hall) key(role string) nkeys.KeyPair {
	switch role {
	case play:
		return h.Keys.Play
	case operate:
		return h.Keys.Operate
	}
	return nil
}
