package grbl

import (
	"log/slog"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw/serialport"
)

// A program that had to wait for a processor for longer than a controller may be
// silent, or may take to answer, has not listened meanwhile, and finds no fault.
func TestWaitingForAProcessorIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, device := net.Pipe()
		pump := serialport.NewPump(host)
		k := newTalk(pump, slog.New(slog.DiscardHandler))
		var controller sync.WaitGroup
		controller.Go(func() {
			b := make([]byte, 64)
			if _, err := device.Read(b); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Second)
			if _, err := device.Write([]byte("<Idle|MPos:0.000,0.000,0.000>\r\nok\r\n")); err != nil {
				t.Error(err)
			}
			for {
				if _, err := device.Read(b); err != nil {
					return
				}
			}
		})
		waited := false
		err := k.await(answerWithin, func(l Line) (bool, error) { return l.Kind == OK, nil }, func() bool {
			if !waited {
				waited = true
				time.Sleep(2 * answerWithin)
			}
			return false
		})
		if err != nil {
			t.Error(err)
		}
		pump.Close(time.Second)
		device.Close()
		controller.Wait()
		// What does not answer at all is one.
		host, device = net.Pipe()
		pump = serialport.NewPump(host)
		controller.Go(func() {
			b := make([]byte, 64)
			for {
				if _, err := device.Read(b); err != nil {
					return
				}
			}
		})
		begun := time.Now()
		if err := newTalk(pump, slog.New(slog.DiscardHandler)).await(answerWithin, func(Line) (bool, error) { return false, nil }); err == nil || time.Since(begun) != silence {
			t.Errorf("after %v of silence: %v", time.Since(begun), err)
		}
		pump.Close(time.Second)
		device.Close()
		controller.Wait()
	})
}

// A controller that greets late is reset again, and greets twice: the second greeting is no
// reset that somebody else made.
func TestGreetsOnceForEachReset(t *testing.T) {
	for _, late := range []time.Duration{0, time.Second, resetEvery + pollEvery, 1500 * time.Millisecond, 2 * resetEvery, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			host, device := net.Pipe()
			pump := serialport.NewPump(host)
			k := newTalk(pump, slog.New(slog.DiscardHandler))
			var controller sync.WaitGroup
			controller.Go(func() {
				b := make([]byte, 1)
				for {
					if _, err := device.Read(b); err != nil {
						return
					}
					if b[0] != byteReset {
						continue
					}
					controller.Go(func() {
						time.Sleep(late)
						_, _ = device.Write([]byte("\r\nGrbl 1.1h ['$' for help]\r\n"))
					})
				}
			})
			if _, err := k.reset(); err != nil {
				t.Errorf("%v late: %v", late, err)
			}
			if l, ok, err := k.turn(time.Now().Add(2 * bootWithin)); ok || err != nil {
				t.Errorf("%v late: %q afterwards, %v", late, l.Text, err)
			}
			pump.Close(time.Second)
			device.Close()
			controller.Wait()
		})
	}
}
