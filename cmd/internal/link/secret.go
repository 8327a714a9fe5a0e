package link

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"stonehand/cmd/internal/text"
)

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

var errSeal = errors.New("a message was changed on its way, or comes from somebody else")

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
		return "", "", fmt.Errorf("%q is not a link to a table: write it like http://192.168.1.20:%s/invite#CODE, or host and code apart", clip(link), defaultPort)
	}
	scheme := map[string]string{"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}[u.Scheme]
	host := u.Host
	if u.Port() == "" && scheme == "ws" {
		host = strings.TrimSuffix(host, ":") + ":" + defaultPort
	}
	if u.Fragment != "" && !isCode(u.Fragment) {
		return "", "", fmt.Errorf("%q is not a code of an invitation: it has 22 letters and digits", clip(u.Fragment))
	}
	path := strings.TrimSuffix(strings.TrimSuffix(u.Path, "/"), "/invite")
	return scheme + "://" + host + path + "/api/link", u.Fragment, nil
}

// clip shortens foreign text before it is quoted.
func clip(s string) string { return text.Foreign(s, 60) }
