package text

import "syscall"

// unclean is the error of a file system that has to be checked.
const unclean = syscall.EUCLEAN
