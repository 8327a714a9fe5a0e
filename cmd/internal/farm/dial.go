package farm

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Dial says where a farm is.
type Dial struct {
	URL         string // of its servers, separated by commas
	Credentials string // file that the hall has made; "": none
	CA          string // PEM file of the authority that vouches for the server; "": those of the system
	Name        string // where there are no credentials, which have one
	Retry       bool   // when the servers are not there, too
	Log         *slog.Logger
}

// Connect connects to a farm, and returns under which name.
func (d Dial) Connect() (nc *nats.Conn, name string, err error) {
	name = d.Name
	opts := []nats.Option{
		nats.MaxReconnects(-1), nats.ReconnectWait(2 * time.Second), nats.ReconnectBufSize(-1), nats.RetryOnFailedConnect(d.Retry),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				d.Log.Warn("The connection to the farm is lost; it is tried again.", "err", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			d.Log.Warn("The farm's server refuses something.", "err", err)
		}),
	}
	if d.Credentials != "" {
		if name, err = nameIn(d.Credentials); err != nil {
			return nil, "", err
		}
		opts = append(opts, nats.UserCredentials(d.Credentials))
	}
	opts = append(opts, nats.Name(name), nats.CustomInboxPrefix("_INBOX."+name))
	if d.CA != "" {
		opts = append(opts, nats.RootCAs(d.CA))
	}
	if nc, err = nats.Connect(d.URL, opts...); err != nil {
		return nil, "", fmt.Errorf("the farm at %s cannot be joined: %w", d.URL, err)
	}
	if !nc.IsConnected() {
		d.Log.Warn("The farm does not answer yet; it is tried again.", "url", d.URL)
	}
	return nc, name, nil
}

// nameIn reads the name in a credentials file, which is a JSON Web Token and a key.
func nameIn(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the credentials for the farm cannot be read: %w", err)
	}
	token, err := nkeys.ParseDecoratedJWT(text)
	if err != nil {
		return "", fmt.Errorf("%s holds no credentials: %w", path, err)
	}
	var claims struct {
		Name string `json:"name"`
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return "", fmt.Errorf("%s holds no credentials", path)
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(body, &claims)
	}
	if err == nil && (claims.Name == "" || strings.ContainsAny(claims.Name, ".*> ")) {
		err = errors.New("they have no name that a farm can use")
	}
	if err != nil {
		return "", fmt.Errorf("the credentials in %s cannot be used: %w", path, err)
	}
	return claims.Name, nil
}
