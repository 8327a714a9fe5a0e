package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
	"stonehand/hw"
	"stonehand/hw/calib"
	"stonehand/hw/devnode"
	"stonehand/hw/soc"
)

// Clock says whether the computer knows what time it is.
func Clock(now time.Time) []hw.Finding {
	f := hw.Finding{Device: "clock", Text: "it is " + now.Format("2006-01-02 15:04:05 MST")}
	if !api.Dated(now) {
		f.Health = hw.Warn
		f.Text = "it is not set and says " + now.UTC().Format("2006-01-02 15:04 MST") + "; you can play, but saved games get that date"
		f.Do = "connect the computer to the internet for a minute, or fit a clock module"
	}
	return []hw.Finding{f}
}

// Computer says how hot the computer is and whether it throttles. root is where
// the kernel shows that, "/sys"; hot is from where on the machine does not ponder,
// in degrees Celsius.
func Computer(root string, hot float64) []hw.Finding {
	r := soc.Read(root)
	var fs []hw.Finding
	add := func(h hw.Health, text, do string) {
		fs = append(fs, hw.Finding{Device: "computer", Health: h, Text: text, Do: do})
	}
	if r.Throttle&soc.UnderVoltage != 0 {
		add(hw.Warn, "its supply voltage is too low, so it runs slower than it could", "use the power supply made for this computer and a short cable; give the lights a supply of their own")
	}
	if r.Throttle&^soc.UnderVoltage != 0 {
		add(hw.Warn, "it throttles ("+strings.Join((r.Throttle&^soc.UnderVoltage).Names(), ", ")+"), so the machine plays weaker", "improve the airflow, or fit a heat sink or a fan")
	}
	switch {
	case !r.Known:
		add(hw.OK, "this computer does not report its temperature", "")
	case r.Celsius >= hot:
		add(hw.Warn, fmt.Sprintf("its processor is at %.0f °C, so the machine does not think during a person's turn (engine.ponder_below is %.0f)", r.Celsius, hot), "improve the airflow, or fit a heat sink or a fan")
	default:
		add(hw.OK, fmt.Sprintf("its processor is at %.0f °C", r.Celsius), "")
	}
	return fs
}

// serviceTime is how long the service manager may take to answer.
const serviceTime = 3 * time.Second

// Service says how the daemon's service stands; nothing where systemd does not
// know one. systemctl is the program to ask; games is where the service is to keep games, "" if
// that is not known.
func Service(ctx context.Context, systemctl, games string) []hw.Finding {
	ctx, cancel := context.WithTimeout(ctx, serviceTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, systemctl, "show", "stonehand.service", "--property=LoadState,ActiveState,UnitFileState,NRestarts,ProtectSystem,StateDirectory,ReadWritePaths")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) || err != nil && ctx.Err() == nil {
		return nil
	}
	device := "service stonehand"
	if err != nil {
		return []hw.Finding{{Device: device, Health: hw.Warn, Text: fmt.Sprintf("systemd did not answer within %v", serviceTime), Do: "run systemctl status"}}
	}
	props := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		props[name] = value
	}
	if props["LoadState"] != "loaded" {
		return nil
	}
	var fs []hw.Finding
	add := func(h hw.Health, text, do string) {
		fs = append(fs, hw.Finding{Device: device, Health: h, Text: text, Do: do})
	}
	switch state := props["ActiveState"]; state {
	case "failed":
		add(hw.Bad, "it has failed", "see why with journalctl -u stonehand -n 50; then run sudo systemctl restart stonehand")
	case "active":
		add(hw.OK, "it is running", "")
	default:
		add(hw.OK, "it is "+state, "")
	}
	switch props["UnitFileState"] {
	case "disabled":
		add(hw.Warn, "it does not start with the computer", "run sudo systemctl enable stonehand")
	case "masked":
		add(hw.Bad, "it is masked, so it cannot start", "run sudo systemctl unmask stonehand")
	}
	if games != "" && props["ProtectSystem"] == "strict" && !writable(games, props["StateDirectory"], props["ReadWritePaths"]) {
		add(hw.Bad, "it may not write to "+games+", so games are kept only in memory",
			fmt.Sprintf("run sudo systemctl edit stonehand, write the lines [Service] and ReadWritePaths=%s, and run sudo systemctl restart stonehand; a folder below /home or /root has to move", games))
	}
	if n := props["NRestarts"]; n != "" && n != "0" {
		add(hw.Warn, "it has restarted "+n+" times", "see why with journalctl -u stonehand")
	}
	return fs
}

// writable reports whether a folder is in one that a unit names: in StateDirectory below
// /var/lib, in ReadWritePaths from / on, both as systemctl shows them.
func writable(dir, state, paths string) bool {
	var all []string
	for name := range strings.FieldsSeq(state) {
		all = append(all, filepath.Join("/var/lib", name))
	}
	for path := range strings.FieldsSeq(paths) {
		all = append(all, strings.TrimLeft(path, "-+"))
	}
	return slices.ContainsFunc(all, func(path string) bool {
		below, err := filepath.Rel(path, dir)
		return err == nil && filepath.IsLocal(below)
	})
}

// Calibration reads what the daemon keeps of the board's points in dir, and says
// what it is. Without any, both are nil. lamps are those of the settings, by their
// wiring; "": not known.
func Calibration(dir, lamps string) (*calib.Calibration, []hw.Finding) {
	path := filepath.Join(dir, "calibration.json")
	f := hw.Finding{Device: "calibration"}
	data, err := regular.Read(path, calib.MaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return nil, nil // the storage's finding says that it may not be looked at
	case err != nil:
		f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("%s cannot be read: %v", path, err), "calibrate the board again, from the menu on the board or from the page"
		return nil, []hw.Finding{f}
	}
	c, err := calib.Parse(data)
	if err != nil {
		f.Health, f.Text, f.Do = hw.Warn, fmt.Sprintf("%s is not used: %v", path, err), "calibrate the board again, from the menu on the board or from the page"
		return nil, []hw.Finding{f}
	}
	f.Text = fmt.Sprintf("made on %s for a board of %d columns and %d rows; orientation of the sensors: %v", c.Made.Format("2006-01-02"), c.Board.Cols, c.Board.Rows, c.Sensors)
	if n := len(c.Masked); n > 0 {
		f.Health = hw.Warn
		f.Text += fmt.Sprintf("; %d points are ignored (%d stuck, %d dead, %d weak)", n, len(c.Stuck), len(c.Dead), len(c.Weak))
		f.Do = "repair those sensors when convenient, then calibrate the board again; until then the game goes on without them"
	}
	fs := []hw.Finding{f}
	if c.Rehung(lamps) {
		fs = append(fs, hw.Finding{Device: "calibration", Health: hw.Warn,
			Text: "the wiring of the lights has changed since it was made, so its orientation of the lights is not used", Do: "calibrate the board again, from the menu on the board or from the page"})
	}
	return &c, fs
}

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
	found := func(h hw.Health, text, do string) []hw.Finding {
		return []hw.Finding{{Device: f.Device, Health: h, Text: text, Do: do}}
	}
	bad := func(text, do string) []hw.Finding { return found(hw.Bad, text, do) }
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
		return found(hw.Warn, "this user is not allowed to read it", "run sudo stonehand doctor")
	case err != nil:
		return bad(fmt.Sprintf("it cannot be read: %v", err), "look for errors with dmesg; check or replace the card")
	case !info.IsDir():
		return bad("it is a file instead of a folder", "move it, or set store.dir to a folder")
	}
	if text, do := owned(info, dir, service); text != "" {
		return bad(text, do)
	}
	if name := unread(dir, service); name != "" {
		return bad(fmt.Sprintf("%s, the service's user, cannot read %s in it, as after a backup was restored", service.Name, name), "run sudo chown -R "+service.Name+": "+dir+", and restart the service")
	}
	switch err := write(dir); {
	case err == nil:
	case errors.Is(err, fs.ErrPermission):
		return found(hw.Warn, "it belongs to another user, so writing was not tested", "run sudo stonehand doctor")
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

// unread is a file in the folder, or in one below it, that the service cannot read; "" where
// there is none. That of a disk's own repairs is root's.
func unread(dir string, service *devnode.Identity) (name string) {
	if service == nil {
		return ""
	}
	_ = fs.WalkDir(os.DirFS(dir), ".", func(path string, f fs.DirEntry, err error) error {
		switch {
		case err != nil || path == ".":
			return nil // what this user cannot look at is no finding
		case path == "lost+found":
			return fs.SkipDir
		}
		bits := fs.FileMode(4)
		if f.IsDir() {
			bits = 5
		}
		if info, err := f.Info(); err == nil && !service.May(info, bits) {
			name = path
			return fs.SkipAll
		}
		return nil
	})
	return name
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
