package api

import (
	"time"

	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/text"
)

// Read reads a timetable; the error says which line is wrong.
func (t Timetable) Read() (hours.Timetable, error) {
	return hours.Lines{Week: t.Hours, Exceptions: t.Exceptions, Goodbye: time.Duration(t.Goodbye) * time.Second, Volume: t.Volume, Brightness: t.Brightness}.Read()
}

// CheckSetting refuses a volume, a language or a timetable that no table can take; nil for
// one that a table can take, and for all other commands.
func (c Command) CheckSetting() *CommandError {
	switch c.Do {
	case DoVolume:
		switch {
		case c.Volume == nil:
			return Bad("The command volume says how loud: {\"do\":\"volume\",\"volume\":50}, 0 to 100.")
		case *c.Volume < 0 || *c.Volume > 100:
			return Refuse("bad-value", text.Tell(text.BadVolume, *c.Volume))
		}
	case DoLanguage:
		if l, err := text.ParseLanguage(c.Answer); err != nil || c.Answer != l.String() {
			return Refuse("bad-value", text.Tell(text.BadLanguage, text.Clip(c.Answer)))
		}
	case DoTimetable:
		if c.Hours == nil {
			return nil
		}
		if _, err := c.Hours.Read(); err != nil {
			return Refuse("bad-timetable", text.Tell(text.TimetableBad, err))
		}
	}
	return nil
}
