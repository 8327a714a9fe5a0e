package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stonehand/cmd/internal/table"
	"stonehand/cmd/internal/text"
)

// What people set while the folder cannot be used is saved as soon as it can, and everything that
// they have set is in a folder that was made again. What nobody has set gets no file.
func TestSettingsAreSavedLater(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "late")
	var log strings.Builder
	all := &keptSettings{dir: dir}
	var tc table.Config
	new(keptLanguage).give(&tc, "en", all, slog.New(slog.NewTextHandler(&log, nil)))
	all.of("other", slog.New(slog.DiscardHandler), "", "")
	tc.KeepLanguage(text.Chinese)
	for range 3 {
		if err := all.save(false); err == nil {
			t.Error("it is saved in a folder that is not there")
		}
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("the log says %d times that it is not saved:\n%s", n, &log)
	}
	holds := func(when, want string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := all.save(when == "made again"); err != nil {
			t.Errorf("%s: %v", when, err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || len(files) > 1 || (len(files) == 1) != (want != "") {
			t.Fatalf("%s: it holds %v, %v", when, files, err)
		}
		if data, _ := os.ReadFile(filepath.Join(dir, languageFile)); string(data) != want {
			t.Errorf("%s: it holds %q", when, data)
		}
	}
	holds("usable", "zh en\n")
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	holds("usable", "")
	holds("made again", "zh en\n")
}
