package grbl

import (
	"regexp"
	"strings"
	"testing"

	"stonehand/hw"
)

func TestSort(t *testing.T) {
	for text, want := range map[string]Line{
		"ok":                                 {Kind: OK, Code: -1},
		"error:9":                            {Kind: Refused, Code: 9},
		"error:bad":                          {Kind: Refused, Code: -1},
		"ALARM:1":                            {Kind: Alarm, Code: 1},
		"Grbl 1.1h ['$' for help]":           {Kind: Banner, Code: -1, Value: "1.1h"},
		"[MSG:Reset to continue]":            {Kind: Message, Code: -1, Value: "MSG:Reset to continue"},
		"[VER:1.1h.20190825:]":               {Kind: Message, Code: -1, Value: "VER:1.1h.20190825:"},
		"$22=1":                              {Kind: Setting, Code: 22, Value: "1"},
		"$130=200.000":                       {Kind: Setting, Code: 130, Value: "200.000"},
		"$N0=G54":                            {Kind: Startup, Code: -1},
		">G54G20:ok":                         {Kind: Startup, Code: -1},
		">:error:7":                          {Kind: Startup, Code: -1},
		"":                                   {Code: -1},
		"okay":                               {Code: -1},
		"$x=1":                               {Code: -1},
		"<Idle>":                             {Code: -1},
		"<Sit|MPos:0,0,0>":                   {Code: -1},
		"<Hold:x|MPos:0,0,0>":                {Code: -1},
		"<Idle|MPos:0,0>":                    {Code: -1},
		"<Idle|MPos:0,NaN,0>":                {Code: -1},
		"<Idle|MPos:0,0,0":                   {Code: -1},
		"<Idle|MPos:1.5,-2,0|FS:0,0>":        {Kind: Report, Code: -1, Status: Status{State: "Idle", Sub: -1, At: [3]float64{1.5, -2, 0}}},
		"<Hold:0|WPos:1,2,3,4|Pn:XYZ>":       {Kind: Report, Code: -1, Status: Status{State: "Hold", At: [3]float64{1, 2, 3}, Work: true, Pins: "XYZ"}},
		"[" + strings.Repeat("x", 300) + "]": {Code: -1},
	} {
		want.Text = text
		if got := Sort(text); got != want {
			t.Errorf("%q: got %+v, want %+v", hw.Clip(text), got, want)
		}
	}
	l := Sort("<Run|WPos:1,2,3|Bf:15,128|WCO:-10,0.5,1>")
	if l.Status.Offset == nil || *l.Status.Offset != [3]float64{-10, .5, 1} {
		t.Errorf("%+v", l)
	}
}

func TestMeanings(t *testing.T) {
	for n, text := range map[int]string{9: "error 9: it is in alarm", 99: "error 99, which GRBL does not document", -1: "error -1, which"} {
		if got := GRBL.refusal(n); !strings.HasPrefix(got.Error(), text) {
			t.Errorf("%s", got)
		}
	}
	for n, text := range map[int]string{1: "alarm 1: a limit switch was hit", 42: "alarm 42, which"} {
		if got := GRBL.alarm(n); !strings.HasPrefix(got.Error(), text) {
			t.Errorf("%s", got)
		}
	}
	for f, text := range map[Flavor]string{GRBL: "error 5: homing is switched off", GrblHAL: "error 5: homing is", FluidNC: "error 5: the setting"} {
		if got := f.refusal(5); !strings.HasPrefix(got.Error(), text) {
			t.Errorf("%s: %s", f, got)
		}
	}
}

// Every line of meanings.txt is read, and stands in a part that somebody looks in.
func TestMeaningsAreRead(t *testing.T) {
	part := regexp.MustCompile(`^\[((GRBL|grblHAL|FluidNC) )?(error|alarm)\]$`)
	entries := 0
	for line := range strings.Lines(meaningsTxt) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case line == "" || line[0] == '#' || part.MatchString(line):
		case regexp.MustCompile(`^[1-9]\d* \S`).MatchString(line):
			entries++
		default:
			t.Errorf("%q is none of its lines", line)
		}
	}
	if n := len(meanings()); n != entries {
		t.Errorf("%d meanings of %d lines", n, entries)
	}
}

// FuzzLines feeds the line sorter whatever a line may carry. It never panics, and
// what it makes of bytes does not depend on how they were cut into pieces.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"ok\r\n", "error:22\nALARM:1\r\n[MSG:Reset to continue]\r\n", "\r\nGrbl 1.1h ['$' for help]\r\n",
		"<Hold:1|WPos:1,2,3|WCO:0,0,0|Pn:X>\r\n", "$13=0\r\n$N0=\r\n>G54:ok\r\n", "\x00\xff<Idle|MPos:1e9,0,0>\n"} {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, p []byte, cut int) {
		read := func(pieces ...[]byte) (lines []Line) {
			var s splitter
			for _, q := range pieces {
				s.feed(q, func(text string) { lines = append(lines, Sort(text)) })
			}
			return lines
		}
		whole := read(p)
		cut = max(0, min(cut, len(p)))
		parts := read(p[:cut], p[cut:])
		if len(whole) != len(parts) {
			t.Fatalf("%d lines whole, %d in pieces", len(whole), len(parts))
		}
		for i, l := range whole {
			if l.Kind != parts[i].Kind || l.Text != parts[i].Text || l.Code < -1 || l.Code > 255 {
				t.Errorf("%+v, %+v", l, parts[i])
			}
			if l.Kind == Report && (l.Status.State == "" || l.Status.At[0] != l.Status.At[0]) {
				t.Errorf("%+v", l)
			}
		}
	})
}
