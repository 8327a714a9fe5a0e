// Package library keeps game records in a folder of SGF files: lists them, finds them
// by player, event and date, adds, changes and deletes them.
package library

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"stonehand/cmd/internal/charset"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
)

// The bounds of an index. A file may be of any length: see [sgf.Format.Heads].
const (
	MaxGames    = 100_000 // in all files together
	MaxProblems = 100     // files that are told of
	longestText = 200     // bytes of a text that are kept
)

// Game is what the index knows of one game.
type Game struct {
	ID     string // for as long as the file has its name and the games before it
	File   string // below the folder, with slashes
	Number int    // which game of the file, from 0

	Game                 string // as [gametree.NameOf] calls it: "go", "connect6"
	Cols, Rows           int    // of the board; 0 where the file has none that can be played on
	Black, White         string
	BlackRank, WhiteRank string
	Name, Event, Round   string
	Place, Date          string
	Rules, Result        string // RU and RE as they stand
	Komi                 float64
	Handicap             int

	search string // players, event, place and names in lower case
	bytes  int64  // of the file
	day    string // the first day of Date, "2026-03-01", as far as it is known
}

// Index lists games, the newest first. It does not change, so any number of
// readers may share it.
type Index struct {
	Games    []Game
	Problems []Problem // files that could not be read, and why
	Left     int       // files that were not read, or not to their end, because there were too many games

	files map[string]file
	byID  map[string]*Game
}

// Problem is a file that could not be read.
type Problem struct {
	File string // below the folder, with slashes
	Err  error  // an [*sgf.Error] if it is the file's
}

func (p Problem) Error() string { return p.File + ": " + p.Err.Error() }

// file is what a file was when it was read, and what it held.
type file struct {
	size    int64
	changed time.Time
	games   []Game
	cut     bool // there are more, for which there was no room
}

// Build lists the games of all files named *.sgf in a folder and the folders in it.
// Files that are as old uses them, an earlier index of the same folder, or nil, are
// not read again. The error is the context's, or says that the folder cannot be read.
func Build(ctx context.Context, folder fs.FS, old *Index) (*Index, error) {
	x := &Index{files: map[string]file{}}
	err := walk(ctx, folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && len(x.Games) >= MaxGames {
			x.Left++
			return nil
		}
		var f file
		if err == nil {
			f, err = read(folder, name, d, old, MaxGames-len(x.Games))
		}
		if err != nil {
			if len(x.Problems) < MaxProblems {
				x.Problems = append(x.Problems, Problem{name, err})
			}
			return nil
		}
		if x.files[name] = f; f.cut {
			x.Left++
		}
		x.Games = append(x.Games, f.games...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(x.Games, Newest)
	x.byID = make(map[string]*Game, len(x.Games))
	for i := range x.Games {
		x.byID[x.Games[i].ID] = &x.Games[i]
	}
	return x, nil
}

// walk calls do for every file named *.sgf in a folder and the folders in it, and for what
// cannot be looked at. The error is the context's, or says that the folder cannot be read.
func walk(ctx context.Context, folder fs.FS, do fs.WalkDirFunc) error {
	return fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && name == ".":
			return fmt.Errorf("reading the folder of records: %w", err)
		case err == nil && (!d.Type().IsRegular() || !strings.EqualFold(path.Ext(name), ".sgf")):
			return nil
		}
		return do(name, d, err)
	})
}

// read lists the games of a file, up to that many.
func read(folder fs.FS, name string, d fs.DirEntry, old *Index, most int) (file, error) {
	info, err := d.Info()
	if err != nil {
		return file{}, err
	}
	f := file{size: info.Size(), changed: info.ModTime()}
	if old != nil {
		if was, ok := old.files[name]; ok && was.same(f) && !was.cut && len(was.games) <= most {
			return was, nil
		}
	}
	in, err := folder.Open(name)
	if err != nil {
		return file{}, err
	}
	defer in.Close()
	err = charset.SGF.Heads(in, func(t *sgf.Tree) bool {
		if f.cut = len(f.games) == most; !f.cut {
			g := game(name, len(f.games), t)
			g.bytes = f.size
			f.games = append(f.games, g)
		}
		return !f.cut
	})
	if err == nil && len(f.games) == 0 && !f.cut {
		_, err = records(folder, name) // says why there is none
	}
	return f, err
}

// game is what the beginning of a game says.
func game(name string, number int, t *sgf.Tree) Game {
	i, _ := t.Info()
	return Listed(Game{
		ID: fmt.Sprintf("f%s-%d", digest([]byte(name)), number), File: name, Number: number, Game: gametree.NameOf(&i), Cols: i.Size.Cols, Rows: i.Size.Rows,
		Black: short(i.Black), White: short(i.White), BlackRank: short(i.BlackRank), WhiteRank: short(i.WhiteRank),
		Name: short(i.Name), Event: short(i.Event), Round: short(i.Round), Place: short(i.Place), Date: short(i.Date),
		Rules: short(i.Rules), Result: short(i.Said), Komi: i.Komi, Handicap: i.Handicap,
	})
}

// short cuts a text that is longer than anybody reads in a list.
func short(s string) string {
	if len(s) <= longestText {
		return strings.Clone(s)
	}
	return strings.ToValidUTF8(s[:longestText], "") + "…"
}

// day returns the first day that a date names (FF[4], "DT"): "2026-03-01",
// "2026-03" or "2026". Other ways to write one, with points, slashes or the signs
// of Chinese and Japanese, are read too.
func day(date string) string {
	date, _, _ = strings.Cut(date, ",") // more days, months or years
	var parts []string
	for _, word := range strings.FieldsFunc(date, func(c rune) bool { return c < '0' || c > '9' }) {
		switch {
		case len(parts) == 0 && len(word) == 8: // 20260301
			return word[:4] + "-" + word[4:6] + "-" + word[6:]
		case len(parts) == 0 && len(word) != 4, len(parts) > 0 && len(word) > 2:
			return strings.Join(parts, "-")
		case len(word) == 1:
			word = "0" + word
		}
		if parts = append(parts, word); len(parts) == 3 {
			break
		}
	}
	return strings.Join(parts, "-")
}

// Query is what is looked for. An empty field asks for nothing.
type Query struct {
	Player   string // a part of either player's name
	Text     string // a part of the game's name, event, round or place
	From, To string // the first and last day, or month, or year: "2026-03-01", "2026-03", "2026"
	Game     string // as [gametree.NameOf] calls it
}

// Matcher reports of games whether the query is about them.
func (q Query) Matcher() func(*Game) bool {
	player, text := strings.ToLower(strings.TrimSpace(q.Player)), strings.ToLower(strings.TrimSpace(q.Text))
	from, to := day(q.From), day(q.To)
	return func(g *Game) bool {
		switch {
		case q.Game != "" && g.Game != q.Game,
			player != "" && !strings.Contains(strings.ToLower(g.Black), player) && !strings.Contains(strings.ToLower(g.White), player),
			text != "" && !strings.Contains(g.search, text),
			(from != "" || to != "") && g.day == "",
			from != "" && g.day[:min(len(g.day), len(from))] < from[:min(len(g.day), len(from))],
			to != "" && g.day[:min(len(g.day), len(to))] > to[:min(len(g.day), len(to))]:
			return false
		}
		return true
	}
}

// IsDay reports whether a text is a day, month or year as a [Query] has it.
func IsDay(s string) bool { return day(s) == s && s != "" }

// Newest orders games by date, the newest first, then by file and number.
func Newest(a, b Game) int {
	return cmp.Or(cmp.Compare(b.day, a.day), cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number))
}

// Listed returns a game that is kept elsewhere so that it can be found and ordered
// among those of an index.
func Listed(g Game) Game {
	g.search = strings.ToLower(strings.Join([]string{g.Name, g.Event, g.Round, g.Place}, "\n"))
	g.day = day(g.Date)
	return g
}
