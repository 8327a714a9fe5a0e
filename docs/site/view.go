package main

import (
	"path"
	"strings"
)

// view is what the template of a page takes.
type view struct {
	*page
	Lang  string // "en", "zh-CN"
	Root  string // the way to the root of the site
	Words words
	Other string // the same page in the other language
	Nav   []chapter
}

// words are the words around a page.
type words struct{ Other, Search, None, Pages, Contents, Skip string }

// chapter is a part of the list of pages.
type chapter struct {
	Title string
	Links []navLink
}

// navLink is a line in the list of pages.
type navLink struct {
	URL, Title string
	Here       bool
	Lang       string // where it is another than the page's
}

var wordsIn = map[string]words{
	"en":    {"中文", "Search", "Nothing found.", "Pages", "On this page", "Skip to the text"},
	"zh-CN": {"English", "搜索", "没有找到。", "目录", "本页内容", "跳到正文"},
}

// view shows a page among all. The list of pages has a page in the reader's language where
// there is one.
func (p *page) view(pages []*page, byURL map[string]*page) view {
	v := view{page: p, Lang: "en", Root: relative(p.URL, "")}
	isChinese := strings.HasPrefix(p.URL, "zh/")
	if isChinese {
		v.Lang = "zh-CN"
	}
	v.Words = wordsIn[v.Lang]
	// Pages in Chinese have the names of those in English, of which the first is the site's.
	pair := func(q *page) *page {
		if strings.HasPrefix(q.URL, "zh/") {
			name := strings.TrimPrefix(q.URL, "zh/")
			if name == "index.html" {
				return byURL[name]
			}
			return byURL["docs/"+name]
		}
		if q.URL == "index.html" || path.Dir(q.URL) == "docs" {
			return byURL["zh/"+path.Base(q.URL)]
		}
		return nil
	}
	if other := pair(p); other != nil {
		v.Other = relative(p.URL, other.URL)
	} else {
		v.Other = relative(p.URL, map[bool]string{true: "index.html", false: "zh/index.html"}[isChinese])
	}
	seen := map[*page]bool{}
	for _, c := range chapters {
		title := c.English
		if isChinese {
			title = c.Chinese
		}
		list := chapter{Title: title}
		for _, q := range pages {
			if seen[q] || strings.HasPrefix(q.URL, "zh/") || !c.has(q.Source) {
				continue
			}
			seen[q] = true
			shown, lang := q, ""
			if other := pair(q); isChinese && other != nil {
				shown = other
			} else if isChinese {
				lang = "en"
			}
			list.Links = append(list.Links, navLink{relative(p.URL, shown.URL), shown.Title, shown == p, lang})
		}
		v.Nav = append(v.Nav, list)
	}
	return v
}
