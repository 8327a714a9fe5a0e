package hall

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Disk is the folder of the server inside a hall, on a disk that may be full. A stream that
// could once not be written takes nothing any more until its server starts again.
type Disk struct {
	Server *server.Server
	Dir    string
	looks  chan error // of a look that has not ended; nil: none
}

const (
	// diskPause is the time between two looks at the disk.
	diskPause = 2 * time.Second
	// roomSize is how much room a disk has to have, in bytes, to begin again.
	roomSize = 4 << 20
)

// wrong is what keeps the server from its disk, or nil. Nothing is wrong without a disk.
func (d *Disk) wrong() error {
	if d == nil {
		return nil
	}
	return d.inTime(slowTime, d.look)
}

// slowTime is how long a disk may hold up the server: tables give a hall as long to answer.
const slowTime = 10 * time.Second

// errSlow is that the server waits for its disk.
var errSlow = fmt.Errorf("the disk has not answered for %v", slowTime)

// inTime is what look finds, or errSlow where it takes longer than most. Then the next call
// waits for the same look.
func (d *Disk) inTime(most time.Duration, look func() error) error {
	if d.looks == nil {
		looks := make(chan error, 1)
		go func() { looks <- look() }()
		d.looks = looks
	}
	select {
	case err := <-d.looks:
		d.looks = nil
		return err
	case <-time.After(most):
		return errSlow
	}
}

// look is [Disk.wrong], and waits for a stream that is being written.
func (d *Disk) look() error {
	if _, err := d.Server.Jsz(&server.JSzOptions{Accounts: true, Streams: true}); err != nil {
		return err
	}
	if !d.Server.JetStreamEnabled() {
		return errors.New("the server has given up its streams")
	}
	if used, most := d.share(); used > most {
		return fmt.Errorf("%w: %d of %d MiB", errShare, used>>20, most>>20)
	}
	for _, e := range d.Server.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if strings.Contains(e.Error, "write error") {
			return errors.New(e.Error)
		}
	}
	return nil
}

// errShare is that streams have more of the disk than the server lets them have, which then
// takes nothing more.
var errShare = errors.New("the streams fill three quarters of the room on the disk")

// share returns how much the streams have, and how much they may have, in bytes. The server
// finds out at its start how much that is.
func (d *Disk) share() (used, most int64) {
	now, err := d.Server.Jsz(nil)
	if err != nil || now.Disabled {
		return 0, 0
	}
	return int64(now.Store), now.Config.MaxStore
}

// spare reports whether the streams may have more after another start, which they have not
// on a disk that is as it was.
func (d *Disk) spare() bool {
	var fs syscall.Statfs_t
	if syscall.Statfs(d.Dir, &fs) != nil {
		return false
	}
	used, _ := d.share()
	return (int64(fs.Bavail)*int64(fs.Bsize)+used)/4*3 > used+roomSize
}

// room tries whether the disk can be written.
func (d *Disk) room() error {
	f, err := os.CreateTemp(d.Dir, "room-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, roomSize))
	return errors.Join(err, f.Sync(), f.Close())
}

// Again says that the server has to be started again, which its disk allows, and why; nil
// while nothing is wrong, or while the disk cannot be written.
func (d *Disk) Again() error {
	err := d.wrong()
	if errors.Is(err, errShare) && !d.spare() || errors.Is(err, errSlow) {
		return nil
	}
	if err != nil && d.room() == nil {
		return fmt.Errorf("the hall's disk could not be written (%w). Now it can: start the hall again; systemd does so by itself", err)
	}
	return nil
}

// watchDisk ends the hall once it can begin again behind what kept it from its disk.
func (h *Hall) watchDisk(ctx context.Context) error {
	return every(ctx, diskPause, func() error {
		err := h.Disk.wrong()
		was := h.full.Swap(err != nil)
		switch {
		case err == nil:
			return nil
		case !was:
			h.Log.Error("The hall's disk cannot be written. Nothing new is saved until it can.", "dir", h.Disk.Dir, "err", err)
			return nil // what ends at the next look has shown itself by itself
		}
		return h.Disk.Again()
	})
}
