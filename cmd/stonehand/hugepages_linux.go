package main

import "syscall"

// prSetTHPDisable is PR_SET_THP_DISABLE of linux/prctl.h.
const prSetTHPDisable = 41

// withoutHugePages asks the kernel to hand this process memory in ordinary
// pages. Where transparent huge pages are set to "always", as some
// distributions do, it would hand out 2 MiB at the first touch of any of them.
// A kernel that refuses leaves things as they were.
func withoutHugePages() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetTHPDisable, 1, 0, 0, 0, 0)
}
