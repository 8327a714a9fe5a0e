package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// dropText gives back the pages of the program file that are in memory. They are
// as on the disk, so that the kernel reads again what is used again; what only the
// start or an analysis needed stays away. Where the kernel does not say which
// pages these are, nothing happens.
func dropText() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		if from, to, ok := textPages(lines.Text(), program); ok {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED)
		}
	}
}

// textPages reads a line of /proc/self/maps (proc_pid_maps(5)): where pages lie
// that are mapped from the program file and cannot be written.
func textPages(line, program string) (from, to uintptr, ok bool) {
	fields := strings.Fields(line)
	if len(fields) != 6 || fields[5] != program || strings.Contains(fields[1], "w") {
		return 0, 0, false
	}
	if n, err := fmt.Sscanf(fields[0], "%x-%x", &from, &to); n != 2 || err != nil || from >= to {
		return 0, 0, false
	}
	return from, to, true
}

// prSetTHPDisable is PR_SET_THP_DISABLE of linux/prctl.h.
const prSetTHPDisable = 41

// withoutHugePages asks the kernel to hand this process memory in ordinary
// pages. Where transparent huge pages are set to "always", as some
// distributions do, it would hand out 2 MiB at the first touch of any of them.
// A kernel that refuses leaves things as they were.
func withoutHugePages() {
	_, _, _ = syscall.RawSyscall6(syscall.SYS_PRCTL, prSetTHPDisable, 1, 0, 0, 0, 0)
}
