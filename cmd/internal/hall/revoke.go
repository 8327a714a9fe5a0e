package hall

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"stonehand/hw"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// Lists beside the keys, a line "NAME KEY SECONDS" for each credential.
const (
	issued  = "issued"
	revoked = "revoked"
)

// note adds a credential to a list.
func (k *Keys) note(list, name, key string) error {
	path := filepath.Join(k.dir, list)
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrNotExist) {
		out, err = newFile(path)
	}
	if err != nil {
		return fmt.Errorf("the list of credentials cannot be written: %w", err)
	}
	// The line begins with an end of line, so that one that a power cut or a full disk left
	// unfinished spoils no other.
	_, err = fmt.Fprintf(out, "\n%s %s %d\n", name, key, time.Now().Unix())
	return errors.Join(err, out.Sync(), out.Close())
}

// credential is a line of a list.
type credential struct {
	name, key string
}

// list reads a list; lines that are none are left out.
func (k *Keys) list(name string) (all []credential, err error) {
	in, err := os.Open(filepath.Join(k.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the list of credentials cannot be read: %w", err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) != 3 || !nkeys.IsValidPublicUserKey(words[1]) {
			continue
		}
		if _, err := strconv.ParseInt(words[2], 10, 64); err == nil {
			all = append(all, credential{words[0], words[1]})
		}
	}
	if err := lines.Err(); err != nil { // what was taken back is not to count again
		return nil, fmt.Errorf("the list of credentials cannot be read: %w", err)
	}
	return all, nil
}

// Revoke takes back all credentials that were made for a name so far, and returns how many
// those are. New ones for the same name are good.
func (k *Keys) Revoke(name string) (n int, err error) {
	all, err := k.list(issued)
	if err != nil {
		return 0, err
	}
	gone, err := k.list(revoked)
	if err != nil {
		return 0, err
	}
	known := map[string]bool{}
	for _, c := range gone {
		known[c.key] = true
	}
	for _, c := range all {
		if c.name == name && !known[c.key] {
			if err := k.note(revoked, c.name, c.key); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// revocations tells a server whose credentials were taken back.
func (k *Keys) revocations(a *jwt.AccountClaims) error {
	gone, err := k.list(revoked)
	for _, c := range gone {
		// Every credential has a key of its own, so that whenever it was made, by whatever
		// clock, it is meant.
		a.RevokeAt(c.key, time.Unix(math.MaxInt64, 0))
	}
	return err
}

// enforcePause is the time between two looks at the list of what was taken back.
const enforcePause = 2 * time.Second

// Enforce tells a server inside a hall, until ctx ends, whenever credentials are taken
// back: who is connected with them is sent away.
func (k *Keys) Enforce(ctx context.Context, s *server.Server, log *slog.Logger) {
	last, failed := "", false
	for first := true; ; first = false {
		state := ""
		if info, err := os.Stat(filepath.Join(k.dir, revoked)); err == nil {
			state = fmt.Sprint(info.Size(), info.ModTime())
		}
		// The server read the list before its streams, which takes a while: what was taken back
		// since then has to be found at the first look.
		if state != last || first || failed {
			err := k.enforce(s)
			switch {
			case err != nil && !failed:
				log.Error("Credentials that were taken back are still good; it is tried again.", "err", err)
			case err == nil && !first:
				log.Info("credentials were taken back")
			}
			failed = err != nil
		}
		last = state
		if !hw.Sleep(ctx, enforcePause) {
			return
		}
	}
}

func (k *Keys) enforce(s *server.Server) error {
	_, accounts, err := k.claims()
	if err != nil {
		return err
	}
	for _, key := range []string{public(k.account), public(k.streams)} {
		claims, err := jwt.DecodeAccountClaims(accounts[key])
		if err != nil {
			return err
		}
		a, err := s.LookupAccount(key)
		if err != nil {
			return err
		}
		s.UpdateAccountClaims(a, claims)
	}
	return nil
}
