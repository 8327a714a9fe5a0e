package mcu

import (
	"encoding/hex"
	"slices"
	"time"

	protocol "stonehand/firmware-protocol"
	"stonehand/hw"
)

// fieldEvery is how often the field of the whole board is asked for. An answer
// about 361 points takes some 35 ms of a line of 115200 baud, and what people do
// must not wait for it.
const fieldEvery = 200 * time.Millisecond

// rawMost is how many points one RAW holds.
const rawMost = protocol.MaxPayload - 2

// probing is what the host wants of a board that measures fields.
type probing struct {
	on      bool
	levels  []hw.Level // by point; nil: the board's own
	version int        // grows with every change of levels
}

// Probe begins or ends the measuring of fields, of a board that can.
func (b *Board) Probe(on bool) {
	b.mu.Lock()
	b.probing.on = on
	b.mu.Unlock()
	hw.Ring(b.wake)
}

// SetLevels says from what field on a point counts as a stone's. A board of
// another size than levels has, and one that cannot take them, goes by its own.
func (b *Board) SetLevels(levels []hw.Level) {
	b.mu.Lock()
	if !slices.Equal(b.probing.levels, levels) {
		b.probing.levels = slices.Clone(levels)
		b.probing.version++
	}
	b.mu.Unlock()
	hw.Ring(b.wake)
}

func (b *Board) wanted() probing {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.probing
}

// fields knows what a board has measured of a field so far, and which levels it
// has been told.
type fields struct {
	strength []int8    // the points that have come, from the first one on
	at       time.Time // when a field was last begun
	barred   bool      // the board refuses to measure
	known    int       // of which version of the levels the board has been told
	told     int       // how many of the levels of the present version
}

// idOf returns which board it is: "" when it does not say.
func idOf(c protocol.Caps) string {
	if c.UID == [8]byte{} {
		return ""
	}
	return hex.EncodeToString(c.UID[:])
}

// nextField returns what is to be asked or said of fields, or nil.
func (s *session) nextField(now time.Time) protocol.Message {
	w, f := s.b.wanted(), &s.fields
	if !w.on || f.barred || s.caps.Features&protocol.FeatureFieldRaw == 0 || !s.up {
		return nil
	}
	if len(f.strength) == 0 {
		if now.Sub(f.at) < fieldEvery {
			return nil
		}
		f.at = now
	}
	return protocol.RawGet{First: uint16(len(f.strength)), Count: uint8(min(rawMost, s.most(now), s.caps.Points()-len(f.strength)))}
}

// misjudges reports whether the board still has to be told levels: until it knows
// them all, what it reports is judged by others and counts for nothing.
func (s *session) misjudges() bool {
	return s.caps.Features&protocol.FeatureLevels != 0 && s.fields.known != s.b.wanted().version
}

// levelsFrom returns the message about the points from first on, up to end at the
// most, of so many: of a board that goes by its own judgement, all levels are 0.
func levelsFrom(levels []hw.Level, first, end, points int) protocol.Message {
	m := protocol.LevelsSet{First: uint16(first), Levels: make([]protocol.Level, min(protocol.MaxLevels, end-first))}
	if len(levels) == points {
		for i, l := range levels[first : first+len(m.Levels)] {
			m.Levels[i] = protocol.Level{Zero: l.Zero, Stone: uint8(max(l.Stone, 0))}
		}
	}
	return m
}

// levelled notes that the board has taken levels.
func (s *session) levelled(m protocol.LevelsSet, asked int) {
	f := &s.fields
	if asked != s.b.wanted().version {
		f.told = 0 // they have changed meanwhile: from the beginning
		return
	}
	if f.told = int(m.First) + len(m.Levels); f.told >= s.caps.Points() {
		f.known, f.told = asked, 0
	}
}

// measured takes a part of a field, and delivers it when it is whole.
func (s *session) measured(m protocol.Raw, now time.Time) {
	f := &s.fields
	if int(m.First) != len(f.strength) || len(m.Field) == 0 {
		f.strength = nil // of another question
		return
	}
	f.strength = append(f.strength, m.Field...)
	if len(f.strength) < s.caps.Points() {
		return
	}
	if len(f.strength) == s.caps.Points() && s.b.wanted().on {
		s.box.field = &hw.Field{At: now, Strength: f.strength}
	}
	f.strength = nil
}

// dueField returns when a field is to be begun, if one is; zero for never.
func (s *session) dueField() time.Time {
	if s.b.wanted().on && s.up && !s.fields.barred && s.caps.Features&protocol.FeatureFieldRaw != 0 {
		return s.fields.at.Add(fieldEvery)
	}
	return time.Time{}
}
