package recording

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"stonehand/hw"
)

// Files is where a recording goes that may become long: in files of a bounded
// size, each a recording in itself, of which the last few are kept.
type Files struct {
	Path  string // of the first; the others are numbered: game.rec, game.2.rec, game.3.rec
	Most  int64  // bytes of one file, about
	Parts int    // files that are kept

	part   int
	file   *os.File
	size   int64
	synced time.Time
}

// syncEvery is how often what was written is forced onto the disk: as much as a
// power cut can take.
const syncEvery = 5 * time.Second

// errFull ends one file.
var errFull = errors.New("recording: the file is full")

// Record follows r into the files until ctx ends. It overwrites no file that is
// there at the beginning: if one has a name that it could need, it writes nothing and
// returns an [fs.ErrExist]. What has been written is good whatever ends it.
func (f *Files) Record(ctx context.Context, r *Recorder) (err error) {
	if name := f.inTheWay(); name != "" {
		return hw.Errorf("the recording cannot be written: %w", &fs.PathError{Op: "open", Path: name, Err: syscall.EEXIST})
	}
	for ctx.Err() == nil {
		if f.file, err = os.OpenFile(f.name(f.part+1), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err != nil {
			return hw.Errorf("the recording cannot be written: %w", err)
		}
		f.part++
		f.size, f.synced = 0, time.Now()
		err = r.Follow(ctx, f)
		err = errors.Join(err, f.file.Sync(), f.file.Close())
		if old := f.part - f.Parts; old > 0 {
			_ = os.Remove(f.name(old)) // one too many is no harm
		}
		if err != nil && !errors.Is(err, errFull) {
			return hw.Errorf("the recording ends: %w", err)
		}
	}
	return nil
}

// Names lists the files that are there.
func (f *Files) Names() []string {
	var names []string
	for part := max(1, f.part-f.Parts+1); part <= f.part; part++ {
		names = append(names, f.name(part))
	}
	return names
}

// inTheWay returns a numbered file that is there already, or "".
func (f *Files) inTheWay() string {
	entries, _ := os.ReadDir(filepath.Dir(f.Path)) // a folder that is not there cannot be written to either
	for _, e := range entries {
		words := strings.Split(e.Name(), ".")
		for _, w := range words[1:] {
			if part, err := strconv.Atoi(w); err == nil && part > 1 && filepath.Base(f.name(part)) == e.Name() {
				return f.name(part)
			}
		}
	}
	return ""
}

func (f *Files) name(part int) string {
	if part == 1 {
		return f.Path
	}
	ext := filepath.Ext(f.Path)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(f.Path, ext), part, ext)
}

// Write implements [io.Writer] for Follow: whole lines come.
func (f *Files) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	f.size += int64(n)
	if err != nil {
		return n, err
	}
	if time.Since(f.synced) >= syncEvery {
		if err := f.file.Sync(); err != nil {
			return n, err
		}
		f.synced = time.Now()
	}
	if f.size >= f.Most {
		return n, errFull
	}
	return n, nil
}
