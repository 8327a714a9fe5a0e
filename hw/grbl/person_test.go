package grbl

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stonehand/hw"
)

// after calls act a moment after the controller was sent a line that holds what, once.
func (f *fake) after(what string, act func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.trap = func(l string) string {
		if strings.Contains(l, what) {
			f.mu.Lock()
			f.trap = nil
			f.mu.Unlock()
			time.AfterFunc(50*time.Millisecond, act)
		}
		return ""
	}
}

// Whatever the arm does, a stop by a person ends it at once: no line follows, and no hold is
// let go, before a person says that it may go on.
func TestStopByAPersonEndsEveryMotion(t *testing.T) {
	const park = "X-10.000Y-10.000"
	place := func(r *rig, ctx context.Context) error { _, err := r.place(ctx, hw.White, 3); return err }
	for name, c := range map[string]struct {
		ask  func(*rig, context.Context) error // nil: to place a stone
		at   string                            // the line that is under way when it is stopped
		then func(r *rig, cancel func())       // what happens just before
	}{
		"homing":            {at: "$H"},
		"fetching":          {at: "X-450.000Y-450.000"},
		"gripping":          {at: "M3S1000"},
		"carrying":          {at: "X-340.000Y-400.000"},
		"held":              {at: "X-340.000Y-400.000", then: func(r *rig, _ func()) { r.arm.Hold(true); time.Sleep(time.Second) }},
		"held, and let go":  {at: "X-340.000Y-400.000", then: func(r *rig, _ func()) { r.arm.Hold(true); time.Sleep(time.Second); r.arm.Hold(false) }},
		"giving back":       {at: "M3S1000", then: func(r *rig, cancel func()) { cancel(); time.Sleep(time.Second) }},
		"parking":           {at: park},
		"parking, to stop":  {at: park, then: func(r *rig, _ func()) { r.arm.Stop(hw.ArmMissing) }},
		"lifting":           {ask: func(r *rig, ctx context.Context) error { _, err := r.lift(ctx, hw.White, 3); return err }, at: "X-20.000Y-250.000"},
		"homing by hand":    {ask: func(r *rig, ctx context.Context) error { return r.arm.Home(ctx) }, at: "$H"},
		"in a step by hand": {ask: func(r *rig, ctx context.Context) error { return step(r, ctx, -5) }, at: "X-6.000"},
		"parking by hand":   {ask: func(r *rig, ctx context.Context) error { _ = step(r, ctx, -5); return r.arm.Park(ctx) }, at: park},
		"cancelled by hand": {ask: func(r *rig, ctx context.Context) error { return step(r, ctx, -5) }, at: "X-6.000", then: func(_ *rig, cancel func()) { cancel() }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				f.motion = 2 * time.Second
				r := newRig(t, f, binned(t))
				defer r.stop()
				r.until(hw.ArmUnhomed)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				stopped := make(chan struct{})
				f.after(c.at, func() {
					if c.then != nil {
						c.then(r, cancel)
					}
					f.lines()
					r.arm.Stop(hw.ArmOperator)
					close(stopped)
				})
				ask := c.ask
				if ask == nil {
					ask = place
				}
				done := make(chan error, 1)
				go func() { done <- ask(r, ctx) }()
				<-stopped
				synctest.Wait()
				f.mu.Lock()
				reset := f.state == "Alarm" && strings.HasSuffix(f.bytes, "R")
				f.mu.Unlock()
				if !reset {
					t.Errorf("the controller is not reset at once: bytes %q, state %s", f.bytes, f.state)
				}
				<-done
				r.arm.Hold(false)
				time.Sleep(10 * time.Minute)
				if n, sent := r.arm.News(), f.lines(); n.State != hw.ArmStopped || n.Cause != hw.ArmOperator || len(sent) > 0 {
					t.Errorf("%+v; sent %q", n, sent)
				}
				r.goOn()
				if err := place(r, t.Context()); err != nil {
					t.Errorf("afterwards: %v", err)
				}
				if sent := f.lines(); len(sent) < 3 || sent[2] != "$H" {
					t.Errorf("it does not home first: %q", sent)
				}
			})
		})
	}
}

// The same holds when the program ends, and the arm parks for that: it is left standing.
func TestStopByAPersonAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		f.motion = 2 * time.Second
		r := newRig(t, f, usual(t))
		r.until(hw.ArmUnhomed)
		f.after("X-10.000Y-10.000", func() {
			f.lines()
			r.arm.Stop(hw.ArmOperator)
		})
		if _, err := r.place(t.Context(), hw.White, 3); err != nil {
			t.Fatal(err)
		}
		r.stop()
		if sent := f.lines(); len(sent) > 0 || f.state != "Alarm" || r.arm.Memory().Stopped != hw.ArmOperator {
			t.Errorf("sent %q, state %s, kept %+v", sent, f.state, r.arm.Memory())
		}
	})
}

// step homes the arm by hand and moves it along X.
func step(r *rig, ctx context.Context, by float64) error {
	if err := r.arm.Home(ctx); err != nil {
		return err
	}
	return r.arm.Move(ctx, [3]float64{by, 0, 0})
}

// An arm that is stopped for faults of its own, which nobody wanted to stop, parks first.
func TestStopForItsOwnFaultsParksFirst(t *testing.T) {
	for _, why := range []hw.ArmCause{hw.ArmMissing, hw.ArmFailing} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			f.after("X-10.000Y-10.000", func() { r.arm.Stop(why) })
			if _, err := r.place(t.Context(), hw.White, 3); err != nil {
				t.Fatal(err)
			}
			if n := r.until(hw.ArmStopped); n.Cause != why || f.at != [3]float64{-10, -10, -5} {
				t.Errorf("%+v at %v", n, f.at)
			}
			r.goOn()
		})
	}
}

// A stop, and a hand while the arm homes, do not wait for somebody who is to hear of the stones
// and is busy.
func TestStopWaitsForNoListener(t *testing.T) {
	for _, c := range []struct {
		at  string
		act func(*Arm)
	}{
		{"G53", func(a *Arm) { a.Stop(hw.ArmOperator) }},
		{"$H", func(a *Arm) { a.Hold(true) }},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake()
			f.motion = time.Minute
			r := newRig(t, f, usual(t))
			defer r.stop()
			r.until(hw.ArmUnhomed)
			f.after(c.at, func() {
				f.mu.Lock()
				f.bytes = ""
				f.mu.Unlock()
				c.act(r.arm)
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := make(chan error, 1)
			go func() { done <- r.arm.Place(ctx, hw.White, []int{3}, make(chan hw.Placement)) }()
			<-done
			r.arm.Hold(false)
			time.Sleep(time.Second)
			f.mu.Lock()
			defer f.mu.Unlock()
			if !strings.Contains(f.bytes, "R") {
				t.Errorf("%s: the controller is not reset: %q", c.at, f.bytes)
			}
		})
	}
}

// A machine that homes for longer than it may is not left to it, and a hand stops it then too.
func TestHomingThatDoesNotEnd(t *testing.T) {
	for _, hand := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			f, o := newFake(), usual(t)
			f.homing, o.Homing = time.Hour, 5*time.Second
			r := newRig(t, f, o)
			defer r.stop()
			r.until(hw.ArmUnhomed)
			began := make(chan struct{})
			f.after("$H", func() {
				f.mu.Lock()
				defer f.mu.Unlock()
				f.bytes = ""
				close(began)
			})
			done := r.placed(t.Context(), 3)
			<-began
			limit := 6500 * time.Millisecond
			if hand {
				time.Sleep(5100 * time.Millisecond)
				r.arm.Hold(true)
				limit = 100 * time.Millisecond
			}
			time.Sleep(limit)
			f.mu.Lock()
			reset := strings.Contains(f.bytes, "R")
			f.mu.Unlock()
			if !reset {
				t.Errorf("hand %v: it homes on", hand)
			}
			if err := <-done; err == nil || !strings.Contains(err.Error(), "did not do within 5s what it was told") {
				t.Errorf("hand %v: %v", hand, err)
			}
		})
	}
}
