package hall

import (
	"fmt"
	"os"
	"testing"

	"stonehand/cmd/internal/web/webtest"
)

func TestZZLook(t *testing.T) {
	base := os.Getenv("LOOK")
	if base == "" {
		t.Skip()
	}
	b := webtest.Start(t)
	for name, s := range map[string]webtest.Screen{
		"phone-en": {Width: 390, Height: 844, Touch: true}, "phone-zh-dark": {Width: 390, Height: 844, Touch: true, Dark: true, Language: "zh-CN"},
		"laptop-en": {Width: 1366, Height: 768}, "laptop-zh-dark": {Width: 1366, Height: 768, Dark: true, Language: "zh-CN"},
		"projector-en-dark": {Width: 1920, Height: 1080, Dark: true}, "projector-zh": {Width: 1920, Height: 1080, Language: "zh-CN"},
	} {
		tab := b.Visit(t, base+"/", s)
		tab.Wait("tables", `document.querySelectorAll("article[data-table]").length === 4`)
		tab.Wait("cups", `document.querySelectorAll("#cups article").length >= 1`)
		tab.Picture("look-" + name)
		tab.Click("#enter")
		tab.Click("#password")
		tab.Type(os.Getenv("PW"))
		tab.Click("#login button[type=submit]")
		tab.Wait("in", `!document.querySelector("#all").hidden`)
		tab.Wait("visits", `!document.querySelector("#hours").hidden && !document.querySelector("#visits").hidden`)
		fmt.Println(name, webtest.Eval[string](tab, `[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight].join()`))
		webtest.Eval[bool](tab, `(() => { document.body.style.minHeight = "0"; return true; })()`)
		tab.Picture("in-" + name)
		tab.Click("#exit")
		if c := tab.Complaints(); len(c) > 0 {
			t.Errorf("%s complains: %v", name, c)
		}
	}
}
