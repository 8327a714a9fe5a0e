package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/game"
	"stonehand/engine/weiqi"
)

type gtpCommand = func(s *gtpSession, ctx context.Context, args []string) (string, error)

// gtpCommands are the commands by name.
func gtpCommands() map[string]gtpCommand {
	return map[string]gtpCommand{
		"protocol_version": says("2"), "name": says("Stonehand"), "komi": says(""),
		"version":       tells(func(s *gtpSession) string { return s.Version }),
		"list_commands": tells(func(s *gtpSession) string { return strings.Join(slices.Sorted(maps.Keys(s.commands())), "\n") }),
		"known_command": exactly(1, gtpKnown), "quit": gtpQuit,
		"boardsize": exactly(1, gtpBoardsize), "clear_board": gtpClear, "undo": gtpUndo, "showboard": gtpShow,
		"play": withColor(gtpPlay), "genmove": withColor(gtpGenmove), "reg_genmove": withColor(gtpRegGenmove),
		"time_settings": gtpTimeSettings, "time_left": withColor(gtpTimeLeft),
		"set_game": exactly(1, gtpSetGame), "list_games": gtpListGames,
		"gogui-rules_game_id":    tells(func(s *gtpSession) string { return s.rules.Name() }),
		"gogui-rules_board_size": tells(func(s *gtpSession) string { return strconv.Itoa(s.rules.Size().Cols) }),
		"gogui-rules_board":      gtpShow, "gogui-rules_legal_moves": gtpLegal, "gogui-rules_side_to_move": gtpSide,
		"gogui-rules_final_result": gtpResult, "final_score": gtpScore,
	}
}

func says(text string) gtpCommand { return tells(func(*gtpSession) string { return text }) }

// tells is a command that only answers, whatever its arguments.
func tells(answer func(*gtpSession) string) gtpCommand {
	return func(s *gtpSession, _ context.Context, _ []string) (string, error) { return answer(s), nil }
}

// exactly refuses any other number of arguments.
func exactly(n int, do gtpCommand) gtpCommand {
	return func(s *gtpSession, ctx context.Context, args []string) (string, error) {
		if len(args) != n {
			return "", errSyntax
		}
		return do(s, ctx, args)
	}
}

// withColor is a command whose first argument is a colour; do gets the others, too.
func withColor(do func(s *gtpSession, ctx context.Context, c board.Color, args []string) (string, error)) gtpCommand {
	return func(s *gtpSession, ctx context.Context, args []string) (string, error) {
		c, err := gtpColor(args)
		if err != nil {
			return "", err
		}
		return do(s, ctx, c, args[1:])
	}
}

// ofColor is a command that tells something of a colour, its one argument.
func ofColor(tell func(*gtpSession, board.Color) string) gtpCommand {
	return exactly(1, withColor(func(s *gtpSession, _ context.Context, c board.Color, _ []string) (string, error) {
		return tell(s, c), nil
	}))
}

func gtpKnown(s *gtpSession, _ context.Context, args []string) (string, error) {
	_, ok := s.commands()[args[0]]
	return strconv.FormatBool(ok), nil
}

func gtpQuit(s *gtpSession, _ context.Context, _ []string) (string, error) {
	s.left = true
	return "", nil
}

func gtpBoardsize(s *gtpSession, _ context.Context, args []string) (string, error) {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	rules, err := game.Resized(s.rules, board.Size{Cols: n, Rows: n})
	if err != nil {
		return "", fmt.Errorf("unacceptable size: %w", err)
	}
	s.rules = rules
	s.clear()
	return "", nil
}

// clear begins a game, with the clock at its start.
func (s *gtpSession) clear() {
	s.stones, s.pending = nil, nil
	clear(s.clock.sides[:])
}

func gtpClear(s *gtpSession, _ context.Context, _ []string) (string, error) {
	s.clear()
	return "", nil
}

func gtpColor(args []string) (board.Color, error) {
	if len(args) == 0 {
		return board.Empty, errSyntax
	}
	c, ok := board.ParseColor(strings.ToLower(args[0]))
	if !ok {
		return board.Empty, errSyntax
	}
	return c, nil
}

// gtpPlay puts down a stone, or several: "play black K10 K11".
func gtpPlay(s *gtpSession, _ context.Context, c board.Color, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	var points []board.Point
	for _, text := range args {
		p, err := s.rules.Size().Parse(text, board.GTP)
		if err != nil {
			return "", fmt.Errorf("illegal move: %w", err)
		}
		points = append(points, p)
	}
	before := len(s.stones)
	for _, p := range points {
		if err := s.put(c, p); err != nil {
			s.stones = s.stones[:before]
			return "", err
		}
	}
	return "", nil
}

func gtpGenmove(s *gtpSession, ctx context.Context, c board.Color, _ []string) (string, error) {
	began := time.Now()
	p, err := s.genmove(ctx, c)
	s.clock.sides[c].spent += time.Since(began)
	if err != nil {
		return "", err
	}
	if err := s.put(c, p); err != nil {
		return "", err
	}
	return s.rules.Size().Name(p, board.GTP), nil
}

func gtpRegGenmove(s *gtpSession, ctx context.Context, c board.Color, _ []string) (string, error) {
	p, err := s.genmove(ctx, c)
	s.pending = nil
	if err != nil {
		return "", err
	}
	return s.rules.Size().Name(p, board.GTP), nil
}

func gtpUndo(s *gtpSession, _ context.Context, _ []string) (string, error) {
	if len(s.stones) == 0 {
		return "", errors.New("cannot undo")
	}
	s.stones, s.pending = s.stones[:len(s.stones)-1], nil
	return "", nil
}

// gtpShow draws the board, the top row first.
func gtpShow(s *gtpSession, _ context.Context, _ []string) (string, error) {
	b := s.board()
	var text strings.Builder
	for y := b.Size.Rows - 1; y >= 0; y-- {
		text.WriteByte('\n')
		for x := range b.Size.Cols {
			if x > 0 {
				text.WriteByte(' ')
			}
			text.WriteByte(".XO"[b.Stones[board.At(x, y)]])
		}
	}
	return text.String(), nil
}

// gtpTimes reads numbers that are not negative.
func gtpTimes(args []string, n int) ([]int, error) {
	if len(args) != n {
		return nil, errSyntax
	}
	list := make([]int, n)
	for i, a := range args {
		var err error
		if list[i], err = strconv.Atoi(a); err != nil || list[i] < 0 || list[i] > 1<<30 {
			return nil, errSyntax
		}
	}
	return list, nil
}

func gtpTimeSettings(s *gtpSession, _ context.Context, args []string) (string, error) {
	t, err := gtpTimes(args, 3)
	if err != nil {
		return "", err
	}
	s.clock = gtpClock{main: time.Duration(t[0]) * time.Second, byo: time.Duration(t[1]) * time.Second, stones: t[2]}
	return "", nil
}

func gtpTimeLeft(s *gtpSession, _ context.Context, c board.Color, args []string) (string, error) {
	t, err := gtpTimes(args, 2)
	if err != nil {
		return "", err
	}
	side := &s.clock.sides[c]
	side.known, side.left, side.stones, side.spent = true, time.Duration(t[0])*time.Second, t[1], 0
	return "", nil
}

func gtpListGames(s *gtpSession, _ context.Context, _ []string) (string, error) {
	var names []string
	for _, g := range s.Games {
		names = append(names, g.Name())
	}
	if s.Go != nil {
		names = append(names, goName)
	}
	return strings.Join(names, "\n"), nil
}

func gtpSetGame(s *gtpSession, _ context.Context, args []string) (string, error) {
	if s.Go != nil && strings.EqualFold(args[0], goName) {
		return "", s.playGo(*s.Go, board.Size{Cols: weiqi.MaxSide, Rows: weiqi.MaxSide})
	}
	i := slices.IndexFunc(s.Games, func(g game.Rules) bool { return strings.EqualFold(g.Name(), args[0]) })
	if i < 0 {
		return "", fmt.Errorf("%q is not a game that is played here; list_games names them", text.Clip(args[0]))
	}
	s.rules, s.weiqi = s.Games[i], nil
	s.clear()
	return "", nil
}

func gtpLegal(s *gtpSession, _ context.Context, _ []string) (string, error) {
	c, due := s.due()
	if due == 0 {
		return "", nil
	}
	b := s.board()
	var names []string
	for p := range b.Size.Points {
		if b.Stones[p] != board.Empty {
			continue
		}
		if _, err := s.rules.Judge(b, game.Turn{Color: c, Points: []board.Point{p}}); err == nil {
			names = append(names, b.Size.Name(p, board.GTP))
		}
	}
	return strings.Join(names, " "), nil
}

func gtpSide(s *gtpSession, _ context.Context, _ []string) (string, error) {
	c, _ := s.due()
	return c.String(), nil
}

func gtpResult(s *gtpSession, _ context.Context, _ []string) (string, error) {
	switch r := s.result(); {
	case !r.Over:
		return "", nil
	case r.Winner == board.Empty:
		return "Draw", nil
	default:
		return strings.ToUpper(r.Winner.String()[:1]) + r.Winner.String()[1:] + " wins", nil
	}
}

func gtpScore(s *gtpSession, _ context.Context, _ []string) (string, error) {
	switch r := s.result(); {
	case !r.Over:
		return "", errors.New("cannot score: the game is not over")
	case r.Winner == board.Empty:
		return "0", nil
	default:
		return strings.ToUpper(r.Winner.String()[:1]) + "+1", nil
	}
}
