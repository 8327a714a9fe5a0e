package netlab

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"syscall"
	"unsafe"
)

// Main makes the test's program a keeper of a network namespace, if it was started
// to be one, and does not return then. TestMain calls it before anything else.
func Main() {
	addr := os.Getenv(keeping)
	if addr == "" {
		return
	}
	if err := keep(addr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// keep makes the device, hands it to the test and passes calls for the page on
// until the test closes its end.
func keep(addr string) error {
	at, err := netip.ParseAddr(addr)
	if err != nil {
		return err
	}
	tun, err := device("link", at)
	if err != nil {
		return err
	}
	talk := os.NewFile(keeperTalk, "test")
	conn, err := net.FileConn(talk)
	if err != nil {
		return err
	}
	if _, _, err := conn.(*net.UnixConn).WriteMsgUnix([]byte{0}, syscall.UnixRights(tun), nil); err != nil {
		return err
	}
	syscall.Close(tun) // the test's is the only one: the device goes when it does
	page, err := net.FileListener(os.NewFile(keeperPage, "page"))
	if err != nil {
		return err
	}
	go pass(page)
	_, _ = io.Copy(io.Discard, conn)
	return nil
}

// pass connects everybody who calls to the program on [Port].
func pass(page net.Listener) {
	for {
		caller, err := page.Accept()
		if err != nil {
			return
		}
		go func() {
			defer caller.Close()
			program, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", Port))
			if err != nil {
				return
			}
			defer program.Close()
			done := make(chan struct{}, 2)
			for _, way := range [][2]net.Conn{{caller, program}, {program, caller}} {
				go func() {
					_, _ = io.Copy(way[0], way[1])
					_ = way[0].(*net.TCPConn).CloseWrite()
					done <- struct{}{}
				}()
			}
			<-done
			<-done
		}()
	}
}

// request is the kernel's struct ifreq.
type request struct {
	name [syscall.IFNAMSIZ]byte
	data [24]byte
}

const (
	tunSetIff = 0x400454ca // TUNSETIFF, linux/if_tun.h
	iffTun    = 0x0001     // packets, not frames
	iffNoPi   = 0x1000     // and nothing before them
)

// device makes a TUN device with an address of a /24, brings it and the loopback
// device up, and returns its file.
func device(name string, at netip.Addr) (int, error) {
	tun, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("/dev/net/tun: %w", err)
	}
	control, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer syscall.Close(control)
	flags := func(n uint16) (data [24]byte) {
		binary.NativeEndian.PutUint16(data[:], n)
		return data
	}
	inet := func(a netip.Addr) (data [24]byte) {
		data = flags(syscall.AF_INET)
		four := a.As4()
		copy(data[4:], four[:]) // after the port
		return data
	}
	for _, step := range []struct {
		what string
		fd   int
		call uintptr
		name string
		data [24]byte
	}{
		{"making a device", tun, tunSetIff, name, flags(iffTun | iffNoPi)},
		{"its address", control, syscall.SIOCSIFADDR, name, inet(at)},
		{"its netmask", control, syscall.SIOCSIFNETMASK, name, inet(netip.AddrFrom4([4]byte{255, 255, 255, 0}))},
		{"bringing it up", control, syscall.SIOCSIFFLAGS, name, flags(syscall.IFF_UP | syscall.IFF_RUNNING)},
		{"bringing loopback up", control, syscall.SIOCSIFFLAGS, "lo", flags(syscall.IFF_UP | syscall.IFF_RUNNING)},
	} {
		r := request{data: step.data}
		copy(r.name[:], step.name)
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(step.fd), step.call, uintptr(unsafe.Pointer(&r))); errno != 0 {
			return 0, fmt.Errorf("%s: %w", step.what, errno)
		}
	}
	return tun, nil
}
