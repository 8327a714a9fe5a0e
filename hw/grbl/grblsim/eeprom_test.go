package grblsim

import (
	"strings"
	"testing"
	"time"
)

// documented is the "$$" of interface.md, that a controller gives which nobody
// has set up; $10 is that of the firmware's own defaults.
const documented = "$0=10 / $1=25 / $2=0 / $3=0 / $4=0 / $5=0 / $6=0 / $10=1 / $11=0.010 / $12=0.002 / $13=0 / " +
	"$20=0 / $21=0 / $22=0 / $23=0 / $24=25.000 / $25=500.000 / $26=250 / $27=1.000 / $30=1000 / $31=0 / $32=0 / " +
	"$100=250.000 / $101=250.000 / $102=250.000 / $110=500.000 / $111=500.000 / $112=500.000 / " +
	"$120=10.000 / $121=10.000 / $122=10.000 / $130=200.000 / $131=200.000 / $132=200.000"

// TestBlankEEPROM: error:7 and the settings come before the banner, the two startup
// lines that cannot be read after it.
func TestBlankEEPROM(t *testing.T) {
	r := newRig(t, Options{EEPROM: new(EEPROM)})
	if got := r.after(time.Second); got != "error:7 / "+documented+" / "+greeting+" / >:error:7 / >:error:7" {
		t.Error(got)
	}
	r.expect("$$", documented+" / ok")
	r.Restart()
	if got := r.after(time.Second); got != greeting {
		t.Errorf("the second start is not like any other: %q", got)
	}
	r.EraseEEPROM()
	r.Restart()
	if got := r.after(time.Second); !strings.HasPrefix(got, "error:7 / $0=10") {
		t.Error(got)
	}
}

// TestEEPROMKeeps: settings, offsets, startup lines and build info outlive power,
// the rest does not.
func TestEEPROMKeeps(t *testing.T) {
	r := homedOnce(t)
	r.expect("$100=81.5", "ok")
	r.expect("$100=80", "ok")
	r.expect("$110=7500.1234", "ok")
	r.expect("$N0=G20 G54 (inches)", "ok")
	r.expect("$N1=G9", "error:20")
	r.expect("$I=table 7", "ok")
	r.expect("G92 X5", "ok")
	r.expect("G21 G10 L2 P2 X-7.5", "ok")
	r.expect("$N", "$N0=G20G54 / $N1= / ok")
	r.PowerOff()
	if got := r.ask("?", time.Second); got != "" {
		t.Error(got)
	}
	r.PowerOn()
	if got := r.after(time.Second); got != greeting+" / [MSG:'$H'|'$X' to unlock]" {
		t.Error(got)
	}
	r.expect("$I", "[VER:1.1h.20190825:TABLE7] / [OPT:V,15,128] / ok")
	if got := r.ask("$#", time.Second); !strings.Contains(got, "[G55:-7.500,0.000,0.000]") || !strings.Contains(got, "[G92:0.000") {
		t.Error(got)
	}
	if got := r.ask("$$", time.Second); !strings.Contains(got, "$110=7500.123 / ") {
		t.Error(got)
	}
	// Startup lines come after homing, and after a reset that finds no alarm.
	if got := r.ask("$H", time.Minute); got != ">G20G54:ok / ok" {
		t.Error(got)
	}
	if got := r.ask("\x18", time.Second); got != greeting+" / >G20G54:ok" {
		t.Error(got)
	}
	r.expect("$RST=$", "[MSG:Restoring defaults] / ok / "+greeting+" / >G20G54:ok")
	r.expect("$RST=*", "[MSG:Restoring defaults] / ok / "+greeting)
	r.expect("$N", "$N0= / $N1= / ok")
}

// TestEEPROMText: what is written is read, and nonsense is told of.
func TestEEPROMText(t *testing.T) {
	e := ArmEEPROM()
	e.Coords[3] = Vec{-1.5, 0, 1e-7}
	e.Startup[1], e.Build = "G21", "x=y"
	text, err := e.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var back EEPROM
	if err := back.UnmarshalText(text); err != nil || back != e {
		t.Errorf("%v: %+v", err, back)
	}
	if err := back.UnmarshalText(nil); err != nil || back != (EEPROM{}) {
		t.Errorf("nothing is read as %+v, %v", back, err)
	}
	if err := back.UnmarshalText([]byte("# of my arm\n$20=1\n$22=1\n[TLO:0.000]\nok\n")); err != nil || !back.Settings.on(SoftLimits) || back.Settings[MaxRate] != 500 {
		t.Errorf("%+v, %v", back, err)
	}
	for text, want := range map[string]string{
		"$20=1":        `the EEPROM file has soft limits ($20=1) without the homing that they need; write $22=1 too`,
		"$20=one":      `line 1 of the EEPROM file, "$20=one": "one" is not a number`,
		"\n$999=1":     `line 2 of the EEPROM file, "$999=1": a controller would refuse it with error:3`,
		"hello":        `line 1 of the EEPROM file, "hello": a setting looks like "$100=80.000"`,
		"[G54:1,2]":    `line 1 of the EEPROM file, "[G54:1,2]": three numbers are expected, X, Y and Z; there are 2`,
		"[G61:1,2,3]":  `line 1 of the EEPROM file, "[G61:1,2,3]": [G61] is none of G54 to G59, G28 and G30`,
		"$x=1":         `line 1 of the EEPROM file, "$x=1": "$x" is not the number of a setting`,
		"[G54:1,2,no]": `line 1 of the EEPROM file, "[G54:1,2,no]": "no" is not a number`,
	} {
		if err := back.UnmarshalText([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}
