package console

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"stonehand/cmd/internal/text"
	"stonehand/engine/board"
	"stonehand/engine/weiqi"
	"stonehand/engine/weiqi/tactics"
)

// goName is the name of Go among the games.
const goName = "go"

// goShared are the commands that Go has in common with the other games.
var goShared = []string{
	"protocol_version", "name", "version", "known_command", "list_commands", "quit", "set_game", "list_games",
	"time_settings", "time_left",
}

// goRefused are commands that a player of Go would have.
var goRefused = []string{"genmove", "reg_genmove", "kgs-genmove_cleanup"}

var errNoPlayer = errors.New("this program keeps and judges games of Go, but plays none")

// goCommands are the commands by name while the game is Go: those of the Go Text
// Protocol, of GNU Go for the rules (is_legal, all_legal, captures) and of KataGo for
// the rule sets and for boards that are not square, and of ours influence and
// move_value.
func goCommands() map[string]gtpCommand {
	list := map[string]gtpCommand{
		"boardsize": goBoardsize, "rectangular_boardsize": goBoardsize, "clear_board": goClear, "komi": exactly(1, goKomi),
		"get_komi":       tells(func(s *gtpSession) string { return strconv.FormatFloat(s.weiqi.Rules().Komi, 'f', -1, 64) }),
		"kata-set-rules": exactly(1, goRules), "play": goPlay, "undo": goUndo,
		"fixed_handicap": goHandicap(weiqi.FixedHandicap), "place_free_handicap": goHandicap(weiqi.FreeHandicap), "set_free_handicap": goSetFree,
		"is_legal":    goIsLegal,
		"all_legal":   goWhich(func(s *gtpSession, c board.Color, p board.Point) bool { return s.weiqi.Check(c, p) == nil }),
		"list_stones": goWhich(func(s *gtpSession, c board.Color, p board.Point) bool { return s.weiqi.Board().At(p) == c }),
		"captures":    ofColor(func(s *gtpSession, c board.Color) string { return strconv.Itoa(s.weiqi.Board().Captured(c)) }),
		"showboard":   goShow, "final_score": goScore, "final_status_list": exactly(1, goStatus), "loadsgf": goLoad,
		"influence": exactly(1, goInfluence), "move_value": exactly(1, goMoveValue),
		"joseki": ofSide(goJoseki), "shapes": ofSide(goShapes), "solve": goSolve, "hints": ofSide(goHints),
		"index_games": goIndexGames, "played": goPlayed,
	}
	for _, name := range goShared {
		list[name] = gtpCommands()[name]
	}
	return list
}

// commands are those of the game at hand.
func (s *gtpSession) commands() map[string]gtpCommand {
	if s.weiqi != nil {
		list := goCommands()
		if s.GoPlayer != nil {
			list["genmove"], list["kgs-genmove_cleanup"] = withColor(goGenmove), goCleanup
		}
		return list
	}
	return gtpCommands()
}

// playGo makes Go the game at hand, on an empty board, with the clock at its start.
func (s *gtpSession) playGo(rules weiqi.Rules, size board.Size) error {
	g, err := weiqi.New(rules, size)
	if err == nil {
		s.weiqi, s.terms = g, rules
		clear(s.clock.sides[:])
	}
	return err
}

// goBoardsize reads "19", "13 9" and "13:9", columns first.
func goBoardsize(s *gtpSession, _ context.Context, args []string) (string, error) {
	if len(args) == 1 {
		args = strings.Split(args[0], ":")
	}
	var size board.Size
	var err error
	switch len(args) {
	case 1:
		size.Cols, err = strconv.Atoi(args[0])
		size.Rows = size.Cols
	case 2:
		var other error
		size.Cols, err = strconv.Atoi(args[0])
		size.Rows, other = strconv.Atoi(args[1])
		err = errors.Join(err, other)
	default:
		err = errSyntax
	}
	if err != nil {
		return "", errSyntax
	}
	if err := s.playGo(s.terms, size); err != nil {
		return "", fmt.Errorf("unacceptable size: %w", err)
	}
	return "", nil
}

func goClear(s *gtpSession, _ context.Context, _ []string) (string, error) {
	return "", s.playGo(s.terms, s.weiqi.Board().Size())
}

func goKomi(s *gtpSession, _ context.Context, args []string) (string, error) {
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil || math.IsNaN(komi) {
		return "", errSyntax
	}
	if err := s.weiqi.SetKomi(komi); err != nil {
		return "", err
	}
	s.terms.Komi = komi
	return "", nil
}

// goRules changes the rules and begins a new game by them; komi stays.
func goRules(s *gtpSession, _ context.Context, args []string) (string, error) {
	r, err := weiqi.Preset(args[0])
	if err != nil {
		return "", err
	}
	r.Komi = s.terms.Komi
	return "", s.playGo(r, s.weiqi.Board().Size())
}

// goPoint reads a point or a pass.
func (s *gtpSession) goPoint(text string) (board.Point, error) {
	if strings.EqualFold(text, "pass") {
		return board.Nowhere, nil
	}
	return s.weiqi.Board().Size().Parse(text, board.GTP)
}

// goMove reads a colour and a point.
func (s *gtpSession) goMove(args []string) (board.Color, board.Point, error) {
	c, err := gtpColor(args)
	if err != nil || len(args) != 2 {
		return board.Empty, board.Nowhere, errSyntax
	}
	p, err := s.goPoint(args[1])
	return c, p, err
}

func goPlay(s *gtpSession, _ context.Context, args []string) (string, error) {
	c, p, err := s.goMove(args)
	if err == nil {
		_, err = s.weiqi.Play(c, p)
	}
	if err != nil && !errors.Is(err, errSyntax) {
		err = fmt.Errorf("illegal move: %w", err)
	}
	return "", err
}

func goUndo(s *gtpSession, _ context.Context, _ []string) (string, error) {
	if !s.weiqi.Undo() {
		return "", errors.New("cannot undo")
	}
	return "", nil
}

// goHandicap is a command that places so many handicap stones where choose says.
func goHandicap(choose func(board.Size, int) ([]board.Point, error)) gtpCommand {
	return func(s *gtpSession, _ context.Context, args []string) (string, error) {
		n, err := gtpTimes(args, 1)
		if err != nil {
			return "", err
		}
		points, err := choose(s.weiqi.Board().Size(), n[0])
		if err != nil {
			return "", err
		}
		return s.goNames(points, " "), s.handicap(points)
	}
}

func goSetFree(s *gtpSession, _ context.Context, args []string) (string, error) {
	var points []board.Point
	for _, text := range args {
		p, err := s.goPoint(text)
		if err != nil {
			return "", err
		}
		points = append(points, p)
	}
	return "", s.handicap(points)
}

// handicap places handicap stones before the first move.
func (s *gtpSession) handicap(points []board.Point) error {
	if s.weiqi.Len() > 0 {
		return weiqi.ErrBegun
	}
	return s.weiqi.SetHandicap(points)
}

// goNames writes points with a separator.
func (s *gtpSession) goNames(points []board.Point, separator string) string {
	var names []string
	for _, p := range points {
		names = append(names, s.weiqi.Board().Size().Name(p, board.GTP))
	}
	return strings.Join(names, separator)
}

// goWhere lists the points of the board that a test chooses, the top row first.
func (s *gtpSession) goWhere(chosen func(board.Point) bool) (list []board.Point) {
	size := s.weiqi.Board().Size()
	for y := size.Rows - 1; y >= 0; y-- {
		for x := range size.Cols {
			if p := board.At(x, y); chosen(p) {
				list = append(list, p)
			}
		}
	}
	return list
}

func goIsLegal(s *gtpSession, _ context.Context, args []string) (string, error) {
	c, p, err := s.goMove(args)
	if err != nil {
		return "", err
	}
	if s.weiqi.Check(c, p) != nil {
		return "0", nil
	}
	return "1", nil
}

// goWhich is a command that lists the points that a test chooses for a colour.
func goWhich(chosen func(*gtpSession, board.Color, board.Point) bool) gtpCommand {
	return ofColor(func(s *gtpSession, c board.Color) string {
		return s.goNames(s.goWhere(func(p board.Point) bool { return chosen(s, c, p) }), " ")
	})
}

// goShow draws the board with the names of its lines, the top row first.
func goShow(s *gtpSession, _ context.Context, _ []string) (string, error) {
	b := s.weiqi.Board()
	size := b.Size()
	var columns, text strings.Builder
	columns.WriteString("\n  ")
	for x := range size.Cols {
		columns.WriteString(" " + size.Name(board.At(x, 0), board.GTP)[:1])
	}
	text.WriteString(columns.String())
	for y := size.Rows - 1; y >= 0; y-- {
		fmt.Fprintf(&text, "\n%2d", y+1)
		for x := range size.Cols {
			text.WriteByte(' ')
			text.WriteByte(".XO"[b.At(board.At(x, y))])
		}
		fmt.Fprintf(&text, " %d", y+1)
	}
	text.WriteString(columns.String())
	fmt.Fprintf(&text, "\nblack (X) has captured %d, white (O) %d", b.Captured(board.Black), b.Captured(board.White))
	return text.String(), nil
}

// judge finds dead stones, once for a position.
type judge struct {
	solver *tactics.Solver // nil before the first question
	asked  bool            // dead is of the position known
	known  board.Key
	size   board.Size // of its board: the key is of the stones alone
	dead   weiqi.Set
}

// ready returns the solver.
func (j *judge) ready() *tactics.Solver {
	if j.solver == nil {
		j.solver = tactics.NewSolver()
	}
	return j.solver
}

// of returns the stones of a position that are proposed as dead.
func (j *judge) of(b *weiqi.Board) weiqi.Set {
	if solver := j.ready(); j.known != b.Key() || j.size != b.Size() || !j.asked {
		j.known, j.size, j.asked, j.dead = b.Key(), b.Size(), true, solver.Dead(b)
	}
	return j.dead
}

func goScore(s *gtpSession, ctx context.Context, _ []string) (string, error) {
	dead, err := s.goDead(ctx)
	if err != nil {
		return "", err
	}
	score := s.weiqi.Score(&dead)
	return score.String(), nil
}

// goStatus lists chains, one a line, or points. Dead are the chains that
// [tactics.Solver.Dead] proposes, unless a [GoPlayer] knows better.
func goStatus(s *gtpSession, ctx context.Context, args []string) (string, error) {
	b := s.weiqi.Board()
	dead, err := s.goDead(ctx)
	if err != nil {
		return "", err
	}
	score := s.weiqi.Score(&dead)
	stone := func(p board.Point) bool { return b.At(p) != board.Empty }
	owned := func(c board.Color) (string, error) {
		return s.goNames(s.goWhere(func(p board.Point) bool { return score.Owner[p] == c && (!stone(p) || dead.Has(p)) }), " "), nil
	}
	var chosen func(board.Point) bool
	switch args[0] {
	case "dead":
		chosen = dead.Has
	case "seki":
		chosen = score.Seki.Has
	case "alive":
		chosen = func(p board.Point) bool { return !dead.Has(p) && !score.Seki.Has(p) }
	case "black_territory":
		return owned(board.Black)
	case "white_territory":
		return owned(board.White)
	case "dame":
		return owned(board.Empty)
	default:
		return "", fmt.Errorf("%q is no status: ask for alive, dead, seki, black_territory, white_territory or dame", text.Clip(args[0]))
	}
	var chains []string
	for _, p := range s.goWhere(func(p board.Point) bool { return stone(p) && b.Head(p) == p && chosen(p) }) {
		chain := b.Chain(p, nil)
		slices.Sort(chain)
		chains = append(chains, s.goNames(chain, " "))
	}
	return strings.Join(chains, "\n"), nil
}
