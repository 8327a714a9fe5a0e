package fleet

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
)

const (
	nonceTime  = 30 * time.Second // for which a challenge is good
	mostNonces = 256              // that are open at once; more are refused
	orderTime  = 10 * time.Second // for which an order may wait for the game loop
)

// chinese has in Chinese why a table refuses orders of the hall.
const chinese text.Section = "fleet"

// roles are the names of roles, weakest first.
var roles = []string{"look", "play", "operate"}

func rank(role string) int { return slices.Index(roles, role) }

// gate lets orders through that are signed by somebody who may give them. It is safe for
// concurrent use.
type gate struct {
	table string
	roles map[string]string // by public key
	takes func(do string) string

	mu   sync.Mutex
	open map[string]time.Time // challenges that were not used yet: until when they are good
}

// challenge makes a number that one order may use; "" when too many are open.
func (g *gate) challenge(now time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for nonce, until := range g.open {
		if now.After(until) {
			delete(g.open, nonce)
		}
	}
	if len(g.open) >= mostNonces {
		return ""
	}
	nonce := rand.Text()
	g.open[nonce] = now.Add(nonceTime)
	return nonce
}

// spend reports whether a challenge is open; it no longer is then.
func (g *gate) spend(nonce string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	until, ok := g.open[nonce]
	delete(g.open, nonce)
	return ok && !now.After(until)
}

// forbidden is why an order is refused before the table is asked.
func forbidden(format string, args ...any) *api.CommandError {
	return api.Refuse("forbidden", chinese.Of(format, args...))
}

// bad refuses what an order says.
func bad(format string, args ...any) *api.CommandError {
	return api.Refuse("bad-value", chinese.Of(format, args...))
}

// admit returns the command of an order, or why it is refused.
func (g *gate) admit(data []byte, now time.Time) (api.Command, error) {
	var o Order
	if err := json.Unmarshal(data, &o); err != nil {
		return api.Command{}, bad("The order is not valid JSON: %v.", err)
	}
	// The challenge is used up whatever follows: nothing can be tried twice on it.
	if !g.spend(o.Nonce, now) {
		return api.Command{}, forbidden("The order needs a challenge of this table that is unused and not older than %s. Ask for another one.", nonceTime)
	}
	role, known := g.roles[o.Key]
	if !known {
		return api.Command{}, forbidden(`This table does not accept orders signed with the key %q. Add it to "play" or "operate" under [fleet] in its configuration.`, text.Clip(o.Key))
	}
	sign, err := base64.StdEncoding.DecodeString(o.Sign)
	if err == nil {
		err = verify(o.Key, signed(g.table, o.Nonce, o.Command), sign)
	}
	if err != nil {
		return api.Command{}, forbidden("The order's signature does not match its key.")
	}
	c, err := ParseCommand(o.Command)
	if err != nil {
		return c, err
	}
	need := "operate"
	if c.Do != DoUpdate {
		need = g.takes(c.Do)
	}
	if rank(role) < rank(need) {
		return c, forbidden("The command %q needs the role %q, but this key has %q.", c.Do, need, role)
	}
	return c, nil
}

// ParseCommand reads the command of an order. A timetable, for which the page has a request
// of its own, is one of them: "timetable" is an [api.Timetable]. So is an [Update], which
// never gets to the game. Errors are [*api.CommandError]s.
func ParseCommand(data []byte) (api.Command, error) {
	var c struct {
		Do        string         `json:"do"`
		Timetable *api.Timetable `json:"timetable"`
		Releases  []Release      `json:"releases"`
	}
	err := json.Unmarshal(data, &c)
	if c.Do == DoUpdate {
		if err != nil || len(c.Releases) == 0 {
			return api.Command{}, bad("An update must list releases, as a hall writes them.")
		}
		return api.Command{Do: c.Do}, nil
	}
	if c.Do != api.DoTimetable {
		return api.ParseCommand(data)
	} else if err != nil || c.Timetable == nil {
		return api.Command{}, bad(`Write a timetable like {"do":"timetable","timetable":{"hours":["mon-fri 10:00-18:00"],"exceptions":[],"goodbye":300,"volume":[],"brightness":[]}}.`)
	}
	return api.Command{Do: c.Do, Hours: c.Timetable}, nil
}

// signed is the text whose signature an order has.
func signed(table, nonce string, command []byte) []byte {
	return fmt.Appendf(nil, "stonehand order\n%s\n%s\n%s", table, nonce, command)
}

func verify(key string, text, sign []byte) error {
	public, err := nkeys.FromPublicKey(key)
	if err != nil {
		return err
	}
	return public.Verify(text, sign)
}

// listen answers challenges and orders, one after the other. The subscriptions outlive
// lost connections.
func (p *Publisher) listen(ctx context.Context, l link) error {
	_, err := l.nc.Subscribe(p.at[PartChallenge], func(m *nats.Msg) {
		respond(m, Challenge{p.gate.challenge(time.Now())})
	})
	if err != nil {
		return err
	}
	_, err = l.nc.Subscribe(p.at[PartCommand], func(m *nats.Msg) {
		respond(m, p.obey(ctx, m.Data))
	})
	if err == nil && p.HomeAssistant {
		_, err = l.nc.Subscribe(AssistantStatus, func(m *nats.Msg) {
			if string(m.Data) == "online" {
				p.introduce(l)
			}
		})
	}
	return err
}

func respond(m *nats.Msg, body any) {
	if data, err := json.Marshal(body); err == nil && m.Reply != "" {
		m.Respond(data)
	}
}

// obey carries an order out.
func (p *Publisher) obey(ctx context.Context, data []byte) Answer {
	c, err := p.gate.admit(data, time.Now())
	switch {
	case err != nil:
	case c.Do == DoUpdate:
		err = p.updates.order(releasesOf(data))
	default:
		ctx, cancel := context.WithTimeout(ctx, orderTime)
		defer cancel()
		_, err = p.Board.Do(ctx, c)
	}
	var refused *api.CommandError
	switch {
	case err == nil:
		p.Log.Info("command from the hall", "do", c.Do)
		return Answer{}
	case errors.As(err, &refused):
		p.Log.Warn("command from the hall refused", "do", c.Do, "code", refused.Code, "err", refused.Text)
		return Refusal(refused.Code, refused)
	}
	return Refusal("busy", chinese.Of("The game did not get to this command in time. Check the state and ask again."))
}

// releasesOf returns the releases of an order that was admitted.
func releasesOf(data []byte) []Release {
	var o Order
	var u Update
	if json.Unmarshal(data, &o) != nil || json.Unmarshal(o.Command, &u) != nil {
		return nil
	}
	return u.Releases
}

// Command signs a command with a key, gives it to a table that has the subjects at, and
// returns its answer. The error is that of the way there.
func Command(ctx context.Context, nc *nats.Conn, table string, at Subjects, key nkeys.KeyPair, command json.RawMessage) (Answer, error) {
	command, err := json.Marshal(command) // what is signed is what the order will have, byte for byte
	if err != nil {
		return Answer{}, fmt.Errorf("the command is not JSON: %w", err)
	}
	var c Challenge
	if err := request(ctx, nc, at[PartChallenge], nil, &c); err != nil {
		return Answer{}, err
	}
	public, err := key.PublicKey()
	if err != nil {
		return Answer{}, err
	}
	sign, err := key.Sign(signed(table, c.Nonce, command))
	if err != nil {
		return Answer{}, err
	}
	order, err := json.Marshal(Order{Nonce: c.Nonce, Key: public, Sign: base64.StdEncoding.EncodeToString(sign), Command: command})
	if err != nil {
		return Answer{}, err
	}
	var a Answer
	return a, request(ctx, nc, at[PartCommand], order, &a)
}

func request(ctx context.Context, nc *nats.Conn, subject string, body []byte, answer any) error {
	m, err := nc.RequestWithContext(ctx, subject, body)
	if err != nil {
		return fmt.Errorf("the table does not answer: %w", err)
	}
	return json.Unmarshal(m.Data, answer)
}

// IsKey reports whether a text is a public key that can sign orders.
func IsKey(text string) bool { return nkeys.IsValidPublicUserKey(text) }
