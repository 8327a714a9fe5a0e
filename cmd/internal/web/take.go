package web

import (
	"context"
	"crypto/hmac"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/picture"
	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
)

// A visitor takes a game home by a link that only the screen at the table shows, and only
// until the next game. It has the game's id and a proof that cannot be guessed, so nobody
// gets from one game to another's; it ends a fixed time after the game.

// takeDetail is how much of a proof is in a link: 22 characters of base64 are 132 bits.
const takeDetail = 22

// takeToken is the part of a link that names a game and proves that the link was given.
func takeToken(key []byte, id string) string {
	return id + "." + sign(key, "take "+id)[:takeDetail]
}

// takenID returns the id that a token proves, "" for a token that was never given.
func takenID(key []byte, token string) string {
	dot := strings.LastIndexByte(token, '.')
	if dot < 0 || !plainID(token[:dot]) || !hmac.Equal([]byte(token), []byte(takeToken(key, token[:dot]))) {
		return ""
	}
	return token[:dot]
}

// taking is the body of GET /api/take.
type taking struct {
	Link  string `json:"link"`            // of the page from which the game is taken home
	Until string `json:"until,omitempty"` // RFC 3339: when the link ends; "": see [Server.takeUntil]
	Days  int    `json:"days"`            // from the game's end until then
	Hint  string `json:"hint"`            // what to do if the link cannot be reached; empty if it can
}

// taken finds a finished game among those that were played here.
func (s *Server) taken(id string) (api.GameInfo, error) {
	if s.Games == nil {
		return api.GameInfo{}, fs.ErrNotExist
	}
	games, err := s.Games.List()
	if err != nil {
		return api.GameInfo{}, fmt.Errorf("listing the finished games: %w", err)
	}
	i := slices.IndexFunc(games, func(g api.GameInfo) bool { return g.ID == id })
	if i < 0 {
		return api.GameInfo{}, fs.ErrNotExist
	}
	return games[i], nil
}

// toTake is the game that has just ended at the table, as it is taken home.
func (s *Server) toTake(r *http.Request) (taking, error) {
	if s.TakeTime <= 0 || s.TakeKey == nil {
		return taking{}, notFound("Games cannot be taken home from this table. To allow it, set web.take_home in its configuration.")
	}
	key, err := s.TakeKey()
	if err != nil {
		s.Log.Warn("games cannot be taken home now", "error", err)
		return taking{}, notFound("Games cannot be taken home now, because this table cannot save anything. Tell the people who look after it.")
	}
	now := s.Table.Snapshot()
	if now.Phase != api.PhaseOver {
		return taking{}, notFound("No game has ended just now.")
	}
	g, err := s.taken(now.GameID)
	if errors.Is(err, fs.ErrNotExist) {
		return taking{}, notFound("The game is not saved yet. Try again in a moment.")
	} else if err != nil {
		return taking{}, err
	}
	base, hint := s.reach(r)
	t := taking{Link: base + "/take/" + takeToken(key, g.ID), Days: int(s.TakeTime / (24 * time.Hour)), Hint: hint}
	if until := s.takeUntil(g); !until.IsZero() {
		t.Until = until.UTC().Format(time.RFC3339)
	}
	return t, nil
}

// takeUntil is when the link to a game ends; zero if it does not end by itself: nobody knows when
// a game ended before the computer's clock was set.
func (s *Server) takeUntil(g api.GameInfo) time.Time {
	if !api.Dated(g.Ended) {
		return time.Time{}
	}
	return g.Ended.Add(s.TakeTime)
}

// take answers GET /api/take.
func (s *Server) take(r *http.Request) (any, error) { return s.toTake(r) }

// takeQR answers GET /api/take.svg.
func (s *Server) takeQR(r *http.Request) (link string, err error) {
	t, err := s.toTake(r)
	return t.Link, err
}

// given is the game of a link; an error for a link that was never given or has ended.
func (s *Server) given(token string) (api.GameInfo, error) {
	if s.TakeTime <= 0 || s.TakeKey == nil {
		return api.GameInfo{}, fs.ErrNotExist
	}
	key, err := s.TakeKey()
	if err != nil {
		s.Log.Warn("games cannot be taken home now", "error", err)
		return api.GameInfo{}, fs.ErrNotExist
	}
	id := takenID(key, token)
	if id == "" {
		return api.GameInfo{}, fs.ErrNotExist
	}
	g, err := s.taken(id)
	if until := s.takeUntil(g); err == nil && !until.IsZero() && !s.Clock().Before(until) {
		err = fs.ErrNotExist
	}
	return g, err
}

//go:embed take.html
var takeText string

var takePageOf = template.Must(template.New("take").Parse(takeText))

// keepsake is what the page of a link shows.
type keepsake struct {
	Lang         string // "en" or "zh-Hans"
	Other, Named string // the other language's code and its name in itself
	Style        string // the address of the style sheet
	Say          func(string) string
	Base         string // the address of the page
	Ended        string // how the game ended; "" where there is no game
	About        string // which game and when
	Black, White string // who played
	Until        string
}

// takePage answers GET /take/{token}.
func (s *Server) takePage(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	l := languageOf(r)
	k := keepsake{Lang: "en", Other: "zh", Named: "中文", Base: "/take/" + token, Style: "/page/" + pack().version + "/take.css",
		Say: func(name string) string { return l.Say(takeWords[name]) }}
	if l == text.Chinese {
		k.Lang, k.Other, k.Named = "zh-Hans", "en", "English"
	}
	status := http.StatusOK
	g, err := s.given(token)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		status = http.StatusNotFound
	case err != nil:
		s.refuse(w, r, err)
		return
	default:
		k.fill(l, g, s.resultOf(r.Context(), g))
		k.Until = l.Say(text.TakeStays)
		if until := s.takeUntil(g); !until.IsZero() {
			k.Until = l.Say(text.TakeUntil, date(l, until))
		}
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	h.Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	if err := takePageOf.Execute(w, k); err != nil {
		s.Log.Debug("a page was not sent to its end", "path", text.Clip(r.URL.Path), "error", err)
	}
}

// takeWords are what the page's template names its sentences.
var takeWords = map[string]text.Key{
	"gone": text.TakeGone, "picture": text.TakePicture, "animation": text.TakeAnimation, "sgf": text.TakeSGF,
}

// fill says of a game what the page says.
func (k *keepsake) fill(l text.Language, g api.GameInfo, result game.Result) {
	k.Ended = l.Ending(result, false)
	k.About = l.Say(text.TakeUndated, l.Game(g.Game), g.Turns)
	if api.Dated(g.Ended) {
		k.About = l.Say(text.TakeAbout, l.Game(g.Game), date(l, g.Ended), g.Turns)
	}
	k.Black, k.White = l.Say(text.JudgedTurn, l.Side(board.Black), playerIn(l, g.Black)), l.Say(text.JudgedTurn, l.Side(board.White), playerIn(l, g.White))
}

// resultOf is how a game ended, with what only its file knows: the winning line, or by
// how much a counted game was won.
func (s *Server) resultOf(ctx context.Context, g api.GameInfo) game.Result {
	r := game.Result{Over: true, Reason: game.Reason(g.Reason)}
	_ = r.Winner.UnmarshalText([]byte(g.Result)) // stays empty for a draw
	if r.Reason == game.ByLine {
		if _, rec, err := s.finished(ctx, g.ID); err == nil {
			r.Line = rec.Result.Line
		}
		return r
	}
	if o, err := s.opened(ctx, g.ID); err == nil {
		v, _ := o.Tree.Nodes[0].Get("RE")
		if r.Score = v.Line(); r.Reason == game.ByCapture {
			r.Score = "" // a record has no number there
		}
	}
	return r
}

// machine is how records name the machine, in any language.
var machine = regexp.MustCompile(`^Stonehand (?:level |等级)?(\d+)级?$`)

// playerIn says who played, as records name them, in a language.
func playerIn(l text.Language, names string) string {
	list := regexp.MustCompile(`, |、`).Split(names, -1)
	for i, name := range list {
		if m := machine.FindStringSubmatch(name); m != nil {
			var level int
			_, _ = fmt.Sscan(m[1], &level)
			list[i] = l.Say(text.PlayerMachine, level)
		}
		for _, in := range []text.Language{text.English, text.Chinese} {
			if name == in.Say(text.PlayerHuman) {
				list[i] = l.Say(text.TakeVisitor)
			}
		}
	}
	return strings.Join(list, l.Say(text.Comma))
}

// date writes a day.
func date(l text.Language, t time.Time) string {
	if l == text.Chinese {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 January 2006")
}

// languageOf is the language that a reader of a page wants: ?lang=, or the first of
// Accept-Language that there is.
func languageOf(r *http.Request) text.Language {
	return text.Accepted(r.URL.Query().Get("lang") + "," + r.Header.Get("Accept-Language"))
}

// takeFile answers GET /take/{token}/{file}.
func (s *Server) takeFile(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	g, err := s.given(r.PathValue("token"))
	if _, drawn := pictures[name]; err == nil && !drawn && name != "game.sgf" {
		err = fs.ErrNotExist
	}
	var o *library.Opened
	if err == nil {
		o, err = s.opened(r.Context(), g.ID)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.refuse(w, r, notFound("There is nothing here: the link is incomplete or has expired."))
	case err != nil:
		s.refuse(w, r, libraryRefusal(err))
	case name == "game.sgf":
		download(w, "stonehand-"+g.ID+".sgf", library.Text(o.Tree))
	default:
		w.Header().Set("Content-Disposition", fmt.Sprintf(`inline; filename="stonehand-%s%s"`, g.ID, name[strings.LastIndexByte(name, '.'):]))
		s.sendPicture(w, r, o, name, picture.Options{Turn: picture.End})
	}
}
