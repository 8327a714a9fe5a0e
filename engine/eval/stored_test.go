package eval

import (
	"bytes"
	"strings"
	"testing"

	"stonehand/engine/connect"
)

func TestStonesStored(t *testing.T) {
	want := FromRoads([connect.Row + 1]int32{0, 10, 90, 250, 500, 700, 700}, 2400)
	for p := range want.Waiting {
		if m := Mirror(uint16(p)); int(m) > p {
			want.Waiting[p] += int16(p % 7)
			want.Waiting[m] = want.Waiting[p]
		}
	}
	var out bytes.Buffer
	if err := want.Write(&out); err != nil {
		t.Fatal(err)
	}
	got, err := ReadStones(&out)
	if err != nil {
		t.Fatal(err)
	}
	if *got != *want {
		t.Error("what was read is not what was written")
	}
}

func TestStonesRefused(t *testing.T) {
	var whole bytes.Buffer
	if err := (&Stones{}).Write(&whole); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                              "not a table of stones",
		"hello\n":                       "not a table of stones",
		"stonehand stones 9 tempo 1\n":  "version 9",
		"stonehand stones 1 tempo 1\n":  "damaged at pattern 0",
		whole.String()[:whole.Len()-10]: "damaged",
	} {
		if _, err := ReadStones(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: error %v, want %q", text, err, want)
		}
	}
}

// FuzzReadStones reads anything; what is read can be written and read again.
func FuzzReadStones(f *testing.F) {
	var whole bytes.Buffer
	if err := (&Stones{Tempo: -3}).Write(&whole); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add([]byte("stonehand stones 1 tempo 5\n\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ReadStones(bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := s.Write(&out); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadStones(&out); err != nil || *again != *s {
			t.Fatalf("written and read again: %v", err)
		}
	})
}

// TestEmbedded reads the tables that the product plays with.
func TestEmbedded(t *testing.T) {
	if _, err := ReadStones(bytes.NewReader(storedStones)); err != nil {
		t.Error(err)
	}
	if _, err := ReadOrder(bytes.NewReader(storedOrder)); err != nil {
		t.Error(err)
	}
}

func TestOrderStored(t *testing.T) {
	want := OrderFromRoads([connect.Row + 1]int32{0, 30, 90, 200, 800, 1000, 1000})
	var out bytes.Buffer
	if err := want.Write(&out); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadStones(bytes.NewReader(out.Bytes())); err == nil || !strings.Contains(err.Error(), "not a table of stones") {
		t.Errorf("read as stones: %v", err)
	}
	got, err := ReadOrder(&out)
	if err != nil {
		t.Fatal(err)
	}
	if *got != *want {
		t.Error("what was read is not what was written")
	}
}
