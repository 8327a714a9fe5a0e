package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"stonehand/cmd/internal/api"
	"stonehand/cmd/internal/regular"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/sgf"
)

// placed is a game with its place in the list.
type placed struct {
	api.GameInfo
	entry uint64 // of the journal, with which it began; 0 if the file does not say
}

// Properties of the archive's own, in the root of each file: SGF has a date but
// no time of day, and no words for how a Connect6 game ends.
const (
	propStarted = "STARTED" // RFC 3339
	propEnded   = "ENDED"
	propReason  = "REASON"
	// propEntry is the number of the journal's entry with which the game began. It is
	// greater for every later game, and in no file of earlier versions.
	propEntry = "ENTRY"
)

// ErrID is wrapped by errors about an id that cannot name a game.
var ErrID = errors.New("an id has 1 to 100 letters, digits, dots, dashes and underscores, and does not begin with a dot")

var plainID = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$`)

// archive is a directory of SGF files, <id>.sgf. Its methods are safe for
// concurrent use.
type archive struct {
	dir string
	log *slog.Logger

	mu     sync.Mutex // held for as long as a file is written
	unread []string   // ids whose files have been written since the list was made

	// Reading thousands of files takes seconds on a small computer, for which a
	// game that has ended must not wait.
	listing sync.Mutex
	games   map[string]placed      // by id
	broken  map[string]fs.FileInfo // files that are no games, as they were; nil: they could not be read
	sorted  []api.GameInfo         // games, latest first; nil: to be sorted again
	seen    time.Time              // when the directory had last changed as games was brought up to date
}

func newArchive(dir string, log *slog.Logger) *archive {
	sweep(dir, func(name string) bool { return strings.Contains(name, ".sgf") })
	return &archive{dir: dir, log: log, games: map[string]placed{}, broken: map[string]fs.FileInfo{}}
}

func (a *archive) path(id string) string { return filepath.Join(a.dir, id+".sgf") }

// Keep writes a finished game to the archive; one of the same id that began at
// the same time is replaced. Another one of that id, which a computer whose clock
// was set back may make, is kept beside it. When it returns nil, the game would survive a power cut. Nothing is written
// when the archive holds the same already.
func (a *archive) Keep(f api.Finished) error {
	if !plainID.MatchString(f.ID) {
		return fmt.Errorf("the game %q cannot be archived: %w", f.ID, ErrID)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	f.ID = a.place(f)
	text, err := record(f)
	if err != nil {
		return fmt.Errorf("the game %s cannot be archived: %w", f.ID, err)
	}
	if old, err := regular.Read(a.path(f.ID), sgf.MaxBytes); err == nil && bytes.Equal(old, text) {
		return nil
	}
	if err := a.write(f.ID, text); err != nil {
		return fmt.Errorf("the game %s cannot be archived in %s: %w", f.ID, a.dir, err)
	}
	a.unread = append(a.unread, f.ID)
	return nil
}

// place returns the id under which a game is kept: its own, unless another game
// has that. Ids are made of the time of day, and a computer without a clock of
// its own that has lost its journal may make one twice.
func (a *archive) place(f api.Finished) string {
	id := f.ID
	for n := 2; ; n++ {
		old, err := regular.Read(a.path(id), sgf.MaxBytes)
		if err != nil {
			return id
		}
		began := started(old)
		if began.IsZero() || began.Equal(f.Started) {
			return id
		}
		id = fmt.Sprintf("%s_%d", f.ID, n)
	}
}

// After is the greatest number that ends the name of a game in the archive, 0 if
// there is none. Names are enough for it.
func (a *archive) After() (most uint64) {
	entries, _ := os.ReadDir(a.dir)
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".sgf"); ok {
			most = max(most, api.NumberOf(id))
		}
	}
	return most
}

// started returns when the game of a file began; zero if the file does not say.
func started(text []byte) time.Time {
	trees, err := sgf.Read(text)
	if err != nil {
		return time.Time{}
	}
	v, _ := trees[0].Nodes[0].Get(propStarted)
	at, err := time.Parse(time.RFC3339Nano, v.Line())
	if err != nil {
		return time.Time{}
	}
	return at
}

func (a *archive) write(id string, text []byte) error {
	if err := regular.MakeDir(a.dir); err != nil {
		return err
	}
	return regular.Replace(a.path(id), text, 0o640)
}

// record writes a finished game as SGF.
func record(f api.Finished) ([]byte, error) {
	g := f.Game
	r := sgf.Record{
		Size: g.Size(), Name: f.ID, Black: f.Black, White: f.White,
		Date: f.Started.Format(time.DateOnly), Rules: g.Rules().Name(), Application: "Stonehand", Start: g.Start(),
		Made: g.Made(), Offer: g.Offer(), Turns: g.Turns(), Result: g.Result(),
	}
	switch rules := g.Rules().(type) {
	case game.Gomoku:
		r.Game = rules
	case game.Weiqi:
		r.Game = rules
		r.Rules, r.Start, r.More, r.End = goRecord(g)
	case game.Connect:
		if rules != game.Connect6() { // it has an opening, or the house rule
			r.Game = rules
		}
		if name := rules.Name(); name != game.Connect6().Name() && name != game.Fives().Name() {
			return nil, fmt.Errorf("it is a game of %q, which cannot be written", name)
		}
	default:
		return nil, fmt.Errorf("it is a game of %q, which cannot be written", rules.Name())
	}
	if f.Unfinished { // nobody has won
		r.Result = game.Result{Over: true, Reason: game.ByUnfinished}
	}
	more := map[string]string{propStarted: f.Started.Format(time.RFC3339Nano), propEnded: f.Ended.Format(time.RFC3339Nano), propReason: string(r.Result.Reason)}
	if n := api.NumberOf(f.ID); n > 0 {
		more[propEntry] = strconv.FormatUint(n, 10)
	}
	for name, text := range more {
		r.More = append(r.More, sgf.Property{Name: name, Values: []sgf.Value{sgf.Text(text)}})
	}
	slices.SortFunc(r.More, func(a, b sgf.Property) int { return cmp.Compare(b.Name, a.Name) })
	r.More = slices.Concat(sgf.Timing(f.Clock), r.More)
	r.Left = f.Left[max(0, len(f.Left)-len(r.Turns)):]
	return r.SGF(), nil
}

// goNames are what programs call the rules of Go in the RU property (FF[4]).
var goNames = map[string]string{"chinese": "Chinese", "aga": "AGA", "japanese": "Japanese", "new-zealand": "NZ"}

// goRecord is what a record of Go has beside its moves: rules, handicap stones, komi,
// and whose points are whose in the end.
func goRecord(g *game.Game) (rules string, start game.Start, root, end []sgf.Property) {
	w := g.Weiqi()
	rules = cmp.Or(goNames[w.Rules().Name], w.Rules().Name)
	if n := g.Terms().Capture; n > 0 {
		rules = fmt.Sprintf("%s, first to capture %d", rules, n)
	}
	root = append(root, sgf.Property{Name: "KM", Values: []sgf.Value{sgf.Value(strconv.FormatFloat(w.Rules().Komi, 'f', -1, 64))}})
	if n := w.Handicap(); n > 0 {
		root = append(root, sgf.Property{Name: "HA", Values: []sgf.Value{sgf.Value(strconv.Itoa(n))}})
	}
	begun := w.After(0).Board()
	if start = g.Start(); start.IsZero() {
		for i := range g.Size().Count() {
			if p := g.Size().Point(i); begun.At(p) == board.Black {
				start.Black, start.ToMove = append(start.Black, p), board.White
			}
		}
	}
	if g.Result().Reason != game.ByScore {
		return rules, start, root, nil
	}
	score := g.Score()
	for _, side := range []struct {
		name  string
		color board.Color
	}{{"TB", board.Black}, {"TW", board.White}} {
		var points []sgf.Value
		for i := range g.Size().Count() {
			if p := g.Size().Point(i); score.Owner[p] == side.color && g.At(p) != side.color {
				points = append(points, sgf.Value(g.Size().Name(p, board.SGF)))
			}
		}
		if len(points) > 0 {
			end = append(end, sgf.Property{Name: side.name, Values: points})
		}
	}
	return rules, start, root, end
}

// SGF returns a finished game as a file; an id that is not known is
// [fs.ErrNotExist].
func (a *archive) SGF(id string) ([]byte, error) {
	if !plainID.MatchString(id) {
		return nil, fmt.Errorf("there is no game %q: %w; %w", id, fs.ErrNotExist, ErrID)
	}
	text, err := regular.Read(a.path(id), sgf.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("the game %s cannot be read: %w", id, err)
	}
	return text, nil
}

// List returns all finished games, the latest first. The caller must not change
// the slice. Files are read once: the first List reads all, and a later one
// looks at the directory only if that has changed. A file that is no SGF is left
// out and logged, and looked at again.
func (a *archive) List() ([]api.GameInfo, error) {
	a.listing.Lock()
	defer a.listing.Unlock()
	a.mu.Lock()
	for _, id := range a.unread {
		delete(a.games, id)
		delete(a.broken, id)
		a.sorted, a.seen = nil, time.Time{}
	}
	a.unread = nil
	a.mu.Unlock()
	info, err := os.Stat(a.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the finished games cannot be listed: %w", err)
	}
	if !info.ModTime().Equal(a.seen) {
		if err := a.update(); err != nil {
			return nil, fmt.Errorf("the finished games cannot be listed: %w", err)
		}
		a.seen = settled(info)
	} else {
		for id := range a.broken {
			a.look(id)
		}
	}
	if a.sorted == nil {
		all := slices.Collect(maps.Values(a.games))
		// A clock that jumps puts nothing out of order: the numbers do not.
		slices.SortFunc(all, func(g, h placed) int {
			return cmp.Or(cmp.Compare(h.entry, g.entry), h.Ended.Compare(g.Ended), cmp.Compare(h.ID, g.ID))
		})
		for _, g := range all {
			a.sorted = append(a.sorted, g.GameInfo)
		}
	}
	return a.sorted, nil
}

// update reads the files that are not known yet and forgets those that are
// gone.
func (a *archive) update() error {
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(entries))
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".sgf")
		if !ok || !plainID.MatchString(id) || !e.Type().IsRegular() {
			continue
		}
		there[id] = true
		if _, known := a.games[id]; !known {
			a.look(id)
		}
	}
	maps.DeleteFunc(a.broken, func(id string, _ fs.FileInfo) bool { return !there[id] })
	for id := range a.games {
		if !there[id] {
			delete(a.games, id)
			a.sorted = nil
		}
	}
	return nil
}

// look lists a file, unless it is as it was when it was no game. One that could not be read is
// tried each time: it may be given to this user, which changes nothing of it.
func (a *archive) look(id string) {
	was, known := a.broken[id]
	info, err := os.Stat(a.path(id))
	if err == nil && was != nil && was.Size() == info.Size() && was.ModTime().Equal(info.ModTime()) {
		return
	}
	g, err := a.read(id)
	if err == nil {
		delete(a.broken, id)
		a.games[id], a.sorted = g, nil
		return
	}
	if !known {
		a.log.Warn("A file in the archive is not listed.", "file", a.path(id), "err", err)
	}
	if _, unread := errors.AsType[*fs.PathError](err); unread {
		info = nil
	}
	a.broken[id] = info
}

// read reads what the list says of one game.
func (a *archive) read(id string) (placed, error) {
	data, err := regular.Read(a.path(id), sgf.MaxBytes)
	if err != nil {
		return placed{}, err
	}
	trees, err := sgf.Read(data)
	if err != nil {
		return placed{}, err
	}
	nodes := trees[0].Main()
	text := func(name string) string {
		v, _ := nodes[0].Get(name)
		return v.Line()
	}
	gm, _ := strconv.Atoi(text("GM"))
	g := api.GameInfo{ID: id, Black: text("PB"), White: text("PW"), Reason: text(propReason), Turns: turns(nodes, gm == sgf.GMGo)}
	if r := sgf.RulesOf(gm, text("RU"), board.Size{}); r != nil {
		g.Game = r.Name()
	} else if gm == sgf.GMGo {
		g.Game = game.Weiqi{}.Name()
	}
	// Files from elsewhere have a date at most.
	if g.Started, err = time.Parse(time.RFC3339Nano, text(propStarted)); err != nil {
		g.Started, _ = time.Parse(time.DateOnly, text("DT"))
	}
	if g.Ended, err = time.Parse(time.RFC3339Nano, text(propEnded)); err != nil {
		g.Ended = g.Started
	}
	if r := sgf.ParseResult(text("RE")); r.Over {
		if g.Result = "draw"; r.Winner != board.Empty {
			g.Result = r.Winner.String()
		}
		g.Reason = cmp.Or(g.Reason, string(r.Reason))
	} else if g.Reason == string(game.ByAbandoned) {
		g.Result = "void"
	} else if g.Reason == string(game.ByUnfinished) {
		g.Result = g.Reason
	}
	entry, _ := strconv.ParseUint(text(propEntry), 10, 64)
	return placed{g, entry}, nil
}

// turns counts the turns of a line: in Go every move, else what one side puts down in a
// row. Black places several handicap stones one after the other.
func turns(nodes []sgf.Node, ofGo bool) int {
	n, last := 0, ""
	for _, node := range nodes {
		for _, p := range node.Properties {
			if (p.Name == "B" || p.Name == "W") && (ofGo || p.Name != last) {
				n, last = n+1, p.Name
			}
		}
	}
	return n
}
