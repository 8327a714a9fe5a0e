package webtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Screen is what a page is looked at on.
type Screen struct {
	Width, Height int64  // CSS pixels
	Touch         bool   // a phone: fingers instead of a mouse
	Dark          bool   // prefers-color-scheme: dark
	Lively        bool   // not prefers-reduced-motion: reduce, without which animations take the processor
	Worker        bool   // the page may have its service worker
	Language      string // "en-GB" if empty
	Type          int64  // the browser's size of type, CSS pixels; 0: 16
	Slow          *Slow  // nil: as fast as this computer
}

// Slow is a slow line to a slow computer.
type Slow struct {
	Latency   float64 // until the first byte of an answer, milliseconds
	PerSecond float64 // bytes that arrive in a second
	CPU       float64 // how many times slower than this computer the browser is
}

// slowLine is Network.emulateNetworkConditions, which every Chromium has.
var slowLine = cdp.Command[slowLineParams, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

type slowLineParams struct {
	Offline  bool    `json:"offline"`
	Latency  float64 `json:"latency"`
	Download float64 `json:"downloadThroughput"`
	Upload   float64 `json:"uploadThroughput"`
}

// Common screens.
var (
	Phone   = Screen{Width: 375, Height: 812, Touch: true}
	Desktop = Screen{Width: 1440, Height: 900}
	Large   = Screen{Width: 2560, Height: 1440}
)

// Tab is one open page. Whatever goes wrong fails its test at once.
type Tab struct {
	t      testing.TB
	ctx    context.Context
	screen Screen

	mu         sync.Mutex
	complaints []string // guarded by mu
}

// Open opens address on a screen and waits until the page shows a state of the
// machine.
func (b *Browser) Open(t testing.TB, address string, s Screen) *Tab {
	t.Helper()
	p := b.Visit(t, address, s)
	p.Wait("the page to show the machine's state", `document.body.dataset.online === "yes" && document.querySelector("#headline").textContent !== ""`)
	return p
}

// Visit opens any page in a tab of its own until the test ends.
func (b *Browser) Visit(t testing.TB, address string, s Screen) *Tab {
	t.Helper()
	if u, err := url.Parse(address); err == nil {
		b.origins.Store(u.Scheme+"://"+u.Host, true)
	}
	ctx, cancel := chromedp.NewContext(b.ctx)
	p := &Tab{t: t, ctx: ctx, screen: s}
	done := make(chan struct{})
	// The console is subscribed to before the page can say anything.
	messages := chromedp.Console(ctx)
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.IsException() {
				p.mu.Lock()
				p.complaints = append(p.complaints, fmt.Sprintf("%s (%s:%d)", m, m.URL, m.Line))
				p.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	p.do("setting the screen", p.emulate(), chromedp.Navigate(address))
	return p
}

func (p *Tab) emulate() chromedp.Action[chromedp.Void] {
	s := p.screen
	features := []*emulation.MediaFeature{}
	if s.Dark {
		features = append(features, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	}
	if !s.Lively {
		features = append(features, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	}
	language := s.Language
	language = cmp.Or(language, "en-GB")
	return chromedp.Steps(
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			if s.Slow == nil {
				// Nobody asks for the events of a hundred requests a page, which take an
				// eighth of the processor of opening it.
				_, err := cdp.Call(ctx, t, network.Disable, cdp.Empty{})
				return err
			}
			_, err := cdp.Call(ctx, t, slowLine, slowLineParams{Latency: s.Slow.Latency, Download: s.Slow.PerSecond, Upload: s.Slow.PerSecond})
			if err != nil {
				return err
			}
			_, err = cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: s.Slow.CPU})
			return err
		}),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			if s.Worker {
				return nil
			}
			_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete Navigator.prototype.serviceWorker"})
			return err
		}),
		p.draw(unseen),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			sizes := page.FontSizes{Standard: cmp.Or(s.Type, 16)}
			_, err := cdp.Call(ctx, t, page.SetFontSizes, page.SetFontSizesParams{FontSizes: &sizes})
			return err
		}),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			if _, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
				return err
			}
			_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "webtest", AcceptLanguage: language})
			return err
		}),
	)
}

// unseen is how large a page is drawn that nobody looks at: to draw it whole takes a quarter
// of the processor.
const unseen = 1. / 16

// draw has the page drawn so many times its size. It has that size, whatever is drawn.
func (p *Tab) draw(scale float64) chromedp.Action[chromedp.Void] {
	view := []chromedp.EmulateViewportOption{func(m *emulation.SetDeviceMetricsOverrideParams, _ *emulation.SetTouchEmulationEnabledParams) {
		m.Scale = scale
	}}
	if p.screen.Touch {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	return chromedp.EmulateViewport(p.screen.Width, p.screen.Height, view...)
}

func (p *Tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, Limit)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
}

// Reload loads the page again, and waits until all of it is there.
func (p *Tab) Reload() {
	p.t.Helper()
	p.do("loading the page again", chromedp.Reload())
}

func eval[T any](p *Tab, expression string, options ...chromedp.EvaluateOption) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, Limit)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, options...))
}

// Eval returns the value of a JavaScript expression in the page.
func Eval[T any](p *Tab, expression string) T {
	p.t.Helper()
	v, err := eval[T](p, expression)
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Wait waits until a JavaScript expression is true. What says what for, should
// it never be. A page that goes away while it is asked is not there yet.
func (p *Tab) Wait(what, expression string) {
	p.t.Helper()
	for end := time.Now().Add(Limit); ; {
		yes, err := p.watch(expression, min(time.Until(end), Limit/2))
		if err != nil && !gone.MatchString(err.Error()) {
			p.t.Fatalf("%s: %v", expression, err)
		}
		if yes {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("waited %s for %s; %s %s", Limit, what, p.lacking(expression), p.Says())
		}
	}
}

// gone is what Chromium says of a question to a page that went away before it answered.
var gone = regexp.MustCompile(`navigated|context was destroyed|Promise was collected`)

// watch has the page itself look, every 20 ms, whether a JavaScript expression is true: to
// ask it as often takes more of the processor.
func (p *Tab) watch(expression string, within time.Duration) (bool, error) {
	return eval[bool](p, fmt.Sprintf(`(async () => {
		for (const end = performance.now() + %d; ; await new Promise((r) => setTimeout(r, 20))) {
			if (%s) return true;
			if (performance.now() > end) return false;
		}
	})()`, within.Milliseconds(), expression), chromedp.EvalAwaitPromise)
}

// Says is what the page of the table says and where it is, for the message of a test that
// fails.
func (p *Tab) Says() string {
	p.t.Helper()
	return "the page says " + Eval[string](p, `JSON.stringify({
		address: location.hash, phase: document.querySelector("#status")?.dataset.phase, focus: document.activeElement?.id || document.activeElement?.outerHTML.slice(0, 80),
		headline: document.querySelector("#headline")?.innerText, message: document.querySelector("#message")?.innerText, toast: document.querySelector("#toast")?.innerText,
	})`)
}

// lacking says which of the conditions that an expression joins by && are not true.
func (p *Tab) lacking(expression string) string {
	said := ""
	for _, part := range strings.Split(expression, " && ") {
		// A part of something in parentheses may be no expression.
		if yes, err := eval[bool](p, "Boolean("+part+")"); err == nil && !yes {
			said += "not so: " + part + ";\n"
		}
	}
	return said
}

// Sees reports whether a JavaScript expression is true within a while: of what the
// page shows for a moment only, or may not have taken.
func (p *Tab) Sees(expression string, within time.Duration) bool {
	p.t.Helper()
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if Eval[bool](p, "Boolean("+expression+")") {
			return true
		}
	}
	return false
}

// Tap taps the middle of a point of the board, "J10" for one, with a finger or
// a mouse as the screen has it, without confirming what a finger puts down.
func (p *Tab) Tap(point string) {
	p.t.Helper()
	Eval[any](p, `(() => { const c = document.querySelector("#set-confirm"); if (c?.checked) c.click() })()`)
	p.press(fmt.Sprintf(`[data-point=%q]`, point))
}

// Click clicks the middle of what a CSS selector finds. A button that is disabled is waited
// for, as a person does.
func (p *Tab) Click(selector string) {
	p.t.Helper()
	p.Wait(selector+" to be enabled", fmt.Sprintf(`!document.querySelector(%s)?.disabled`, quote(selector)))
	p.press(selector)
}

// ClickRight clicks the middle of what a CSS selector finds with the mouse's right button.
func (p *Tab) ClickRight(selector string) {
	p.t.Helper()
	at := p.middle(selector)
	p.do("clicking "+selector+" with the right button", chromedp.MouseClickXY(at[0]*unseen, at[1]*unseen, chromedp.ButtonRight))
}

// press finds where an element is, brings it into view, and presses there. One that
// moves or is hidden, as while the page has lost the table, is waited for, and one that
// has had no click, because it moved away before the press came or something lay on top
// of it for a moment, is pressed again, as by a person who missed.
func (p *Tab) press(selector string) {
	p.t.Helper()
	for range 3 {
		p.Wait(selector+" to be in sight", fmt.Sprintf(`document.querySelector(%s)?.getClientRects().length !== 0`, quote(selector)))
		at := p.middle(selector)
		for range 50 {
			was := at
			if at = p.middle(selector); slices.Equal(at, was) {
				break
			}
		}
		// The page may put a new element there before the click comes.
		Eval[bool](p, fmt.Sprintf(`(() => {
			window.pressed = false;
			addEventListener("click", (e) => { if (e.target.closest(%s)) window.pressed = true; }, { capture: true });
			return true;
		})()`, quote(selector)))
		p.pressAt(selector, at)
		if !p.missed(selector) {
			return
		}
	}
	p.t.Fatalf("%s was pressed three times and has had no click", selector)
}

// pressAt presses with a finger or the mouse, as the screen has it. A place on the page is
// where it is drawn.
func (p *Tab) pressAt(what string, at []float64) {
	p.t.Helper()
	x, y := at[0]*unseen, at[1]*unseen
	if p.screen.Touch {
		p.do("tapping "+what, chromedp.TapXY(x, y))
	} else {
		p.do("clicking "+what, chromedp.MouseClickXY(x, y))
	}
}

// missed says whether an element that was pressed has had no click. A page that is left by
// the press, or has the element no more, was not missed.
func (p *Tab) missed(selector string) bool {
	missed := fmt.Sprintf(`window.pressed === false && document.querySelector(%s) !== null`, quote(selector))
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		// The click of a finger comes a little after it.
		if yes, err := eval[bool](p, missed); err != nil || !yes {
			return false
		}
	}
	return true
}

// middle brings an element into view and returns where its middle is.
func (p *Tab) middle(selector string) []float64 {
	p.t.Helper()
	at := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const e = document.querySelector(%s);
		if (!e) return [];
		e.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, quote(selector)))
	if len(at) != 2 {
		p.t.Fatalf("there is no %s on the page", selector)
	}
	return at
}

// Type presses keys; github.com/chromedp/chromedp/kb names the special ones.
func (p *Tab) Type(keys string) {
	p.t.Helper()
	p.do("typing", chromedp.KeyEvent(keys))
}

// Text returns the text of what a CSS selector finds, empty if there is none.
func (p *Tab) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf(`document.querySelector(%s)?.textContent.trim() ?? ""`, quote(selector)))
}

// Stones returns the stones that the page shows, by point: "black" or "white".
func (p *Tab) Stones() map[string]string {
	p.t.Helper()
	return Eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll(".stones [data-at]")].map((e) => [e.dataset.at, e.dataset.color]))`)
}

// Marked returns the points that the page marks so, in order: "wanted", "last",
// "missing", "extra", "wrong", "accepted", "refused".
func (p *Tab) Marked(kind string) []string {
	p.t.Helper()
	points := Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll('.marks [data-mark=%q]')].map((e) => e.dataset.at)`, kind))
	slices.Sort(points)
	return points
}

// Complaints returns the errors and warnings on the page's console so far.
func (p *Tab) Complaints() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.complaints)
}

// Picture returns what the screen shows now, as a PNG, and keeps it as Keep does.
func (p *Tab) Picture(name string) []byte {
	p.t.Helper()
	p.do("drawing the page whole", p.draw(1))
	defer p.do("drawing the page small", p.draw(unseen))
	ctx, cancel := context.WithTimeout(p.ctx, Limit)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatalf("taking the picture %s: %v", name, err)
	}
	if dir := os.Getenv("WEBTEST_PICTURES"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+".png", png, 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
	return png
}

// Pages returns how many pages the page takes on paper.
func (p *Tab) Pages() int {
	p.t.Helper()
	n := 0
	p.do("printing", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		own := true
		printed, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &own})
		if err == nil {
			n = len(paper.FindAll(printed.Data, -1))
		}
		return err
	}))
	return n
}

// paper begins a page of a PDF file.
var paper = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// Keep keeps a picture of what the screen shows now, under name in the folder that
// the environment names in WEBTEST_PICTURES; without one it does nothing.
func (p *Tab) Keep(name string) {
	p.t.Helper()
	if os.Getenv("WEBTEST_PICTURES") != "" {
		p.Picture(name)
	}
}

// quote writes a text as a JavaScript string.
func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(b)
}
