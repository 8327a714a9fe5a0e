//go:build !unix

package service

import "os"

// rash are the signals that end or suspend a process where it is: none here.
var rash []os.Signal

// strike ends the process.
func strike(os.Signal) { os.Exit(1) }
