package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/text"
	"stonehand/cmd/internal/text/texttest"
)

// A refusal is said in the language that the asker wants; to one who does not say, in the
// table's.
func TestRefusalsInTheAskersLanguage(t *testing.T) {
	s := newSite(t)
	s.table.answer = func(api.Command) error {
		return &api.CommandError{Code: "over", Text: text.English.Say(text.GameIsOver), Words: text.Tell(text.GameIsOver)}
	}
	for _, c := range []struct{ method, path, body, language, want string }{
		{"POST", "/api/command", `{"do":"resign"}`, "zh", text.Chinese.Say(text.GameIsOver)},
		{"POST", "/api/command", `{"do":"resign"}`, "zh-CN,en;q=0.5", text.Chinese.Say(text.GameIsOver)},
		{"POST", "/api/command", `{"do":"resign"}`, "", text.English.Say(text.GameIsOver)},
		{"GET", "/api/games/none.sgf", "", "zh", "没有已结束的对局 \"none\"：GET /api/games 列出了全部对局。"},
		{"GET", "/api/games/none.sgf", "", "en", "There is no finished game \"none\": GET /api/games lists those there are."},
		{"POST", "/api/study", `{"size":"3x3","stones":"b...w...","to_move":"white"}`, "zh", "无法研究这个局面：\"stones\" 有 8 个字符：3x3 的棋盘有 9 个点。"},
		{"POST", "/api/study", `{"size":"3x3","stones":"b...w...x","to_move":"white"}`, "zh", "无法研究这个局面：\"stones\" 中有 'x'（C3）：请用 b、w 和句点。"},
		{"POST", "/api/command", `{"do":}`, "zh", "请求不是 JSON：无效字符 '}'（第 7 字节）。"},
		{"POST", "/api/command", `{"do":}`, "en", "The body is not JSON: invalid character '}' looking for beginning of value (at byte 7)."},
		{"POST", "/api/sim/put", `[]`, "zh", "请求是 JSON 的数组：请发送对象，如 {\"point\":\"J10\",\"color\":\"black\"}。"},
		{"POST", "/api/command", `{"do":"fly"}`, "de", text.English.Say(text.GameIsOver)},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, s.url()+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		if req.Header.Set("Content-Type", "application/json"); c.language != "" {
			req.Header.Set("Accept-Language", c.language)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var said struct{ Error string }
		if err := json.NewDecoder(answer.Body).Decode(&said); err != nil {
			t.Error(err)
		}
		answer.Body.Close()
		if said.Error != c.want {
			t.Errorf("%s %s in %q:\ngot  %s\nwant %s", c.method, c.path, c.language, said.Error, c.want)
		}
	}
}

func TestEveryRefusalHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"refusing": 2, "notFound": 0, "badValue": 0, "badJSON": 0, "Of": 0}, "password", "PIN")
}
