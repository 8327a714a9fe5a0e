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
	"unsafe"

	"stonehand/cmd/internal/charset"
	"stonehand/engine/gametree"
	"stonehand/engine/sgf"
)

// The bounds of an index. A file may be of any length: see [sgf.Format.Heads].
const (
	MaxIndex    = 8 << 20 // bytes of memory: about 18,000 games
	LeanIndex   = 1 << 20 // the same where memory is scarce: about 2500 games
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
	Result               string // RE as it stands

	day string // the first day of Date, "2026-03-01", as far as it is known
}

// bytes is what a game takes of memory, about.
func (g *Game) bytes() int {
	n := int(unsafe.Sizeof(*g) + unsafe.Sizeof(g))
	for _, s := range []string{g.ID, g.Black, g.White, g.BlackRank, g.WhiteRank, g.Name, g.Event, g.Round, g.Place, g.Date, g.Result, g.day} {
		n += (len(s) + 15) &^ 15 // each in a place of its own
	}
	return n
}

// Index lists games, the newest first. It does not change, so any number of
// readers may share it.
type Index struct {
	Games    []*Game
	Problems []Problem // files that could not be read, and why
	Left     int       // files that were not read, or not to their end, because there were too many games

	files map[string]file
}

// find returns a game; nil if there is none of that ID.
func (x *Index) find(id string) *Game {
	for _, g := range x.Games {
		if g.ID == id {
			return g
		}
	}
	return nil
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
	bytes   int  // of memory that they take
	cut     bool // there are more, for which there was no room
}

// Build lists the games of all files named *.sgf in a folder and the folders in it.
// Files that are as old uses them, an earlier index of the same folder, or nil, are
// not read again. The games take at most that many bytes of memory, about. The error is the context's, or says that the folder cannot be read.
func Build(ctx context.Context, folder fs.FS, old *Index, most int) (*Index, error) {
	x := &Index{files: map[string]file{}}
	full := false
	err := walk(ctx, folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && full {
			x.Left++
			if i, err := d.Info(); err == nil {
				x.files[name] = file{size: i.Size(), changed: i.ModTime(), cut: true}
			}
			return nil
		}
		var f file
		if err == nil {
			f, err = read(folder, name, d, old, most, MaxGames-len(x.Games))
		}
		if err != nil {
			if len(x.Problems) < MaxProblems {
				x.Problems = append(x.Problems, Problem{name, err})
			}
			return nil
		}
		if x.files[name] = f; f.cut {
			x.Left++
			full = true
		}
		most -= f.bytes
		for i := range f.games {
			x.Games = append(x.Games, &f.games[i])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(x.Games, Newest)
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

// read lists the games of a file, up to that many bytes of memory and that many games.
func read(folder fs.FS, name string, d fs.DirEntry, old *Index, most, games int) (file, error) {
	info, err := d.Info()
	if err != nil {
		return file{}, err
	}
	f := file{size: info.Size(), changed: info.ModTime()}
	if old != nil {
		if was, ok := old.files[name]; ok && was.same(f) && !was.cut && was.bytes <= most && len(was.games) <= games {
			return was, nil
		}
	}
	in, err := folder.Open(name)
	if err != nil {
		return file{}, err
	}
	defer in.Close()
	err = charset.SGF.Heads(in, func(t *sgf.Tree) bool {
		g := game(name, len(f.games), t)
		if f.cut = f.bytes+g.bytes() > most || len(f.games) == games; !f.cut {
			f.bytes += g.bytes()
			f.games = append(f.games, g)
		}
		return !f.cut
	})
	f.games = slices.Clone(f.games) // without the room for more
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
		Result: short(i.Said),
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
			text != "" && !strings.Contains(strings.ToLower(strings.Join([]string{g.Name, g.Event, g.Round, g.Place}, "\n")), text),
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
func Newest(a, b *Game) int {
	return cmp.Or(cmp.Compare(b.day, a.day), cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number))
}

// Listed returns a game that is kept elsewhere so that it can be found and ordered
// among those of an index.
func Listed(g Game) Game {
	g.day = day(g.Date)
	return g
}
