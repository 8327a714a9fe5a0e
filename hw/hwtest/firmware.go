package hwtest

import (
	"errors"
	"io"
	"slices"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// command carries out one frame from the host.
func (b *Board) command(line io.Writer, f protocol.Frame) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != line || f.Type.FromBoard() {
		return
	}
	m, err := protocol.Unmarshal(f)
	b.heard = append(b.heard, m)
	b.unheard, b.hostLost = 0, false
	var version *protocol.VersionError
	switch {
	case b.caps.Major != protocol.Major && f.Type == protocol.TypeHello:
		b.say(f.Seq, b.caps) // the one command that every major version answers
		return
	case errors.As(err, &version):
		b.say(f.Seq, protocol.Error{Code: protocol.CodeVersion, About: f.Type, Detail: uint16(b.caps.Major)})
		return
	case errors.Is(err, protocol.ErrUnknownType):
		return
	case err != nil:
		b.say(f.Seq, protocol.Error{Code: protocol.CodeLength, About: f.Type, Detail: uint16(len(f.Payload))})
		return
	}
	if e, refused := b.refuse[f.Type]; refused {
		b.say(f.Seq, e)
		return
	}
	if answer := b.obey(m); answer != nil {
		b.say(f.Seq, answer)
	}
}

// obey carries m out and returns its answer; nil for none.
func (b *Board) obey(m protocol.Message) protocol.Message {
	no := func(c protocol.ErrorCode, detail int) protocol.Message {
		return protocol.Error{Code: c, About: m.Type(), Detail: uint16(detail)}
	}
	switch m := m.(type) {
	case protocol.Hello:
		return b.caps
	case protocol.HostPing:
		return protocol.BoardPong(b.life())
	case protocol.Config:
		return b.configure(m)
	case protocol.SnapshotGet:
		return b.part(m)
	case protocol.LEDSet:
		if len(b.prepared) == 0 {
			return no(protocol.CodeUnsupported, 0)
		}
		for _, r := range m.Runs {
			if end := int(r.First) + len(r.Signals); end > len(b.prepared) {
				return no(protocol.CodeValue, end-1)
			}
			for i, s := range r.Signals {
				if !b.knows(s) {
					return no(protocol.CodeValue, int(r.First)+i)
				}
			}
		}
		for _, r := range m.Runs {
			copy(b.prepared[r.First:], r.Signals)
		}
		return protocol.Ack{}
	case protocol.LEDCommit:
		if !b.knows(m.Edge) {
			return no(protocol.CodeValue, int(m.Edge))
		}
		if check := protocol.PictureCheck(b.prepared); check != m.Check {
			return no(protocol.CodePicture, int(check))
		}
		b.shown, b.edge = slices.Clone(b.prepared), m.Edge
		return protocol.Ack{}
	case protocol.StatsGet:
		return protocol.Stats{Uptime: uint32(time.Since(b.started).Milliseconds()), FreeRAM: 1000}
	case protocol.RawGet:
		if b.caps.Features&protocol.FeatureFieldRaw == 0 {
			return no(protocol.CodeUnsupported, 0)
		}
		end := int(m.First) + int(m.Count)
		if m.Count == 0 || end > len(b.field) {
			return no(protocol.CodeValue, int(m.First))
		}
		return protocol.Raw{First: m.First, Field: slices.Clone(b.field[m.First:end])}
	case protocol.LevelsSet:
		if b.caps.Features&protocol.FeatureLevels == 0 {
			return no(protocol.CodeUnsupported, 0)
		}
		if end := int(m.First) + len(m.Levels); end > len(b.levels) {
			return no(protocol.CodeValue, end-1)
		}
		copy(b.levels[m.First:], m.Levels)
		b.judge()
		return protocol.Ack{}
	case protocol.SelftestRun:
		return no(protocol.CodeUnsupported, 0)
	}
	return nil
}

// knows tells whether a board of this version has such a signal.
func (b *Board) knows(signal uint8) bool {
	s := hw.Signal(signal)
	return s.Valid() && (b.caps.Minor >= 3 || s < hw.Captured)
}

// part answers SNAPSHOT_GET: with some points only where some are asked for, and
// by a board that knows that.
func (b *Board) part(m protocol.SnapshotGet) protocol.Message {
	end := int(m.First) + int(m.Count)
	switch {
	case m.Count == 0 || b.caps.Minor < 2:
		return b.snapshot()
	case end > len(b.points):
		return protocol.Error{Code: protocol.CodeValue, About: m.Type(), Detail: m.First}
	}
	return protocol.Part{Scan: b.scan, First: m.First, States: slices.Clone(b.points[m.First:end])}
}

func (b *Board) configure(c protocol.Config) protocol.Message {
	no := func(v uint16) protocol.Message {
		return protocol.Error{Code: protocol.CodeValue, About: protocol.TypeConfig, Detail: v}
	}
	if c.SnapshotMillis != 0 && (c.SnapshotMillis < 200 || c.SnapshotMillis > 5000) {
		return no(c.SnapshotMillis)
	}
	if c.ScanMillis != 0 && (c.ScanMillis < 2 || c.ScanMillis > 100) {
		return no(uint16(c.ScanMillis))
	}
	if c.SnapshotMillis != 0 {
		b.config.SnapshotMillis = c.SnapshotMillis
	}
	if c.ScanMillis != 0 {
		b.config.ScanMillis = c.ScanMillis
	}
	if c.Brightness != 0 {
		b.config.Brightness = c.Brightness
	}
	if c.LimitMilliamps != 0 {
		b.config.LimitMilliamps = c.LimitMilliamps
	}
	return protocol.ConfigNow(b.config)
}
