package mcu

import (
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"testing"
	"testing/synctest"

	protocol "stonehand/firmware-protocol"
	"stonehand/firmware-protocol/avr/avrtest"
	"stonehand/hw"
)

var record = flag.Bool("record", false, "hold the recorded conversations again with the boards' firmware, and keep them")

const firstStone = "testdata/first-stone.txt"

// oneLine is a Dial that opens line once and keeps what its Close said.
type oneLine struct {
	io.ReadWriteCloser
	opened bool
	closed chan error
}

func (l *oneLine) dial(context.Context) (io.ReadWriteCloser, error) {
	if l.opened {
		return nil, errors.New("the line was opened before")
	}
	l.opened = true
	return l, nil
}

func (l *oneLine) Close() error {
	err := l.ReadWriteCloser.Close()
	l.closed <- err
	return err
}

// hold is the host's half of the conversation: greet, see the first stone, show
// two lights for it, and leave. touch makes the stone fall.
func hold(t *testing.T, line io.ReadWriteCloser, touch func()) error {
	one := &oneLine{ReadWriteCloser: line, closed: make(chan error, 1)}
	host, err := New(one.dial, Options{Settings: protocol.Config{Brightness: 100}})
	if err != nil {
		t.Fatal(err)
	}
	host.seq = 0
	r := &rig{t: t, host: host, in: make(chan hw.Reading)}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- host.Sense(ctx, r.in) }()
	if l := r.up(); l.Board != (hw.Geometry{Cols: 9, Rows: 9, Colors: true}) {
		t.Errorf("link %+v", *l)
	}
	for host.Stats().Firmware.Uptime == 0 { // the last of the greeting
		r.frame()
	}
	touch()
	r.seen(40, hw.Black)
	host.Show(hw.Picture{Points: []hw.Signal{10: hw.PlaceWhite, 11: hw.PlaceWhite}})
	for host.Stats().Commits == 0 {
		r.frame()
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	return <-one.closed
}

// A conversation with the boards' firmware, held once and kept, comes out the
// same to the byte.
func TestRecordedConversation(t *testing.T) {
	if *record {
		chip := avrtest.Start(t, avrtest.Options{Rows: 9, Cols: 9})
		line, err := mustSerial(t, chip.Pty())(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Create(firstStone)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := hold(t, NewRecord(line, file), func() { chip.SetPoint(40, protocol.Black) }); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Open(firstStone)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	conversation, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		if err := hold(t, NewPlayback(conversation), func() {}); err != nil {
			t.Error(err)
		}
	})
}
