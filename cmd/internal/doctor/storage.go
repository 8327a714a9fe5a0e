package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"stonehand/hw"
	"stonehand/hw/devnode"
)

// Room on the disk, in bytes: below plenty people are told, below least games
// soon cannot be saved.
const (
	plenty = 100 << 20
	least  = 4 << 20
)

// Storage says whether games can be kept in dir. service is the user that the
// daemon runs as where that is another than this process's, else nil.
func Storage(dir string, service *devnode.Identity) []hw.Finding {
	f := hw.Finding{Device: "storage " + dir, Text: "writing works"}
	bad := func(text, do string) []hw.Finding {
		f.Health, f.Text, f.Do = hw.Bad, text, do
		return []hw.Finding{f}
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Text = "it does not exist yet; the daemon creates it when it first starts"
		// A service's folder is made by systemd, or by a user that this one is not.
		if above := existing(dir); service == nil {
			if err := write(above); err != nil {
				return bad(fmt.Sprintf("it does not exist and cannot be created in %s: %v", above, err), "create it and give it to this user, or set store.dir to another folder")
			}
		}
		return []hw.Finding{f}
	case errors.Is(err, syscall.ENOTDIR):
		return bad("part of its path is a file instead of a folder", "move that file, or set store.dir to another folder")
	case errors.Is(err, fs.ErrPermission):
		f.Health, f.Text, f.Do = hw.Warn, "this user is not allowed to read it", "run sudo stonehand doctor"
		return []hw.Finding{f}
	case err != nil:
		return bad(fmt.Sprintf("it cannot be read: %v", err), "look for errors with dmesg; check or replace the card")
	case !info.IsDir():
		return bad("it is a file instead of a folder", "move it, or set store.dir to a folder")
	}
	if text, do := owned(info, dir, service); text != "" {
		f.Health, f.Text, f.Do = hw.Bad, text, do
		return []hw.Finding{f}
	}
	switch err := write(dir); {
	case err == nil:
	case errors.Is(err, fs.ErrPermission):
		f.Health, f.Text, f.Do = hw.Warn, "it belongs to another user, so writing was not tested", "run sudo stonehand doctor"
		return []hw.Finding{f}
	case errors.Is(err, syscall.EROFS):
		return bad("it is read-only, so games are kept only in memory", "copy the folder to another computer, then check or replace the card: the kernel makes a card read-only after errors (see dmesg)")
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return bad("it is full, so games are kept only in memory", "free some space: df -h "+dir+" shows how much is left, journalctl --vacuum-size=50M removes old logs")
	default:
		return bad(fmt.Sprintf("writing failed: %v", err), "copy this folder, then replace the card (dmesg shows its errors)")
	}
	free, files, ok := room(dir)
	switch {
	case !ok:
	case free < least || files == 0:
		return bad(fmt.Sprintf("only %d MiB and %d files fit in", free>>20, files), "free some space: df -h "+dir+" shows how much is left, journalctl --vacuum-size=50M removes old logs")
	case free < plenty:
		f.Health, f.Do = hw.Warn, "free some space: df -h "+dir+" shows how much is left, journalctl --vacuum-size=50M removes old logs"
		fallthrough
	default:
		f.Text += fmt.Sprintf(", %d MiB are free", free>>20)
	}
	return []hw.Finding{f}
}

// existing is the nearest folder above dir that is there.
func existing(dir string) string {
	for {
		above := filepath.Dir(dir)
		if _, err := os.Stat(above); err == nil || above == dir {
			return above
		}
		dir = above
	}
}

// write tries what the daemon does: a file that is forced onto the disk.
func write(dir string) error {
	file, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = file.WriteString("Stonehand's doctor tried to write here.\n")
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close(), os.Remove(file.Name()))
}

// owned says what is wrong when the folder belongs to somebody whom the service
// is not.
func owned(info fs.FileInfo, dir string, service *devnode.Identity) (text, do string) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || service == nil || int(st.Uid) == service.UID || info.Mode().Perm()&0o022 != 0 {
		return "", ""
	}
	return fmt.Sprintf("it does not belong to %s, the service's user, so games cannot be saved", service.Name),
		fmt.Sprintf("run sudo chown -R %s: %s", service.Name, dir)
}
