package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stonehand/cmd/internal/regular"
)

// secretBytes is the length of a secret.
const secretBytes = 32

// Secret returns the random bytes that are kept under a name, which are made when they are
// first asked for, and kept again where somebody has deleted them. Only this user can read
// them. Where they cannot be kept, or what is kept is damaged, the error says so.
func (s *Store) Secret(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path := filepath.Join(s.path, name+".key")
	secret, err := regular.Read(path, secretBytes)
	switch {
	case err == nil && len(secret) == secretBytes:
		s.secrets[name] = secret
		return secret, nil
	case err == nil:
		return nil, fmt.Errorf("%s has %d bytes instead of %d: delete it, and another one is made", path, len(secret), secretBytes)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the secret %s cannot be read: %w", path, err)
	}
	if secret = s.secrets[name]; secret == nil {
		secret = make([]byte, secretBytes)
		_, _ = rand.Read(secret) // never fails, says crypto/rand
	}
	if err := regular.Replace(path, secret, 0o600); err != nil {
		return nil, fmt.Errorf("the secret %s cannot be kept: %w", path, err)
	}
	s.secrets[name] = secret
	return secret, nil
}
