package farm

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"stonehand/cmd/internal/jobs"
)

func TestFilesComeWithJobs(t *testing.T) {
	r := newRig(t)
	r.prepare()
	read := jobs.Of(func(ctx context.Context, name string) (string, error) {
		path, err := jobs.File(ctx, name)
		if err != nil {
			return "", err
		}
		data, err := os.ReadFile(path)
		return string(data), err
	})
	r.work("a", read)
	a := r.asker(func(c *AskerConfig) { c.Kinds = map[string]jobs.Func{"square": read} })
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path, []byte("what was learned"), 0o600); err != nil {
		t.Fatal(err)
	}
	// Somebody else was there first, with something else.
	if _, err := a.js.Publish(t.Context(), subjectFile(nameOf([]byte("what was learned"))), []byte("nonsense")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time it is there
		name, err := a.Put(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := jobs.Ask[string](t.Context(), a, "square", name); got != "what was learned" || err != nil {
			t.Errorf("the file has %q, %v", got, err)
		}
	}
	if a.isAside("a") {
		t.Error("a worker is blamed for what somebody else has put there")
	}
	for _, name := range []string{"/etc/passwd", "../secret", nameOf([]byte("never seen"))} {
		if _, err := jobs.Ask[string](t.Context(), a, "square", name); err == nil {
			t.Errorf("a job read %q", name)
		}
	}
	if _, err := a.Put(t.Context(), path+"?"); err == nil {
		t.Error("a file that is not there was taken")
	}
}

// TestADiskThatTakesNoFileIsNoLie has a worker that cannot keep a job's file until later: it waits,
// another one does its jobs, and it is not set aside.
func TestADiskThatTakesNoFileIsNoLie(t *testing.T) {
	r := newRig(t)
	r.prepare()
	read := jobs.Of(func(ctx context.Context, args []string) (string, error) {
		path, err := jobs.File(ctx, args[0])
		if err != nil {
			return "", err
		}
		data, err := os.ReadFile(path)
		return string(data) + args[1], err
	})
	dir, told := filepath.Join(t.TempDir(), "disk"), make(chan string, 9)
	if err := os.WriteFile(dir, nil, 0o600); err != nil { // in the place of the folder
		t.Fatal(err)
	}
	r.work("full", read, func(w *Worker) { w.Dir, w.Log = dir, slog.New(slog.NewTextHandler(lines(told), nil)) })
	a := r.asker(func(c *AskerConfig) {
		c.Kinds, c.Patience = map[string]jobs.Func{"square": read}, 200*time.Millisecond
	})
	path := filepath.Join(t.TempDir(), "table")
	if err := os.WriteFile(path, []byte("learned "), 0o600); err != nil {
		t.Fatal(err)
	}
	name, err := a.Put(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var all errgroup.Group
	for i := range 6 {
		all.Go(func() error {
			got, err := jobs.Ask[string](t.Context(), a, "square", []string{name, fmt.Sprint(i)})
			if want := fmt.Sprint("learned ", i); err == nil && got != want {
				err = fmt.Errorf("%q, not %q", got, want)
			}
			return err
		})
	}
	select {
	case line := <-told:
		if !strings.Contains(line, "A file of a job cannot be fetched") {
			t.Errorf("the worker says %q", line)
		}
	case <-time.After(patience):
		t.Error("the worker says nothing of its disk")
	}
	r.work("honest", read)
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := jobs.Ask[string](t.Context(), a, "square", []string{name, "!"}); got != "learned !" || err != nil {
		t.Errorf("then: %q, %v", got, err)
	}
	if a.isAside("full") {
		t.Error("a worker is blamed for its disk")
	}
}
