package doctor

import "syscall"

// room returns how many bytes and how many files still fit where dir is; ok is
// false where the system does not say.
func room(dir string) (bytes, files uint64, ok bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, 0, false
	}
	files = s.Ffree
	if s.Files == 0 { // a file system that has no table of files
		files = 1
	}
	return s.Bavail * uint64(s.Bsize), files, true
}
