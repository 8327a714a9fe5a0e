package farm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/google/renameio/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/regular"
)

// files are what jobs need beside their arguments: tables that were learned. Their names
// are their checksums.
type files struct {
	js  jetstream.JetStream
	nc  *nats.Conn
	dir string
}

var checksum = regexp.MustCompile(`^[0-9a-f]{64}$`)

func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// put brings a file to the farm, unless it is there.
func (f files) put(ctx context.Context, path string) (string, error) {
	data, err := regular.Read(path, int64(f.nc.MaxPayload()))
	if err != nil {
		return "", fmt.Errorf("the farm does not take it: %w", err)
	}
	name := nameOf(data)
	if m, err := f.ask(ctx, name); err == nil && m.Header.Get("Status") == "" && nameOf(m.Data) == name {
		return name, nil
	}
	if _, err := f.js.Publish(ctx, subjectFile(name), data); err != nil {
		return "", fmt.Errorf("%s cannot be brought to the farm: %w", path, err)
	}
	return name, nil
}

// ask asks the farm for a file.
func (f files) ask(ctx context.Context, name string) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	return f.nc.RequestWithContext(ctx, direct(StreamFiles, subjectFile(name)), nil)
}

// get returns where a file lies here. It is fetched if it is not here yet.
func (f files) get(ctx context.Context, name string) (string, error) {
	if !checksum.MatchString(name) {
		return "", errors.New("a job names a file by something that is no checksum")
	}
	path := filepath.Join(f.dir, name)
	if data, err := os.ReadFile(path); err == nil && nameOf(data) == name {
		return path, nil
	}
	m, err := f.ask(ctx, name)
	if err != nil {
		return "", fmt.Errorf("a file of the job cannot be fetched: %w", err)
	}
	if m.Header.Get("Status") != "" || nameOf(m.Data) != name {
		return "", errors.New("the farm does not have a file of the job")
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return "", err
	}
	return path, renameio.WriteFile(path, m.Data, 0o644)
}
