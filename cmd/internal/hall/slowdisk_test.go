package hall

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestADiskThatHangs looks at a disk that does not answer for a while. That is said until it does,
// and nobody asks it more than once at a time.
func TestADiskThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d Disk
		looks := 0
		look := func() error {
			if looks++; looks == 1 {
				time.Sleep(5 * slowTime / 2)
			}
			return nil
		}
		for n, want := range []error{errSlow, errSlow, nil, nil} {
			if err := d.inTime(slowTime, look); !errors.Is(err, want) {
				t.Errorf("look %d: %v, want %v", n, err, want)
			}
		}
		if looks != 2 {
			t.Errorf("it was looked at %d times", looks)
		}
	})
}
