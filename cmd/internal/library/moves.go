package library

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	"stonehand/cmd/internal/charset"
	"stonehand/engine/board"
	"stonehand/engine/sgf"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/joseki"
)

// Moves counts the moves of the games of Go in all files named *.sgf in a folder and the
// folders in it. A file that cannot be read, a record that cannot be played to its end, or
// one of another game is named among the problems, of which there are [MaxProblems] at
// most; what comes before a fault counts. The error is the context's, or says that the
// folder cannot be read.
func Moves(ctx context.Context, folder fs.FS) (r *joseki.Records, problems []string, err error) {
	r = &joseki.Records{}
	games := 0
	err = walk(ctx, folder, func(name string, _ fs.DirEntry, err error) error {
		var trees []*sgf.Tree
		if err == nil {
			trees, err = records(folder, name)
		}
		for i := 0; i < len(trees) && err == nil; i++ {
			if games++; games > MaxGames {
				return fs.SkipAll
			}
			if err = count(r, trees[i]); err != nil && len(trees) > 1 {
				err = fmt.Errorf("game %d: %w", i+1, err)
			}
			if err != nil && len(problems) < MaxProblems {
				problems = append(problems, fmt.Sprintf("%s: %v", name, err))
			}
			err = ctx.Err()
		}
		if ctx.Err() == nil && err != nil && len(problems) < MaxProblems {
			problems = append(problems, fmt.Sprintf("%s: %v", name, err))
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, nil, err
	}
	return r, problems, nil
}

// records reads the games of a file.
func records(folder fs.FS, name string) ([]*sgf.Tree, error) {
	in, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, sgf.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	c, err := charset.SGF.Read(data)
	if err != nil {
		return nil, err
	}
	return c.Games, nil
}

// count counts the main line of a game.
func count(r *joseki.Records, t *sgf.Tree) error {
	info, problems := t.Info()
	if info.Game != sgf.GMGo {
		return fmt.Errorf("this is a record of another game, GM[%d]; Go is GM[1]", info.Game)
	}
	if info.Size == (board.Size{}) {
		e := *problems[len(problems)-1]
		e.Done = ""
		return &e
	}
	start, err := weiqi.NewBoard(info.Size)
	if err != nil {
		return err
	}
	steps, _ := sgf.Steps(info.Size, t.Main())
	var moves []weiqi.Move
	for _, s := range steps {
		if len(s.Black)+len(s.White)+len(s.Cleared) > 0 {
			if len(moves) > 0 {
				break // a position of its own, set up in the middle of the game
			}
			if start, err = setUp(start, &s); err != nil {
				return err
			}
		}
		if s.Color != board.Empty {
			moves = append(moves, weiqi.Move{Color: s.Color, Point: s.Point})
		}
	}
	looked := min(len(moves), joseki.MaxOpening)
	if n := r.Add(start, moves, info.Result.Winner); n < looked {
		return fmt.Errorf("move %d, %s on %s, is illegal; the moves before it count", n+1, moves[n].Color, info.Size.Name(moves[n].Point, board.GTP))
	}
	return nil
}

// setUp returns a position with the stones that a step sets up.
func setUp(b *weiqi.Board, s *sgf.Step) (*weiqi.Board, error) {
	stones, size := b.Stones(), b.Size()
	for c, points := range map[board.Color][]board.Point{board.Black: s.Black, board.White: s.White, board.Empty: s.Cleared} {
		for _, p := range points {
			stones[p] = c
		}
	}
	after, err := weiqi.NewBoard(size)
	if err != nil {
		return nil, err
	}
	for p := range size.Points {
		if stones[p] != board.Empty && after.Play(stones[p], p).Lifted > 0 {
			return nil, fmt.Errorf("%s: %w", size.Name(p, board.GTP), weiqi.ErrLifeless)
		}
	}
	return after, nil
}
