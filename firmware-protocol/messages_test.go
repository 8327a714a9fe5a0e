package protocol

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// samples is one message of every type, as the good vectors have them.
var samples = []Message{
	Hello{1, 0},
	HostPing{},
	HostPong{},
	Config{SnapshotMillis: 1500, ScanMillis: 5, Brightness: 200, LimitMilliamps: 2500},
	SnapshotGet{},
	LEDSet{[]Run{{0, []uint8{1, 1, 0, 2}}, {360, []uint8{9}}}},
	LEDCommit{Edge: 4, Check: 0x29B1},
	RawGet{First: 180, Count: 3},
	SelftestRun{},
	StatsGet{},
	Ack{},
	Caps{
		Major: 1, Firmware: [3]uint8{1, 2, 3}, Planes: 2, Rows: 19, Cols: 19, LEDs: 361, EdgeLEDs: 4,
		Features: FeaturePointLEDs | FeatureEdgeLEDs | FeatureSelftest | FeatureLimit | FeatureChainCheck,
		Boot:     0x1234, Reset: ResetPower | ResetBrownOut, UID: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}, Model: "stonehand atmega2560",
	},
	BoardPing{Boot: 0x1234, Uptime: 1000},
	BoardPong{Boot: 0x1234, Uptime: 86_400_000},
	ConfigNow{SnapshotMillis: 1500, ScanMillis: 5, Brightness: 200, LimitMilliamps: 2500},
	Snapshot{Scan: 7, States: []State{Empty, Black, White, Unreadable, White}},
	Delta{Scan: 8, Changes: []Change{{0, Black}, {360, White}, {180, Empty}}},
	Raw{First: 180, Field: []int8{-127, 0, 127}},
	Selftest{Ran: TestChain | TestMemory | TestEEPROM, Failed: TestChain, Chips: 91, Found: 0xFFFF, FreeRAM: 512},
	Stats{
		Uptime: 1, FramesIn: 2, FramesOut: 3, Scans: 4, CRCErrors: 5, BadFrames: 6, Overlong: 7, Overruns: 8,
		Unknown: 9, ChainFaults: 10, LongestLoop: 11, FreeRAM: 12,
	},
	Error{Code: CodePicture, About: TypeLEDCommit, Detail: 0xBEEF},
	LevelsSet{First: 180, Levels: []Level{{Zero: -3, Stone: 24}, {Zero: 5, Stone: 0}}},
	SnapshotGet{First: 128, Count: 64},
	Part{Scan: 7, First: 128, States: []State{Black, Empty, White, Unreadable, White}},
}

func TestEveryMessageComesOutAsItWentIn(t *testing.T) {
	seen := map[Type]bool{}
	for i, m := range samples {
		wire, err := Append(nil, uint8(i+1), uint8(i), m)
		if err != nil {
			t.Fatalf("%v: %v", m.Type(), err)
		}
		var d Decoder
		frames := feed(&d, wire)
		if len(frames) != 1 {
			t.Fatalf("%v: %d frames", m.Type(), len(frames))
		}
		got, err := Unmarshal(frames[0])
		if err != nil {
			t.Fatalf("%v: %v", m.Type(), err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("%v: %s", m.Type(), diff)
		}
		seen[m.Type()] = true
	}
	for ty, name := range typeNames {
		if !seen[ty] {
			t.Errorf("no sample of %s", name)
		}
		if _, ok := readers[ty]; !ok {
			t.Errorf("no least length for %s", name)
		}
	}
}

func TestLaterMinorVersionsMayGrow(t *testing.T) {
	for _, m := range samples {
		switch m.(type) {
		case Delta, LEDSet, Raw, LevelsSet: // lists that end with the frame
			continue
		}
		p, err := payload(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Unmarshal(Frame{Version: Major, Type: m.Type(), Payload: append(p, 0xAA, 0xBB)})
		if err != nil {
			t.Fatalf("%v: %v", m.Type(), err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("%v: %s", m.Type(), diff)
		}
	}
}

func TestMalformedPayloadsAreExplained(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Frame
	}{
		{"short caps", Frame{Type: TypeCaps, Payload: make([]byte, 24)}},
		{"model beyond the end", Frame{Type: TypeCaps, Payload: append(make([]byte, 24), 5, 'a')}},
		{"snapshot shorter than it says", Frame{Type: TypeSnapshot, Payload: []byte{0, 0, 9, 0, 1, 2}}},
		{"snapshot of too many points", Frame{Type: TypeSnapshot, Payload: []byte{0, 0, 0xFF, 0xFF}}},
		{"part shorter than it says", Frame{Type: TypePart, Payload: []byte{0, 0, 0, 0, 9, 1, 2}}},
		{"part of nothing", Frame{Type: TypePart, Payload: []byte{0, 0, 0, 0, 0, 1}}},
		{"part beyond every board", Frame{Type: TypePart, Payload: []byte{0, 0, 0xFF, 0xFF, 1, 1}}},
		{"half a change", Frame{Type: TypeDelta, Payload: []byte{0, 0, 1}}},
		{"change far off the board", Frame{Type: TypeDelta, Payload: []byte{0, 0, 0xFF, 0xFF}}},
		{"empty run", Frame{Type: TypeLEDSet, Payload: []byte{0, 0, 0, 1}}},
		{"half a level", Frame{Type: TypeLevelsSet, Payload: []byte{0, 0, 1, 2, 3}}},
		{"level out of range", Frame{Type: TypeLevelsSet, Payload: []byte{0, 0, 1, 128}}},
		{"run beyond the end", Frame{Type: TypeLEDSet, Payload: []byte{0, 0, 2, 1}}},
	} {
		c.f.Version = Major
		m, err := Unmarshal(c.f)
		if err == nil {
			t.Errorf("%s: read as %#v", c.name, m)
			continue
		}
		t.Logf("%s: %v", c.name, err)
	}
}

func TestUnknownTypesAndVersions(t *testing.T) {
	if _, err := Unmarshal(Frame{Version: Major, Type: 0x7F}); !errors.Is(err, ErrUnknownType) {
		t.Errorf("unknown type: %v", err)
	}
	m, err := Unmarshal(Frame{Version: 9, Type: TypeCaps, Payload: []byte{9, 4}})
	var v *VersionError
	if !errors.As(err, &v) || v.Got != 9 {
		t.Errorf("foreign CAPS: %v", err)
	}
	c, ok := m.(Caps)
	if !ok || c.Major != 9 || c.Minor != 4 || c.Understood() == nil {
		t.Errorf("foreign CAPS read as %#v", m)
	}
	if m, err := Unmarshal(Frame{Version: 0, Type: TypeDelta, Payload: []byte{1, 2}}); m != nil || !errors.As(err, &v) {
		t.Errorf("foreign DELTA read as %#v, %v", m, err)
	}
}

// TestPictureSetsDoWhatTheySay plays the board: it carries the messages out and
// compares the pictures.
func TestPictureSetsDoWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, MaxPoints).Draw(t, "points")
		signal := rapid.SampledFrom([]uint8{0, 0, 0, 1, 2, 15})
		from := rapid.SliceOfN(signal, n, n).Draw(t, "from")
		to := append([]uint8(nil), from...)
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			to[rapid.IntRange(0, n-1).Draw(t, "point")] = signal.Draw(t, "signal")
		}
		if rapid.Bool().Draw(t, "all") {
			to = rapid.SliceOfN(signal, n, n).Draw(t, "to")
		}
		shown := append([]uint8(nil), from...)
		most := rapid.IntRange(4, MaxPayload).Draw(t, "most")
		for _, m := range PictureSets(from, to, most) {
			p, err := payload(nil, m)
			if err != nil || len(p) > most {
				t.Fatalf("%d bytes of payload, %v", len(p), err)
			}
			for _, r := range m.Runs {
				copy(shown[r.First:], r.Signals)
			}
		}
		if diff := cmp.Diff(to, shown); diff != "" {
			t.Fatal(diff)
		}
	})
	if got := PictureSets([]uint8{1, 2}, []uint8{1, 2}, MaxPayload); got != nil {
		t.Errorf("nothing to do, yet %v", got)
	}
}
