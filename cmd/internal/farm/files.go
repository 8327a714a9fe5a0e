package farm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"

	"github.com/google/renameio/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/regular"
	"stonehand/hw"
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

// put brings a file to the farm. One that is there is brought again: it stays from then on for as
// long as any.
func (f files) put(ctx context.Context, path string) (string, error) {
	data, err := regular.Read(path, int64(f.nc.MaxPayload()))
	if err != nil {
		return "", fmt.Errorf("the farm does not take it: %w", err)
	}
	name := nameOf(data)
	if _, err := f.js.Publish(ctx, subjectFile(name), data); err != nil {
		return "", fmt.Errorf("%s cannot be brought to the farm: %w", path, err)
	}
	return name, nil
}

// errNoFile is that nobody can do a job, for want of a file.
var errNoFile = errors.New("the farm does not have a file of the job")

// wait is get until that works: a server that does not answer, or a disk that is full here, is no
// fault of the job. Its error is the job's, or ctx's.
func (f files) wait(ctx context.Context, name string, log *slog.Logger) (string, error) {
	for told := false; ; told = true {
		path, err := f.get(ctx, name)
		if err == nil || errors.Is(err, errNoFile) {
			return path, err
		}
		if !told && ctx.Err() == nil {
			log.Warn("A file of a job cannot be fetched; it is tried again.", "err", err)
		}
		if !hw.Sleep(ctx, again) {
			return "", ctx.Err()
		}
	}
}

// get returns where a file lies here. It is fetched if it is not here yet.
func (f files) get(ctx context.Context, name string) (string, error) {
	if !checksum.MatchString(name) {
		return "", fmt.Errorf("%w: its name is no checksum", errNoFile)
	}
	path := filepath.Join(f.dir, name)
	if data, err := os.ReadFile(path); err == nil && nameOf(data) == name {
		return path, nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	m, err := f.nc.RequestWithContext(ctx, direct(StreamFiles, subjectFile(name)), nil)
	if err != nil {
		return "", err
	}
	if m.Header.Get("Status") != "" || nameOf(m.Data) != name {
		return "", errNoFile
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return "", err
	}
	return path, renameio.WriteFile(path, m.Data, 0o644)
}
