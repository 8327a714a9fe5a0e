package grbl

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// What an arm is told counts at once, however long it takes to keep that; before its end it
// is kept.
func TestOrdersDoNotWaitForTheDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		var kept atomic.Pointer[Memory]
		o := usual(t)
		o.Memory = &Memory{Stock: Stock{Black: 3, White: 3}}
		slow := false
		o.Save = func(m Memory) error {
			if slow {
				time.Sleep(time.Minute)
			}
			kept.Store(&m)
			return nil
		}
		r := newRig(t, f, o)
		r.until(hw.ArmUnhomed)
		done := r.placed(t.Context(), 3)
		r.until(hw.ArmWorking)
		time.Sleep(time.Second) // it moves
		slow = true
		began := time.Now()
		for _, order := range []func(){
			r.arm.Refill, func() { r.arm.Missed(hw.White) }, func() { r.arm.Remained(3) }, func() { r.arm.Resume("") }, func() { r.arm.Hold(true) },
			func() { r.arm.Stop(hw.ArmOperator) }, func() { r.arm.Hold(false) }, r.arm.GiveUp,
		} {
			order()
		}
		if err := <-done; err == nil || time.Since(began) > time.Second {
			t.Errorf("after %v the job ends with %v", time.Since(began), err)
		}
		r.stop()
		if m := kept.Load(); m == nil || m.Stopped != hw.ArmOperator {
			t.Errorf("kept: %+v", m)
		}
		// Also what it is told when it is not in use any more.
		r.arm.Refill()
		if m := kept.Load(); m.Stock != r.arm.Memory().Stock {
			t.Errorf("kept at last: %+v", m)
		}
	})
}

// A slow disk, on which the arm waits, is no silence of its controller: it plays on, also after
// a hand.
func TestSlowDiskIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := usual(t)
		saves := make(chan struct{}, 99)
		o.Save = func(Memory) error {
			saves <- struct{}{}
			time.Sleep(2 * silence)
			return nil
		}
		r := newRig(t, newFake(), o)
		defer r.stop()
		r.until(hw.ArmUnhomed)
		done := r.placed(t.Context(), 3)
		<-saves // that it is about to move
		r.arm.Hold(true)
		time.Sleep(3 * silence)
		r.arm.Hold(false)
		if err := <-done; err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		if n := r.arm.News(); n.State != hw.ArmParked {
			t.Errorf("%+v", n)
		}
	})
}

// Where that cannot be kept, the news say so, and it is tried until it can.
func TestMemoryThatCannotBeKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := usual(t)
		var full atomic.Bool
		var kept atomic.Pointer[Memory]
		full.Store(true)
		o.Save = func(m Memory) error {
			if full.Load() {
				return errors.New("full")
			}
			kept.Store(&m)
			return nil
		}
		r := newRig(t, newFake(), o)
		defer r.stop()
		if n := r.until(hw.ArmUnhomed); n.Unkept != nil {
			t.Errorf("nothing is to be kept, and the news are %+v", n)
		}
		r.arm.Stop(hw.ArmOperator)
		if n := r.until(hw.ArmStopped); n.Unkept == nil {
			t.Errorf("the news are %+v", n)
		}
		for _, change := range []func(){func() {}, r.arm.KeepAgain, func() { full.Store(true); r.arm.KeepAgain(); time.Sleep(time.Second) }} {
			kept.Store(nil)
			change()
			full.Store(false)
			time.Sleep(2 * time.Second)
			if m := kept.Load(); r.arm.News().Unkept != nil || m == nil || m.Stopped != hw.ArmOperator {
				t.Errorf("kept: %+v; the news are %+v", m, r.arm.News())
			}
		}
	})
}
