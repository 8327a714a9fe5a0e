package fleet

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/api"
)

// Archive has the finished games.
type Archive interface {
	// Files lists the games' files, in any order, and when the folder last changed. If
	// it has not changed since, it may return nil.
	Files(since time.Time) (files []api.GameFile, changed time.Time, err error)
	// Game returns a finished game and its file.
	Game(id string) (info api.GameInfo, sgf []byte, err error)
}

// version is what tells a file from an earlier one of the same game.
func version(f api.GameFile) string {
	return f.ID + " " + strconv.FormatInt(f.Size, 10) + " " + strconv.FormatInt(f.Changed.UnixNano(), 10)
}

// shelf publishes finished games. The file at path lists those that a hall has: its
// first line names the hall, and each of the others is a [version] and the number of the
// message in the hall's stream.
type shelf struct {
	table   string
	subject string // where games are published, under their ids
	archive Archive
	path    string
	warn    func(msg string, args ...any)

	hall string
	sent map[string]bool // by version
	seen time.Time       // the folder as all of its games were with the hall
	// last is the game that the hall has taken last, under the number at in its stream; 0:
	// an older program did not write it down.
	last string
	at   uint64
	sure bool // the hall still had it
	lost bool // the hall had lost what it had taken
}

// drain publishes the games that the hall lacks, the earliest first.
func (s *shelf) drain(ctx context.Context, l link, hall string) error {
	if s.hall != hall {
		if err := s.open(hall); err != nil {
			return err
		}
	}
	if err := s.recall(ctx, l); err != nil {
		return err
	}
	files, changed, err := s.archive.Files(s.seen)
	if err != nil {
		return fmt.Errorf("the finished games cannot be listed for the hall: %w", err)
	}
	files = slices.DeleteFunc(files, func(f api.GameFile) bool { return !gameID.MatchString(f.ID) || s.sent[version(f)] })
	slices.SortFunc(files, func(a, b api.GameFile) int { return cmp.Compare(a.ID, b.ID) })
	for _, f := range files {
		at, err := s.publish(ctx, l, f)
		if errors.Is(err, errUnread) || errors.Is(err, errTooLong) {
			s.sent[version(f)] = true // until the next start
			s.warn("A finished game does not get to the hall; the others do. It is tried again at the next start, or when its file has changed.", "game", f.ID, "err", err)
			continue
		}
		if err != nil {
			return err
		}
		if err := s.note(f, at); err != nil {
			return fmt.Errorf("what games the hall has cannot be kept: %w", err)
		}
	}
	s.seen = changed
	return nil
}

// recall forgets what the hall has, unless it still has the last game that it took: of a
// hall that goes on from a backup, the latest games are gone.
func (s *shelf) recall(ctx context.Context, l link) error {
	if s.sure || s.last == "" {
		return nil
	}
	has, err := l.last(ctx, StreamGames, s.subject+"."+s.last)
	if err != nil {
		return err
	}
	if has.seq < max(s.at, 1) {
		s.lost = true
		return s.forget()
	}
	s.sure = true
	return nil
}

// restart forgets what a hall has that lost something.
func (s *shelf) restart(hall string) error {
	s.hall, s.lost = hall, true
	return s.forget()
}

// forget has the hall asked for every game again.
func (s *shelf) forget() error {
	if err := renameio.WriteFile(s.path, []byte(s.hall+"\n"), 0o640); err != nil {
		return err
	}
	s.sent, s.seen, s.last, s.at = map[string]bool{}, time.Time{}, "", 0
	return nil
}

// errUnread is that a game's file cannot be read, as after a power cut.
var errUnread = errors.New("the game's file cannot be read")

// publish brings one game to the hall, unless it has just that, and returns its number in the
// hall's stream; 0 if there is no such game any more.
func (s *shelf) publish(ctx context.Context, l link, f api.GameFile) (uint64, error) {
	info, text, err := s.archive.Game(f.ID)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errUnread, err)
	}
	g := Game{Table: s.table, GameInfo: info, SGF: string(text)}
	subject := s.subject + "." + f.ID
	id := fmt.Sprintf("%s/%s/%08x", s.table, f.ID, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
	for {
		has, err := l.last(ctx, StreamGames, subject)
		if err != nil || has.id == id {
			return has.seq, err
		}
		at, err := l.put(ctx, subject, id, g, has.seq)
		if !errors.Is(err, errBehind) {
			return at, err
		}
	}
}

// open reads which games a hall has.
func (s *shelf) open(hall string) error {
	s.sent, s.seen, s.last, s.at, s.sure = map[string]bool{}, time.Time{}, "", 0, false
	data, err := os.ReadFile(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	s.hall = hall
	first, rest, _ := strings.Cut(string(data), "\n")
	if first != hall {
		err := s.forget()
		if err != nil {
			s.hall = ""
		}
		return err
	}
	lines := bufio.NewScanner(strings.NewReader(rest))
	for lines.Scan() {
		s.count(lines.Text())
	}
	return lines.Err()
}

// count takes a line of the file.
func (s *shelf) count(line string) {
	words := strings.Fields(line)
	if len(words) < 3 {
		return
	}
	s.sent[strings.Join(words[:3], " ")] = true
	at := uint64(0)
	if len(words) > 3 {
		if at, _ = strconv.ParseUint(words[3], 10, 64); at == 0 {
			return // it was gone before the hall could have it
		}
	}
	if at >= s.at {
		s.last, s.at = words[0], at
	}
}

// note writes down that the hall has a game, under that number. A line that a power cut
// damages costs a question to the hall, no game.
func (s *shelf) note(f api.GameFile, at uint64) error {
	out, err := os.OpenFile(s.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o640)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("%s %d", version(f), at)
	_, err = out.WriteString(line + "\n")
	s.count(line)
	return errors.Join(err, out.Close())
}
