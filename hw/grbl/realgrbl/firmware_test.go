package realgrbl

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"stonehand/hw/grbl/grblsim"
)

// turn is how long chip and machine run before they hear of each other.
const turn = time.Millisecond

// topSpeed is what the spindle output at its most stands for, rpm: $30.
const topSpeed = 1000

// mostSent is how many bytes a turn takes for the chip; its line is much slower.
const mostSent = 4096

// Chip is a microcontroller with a machine behind it. It is not safe for concurrent
// use. Time passes in Advance only.
type Chip struct {
	world  *grblsim.World
	now    time.Duration
	events byte
	drive  grblsim.Drive
	rx, tx []byte

	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err error
}

// What happens to the chip at the beginning of a turn.
const (
	eventReset = 1 << iota
	eventStore
	eventRead
)

// New starts runner, the program built from grblrun, with a firmware's ELF file and
// a machine; a nil layout is that of an arm. The EEPROM is blank.
func New(runner, elf string, layout *grblsim.Layout) (*Chip, error) {
	c := &Chip{}
	var err error
	if c.world, err = grblsim.NewWorld(layout, c.Now); err != nil {
		return nil, err
	}
	c.cmd = exec.Command(runner, elf)
	c.cmd.Stderr = os.Stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("realgrbl: cannot start the chip: %w", err)
	}
	return c, nil
}

// Close ends the chip.
func (c *Chip) Close() error {
	c.in.Close()
	err := c.cmd.Wait()
	if errors.Is(c.err, errClosed) {
		return nil
	}
	c.err = errors.Join(errClosed, c.err)
	return err
}

var errClosed = errors.New("realgrbl: the chip is closed")

// Now returns how much time has passed in the chip.
func (c *Chip) Now() time.Duration { return c.now }

// World returns the machine.
func (c *Chip) World() *grblsim.World { return c.world }

// Err returns why the chip has stopped, or nil.
func (c *Chip) Err() error { return c.err }

// Send puts bytes on the line to the chip.
func (c *Chip) Send(b []byte) { c.tx = append(c.tx, b...) }

// Receive takes what the chip has sent.
func (c *Chip) Receive() []byte {
	b := c.rx
	c.rx = nil
	return b
}

// Reset presses the reset button of the board, or is a host that opens its line;
// bytes on their way are lost.
func (c *Chip) Reset() { c.events, c.tx = c.events|eventReset, nil }

// eepromSize is that of an ATmega328P, in bytes.
const eepromSize = 1024

// EEPROM returns what the chip keeps without power.
func (c *Chip) EEPROM() ([]byte, error) { return c.exchange(eventRead, 0, 0, nil) }

// SetEEPROM replaces it by 1024 bytes; the firmware notices at its next start. An
// erased chip has 0xFF everywhere.
func (c *Chip) SetEEPROM(b []byte) error {
	if len(b) != eepromSize {
		return fmt.Errorf("realgrbl: an EEPROM of %d bytes cannot be; it has %d", len(b), eepromSize)
	}
	_, err := c.exchange(eventStore, 0, 0, b)
	return err
}

// Advance lets time pass.
func (c *Chip) Advance(d time.Duration) {
	for end := c.now + d; c.now < end && c.err == nil; {
		if err := c.turn(min(turn, end-c.now)); err != nil {
			c.err = fmt.Errorf("realgrbl: the chip has stopped: %w", err)
		}
	}
}

// turn lets the machine see what the chip did, and the chip what the machine does.
func (c *Chip) turn(dt time.Duration) error {
	see := c.world.Turn(c.drive, dt)
	low := see.Limits
	for i, on := range []bool{see.Reset, see.Hold, see.Start, see.Probe} {
		if on {
			low |= 8 << i
		}
	}
	n := min(len(c.tx), mostSent)
	sent, err := c.exchange(c.events, low, dt, c.tx[:n])
	if err != nil {
		return err
	}
	c.tx, c.events = append(c.tx[:0], c.tx[n:]...), 0
	c.rx = append(c.rx, sent...)
	c.now += dt
	return nil
}

// exchange has the chip run for dt, with inputs that are low and bytes, and
// returns the bytes that it sends.
func (c *Chip) exchange(events, low byte, dt time.Duration, bytes []byte) ([]byte, error) {
	b := binary.LittleEndian.AppendUint16(nil, uint16(dt/time.Microsecond))
	b = append(b, events, low)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(bytes)))
	if _, err := c.in.Write(append(b, bytes...)); err != nil {
		return nil, err
	}
	var head [16]byte
	if _, err := io.ReadFull(c.out, head[:]); err != nil {
		return nil, err
	}
	for axis := range c.drive.Steps {
		c.drive.Steps[axis] = int(int32(binary.LittleEndian.Uint32(head[4*axis:])))
	}
	c.drive.Enabled, c.drive.Flood = head[12]&1 != 0, head[12]&2 != 0
	c.drive.Spindle = float64(head[13]) / 255 * topSpeed
	sent := make([]byte, binary.LittleEndian.Uint16(head[14:]))
	_, err := io.ReadFull(c.out, sent)
	return sent, err
}
