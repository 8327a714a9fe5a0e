//go:build !linux

package program

import "os/exec"

func ownGroup(*exec.Cmd) {}

func alone(*exec.Cmd) {}

// killGroup ends a program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
