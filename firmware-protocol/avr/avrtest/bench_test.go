package avrtest

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	protocol "stonehand/firmware-protocol"
)

// millis turns cycles of the 16 MHz clock into milliseconds.
func millis(cycles uint64) float64 { return float64(cycles) / 16000 }

func report(b *testing.B, took []float64) {
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*99/100], "p99-ms")
	b.ReportMetric(took[len(took)-1], "max-ms")
}

// lost returns how many bytes the board had sent before its line was opened, so
// that places in what was read are places in what was sent.
func lost(b *Board, h *host) uint64 {
	for {
		before := h.read
		h.pump() // ends after a while of silence
		if sent := b.Sent(); h.read == before && sent == b.Sent() {
			return sent - h.read
		}
	}
}

// BenchmarkStoneToDelta measures, in the board's own time, from a sensor's
// change to the last byte of the DELTA that tells of it. Stones fall at random
// moments, so they meet snapshots, pings and light frames as they do in play.
func BenchmarkStoneToDelta(bench *testing.B) { stoneToDelta(bench, Options{}) }

// BenchmarkAnalogStoneToDelta measures the same of the analog board.
func BenchmarkAnalogStoneToDelta(bench *testing.B) { stoneToDelta(bench, Options{Analog: true}) }

func stoneToDelta(bench *testing.B, o Options) {
	b, h, _ := meet(bench, o)
	r := rand.New(rand.NewPCG(1, 1))
	picture := make([]uint8, b.Points())
	picture[0], picture[18] = 4, 4 // something breathes, so frames are drawn
	h.show(make([]uint8, b.Points()), picture, 4)
	before := lost(b, h)
	var took []float64
	state := protocol.Empty
	for bench.Loop() {
		time.Sleep(time.Duration(r.IntN(40_000)) * time.Microsecond)
		state ^= protocol.Black
		at := b.SetPoint(77, state)
		_, d := awaitHeard[protocol.Delta](h, "the delta", nil)
		took = append(took, millis(b.SentAt(before+d.end-1)-at))
	}
	report(bench, took)
}

// BenchmarkCommitToLights measures, in the board's own time, from the last byte
// of LED_COMMIT's ACK to the moment the strip has the whole picture.
func BenchmarkCommitToLights(bench *testing.B) {
	b, h, _ := meet(bench, Options{})
	from := make([]uint8, b.Points())
	before := lost(b, h)
	var took []float64
	for bench.Loop() {
		to := slices.Clone(from)
		to[40] ^= 1
		for _, m := range protocol.PictureSets(from, to, protocol.MaxPayload) {
			ask[protocol.Ack](h, m)
		}
		seq, commit := h.wire(protocol.LEDCommit{Check: protocol.PictureCheck(to)})
		h.write(commit)
		_, ack := awaitHeard(h, "the ACK", func(r heard, _ protocol.Ack) bool { return r.Ack == seq })
		from = to
		for (b.Lights()[40] != RGB{}) != (to[40] == 1) {
			time.Sleep(time.Millisecond)
		}
		took = append(took, millis(b.LitAt())-millis(b.SentAt(before+ack.end-1)))
	}
	report(bench, took)
}

// BenchmarkAnalogScan measures a scan of the analog board, from its first address
// to the beginning of its last sample, and how many there are in a second: with the
// lights at rest, and with lights that breathe. Both in the board's own time.
func BenchmarkAnalogScan(bench *testing.B) {
	b, h, _ := meet(bench, Options{Analog: true})
	ask[protocol.ConfigNow](h, protocol.Config{ScanMillis: 2})
	picture := make([]uint8, b.Points())
	rate := func() float64 {
		s := ask[protocol.Stats](h, protocol.StatsGet{})
		time.Sleep(time.Second)
		e := ask[protocol.Stats](h, protocol.StatsGet{})
		return float64(e.Scans-s.Scans) / float64(e.Uptime-s.Uptime) * 1000
	}
	var still, moving, took float64
	for bench.Loop() {
		still = rate()
		breathing := append([]uint8(nil), picture...)
		breathing[0], breathing[18] = 4, 4
		h.show(picture, breathing, 4)
		moving = rate()
		h.show(breathing, picture, 0)
		took = millis(b.ScanTook())
	}
	bench.ReportMetric(took, "scan-ms")
	bench.ReportMetric(still, "scans/s")
	bench.ReportMetric(moving, "scans/s-lights-moving")
}
