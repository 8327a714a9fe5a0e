package systemd_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// wild is the first argument with which this test binary is a program that plays, and
// wildChild that of a process that it starts.
const (
	wild      = "wild"
	wildChild = "wild child"
)

// A program that plays gets a control group of its own, where its processes are bounded
// together, and which ends with all that are in it, also those that have left its process
// group. The daemon, which has gone to another group for that, keeps watchdog and restarts.
func TestPlayersUnderSystemd(t *testing.T) {
	t.Parallel()
	root := install(t)
	file := filepath.Join(root, "etc/stonehand/stonehand.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = fmt.Appendf(text, `
[players.spreads]
command = ["/inside", %q, "0"]
protocol = "connect6"
memory_mb = 2048

[players.grows]
command = ["/inside", %[1]q, "64"]
protocol = "connect6"
memory_mb = 512
`, wild)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	container{
		root:    root,
		units:   map[string]string{"stonehand.service.d/quick.conf": quick},
		part:    partPlayers,
		unified: true,
	}.boot(t)
}

// runWild speaks the protocol of Connect6 and starts processes without end that leave the
// program's process group, take so much memory each, MiB, and keep it in use.
func runWild(args []string) {
	memory, _ := strconv.Atoi(args[1])
	if args[0] == wildChild {
		taken := make([]byte, memory<<20)
		for {
			for i := 0; i < len(taken); i += 4096 {
				taken[i] = 1
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	fmt.Println("name wild")
	for {
		cmd := exec.Command("/inside", wildChild, args[1])
		cmd.Env = []string{"GOMAXPROCS=1"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		_ = cmd.Start() // beyond its bound none is
		time.Sleep(20 * time.Millisecond)
	}
}

// service is where the service's control groups are.
const service = cgroupRoot + "/system.slice/stonehand.service"

// inGroup reads a file of a control group, without the spaces around it.
func inGroup(group, file string) (string, error) {
	text, err := os.ReadFile(filepath.Join(group, file))
	return strings.TrimSpace(string(text)), err
}

func insidePlayers() error {
	if err := systemctl("start", "stonehand"); err != nil {
		return err
	}
	t := table{base: "http://127.0.0.1:8019"}
	if err := t.healthy(); err != nil {
		return err
	}
	if err := spreadsAlone(t); err != nil {
		return err
	}
	for _, killer := range []struct {
		signal syscall.Signal
		reason string
	}{
		{syscall.SIGKILL, "code=killed, status=9/KILL"},
		{syscall.SIGSTOP, "Watchdog timeout"},
	} {
		if err := t.against("spreads"); err != nil {
			return err
		}
		if _, err := group(); err != nil {
			return err
		}
		if err := restarts(killer.reason, func() error { return kill(killer.signal) }); err != nil {
			return err
		}
		if err := t.healthy(); err != nil {
			return err
		}
		// The game goes on, and the program has a group again.
		if err := spreadsAlone(t); err != nil {
			return fmt.Errorf("after %v: %w", killer.signal, err)
		}
	}
	if err := growsTogether(t); err != nil {
		return err
	}
	return systemctl("stop", "stonehand")
}

// against begins a game with a program, "" for the machine.
func (t table) against(name string) error {
	return t.post("/api/command", map[string]any{
		"do": "new-game", "game": "connect6", "human": "black", "level": 1, "time": 0.5, "players": map[string]string{"white": name},
	})
}

// group waits for the control group of the one program that plays.
func group() (dir string, err error) {
	err = eventually(func() (bool, error) {
		list, err := filepath.Glob(service + "/player-*")
		if err == nil && len(list) == 1 {
			dir = list[0]
		}
		return dir != "", err
	})
	return dir, err
}

// spreadsAlone has a program start processes without end, and looks that it gets no more of
// them than it may, and leaves none.
func spreadsAlone(t table) error {
	if err := t.against("spreads"); err != nil {
		return err
	}
	dir, err := group()
	if err != nil {
		return fmt.Errorf("the program has no control group: %w", err)
	}
	present, err := inGroup(service, "cgroup.controllers")
	if err != nil {
		return err
	}
	for file, want := range map[string]string{"memory.max": "2147483648", "memory.swap.max": "0", "pids.max": "96", "cpu.weight": "20"} {
		controller, _, _ := strings.Cut(file, ".")
		if !strings.Contains(" "+present+" ", " "+controller+" ") {
			fmt.Printf("not tried here, as the kernel has no such controller in its second version: %s\n", file)
			continue
		}
		if got, err := inGroup(dir, file); err != nil && !(file == "memory.swap.max" && errors.Is(err, os.ErrNotExist)) || err == nil && got != want {
			return fmt.Errorf("the program's %s is %q, want %q: %v", file, got, want, err)
		}
	}
	var escaped int
	err = eventually(func() (bool, error) { // they have begun, and all are in the group
		text, err := inGroup(dir, "cgroup.procs")
		escaped = len(strings.Fields(text))
		return escaped >= 20, err
	})
	if err != nil {
		return fmt.Errorf("%d processes are in the program's group: %w", escaped, err)
	}
	text, err := exec.Command("ps", "-C", "inside", "-o", "ni=,args=").Output()
	if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); err != nil || slices.ContainsFunc(lines, func(l string) bool {
		return strings.Contains(l, wild) && strings.Fields(l)[0] != "5"
	}) {
		return fmt.Errorf("its processes have not the niceness that they should have (%v):\n%.500s", err, text)
	}
	if strings.Contains(present, "pids") {
		if err := eventually(func() (bool, error) {
			got, err := inGroup(dir, "pids.events")
			return err == nil && got != "max 0", err
		}); err != nil {
			return fmt.Errorf("the program is not refused more processes: %w", err)
		}
	}
	// The table plays on.
	if err := t.against(""); err != nil {
		return err
	}
	return eventually(func() (bool, error) {
		left, err := exec.Command("pgrep", "--full", "--count", "^/inside "+wild).Output()
		if string(bytes.TrimSpace(left)) != "0" {
			return false, fmt.Errorf("%s processes of the program are left: %v", bytes.TrimSpace(left), err)
		}
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			return false, fmt.Errorf("its control group is left: %v", err)
		}
		return true, nil
	})
}

// growsTogether has a program whose processes take more memory than it may together, each
// less.
func growsTogether(t table) error {
	events, err := inGroup(service, "memory.events")
	if errors.Is(err, os.ErrNotExist) {
		fmt.Println("not tried here, as the kernel has no such controller in its second version: memory of several processes")
		return nil
	}
	if err != nil {
		return err
	}
	if !strings.Contains(events, "\noom_group_kill 0") {
		return fmt.Errorf("something has run out of memory already:\n%s", events)
	}
	if err := t.against("grows"); err != nil {
		return err
	}
	err = eventually(func() (bool, error) {
		events, err = inGroup(service, "memory.events")
		return err == nil && !strings.Contains(events, "\noom_group_kill 0"), err
	})
	if err != nil {
		return fmt.Errorf("the program may take any memory:\n%s%w", events, err)
	}
	return t.healthy()
}
