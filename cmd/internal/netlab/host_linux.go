package netlab

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
)

// Host is a network namespace with an address on a link.
type Host struct {
	// Addr is its address on the link: "10.77.0.1".
	Addr string
	// Page is an address of the test's own namespace, "127.0.0.1:40123", at which
	// whatever listens on Port of the host's loopback device can be reached. The link
	// has no part in that.
	Page string

	tun *os.File
	pid int // of the keeper
}

// Port is the port behind [Host.Page].
const Port = 8019

// keeping, in the environment of the test's program, makes it a keeper: the
// address that its device is to have.
const keeping = "STONEHAND_NETLAB_KEEPS"

// The files that a keeper inherits.
const (
	keeperTalk = 3 // a socket to the test: the device goes there, and its end is the keeper's
	keeperPage = 4 // the listener of Host.Page
)

// New makes a host with the address 10.77.0.n. It lasts as long as the test, which
// is skipped where a user may not have namespaces.
func New(t testing.TB, n int) *Host {
	t.Helper()
	h := &Host{Addr: fmt.Sprintf("10.77.0.%d", n)}
	page, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	h.Page = page.Addr().String()
	pageFile, err := page.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer pageFile.Close()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "keeper"), os.NewFile(uintptr(pair[1]), "test")
	defer theirs.Close()

	keeper := exec.Command("/proc/self/exe")
	keeper.Env = append(os.Environ(), keeping+"="+h.Addr)
	keeper.ExtraFiles = []*os.File{theirs, pageFile}
	keeper.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	complaint, err := keeper.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		ours.Close()
		t.Skipf("no network namespace can be made here: %v", err)
	}
	h.pid = keeper.Process.Pid
	t.Cleanup(func() {
		ours.Close() // ends the keeper
		if err := keeper.Wait(); err != nil {
			t.Errorf("the keeper of %s: %v", h.Addr, err)
		}
	})
	if h.tun, err = receive(ours); err != nil {
		ours.Close()
		line, _ := bufio.NewReader(complaint).ReadString('\n')
		t.Skipf("no network device can be made in a namespace here: %v; its keeper says: %s", err, line)
	}
	return h
}

// Command returns the program and the arguments that run a program on the host.
func (h *Host) Command(program string, args ...string) (string, []string) {
	return "nsenter", append([]string{"--target", strconv.Itoa(h.pid), "--user", "--net", "--preserve-credentials", program}, args...)
}

// receive takes the device that a keeper sends.
func receive(from *os.File) (*os.File, error) {
	conn, err := net.FileConn(from)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	rights := make([]byte, syscall.CmsgSpace(4))
	_, n, _, _, err := conn.(*net.UnixConn).ReadMsgUnix(make([]byte, 1), rights)
	if err != nil {
		return nil, err
	}
	messages, err := syscall.ParseSocketControlMessage(rights[:n])
	if err != nil {
		return nil, err
	}
	if len(messages) != 1 {
		return nil, fmt.Errorf("it sent none")
	}
	fds, err := syscall.ParseUnixRights(&messages[0])
	if err != nil || len(fds) != 1 {
		return nil, fmt.Errorf("it sent %d files: %v", len(fds), err)
	}
	if err := syscall.SetNonblock(fds[0], true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fds[0]), "tun"), nil
}
