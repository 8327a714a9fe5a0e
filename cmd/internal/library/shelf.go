package library

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"stonehand/cmd/internal/charset"
	"stonehand/cmd/internal/regular"
	"stonehand/cmd/internal/text"
	"stonehand/engine/sgf"
)

// The bounds of a shelf.
const (
	MaxFile  = 1 << 20  // bytes of a file that is added or changed
	MaxShelf = 64 << 20 // bytes of all files together
	MaxAdded = 1000     // games of a file that is added
)

// Why a game cannot be opened or changed.
var (
	ErrUnknown  = errors.New("there is no such game")
	ErrChanged  = errors.New("the game was changed by somebody else since it was opened")
	ErrPartial  = errors.New("the game is larger than is read of one: the rest would be lost")
	ErrLong     = fmt.Errorf("the file would be longer than %d bytes", MaxFile)
	ErrFull     = fmt.Errorf("the library is full (%d MiB)", MaxShelf>>20)
	ErrMany     = fmt.Errorf("the file has more than %d games; split it", MaxAdded)
	ErrUnlisted = errors.New("the library lists as many games as memory allows")
)

// fresh is how long an index is taken for the folder as it is: others may put files
// into it too.
const fresh = 2 * time.Second

// Shelf keeps game records in a folder of SGF files. Its methods are safe for
// concurrent use. People may put files and folders there as well.
type Shelf struct {
	dir   string
	clock func() time.Time
	most  int // bytes of memory for the index

	mu    sync.Mutex // guards what follows, and the files while they are changed
	index *Index
	at    time.Time // when it was made
}

// Open returns the shelf in a folder, which need not be there yet, with an index of up to that many
// bytes of memory. clock nil is time.Now.
func Open(dir string, most int, clock func() time.Time) *Shelf {
	if clock == nil {
		clock = time.Now
	}
	return &Shelf{dir: dir, clock: clock, most: most}
}

// look brings the index up to date; s.mu is held.
func (s *Shelf) look(ctx context.Context, again bool) (*Index, error) {
	if !again && s.index != nil && s.clock().Sub(s.at).Abs() < fresh {
		return s.index, nil
	}
	if err := regular.MakeDir(s.dir); err != nil {
		return nil, fmt.Errorf("the library cannot be kept: %w", err)
	}
	x, err := Build(ctx, Folder(s.dir), s.index, s.most)
	if err != nil {
		return nil, err
	}
	s.index, s.at = x, s.clock()
	return x, nil
}

// Index returns what is on the shelf.
func (s *Shelf) Index(ctx context.Context) (*Index, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.look(ctx, false)
}

// Opened is a game that was read.
type Opened struct {
	Game     Game
	Tree     *sgf.Tree
	Rev      string       // of the game's text: another one for every change
	Problems []*sgf.Error // of the file

	part *sgf.Part // nil for one that is not on a shelf
}

// Load reads a game.
func (s *Shelf) Load(ctx context.Context, id string) (*Opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.load(ctx, id)
}

func (s *Shelf) load(ctx context.Context, id string) (*Opened, error) {
	x, err := s.look(ctx, false)
	if err != nil {
		return nil, err
	}
	g := x.find(id)
	if g == nil {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, text.Clip(id))
	}
	in, _, err := regular.Open(s.path(g.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, text.Clip(id))
	} else if err != nil {
		return nil, err
	}
	defer in.Close()
	p, err := charset.SGF.ReadPartOf(in, g.Number)
	if err != nil {
		return nil, err
	}
	if p.Tree == nil {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, text.Clip(id))
	}
	return &Opened{Game: *g, Tree: p.Tree, Rev: Rev(p.Tree), Problems: p.Problems, part: p}, nil
}

// Rev tells the contents of a game from those of all others.
func Rev(t *sgf.Tree) string { return digest(Text(t)) }

// Text is a game alone as a file.
func Text(t *sgf.Tree) []byte {
	alone := *t
	alone.Before = ""
	return charset.SGF.Write(&sgf.Collection{Games: []*sgf.Tree{&alone}, After: "\n"})
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// Added is what became of a file that was added.
type Added struct {
	Games    []Game
	Problems []*sgf.Error // what was wrong in the file, and what was done about it
}

// Add keeps a file: SGF in any charset, or a contest record of Connect6. The name is
// what people call it. A file that is there already is not kept twice. The error says
// what is wrong with the file.
func (s *Shelf) Add(ctx context.Context, name string, data []byte) (Added, error) {
	if len(data) > MaxFile {
		return Added{}, fmt.Errorf("the file is longer than %d bytes; split it", MaxFile)
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{[C6]")) {
		r, err := sgf.ReadContest(charset.UTF8(data))
		if err != nil {
			return Added{}, err
		}
		data = r.SGF()
	}
	heads := 0
	if err := charset.SGF.Heads(bytes.NewReader(data), func(*sgf.Tree) bool { heads++; return heads <= MaxAdded }); err == nil && heads > MaxAdded {
		return Added{}, ErrMany
	}
	c, err := charset.SGF.Read(data)
	if err != nil {
		return Added{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	x, err := s.look(ctx, true)
	if err != nil {
		return Added{}, err
	}
	var all int64
	file := ""
	for at, f := range x.files {
		if all += f.size; f.size != int64(len(data)) {
			continue
		}
		if old, err := regular.Read(s.path(at), MaxFile); err == nil && bytes.Equal(old, data) {
			file = at
		}
	}
	if file == "" {
		if all+int64(len(data)) > MaxShelf || len(x.Games)+len(c.Games) > MaxGames {
			return Added{}, ErrFull
		}
		left := x.Left
		file = s.free(name)
		if err := s.write(file, data); err != nil {
			return Added{}, err
		}
		if x, err = s.look(ctx, true); err != nil {
			return Added{}, err
		}
		if x.files[file].cut || x.Left > left {
			if err := os.Remove(s.path(file)); err != nil {
				return Added{}, fmt.Errorf("the library cannot be kept: %w", err)
			}
			_, err := s.look(ctx, true)
			return Added{}, cmp.Or(err, ErrUnlisted)
		}
	}
	return Added{Games: x.files[file].games, Problems: c.Problems}, nil
}

// free returns a name for a new file.
func (s *Shelf) free(name string) string {
	stem := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
			return c
		case c >= 0x4E00 && c <= 0x9FFF, c >= 0x3040 && c <= 0x30FF, c >= 0xAC00 && c <= 0xD7A3: // as people of East Asia name them
			return c
		}
		return '-'
	}, strings.TrimSuffix(path.Base(filepath.ToSlash(name)), path.Ext(name)))
	if stem = strings.Trim(stem, "-"); stem == "" {
		stem = "game"
	}
	for len(stem) > 60 {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	file := stem + ".sgf"
	for n := 2; ; n++ {
		if _, err := os.Lstat(s.path(file)); errors.Is(err, fs.ErrNotExist) {
			return file
		}
		file = fmt.Sprintf("%s_%d.sgf", stem, n)
	}
}

func (s *Shelf) path(file string) string { return filepath.Join(s.dir, filepath.FromSlash(file)) }

func (s *Shelf) write(file string, data []byte) error {
	if err := regular.Replace(s.path(file), data, 0o640); err != nil {
		return fmt.Errorf("the game cannot be kept: %w", err)
	}
	return nil
}

// Save changes a game that has the revision rev, and returns it as it is then. An error of
// change is returned as it is, and nothing is changed.
func (s *Shelf) Save(ctx context.Context, id, rev string, change func(*Opened) error) (*Opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.load(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case o.Rev != rev:
		return nil, ErrChanged
	case o.part.Partial:
		return nil, ErrPartial
	}
	if err := change(o); err != nil {
		return nil, err
	}
	if err := s.rewrite(ctx, o); err != nil {
		return nil, err
	}
	return s.load(ctx, id)
}

// Delete takes a game that has the revision rev out of its file, and the file away
// when no game is left.
func (s *Shelf) Delete(ctx context.Context, id, rev string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.load(ctx, id)
	switch {
	case err != nil:
		return err
	case o.Rev != rev:
		return ErrChanged
	case o.part.Cut:
		return ErrPartial
	}
	if o.part.Alone {
		if err := os.Remove(s.path(o.Game.File)); err != nil {
			return fmt.Errorf("the game cannot be deleted: %w", err)
		}
		_, err := s.look(ctx, true)
		return err
	}
	o.part.Tree = nil
	return s.rewrite(ctx, o)
}

// rewrite writes the file of a game that was changed. Its other games stay as they stand
// there, for a file may hold more of them than are kept in memory at once.
func (s *Shelf) rewrite(ctx context.Context, o *Opened) error {
	data := charset.SGF.WritePart(o.part)
	if int64(len(data)) > max(MaxFile, s.index.files[o.Game.File].size) {
		return ErrLong
	}
	if err := s.write(o.Game.File, data); err != nil {
		return err
	}
	_, err := s.look(ctx, true)
	return err
}
