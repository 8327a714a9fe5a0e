package dial

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nkeys"
)

// Credentials are what a credentials file of a hall says: it has a JSON Web Token and the key
// that goes with it.
type Credentials struct {
	Name string // of whom it is
	// Subjects are those that they may publish to or listen to.
	Subjects []string
}

// ReadCredentials reads a credentials file. Its errors name the file.
func ReadCredentials(path string) (c Credentials, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("the credentials cannot be read: %w", err)
	}
	token, err := nkeys.ParseDecoratedJWT(text)
	if err != nil || !strings.HasPrefix(token, "eyJ") {
		return c, fmt.Errorf("%s holds no credentials", path)
	}
	type permission struct {
		Allow []string `json:"allow"`
	}
	var claims struct {
		Name string `json:"name"`
		NATS struct {
			Pub permission `json:"pub"`
			Sub permission `json:"sub"`
		} `json:"nats"`
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return c, fmt.Errorf("%s holds no credentials", path)
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err == nil {
		err = json.Unmarshal(body, &claims)
	}
	if err == nil && (claims.Name == "" || strings.ContainsAny(claims.Name, ".*> ")) {
		err = errors.New("they have no name that a hall gives")
	}
	if err != nil {
		return c, fmt.Errorf("the credentials in %s cannot be used: %w", path, err)
	}
	return Credentials{claims.Name, append(claims.NATS.Pub.Allow, claims.NATS.Sub.Allow...)}, nil
}
