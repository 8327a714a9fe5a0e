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
