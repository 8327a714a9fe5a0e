package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/charset"
	"stonehand/cmd/internal/library"
	"stonehand/cmd/internal/text"
	"stonehand/engine/sgf"
)

// Shelved is one game in the list of GET /api/library.
type Shelved struct {
	ID     string `json:"id"`
	Source string `json:"source"` // "file", or "table" for a game that was played here
	File   string `json:"file"`   // "" for one that was played here
	Number int    `json:"number"` // which game of the file, from 0
	Game   string `json:"game"`   // "go", "connect6", "connect6-fives", "gomoku", "gomoku-standard", "renju", "other"
	Cols   int    `json:"cols"`   // 0 for a board that cannot be shown
	Rows   int    `json:"rows"`

	Black     string `json:"black"`
	White     string `json:"white"`
	BlackRank string `json:"black_rank"`
	WhiteRank string `json:"white_rank"`
	Name      string `json:"name"`
	Event     string `json:"event"`
	Round     string `json:"round"`
	Place     string `json:"place"`
	Date      string `json:"date"`   // as the file has it
	Result    string `json:"result"` // as SGF's RE: "B+R", "W+3.5", "0"; "" if it is not known
}

// shelfList is the body of GET /api/library.
type shelfList struct {
	Games    api.List[Shelved] `json:"games"`
	Total    int               `json:"total"`    // games that the query finds
	Problems api.List[worded]  `json:"problems"` // files that could not be read, and why
	Left     int               `json:"left"`     // files that were not read because there are too many games
}

// uploaded is the answer to POST /api/library.
type uploaded struct {
	Games    api.List[Shelved] `json:"games"`    // those of the file
	Problems api.List[worded]  `json:"problems"` // what was wrong in the file, and what was done about it
}

const (
	pageOfGames = 50  // games in an answer that was asked for without limit
	mostListed  = 200 // games in an answer
)

func listed(g *library.Game) Shelved {
	return Shelved{ID: g.ID, Source: "file", File: g.File, Number: g.Number, Game: g.Game, Cols: g.Cols, Rows: g.Rows, Black: g.Black, White: g.White,
		BlackRank: g.BlackRank, WhiteRank: g.WhiteRank, Name: g.Name, Event: g.Event, Round: g.Round, Place: g.Place, Date: g.Date, Result: g.Result}
}

// library answers GET /api/library.
func (s *Server) library(r *http.Request) (any, error) {
	q, offset, limit, err := queryOf(r.URL.RawQuery)
	var list shelfList
	var games []*library.Game
	if err == nil {
		games, list.Problems, list.Left, err = s.allGames(r.Context())
	}
	if err != nil {
		return nil, libraryRefusal(err)
	}
	matches := q.Matcher()
	for _, game := range games {
		if !matches(game) {
			continue
		}
		if list.Total++; list.Total > offset && len(list.Games) < limit {
			g := listed(game)
			if g.File == "" {
				g.Source = "table"
			}
			list.Games = append(list.Games, g)
		}
	}
	return list, nil
}

// allGames returns the games of the library and those that were played here, the
// newest first.
func (s *Server) allGames(ctx context.Context) (all []*library.Game, problems []worded, left int, err error) {
	if s.Library != nil {
		x, err := s.Library.Index(ctx)
		if err != nil {
			return nil, nil, 0, fmt.Errorf("listing the library: %w", err)
		}
		all, left = slices.Clone(x.Games), x.Left
		for _, p := range x.Problems {
			problems = append(problems, wordedOf(p.File+": ", p.Err))
		}
		if left > 0 {
			why := text.Because(chinese.Of("%d files are not in the list, or not to their end: it has as many games as the memory allows", left))
			problems = append(problems, worded{why.In(text.English), why.In(text.Chinese)})
		}
	}
	if s.Games != nil {
		played, err := s.Games.List()
		if err != nil {
			return nil, nil, 0, fmt.Errorf("listing the finished games: %w", err)
		}
		for _, g := range played {
			played := library.Listed(library.Game{ID: g.ID, Game: g.Game, Black: g.Black, White: g.White, Date: dateOf(g.Ended), Result: saidOf(g.Result, g.Reason)})
			all = append(all, &played)
		}
	}
	slices.SortStableFunc(all, library.Newest)
	return all, problems, left, nil
}

// dateOf is the day of a time as SGF writes it; "" for one that is not known.
func dateOf(t time.Time) string {
	if t.Year() < 1971 {
		return ""
	}
	return t.Format(time.DateOnly)
}

// saidOf writes a result as SGF's RE (FF[4], "RE").
func saidOf(result, reason string) string {
	side := map[string]string{"black": "B+", "white": "W+"}[result]
	switch {
	case side != "" && reason == "resign":
		return side + "R"
	case side != "" && reason == "time":
		return side + "T"
	case side != "":
		return side
	}
	return map[string]string{"draw": "0", "void": "Void"}[result]
}

// queryOf reads the query of GET /api/library.
func queryOf(raw string) (q library.Query, offset, limit int, err error) {
	limit = pageOfGames
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, 0, 0, badValue("The query %q cannot be read: write it like ?player=Anna&from=2026-01.", text.Clip(raw))
	}
	for name, list := range values {
		v := list[0]
		switch name {
		case "player":
			q.Player = v
		case "text":
			q.Text = v
		case "game":
			q.Game = v
		case "from", "to":
			if v != "" && !library.IsDay(v) {
				return q, 0, 0, badValue("%s=%s is not a date: write a day, a month or a year, like 2026-03-01, 2026-03 or 2026.", name, text.Clip(v))
			}
			if name == "from" {
				q.From = v
			} else {
				q.To = v
			}
		case "offset", "limit":
			n, err := strconv.Atoi(v)
			if most := map[string]int{"offset": library.MaxGames, "limit": mostListed}[name]; err != nil || n < 0 || n > most {
				return q, 0, 0, badValue("%s=%s is not a number from 0 to %d.", name, text.Clip(v), most)
			}
			if name == "offset" {
				offset = n
			} else {
				limit = n
			}
		default:
			return q, 0, 0, badValue("There is no parameter %q here: use player, text, game, from, to, offset and limit.", text.Clip(name))
		}
	}
	return q, offset, limit, nil
}

// upload answers POST /api/library.
func (s *Server) upload(r *http.Request) (any, error) {
	var added library.Added
	err := s.mayChange(r)
	if err == nil {
		var data []byte
		if data, err = readFile(r); err == nil {
			added, err = s.Library.Add(r.Context(), r.URL.Query().Get("name"), data)
		}
	}
	if err != nil {
		return nil, libraryRefusal(err)
	}
	s.audit.did(r, "library", "did", "upload", "games", strconv.Itoa(len(added.Games)))
	var a uploaded
	for i := range added.Games {
		a.Games = append(a.Games, listed(&added.Games[i]))
	}
	a.Problems = told(added.Problems)
	return a, nil
}

// readFile reads a body that is a file.
func readFile(r *http.Request) ([]byte, error) {
	data, err := io.ReadAll(r.Body)
	if tooLong, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, refusing(http.StatusRequestEntityTooLarge, "too-long", "The file is longer than %d bytes: split it into several.", tooLong.Limit)
	} else if err != nil {
		return nil, badValue("The file could not be read to its end.")
	}
	return data, nil
}

// told writes problems as sentences.
func told(problems []*sgf.Error) (list []worded) {
	for _, p := range problems {
		list = append(list, wordedOf("", p))
	}
	return list
}

// worded is a sentence in every language.
type worded struct {
	En string `json:"en"`
	Zh string `json:"zh"`
}

func wordedOf(before string, err error) worded {
	return worded{En: before + text.English.Record(err), Zh: before + text.Chinese.Record(err)}
}

// mayChange says why the library cannot be changed by a request, or nil.
func (s *Server) mayChange(r *http.Request) error {
	if s.Library == nil {
		return notFound("This table has no library.")
	}
	return s.commandsTooFast(r)
}

// removeGame answers DELETE /api/library/{id}.
func (s *Server) removeGame(r *http.Request) (any, error) {
	id := r.PathValue("id")
	err := s.mayChange(r)
	var rev string
	if err == nil {
		rev, err = revision(r)
	}
	if err == nil && s.isPlayed(id) {
		err = refusing(http.StatusConflict, "not-deletable", "This game was played at the table and stays in its list.")
	}
	if err == nil {
		err = s.Library.Delete(r.Context(), id, rev)
	}
	if err != nil {
		return nil, libraryRefusal(err)
	}
	s.audit.did(r, "library", "did", "delete", "id", id)
	return struct{}{}, nil
}

// gameText answers GET /api/library/{id}/sgf.
func (s *Server) gameText(w http.ResponseWriter, r *http.Request) {
	o, err := s.opened(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, r, libraryRefusal(err))
		return
	}
	name := strings.TrimSuffix(o.Game.File[strings.LastIndexByte(o.Game.File, '/')+1:], ".sgf")
	if !plainID(name) {
		name = o.Game.ID
	} else if o.Game.Number > 0 {
		name = fmt.Sprintf("%s-%d", name, o.Game.Number+1)
	}
	w.Header().Set("ETag", strconv.Quote(o.Rev))
	download(w, name+".sgf", library.Text(o.Tree))
}

// isPlayed reports whether an id is that of a game that was played here.
func (s *Server) isPlayed(id string) bool {
	if s.Games == nil || !plainID(id) {
		return false
	}
	_, err := s.Games.SGF(id)
	return err == nil
}

// opened reads a game of the library, or one that was played here.
func (s *Server) opened(ctx context.Context, id string) (*library.Opened, error) {
	if s.Games != nil && plainID(id) {
		data, err := s.Games.SGF(id)
		if err == nil {
			c, err := charset.SGF.Read(data)
			if err != nil {
				return nil, err
			}
			return &library.Opened{Game: library.Game{ID: id}, Tree: c.Games[0], Rev: library.Rev(c.Games[0]), Problems: c.Problems}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading game %s: %w", id, err)
		}
	}
	if s.Library == nil {
		return nil, library.ErrUnknown
	}
	return s.Library.Load(ctx, id)
}

// revision is the one that a request is about (RFC 9110, section 13.1.1).
func revision(r *http.Request) (string, error) {
	rev, err := strconv.Unquote(r.Header.Get("If-Match"))
	if err != nil || rev == "" {
		return "", refusing(http.StatusPreconditionRequired, "no-revision", `Say which revision of the game you mean: send the ETag that GET /api/library/{id} gave, as If-Match: "REVISION".`)
	}
	return rev, nil
}

// libraryRefusal gives the library's errors their place in HTTP.
func libraryRefusal(err error) error {
	var wrong *sgf.Error
	switch {
	case errors.Is(err, library.ErrUnknown):
		return notFound("There is no such game: GET /api/library lists those there are.")
	case errors.Is(err, library.ErrChanged):
		return refusing(http.StatusPreconditionFailed, "changed", "Somebody else has changed this game since you opened it: open it again.")
	case errors.Is(err, library.ErrPartial):
		return refusing(http.StatusConflict, "partial", "This game is larger than Stonehand can read: the rest of it, or of its file, would be lost. Open the file in another program and split it.")
	case errors.Is(err, library.ErrLong):
		return refusing(http.StatusRequestEntityTooLarge, "too-long", "With this change the file would be longer than %d bytes: leave something out, or put the game into a file of its own.", library.MaxFile)
	case errors.Is(err, library.ErrFull):
		return refusing(http.StatusConflict, "full", "The library is full (%d MiB). Delete games first.", library.MaxShelf>>20)
	case errors.Is(err, library.ErrUnlisted):
		return refusing(http.StatusConflict, "full", "The library lists as many games as the memory allows. Delete games first.")
	case errors.Is(err, library.ErrMany):
		return refusing(http.StatusRequestEntityTooLarge, "too-long", "The file has more than %d games: split it into several.", library.MaxAdded)
	case errors.As(err, &wrong):
		return refusing(http.StatusBadRequest, "not-readable", "This file cannot be read as a game record: %v.", wrong)
	}
	if why := text.Storage(err); why != nil {
		return refusing(http.StatusInternalServerError, "storage", "The library cannot be used now, because %v.", why)
	}
	return err
}
