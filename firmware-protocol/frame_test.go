package protocol

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// feed returns the frames that d finds in stream, with payloads of their own.
func feed(d *Decoder, stream []byte) []Frame {
	var got []Frame
	d.Feed(stream, func(f Frame) {
		f.Payload = bytes.Clone(f.Payload)
		got = append(got, f)
	})
	return got
}

func anyFrame(t *rapid.T, label string) Frame {
	return Frame{
		Version: rapid.Byte().Draw(t, label+" version"),
		Type:    Type(rapid.Byte().Draw(t, label+" type")),
		Seq:     rapid.Byte().Draw(t, label+" seq"),
		Ack:     rapid.Byte().Draw(t, label+" ack"),
		Payload: rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 1, 2, 0x7F, 0xFF}), 0, MaxPayload).Draw(t, label+" payload"),
	}
}

func TestCRC16CheckValue(t *testing.T) {
	if got := CRC16([]byte("123456789")); got != 0x29B1 {
		t.Fatalf("CRC16 = 0x%04X, want 0x29B1", got)
	}
}

func TestFramesComeOutAsTheyWentIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var wire []byte
		var want []Frame
		for range rapid.IntRange(1, 4).Draw(t, "frames") {
			f := anyFrame(t, "frame")
			before := len(wire)
			var err error
			if wire, err = AppendFrame(wire, f); err != nil {
				t.Fatal(err)
			}
			if n := len(wire) - before; n > MaxWire {
				t.Fatalf("%d bytes on the wire, more than MaxWire", n)
			}
			if bytes.IndexByte(wire[before+1:], 0) != len(wire)-before-2 {
				t.Fatal("a delimiter stands within the frame")
			}
			want = append(want, f)
		}
		var d Decoder
		var got []Frame
		for len(wire) > 0 {
			n := rapid.IntRange(1, len(wire)).Draw(t, "piece")
			got = append(got, feed(&d, wire[:n])...)
			wire = wire[n:]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if d.Counts != (Counts{Frames: uint64(len(want))}) {
			t.Fatalf("counts %+v", d.Counts)
		}
	})
}

// TestDamageCostsOnlyTheFrameItHits cuts, flips or drops bytes of one frame
// among three; the other two always arrive.
func TestDamageCostsOnlyTheFrameItHits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		frames := []Frame{anyFrame(t, "a"), anyFrame(t, "b"), anyFrame(t, "c")}
		mid, err := AppendFrame(nil, frames[1])
		if err != nil {
			t.Fatal(err)
		}
		at := rapid.IntRange(1, len(mid)-2).Draw(t, "at")
		switch rapid.SampledFrom([]string{"cut", "flip", "drop", "insert"}).Draw(t, "damage") {
		case "cut":
			mid = mid[:at]
		case "flip":
			mid[at] ^= byte(1 << rapid.IntRange(0, 7).Draw(t, "bit"))
		case "drop":
			mid = append(mid[:at:at], mid[at+1:]...)
		case "insert":
			mid = append(append(mid[:at:at], rapid.ByteRange(1, 255).Draw(t, "noise")), mid[at:]...)
		}
		wire, _ := AppendFrame(nil, frames[0])
		wire = append(wire, mid...)
		wire, _ = AppendFrame(wire, frames[2])
		var d Decoder
		got := feed(&d, wire)
		if len(got) != 2 {
			t.Fatalf("%d frames, want the two whole ones (counts %+v)", len(got), d.Counts)
		}
		if diff := cmp.Diff([]Frame{frames[0], frames[2]}, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTooLongPayloadIsRefused(t *testing.T) {
	got, err := AppendFrame([]byte{7}, Frame{Type: TypeRaw, Payload: make([]byte, MaxPayload+1)})
	if err == nil || !bytes.Equal(got, []byte{7}) {
		t.Fatalf("got % x, %v", got, err)
	}
	t.Log(err)
}

func TestDecoderKeepsNoMemory(t *testing.T) {
	var d Decoder
	garbage := bytes.Repeat([]byte{0x55}, 1<<16)
	wire, err := Append(nil, 1, 0, HostPing{})
	if err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(10, func() {
		d.Feed(garbage, func(Frame) {})
		d.Feed(wire, func(Frame) {})
	})
	if n != 0 {
		t.Fatalf("%v allocations", n)
	}
	if d.Counts.Overlong != 11 || d.Counts.Frames != 11 {
		t.Fatalf("counts %+v", d.Counts)
	}
}
