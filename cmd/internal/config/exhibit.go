package config

import (
	"time"

	"stonehand/cmd/internal/table/attract"
	"stonehand/cmd/internal/table/hours"
)

// Exhibit is a table that strangers come to.
type Exhibit struct {
	Enabled bool     `toml:"enabled"`
	Idle    Duration `toml:"idle"`   // without a touch until the show begins, 10s to 1h
	Think   Duration `toml:"think"`  // the same while a game waits for a person's turn, Idle to 2h
	Keep    Duration `toml:"keep"`   // how long an unfinished game is offered, 0 to 24h
	Pace    Duration `toml:"pace"`   // from one turn of the show to the next, 200ms to 1m
	Invite  Duration `toml:"invite"` // how often the voice invites people, 0 to 24h; 0: never
	Arm     bool     `toml:"arm"`    // an arm that takes stones off, too, plays the show

	Hours      []string `toml:"hours"`      // when it is open, as [hours.Parse] reads it; empty: always
	Exceptions []string `toml:"exceptions"` // by date
	Goodbye    Duration `toml:"goodbye"`    // how long before closing people are told, 0 to 1h
	Volume     []string `toml:"volume"`     // of the voice by time of day, as [hours.ParseSettings] reads it
	Brightness []string `toml:"brightness"` // of the lights, in percent of what is configured
}

func defaultExhibit() Exhibit {
	d := attract.Default()
	return Exhibit{
		Idle: Duration{d.Idle}, Think: Duration{d.Think}, Keep: Duration{d.Keep}, Pace: Duration{d.Pace}, Invite: Duration{d.Every},
		Goodbye: Duration{5 * time.Minute},
	}
}

// Attract returns how the table behaves when nobody is at it.
func (e Exhibit) Attract() attract.Settings {
	return attract.Settings{
		On: e.Enabled, Idle: e.Idle.Duration, Think: e.Think.Duration, Keep: e.Keep.Duration, Pace: e.Pace.Duration,
		Every: e.Invite.Duration, Arm: e.Arm,
	}
}

// Timetable returns when the exhibit is open; always where it is none, or where the
// lines cannot be read, which those of a Config that was read from a file always can.
func (e Exhibit) Timetable() hours.Timetable {
	t, err := hours.Lines{Week: e.Hours, Exceptions: e.Exceptions, Goodbye: e.Goodbye.Duration, Volume: e.Volume, Brightness: e.Brightness}.Read()
	if err != nil || !e.Enabled {
		return hours.Timetable{}
	}
	return t
}

func (e Exhibit) check(k *checker) {
	k.lasting("exhibit.idle", e.Idle, 10*time.Second, time.Hour)
	k.lasting("exhibit.think", e.Think, 10*time.Second, 2*time.Hour)
	k.lasting("exhibit.keep", e.Keep, 0, 24*time.Hour)
	k.lasting("exhibit.pace", e.Pace, 200*time.Millisecond, time.Minute)
	k.lasting("exhibit.invite", e.Invite, 0, 24*time.Hour)
	k.lasting("exhibit.goodbye", e.Goodbye, 0, hours.MaxGoodbye)
	refuse := func(key string, list []string, err error) {
		if err != nil {
			k.refuse(key, list, "%v", err)
		}
	}
	_, err := hours.Parse(e.Hours, nil)
	refuse("exhibit.hours", e.Hours, err)
	_, err = hours.Parse(nil, e.Exceptions)
	refuse("exhibit.exceptions", e.Exceptions, err)
	_, err = hours.ParseSettings(e.Volume)
	refuse("exhibit.volume", e.Volume, err)
	_, err = hours.ParseSettings(e.Brightness)
	refuse("exhibit.brightness", e.Brightness, err)
}
