package link

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/remote"
)

// fileName is where in the store's directory the session keeps what is to outlive the
// program. It holds secrets: nobody but its owner may read it.
const fileName = "link.json"

// maxFile is how much of it is read, in bytes: a game's log and a few others' ends.
const maxFile = 4 << 20

// kept is what the file has.
type kept struct {
	V       int       `json:"v"`
	Open    *open     `json:"open,omitempty"`
	Session *accepted `json:"session,omitempty"`
	// Parted are games that were left here while their hosts could not be told.
	Parted []parted `json:"parted,omitempty"`
	// Departed are the same of a host's, while their guests could not be told.
	Departed []departed `json:"departed,omitempty"`
}

// open is an invitation that nobody has accepted yet.
type open struct {
	Code    string    `json:"code"`
	Guest   string    `json:"guest"`
	Rules   string    `json:"rules"`
	Clock   string    `json:"clock"`
	Opening string    `json:"opening,omitempty"`
	Machine bool      `json:"machine,omitempty"`
	Expires time.Time `json:"expires"`
}

// accepted is an invitation that was accepted: it belongs to one guest.
type accepted struct {
	Code    string `json:"code"`
	Guest   string `json:"guest_id"`          // names the guest that has it
	Address string `json:"address,omitempty"` // guest: of the host, "host:port" or a URL
	Met     bool   `json:"met,omitempty"`     // guest: the host has accepted
	Machine bool   `json:"machine,omitempty"`

	Table string       `json:"table,omitempty"` // the table's game that follows
	Game  string       `json:"game,omitempty"`  // this one of the protocol
	Done  int          `json:"done"`            // events of it that the table has followed
	State remote.State `json:"state"`
}

// load reads the file; one that is not there is empty.
func load(dir string) (kept, error) {
	var k kept
	data, err := regular.Read(filepath.Join(dir, fileName), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	if err := json.Unmarshal(data, &k); err != nil {
		return kept{}, fmt.Errorf("%s cannot be read: %w", fileName, err)
	}
	if k.V > 1 {
		return kept{}, fmt.Errorf("%s comes from a newer version of this program", fileName)
	}
	return k, nil
}

// store replaces the file, so that it is on disk whole or not at all.
func (k *kept) store(dir string) error {
	k.V = 1
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(dir, fileName), data, 0o600)
}
