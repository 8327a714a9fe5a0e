// Package webtest opens the page in a real, headless Chromium and plays on it
// as a person would: it taps, presses keys, and reads what is shown.
package webtest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Limit is how long a [Tab] waits for anything before it fails its test. It is
// generous, since machines that run tests are slow and busy; nothing is ever
// waited for once it is there.
const Limit = 90 * time.Second

// names under which Chromium is installed.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Browser is a Chromium with an empty profile of its own.
type Browser struct {
	ctx context.Context
}

// Start starts a Chromium that ends with the test. Where there is none the test
// is skipped, or fails if the environment says CI=true.
func Start(t testing.TB) *Browser {
	t.Helper()
	path := find()
	if path == "" {
		const why = "no Chromium is installed: apt-get install chromium fonts-dejavu-core"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.WSURLReadTimeout(Limit),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		// Whatever is not this machine does not exist.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("lang", "en-GB"),
		chromedp.DisableGPU,
	)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() {
		// A gentle end first, so that nothing writes to the profile any more
		// when it is removed.
		gentle, stop := context.WithTimeout(ctx, 15*time.Second)
		if err := chromedp.Cancel(gentle); err != nil {
			t.Logf("the browser did not end by itself: %v", err)
		}
		stop()
		cancel()
		end()
	})
	// A context with a time of its own would end the browser with that time.
	late := time.AfterFunc(Limit, cancel)
	defer late.Stop()
	begun := time.Now()
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium (%s) does not start, after %v: %v", path, time.Since(begun).Round(time.Second), err)
	}
	return &Browser{ctx}
}

func find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
