package systemd_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"
)

// A program that the hall has signed is put into place by a unit of its own, and one that
// was exchanged on the way is not.
func TestUpdateUnderSystemd(t *testing.T) {
	t.Parallel()
	container{
		root: install(t),
		units: map[string]string{"stonehand-update.service.d/here.conf": `[Service]
ExecStart=
ExecStart=/var/bin/stonehand update --config /etc/stonehand/stonehand.toml --data /var/lib/stonehand
ReadWritePaths=/var/bin
`},
		part: partUpdate,
	}.boot(t)
}

func insideUpdate() error {
	const program, dir = "/var/bin/stonehand", "/var/lib/stonehand/update"
	first, err := os.ReadFile("/usr/local/bin/stonehand")
	if err != nil {
		return err
	}
	second, third := append(bytes.Clone(first), 1), append(bytes.Clone(first), 2)
	key, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	public, err := key.PublicKey()
	if err != nil {
		return err
	}
	for path, data := range map[string][]byte{program: first, "/etc/stonehand/stonehand.toml": fmt.Appendf(nil, "[fleet]\noperate = [%q]\n", public)} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o755); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := systemctl("start", "stonehand-update.path"); err != nil {
		return err
	}
	// send lets a program lie there, as the daemon does, under the release of another.
	send := func(lies, released []byte) error {
		sum, system := fmt.Sprintf("%x", sha256.Sum256(released)), runtime.GOOS+"/"+runtime.GOARCH
		sign, err := key.Sign(fmt.Appendf(nil, "stonehand release\n%s\n%d\n%s", system, len(released), sum))
		if err != nil {
			return err
		}
		data, err := json.Marshal(map[string]any{"system": system, "size": len(released), "sha256": sum, "key": public, "sign": base64.StdEncoding.EncodeToString(sign)})
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "stonehand"), lies, 0o755); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, "release.json"), data, 0o644)
	}
	if err := send(second, second); err != nil {
		return err
	}
	err = eventually(func() (bool, error) {
		now, err := os.ReadFile(program)
		return bytes.Equal(now, second), err
	})
	if err != nil {
		return fmt.Errorf("the program is not installed: %w", err)
	}
	if old, err := os.ReadFile(program + ".previous"); err != nil || !bytes.Equal(old, first) {
		return fmt.Errorf("the old program is not beside it: %w", err)
	}
	if err := send(second, third); err != nil {
		return err
	}
	err = eventually(func() (bool, error) {
		why, err := os.ReadFile("/run/stonehand-update/refused.json")
		return err == nil && strings.Contains(string(why), "checksum"), nil
	})
	if err != nil {
		return fmt.Errorf("nobody is told why a program is refused: %w", err)
	}
	if now, err := os.ReadFile(program); err != nil || !bytes.Equal(now, second) {
		return fmt.Errorf("a refused program changes what is there: %w", err)
	}
	return nil
}
