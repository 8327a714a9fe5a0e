package dial

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"

	"stonehand/cmd/internal/regular"
)

// Credentials are what a credentials file of a hall says: it has a JSON Web Token and the key
// that goes with it.
type Credentials struct {
	Name string // of whom it is
	// Subjects are those that they may publish to or listen to.
	Subjects []string
	Token    string // what the hall has signed
	Hall     string // public key of the hall
	key      nkeys.KeyPair
}

// mostPEM is how long a file of credentials or certificates can be, bytes.
const mostPEM = 1 << 20

// ReadCredentials reads a credentials file. Its errors name the file.
func ReadCredentials(path string) (c Credentials, err error) {
	text, err := regular.Read(path, mostPEM)
	if err != nil {
		return c, fmt.Errorf("the credentials cannot be read: %w", err)
	}
	if c.Token, err = nkeys.ParseDecoratedJWT(text); err != nil || strings.Count(c.Token, ".") != 2 {
		return c, fmt.Errorf("%s holds no credentials", path)
	}
	says, err := read(c.Token)
	if err == nil && (says.Name == "" || strings.ContainsAny(says.Name, ".*> ")) {
		err = errors.New("they have no name that a hall gives")
	}
	if err == nil {
		c.key, err = nkeys.ParseDecoratedUserNKey(text)
	}
	if err != nil {
		return c, fmt.Errorf("the credentials in %s cannot be used: %w", path, err)
	}
	c.Name, c.Hall, c.Subjects = says.Name, says.Issuer, append(says.NATS.Pub.Allow, says.NATS.Sub.Allow...)
	return c, nil
}

// Sign signs a text; without credentials the signature is empty.
func (c Credentials) Sign(text []byte) ([]byte, error) {
	if c.key == nil {
		return nil, nil
	}
	return c.key.Sign(text)
}

// Signed says whether a text was signed by somebody to whom a hall has given this name; token
// is from their credentials.
func Signed(hall, name, token string, text, sign []byte) error {
	says, err := read(token)
	if err != nil {
		return err
	}
	end := strings.LastIndexByte(token, '.')
	vouched, err := base64.RawURLEncoding.DecodeString(token[end+1:])
	if err != nil {
		return err
	}
	if says.Issuer != hall || says.Name != name {
		return errors.New("it is not signed with credentials that this hall has made for " + name)
	}
	if err := verify(hall, []byte(token[:end]), vouched); err != nil {
		return err
	}
	return verify(says.Key, text, sign)
}

func verify(key string, text, sign []byte) error {
	public, err := nkeys.FromPublicKey(key)
	if err != nil {
		return err
	}
	return public.Verify(text, sign)
}

// claims are what a token says: https://github.com/nats-io/jwt.
type claims struct {
	Name   string `json:"name"`
	Issuer string `json:"iss"`
	Key    string `json:"sub"`
	NATS   struct {
		Pub, Sub struct {
			Allow []string `json:"allow"`
		}
	} `json:"nats"`
}

// read reads a token, which nobody may have signed.
func read(token string) (c claims, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return c, errors.New("a token has three parts")
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(body, &c)
	}
	return c, err
}
