//go:build linux

package devnode

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// owner returns who owns a file.
func owner(info fs.FileInfo) (uid, gid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(st.Uid), int(st.Gid), true
}

// Holder names the program that holds a lock on the node at path, or has it
// open: "stonehand (process 812)". It returns "" where none is found; what other
// users have open without a lock cannot be seen without being root.
func (s System) Holder(path string) string {
	info, err := os.Stat(s.at(path))
	if err != nil {
		return ""
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	if pid := s.locker(st.Ino); pid != 0 {
		return s.process(pid)
	}
	files, _ := filepath.Glob(s.at("/proc/[0-9]*/fd/*")) // the pattern is good
	for _, open := range files {
		other, err := os.Stat(open)
		if err != nil {
			continue
		}
		if o, ok := other.Sys().(*syscall.Stat_t); ok && o.Ino == st.Ino && o.Dev == st.Dev {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(open))))
			if pid != os.Getpid() {
				return s.process(pid)
			}
		}
	}
	return ""
}

// locker returns the process that holds an flock on the file of that number, 0
// if none does. The device's number in /proc/locks is that of the superblock,
// which differs from stat's on some file systems, so only the file's number is
// compared.
func (s System) locker(inode uint64) int {
	text, err := os.ReadFile(s.at("/proc/locks"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		// 1: FLOCK  ADVISORY  WRITE 812 00:05:1234 0 EOF
		f := strings.Fields(line)
		if len(f) < 6 || f[1] != "FLOCK" || !strings.HasSuffix(f[5], fmt.Sprintf(":%d", inode)) {
			continue
		}
		if pid, err := strconv.Atoi(f[4]); err == nil && pid > 0 {
			return pid
		}
	}
	return 0
}

// process names a process for people.
func (s System) process(pid int) string {
	name, err := os.ReadFile(s.at(fmt.Sprintf("/proc/%d/comm", pid)))
	if err != nil {
		return fmt.Sprintf("process %d", pid)
	}
	return fmt.Sprintf("%s (process %d)", strings.TrimSpace(string(name)), pid)
}
