package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/text"
)

// Names in the folder "update" of a table's data.
const (
	updateDir   = "update"
	wantedName  = "wanted.json"  // the [Release] that the hall has ordered
	releaseName = "release.json" // the same, once its program lies beside it
	programName = "stonehand"
)

// RefusedPath is where [Install] leaves why it refused a release, for the table to tell:
// the installed unit makes that folder, and only root writes there.
const RefusedPath = "/run/stonehand-update/refused.json"

// Refused is why a release was not installed.
type Refused struct {
	SHA256 string `json:"sha256"`
	Text   string `json:"text"`
	// Chinese is Text in Chinese; a program of before left it out.
	Chinese string `json:"chinese,omitempty"`
}

// tryTime is how long a new program may take to print its version.
const tryTime = 30 * time.Second

// Install puts the release that lies in a table's folder into the place of a program, which
// then is beside it as NAME.previous. It trusts nothing in that folder: the release has to
// be signed by one of the operators, and is checked after it was copied to where nobody but
// the caller writes. ok is false when there is nothing to install.
func Install(ctx context.Context, dir, program string, operators map[string]string) (r Release, ok bool, err error) {
	dir = filepath.Join(dir, updateDir)
	data, err := regular.Read(filepath.Join(dir, releaseName), 64<<10)
	if errors.Is(err, os.ErrNotExist) {
		return r, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err == nil {
		err = r.Check(operators)
	}
	if err != nil {
		return r, false, err
	}
	if now, err := sumOf(program); err == nil && now == r.SHA256 {
		return r, false, nil
	}
	in, _, err := regular.Open(filepath.Join(dir, programName))
	if err != nil {
		return r, false, err
	}
	defer in.Close()
	next, err := place(ctx, r, in, filepath.Dir(program))
	if err != nil {
		return r, false, err
	}
	defer os.Remove(next)
	previous := program + ".previous"
	if err := os.Remove(previous); err != nil && !errors.Is(err, os.ErrNotExist) {
		return r, false, err
	}
	if err := os.Link(program, previous); err != nil {
		return r, false, err
	}
	return r, true, os.Rename(next, program)
}

// placing is the name of a program that is on its way into a folder.
const placing = ".stonehand-*"

// place writes a release's program into a folder and tries it. The caller that gets its path
// removes it.
func place(ctx context.Context, r Release, in io.Reader, dir string) (path string, err error) {
	out, err := os.CreateTemp(dir, placing)
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	err = r.copyTo(out, in)
	if err == nil {
		err = out.Chmod(0o755)
	}
	if err == nil {
		err = out.Sync()
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = r.try(ctx, out.Name())
	}
	return out.Name(), err
}

// try runs a program that is to be that of a release.
func (r Release) try(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "version").Output()
	words := strings.Fields(string(out))
	if err != nil || len(words) != 4 || words[0] != "stonehand" || words[3] != r.System {
		return chinese.Of("the program does not run here: \"stonehand version\" printed %q (%v)", text.Clip(out), err)
	}
	return nil
}
