// Package hours keeps an exhibit's opening hours: by weekday, with exceptions by date, a
// goodbye before it closes, and how loud and bright it is by the time of day.
package hours

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
)

// chinese has in Chinese what is wrong with a timetable.
const chinese text.Section = "hours"

// Timetable is when an exhibit is open. The zero value is always.
type Timetable struct {
	Week   [7][]Span         // by [time.Weekday], if Weekly; a day without any is closed
	Dates  map[string][]Span // in place of the weekday's, by date, "2026-12-24"
	Weekly bool              // weekdays are given; else it is open on every date that Dates does not name
	// Goodbye is how long before closing people are told; 0: they are not.
	Goodbye time.Duration
	// Volume and Brightness are set at times of day, each in percent; earliest first.
	Volume, Brightness []Setting
}

// Span is from one time of day to another, since midnight; To is after From, and may be
// on the next day.
type Span struct{ From, To time.Duration }

// Setting is a percentage from a time of day on.
type Setting struct {
	From    time.Duration
	Percent int
}

const day = 24 * time.Hour

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

// Parse reads a timetable: lines like "mon-fri 10:00-18:00", "sat 11:00-13:00
// 14:00-20:00" or "sun closed", and exceptions like "2026-12-24 10:00-14:00" or
// "2026-12-25..2027-01-01 closed". Weekdays that no line names are closed, unless no
// line names any. What a line closes is closed whatever the lines before it say.
func Parse(week, exceptions []string) (Timetable, error) {
	t := Timetable{Weekly: len(week) > 0, Dates: map[string][]Span{}}
	for _, line := range week {
		days, spans, err := t.line(line)
		if err != nil {
			return Timetable{}, err
		}
		first, last, isRange := strings.Cut(strings.ToLower(days), "-")
		from, to := slices.Index(weekdays, first), slices.Index(weekdays, last)
		if !isRange {
			to = from
		}
		if from < 0 || to < 0 {
			return Timetable{}, chinese.Of("%q does not begin with weekdays; write them like \"mon\" or \"mon-fri\"", line)
		}
		for d := from; ; d = (d + 1) % 7 {
			t.Week[d] = add(t.Week[d], spans)
			if d == to {
				break
			}
		}
	}
	for _, line := range exceptions {
		dates, spans, err := t.line(line)
		if err != nil {
			return Timetable{}, err
		}
		first, last, isRange := strings.Cut(dates, "..")
		if !isRange {
			last = first
		}
		from, err1 := time.Parse(time.DateOnly, first)
		to, err2 := time.Parse(time.DateOnly, last)
		if err1 != nil || err2 != nil || to.Before(from) || to.Sub(from) > 366*day {
			return Timetable{}, chinese.Of("%q does not begin with a date; write one like \"2026-12-24\" or \"2026-12-24..2027-01-01\", at most a year", line)
		}
		for d := from; !d.After(to); d = d.AddDate(0, 0, 1) {
			name := d.Format(time.DateOnly)
			t.Dates[name] = add(t.Dates[name], spans)
		}
	}
	return t, nil
}

// add returns the spans of a day with those of a further line, which closes the day if it has none.
func add(list, spans []Span) []Span {
	if len(spans) == 0 {
		return nil
	}
	return append(list, spans...)
}

// Lines is a timetable as people write it.
type Lines struct {
	Week, Exceptions   []string
	Goodbye            time.Duration
	Volume, Brightness []string
}

// MaxGoodbye is how long before closing people are told at most.
const MaxGoodbye = time.Hour

// Read reads all of a timetable.
func (l Lines) Read() (Timetable, error) {
	t, err := Parse(l.Week, l.Exceptions)
	if err != nil {
		return Timetable{}, err
	}
	if l.Goodbye < 0 || l.Goodbye > MaxGoodbye {
		return Timetable{}, chinese.Of("a goodbye %v before closing is out of range; use 0 to %v", l.Goodbye, MaxGoodbye)
	}
	t.Goodbye = l.Goodbye
	if t.Volume, err = ParseSettings(l.Volume); err != nil {
		return Timetable{}, err
	}
	t.Brightness, err = ParseSettings(l.Brightness)
	return t, err
}

// line splits a line into its days and its times.
func (t *Timetable) line(line string) (days string, spans []Span, err error) {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return "", nil, chinese.Of("%q has no times; write a line like \"mon-fri 10:00-18:00\" or \"sun closed\"", line)
	}
	if len(fields) == 2 && fields[1] == "closed" {
		return fields[0], nil, nil
	}
	for _, f := range fields[1:] {
		a, b, _ := strings.Cut(f, "-")
		from, err := timeOfDay(a)
		if err != nil {
			return "", nil, chinese.Of("%q in %q: %w", f, line, err)
		}
		to, err := timeOfDay(b)
		if err != nil {
			return "", nil, chinese.Of("%q in %q: %w", f, line, err)
		}
		if from%day == to%day && from > 0 {
			return "", nil, chinese.Of("%q in %q ends when it begins; for a whole day write \"0:00-24:00\"", f, line)
		}
		if to <= from {
			to += day
		}
		spans = append(spans, Span{from, to})
	}
	return fields[0], spans, nil
}

// timeOfDay reads "9:30" to "24:00".
func timeOfDay(s string) (time.Duration, error) {
	var h, m int
	var rest string
	n, _ := fmt.Sscanf(s+" .", "%d:%d %s", &h, &m, &rest)
	if n != 3 || rest != "." || h < 0 || m < 0 || m > 59 || h > 24 || h == 24 && m > 0 || len(s) > 5 {
		return 0, chinese.Of("%q is not a time of day; write one like \"10:00\" or \"24:00\"", s)
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, nil
}

// ParseSettings reads lines like "18:00 30": from that time of day on, so many percent.
func ParseSettings(lines []string) (list []Setting, err error) {
	for _, line := range lines {
		at, percent, _ := strings.Cut(line, " ")
		from, err := timeOfDay(at)
		var n int
		var rest string
		got, _ := fmt.Sscanf(percent+" .", "%d %s", &n, &rest)
		if err != nil || from >= day || got != 2 || rest != "." || n < 0 || n > 100 {
			return nil, chinese.Of("%q is not a time of day and a percentage; write them like \"18:00 30\"", line)
		}
		list = append(list, Setting{from, n})
	}
	slices.SortStableFunc(list, func(a, b Setting) int { return int(a.From/time.Minute) - int(b.From/time.Minute) })
	return list, nil
}

// at returns the percentage that holds at a time of day: the one that was set last, the
// day before if none was yet. ok is false where nothing is ever set.
func at(list []Setting, wall time.Time) (percent int, ok bool) {
	if len(list) == 0 {
		return 0, false
	}
	now := time.Duration(wall.Hour())*time.Hour + time.Duration(wall.Minute())*time.Minute
	percent = list[len(list)-1].Percent
	for _, s := range list {
		if s.From <= now {
			percent = s.Percent
		}
	}
	return percent, true
}

// on returns when the exhibit is open on the date of a day, as moments.
func (t *Timetable) on(d time.Time) (list [][2]time.Time) {
	spans, named := t.Dates[d.Format(time.DateOnly)]
	switch {
	case named:
	case !t.Weekly:
		spans = []Span{{0, day}}
	default:
		spans = t.Week[d.Weekday()]
	}
	for _, s := range spans {
		if from, to := showing(d, s.From), showing(d, s.To); from.Before(to) {
			list = append(list, [2]time.Time{from, to})
		}
	}
	return list
}

// showing is when the clock on the wall shows so much since midnight on the date of a day. Where
// that is left out, as summer time begins, it is when the clock is set forward.
func showing(d time.Time, since time.Duration) time.Time {
	at := func(in *time.Location) time.Time {
		return time.Date(d.Year(), d.Month(), d.Day(), int(since/time.Hour), int(since%time.Hour/time.Minute), 0, 0, in)
	}
	t := at(d.Location())
	_, offset := t.Zone()
	begins, ends := t.ZoneBounds()
	switch shown, asked := t.Add(time.Duration(offset)*time.Second), at(time.UTC); {
	case shown.Before(asked):
		return ends
	case shown.After(asked):
		return begins
	}
	return t
}

// ahead is how many days ahead a change is looked for.
const ahead = 400

// Open reports whether the exhibit is open at a moment, and when that changes next; zero
// for never.
func (t *Timetable) Open(wall time.Time) (open bool, change time.Time) {
	if !t.Weekly && len(t.Dates) == 0 {
		return true, time.Time{}
	}
	until := time.Time{} // to where it is open without a break
	for i := -1; i <= ahead; i++ {
		noon := time.Date(wall.Year(), wall.Month(), wall.Day()+i, 12, 0, 0, 0, wall.Location()) // which every day has
		spans := t.on(noon)
		slices.SortFunc(spans, func(a, b [2]time.Time) int { return a[0].Compare(b[0]) })
		for _, s := range spans {
			switch {
			case !s[1].After(wall):
			case until.IsZero() && s[0].After(wall): // it is closed until then
				return false, s[0]
			case until.IsZero():
				until = s[1]
			case s[0].After(until):
				return true, until
			case s[1].After(until):
				until = s[1]
			}
		}
		if !until.IsZero() && t.Weekly && until.Before(noon) {
			return true, until
		}
	}
	return !until.IsZero(), time.Time{}
}
