// Package webtest opens the page in a real, headless Chromium and plays on it
// as a person would: it taps, presses keys, and reads what is shown.
package webtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

// Limit is how long a [Tab] waits for anything before it fails its test. It is
// generous, since machines that run tests are slow and busy; nothing is ever
// waited for once it is there.
const Limit = 90 * time.Second

// names under which Chromium is installed. The one that cannot show a window takes a
// quarter less of the processor for the same pages.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Browser is a Chromium as one test sees it: nothing that other tests have kept in
// it, or opened, is there.
type Browser struct {
	ctx     context.Context
	cancel  func()
	origins sync.Map // of the pages that were opened
}

// Main runs a package's tests, which share one Chromium: starting one for each of
// them took a third of their time. It goes where a [testing.M] does.
type Main struct{ *testing.M }

var (
	sharedMu sync.Mutex
	sharing  bool
	shared   *chromium // guarded by sharedMu
)

// Run runs the tests, and then ends the Chromium.
func (m Main) Run() int {
	sharing = true
	defer func() {
		if shared != nil {
			if err := shared.end(); err != nil {
				fmt.Fprintln(os.Stderr, "the browser did not end by itself:", err)
			}
		}
	}()
	return m.M.Run()
}

// Start returns a browser that ends with the test. Where no Chromium is installed
// the test is skipped, or fails if the environment says CI=true.
func Start(t testing.TB) *Browser {
	t.Helper()
	path := find()
	if path == "" {
		const why = "no Chromium is installed: apt-get install chromium-headless-shell fonts-dejavu-core fonts-droid-fallback"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	c := running(t, path)
	b, err := c.lend()
	if err != nil {
		t.Fatalf("Chromium opens no window: %v", err)
	}
	t.Cleanup(func() { c.takeBack(b, t.Failed()) })
	return b
}

// lend returns a browser that no test uses. What a page keeps lies in a browser context. A
// new one for each test took a fifth of what opening a page takes.
func (c *chromium) lend() (*Browser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		b := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return b, nil
	}
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithNewBrowserContext())
	late := time.AfterFunc(Limit, cancel) // a context with a time of its own would end with that time
	defer late.Stop()
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, err
	}
	return &Browser{ctx: ctx, cancel: cancel}, nil
}

// takeBack has a browser forget all that pages kept, for the next test. One whose test has
// failed ends.
func (c *chromium) takeBack(b *Browser, failed bool) {
	ctx, cancel := context.WithTimeout(b.ctx, Limit)
	defer cancel()
	if failed || chromedp.Do(ctx, chromedp.Func(b.forget)) != nil {
		b.cancel()
		return
	}
	b.origins.Clear()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = append(c.idle, b)
}

// forget has a browser forget all that pages kept.
func (b *Browser) forget(ctx context.Context, t *chromedp.Target) error {
	_, err := cdp.Call(ctx, t, storage.ClearCookies, storage.ClearCookiesParams{})
	for origin := range b.origins.Range {
		if err == nil {
			_, err = cdp.Call(ctx, t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin.(string), StorageTypes: "all"})
		}
	}
	return err
}

// running returns the Chromium of all tests, or one of this test's own.
func running(t testing.TB, path string) *chromium {
	t.Helper()
	if sharing {
		sharedMu.Lock()
		defer sharedMu.Unlock()
		if shared != nil && shared.ctx.Err() == nil {
			return shared
		}
	}
	c, err := launch(path)
	if err != nil {
		t.Fatal(err)
	}
	if sharing {
		shared = c
	} else {
		t.Cleanup(func() {
			if err := c.end(); err != nil {
				t.Logf("the browser did not end by itself: %v", err)
			}
		})
	}
	return c
}

// chromium is a Chromium that runs, with an empty profile of its own.
type chromium struct {
	ctx     context.Context
	cancel  func()
	profile string

	mu   sync.Mutex
	idle []*Browser // that no test uses; guarded by mu
}

func launch(path string) (*chromium, error) {
	profile, err := os.MkdirTemp("", "webtest")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(profile),
		chromedp.WSURLReadTimeout(Limit),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		// Whatever is not this machine does not exist.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("lang", "en-GB"),
		// No page lives long enough here for its code to be worth optimizing, which takes
		// a tenth of the processor.
		chromedp.Flag("js-flags", "--no-opt,--no-maglev"),
		chromedp.DisableGPU,
		// The tabs of a test share a process, which takes a fifth less of the processor
		// than one for each.
		chromedp.Flag("renderer-process-limit", "1"),
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	c := &chromium{ctx: ctx, cancel: func() { cancel(); end() }, profile: profile}
	late := time.AfterFunc(Limit, cancel)
	defer late.Stop()
	begun := time.Now()
	if err := chromedp.Do(ctx); err != nil {
		_ = c.end() // it has not begun
		return nil, fmt.Errorf("the browser %s does not start, after %v: %w", path, time.Since(begun).Round(time.Second), err)
	}
	return c, nil
}

// end lets the Chromium end gently at first, so that nothing writes to the profile
// any more when it is removed.
func (c *chromium) end() error {
	gentle, stop := context.WithTimeout(c.ctx, 15*time.Second)
	defer stop()
	err := chromedp.Cancel(gentle)
	c.cancel()
	return errors.Join(err, os.RemoveAll(c.profile))
}

func find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
