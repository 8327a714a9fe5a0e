//go:build !linux

package text

import "syscall"

// unclean is the error of a file system that has to be checked; only Linux has one of its own.
const unclean = syscall.EIO
