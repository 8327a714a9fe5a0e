//go:build !unix

package voice

import "os/exec"

// group leaves the program as it is: only itself is killed when its context ends.
func group(*exec.Cmd) {}
