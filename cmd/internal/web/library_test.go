package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"

	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// withLibrary gives a server a library in a folder of the test's.
func withLibrary(t testing.TB) func(*Config) {
	dir := t.TempDir()
	return func(c *Config) { c.Library = library.Open(dir, library.MaxIndex, nil) }
}

// decoded is an answer of 200 as T.
func decoded[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if a.StatusCode != 200 {
		t.Fatalf("%d %s", a.StatusCode, a.text)
	}
	if err := json.Unmarshal([]byte(a.text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

const capture = "(;GM[1]SZ[5]PB[Anna]PW[Bo]DT[2026-03-01]EV[Cup]RE[B+R] XX[ours];B[ba];W[aa];B[ab]C[takes]TR[aa])\n"

func TestLibrary(t *testing.T) {
	s, _ := newServer(t, withLibrary(t))
	up := decoded[uploaded](t, ask(t, s, "POST", "/api/library?name=anna.sgf", capture+"(;GM[511]SZ[19]PB[Cy]DT[2027];B[JJ]"))
	if len(up.Games) != 2 || up.Games[0].Black != "Anna" || len(up.Problems) == 0 || !strings.Contains(up.Problems[0].En, "line 2") || !strings.Contains(up.Problems[0].Zh, "第 2 行") {
		t.Fatalf("%+v", up)
	}
	for query, want := range map[string]string{
		"":                                "Cy Anna human",
		"?player=ann":                     "Anna",
		"?text=cup&game=go":               "Anna",
		"?from=2026-03&to=2026-03-01":     "Anna",
		"?to=2026-01":                     "human",
		"?limit=1&offset=1":               "Anna",
		"?player=Stonehand&game=connect6": "human",
	} {
		var names []string
		for _, g := range decoded[shelfList](t, ask(t, s, "GET", "/api/library"+query, "")).Games {
			names = append(names, g.Black)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, not %s", query, got, want)
		}
	}
	for query, part := range map[string]string{"?from=soon": "not a date", "?limit=9999": "from 0 to 200", "?color=x": "player, text", "?%zz": "cannot be read"} {
		ask(t, s, "GET", "/api/library"+query, "").sentence(t, 400, "bad-value", part)
	}
	path := "/api/library/" + up.Games[0].ID
	a := ask(t, s, "GET", path, "")
	g := decoded[GameTree](t, a)
	if len(g.Nodes) != 4 || len(g.Nodes[3].Lifted) != 1 || g.Nodes[3].Comment != "takes" || g.Nodes[3].Marks == nil || a.Header.Get("ETag") != `"`+g.Rev+`"` {
		t.Fatalf("%+v", g)
	}
	match := []string{"If-Match", `"` + g.Rev + `"`}
	edits := `{"edits":[{"do":"play","node":3,"point":"C3"},{"do":"comment","node":4,"text":"a ] b"},{"do":"marks","node":4,"marks":{"circles":["C3"],"labels":[{"point":"A1","text":"x"}]}}]}`
	if got := decoded[tried](t, ask(t, s, "POST", path+"/try", edits, match...)); len(got.Nodes) != 1 || got.Nodes[0].Comment != "a ] b" || got.Nodes[0].ToMove.String() != "black" {
		t.Errorf("%+v", got)
	}
	ask(t, s, "POST", path+"/try", `{"edits":[{"do":"play","node":3,"point":"A4"}]}`, match...).sentence(t, 409, "occupied", "Edit 1")
	ask(t, s, "POST", path+"/try", `{"edits":[{"do":"play","node":3,"point":"A5"}]}`, match...).sentence(t, 409, "suicide", "no liberty")
	ask(t, s, "PUT", path, edits).sentence(t, 428, "no-revision", "If-Match")
	ask(t, s, "PUT", path, `{"edits":[{"do":"play","node":77,"point":"A4"}]}`, match...).sentence(t, 400, "bad-value", "no node 77")
	saved := decoded[GameTree](t, ask(t, s, "PUT", path, edits, match...))
	if len(saved.Nodes) != 5 || saved.Rev == g.Rev {
		t.Errorf("%+v", saved)
	}
	ask(t, s, "PUT", path, edits, match...).sentence(t, 412, "changed", "open it again")
	ask(t, s, "DELETE", path, "", match...).sentence(t, 412, "changed", "open it again")
	file := ask(t, s, "GET", path+"/sgf", "")
	if want := "(;GM[1]SZ[5]PB[Anna]PW[Bo]DT[2026-03-01]EV[Cup]RE[B+R] XX[ours];B[ba];W[aa];B[ab]C[takes]TR[aa]\n;W[cc]C[a \\] b]CR[cc]LB[ae:x])\n"; file.text != want ||
		!strings.Contains(file.Header.Get("Content-Disposition"), `"anna.sgf"`) {
		t.Errorf("%s %q", file.Header, file.text)
	}
	if a := ask(t, s, "DELETE", path, "", "If-Match", `"`+saved.Rev+`"`); a.StatusCode != 200 {
		t.Errorf("%s", a.text)
	}
	ask(t, s, "GET", "/api/library/nobody", "").sentence(t, 404, "not-found", "GET /api/library")
}

// A game is replayed on the board from any node of any line.
func TestReplay(t *testing.T) {
	s, f := newServer(t, withLibrary(t))
	up := decoded[uploaded](t, ask(t, s, "POST", "/api/library", "(;GM[511]SZ[19]PB[Cy]PW[Di];B[JJ];W[KK];W[JK](;B[AA];B[BB])(;B[CC];B[DD];W[EE];W[FF]))"))
	path := "/api/library/" + up.Games[0].ID + "/replay"
	if a := ask(t, s, "POST", path, `{"node":7,"guess":true}`); a.StatusCode != 200 {
		t.Fatal(a.text)
	}
	o := f.taken()[0].Review
	if o == nil || o.Title != "Cy – Di" || len(o.Steps) != 5 || o.At != 3 || !o.Guess || len(o.Steps[2].Points) != 2 || o.Steps[4].Points[1].String() != "F6" {
		t.Errorf("%+v", o)
	}
	ask(t, s, "POST", path, `{"node":99}`).sentence(t, 400, "bad-value", "from 0 to 9")
	ask(t, s, "POST", "/api/library/x/replay", `{"node":0}`).sentence(t, 404, "not-found", "no such game")
}

// A game that was played here stays as it is, and a copy takes the notes.
func TestNotesOnAPlayedGame(t *testing.T) {
	s, _ := newServer(t, withLibrary(t))
	path := "/api/library/" + oneGame.ID
	g := decoded[GameTree](t, ask(t, s, "GET", path, ""))
	if g.Game.Source != "table" || g.Game.Game != "connect6" {
		t.Errorf("%+v", g.Game)
	}
	match := []string{"If-Match", `"` + g.Rev + `"`}
	saved := decoded[GameTree](t, ask(t, s, "PUT", path, `{"edits":[{"do":"comment","node":1,"text":"the middle"}]}`, match...))
	if saved.Game.Source != "file" || saved.Nodes[1].Comment != "the middle" {
		t.Errorf("%+v", saved)
	}
	if again := decoded[GameTree](t, ask(t, s, "GET", path, "")); again.Rev != g.Rev {
		t.Error("the game that was played has changed")
	}
	ask(t, s, "DELETE", path, "", match...).sentence(t, 409, "not-deletable", "played at the table")
}

// A game that was not read whole is shown, and not changed.
func TestGameThatIsTooLarge(t *testing.T) {
	s, _ := newServer(t, withLibrary(t))
	deep := "(;SZ[19]" + strings.Repeat("(;B[aa]", sgf.MaxDepth+1) + strings.Repeat(")", sgf.MaxDepth+2)
	up := decoded[uploaded](t, ask(t, s, "POST", "/api/library", deep))
	path := "/api/library/" + up.Games[0].ID
	match := []string{"If-Match", `"` + decoded[GameTree](t, ask(t, s, "GET", path, "")).Rev + `"`}
	ask(t, s, "PUT", path, `{"edits":[{"do":"comment","node":0,"text":"hello"}]}`, match...).sentence(t, 409, "partial", "split it")
	if a := ask(t, s, "DELETE", path, "", match...); a.StatusCode/100 != 2 {
		t.Errorf("%d %s", a.StatusCode, a.text)
	}
}

func TestUploadsAreRefused(t *testing.T) {
	s, _ := newServer(t, withLibrary(t))
	for body, part := range map[string]string{"": "cannot be read as a game record", "hello": "cannot be read as a game record", "{\"a\":1}": "cannot be read as a game record"} {
		ask(t, s, "POST", "/api/library", body).sentence(t, 400, "not-readable", part)
	}
	ask(t, s, "POST", "/api/library", strings.Repeat("x", library.MaxFile+1)).sentence(t, 413, "too-long", "split it")
	big := decoded[uploaded](t, ask(t, s, "POST", "/api/library", "(;SZ[50];B[aa])"))
	ask(t, s, "GET", "/api/library/"+big.Games[0].ID, "").sentence(t, 409, "not-shown", "can be downloaded")
	without, _ := newServer(t)
	ask(t, without, "POST", "/api/library", capture).sentence(t, 404, "not-found", "no library")
	for path, method := range map[string]string{"/api/library": "POST", "/api/library/x": "PUT"} {
		looker := httptestFrom("192.168.1.9", method, path, capture)
		if got := respond(s, looker).Code; got != 403 {
			t.Errorf("%s %s by one who may only look: %d", method, path, got)
		}
	}
}

func FuzzLibrary(f *testing.F) {
	if _, err := os.Stat("/dev/shm"); err == nil {
		f.Setenv("TMPDIR", "/dev/shm") // a disk's waits would be most of the time
	}
	f.Add("player=a&from=2026-03", "(;GM[1];B[aa]", `{"edits":[{"do":"play","node":0,"point":"A1"}]}`)
	f.Add("to=20", "(;GM[511];B[JJ](;W[KK])(;W[AA]))(;)", `{"edits":[{"do":"marks","node":1,"marks":{"labels":[{"point":"A1","text":"]"}]}}]}`)
	f.Fuzz(func(t *testing.T, query, file, edits string) {
		s, _ := newServer(t, withLibrary(t))
		fine := func(a answer) answer {
			if a.StatusCode >= 500 || a.StatusCode >= 400 && !strings.Contains(a.text, `"code":`) || a.StatusCode < 400 && !json.Valid([]byte(a.text)) {
				t.Errorf("%d %s", a.StatusCode, a.text)
			}
			return a
		}
		if !strings.ContainsFunc(query, func(c rune) bool { return c <= ' ' || c > '~' }) {
			fine(ask(t, s, "GET", "/api/library?"+query, ""))
		}
		a := fine(ask(t, s, "POST", "/api/library", file))
		if a.StatusCode != 200 {
			return
		}
		for _, g := range decoded[uploaded](t, a).Games {
			b := fine(ask(t, s, "GET", "/api/library/"+g.ID, ""))
			fine(ask(t, s, "POST", "/api/library/"+g.ID+"/try", edits, "If-Match", b.Header.Get("ETag")))
			fine(ask(t, s, "PUT", "/api/library/"+g.ID, edits, "If-Match", b.Header.Get("ETag")))
		}
	})
}

// httptestFrom is a request from an address of the network.
func httptestFrom(address, method, path, body string) *http.Request {
	r := httptest.NewRequest(method, "http://192.168.1.20"+path, strings.NewReader(body))
	r.RemoteAddr = address + ":5000"
	return r
}

// Games of every kind in a row that people brought are looked back at and analysed as
// those that were played here; Go is opened as a tree.
func TestUploadedGamesAreAnalysed(t *testing.T) {
	const lostByFoul = "(;GM[4]SZ[15]RU[renju]RE[W+];B[gh];W[aa];B[ih];W[oo];B[hg];W[ao];B[hi];W[oa];B[hh])"
	shelf := library.Open(t.TempDir(), library.MaxIndex, nil)
	s, _ := newServer(t, func(c *Config) { c.Library = shelf })
	for text, want := range map[string]struct {
		game   string
		turns  int
		status int
	}{
		"(;GM[511]SZ[19]PB[Ann]DT[2020-05-01]RE[B+R];B[JJ];W[AA];W[CA];B[HJ];B[IJ])": {"connect6", 3, 200},
		"(;FF[4]PB[ann]PW[bob];B[j10];W[k11i9];B[k10i10])":                           {"connect6", 3, 200},
		"(;GM[4]SZ[15]RU[gomoku]RE[W+];B[hh];W[ii])":                                 {"gomoku", 2, 200},
		"(;GM[4]SZ[15]RU[renju];B[hh];W[ih];B[jj])":                                  {"renju", 3, 200},
		lostByFoul:            {"renju", 9, 200},
		"(;GM[1]SZ[9];B[ee])": {"go", 0, 409},
	} {
		added, err := shelf.Add(t.Context(), "game.sgf", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		id := added.Games[0].ID
		a := ask(t, s, "GET", "/api/games/"+id+"/record", "")
		var rec Record
		if err := json.Unmarshal([]byte(a.text), &rec); err != nil || a.StatusCode != want.status {
			t.Errorf("%s: %d %s, %v", text, a.StatusCode, a.text, err)
			continue
		}
		if want.status == 200 && (rec.Game.Game != want.game || len(rec.Moves) != want.turns || rec.Game.ID != id) {
			t.Errorf("%s: %+v, %d turns", text, rec.Game, len(rec.Moves))
		}
		if text == lostByFoul && (rec.Game.Result != "white" || rec.Game.Reason != string(game.ByFoul)) {
			t.Errorf("%s: %+v", text, rec.Game)
		}
		for _, path := range []string{"/picture.svg", "/animation.gif"} {
			if a := ask(t, s, "GET", "/api/library/"+id+path, ""); a.StatusCode != 200 {
				t.Errorf("%s%s: %d %s", text, path, a.StatusCode, a.text)
			}
		}
		if a := ask(t, s, "POST", "/api/analysis", `{"do":"start","game":"`+id+`"}`); a.StatusCode != want.status {
			t.Errorf("%s: %d %s", text, a.StatusCode, a.text)
		}
		ask(t, s, "POST", "/api/analysis", `{"do":"cancel","game":"`+id+`"}`)
	}
}

// A change by which a file would get too long is refused with what to do.
func TestAFileThatWouldBeTooLong(t *testing.T) {
	var r *refusal
	if err := libraryRefusal(fmt.Errorf("saving: %w", library.ErrLong)); !errors.As(err, &r) || r.status != 413 || r.code != "too-long" {
		t.Errorf("%v", err)
	}
}

// A storage that is to blame is named, with what to do, as it is for the game itself.
func TestStorageOfTheLibrary(t *testing.T) {
	s, _ := newServer(t, func(c *Config) { c.Library = library.Open("/sys/library", library.MaxIndex, nil) }) // the kernel takes no folder there
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/api/library", ""}, {"GET", "/api/library/x", ""}, {"POST", "/api/library?name=x.sgf", "(;GM[1];B[aa])"},
	} {
		ask(t, s, c.method, c.path, c.body).sentence(t, 500, "storage", "The library cannot be used now, because the ")
	}
	err := libraryRefusal(fmt.Errorf("saving: %w", syscall.ENOSPC))
	if r, ok := errors.AsType[*refusal](err); !ok || r.said.In(text.Chinese) != "棋谱库目前无法使用：存储空间已满（请清理）。" {
		t.Errorf("%v", err)
	}
}

// What is downloaded is called UTF-8 only where it is that.
func TestCharsetOfADownload(t *testing.T) {
	s, _ := newServer(t, withLibrary(t))
	for file, want := range map[string][2]string{
		"(;GM[1]CA[GBK]PB[\xB9\xC5\xC1\xA6])":                 {"application/x-go-sgf", "(;GM[1]CA[GBK]PB[\xB9\xC5\xC1\xA6])\n"},
		"(;GM[1]CA[UTF-8]PB[古力])":                             {"application/x-go-sgf; charset=utf-8", "(;GM[1]CA[UTF-8]PB[古力])\n"},
		"\xFF\xFE(\x00;\x00P\x00B\x00[\x00\xE4\x53]\x00)\x00": {"application/x-go-sgf; charset=utf-8", "(;CA[UTF-8]PB[古])\n"},
	} {
		up := decoded[uploaded](t, ask(t, s, "POST", "/api/library?name=x.sgf", file))
		a := ask(t, s, "GET", "/api/library/"+up.Games[0].ID+"/sgf", "")
		if kind := a.Header.Get("Content-Type"); kind != want[0] || a.text != want[1] {
			t.Errorf("%q: %s %q", file, kind, a.text)
		}
	}
}
