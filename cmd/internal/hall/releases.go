package hall

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stonehand/cmd/internal/fleet"
)

// uploadTime is how long somebody may take to upload a program.
const uploadTime = 10 * time.Minute

// releases are the programs that tables are to run, one for each system.
func (s *settings) releases() (list []fleet.Release) {
	var u fleet.Update
	if now := s.shown()[fleet.DoUpdate]; now.Command != nil && json.Unmarshal(now.Command, &u) != nil {
		return nil
	}
	return u.Releases
}

// setRelease takes a program, and orders it for all tables of its system.
func (h *Hall) setRelease(w http.ResponseWriter, r *http.Request) (any, error) {
	c := http.NewResponseController(w)
	if err := errors.Join(c.SetReadDeadline(time.Now().Add(uploadTime)), c.SetWriteDeadline(time.Now().Add(uploadTime))); err != nil {
		h.Log.Warn("An upload may take no longer than others.", "err", err)
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, fleet.MostRelease))
	if err != nil {
		return nil, refusing(http.StatusBadRequest, "bad-value", "The file did not arrive completely, or it is larger than %d MiB.", fleet.MostRelease>>20)
	}
	program, err := unpack(data)
	if err != nil {
		return nil, refusing(http.StatusBadRequest, "bad-value", "This program cannot be used: %v.", err)
	}
	release, err := fleet.NewRelease(program, h.Keys.Operate)
	if err != nil {
		return nil, refusing(http.StatusBadRequest, "no-program", "This program cannot be used: %v.", err)
	}
	if err := h.offer(r.Context(), release, program); err != nil {
		h.Log.Warn("A program cannot be kept.", "err", err)
		return nil, refusing(http.StatusServiceUnavailable, "offline", "The hall's servers did not save the program. Try again.")
	}
	h.Log.Info("a program for all tables", "from", host(r), "system", release.System, "sha256", release.SHA256)
	return h.shownTo(r), nil
}

// offer keeps a program in pieces, and then orders it in the place of the one that its
// system had.
func (h *Hall) offer(ctx context.Context, release fleet.Release, program []byte) error {
	h.offering.Lock()
	defer h.offering.Unlock()
	for n := 0; n*fleet.PieceSize < len(program); n++ {
		piece := program[n*fleet.PieceSize : min((n+1)*fleet.PieceSize, len(program))]
		if _, err := h.js.Publish(ctx, h.Keys.inside(fleet.SubjectPiece(release.SHA256, strconv.Itoa(n))), piece); err != nil {
			return err
		}
	}
	next := fleet.Update{Do: fleet.DoUpdate, Releases: []fleet.Release{release}}
	offered := map[string]bool{release.SHA256: true}
	for _, old := range h.settings.releases() {
		if old.System != release.System {
			next.Releases = append(next.Releases, old)
			offered[old.SHA256] = true
		}
	}
	command, err := json.Marshal(next)
	if err == nil {
		err = h.set(ctx, fleet.DoUpdate, command)
	}
	if err != nil {
		return err
	}
	return h.tidyReleases(ctx, offered)
}

// tidyReleases drops programs that are offered no longer.
func (h *Hall) tidyReleases(ctx context.Context, offered map[string]bool) error {
	stream, err := h.js.Stream(ctx, fleet.StreamReleases)
	if err != nil {
		return err
	}
	old := map[string]bool{}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(fleet.SubjectPiece("*", "*")))
	if err != nil {
		return err
	}
	for subject := range info.State.Subjects {
		if sum := strings.Split(subject, ".")[3]; !offered[sum] {
			old[sum] = true
		}
	}
	for sum := range old {
		err = errors.Join(err, stream.Purge(ctx, jetstream.WithPurgeSubject(fleet.SubjectPiece(sum, "*"))))
	}
	return err
}

// unpack returns the program in a Debian package; what is no package is the program.
func unpack(data []byte) ([]byte, error) {
	const magic, head = "!<arch>\n", 60
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return data, nil
	}
	broken := chinese.Of("the file is a Debian package that cannot be read. Upload the program itself, bin/stonehand")
	for len(rest) >= head {
		name := strings.TrimSpace(string(rest[:16]))
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil || size < 0 || size > len(rest)-head {
			return nil, broken
		}
		member := rest[head : head+size]
		rest = rest[min(head+size+size%2, len(rest)):]
		if strings.TrimSuffix(name, "/") != "data.tar.gz" {
			continue
		}
		unzipped, err := gzip.NewReader(bytes.NewReader(member))
		if err != nil {
			return nil, broken
		}
		files := tar.NewReader(unzipped)
		for {
			f, err := files.Next()
			if err != nil {
				return nil, broken
			}
			if !strings.HasSuffix(f.Name, "/bin/stonehand") {
				continue
			}
			if f.Size > fleet.MostRelease {
				return nil, broken
			}
			program, err := io.ReadAll(files)
			if err != nil {
				return nil, broken
			}
			return program, nil
		}
	}
	return nil, broken
}
