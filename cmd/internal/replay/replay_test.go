package replay_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/replay"
	"stonehand/cmd/internal/rerun"
	"stonehand/cmd/internal/table"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// replay plays a recording and returns its player, journal and last state.
func again(t *testing.T, text []byte, speed float64) (*replay.Player, *replay.Journal, *api.Snapshot) {
	t.Helper()
	p, err := replay.New(bytes.NewReader(text), speed)
	if err != nil {
		t.Fatal(err)
	}
	j := &replay.Journal{}
	tab, err := rerun.Table(p, table.Config{Journal: j})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- tab.Run(ctx) }()
	select {
	case <-p.Over():
	case <-time.After(5 * time.Minute):
		t.Errorf("the replay does not end; the table says %+v", tab.Snapshot())
	}
	last := tab.Snapshot()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	return p, j, last
}

// written writes games as the files beside the recordings have them.
func written(games []replay.Game) string {
	var parts []string
	for _, g := range games {
		parts = append(parts, g.String())
	}
	return strings.Join(parts, "\n")
}

// TestRecordings replays every recording of testdata and compares the games that
// come of it with those that were truly played.
func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.rec")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d recordings: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rec"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".rec") + ".game")
			if err != nil {
				t.Fatal(err)
			}
			p, j, last := again(t, text, 0)
			played, then := p.Played(j)
			if got := written(played); got != string(want) {
				t.Errorf("played\n%s\nthe table says %q\ntruly played was\n%s", got, last.Message, want)
			}
			if err := p.Err(); err != nil || p.Strays() > 0 {
				t.Errorf("it ended with %v, %d strays", err, p.Strays())
			}
			if then != nil && !replay.Same(then, played) {
				t.Errorf("the daemon that recorded it had played\n%s", written(then))
			}
			if len(text) > 16<<10 {
				t.Errorf("it has %d bytes", len(text))
			}
		})
	}
}

// TestSpeeds makes sure that a replay comes out the same however fast it goes.
func TestSpeeds(t *testing.T) {
	text, err := os.ReadFile("testdata/machine.rec")
	if err != nil {
		t.Fatal(err)
	}
	p, j, _ := again(t, text, 0)
	want, _ := p.Played(j)
	begun := time.Now()
	p, j, _ = again(t, text, 40)
	if got, _ := p.Played(j); !replay.Same(got, want) {
		t.Errorf("forty times as fast came\n%s\nas fast as can be\n%s", written(got), written(want))
	}
	if took := time.Since(begun); took < 500*time.Millisecond {
		t.Errorf("it took %v", took)
	}
}

// TestCutRecording replays beginnings of a recording: each gives the beginning of
// the game.
func TestCutRecording(t *testing.T) {
	text, err := os.ReadFile("testdata/machine.rec")
	if err != nil {
		t.Fatal(err)
	}
	p, j, _ := again(t, text, 0)
	whole, _ := p.Played(j)
	for _, part := range []int{3, 2} {
		p, j, _ := again(t, text[:len(text)/part], 0)
		got, _ := p.Played(j)
		if len(got) != 1 || len(got[0].Turns) == 0 || p.Err() != nil {
			t.Fatalf("1/%d of it: %+v, %v", part, got, p.Err())
		}
		n := min(len(got[0].Turns), 2) // the third is taken back later
		if !replay.Same([]replay.Game{{Turns: got[0].Turns[:n]}}, []replay.Game{{Turns: whole[0].Turns[:n]}}) {
			t.Errorf("1/%d of it gives\n%s\nof\n%s", part, got[0], whole[0])
		}
	}
}

func TestWhatIsNoRecording(t *testing.T) {
	const head = "stonehand-recording 1\nat 2026-11-21T12:00:00Z\n"
	for text, want := range map[string]string{
		"hello\n":                      "this is not a recording",
		head:                           "nothing that a board reported",
		head + "+0 note settings {\n":  `a note "settings" of the recording cannot be read`,
		head + "+0 note entry 7\n":     `a note "entry" of the recording cannot be read`,
		head + "+0 note settings {}\n": "nothing that a board reported",
	} {
		if _, err := replay.New(strings.NewReader(text), 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		head + "+0 note settings {\"votes\":3,\"window\":5,\"masked\":[\"Z99\"]}\n+0 up 19x19\n": "is not a point",
		head + "+0 note settings {\"votes\":9,\"window\":5}\n+0 up 19x19\n":                      "is not a majority",
		head + "+0 note entry {\"seq\":1,\"kind\":\"turn\",\"turn\":[\"A1\"]}\n+0 up 19x19\n":    "the game that the recording begins in",
	} {
		p, err := replay.New(strings.NewReader(text), 0)
		if err == nil {
			_, err = rerun.Table(p, table.Config{Journal: &replay.Journal{}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := replay.New(strings.NewReader(""), -1); err == nil {
		t.Error("a negative speed was accepted")
	}
	// What is wrong in the middle ends the recording there, and is told.
	text := head + "+0 up 19x19 colors\n+0 all 361.\n=20*100\n+20 set 180b\n=20*100\nrubbish\n"
	p, j, _ := again(t, []byte(text), 0)
	played, _ := p.Played(j)
	if p.Err() == nil || len(played) != 1 || len(played[0].Turns) != 1 || played[0].Turns[0][0] != "J10" {
		t.Errorf("%v, %+v", p.Err(), played)
	}
	var wrong interface{ Error() string }
	if !errors.As(p.Err(), &wrong) || !strings.HasPrefix(wrong.Error(), "line 8") {
		t.Errorf("%v", p.Err())
	}
}

// FuzzNotes makes sure that no recording, whatever its notes say, makes more of the
// program than an error.
func FuzzNotes(f *testing.F) {
	files, err := filepath.Glob("testdata/*.rec")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 1500)]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := replay.New(strings.NewReader(text), 0)
		if err != nil {
			return
		}
		tab, err := rerun.Table(p, table.Config{Journal: &replay.Journal{}})
		if err != nil {
			return
		}
		tab.Snapshot()
		p.Played(&replay.Journal{})
	})
}

// A recording of an earlier version of the program comes out as its journal says,
// but for the game that began before the board was first read.
func TestRecordingOfAnEarlierVersion(t *testing.T) {
	text, err := os.ReadFile("../store/testdata/v1/opening/last.rec")
	if err != nil {
		t.Fatal(err)
	}
	p, j, last := again(t, text, 0)
	played, then := p.Played(j)
	if p.Err() != nil || !replay.Same(played[len(played)-2:], then[len(then)-2:]) || len(last.Moves) != 7 {
		t.Errorf("%v, %d turns:\n%s\nand then\n%s", p.Err(), len(last.Moves), written(played), written(then))
	}
}
