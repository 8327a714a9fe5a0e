package program

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// mostScratch is how much a program's folder may hold, bytes, and scratchLook how often that
// is looked at. A kernel bounds single files alone.
var (
	mostScratch = int64(1 << 30)
	scratchLook = time.Second
)

// scratch is the folder that a program may write to. A nil one is none.
type scratch struct {
	dir  string
	most int64         // mostScratch
	look time.Duration // scratchLook
	end  chan struct{}
	over sync.Once
	full atomic.Bool // it held too much
}

// scratchPrefix begins the names of such folders; the number of the process whose programs
// they are of follows.
const scratchPrefix = "stonehand-player-"

func newScratch() (*scratch, error) {
	sweepScratch()
	dir, err := os.MkdirTemp("", scratchPrefix+strconv.Itoa(os.Getpid())+"-")
	return &scratch{dir: dir, most: mostScratch, look: scratchLook, end: make(chan struct{})}, err
}

// sweepScratch removes the folders of processes that were killed before they could.
func sweepScratch() {
	list, _ := filepath.Glob(filepath.Join(os.TempDir(), scratchPrefix+"*"))
	for _, dir := range list {
		id, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), scratchPrefix), "-")
		n, err := strconv.Atoi(id)
		if err != nil || n <= 0 {
			continue
		}
		if p, err := os.FindProcess(n); err != nil || errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			_ = os.RemoveAll(dir)
		}
	}
}

// watch calls kill when the folder holds too much, until it is removed.
func (s *scratch) watch(kill func()) {
	ticks := time.Tick(s.look)
	for {
		select {
		case <-s.end:
			return
		case <-ticks:
		}
		held := int64(0)
		_ = filepath.WalkDir(s.dir, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // it was removed meanwhile
			}
			if info, err := d.Info(); err == nil {
				held += taken(info)
			}
			return nil
		})
		if held > s.most {
			s.full.Store(true)
			kill()
			return
		}
	}
}

// why says that the program was ended for what it wrote, "" if it was not.
func (s *scratch) why() string {
	if s == nil || !s.full.Load() {
		return ""
	}
	return fmt.Sprintf("; its folder held more than %d MiB", s.most>>20)
}

// remove removes the folder with all that is in it.
func (s *scratch) remove() {
	if s != nil {
		s.over.Do(func() { close(s.end) })
		_ = os.RemoveAll(s.dir)
	}
}
