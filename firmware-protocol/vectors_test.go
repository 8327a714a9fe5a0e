package protocol

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goodVector is one line of vectors/good.json.
type goodVector struct {
	Name, Means    string
	Type, Seq, Ack uint8
	Payload, Wire  hexBytes
}

// brokenVector is one line of vectors/broken.json. Its frames are header and
// payload and check, as they stand between the delimiters once unstuffed.
type brokenVector struct {
	Name, Why          string
	Stream             hexBytes
	Frames             []hexBytes
	CRC, Bad, Overlong uint64
}

func (v brokenVector) counts() Counts {
	return Counts{Frames: uint64(len(v.Frames)), CRC: v.CRC, Bad: v.Bad, Overlong: v.Overlong}
}

type hexBytes []byte

func (h *hexBytes) UnmarshalText(b []byte) error {
	var err error
	*h, err = hex.DecodeString(string(b))
	return err
}

func readVectors[V any](t testing.TB, name string) []V {
	t.Helper()
	b, err := os.ReadFile("vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var v []V
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(v) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return v
}

// unstuffed returns a frame as it stands between delimiters before stuffing.
func unstuffed(f Frame) hexBytes {
	b := append(hexBytes{f.Version, byte(f.Type), f.Seq, f.Ack, byte(len(f.Payload))}, f.Payload...)
	crc := CRC16(b)
	return append(b, byte(crc), byte(crc>>8))
}

func TestGoodVectors(t *testing.T) {
	for i, v := range readVectors[goodVector](t, "good.json") {
		t.Run(v.Name, func(t *testing.T) {
			var d Decoder
			frames := feed(&d, v.Wire)
			want := []Frame{{Version: Major, Type: Type(v.Type), Seq: v.Seq, Ack: v.Ack, Payload: v.Payload}}
			if diff := cmp.Diff(want, frames, cmp.Transformer("bytes", func(b []byte) string { return string(b) })); diff != "" {
				t.Fatal(diff)
			}
			m, err := Unmarshal(frames[0])
			if err != nil {
				t.Fatal(err)
			}
			if i < len(samples) {
				if diff := cmp.Diff(samples[i], m); diff != "" {
					t.Fatal(diff)
				}
			}
			wire, err := Append(nil, v.Seq, v.Ack, m)
			if err != nil || !cmp.Equal(hexBytes(wire), v.Wire) {
				t.Fatalf("encoded as % x, %v", wire, err)
			}
		})
	}
}

func TestBrokenVectors(t *testing.T) {
	for _, v := range readVectors[brokenVector](t, "broken.json") {
		t.Run(v.Name, func(t *testing.T) {
			for _, piece := range []int{len(v.Stream), 1, 3} {
				var d Decoder
				got := []hexBytes{}
				for s := v.Stream; len(s) > 0; s = s[min(piece, len(s)):] {
					d.Feed(s[:min(piece, len(s))], func(f Frame) { got = append(got, unstuffed(f)) })
				}
				if diff := cmp.Diff(v.Frames, got); diff != "" {
					t.Errorf("in pieces of %d: %s", piece, diff)
				}
				if diff := cmp.Diff(v.counts(), d.Counts); diff != "" {
					t.Errorf("in pieces of %d: %s", piece, diff)
				}
			}
		})
	}
}
