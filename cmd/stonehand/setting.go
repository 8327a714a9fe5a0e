package main

import (
	"errors"
	"io/fs"
	"log/slog"

	"github.com/google/renameio/v2"

	"stonehand/cmd/internal/regular"
)

// setting is what people have set at the table, kept in a file in the folder of the games.
type setting struct {
	file string
	log  *slog.Logger
	// What the log says of a file that cannot be read, or not written.
	unusable, forgotten string
}

// read has parse read the file, and reports whether people have set something that can be
// used. Otherwise the configuration counts, and a file that is there and cannot be used is
// logged.
func (s setting) read(parse func(data []byte) error) bool {
	data, err := regular.Read(s.file, 64<<10)
	if err == nil {
		err = parse(data)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn(s.unusable, "file", s.file, "err", err)
	}
	return err == nil
}

// write replaces the file. Where it cannot, the game goes on, and the setting is forgotten
// at its end.
func (s setting) write(data []byte) {
	if err := renameio.WriteFile(s.file, data, 0o644); err != nil {
		s.log.Warn(s.forgotten, "err", err)
	}
}
