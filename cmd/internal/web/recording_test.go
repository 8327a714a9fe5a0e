package web

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// fakeRecording keeps one line, and goes on with another until it is left.
type fakeRecording struct{ left chan struct{} }

func (f fakeRecording) Kept(w io.Writer) error {
	_, err := io.WriteString(w, "kept\n")
	return err
}

func (f fakeRecording) Follow(ctx context.Context, w io.Writer) error {
	defer close(f.left)
	for ctx.Err() == nil {
		if _, err := io.WriteString(w, "more\n"); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}

func TestRecording(t *testing.T) {
	f := fakeRecording{make(chan struct{})}
	s, err := New(Config{Table: newFakeTable(), Recording: f, Streams: 1})
	if err != nil {
		t.Fatal(err)
	}
	a := ask(t, s, "GET", "/api/recording", "")
	if a.StatusCode != 200 || a.text != "kept\n" || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") || !strings.Contains(a.Header.Get("Content-Disposition"), "stonehand.rec") {
		t.Errorf("%s %v %q", a.Status, a.Header, a.text)
	}
	if a := ask(t, s, "GET", "/api/recording?follow=ever", ""); a.StatusCode != 400 || !strings.Contains(a.text, "bad-value") {
		t.Errorf("%s %q", a.Status, a.text)
	}
	host := httptest.NewServer(s.Handler())
	defer host.Close()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, "GET", host.URL+"/api/recording?follow=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := host.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(answer.Body).ReadString('\n')
	if err != nil || line != "more\n" {
		t.Errorf("%q, %v", line, err)
	}
	if a := ask(t, s, "GET", "/api/recording?follow=1", ""); a.StatusCode != 503 || !strings.Contains(a.text, "too-many-streams") {
		t.Errorf("a second stream where one is the most: %s %q", a.Status, a.text)
	}
	cancel()
	answer.Body.Close()
	<-f.left

	none, _ := newServer(t)
	if a := ask(t, none, "GET", "/api/recording", ""); a.StatusCode != 404 || !strings.Contains(a.text, "does not record") {
		t.Errorf("%s %q", a.Status, a.text)
	}
}
