package mcu

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const greeting = `
# A short conversation.
0.000000 > 01 02 03
0.100000 < aabb   # the answer
0.150000 < cc
1.000000 > 04
`

func TestParse(t *testing.T) {
	all, err := Parse(strings.NewReader(greeting))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 4 || all[1].Dir != Received || all[1].At != 100*time.Millisecond || all[1].Line != 4 || !bytes.Equal(all[1].Bytes, []byte{0xaa, 0xbb}) {
		t.Errorf("parsed %v", all)
	}
}

func TestParseRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"x > 01":             `line 1 of the conversation: "x" is not a time`,
		"NaN > 01":           "not a time",
		"-1 > 01":            "not a time",
		"1e300 > 01":         "not a time",
		"1 = 01":             `"=" is not a direction`,
		"1":                  `"" is not a direction`,
		"1 > 0":              "not bytes",
		"1 > zz":             "not bytes",
		"1 >":                "no bytes",
		"1 > 01\n\n0.5 < 02": "line 3 of the conversation: its time",
	} {
		if _, err := Parse(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(greeting)
	f.Add("1 > 0\n")
	f.Fuzz(func(t *testing.T, s string) {
		all, err := Parse(strings.NewReader(s))
		if err != nil {
			return
		}
		var b strings.Builder
		for _, e := range all {
			b.WriteString(e.String() + "\n")
		}
		again, err := Parse(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v\n%s", err, b.String())
		}
		same := func(a, b Exchange) bool { return a.At == b.At && a.Dir == b.Dir && bytes.Equal(a.Bytes, b.Bytes) }
		if !slices.EqualFunc(all, again, same) {
			t.Errorf("%v was read back as %v", all, again)
		}
	})
}

// play returns a playback of s.
func play(t *testing.T, s string) *Playback {
	t.Helper()
	all, err := Parse(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	return NewPlayback(all)
}

func TestPlaybackInOtherPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := play(t, greeting)
		start := time.Now()
		write := func(b ...byte) {
			t.Helper()
			if _, err := p.Write(b); err != nil {
				t.Fatal(err)
			}
		}
		write(1)
		write(2, 3)
		got := make([]byte, 3)
		if _, err := io.ReadFull(p, got); err != nil || !bytes.Equal(got, []byte{0xaa, 0xbb, 0xcc}) {
			t.Errorf("received % x, %v", got, err)
		}
		if d := time.Since(start); d != 150*time.Millisecond {
			t.Errorf("received after %v, want 150ms", d)
		}
		write(4)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestPlaybackFailsWhenItDoesNotHappen(t *testing.T) {
	p := play(t, greeting)
	if _, err := p.Write([]byte{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err == nil || !strings.Contains(err.Error(), "3 exchanges did not happen; the first is line 4") {
		t.Errorf("Close: %v", err)
	}

	p = play(t, greeting)
	if _, err := p.Write([]byte{1, 9}); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a wrong write: %v", err)
	}
	if err := p.Close(); err == nil || !strings.Contains(err.Error(), "01 09 was sent, want 01 02 03") {
		t.Errorf("Close after a wrong write: %v", err)
	}

	p = play(t, "0 > 01")
	if _, err := p.Write([]byte{1, 2}); err == nil {
		t.Error("a write past the end was accepted")
	}
	if err := p.Close(); err == nil {
		t.Error("Close after a write past the end")
	}
}

func TestPlaybackCloseEndsAReadThatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := play(t, "")
		done := make(chan error)
		go func() {
			_, err := p.Read(make([]byte, 1))
			done <- err
		}()
		synctest.Wait()
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		if err := <-done; err != io.ErrClosedPipe {
			t.Errorf("the read ended with %v", err)
		}
	})
}

// What was recorded plays back.
func TestRecordThenPlayback(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		talk := func(line io.ReadWriteCloser) {
			t.Helper()
			got := make([]byte, 3)
			line.Write([]byte{1, 2, 3})
			if _, err := io.ReadFull(line, got); err != nil {
				t.Fatal(err)
			}
			line.Write(got[:1])
			if err := line.Close(); err != nil {
				t.Error(err)
			}
		}
		var file bytes.Buffer
		talk(NewRecord(play(t, strings.Replace(greeting, "> 04", "> aa", 1)), &file))
		talk(play(t, file.String()))
	})
}
