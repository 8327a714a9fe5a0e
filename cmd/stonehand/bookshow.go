package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"stonehand/cmd/internal/lab"
	"stonehand/engine/book"
	"stonehand/engine/connect"
)

// runBookShow prints what a book plays in a position.
func runBookShow(_ context.Context, args []string, std stdio) error {
	flags := bookFlags("show")
	path := flags.String("book", "", "")
	workPath := flags.String("work", "", "")
	words, err := parseWords(flags, args)
	if err != nil {
		return err
	}
	if *path != "" && *workPath != "" {
		return usageError{"--book and --work cannot be used together"}
	}
	if len(words) == 0 {
		words = []string{connect.Board.Center().String()}
	}
	stones, err := parseStones(strings.Join(words, " "))
	if err != nil {
		return usageError{err.Error()}
	}
	pos := connect.NewBare()
	for _, p := range stones {
		pos.Play(p)
	}
	if *workPath != "" {
		work, err := readWork(*workPath)
		if err != nil {
			return err
		}
		showWork(std.out, work, pos)
		return nil
	}
	in, name, err := openBook(*path)
	if err != nil {
		return err
	}
	defer in.Close()
	book, err := book.Read(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	h := book.Header()
	fmt.Fprintf(std.out, "%s: %s to choose\nmade by: %s\nengine: signature %d\n\n", name, count(book.Turns(), "turn"), h.Recipe, h.Engine)
	var moves []connect.Move
	var weights []int
	total := 0
	book.Each(pos, func(m connect.Move, weight int) {
		moves, weights, total = append(moves, m), append(weights, weight), total+weight
	})
	drawTurns(std.out, pos, moves, label)
	if len(moves) == 0 {
		fmt.Fprintf(std.out, "%s\nthe book has no turn here\n", toMove(pos))
		return nil
	}
	fmt.Fprintln(std.out, toMove(pos))
	for i, m := range moves {
		fmt.Fprintf(std.out, "%c  %-8v weight %2d  chosen %3.0f %%\n", label(i), m, weights[i], 100*float64(weights[i])/float64(total))
	}
	return nil
}

// showWork prints what is known of a position in a book being built.
func showWork(out io.Writer, work *lab.BookWork, pos *connect.Position) {
	lines, ok := work.Tree.Look(pos, lab.DefaultBookWriter.Margin)
	moves := make([]connect.Move, len(lines))
	for i, l := range lines {
		moves[i] = l.Move
	}
	drawTurns(out, pos, moves, label)
	fmt.Fprintln(out, toMove(pos))
	if !ok {
		fmt.Fprintln(out, "the position is not judged yet")
		return
	}
	if len(lines) == 0 {
		fmt.Fprintln(out, "the side to move wins by force")
		return
	}
	for i, l := range lines {
		more := ""
		switch {
		case l.Lost > 0:
			more = fmt.Sprintf("  loses in %d", l.Lost)
		case l.Judged:
			more = "  judged further"
		}
		if l.Games > 0 {
			more += fmt.Sprintf("  %g of %s won", l.Points, count(l.Games, "game"))
		}
		if l.Share > 0 {
			more += fmt.Sprintf("  people choose it in %.0f %%", 100*l.Share)
		}
		fmt.Fprintf(out, "%c  %-8v chance %3.0f %%  weight %d%s\n", label(i), l.Move, 100*l.Chance, l.Weight, more)
	}
}

// label is the letter of a turn on a board.
func label(i int) byte {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	if i < len(letters) {
		return letters[i]
	}
	return '*'
}
