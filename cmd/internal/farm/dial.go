package farm

import (
	"fmt"
	"log/slog"

	"github.com/nats-io/nats.go"

	"stonehand/cmd/internal/dial"
)

// Dial says where a farm is.
type Dial struct {
	URL         string // of its servers, separated by commas
	Credentials string // file that the hall has made; "": none
	CA          string // PEM file of the authority that vouches for the server; "": those of the system
	Name        string // where there are no credentials, which have one
	Retry       bool   // when the servers are not there, too
	For         string // who has such credentials: "worker" or "laboratory"; "": anyone
	Log         *slog.Logger
}

// needs are subjects that only some may use.
var needs = map[string]string{"worker": "$JS.ACK." + StreamJobs + ".>", "laboratory": "farm.accused.*"}

// Connect connects to a farm, and returns as whom.
func (d Dial) Connect() (nc *nats.Conn, own dial.Credentials, err error) {
	opts, own, err := dial.Servers{URL: d.URL, Credentials: d.Credentials, CA: d.CA, What: "farm", Needs: needs[d.For], For: d.For, GivesUp: d.For == "laboratory", Log: d.Log}.Options()
	if err != nil {
		return nil, own, err
	}
	if d.Credentials == "" {
		own.Name = d.Name
	}
	opts = append(opts, nats.RetryOnFailedConnect(d.Retry), nats.Name(own.Name), nats.CustomInboxPrefix("_INBOX."+own.Name))
	if nc, err = nats.Connect(d.URL, opts...); err != nil {
		return nil, own, fmt.Errorf("the farm at %s cannot be joined: %w", d.URL, dial.Why(err))
	}
	return nc, own, nil
}
