package link

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/remote"
	"stonehand/cmd/internal/text"
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
	Size    string    `json:"size,omitempty"`
	Terms   *string   `json:"terms,omitempty"` // nil: as on the table
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
	// Last words that an earlier version of the program kept are said by this one.
	for _, p := range k.Parted {
		if p.Said != nil {
			p.Said.V = remote.Version
		}
	}
	for _, p := range k.Departed {
		if p.Said != nil {
			p.Said.V = remote.Version
		}
	}
	return k, nil
}

// store replaces the file whole or not at all, and returns when it is on the disk.
func (k *kept) store(dir string) error {
	k.V = 1
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return regular.Replace(filepath.Join(dir, fileName), data, 0o600)
}

// codeBytes is how many random bytes a code has.
const codeBytes = 16

// newCode returns a code that nobody can guess: 22 letters, digits, - and _.
func newCode() string {
	b := make([]byte, codeBytes)
	rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// isCode reports whether s can be a code.
func isCode(s string) bool {
	b, err := base64.RawURLEncoding.DecodeString(s)
	return err == nil && len(b) == codeBytes
}

// mac is a proof that its maker knows key, of parts that none can be shifted
// between.
func mac(key string, parts ...string) string {
	h := hmac.New(sha256.New, []byte(key))
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p))))
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// same compares secrets in a time that tells nothing of them.
func same(a, b string) bool { return hmac.Equal([]byte(a), []byte(b)) }

// seal numbers and signs what one end sends on one connection, and checks what
// comes, so that nothing can be changed, left out, repeated or put in between. The
// zero seal leaves everything as it is: a browser's.
type seal struct {
	mine, theirs string // keys; "" for none
	sent, got    uint64
}

// sealBytes is how many letters of a signature are sent.
const sealBytes = 32

var errSeal = chinese.Of("a message was changed on its way, or comes from somebody else")

func (s *seal) wrap(data []byte) []byte {
	if s.mine == "" {
		return data
	}
	s.sent++
	return append([]byte(mac(s.mine, fmt.Sprint(s.sent), string(data))[:sealBytes]+" "), data...)
}

func (s *seal) unwrap(data []byte) ([]byte, error) {
	if s.theirs == "" {
		return data, nil
	}
	if len(data) <= sealBytes || data[sealBytes] != ' ' {
		return nil, errSeal
	}
	s.got++
	body := data[sealBytes+1:]
	if !same(string(data[:sealBytes]), mac(s.theirs, fmt.Sprint(s.got), string(body))[:sealBytes]) {
		return nil, errSeal
	}
	return body, nil
}

// ReadLink takes an invitation's link apart: "http://host:8019/invite#CODE", or a
// bare "host" or "host:8019", whose code comes apart. The error is a sentence
// without its full stop.
func ReadLink(link, defaultPort string) (address, code string, err error) {
	link = strings.TrimSpace(link)
	if !strings.Contains(link, "://") {
		link = "http://" + link
	}
	u, err := url.Parse(link)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "ws" && u.Scheme != "wss" {
		return "", "", chinese.Of("%q is not a link to a table: write it like http://192.168.1.20:%s/invite#CODE, or give host and code separately", text.Clip(link), defaultPort)
	}
	scheme := map[string]string{"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}[u.Scheme]
	host := u.Host
	if u.Port() == "" && scheme == "ws" {
		host = strings.TrimSuffix(host, ":") + ":" + defaultPort
	}
	if u.Fragment != "" && !isCode(u.Fragment) {
		return "", "", chinese.Of("%q is not an invitation code: it has 22 letters and digits", text.Clip(u.Fragment))
	}
	path := strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/invite")
	return scheme + "://" + host + path + "/api/link", u.Fragment, nil
}
