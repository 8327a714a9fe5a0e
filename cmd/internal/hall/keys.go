package hall

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/fleet"
)

// Keys are the secrets of a hall: files that are made once and that a second hall gets a
// copy of. Who connects shows a credential that they have signed, so that a table is
// added without a word to any server.
type Keys struct {
	dir                       string
	operator, account, system nkeys.KeyPair
	// streams is the account that has the streams; account is that of tables, workers and
	// laboratories.
	streams nkeys.KeyPair
	// Play and Operate sign orders to tables. The tables know their public keys.
	Play, Operate nkeys.KeyPair
	open          bool // see Open
}

// OpenKeys reads the keys in a folder; those that are missing are made.
func OpenKeys(dir string) (*Keys, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of keys cannot be made: %w", err)
	}
	k := &Keys{dir: dir}
	for _, f := range []struct {
		name string
		to   *nkeys.KeyPair
		make func() (nkeys.KeyPair, error)
	}{
		{"operator", &k.operator, nkeys.CreateOperator}, {"account", &k.account, nkeys.CreateAccount}, {"system", &k.system, nkeys.CreateAccount},
		{"play", &k.Play, nkeys.CreateUser}, {"operate", &k.Operate, nkeys.CreateUser},
	} {
		var err error
		if *f.to, err = openKey(filepath.Join(dir, f.name+".key"), f.make); err != nil {
			return nil, err
		}
	}
	var err error
	// It is made from the tables' one, so that every hall with the same keys has it.
	k.streams, err = nkeys.FromRawSeed(nkeys.PrefixByteAccount, k.mac("account of the streams"))
	return k, err
}

func openKey(path string, create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, error) {
	seed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		k, err := create()
		if err != nil {
			return nil, err
		}
		if seed, err = k.Seed(); err != nil {
			return nil, err
		}
		out, err := newFile(path)
		if err != nil {
			return nil, fmt.Errorf("a key cannot be kept: %w", err)
		}
		_, err = out.Write(seed)
		if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
			os.Remove(path) // as on a full disk: the next start makes it
		}
		return k, err
	}
	if err != nil {
		return nil, fmt.Errorf("a key cannot be read: %w", err)
	}
	k, err := nkeys.FromSeed(slices.Clone(seed))
	if err != nil {
		return nil, fmt.Errorf("%s holds no key: %w", path, err)
	}
	return k, nil
}

// newFile makes a file, which must not be there yet: two programs that start at once must not both
// make it. It belongs to the owner of its folder, so that a hall that runs as that user can read
// what somebody has made as root.
func newFile(path string) (*os.File, error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil || os.Geteuid() != 0 {
		return out, err
	}
	info, err := os.Stat(filepath.Dir(path))
	if err == nil {
		owner := info.Sys().(*syscall.Stat_t)
		err = out.Chown(int(owner.Uid), int(owner.Gid))
	}
	if err != nil {
		out.Close()
		os.Remove(path)
		return nil, err
	}
	return out, nil
}

// public returns the public key of one of ours, which always has one.
func public(k nkeys.KeyPair) string {
	key, err := k.PublicKey()
	if err != nil {
		panic(err)
	}
	return key
}

// claims are what the server is told: who vouches for accounts, and the accounts.
func (k *Keys) claims() (operator string, accounts map[string]string, err error) {
	o := jwt.NewOperatorClaims(public(k.operator))
	o.Name, o.SystemAccount = "stonehand", public(k.system)
	if operator, err = o.Encode(k.operator); err != nil {
		return "", nil, err
	}
	tables, streams, err := k.accounts()
	if err != nil {
		return "", nil, err
	}
	system := jwt.NewAccountClaims(public(k.system))
	system.Name = "system"
	accounts = map[string]string{}
	for _, a := range []*jwt.AccountClaims{tables, streams, system} {
		if accounts[a.Subject], err = a.Encode(k.operator); err != nil {
			return "", nil, err
		}
	}
	return operator, accounts, nil
}

// user makes a credential, in an account, for somebody who may use subjects.
func (k *Keys) user(account nkeys.KeyPair, name string, publish, subscribe []string, change func(*jwt.UserClaims)) (token string, seed []byte, err error) {
	u, err := nkeys.CreateUser()
	if err != nil {
		return "", nil, err
	}
	c := jwt.NewUserClaims(public(u))
	c.Name = name
	c.Permissions.Pub.Allow, c.Permissions.Sub.Allow = publish, subscribe
	if change != nil {
		change(c)
	}
	if token, err = c.Encode(account); err != nil {
		return "", nil, err
	}
	seed, err = u.Seed()
	return token, seed, err
}

// Table makes the credentials file of a table.
func (k *Keys) Table(name string) ([]byte, error) {
	publish, subscribe := fleet.Permissions(name, k.subjects(name))
	ask, hear := farm.TablePermissions(name)
	return k.named(name, append(publish, ask...), append(subscribe, hear...), func(c *jwt.UserClaims) {
		// Orders and challenges are answered where they ask to be.
		c.Permissions.Resp = &jwt.ResponsePermission{MaxMsgs: 1}
	})
}

// Worker makes the credentials file of a worker of the farm.
func (k *Keys) Worker(name string) ([]byte, error) {
	publish, subscribe := farm.WorkerPermissions(name)
	return k.named(name, publish, subscribe, nil)
}

// Laboratory makes the credentials file of somebody who has jobs done on the farm.
func (k *Keys) Laboratory(name string) ([]byte, error) {
	publish, subscribe := farm.AskerPermissions(name)
	return k.named(name, publish, subscribe, nil)
}

// named makes the credentials file of a user whose name is part of subjects.
func (k *Keys) named(name string, publish, subscribe []string, change func(*jwt.UserClaims)) ([]byte, error) {
	if err := fleet.CheckName(name); err != nil {
		return nil, err
	}
	token, seed, err := k.issue(k.account, name, publish, subscribe, change)
	if err != nil {
		return nil, err
	}
	return jwt.FormatUserConfig(token, seed)
}

// issue makes a credential as user does, and notes it in the list.
func (k *Keys) issue(account nkeys.KeyPair, name string, publish, subscribe []string, change func(*jwt.UserClaims)) (token string, seed []byte, err error) {
	key := ""
	token, seed, err = k.user(account, name, publish, subscribe, func(c *jwt.UserClaims) {
		key = c.Subject
		if change != nil {
			change(c)
		}
	})
	if err == nil {
		err = k.note(issued, name, key)
	}
	return token, seed, err
}

// Assistant makes the password by which Home Assistant comes in over MQTT: it sees what
// tables show, and commands nothing.
func (k *Keys) Assistant() (password string, err error) {
	// The topic homeassistant/# is also homeassistant itself.
	password, _, err = k.issue(k.streams, fleet.Assistant, []string{"homeassistant.>"}, []string{"homeassistant", "homeassistant.>", fleet.Subject("*", "*", fleet.PartState), fleet.Subject("*", "*", fleet.PartHealth)}, func(c *jwt.UserClaims) {
		c.BearerToken = true
		c.AllowedConnectionTypes = jwt.StringList{jwt.ConnectionTypeMqtt}
	})
	return password, err
}

// Hall makes the credentials file of a hall that uses servers of others.
func (k *Keys) Hall() ([]byte, error) {
	token, seed, err := k.issue(k.streams, "hall", []string{">"}, []string{">"}, nil)
	if err != nil {
		return nil, err
	}
	return jwt.FormatUserConfig(token, seed)
}

// Servers is what the configuration of a NATS server needs to let this hall's tables in.
func (k *Keys) Servers() (string, error) {
	operator, accounts, err := k.claims()
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {\n", operator, public(k.system))
	for _, key := range slices.Sorted(maps.Keys(accounts)) {
		text += fmt.Sprintf("  %s: %s\n", key, accounts[key])
	}
	return text + "}\n", nil
}
