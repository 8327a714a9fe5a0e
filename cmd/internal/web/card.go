package web

import (
	_ "embed"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"sync"
)

// cardText is the card beside the board; docs/card.md has the same text.
//
//go:generate cp ../../../docs/card.md card.md
//go:embed card.md
var cardText string

// cardChinese begins the card's part in Chinese.
const cardChinese = "## 棋盘旁的卡片"

// packedCard is the card as a page to be printed.
var packedCard = sync.OnceValue(func() asset {
	english, chinese, _ := strings.Cut(cardText, cardChinese)
	chinese = strings.ReplaceAll(cardChinese+chinese, "\n#", "\n")[1:]
	page := strings.NewReplacer("<!--en-->", cardHTML(english), "<!--zh-->", cardHTML(chinese)).Replace(string(pack().assets["card.html"]().plain()))
	return newAsset("card.html", []byte(page))
})

// card answers GET /card.
func (s *Server) card(w http.ResponseWriter, r *http.Request) {
	send(w, r, "card.html", packedCard(), askAgain)
}

var (
	cardBold = regexp.MustCompile(`\*\*(.+?)\*\*`)
	cardItem = regexp.MustCompile(`^(?:-|(\d+)\.) `)
)

// cardHTML writes as much of Markdown as the card has as HTML: headings, paragraphs,
// lists, tables and bold words.
func cardHTML(text string) string {
	var b strings.Builder
	words := func(s string) string { return cardBold.ReplaceAllString(html.EscapeString(s), "<strong>$1</strong>") }
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		lines := strings.Split(strings.Trim(block, "\n"), "\n")
		switch first := lines[0]; {
		case strings.HasPrefix(first, "#"):
			level := len(first) - len(strings.TrimLeft(first, "#"))
			fmt.Fprintf(&b, "<h%d>%s</h%d>\n", level, words(strings.TrimSpace(first[level:])), level)
		case strings.HasPrefix(first, "|"):
			cardTable(&b, lines, words)
		case cardItem.MatchString(first):
			kind, start := "ul", ""
			if n := cardItem.FindStringSubmatch(first)[1]; n != "" {
				kind, start = "ol", fmt.Sprintf(" start=%q", n)
			}
			var items []string
			for _, l := range lines {
				if m := cardItem.FindString(l); m != "" {
					items = append(items, l[len(m):])
				} else {
					items[len(items)-1] += joined(items[len(items)-1]) + strings.TrimSpace(l)
				}
			}
			fmt.Fprintf(&b, "<%s%s>\n", kind, start)
			for _, item := range items {
				fmt.Fprintf(&b, "<li>%s</li>\n", words(item))
			}
			fmt.Fprintf(&b, "</%s>\n", kind)
		default:
			all := ""
			for _, l := range lines {
				all += joined(all) + l
			}
			fmt.Fprintf(&b, "<p>%s</p>\n", words(all))
		}
	}
	return b.String()
}

// joined returns what stands between a line that is so far and the next: Chinese has no
// spaces.
func joined(line string) string {
	if r := []rune(line); len(r) == 0 || r[len(r)-1] > 0x2e80 {
		return ""
	}
	return " "
}

// cardTable writes a table, whose second line is that of dashes.
func cardTable(b *strings.Builder, lines []string, words func(string) string) {
	b.WriteString("<table>\n")
	for i, l := range lines {
		if i == 1 {
			continue
		}
		b.WriteString("<tr>")
		for j, cell := range strings.Split(strings.Trim(l, "|"), "|") {
			tag := "td"
			if i == 0 {
				tag = `th scope="col"`
			} else if j == 0 {
				tag = `th scope="row"`
			}
			fmt.Fprintf(b, "<%s>%s</%s>", tag, words(strings.TrimSpace(cell)), tag[:2])
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
}
