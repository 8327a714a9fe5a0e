package text

import (
	"errors"
	"syscall"
)

// Storage says why something cannot be saved or read, and what to do, as the part of a sentence
// that follows "because"; nil where the storage is not to blame.
func Storage(err error) Words {
	for _, why := range []struct {
		key  Key
		errs []error
	}{
		{WhyFull, []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}},
		{WhyReadOnly, []error{syscall.EROFS}},
		{WhyForbidden, []error{syscall.EACCES, syscall.EPERM}},
		{WhyBroken, []error{syscall.EIO, unclean, syscall.ENXIO, syscall.ENODEV}},
	} {
		for _, e := range why.errs {
			if errors.Is(err, e) {
				return Tell(why.key)
			}
		}
	}
	return nil
}
