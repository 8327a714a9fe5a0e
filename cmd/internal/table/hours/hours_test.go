package hours

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func moment(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", s, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestTimetable(t *testing.T) {
	table, err := Parse([]string{"mon-fri 10:00-18:00", "sat 11:00-13:00 14:00-02:00", "sun closed"},
		[]string{"2026-12-24 10:00-14:00", "2026-12-25..2026-12-27 closed", "2026-12-31 20:00-24:00", "2027-01-01 0:00-3:00"})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		"2026-11-23 09:59": "closed until 2026-11-23 10:00",
		"2026-11-23 10:00": "open until 2026-11-23 18:00",
		"2026-11-23 18:00": "closed until 2026-11-24 10:00",
		"2026-11-28 13:30": "closed until 2026-11-28 14:00",
		"2026-11-28 23:30": "open until 2026-11-29 02:00",
		"2026-11-29 01:59": "open until 2026-11-29 02:00", // the night after Saturday
		"2026-11-29 12:00": "closed until 2026-11-30 10:00",
		"2026-12-24 15:00": "closed until 2026-12-28 10:00",
		"2026-12-31 12:00": "closed until 2026-12-31 20:00",
		"2026-12-31 23:00": "open until 2027-01-01 03:00", // one evening
	} {
		open, change := table.Open(moment(t, at))
		got := fmt.Sprintf("%s until %s", map[bool]string{true: "open", false: "closed"}[open], change.Format("2006-01-02 15:04"))
		if got != want {
			t.Errorf("at %s: %s, want %s", at, got, want)
		}
	}
}

// Where summer time begins at midnight, that day has no 0:00: what is open until 24:00, or past
// it, is open as long as on other days, and what begins at midnight begins at 1:00.
func TestSummerTimeFromMidnight(t *testing.T) {
	for zone, days := range map[string][3]string{
		"America/Santiago": {"2026-09-05", "2026-09-06", "2026-09-07"}, "America/Havana": {"2026-03-07", "2026-03-08", "2026-03-09"},
	} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Skip(err)
		}
		for week, want := range map[string]string{
			"18:00-24:00":  "0 18:00 open, 1 01:00 closed, 1 18:00 open, 2 00:00 closed, 2 18:00 open",
			"20:00-02:00":  "0 02:00 closed, 0 20:00 open, 1 02:00 closed, 1 20:00 open, 2 02:00 closed, 2 20:00 open",
			"00:00-06:00":  "0 06:00 closed, 1 01:00 open, 1 06:00 closed, 2 00:00 open, 2 06:00 closed",
			"00:00-24:00":  "",
			"00:30-10:00":  "0 00:30 open, 0 10:00 closed, 1 01:00 open, 1 10:00 closed, 2 00:30 open, 2 10:00 closed",
			"22:00-00:30 ": "0 00:30 closed, 0 22:00 open, 1 01:00 closed, 1 22:00 open, 2 00:30 closed, 2 22:00 open",
		} {
			table, err := Parse([]string{"mon-sun " + week}, nil)
			if err != nil {
				t.Fatal(err)
			}
			at, _ := time.ParseInLocation("2006-01-02 15:04", days[0]+" 00:00", location)
			last, _ := time.ParseInLocation("2006-01-02 15:04", days[2]+" 23:00", location)
			var got []string
			was, _ := table.Open(at)
			_, change := table.Open(at)
			for at = at.Add(10 * time.Minute); at.Before(last); at = at.Add(10 * time.Minute) {
				open, next := table.Open(at)
				if day := slices.Index(days[:], at.Format(time.DateOnly)); open != was {
					got = append(got, fmt.Sprint(day, at.Format(" 15:04 "), map[bool]string{true: "open", false: "closed"}[open]))
					if !change.Equal(at) {
						t.Errorf("%s, %s: at %v it changes, and it was to at %v", zone, week, at, change)
					}
				}
				was, change = open, next
			}
			if s := strings.Join(got, ", "); s != want {
				t.Errorf("%s, %s:\ngot  %s\nwant %s", zone, week, s, want)
			}
		}
	}
}

// A line that closes some of the days of a line before it closes them.
func TestClosedByALaterLine(t *testing.T) {
	table, err := Parse([]string{"mon-sun closed", "tue-sun 10:00-18:00", "wed closed"},
		[]string{"2026-12-20..2026-12-31 12:00-14:00", "2026-12-25 closed"})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]bool{
		"2026-11-23 12:00": false, "2026-11-24 12:00": true, "2026-11-25 12:00": false, "2026-11-26 12:00": true,
		"2026-12-24 13:00": true, "2026-12-25 13:00": false, "2026-12-26 13:00": true,
	} {
		if open, _ := table.Open(moment(t, at)); open != want {
			t.Errorf("at %s: open %v", at, open)
		}
	}
}

func TestAlwaysOpen(t *testing.T) {
	table, _ := Parse(nil, nil)
	if open, change := table.Open(moment(t, "2026-11-23 03:00")); !open || !change.IsZero() {
		t.Error(open, change)
	}
	table, _ = Parse(nil, []string{"2026-12-25 closed"})
	if open, change := table.Open(moment(t, "2026-12-20 03:00")); !open || change != moment(t, "2026-12-25 00:00") {
		t.Error(open, change)
	}
	table, _ = Parse([]string{"sun closed"}, nil)
	if open, change := table.Open(moment(t, "2026-12-20 03:00")); open || !change.IsZero() {
		t.Error(open, change)
	}
}

// People open an exhibit that is closed for days: it stays open until it would close next,
// also where that is never, or more than a year ahead.
func TestOpenedByHand(t *testing.T) {
	daily, holidays := []string{"mon-sun 10:00-18:00"}, []string{"2026-12-24..2027-01-01 closed"}
	for _, c := range []struct {
		name             string
		week, exceptions []string
		want             string
	}{
		{"daily", daily, holidays, "2027-01-02 18:00"},
		{"always", nil, holidays, ""},
		{"around the clock", []string{"mon-sun 0:00-24:00"}, holidays, ""},
		{"until the next holidays", nil, append([]string{"2027-12-24 closed"}, holidays...), "2027-12-24 00:00"},
		{"far ahead", nil, []string{"2026-12-24..2027-10-01 closed", "2028-03-01 closed"}, "2028-03-01 00:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table, err := Parse(c.week, c.exceptions)
			if err != nil {
				t.Fatal(err)
			}
			table.Goodbye = MaxGoodbye
			m := New(table, time.Time{})
			at := moment(t, "2026-12-25 12:00")
			if m.Step(In{Wall: at}); !m.Closed() {
				t.Fatal("it is open")
			}
			m.Step(In{Open: true})
			var change string
			if !m.Change().IsZero() {
				change = m.Change().Format("2006-01-02 15:04")
			}
			if m.Closed() || change != c.want {
				t.Fatalf("closed %v; it changes at %q, want %q", m.Closed(), change, c.want)
			}
			for ; change == "" && at.Before(moment(t, "2027-01-03 00:00")); at = at.Add(time.Hour) {
				if out := m.Step(In{Wall: at}); m.Closed() || out.Soon != 0 || out.Closed {
					t.Fatalf("%v: closed %v, %+v", at, m.Closed(), out)
				}
			}
		})
	}
}

// Opened in one time zone until it closes there, an exhibit closes as its hours say in another
// zone, also where they say so only later.
func TestOpenedBeforeTheZoneChanged(t *testing.T) {
	table, err := Parse([]string{"mon-sun 08:00-18:00"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := New(table, moment(t, "2026-11-23 18:00")) // UTC
	at := moment(t, "2026-11-23 17:00").In(time.FixedZone("", -2*60*60))
	if m.Step(In{Wall: at}); m.Closed() || m.Change().Format("15:04 -0700") != "18:00 -0200" {
		t.Errorf("closed: %v, and it changes at %v", m.Closed(), m.Change())
	}
}

// The clock is set forward and back: the hours are those of the clock on the wall.
func TestSummerTime(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	table, _ := Parse([]string{"sun 10:00-18:00"}, nil)
	for _, date := range []string{"2026-03-29", "2026-10-25"} {
		at, _ := time.ParseInLocation("2006-01-02 15:04", date+" 00:30", berlin)
		open, change := table.Open(at)
		if open || change.Hour() != 10 || change.Format(time.DateOnly) != date {
			t.Errorf("%s: %v, %v", date, open, change)
		}
	}
}

// A timetable whose lines for the brightness are taken away in the evening leaves the lights as
// bright as usual; one that never had any sets nothing.
func TestBrightnessTakenAway(t *testing.T) {
	dim, err := Lines{Brightness: []string{"08:00 100", "18:00 40"}}.Read()
	if err != nil {
		t.Fatal(err)
	}
	m, evening := New(Timetable{}, time.Time{}), moment(t, "2026-11-23 19:00")
	for _, c := range []struct {
		follow *Timetable
		want   string
	}{{nil, "[]"}, {&dim, "[40]"}, {nil, "[]"}, {&dim, "[40]"}, {&Timetable{}, "[100]"}, {nil, "[]"}, {&Timetable{}, "[]"}} {
		if c.follow != nil {
			m.Follow(*c.follow)
		}
		got := []int{}
		if b := m.Step(In{Wall: evening}).Brightness; b != nil {
			got = append(got, *b)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("following %+v it sets %v, want %s", c.follow, got, c.want)
		}
	}
}

func TestBadLines(t *testing.T) {
	for _, week := range []string{"", "mon", "noday 10:00-12:00", "mon 10-12", "mon 10:00", "mon 25:00-26:00", "mon 10:60-11:00", "mon closed 10:00-11:00", "mon-xxx closed", "mon 10:00-11:00x", "mon 10:00-10:00", "mon 24:00-0:00"} {
		if _, err := Parse([]string{week}, nil); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("%q: %v", week, err)
		}
	}
	for _, date := range []string{"2026-13-01 closed", "24.12. closed", "2026-12-24..2026-12-20 closed", "2026-12-24..2099-12-20 closed", "2026-12-24"} {
		if _, err := Parse(nil, []string{date}); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("%q: %v", date, err)
		}
	}
	for _, s := range []string{"18:00", "18:00 101", "x 5", "24:00 5", "18:00 5%"} {
		if _, err := ParseSettings([]string{s}); err == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("mon-fri 10:00-18:00", "2026-12-24 closed", "18:00 30")
	f.Fuzz(func(t *testing.T, week, date, setting string) {
		_, _ = ParseSettings([]string{setting})
		table, err := Parse([]string{week}, []string{date})
		if err != nil {
			return
		}
		now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
		open, change := table.Open(now)
		if change.IsZero() {
			return
		}
		if after, _ := table.Open(change); !change.After(now) || after == open {
			t.Errorf("%q, %q: open %v until %v, and then %v", week, date, open, change, after)
		}
	})
}

func ExampleMachine() {
	table, _ := Parse([]string{"mon-sun 10:00-18:00"}, nil)
	table.Goodbye = 5 * time.Minute
	table.Volume, _ = ParseSettings([]string{"10:00 60", "17:00 30"})
	m := New(table, time.Time{})
	for at := time.Date(2026, 11, 23, 16, 0, 0, 0, time.UTC); at.Hour() < 20; at = at.Add(time.Minute) {
		out := m.Step(In{Wall: at})
		if out.Volume != nil {
			fmt.Println(at.Format("15:04"), "volume", *out.Volume)
		}
		if out.Soon > 0 {
			fmt.Println(at.Format("15:04"), "closes in", out.Soon)
		}
		if out.Closed {
			fmt.Println(at.Format("15:04"), "closed until", m.Change().Format("Mon 15:04"))
		}
	}
	fmt.Println(m.Step(In{Open: true}).Changed, m.Closed(), m.Change().Format("Mon 15:04"))
	// Output:
	// 16:00 volume 60
	// 17:00 volume 30
	// 17:55 closes in 5m0s
	// 18:00 closed until Tue 10:00
	// true false Tue 18:00
}
