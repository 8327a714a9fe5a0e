package main

import (
	"log/slog"
	"net"
	"strings"
	"testing"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
)

func TestEveryStartProblemHasChinese(t *testing.T) {
	var hints []string
	for format := range chinese.Formats() {
		if !strings.Contains(format, "%") {
			hints = append(hints, format)
		}
	}
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"chinese.Of": 0}, hints...)
}

// Why a daemon cannot start is said on its page in Chinese too, and what to do.
func TestStartProblemsInChinese(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	_, err = listenOn("web.listen", at, slog.New(slog.DiscardHandler))
	if err == nil {
		t.Fatal("an address was taken twice")
	}
	m := newFailed("", config.Config{}, err, slog.New(slog.DiscardHandler))
	en, zh := m.problems(text.English), m.problems(text.Chinese)
	if len(en) != 2 || !strings.HasPrefix(en[0], "the page cannot be served on "+at+" (web.listen): ") || !strings.HasPrefix(en[1], "another program uses it") {
		t.Errorf("%q", en)
	}
	if len(zh) != 2 || !strings.HasPrefix(zh[0], "无法在 "+at+" 提供网页（web.listen）：") || !strings.HasPrefix(zh[1], "该地址被其他程序占用") {
		t.Errorf("%q", zh)
	}
}
