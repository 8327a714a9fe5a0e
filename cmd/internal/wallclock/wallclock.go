// Package wallclock has the clock on the wall: the time in the time zone that the computer has
// now. [time.Local] is the zone that it had when the program started.
package wallclock

import (
	"io/fs"
	"os"
	"sync"
	"time"

	"stonehand/cmd/internal/regular"
)

// zoneBytes is how long a file with a time zone may be; the largest has some 4000.
const zoneBytes = 1 << 16

// computer is this computer's.
var computer = zone{path: "/etc/localtime"}

// Now returns the present moment in the computer's time zone.
func Now() time.Time { return time.Now().In(Zone()) }

// Zone returns the computer's time zone. As for [time.Local], TZ comes first where it is set.
func Zone() *time.Location {
	if _, given := os.LookupEnv("TZ"); given {
		return time.Local
	}
	return computer.now()
}

// zone is a time zone that a file holds, and that others may replace.
type zone struct {
	path string
	mu   sync.Mutex // guards the others
	read fs.FileInfo
	is   *time.Location
}

// now returns the zone that the file holds; where it cannot be read, the one before.
func (z *zone) now() *time.Location {
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.is == nil {
		z.is = time.Local
	}
	info, err := os.Stat(z.path)
	if err != nil || z.read != nil && os.SameFile(info, z.read) && info.ModTime().Equal(z.read.ModTime()) && info.Size() == z.read.Size() {
		return z.is
	}
	data, err := regular.Read(z.path, zoneBytes)
	if err != nil {
		return z.is
	}
	if is, err := time.LoadLocationFromTZData("Local", data); err == nil {
		z.read, z.is = info, is
	}
	return z.is
}
