//go:build !unix

package voice

import "os/exec"

const nonblock = 0

// group leaves the program as it is: only itself is killed when its context ends.
func group(*exec.Cmd) {}
