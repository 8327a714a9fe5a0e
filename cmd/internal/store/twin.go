package store

import (
	"os"

	"github.com/google/renameio/v2"
)

// twin is a copy of the journal beside it, for the case that the journal itself
// is damaged. It is written after the journal and not waited for, so that it
// costs no time: when the power fails it may lack what came last, which the
// journal has. It is never in the way: what cannot be copied is copied later.
type twin struct {
	path string
	file *os.File
	same bool // it holds what the journal holds
	wait int  // entries to let pass before it is tried again
}

// twinPause is how many entries are let pass after the copy could not be made.
const twinPause = 16

// mirror brings a line that was appended to the journal to its copy.
func (j *journal) mirror(line []byte) {
	t := &j.twin
	if t.same && t.file == nil {
		f, err := os.OpenFile(t.path, os.O_WRONLY|os.O_APPEND, 0)
		t.file, t.same = f, err == nil
	}
	if t.same {
		_, err := t.file.Write(line)
		t.same = err == nil
	}
	if t.same {
		return
	}
	if t.wait > 0 {
		t.wait--
		return
	}
	data, err := os.ReadFile(j.path)
	if err != nil {
		t.wait = twinPause
		return
	}
	j.mirrorAll(data)
}

// mirrorAll makes a copy of a journal that holds data.
func (j *journal) mirrorAll(data []byte) {
	t := &j.twin
	t.close()
	if info, err := os.Lstat(t.path); err == nil && !info.Mode().IsRegular() {
		_, _ = aside(t.path+".damaged", func(to string) error { return move(t.path, to) })
	}
	if err := renameio.WriteFile(t.path, data, 0o640, renameio.WithTempDir(j.dir)); err != nil {
		if t.wait == 0 {
			j.log.Warn("The copy of the journal cannot be written; this is tried again.", "err", err)
		}
		t.same, t.wait = false, twinPause
		return
	}
	t.same, t.wait = true, 0
}

// close closes the copy; what was written comes to the disk.
func (t *twin) close() {
	if t.file != nil {
		_ = t.file.Sync()
		t.file.Close()
		t.file = nil
	}
}
