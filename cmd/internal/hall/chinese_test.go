package hall

import (
	"net/http/httptest"
	"testing"

	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/text/texttest"
)

func TestEveryRefusalHasChinese(t *testing.T) {
	texttest.Formats(t, chinese, []string{"*.go"}, map[string]int{"refusing": 2, "Of": 0})
}

// The answers of tables are for the person who asks, too; a table of an older program has
// one language.
func TestAnswersInTheAskersLanguage(t *testing.T) {
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Language", "zh")
	for _, c := range []struct {
		a    fleet.Answer
		want string
	}{
		{fleet.Refusal("offline", tableOff), "棋桌没有响应，可能已关机。"},
		{fleet.Answer{Code: "over", Error: "The game is over."}, "The game is over."},
		{fleet.Answer{}, ""},
	} {
		if got := worded(r, c.a); got.Error != c.want || got.Said != nil {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
}
