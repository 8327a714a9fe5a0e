package avrtest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	protocol "stonehand/firmware-protocol"
)

func TestPicturesShowWholeOrNotAtAll(t *testing.T) {
	looks := readLooks(t)
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		ask[protocol.ConfigNow](h, protocol.Config{LimitMilliamps: 30000})
		n := b.Points()
		dark, black, white := make([]uint8, n), slices.Repeat([]uint8{1}, n), slices.Repeat([]uint8{2}, n)
		allOf := func(signal int) func() bool {
			return func() bool {
				l := b.Lights()
				for i := range n {
					if l[i] != looks[signal].full() {
						return false
					}
				}
				return true
			}
		}
		h.show(dark, black, 0)
		h.until("all blue", allOf(1))

		for _, m := range protocol.PictureSets(black, white, protocol.MaxPayload) {
			ask[protocol.Ack](h, m)
			if !allOf(1)() {
				t.Fatal("a prepared picture showed before it was committed")
			}
		}
		// A commit that does not fit what arrived shows nothing.
		e := ask[protocol.Error](h, protocol.LEDCommit{Check: protocol.PictureCheck(black)})
		if e.Code != protocol.CodePicture || e.Detail != protocol.PictureCheck(white) {
			t.Errorf("refused by: %v", e)
		}
		if !allOf(1)() {
			t.Fatal("a refused picture showed")
		}
		_, commit := h.wire(protocol.LEDCommit{Check: protocol.PictureCheck(white)})
		h.write(commit)
		h.until("all white", func() bool {
			l := b.Lights()
			for i := range n {
				if l[i] != l[0] {
					t.Fatalf("point 0 shows %v while point %d shows %v", l[0], i, l[i])
				}
			}
			return allOf(2)()
		})
	})
}

func TestWrongLightsAreRefusedWhole(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		_, h, _ := meet(t, o)
		for _, c := range []struct {
			m      protocol.Message
			code   protocol.ErrorCode
			detail uint16
		}{
			{protocol.LEDSet{Runs: []protocol.Run{{First: 0, Signals: []uint8{1}}, {First: 360, Signals: []uint8{1, 1}}}}, protocol.CodeValue, 361},
			{protocol.LEDSet{Runs: []protocol.Run{{First: 0xFFFF, Signals: []uint8{1, 1}}}}, protocol.CodeValue, 0xFFFF},
			{protocol.LEDSet{Runs: []protocol.Run{{First: 4, Signals: []uint8{1, 22}}}}, protocol.CodeValue, 5},
			{protocol.LEDCommit{Edge: 22, Check: protocol.PictureCheck(make([]uint8, 361))}, protocol.CodeValue, 22},
			{protocol.Config{SnapshotMillis: 100}, protocol.CodeValue, 100},
			{protocol.Config{ScanMillis: 1}, protocol.CodeValue, 1},
		} {
			e := ask[protocol.Error](h, c.m)
			if want := (protocol.Error{Code: c.code, About: c.m.Type(), Detail: c.detail}); e != want {
				t.Errorf("%+v refused by: %v", c.m, e)
			}
		}
		// Nothing of the refused pictures was kept.
		ask[protocol.Ack](h, protocol.LEDCommit{Check: protocol.PictureCheck(make([]uint8, 361))})
	})
}

func TestCurrentLimitAndBrightness(t *testing.T) {
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		n := b.Points()
		white := slices.Repeat([]uint8{2}, n)
		h.show(make([]uint8, n), white, 0)
		milliamps := func() int {
			sum := 0
			for _, c := range b.Lights() {
				sum += int(c.R) + int(c.G) + int(c.B)
			}
			return sum*20/255 + len(b.Lights())
		}
		for _, limit := range []uint16{2500, 1000, 30000, 600} {
			got := ask[protocol.ConfigNow](h, protocol.Config{LimitMilliamps: limit})
			if got.LimitMilliamps != limit || got.ScanMillis != 5 || got.SnapshotMillis != 1500 || got.Brightness != 255 {
				t.Errorf("settings in force: %+v", got)
			}
			full := n * (255 + 189 + 100) * 20 / 255
			h.until("the lights keep the limit and use it", func() bool {
				ma := milliamps()
				if limit > 20000 {
					return ma > full*9/10
				}
				return ma <= int(limit) && ma > len(b.Lights())+(int(limit)-len(b.Lights()))/2
			})
		}
		ask[protocol.ConfigNow](h, protocol.Config{Brightness: 127, LimitMilliamps: 30000})
		h.until("half as bright", func() bool { return b.Lights()[7] == RGB{127, 94, 50} })
	})
}

func TestALostHostIsShown(t *testing.T) {
	looks := readLooks(t)
	onEach(t, Options{}, func(t *testing.T, o Options) {
		b, h, _ := meet(t, o)
		picture := make([]uint8, b.Points())
		picture[180] = 1
		h.show(make([]uint8, b.Points()), picture, 13)
		turn, lost := looks[13].full(), looks[12].full()
		h.until("the edge shows whose turn it is", func() bool { return b.Lights()[361] == turn })

		h.silent = true
		h.until("the edge shows that the host is lost", func() bool { return b.Lights()[361] == lost })
		if got := b.Lights()[180]; got != looks[1].full() {
			t.Errorf("meanwhile the point being asked for shows %v", got)
		}
		pings := 0
		for range 3 {
			await[protocol.BoardPing](h, "a ping to nobody", nil)
			pings++
		}
		h.silent = false
		h.until("the edge shows the turn again", func() bool { return b.Lights()[361] == turn })
	})
}

func TestNothingShowsBeforeAHostCame(t *testing.T) {
	looks := readLooks(t)
	b := Start(t, Options{})
	lost := looks[12].full()
	h := &host{t: t, port: open(t, b).port, silent: true}
	h.until("the board says it is alone", func() bool { return b.Lights()[361] == lost })
	if l := b.Lights(); !cmp.Equal(l[:361], make([]RGB, 361)) {
		t.Error("points are lit although no host ever was there")
	}
}
