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
// first line names the hall.
type shelf struct {
	table   string
	subject string // where games are published, under their ids
	archive Archive
	path    string

	hall string
	sent map[string]bool // by version
	seen time.Time       // the folder as all of its games were with the hall
}

// drain publishes the games that the hall lacks, the earliest first.
func (s *shelf) drain(ctx context.Context, l link, hall string) error {
	if s.hall != hall {
		if err := s.open(hall); err != nil {
			return err
		}
	}
	files, changed, err := s.archive.Files(s.seen)
	if err != nil {
		return fmt.Errorf("the finished games cannot be listed for the hall: %w", err)
	}
	files = slices.DeleteFunc(files, func(f api.GameFile) bool { return !gameID.MatchString(f.ID) || s.sent[version(f)] })
	slices.SortFunc(files, func(a, b api.GameFile) int { return cmp.Compare(a.ID, b.ID) })
	for _, f := range files {
		if err := s.publish(ctx, l, f); err != nil {
			return err
		}
		if err := s.note(f); err != nil {
			return fmt.Errorf("what games the hall has cannot be kept: %w", err)
		}
	}
	s.seen = changed
	return nil
}

// publish brings one game to the hall, unless it has just that.
func (s *shelf) publish(ctx context.Context, l link, f api.GameFile) error {
	info, text, err := s.archive.Game(f.ID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the game %s cannot be published: %w", f.ID, err)
	}
	g := Game{Table: s.table, GameInfo: info, SGF: string(text)}
	subject := s.subject + "." + f.ID
	id := fmt.Sprintf("%s/%s/%08x", s.table, f.ID, crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)))
	for {
		has, err := l.last(ctx, StreamGames, subject)
		if err != nil || has.id == id {
			return err
		}
		if _, err = l.put(ctx, subject, id, g, has.seq); !errors.Is(err, errBehind) {
			return err
		}
	}
}

// open reads which games a hall has.
func (s *shelf) open(hall string) error {
	s.sent, s.seen = map[string]bool{}, time.Time{}
	data, err := os.ReadFile(s.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	first, rest, _ := strings.Cut(string(data), "\n")
	if first != hall {
		if err := renameio.WriteFile(s.path, []byte(hall+"\n"), 0o640); err != nil {
			return err
		}
		s.hall = hall
		return nil
	}
	lines := bufio.NewScanner(strings.NewReader(rest))
	for lines.Scan() {
		s.sent[lines.Text()] = true
	}
	s.hall = hall
	return lines.Err()
}

// note writes down that the hall has a game. A line that a power cut damages costs a
// question to the hall, no game.
func (s *shelf) note(f api.GameFile) error {
	out, err := os.OpenFile(s.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o640)
	if err != nil {
		return err
	}
	_, err = out.WriteString(version(f) + "\n")
	s.sent[version(f)] = true
	return errors.Join(err, out.Close())
}
