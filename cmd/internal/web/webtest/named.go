package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Way is how a person uses a page.
type Way string

// The ways. With the screen reader's nothing is looked at or pointed to: a person hears
// roles and names, and acts on what was heard.
const (
	ByTaps   Way = "taps"
	ByKeys   Way = "keys"
	ByReader Way = "reader"
)

// Named is an element as assistive technology finds it.
type Named struct {
	Role, Name string
	tab        *Tab
	object     runtime.RemoteObjectID
}

// Named returns the elements of a role, "button" for one, whose accessible names match a
// pattern, in the order of the page. What is hidden, or cannot be used now, is not among them.
func (p *Tab) Named(role, pattern string) (list []Named) {
	p.t.Helper()
	want := regexp.MustCompile("^(?:" + pattern + ")$")
	p.do("reading the page's roles and names", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		list = nil
		doc, err := cdp.Call(ctx, t, dom.GetDocument, dom.GetDocumentParams{})
		if err != nil {
			return err
		}
		found, err := cdp.Call(ctx, t, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{NodeID: doc.Root.NodeID, Role: role})
		if err != nil {
			return err
		}
		for _, n := range found.Nodes {
			name := text(n.Name)
			if n.Ignored || !want.MatchString(name) || disabled(n) {
				continue
			}
			node, err := cdp.Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.BackendDOMNodeID})
			if err != nil {
				continue // gone since
			}
			list = append(list, Named{role, name, p, node.Object.ObjectID})
		}
		return nil
	}))
	return list
}

func text(v *accessibility.Value) (s string) {
	if v != nil {
		_ = json.Unmarshal([]byte(v.Value), &s) // what is no text has none
	}
	return s
}

func disabled(n *accessibility.Node) bool {
	for _, p := range n.Properties {
		if p.Name == accessibility.PropertyNameDisabled {
			return string(p.Value.Value) == "true"
		}
	}
	return false
}

// call runs a JavaScript function on an element, as this.
func (n Named) call(function string) (result string) {
	p := n.tab
	p.t.Helper()
	p.do(fmt.Sprintf("%s %q", n.Role, n.Name), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		byValue := true
		r, err := cdp.Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{FunctionDeclaration: function, ObjectID: n.object, ReturnByValue: &byValue, UserGesture: &byValue})
		if err == nil && r.Result != nil {
			result = string(r.Result.Value)
		}
		return err
	}))
	return result
}

// tabs is how often a person presses Tab before giving up.
const tabs = 120

// Use finds the first element of a role and name, waiting until there is one, and
// activates it.
func (p *Tab) Use(way Way, role, pattern string) {
	p.t.Helper()
	var n Named
	for end := time.Now().Add(Limit); ; time.Sleep(20 * time.Millisecond) {
		if list := p.Named(role, pattern); len(list) > 0 {
			n = list[0]
			break
		}
		if time.Now().After(end) {
			p.t.Fatalf("by %s: there is no %s called %q; %s", way, role, pattern, p.Says())
		}
	}
	switch way {
	case ByTaps:
		n.tap()
	case ByKeys:
		n.focus()
		if role != "radio" {
			p.Type(kb.Enter)
		}
	case ByReader:
		n.call(`function() { this.focus(); this.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 0 })); }`)
	}
}

// tap taps the middle of an element, and fails if something else lies there.
func (n Named) tap() {
	p := n.tab
	p.t.Helper()
	var at []float64
	out := n.call(`function() {
		const e = this.matches("input[type=radio], input[type=checkbox]") ? this.closest("label") ?? this : this;
		e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
		const r = e.getBoundingClientRect(), at = [r.x + r.width / 2, r.y + r.height / 2], on = document.elementFromPoint(...at);
		return on && (e.contains(on) || on.contains(e)) ? at : [on ? on.outerHTML.slice(0, 80) : "outside the window", r.x, r.y];
	}`)
	if json.Unmarshal([]byte(out), &at) != nil || len(at) != 2 {
		p.t.Fatalf("the %s %q cannot be tapped: %s", n.Role, n.Name, out)
	}
	p.pressAt(n.Name, at)
}

// focus brings the keyboard to an element: by Tab, and within a group of choices or on
// the board by arrows.
func (n Named) focus() {
	p := n.tab
	p.t.Helper()
	for range tabs {
		switch n.call(`function() {
			const a = document.activeElement;
			if (a === this) return "there";
			return this.type === "radio" && a?.type === "radio" && a.name === this.name ? "group" : "elsewhere";
		}`) {
		case `"there"`:
			return
		case `"group"`:
			p.Type(kb.ArrowRight)
		default:
			p.Type(kb.Tab)
		}
	}
	p.t.Fatalf("the keyboard does not reach the %s %q", n.Role, n.Name)
}
