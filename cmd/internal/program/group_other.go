//go:build !linux

package program

import (
	"errors"
	"io/fs"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func alone(cmd *exec.Cmd) (begin func() error, ended func()) { return cmd.Start, func() {} }

// killGroup ends a program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// Delegated is for Linux alone.
func Delegated() (string, error) { return "", errors.New("only Linux has control groups") }

func newGroup(string, int) (string, error) { return Delegated() }

func killCgroup(string) {}

func endGroup(string) {}

func outOfMemory(string) bool { return false }

// taken is how much of a disk a file takes.
func taken(info fs.FileInfo) int64 { return info.Size() }
