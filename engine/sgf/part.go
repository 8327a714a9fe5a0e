package sgf

import (
	"io"
	"slices"
)

// Part is one game of a file and, as it stands there, the text around it.
type Part struct {
	Tree     *Tree    // nil if the file has no game of that number
	Alone    bool     // the file has no other game
	Partial  bool     // there is more in the game than is kept: written, it would lack that
	Cut      bool     // nor is it known where the game ends
	Problems []*Error // of the file, as a [Collection] has them

	before, after []byte
}

// ReadPart reads the game of a file that has that number, from 0. Games have the numbers
// that [Format.Heads] gives them, and each may have as much as [Format.Read] accepts of a
// whole file. The error, an [*Error], is for a file that is too long or holds no game.
func (f Format) ReadPart(data []byte, number int) (*Part, error) {
	if len(data) > MaxBytes {
		return nil, Pos{1, 1}.Problem(TooLong, len(data), MaxBytes)
	}
	r, err := f.open(data, false)
	if err != nil {
		return nil, err
	}
	p, games := &Part{}, 0
	end, err := r.games(func(t *Tree, from int) bool {
		if games == number {
			p.Tree, p.Partial, p.Cut = t, r.partial, r.full
			p.before, p.after = r.data[:from], r.data[r.at:]
		}
		games++
		r.nodes, r.values, r.partial = 0, 0, false
		return true
	})
	if err != nil {
		return nil, err
	}
	if games == 0 {
		return nil, Pos{1, 1}.Problem(NoGame)
	}
	p.Alone = games == 1
	p.Problems, err = r.finish(end)
	return p, err
}

// ReadPartOf does the same for a file of any length. Of one that is too long for
// [Format.ReadPart] it keeps the game alone, which then is Partial and Cut. An error is one of in,
// or as that of ReadPart.
func (f Format) ReadPartOf(in io.ReadSeeker, number int) (*Part, error) {
	all, err := in.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if all <= MaxBytes {
		data, err := readAt(in, 0, all)
		if err != nil {
			return nil, err
		}
		return f.ReadPart(data, number)
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	games, from, size := 0, int64(0), int64(0)
	err = f.stream(in, func(_ *Tree, begins, ends int64) bool {
		if games == number {
			from, size = begins, ends-begins
		}
		games++
		return games <= number
	})
	if err != nil || size == 0 {
		return &Part{}, err
	}
	data, err := readAt(in, from, min(size, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	p, err := f.ReadPart(data, 0)
	if err != nil {
		return nil, err
	}
	p.Alone, p.Partial, p.Cut = false, true, true
	return p, nil
}

// readAt reads up to so many bytes from a place on.
func readAt(in io.ReadSeeker, from, size int64) ([]byte, error) {
	if _, err := in.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(in, size))
}

// WritePart writes the file with the game as it is now, or without it if Tree is nil. The
// rest of the file stays as it was.
func (f Format) WritePart(p *Part) []byte {
	var games []byte
	if p.Tree != nil {
		games = f.Write(&Collection{Games: []*Tree{p.Tree}})
	}
	return slices.Concat(p.before, games, p.after)
}

// games reads one game after the other until yield says false. from is where the text
// before a game begins, end where that behind the last one does.
func (r *reader) games(yield func(t *Tree, from int) bool) (end int, err error) {
	for first := true; r.find(first); {
		from := end
		if err := r.around(r.data[from:r.at]); err != nil {
			return 0, err
		}
		before := Layout(r.data[from:r.at])
		t, err := r.game()
		if err != nil {
			return 0, err
		}
		t.Before, end = before, r.at
		if len(t.Nodes) == 0 {
			continue
		}
		if first = false; !yield(t, from) {
			break
		}
	}
	return end, nil
}

// finish looks at the text behind the last game and returns what was wrong with the file.
func (r *reader) finish(end int) ([]*Error, error) {
	r.at = len(r.data)
	if err := r.around(r.data[end:]); err != nil {
		return nil, err
	}
	if r.untold > 0 {
		r.problems = append(r.problems, r.pos().Problem(Unlisted, r.untold))
	}
	return r.problems, nil
}
