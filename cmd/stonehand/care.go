package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/table/hours"
	"stonehand/cmd/internal/web"
)

// care is what the page needs for those who look after the table.
func (d *Daemon) care() web.Care {
	c := web.Care{
		Sensors: d.table.Sensors, Timetable: d.hours.both, Version: build(), Language: d.language.code, Started: time.Now(),
		Log: func() (list []web.LogLine) {
			for _, l := range d.tail.Lines() {
				list = append(list, web.LogLine{At: l.At, Level: l.Level.String(), Text: l.Text})
			}
			return list
		},
	}
	if service.Managed() {
		c.Restart = d.end
	}
	return c
}

// hoursFile keeps the timetable that people have set on the page, in the directory of the
// games.
const hoursFile = "timetable.json"

// openFile keeps until when people have opened the exhibit, beside it: a time as RFC 3339 has
// it, and a line feed.
const openFile = "open-until"

// keptHours is the timetable of an exhibit. One that people have set on the page holds
// until the configuration has another one than it had then: the last one written counts.
type keptHours struct {
	mu              sync.Mutex // guards now
	now, configured api.Timetable
}

// setHours is what hoursFile holds.
type setHours struct {
	Configured api.Timetable `json:"configured"` // by the configuration, when people set the other
	Set        api.Timetable `json:"set"`
}

// both returns the timetable, and that of the configuration.
func (k *keptHours) both() (now, configured api.Timetable) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now, k.configured
}

// give gives a table its timetable, and has the next one kept that people set. The same with
// how long people have opened the exhibit.
func (k *keptHours) give(tc *table.Config, e config.Exhibit, all *keptSettings, log *slog.Logger) {
	k.configured = api.Timetable{Hours: e.Hours, Exceptions: e.Exceptions, Goodbye: int(e.Goodbye.Seconds()), Volume: e.Volume, Brightness: e.Brightness}
	k.now = k.configured
	if !e.Enabled {
		return
	}
	kept := all.of(hoursFile, log, "the timetable that people have set cannot be used; it is that of the configuration", "the timetable will be forgotten")
	var set setHours
	var t hours.Timetable
	switch known := kept.read(func(data []byte) (err error) { set, t, err = parseHours(data); return err }); {
	case !known:
	case !same(set.Configured, k.configured):
		kept.end("the configuration has a newer timetable than the one that people set on the page, which ends")
	default:
		k.now, tc.Hours = set.Set, t
	}
	open := all.of(openFile, log, "how long people have opened the exhibit cannot be used; the timetable counts", "how long the exhibit is open will be forgotten")
	open.read(func(data []byte) error { return tc.OpenUntil.UnmarshalText(bytes.TrimSpace(data)) })
	tc.KeepOpen = func(until time.Time) { open.write([]byte(until.Format(time.RFC3339) + "\n")) }
	tc.KeepHours = func(t api.Timetable) {
		k.mu.Lock()
		k.now = t
		k.mu.Unlock()
		data, _ := json.MarshalIndent(setHours{k.configured, t}, "", " ") // it is plain data
		kept.write(data)
	}
}

// same reports whether two timetables are written alike.
func same(a, b api.Timetable) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// parseHours reads what hoursFile holds.
func parseHours(data []byte) (set setHours, t hours.Timetable, err error) {
	if err = json.Unmarshal(data, &set); err == nil {
		t, err = set.Set.Read()
	}
	return set, t, err
}
