package fleet

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/text"
	"stonehand/hw"
)

// System is what this program was built for, as [Release.System] has it.
const System = runtime.GOOS + "/" + runtime.GOARCH

// How far an update is, for [Health.Update].
const (
	UpdateFetch   = "fetch"   // the release is on its way
	UpdateInstall = "install" // it is here, and waits for "stonehand update" of root
	UpdateRestart = "restart" // it is installed, and the game is to end first
	UpdateRefused = "refused" // it was not installed; [Health.UpdateError] says why
)

const (
	updatePause = 2 * time.Second  // between two looks at an update that waits
	diskPause   = 10 * time.Minute // between two fetches of a release that the disk does not take
)

// Updates is how a table gets another program.
type Updates struct {
	Program string // path of the program that runs
	Refused string // [RefusedPath]
	Restart func() // ends the program, which is then started again; nil: nobody would start it
}

// updater brings the release that the hall has ordered into place. Its methods run in one
// goroutine, but for order.
type updater struct {
	Updates
	dir    string
	roles  map[string]string
	busy   func() bool // somebody plays
	told   func()      // something has changed
	news   chan struct{}
	shown  atomic.Pointer[shown]
	wanted bool // there is a release that is not running
	r      Release
	after  time.Time // the disk did not take the release: it is fetched again then
	// running is the checksum of the program that runs, installed that of the file that
	// will run next, which was seen as stat.
	running, installed string
	stat               fs.FileInfo
}

// shown is what the hall is told of updates.
type shown struct {
	running, status string
	why             text.Each // [UpdateRefused]
}

func newUpdater(c Config) *updater {
	u := &updater{Updates: c.Updates, dir: filepath.Join(c.Dir, updateDir), roles: c.Operators, news: make(chan struct{}, 1)}
	u.shown.Store(&shown{})
	return u
}

// look finds out which program will run next.
func (u *updater) look() {
	now, err := os.Stat(u.Program)
	if err != nil || u.stat != nil && os.SameFile(now, u.stat) && now.ModTime().Equal(u.stat.ModTime()) && now.Size() == u.stat.Size() {
		return
	}
	if sum, err := sumOf(u.Program); err == nil {
		u.installed, u.stat = sum, now
	}
}

// order takes the hall's command: of several releases the one for this system.
func (u *updater) order(list []Release) error {
	if u.Program == "" {
		return api.Refuse("not-now", chinese.Of("The hall cannot update this table."))
	}
	for _, r := range list {
		if r.System != System {
			continue
		}
		if err := r.Check(u.roles); err != nil {
			return forbidden("The update cannot be trusted: %v.", err)
		}
		data, err := json.Marshal(r)
		if err == nil {
			err = os.MkdirAll(u.dir, 0o755)
		}
		if err == nil {
			err = renameio.WriteFile(filepath.Join(u.dir, wantedName), data, 0o644)
		}
		if old, none := os.Stat(u.Refused); err == nil && none == nil { // answered tells by this what root refuses from now on
			err = os.Chtimes(filepath.Join(u.dir, wantedName), old.ModTime(), old.ModTime())
		}
		if err != nil {
			return api.Refuse("not-saved", chinese.Of("The update cannot be prepared: %v.", err))
		}
		hw.Ring(u.news)
		return nil
	}
	return api.Refuse("no-release", chinese.Of("The hall has no program for %s.", System))
}

// run looks after updates until ctx ends.
func (u *updater) run(ctx context.Context, l link) {
	u.sweep()
	u.look()
	u.running = u.installed
	hw.Ring(u.news)
	for {
		var later <-chan time.Time
		if u.wanted {
			later = time.After(updatePause)
		}
		select {
		case <-ctx.Done():
			return
		case <-u.news:
			u.read()
		case <-later:
		}
		if u.wanted {
			u.step(ctx, l)
		}
	}
}

// sweep removes what fetching left that was killed: programs are large.
func (u *updater) sweep() {
	left, _ := fs.Glob(os.DirFS(u.dir), placing) // the folder's own name is no pattern
	for _, name := range left {
		os.Remove(filepath.Join(u.dir, name))
	}
}

// read takes what was ordered, now or before the program was started.
func (u *updater) read() {
	u.wanted, u.r, u.after = false, Release{}, time.Time{}
	if data, err := regular.Read(filepath.Join(u.dir, wantedName), 64<<10); err == nil && json.Unmarshal(data, &u.r) == nil {
		u.wanted = u.r.Check(u.roles) == nil
	}
	if !u.wanted || u.r.SHA256 == u.running {
		u.drop()
		u.tell("", text.Each{})
	}
}

// drop forgets the release.
func (u *updater) drop() {
	u.wanted = false
	for _, name := range []string{wantedName, releaseName, programName} {
		os.Remove(filepath.Join(u.dir, name))
	}
}

func (u *updater) tell(status string, why text.Each) {
	if next := (shown{u.running, status, why}); *u.shown.Load() != next {
		u.shown.Store(&next)
		u.told()
	}
}

// step goes one step further, if it can.
func (u *updater) step(ctx context.Context, l link) {
	u.look()
	var no Refused
	data, err := regular.Read(u.Refused, 64<<10)
	switch {
	case u.installed == u.r.SHA256:
		u.tell(UpdateRestart, text.Each{})
		if u.Restart != nil && !u.busy() {
			u.Restart()
		}
		return
	case err == nil && json.Unmarshal(data, &no) == nil && no.SHA256 == u.r.SHA256 && u.answered():
		u.refuse(text.Each{no.Text, cmp.Or(no.Chinese, no.Text)})
		return
	case u.lies():
		u.tell(UpdateInstall, text.Each{})
		return
	}
	if time.Now().Before(u.after) {
		return
	}
	u.tell(UpdateFetch, text.Each{})
	err = u.fetch(ctx, l)
	_, disk := errors.AsType[syscall.Errno](err)
	switch {
	case err == nil || errors.Is(err, errLater) || ctx.Err() != nil: // it is here, or the hall is not there
	case disk: // there may be room later
		u.after = time.Now().Add(diskPause)
		u.tell(UpdateRefused, text.EachOf(text.Because(err)))
	default:
		u.refuse(text.Because(err))
	}
}

// answered reports whether root refused after the release was ordered, whatever the clock did
// since: the order has the time of what root had refused before. A release that is ordered
// again is tried again.
func (u *updater) answered() bool {
	refused, err1 := os.Stat(u.Refused)
	ordered, err2 := os.Stat(filepath.Join(u.dir, wantedName))
	return err1 == nil && (err2 != nil || refused.ModTime().Unix() != ordered.ModTime().Unix())
}

func (u *updater) refuse(why text.Words) {
	u.drop()
	u.tell(UpdateRefused, text.EachOf(why))
}

// lies reports whether the release is here, whole.
func (u *updater) lies() bool {
	data, err := regular.Read(filepath.Join(u.dir, releaseName), 64<<10)
	var r Release
	return err == nil && json.Unmarshal(data, &r) == nil && r == u.r
}

var errLater = chinese.Of("the hall does not give the release now")

// fetch gets the release from the hall and tries it.
func (u *updater) fetch(ctx context.Context, l link) error {
	path, err := place(ctx, u.r, &pieces{ctx: ctx, l: l, r: u.r}, u.dir)
	if err != nil {
		return err
	}
	if err := os.Rename(path, filepath.Join(u.dir, programName)); err != nil {
		return err
	}
	data, err := json.Marshal(u.r)
	if err != nil {
		return err
	}
	return renameio.WriteFile(filepath.Join(u.dir, releaseName), data, 0o644)
}

// pieces reads a release from the hall.
type pieces struct {
	ctx  context.Context
	l    link
	r    Release
	n    int
	rest bytes.Reader
}

// Read implements io.Reader.
func (p *pieces) Read(into []byte) (int, error) {
	if p.rest.Len() == 0 {
		if int64(p.n)*PieceSize >= p.r.Size {
			return 0, io.EOF
		}
		ctx, cancel := context.WithTimeout(p.ctx, orderTime)
		defer cancel()
		m, err := p.l.nc.RequestWithContext(ctx, "$JS.API.DIRECT.GET."+StreamReleases+"."+SubjectPiece(p.r.SHA256, strconv.Itoa(p.n)), nil)
		if err != nil || m.Header.Get("Status") != "" || len(m.Data) == 0 {
			return 0, errLater
		}
		p.rest.Reset(m.Data)
		p.n++
	}
	return p.rest.Read(into)
}

// sumOf is the checksum of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}
