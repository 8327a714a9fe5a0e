package main

import (
	"cmp"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"stonehand/cmd/internal/regular"
)

// keptSettings are what people have set at the table, each in a file in the folder of the games. All
// of it belongs to one goroutine: the table's, once that runs.
type keptSettings struct {
	dir string
	all []*setting
}

// save writes what could not be written before, and everything again where the folder is a new
// one. It returns why something is still not on the disk; nil if all is.
func (s *keptSettings) save(again bool) (failed error) {
	for _, one := range s.all {
		if one.unsaved || again && one.data != nil {
			one.write(one.data)
		}
		if one.unsaved {
			failed = cmp.Or(failed, one.failed)
		}
	}
	return failed
}

// setting is one thing that people have set.
type setting struct {
	file string
	log  *slog.Logger
	// What the log says of a file that cannot be read, or not written.
	unusable, forgotten string

	data    []byte // what the file is to hold; nil for no file
	unsaved bool
	failed  error // why
}

// of adds a setting that is kept in a file.
func (s *keptSettings) of(name string, log *slog.Logger, unusable, forgotten string) *setting {
	one := &setting{file: filepath.Join(s.dir, name), log: log, unusable: unusable, forgotten: forgotten}
	s.all = append(s.all, one)
	return one
}

// read has parse read the file, and reports whether people have set something that can be
// used. Otherwise the configuration counts, and a file that is there and cannot be used is
// logged.
func (s *setting) read(parse func(data []byte) error) bool {
	data, err := regular.Read(s.file, 2<<20) // more than a configuration and a timetable of the page
	if err == nil {
		err = parse(data)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn(s.unusable, "file", s.file, "err", err)
	}
	if err == nil {
		s.data = data
	}
	return err == nil
}

// end ends what people have set: the configuration is newer. Without its file it does not come
// back when the configuration is again as it was.
func (s *setting) end(why string) {
	s.log.Warn(why, "file", s.file)
	s.write(nil)
}

// write replaces the file, or removes it where data is nil. Where it cannot, the game goes on,
// and [keptSettings.save] tries again.
func (s *setting) write(data []byte) {
	var err error
	if s.data = data; data != nil {
		err = regular.Replace(s.file, data, 0o644)
	} else if err = os.Remove(s.file); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil && !s.unsaved {
		s.log.Warn(s.forgotten+" if the program ends before it can be saved", "err", err)
	}
	s.unsaved, s.failed = err != nil, err
}
