package hwtest

import (
	"io"
	"os"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"github.com/creack/pty"
)

// RatedLine joins a host to a device whose line runs at baud, as a real line
// would: terminals of the system carry bytes at any rate, so it looks at the
// rate that the host has set, and what is sent at one rate and read at another
// arrives as the garbage that a receiver would make of its bits. device is the
// device's end, open and raw. The host's end is returned; all of it ends with the
// test.
func RatedLine(t testing.TB, device io.ReadWriteCloser, baud int) (hostEnd string) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Dup(int(master.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	master.Close()
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	host := os.NewFile(uintptr(fd), "host")
	var lines sync.WaitGroup
	carry := func(to io.Writer, from io.Reader, rates func() (sent, read int)) {
		in := make([]byte, 256)
		for {
			n, err := from.Read(in)
			if err != nil {
				return
			}
			if _, err := to.Write(Resample(in[:n:n], rates)); err != nil {
				return
			}
		}
	}
	lines.Go(func() { carry(host, device, func() (int, int) { return baud, rate(fd) }) })
	lines.Go(func() { carry(device, host, func() (int, int) { return rate(fd), baud }) })
	t.Cleanup(func() {
		device.Close()
		host.Close()
		slave.Close() // was held open, so that the line is there before the host comes
		lines.Wait()
	})
	return slave.Name()
}

// rate returns the rate that is set at a terminal, in bits a second, 0 if that
// cannot be read.
func rate(fd int) int {
	var settings struct { // struct termios2 of asm-generic/termbits.h
		flags          [4]uint32
		line           uint8
		cc             [19]uint8
		ispeed, ospeed uint32
	}
	const tcgets2 = 0x802C542A
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), tcgets2, uintptr(unsafe.Pointer(&settings))); errno != 0 {
		return 0
	}
	return int(settings.ospeed)
}

// Resample returns what a receiver makes of bytes that come without a gap between
// them: 8 data bits, no parity, 1 stop bit. rates tells what rate they are sent
// and read at.
func Resample(in []byte, rates func() (sent, read int)) []byte {
	sent, read := rates()
	if sent == read || sent == 0 || read == 0 {
		return in
	}
	level := func(at float64) bool { // of the line, at a time in bits as sent
		i := int(at)
		switch bit := i % 10; {
		case i >= 10*len(in) || bit == 9:
			return true
		case bit == 0:
			return false
		default:
			return in[i/10]>>(bit-1)&1 == 1
		}
	}
	bit := float64(sent) / float64(read) // how long the receiver takes a bit to be
	var out []byte
	const step = 1.0 / 16 // receivers look for an edge 16 times a bit
	for at := 0.0; at < float64(10*len(in)); {
		if level(at) {
			at += step * min(bit, 1)
			continue
		}
		var b byte
		for i := range 8 {
			if level(at + bit*(1.5+float64(i))) {
				b |= 1 << i
			}
		}
		out = append(out, b)
		for at += bit * 9.5; at < float64(10*len(in)) && !level(at); {
			at += step // a break: it waits for the line to rise
		}
	}
	return out
}
