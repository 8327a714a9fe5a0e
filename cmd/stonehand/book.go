package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"stonehand/cmd/internal/farm"
	"stonehand/cmd/internal/jobs"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/regular"
	"stonehand/engine/book"
)

// runBook carries out one of the subcommands.
func runBook(ctx context.Context, args []string, std stdio) error {
	return runPart(ctx, "book", []part{{"build", runBookBuild}, {"write", runBookWrite}, {"show", runBookShow}, {"check", runBookCheck}}, args, std)
}

// bookFlags returns the flags of a part of "book".
func bookFlags(part string) *flag.FlagSet { return flag.NewFlagSet("book "+part, flag.ContinueOnError) }

// workFile is the one word of a command line that names a work file.
func workFile(part string, words []string) (string, error) {
	if len(words) != 1 {
		return "", hinted{usageError{fmt.Sprintf("book %s needs one work file", part)}, fmt.Sprintf("write: stonehand book %s book.work", part)}
	}
	return words[0], nil
}

// runBookBuild judges openings.
func runBookBuild(ctx context.Context, args []string, std stdio) error {
	flags := bookFlags("build")
	s := lab.DefaultBookSettings
	hours := flags.Float64("hours", 0, "")
	positions := flags.Int("positions", 0, "")
	workers := flags.Int("workers", 1, "")
	gamesFile := flags.String("games", "", "")
	quiet := flags.Bool("quiet", false, "")
	var f farming
	settings(flags, &s, &f)
	words, err := parseWords(flags, args)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	path, err := workFile("build", words)
	switch {
	case err != nil:
		return err
	case !(*hours >= 0 && *hours <= 10_000):
		return usageError{fmt.Sprintf("--hours %g is out of range: 0, for no end, to 10000", *hours)}
	case *positions < 0:
		return usageError{fmt.Sprintf("--positions %d is out of range: 0, for no end, or more", *positions)}
	case *workers < 1 || *workers > maxWorkers:
		return usageError{fmt.Sprintf("--workers %d is out of range: 1 to %d", *workers, maxWorkers)}
	}
	if err := s.Check(); err != nil {
		return usageError{err.Error()}
	}
	var people []lab.Played
	if *gamesFile != "" {
		if people, err = readPeople(*gamesFile); err != nil {
			return err
		}
	}
	s.People = len(people)
	file, err := openWork(path, s)
	if err != nil {
		return err
	}
	defer file.Close()
	if s.Engine, err = engineSignature(ctx); err != nil {
		return err
	}
	limited := ctx
	if *hours > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, time.Duration(*hours*float64(time.Hour)))
		defer cancel()
	}
	begin, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	return f.run(ctx, std, farm.Machines, func(where jobs.Doer, out io.Writer) error {
		// What a farm takes back is not to stay in the file.
		if err := file.Truncate(begin); err != nil {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		work, err := resume(file, s)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		b := lab.BookBuilder{Work: work, People: people, Workers: *workers, Positions: *positions, Out: file, Farm: where}
		bar, began, had := newProgress(std, *quiet), time.Now(), work.Tree.Len()
		b.Each = func(w *lab.BookWork) {
			made := w.Tree.Len() - had
			each := time.Since(began) / time.Duration(max(1, made))
			bar.show(made, *positions, fmt.Sprintf("%s and %s; %v for each position",
				count(w.Tree.Len(), "position"), count(w.Games, "game"), each.Round(10*time.Millisecond)))
		}
		err = b.Run(limited)
		bar.end()
		if err != nil && !(errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil) {
			return err
		}
		if err := file.Sync(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s: %s and %s\n", path, count(work.Tree.Len(), "position"), count(work.Games, "game"))
		return err
	})
}

// readPeople reads games that were played.
func readPeople(path string) ([]lab.Played, error) {
	return readFile(path, func(in io.Reader) ([]lab.Played, error) { return lab.ReadCSV(regular.AtMost(in, mostGames)) })
}

// mostGames is how long a file of games can be, bytes: a hundred thousand of them.
const mostGames = 32 << 20

// readFile has read read the file at path; what read says against it names the file.
func readFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	f, err := os.Open(path)
	if err != nil {
		return *new(T), err
	}
	defer f.Close()
	v, err := read(f)
	if err != nil {
		return v, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// openWork opens a work file, new or begun before with the same settings but for the engine.
// Any other is refused here, before the engine is measured, which takes seconds.
func openWork(path string, s lab.BookSettings) (*os.File, error) {
	if err := onlyFile(path, path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockOutput(f, path); err != nil {
		f.Close()
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		var work *lab.BookWork
		if work, err = lab.ReadBookWork(f); err == nil {
			s.Engine = work.Settings.Engine
			err = sameSettings(work, s)
		}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

// resume reads a work file and leaves it at its end; it begins an empty one.
func resume(f *os.File, s lab.BookSettings) (*lab.BookWork, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		work, err := lab.NewBookWork(s)
		if err != nil {
			return nil, err
		}
		return work, lab.WriteLine(f, s)
	}
	work, err := lab.ReadBookWork(f)
	if err == nil {
		err = sameSettings(work, s)
	}
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(work.Whole); err != nil {
		return nil, err
	}
	_, err = f.Seek(work.Whole, io.SeekStart)
	return work, err
}

// sameSettings refuses to go on with what was begun otherwise.
func sameSettings(work *lab.BookWork, s lab.BookSettings) error {
	switch {
	case work.Settings.Engine != s.Engine:
		return hinted{fmt.Errorf("started by another engine (signature %d, this one has %d), whose values are not comparable", work.Settings.Engine, s.Engine), "start a new work file"}
	case work.Settings != s:
		return hinted{fmt.Errorf("started with other flags: %s", bookRecipe(work.Settings)), "give the same flags, or start a new work file"}
	}
	return nil
}

// bookRecipe is the command that builds a book with the given settings.
func bookRecipe(s lab.BookSettings) string {
	recipe := fmt.Sprintf("stonehand book build --nodes %d --verify %d --turns %d --drop-out %g --self-play %g --seed %d", s.Nodes, s.Verify, s.Turns, s.DropOut, s.Games, s.Seed)
	if s.People > 0 {
		recipe += fmt.Sprintf(" --games FILE (%s)", count(s.People, "game"))
	}
	return recipe
}

// readWork reads a work file.
func readWork(path string) (*lab.BookWork, error) { return readFile(path, lab.ReadBookWork) }

// runBookWrite makes a book of a work file.
func runBookWrite(_ context.Context, args []string, std stdio) error {
	flags := bookFlags("write")
	w := lab.DefaultBookWriter
	margin := flags.Float64("margin", 100*w.Margin, "")
	settings(flags, &w)
	recipe := flags.String("recipe", "", "")
	out := flags.String("out", "", "")
	listPath := flags.String("list", "", "")
	words, err := parseWords(flags, args)
	if err != nil {
		return err
	}
	path, err := workFile("write", words)
	if err != nil {
		return err
	}
	if !(*margin >= 0 && *margin <= 100) {
		return usageError{fmt.Sprintf("--margin %g is out of range: 0 to 100 percent", *margin)}
	}
	w.Margin = *margin / 100
	if err := w.Check(); err != nil {
		return usageError{err.Error()}
	}
	work, err := readWork(path)
	if err != nil {
		return err
	}
	if *listPath != "" {
		list, err := readFile(*listPath, lab.ReadVerifiedList)
		if err != nil {
			return err
		}
		if list.Engine != work.Settings.Engine {
			return fmt.Errorf("%s: the list is of another engine: its signature is %d, that of %s is %d", *listPath, list.Engine, path, work.Settings.Engine)
		}
		for _, t := range list.Turns {
			if _, err := work.Tree.Believe(t); err != nil {
				return fmt.Errorf("%s: %w", *listPath, err)
			}
		}
	}
	if *recipe == "" {
		*recipe = fmt.Sprintf("%s --positions %d; stonehand book write --margin %g --size %d", bookRecipe(work.Settings), work.Tree.Len(), *margin, w.Size)
		if *listPath != "" {
			*recipe += " --list FILE"
		}
	}
	var text bytes.Buffer
	n, err := w.Write(work.Tree, book.Header{Recipe: *recipe, Engine: work.Settings.Engine}, &text)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case *out == "":
		_, err = std.out.Write(text.Bytes())
		return err
	}
	if err := writeOutput("--out", *out, text.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: %d of %s, %s\n", *out, n, count(work.Tree.Len(), "position"), count(text.Len(), "byte"))
	return err
}

// openBook opens a book, the one that the program carries if no path is given.
func openBook(path string) (io.ReadCloser, string, error) {
	if path == "" {
		return io.NopCloser(strings.NewReader(book.Text())), "the program's own book", nil
	}
	f, err := os.Open(path)
	return f, path, err
}

// runBookCheck plays a book through.
func runBookCheck(ctx context.Context, args []string, std stdio) error {
	flags := bookFlags("check")
	path := flags.String("book", "", "")
	listPath := flags.String("list", "", "")
	workPath := flags.String("work", "", "")
	c := lab.BookChecker{Nodes: lab.DefaultVerifyNodes, Every: 1, Workers: 1}
	settings(flags, &c)
	quiet := flags.Bool("quiet", false, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	switch {
	case c.Nodes < 1:
		return usageError{"--nodes 0 is out of range: at least 1"}
	case c.Workers < 1 || c.Workers > maxWorkers:
		return usageError{fmt.Sprintf("--workers %d is out of range: 1 to %d", c.Workers, maxWorkers)}
	case c.NoGames && *listPath != "":
		return usageError{"--list and --no-games cannot be used together: the list counts the games"}
	case c.Every < 1:
		return usageError{fmt.Sprintf("--every %d is out of range: at least 1", c.Every)}
	}
	in, name, err := openBook(*path)
	if err != nil {
		return err
	}
	defer in.Close()
	var list *verifiedList
	if *listPath != "" {
		if list, err = openList(*listPath, c.Nodes); err != nil {
			return err
		}
		defer list.Close()
	}
	if c.Engine, err = engineSignature(ctx); err != nil {
		return err
	}
	if *workPath != "" {
		work, err := readWork(*workPath)
		if err != nil {
			return err
		}
		c.Known = work.Verified()
	}
	if list != nil {
		if err := list.resume(&c); err != nil {
			return fmt.Errorf("--list: %w", err)
		}
	}
	bar := newProgress(std, *quiet)
	c.Each = func(n int, t lab.VerifiedTurn, _ bool) error {
		bar.show(n, 0, count(n, "turn"))
		return list.add(t)
	}
	r, err := c.Check(ctx, in)
	bar.end()
	switch {
	case errors.Is(err, lab.ErrOtherEngine):
		return hinted{fmt.Errorf("%s: %w", name, err), "build the book again with this program, as docs/book.md says"}
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range r.Faults {
		fmt.Fprintln(std.out, f)
	}
	if len(r.Faults) > 0 {
		return fmt.Errorf("%s: %s of %s should not be there", name, count(len(r.Faults), "turn"), count(r.Turns, "turn"))
	}
	_, err = fmt.Fprintf(std.out, "%s: %s to choose in %s, the deepest after %s\nevery turn is legal and found under all symmetries\n%s",
		name, count(r.Turns, "turn"), count(r.Positions, "position"), count(r.Deepest, "turn"), r.List.Summary())
	return err
}

// verifiedList is the file of a check's list; nil: none.
type verifiedList struct {
	*os.File
	had lab.VerifiedList   // nothing, if the file is new
	has map[[2]string]bool // turns, by the stones before
}

// add writes a turn that the list does not have.
func (l *verifiedList) add(t lab.VerifiedTurn) error {
	turn := [2]string{t.After, t.Turn}
	if l == nil || l.has[turn] {
		return nil
	}
	l.has[turn] = true
	return lab.WriteLine(l, t)
}

// openList opens the list of an earlier check with so many nodes, or creates one. Any other is
// refused here, before the engine is measured, which takes seconds.
func openList(path string, nodes uint64) (*verifiedList, error) {
	if err := onlyFile("--list "+path, path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("--list %s cannot be written: %w", path, err)
	}
	if err := lockOutput(f, "--list "+path); err != nil {
		f.Close()
		return nil, err
	}
	l := &verifiedList{File: f, has: map[[2]string]bool{}}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		l.had, err = lab.ReadVerifiedList(f)
		switch {
		case err != nil:
			err = fmt.Errorf("%s: %w", path, err)
		case l.had.Nodes != nodes:
			err = fmt.Errorf("%s is a list of %d nodes; give another file, or --nodes %d", path, l.had.Nodes, l.had.Nodes)
		}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("--list: %w", err)
	}
	return l, nil
}

// resume leaves the list at its end, or begins one. The checker knows its verdicts then.
func (l *verifiedList) resume(c *lab.BookChecker) error {
	mine, had := lab.VerifiedList{Engine: c.Engine, Nodes: c.Nodes}, l.had
	switch {
	case had.Whole == 0:
		return lab.WriteLine(l, mine)
	case had.Engine != c.Engine:
		return fmt.Errorf("%s is a list of another engine, with signature %d, and this one has %d; give another file", l.Name(), had.Engine, c.Engine)
	}
	for _, t := range had.Turns {
		l.has[[2]string{t.After, t.Turn}] = true
	}
	if c.Known.Engine != c.Engine || c.Known.Nodes != c.Nodes {
		c.Known = mine
	}
	c.Known.Turns = append(c.Known.Turns, had.Turns...)
	if err := l.Truncate(had.Whole); err != nil {
		return err
	}
	_, err := l.Seek(had.Whole, io.SeekStart)
	return err
}
