package protocol

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// startProgram starts bin, which ends when its input does, and well.
func startProgram(t testing.TB, bin string) (io.WriteCloser, io.Reader) {
	t.Helper()
	cmd := exec.Command(bin)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s ended badly: %v", bin, err)
		}
	})
	return in, out
}

// cSide is the C codec running behind a pipe.
type cSide struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// startC builds the C codec with every warning an error and the sanitizers on,
// and starts it.
func startC(t testing.TB) *cSide {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		const missing = "gcc is not installed, so the C codec was not tested: apt-get install gcc libc6-dev"
		if os.Getenv("CI") == "true" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	bin := filepath.Join(t.TempDir(), "check")
	build := exec.Command(gcc, "-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror",
		"-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o", bin, "c/check.c", "c/wire.c")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	in, out := startProgram(t, bin)
	return &cSide{in, bufio.NewReader(out)}
}

// decode returns the frames (header and payload) and counts that the C decoder
// makes of stream.
func (c *cSide) decode(stream []byte) ([]hexBytes, Counts, error) {
	req := binary.LittleEndian.AppendUint32([]byte{'D'}, uint32(len(stream)))
	if _, err := c.in.Write(append(req, stream...)); err != nil {
		return nil, Counts{}, err
	}
	frames := []hexBytes{}
	for {
		kind, err := c.out.ReadByte()
		if err != nil {
			return nil, Counts{}, err
		}
		switch kind {
		case 'F':
			b, err := c.block()
			if err != nil {
				return nil, Counts{}, err
			}
			frames = append(frames, b)
		case 'C':
			var b [10]byte
			if _, err := io.ReadFull(c.out, b[:]); err != nil {
				return nil, Counts{}, err
			}
			return frames, Counts{
				Frames: uint64(le.Uint32(b[:])), CRC: uint64(le.Uint16(b[4:])),
				Bad: uint64(le.Uint16(b[6:])), Overlong: uint64(le.Uint16(b[8:])),
			}, nil
		default:
			return nil, Counts{}, fmt.Errorf("the C codec answered %q", kind)
		}
	}
}

// encode returns what the C encoder puts on the line.
func (c *cSide) encode(f Frame) (hexBytes, error) {
	req := append([]byte{'E', byte(f.Type), f.Seq, f.Ack, byte(len(f.Payload))}, f.Payload...)
	if _, err := c.in.Write(req); err != nil {
		return nil, err
	}
	if kind, err := c.out.ReadByte(); err != nil || kind != 'W' {
		return nil, fmt.Errorf("the C codec answered %q, %v", kind, err)
	}
	return c.block()
}

func (c *cSide) block() (hexBytes, error) {
	n, err := c.out.ReadByte()
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err = io.ReadFull(c.out, b)
	return b, err
}

func TestVectorsInC(t *testing.T) {
	c := startC(t)
	for _, v := range readVectors[goodVector](t, "good.json") {
		f := Frame{Version: Major, Type: Type(v.Type), Seq: v.Seq, Ack: v.Ack, Payload: v.Payload}
		wire, err := c.encode(f)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v.Wire, wire); diff != "" {
			t.Errorf("%s encoded: %s", v.Name, diff)
		}
		frames, counts, err := c.decode(v.Wire)
		if err != nil {
			t.Fatal(err)
		}
		whole := unstuffed(f)
		if diff := cmp.Diff([]hexBytes{whole[:len(whole)-CRCSize]}, frames); diff != "" || counts != (Counts{Frames: 1}) {
			t.Errorf("%s decoded: %s %+v", v.Name, diff, counts)
		}
	}
	for _, v := range readVectors[brokenVector](t, "broken.json") {
		frames, counts, err := c.decode(v.Stream)
		if err != nil {
			t.Fatal(err)
		}
		want := []hexBytes{}
		for _, f := range v.Frames {
			want = append(want, f[:len(f)-CRCSize])
		}
		if diff := cmp.Diff(want, frames); diff != "" {
			t.Errorf("%s: %s", v.Name, diff)
		}
		if diff := cmp.Diff(v.counts(), counts); diff != "" {
			t.Errorf("%s: %s", v.Name, diff)
		}
	}
}

// agree fails unless both codecs make the same of stream.
func agree(t interface{ Fatalf(string, ...any) }, c *cSide, stream []byte) {
	var d Decoder
	goFrames := []hexBytes{}
	d.Feed(stream, func(f Frame) {
		whole := unstuffed(f)
		goFrames = append(goFrames, whole[:len(whole)-CRCSize])
	})
	cFrames, counts, err := c.decode(stream)
	if err != nil {
		t.Fatalf("the C codec: %v", err)
	}
	if diff := cmp.Diff(goFrames, cFrames); diff != "" {
		t.Fatalf("frames differ (Go -, C +): %s", diff)
	}
	if counts != d.Counts {
		t.Fatalf("counts differ: Go %+v, C %+v", d.Counts, counts)
	}
}

// TestBothCodecsAgree makes streams of frames, pieces of frames and noise.
func TestBothCodecsAgree(t *testing.T) {
	c := startC(t)
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		for range rapid.IntRange(0, 6).Draw(t, "pieces") {
			switch rapid.SampledFrom([]string{"frame", "damaged", "noise", "zeros", "long"}).Draw(t, "piece") {
			case "frame":
				f := anyFrame(t, "frame")
				f.Version = Major
				wire, err := AppendFrame(nil, f)
				if err != nil {
					t.Fatal(err)
				}
				got, err := c.encode(f)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(hexBytes(wire), got); diff != "" {
					t.Fatalf("encoded differently (Go -, C +): %s", diff)
				}
				stream = append(stream, wire...)
			case "damaged":
				wire, _ := AppendFrame(nil, anyFrame(t, "frame"))
				from := rapid.IntRange(0, len(wire)-1).Draw(t, "from")
				wire = wire[from:rapid.IntRange(from+1, len(wire)).Draw(t, "to")]
				wire[rapid.IntRange(0, len(wire)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
				stream = append(stream, wire...)
			case "noise":
				stream = append(stream, rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "noise")...)
			case "zeros":
				stream = append(stream, make([]byte, rapid.IntRange(1, 5).Draw(t, "zeros"))...)
			case "long":
				b := rapid.SampledFrom([]byte{1, 2, 0x55, 0xFE, 0xFF}).Draw(t, "byte")
				for range rapid.IntRange(190, 600).Draw(t, "length") {
					stream = append(stream, b)
				}
			}
		}
		agree(t, c, stream)
	})
}

func FuzzBothCodecsAgree(f *testing.F) {
	seedStreams(f)
	c := startC(f)
	f.Fuzz(func(t *testing.T, stream []byte) {
		agree(t, c, stream)
	})
}

func FuzzDecode(f *testing.F) {
	seedStreams(f)
	f.Fuzz(func(t *testing.T, stream []byte) {
		var d Decoder
		var delivered uint64
		d.Feed(stream, func(fr Frame) {
			delivered++
			m, err := Unmarshal(fr)
			if err != nil {
				if err.Error() == "" {
					t.Error("an error without a sentence")
				}
				return
			}
			if _, err := Append(nil, fr.Seq, fr.Ack, m); err != nil {
				t.Errorf("%#v was read and cannot be written: %v", m, err)
			}
		})
		if d.Counts.Frames != delivered {
			t.Errorf("%d frames delivered, counted %+v", delivered, d.Counts)
		}
	})
}

// FuzzUnmarshal skips the check that keeps FuzzDecode from most payloads.
func FuzzUnmarshal(f *testing.F) {
	for _, m := range samples {
		p, err := payload(nil, m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(m.Type()), p)
	}
	f.Fuzz(func(t *testing.T, ty uint8, p []byte) {
		if len(p) > MaxPayload {
			return
		}
		m, err := Unmarshal(Frame{Version: Major, Type: Type(ty), Payload: p})
		if err != nil {
			return
		}
		again, err := payload(nil, m)
		if err != nil {
			t.Fatalf("%#v was read and cannot be written: %v", m, err)
		}
		back, err := Unmarshal(Frame{Version: Major, Type: Type(ty), Payload: again})
		if err != nil || !cmp.Equal(m, back) {
			t.Fatalf("%#v written and read is %#v, %v", m, back, err)
		}
	})
}

func seedStreams(f *testing.F) {
	for _, v := range readVectors[goodVector](f, "good.json") {
		f.Add([]byte(v.Wire))
	}
	for _, v := range readVectors[brokenVector](f, "broken.json") {
		f.Add([]byte(v.Stream))
	}
}
