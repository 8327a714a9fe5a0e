//go:build !linux

package program

import "os/exec"

func ownGroup(*exec.Cmd) {}

func alone(cmd *exec.Cmd) (begin func() error, ended func()) { return cmd.Start, func() {} }

// killGroup ends a program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
