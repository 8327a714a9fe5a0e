package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
)

// dropText gives back the pages of the program file that are in memory. They are
// as on the disk, so that the kernel reads again what is used again; what only the
// start or an analysis needed stays away. Where the kernel does not say which
// pages these are, nothing happens.
func dropText() {
	for _, part := range programText() {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, part[0], part[1]-part[0], syscall.MADV_DONTNEED)
	}
}

// Around each page that is used the kernel maps up to 64 KiB of what it has of a file, but
// no further than to the end of a mapping, which ends where its flags change. textPart is
// how much there is between two such ends, bytes; of MADV_DONTDUMP of linux/mman.h nothing
// else follows, because memory that is as in a file is in no dump.
const (
	textPart     = 4 << 10
	madvDontDump = 16
)

// mapInParts has the kernel map less of the program file around each page that is used:
// after some turns it would be three quarters of the program.
func mapInParts() {
	n := uintptr(max(textPart, os.Getpagesize()))
	for _, part := range programText() {
		for at := part[0]; at < part[1]; at += 2 * n {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, min(n, part[1]-at), madvDontDump)
		}
	}
}

// programText lists from where to where the program file is mapped that is never written.
var programText = sync.OnceValue(func() (parts [][2]uintptr) {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return nil
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		if from, to, ok := textPages(lines.Text(), program); ok {
			parts = append(parts, [2]uintptr{from, to})
		}
	}
	return parts
})

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
