package web

import (
	"os"
	"strings"
	"testing"
)

// The card that is served has the sentences of docs/card.md, in both languages.
func TestCardIsTheDocument(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/card.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != cardText {
		t.Fatal("card.md and docs/card.md differ: change docs/card.md and run go generate ./cmd/internal/web")
	}
	s, _ := newServer(t)
	a := ask(t, s, "GET", "/card", "")
	english, chinese, _ := strings.Cut(a.text, `<section lang="zh-Hans"`)
	for part, want := range map[string][]string{
		english: {"<h1>The card beside the board</h1>", "<h2>Everything else: the menu</h2>", "<li><strong>Two steady lights:</strong> put the machine&#39;s stones there.</li>", `<th scope="row">B</th><td>take back</td><td>one light: yes</td>`, `<ol start="3">`},
		chinese: {"<h1>棋盘旁的卡片</h1>", "<h2>其他操作：菜单</h2>", "13x13\n或 9x9 的围棋", `<th scope="row">B</th><td>悔棋</td><td>一处灯：是</td>`},
	} {
		for _, text := range want {
			if text = strings.ReplaceAll(text, "\n", " "); !strings.Contains(part, text) {
				t.Errorf("the card lacks %q", text)
			}
		}
		if strings.Contains(part, "**") || strings.Contains(part, "<!--") || strings.Contains(part, "\n#") {
			t.Error("the card shows Markdown")
		}
	}
	if a.StatusCode != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
		t.Errorf("%s %v", a.Status, a.Header)
	}
}
