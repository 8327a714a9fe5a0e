package kerneltest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// archive writes files as the kernel takes its first file system: a cpio archive
// of the "new ASCII" form. files are the paths on this machine by their paths in
// the archive; content is by path as well. Every file can be executed.
func archive(w io.Writer, files map[string]string, content map[string][]byte) error {
	names := make([]string, 0, len(files)+len(content))
	for name := range files {
		names = append(names, name)
	}
	for name := range content {
		names = append(names, name)
	}
	slices.Sort(names)
	dirs := map[string]bool{".": true, "/": true}
	for _, name := range names {
		name = strings.TrimPrefix(name, "/")
		for i, c := range name {
			if c == '/' && !dirs[name[:i]] {
				dirs[name[:i]] = true
				if err := entry(w, name[:i], 0o040755, nil); err != nil {
					return err
				}
			}
		}
	}
	for _, name := range names {
		data, ok := content[name]
		if !ok {
			var err error
			if data, err = os.ReadFile(files[name]); err != nil {
				return err
			}
		}
		if err := entry(w, strings.TrimPrefix(path.Clean(name), "/"), 0o100755, data); err != nil {
			return err
		}
	}
	return entry(w, "TRAILER!!!", 0, nil)
}

// entry writes one member: header, name and data, each filled up to four bytes.
func entry(w io.Writer, name string, mode int, data []byte) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name)+1, 0)
	b.WriteString(name)
	b.Write(make([]byte, 1+(4-(b.Len()+1)%4)%4))
	if _, err := w.Write(b.Bytes()); err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return err
	}
	_, err := w.Write(make([]byte, (4-len(data)%4)%4))
	return err
}
