package grblsim

import (
	"strings"
	"testing"
	"time"
)

// TestReportFields: the fields that come now and then do so as documented.
func TestReportFields(t *testing.T) {
	r := newRig(t, Options{})
	r.after(time.Second)
	count := func(n int) (wco, ov []int) {
		for i := 1; i <= n; i++ {
			r.Send([]byte("?"))
			got := r.after(20 * time.Millisecond)
			if strings.Contains(got, "|WCO:") {
				wco = append(wco, i)
			}
			if strings.Contains(got, "|Ov:") {
				ov = append(ov, i)
			}
			if strings.Contains(got, "|WCO:") && strings.Contains(got, "|Ov:") {
				t.Errorf("report %d has both: %s", i, got)
			}
		}
		return wco, ov
	}
	same := func(got []int, want ...int) bool {
		if len(got) != len(want) {
			return false
		}
		for i := range got {
			if got[i] != want[i] {
				return false
			}
		}
		return true
	}
	// At rest both come in every tenth report, the overrides one later.
	if wco, ov := count(32); !same(wco, 1, 11, 21, 31) || !same(ov, 2, 12, 22, 32) {
		t.Errorf("at rest WCO is in reports %v, Ov in %v", wco, ov)
	}
	r = homedOnce(t)
	r.Send([]byte("G1 X-400 F300\n"))
	r.after(time.Second)
	if wco, ov := count(62); !same(wco, 1, 31, 61) || !same(ov, 2, 22, 42, 62) {
		t.Errorf("in motion WCO is in reports %v, Ov in %v", wco, ov)
	}
	// A change is told of at once.
	r = homedOnce(t)
	count(3)
	r.expect("G92 X0", "ok")
	if wco, _ := count(1); !same(wco, 1) {
		t.Error("G92 is not told of")
	}
	r.expect("M8", "ok")
	if got := r.ask("?", 20*time.Millisecond); !strings.Contains(got, "|Ov:100,100,100|A:F>") {
		t.Error(got)
	}
}

// TestReportMasks: $10 and $13 change what a report shows.
func TestReportMasks(t *testing.T) {
	r := homedOnce(t)
	r.expect("G10 L2 P1 X-10 Y-20 Z-30", "ok")
	for _, c := range []struct{ set, want string }{
		{"$10=1", "<Idle|MPos:-2.000,-2.000,-2.000|FS:0,0|WCO:-10.000,-20.000,-30.000>"},
		{"$10=0", "<Idle|WPos:8.000,18.000,28.000|FS:0,0|WCO:-10.000,-20.000,-30.000>"},
		{"$10=2", "<Idle|WPos:8.000,18.000,28.000|Bf:15,128|FS:0,0|WCO:-10.000,-20.000,-30.000>"},
		{"$10=3", "<Idle|MPos:-2.000,-2.000,-2.000|Bf:15,128|FS:0,0|WCO:-10.000,-20.000,-30.000>"},
		{"$13=1", "<Idle|MPos:-0.0787,-0.0787,-0.0787|Bf:15,128|FS:0.0,0|WCO:-0.3937,-0.7874,-1.1811>"},
	} {
		r.expect(c.set, "ok")
		r.sys.wcoIn = 0
		r.sys.ovIn = 5
		r.Send([]byte("?"))
		if got := r.after(20 * time.Millisecond); got != c.want {
			t.Errorf("%s: %q, want %q", c.set, got, c.want)
		}
	}
}

// TestLineTakesItsTime: 115200 baud are 11.52 bytes a millisecond.
func TestLineTakesItsTime(t *testing.T) {
	r := newRig(t, Options{})
	r.after(time.Second)
	began := r.Now()
	r.Send([]byte("$$\n"))
	var all strings.Builder
	for !strings.HasSuffix(all.String(), "ok\r\n") {
		r.Advance(Tick)
		all.Write(r.Receive())
	}
	want := time.Duration(float64(all.Len()) / 11520 * float64(time.Second))
	if got := r.Now() - began; got < want || got > want+4*time.Millisecond {
		t.Errorf("%d bytes took %v, want %v", all.Len(), got, want)
	}
}

// TestFaults: silence, refusals, and what stays quiet.
func TestFaults(t *testing.T) {
	r := homedOnce(t)
	r.Send([]byte("G1 X-50 F6000\n"))
	r.after(20 * time.Millisecond)
	r.Silence(2 * time.Second)
	if got := r.ask("?", 1900*time.Millisecond); got != "" || r.Position()[X] != -50 {
		t.Error(got, r.Position())
	}
	if got := r.ask("?", time.Second); got != "" {
		t.Errorf("what was sent into the silence is answered: %q", got)
	}
	r.expect("?", "<Idle|MPos:-50.000,-2.000,-2.000|FS:0,0|WCO:0.000,0.000,0.000>")
	if err := r.Refuse(errStatement, 2); err != nil {
		t.Fatal(err)
	}
	r.expect("G0 X-60", "error:3")
	r.expect("$$", "error:3")
	r.expect("G0 X-50", "ok")
	if r.Refuse(0, 1) == nil || r.Refuse(39, 1) == nil || r.HitLimit(3, 0) == nil {
		t.Error("faults that cannot be are taken")
	}
	r.OpenDoor() // without a door somebody presses feed hold
	r.after(time.Second)
	if r.State() != "Hold:0" {
		t.Error(r.State())
	}
	r.CloseDoor()
	r.expect("~", "")
	// A long rest is one leap.
	if r.Advance(1000 * time.Hour); r.State() != "Idle" {
		t.Error(r.State())
	}
}

// TestBoot: what is sent to a boot loader is lost.
func TestBoot(t *testing.T) {
	r := newRig(t, Options{Boot: 1500 * time.Millisecond})
	if got := r.ask("$I", 1490*time.Millisecond); got != "" || r.Quiet() {
		t.Error(got)
	}
	if got := r.after(100 * time.Millisecond); got != greeting+" / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	r.Restart()
	if got := r.after(1400 * time.Millisecond); got != "" {
		t.Error(got)
	}
	r.PowerOff()
	if got := r.after(time.Minute); got != "" {
		t.Error(got)
	}
}

// TestBadOptions: what cannot be made says so.
func TestBadOptions(t *testing.T) {
	for _, change := range []func(o *Options, l *Layout){
		func(o *Options, _ *Layout) { o.Baud = 1 },
		func(_ *Options, l *Layout) { l.Travel[X] = 0 },
		func(_ *Options, l *Layout) { l.StepsPerMM[Z] = -1 },
		func(_ *Options, l *Layout) { l.Start[X] = 100 },
		func(_ *Options, l *Layout) { l.Pull[Y] = -1 },
		func(_ *Options, l *Layout) { l.Cols = 65 },
		func(_ *Options, l *Layout) { l.Floor = 0 },
		func(_ *Options, l *Layout) { l.Brake = 0 },
		func(_ *Options, l *Layout) { l.Overtravel = -1 },
		func(_ *Options, l *Layout) { l.Trays[0].Stone = 0 },
	} {
		l := DefaultLayout()
		o := Options{Layout: &l}
		change(&o, &l)
		if _, err := New(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
	if _, err := NewServer(Options{}, 0); err == nil {
		t.Error("time that stands still is taken")
	}
}
