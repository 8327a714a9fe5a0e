package link

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stonehand/cmd/internal/remote"
	"stonehand/engine/board"
)

// TestSilentStrangersKeepNobodyOut connects twice as many as may greet, who say
// nothing, before the guest comes, from the guest's own address even.
func TestSilentStrangersKeepNobodyOut(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	i, err := host.session.Invite(t.Context(), remote.Offer{})
	if err != nil {
		t.Fatal(err)
	}
	wait(t, "a game to begin with", func() bool { return host.table.Snapshot().GameID != "" })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 2 * strangers {
		ws, _, err := websocket.Dial(ctx, "ws://"+host.addr+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.CloseNow()
		if _, _, err := ws.Read(ctx); err != nil { // the challenge: it has its place
			t.Fatal(err)
		}
	}
	if err := guest.session.Join(ctx, host.addr, i.Code); err != nil {
		t.Fatalf("the guest stays outside: %v", err)
	}
}

func TestDoorway(t *testing.T) {
	var d doorway
	ended := map[string]int{}
	enter := func(from string) func() {
		return d.enter(from, func() { ended[from]++ })
	}
	guest := enter("192.0.2.7:5000")
	for range 50 {
		enter("192.0.2.66:5000")
	}
	if ended["192.0.2.7:5000"] != 0 || ended["192.0.2.66:5000"] != 50-strangers+1 {
		t.Errorf("a crowd from one address ended %v", ended)
	}
	guest()
	guest() // a place is given up once
	if n := len(d.greeting); n != strangers-1 {
		t.Errorf("%d greet, want %d", n, strangers-1)
	}
	// Addresses of one IPv6 network are one.
	clear(ended)
	for i := range 50 {
		enter(fmt.Sprintf("[2001:db8::%x]:5000", i+1))
	}
	enter("192.0.2.7:6000")
	if ended["192.0.2.7:6000"] != 0 || len(d.greeting) != strangers {
		t.Errorf("a network crowds a guest out: %v", ended)
	}
	for _, odd := range []string{"", "@", "pipe", "[::1%eth0]:1"} {
		enter(odd)() // never panics
	}
}

// TestClosingHostKeepsItsGuest has a guest come back at the moment at which the host's
// program ends: it may not hear that its game is over.
func TestClosingHostKeepsItsGuest(t *testing.T) {
	host, guest := newStation(t, small), newStation(t, small)
	meet(t, host, guest, host.addr, remote.Offer{Guest: board.White})
	host.kill()
	guest.kill()
	closing, err := New(Config{Dir: host.dir, Book: book})
	if err != nil {
		t.Fatal(err)
	}
	door := httptest.NewServer(closing)
	defer door.Close()
	ended, end := context.WithCancel(t.Context())
	end()
	taken := make(chan struct{})
	go func() {
		defer close(taken)
		select {
		case l := <-closing.lines:
			closing.take(ended, l)
		case <-time.After(time.Minute):
			t.Error("no guest came")
		}
	}()
	k, err := load(guest.dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := dial(t.Context(), http.DefaultClient, "ws"+strings.TrimPrefix(door.URL, "http"), k.Session.Code, k.Session.Guest)
	<-taken
	var refused *Refused
	if errors.As(err, &refused) {
		t.Errorf("the guest hears %v", err)
	}
	if err == nil { // the welcome was out before the end
		c.ws.CloseNow()
	}
	close(closing.done)
	closing.guests.Wait()
}
