package protocol

import "fmt"

// Sizes of a frame, in bytes.
const (
	HeaderSize = 5   // version, type, seq, ack, len
	CRCSize    = 2   // little endian
	MaxPayload = 200 // of one frame
	MaxFrame   = HeaderSize + MaxPayload + CRCSize
	// MaxWire is the longest a frame gets on the line: COBS adds one byte to
	// anything below 255 bytes, and a delimiter stands on either side.
	MaxWire = 1 + 1 + MaxFrame + 1
)

// Delimiter stands before and after every frame and never inside one.
const Delimiter = 0x00

// Frame is one frame as it came off the line, its check already passed.
type Frame struct {
	Version uint8 // the sender's Major
	Type    Type
	Seq     uint8 // the sender's own number for this frame, 1-255
	Ack     uint8 // the Seq of the frame that this one answers; 0 answers nothing
	Payload []byte
}

// AppendFrame appends f as it goes onto the line, delimiters included, to dst.
// It fails only when the payload is too long.
func AppendFrame(dst []byte, f Frame) ([]byte, error) {
	if len(f.Payload) > MaxPayload {
		return dst, fmt.Errorf("a %v frame cannot carry %d bytes: the most is %d, send it in parts", f.Type, len(f.Payload), MaxPayload)
	}
	var raw [MaxFrame]byte
	b := append(raw[:0], f.Version, byte(f.Type), f.Seq, f.Ack, byte(len(f.Payload)))
	b = append(b, f.Payload...)
	crc := CRC16(b)
	b = append(b, byte(crc), byte(crc>>8))

	dst = append(dst, Delimiter)
	code := len(dst) // where the distance to the next zero goes
	dst = append(dst, 1)
	for _, c := range b {
		if c == 0 {
			code = len(dst)
			dst = append(dst, 1)
			continue
		}
		dst = append(dst, c)
		dst[code]++ // MaxFrame < 254, so a block never overflows its code
	}
	return append(dst, Delimiter), nil
}

// CRC16 returns the CRC-16/CCITT-FALSE of b: polynomial 0x1021, start 0xFFFF,
// nothing reflected. Of "123456789" it is 0x29B1.
func CRC16(b []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, c := range b {
		crc ^= uint16(c) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc
}

// Counts says what a Decoder has seen.
type Counts struct {
	Frames   uint64 // good ones, delivered
	CRC      uint64 // complete, but the check failed
	Bad      uint64 // not COBS, too short for a frame, or of another length than it says
	Overlong uint64 // no delimiter within the longest frame
}

// Broken returns how many frames were lost in any way.
func (c Counts) Broken() uint64 { return c.CRC + c.Bad + c.Overlong }

// Decoder finds frames in a stream of bytes. It takes any bytes at all, in
// pieces of any size, and after garbage finds the next frame that stands
// between delimiters. It uses a fixed amount of memory. The zero Decoder is
// ready to use; it is not safe for concurrent use.
type Decoder struct {
	Counts Counts

	buf  [MaxFrame]byte
	n    int   // bytes of buf in use
	code uint8 // the block's code byte; 0 before the first
	left uint8 // bytes of the block still to come
	over bool  // overlong: drop everything up to the delimiter
}

// Reset forgets a frame that has begun, as after a line was reopened. The
// counts stay.
func (d *Decoder) Reset() { d.n, d.code, d.left, d.over = 0, 0, 0, false }

// Feed takes the next bytes of the stream and calls deliver for each frame that
// they complete. The frame's Payload is valid only until deliver returns.
func (d *Decoder) Feed(p []byte, deliver func(Frame)) {
	for _, b := range p {
		switch {
		case b == Delimiter:
			if f, ok := d.finish(); ok {
				deliver(f)
			}
			d.Reset()
		case d.over:
		case d.left == 0:
			if d.code != 0 && d.code != 0xFF {
				d.push(0)
			}
			d.code, d.left = b, b-1
		default:
			d.push(b)
			d.left--
		}
	}
}

func (d *Decoder) push(b byte) {
	if d.n == len(d.buf) {
		if !d.over {
			d.Counts.Overlong++
		}
		d.over = true
		return
	}
	d.buf[d.n] = b
	d.n++
}

// finish judges what stands between two delimiters. Nothing at all is no fault:
// delimiters may follow one another.
func (d *Decoder) finish() (Frame, bool) {
	if d.over || d.code == 0 {
		return Frame{}, false
	}
	if d.left != 0 || d.n < HeaderSize+CRCSize {
		d.Counts.Bad++
		return Frame{}, false
	}
	body := d.n - CRCSize
	if CRC16(d.buf[:body]) != uint16(d.buf[body])|uint16(d.buf[body+1])<<8 {
		d.Counts.CRC++
		return Frame{}, false
	}
	if int(d.buf[4]) != body-HeaderSize {
		d.Counts.Bad++
		return Frame{}, false
	}
	d.Counts.Frames++
	return Frame{
		Version: d.buf[0],
		Type:    Type(d.buf[1]),
		Seq:     d.buf[2],
		Ack:     d.buf[3],
		Payload: d.buf[HeaderSize:body:body],
	}, true
}
