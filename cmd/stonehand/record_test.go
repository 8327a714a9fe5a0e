package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/regular"
	"stonehand/hw"
	"stonehand/hw/recording"
	"stonehand/hw/sim"
)

// oneKey is a button on a line of the computer's own.
type oneKey struct{}

func (oneKey) Press(ctx context.Context, out chan<- hw.Button) error {
	select {
	case out <- hw.Button{At: time.Now(), Name: "lever", Down: true}:
	case <-ctx.Done():
	}
	<-ctx.Done()
	return nil
}

// What is pressed beside the board is recorded, too: without the lever a game whose
// turns it ends would come to nothing.
func TestRecordsKeysBesideTheBoard(t *testing.T) {
	b, err := sim.New(sim.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	pressed, framed := false, false
	if err := sense(ctx, b, oneKey{}, func(v recording.Event) {
		pressed = pressed || v.Button != nil && v.Button.Name == "lever"
		if framed = framed || v.Reading.Frame != nil; framed && pressed {
			cancel()
		}
	}); err != nil {
		t.Error(err)
	}
	if !pressed || !framed {
		t.Errorf("pressed %v, framed %v", pressed, framed)
	}
	cfg := config.Default()
	cfg.Buttons.Pins = []string{"lever GPIO5"}
	if keys, err := openButtons(cfg.Buttons, struct{ hw.Sensor }{b}, nil, nil); err != nil || keys == nil {
		t.Errorf("the configuration's keys are %v: %v", keys, err)
	}
}

// A pipe in the place of the last recording is refused and not waited for.
func TestLastRecordingIsAPipe(t *testing.T) {
	s := site{cfg: config.Default()}
	s.cfg.Store.Dir = t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(s.cfg.Store.Dir, lastRecording), 0o600); err != nil {
		t.Fatal(err)
	}
	err := recordLast(t.Context(), nil, s, "-", stdio{out: io.Discard, err: io.Discard})
	if !errors.Is(err, regular.ErrNotRegular) {
		t.Errorf("%v", err)
	}
}
