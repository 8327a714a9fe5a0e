package program

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/clock"
	"stonehand/engine/game"
	"stonehand/engine/player"
	"stonehand/engine/weiqi"
)

// GTP is another program that speaks the Go Text Protocol, version 2
// (https://www.lysator.liu.se/~gunnar/gtp/), on its standard input and output. It is
// told a position in the order of play, and the whole of it again where a game does not
// go on from what it knows. Games other than Go are played as GoGui does it
// (https://github.com/Remi-Coulom/gogui): every stone is a move, and set_game names the
// game where a program has that command.
type GTP struct {
	*child
	id       int // of the last command
	commands []string
	known    *player.Position // what the program has been told of the game; nil: nothing
	timed    string           // the last time_settings
	heard    *thoughts        // of the command that is being answered
	silent   bool             // it has refused to tell what it thinks
	Smallest int              // side of the smallest board that [GTP.Check] has found; 0: none
}

// StartGTP starts a program, and gives it the options' commands first.
func StartGTP(ctx context.Context, s Settings) (*GTP, error) {
	c, err := start(s)
	if err != nil {
		return nil, err
	}
	c.quit = "quit"
	p := &GTP{child: c}
	ctx, cancel := context.WithTimeout(ctx, starting)
	defer cancel()
	list, err := p.do(ctx, "list_commands")
	for _, o := range s.Options {
		if err == nil {
			_, err = p.do(ctx, "%s", o)
		}
	}
	if err != nil {
		p.Kill()
		return nil, fmt.Errorf("player %s: %w", s.Name, err)
	}
	p.commands = strings.Fields(list)
	return p, nil
}

// errRefused begins what a program says when it refuses a command.
var errRefused = errors.New("the program refuses")

// do gives a command and returns the answer, without what is before it. Answers to
// other commands, which came late, are dropped.
func (p *GTP) do(ctx context.Context, format string, args ...any) (string, error) {
	p.id++
	command := fmt.Sprintf(format, args...)
	if err := p.say("%d %s", p.id, command); err != nil {
		return "", err
	}
	id := strconv.Itoa(p.id)
	var reply []string
	last := "" // line that is no part of an answer
	for n, kept := 0, 0; n < mostLines && kept < mostAnswer; {
		var line string
		select {
		case aside, ok := <-p.open:
			p.taken(aside, ok)
			continue
		case <-ctx.Done():
			if reply != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return "", fmt.Errorf("%s: no empty line has ended its answer in time: %.200s", command, reply[len(reply)-1])
			}
			return "", fmt.Errorf("%s: %w", command, unanswered(ctx, last))
		case l, ok := <-p.lines:
			if !ok {
				return "", fmt.Errorf("%s: %w", command, p.over())
			}
			n++
			line = strings.TrimRight(l, " \t\r")
		}
		switch {
		case reply != nil && line == "":
			all := strings.TrimSpace(strings.Join(reply, "\n")[1+len(id):])
			if reply[0][0] == '?' {
				return "", fmt.Errorf("%s: %w: %.200s", command, errRefused, all)
			}
			return all, nil
		case reply != nil && p.heard != nil && strings.HasPrefix(line, "info "):
			p.heard.hear(line)
		case reply != nil:
			reply = append(reply, line)
			kept += len(line)
		case answers(line, id):
			reply = []string{line}
		case line != "":
			last = line
		}
	}
	return "", fmt.Errorf("%s: %w", command, errEndless)
}

// knows reports whether the program has a command.
func (p *GTP) knows(command string) bool { return slices.Contains(p.commands, command) }

// Choose implements [player.Player].
func (p *GTP) Choose(ctx context.Context, q player.Question, report func(player.Info)) (player.Answer, error) {
	defer p.turn(ctx)()
	if err := p.tell(ctx, q.Position); err != nil {
		p.known = nil
		return player.Answer{}, err
	}
	if err := p.tellTime(ctx, q); err != nil {
		return player.Answer{}, err
	}
	turn := game.Turn{Color: q.ToMove, Points: slices.Clone(q.Placed)}
	told := p.known
	p.known = nil // until the turn is complete
	for _, at := range q.Placed {
		if err := p.playTurn(ctx, game.Turn{Color: q.ToMove, Points: []board.Point{at}}, q.Rules.Size()); err != nil {
			return player.Answer{}, err
		}
	}
	var a player.Answer
	for left := max(1, q.Due); left > 0; left-- {
		reply, err := p.generate(ctx, q, report)
		if err != nil {
			return player.Answer{}, err
		}
		stone, err := readVertex(reply, q.Rules.Size())
		if err != nil || stone.Resign {
			return stone, err
		}
		a.Points, turn.Points = append(a.Points, stone.Points...), append(turn.Points, stone.Points...)
		q.Placed = turn.Points
		if left > 1 {
			if _, over := q.After(nil); over {
				break // a program may refuse to play on
			}
		}
	}
	told.Turns = append(slices.Clone(told.Turns), turn)
	p.known = told
	return a, nil
}

// analyses are the commands that choose a turn and tell meanwhile what the program thinks,
// with what a certain win is in them.
var analyses = []struct {
	command, more string
	scale         float64
}{{"kata-genmove_analyze", " maxmoves 8", 1}, {"lz-genmove_analyze", "", 10000}}

// analyzeEvery is how often a program is asked to tell, in hundredths of a second.
const analyzeEvery = 25

// generate has the program choose a turn, and returns its answer. It tells report what the
// program thinks, by a stream if it has one.
func (p *GTP) generate(ctx context.Context, q player.Question, report func(player.Info)) (string, error) {
	size := q.Rules.Size()
	p.heard = overhear(q, func(word string) ([]board.Point, bool) {
		a, err := readVertex(word, size)
		return a.Points, err == nil && !a.Resign
	}, report)
	p.listen(p.heard)
	defer func() {
		p.heard = nil
		p.listen(nil)
	}()
	for _, a := range analyses {
		if p.heard == nil || p.silent || !p.knows(a.command) {
			continue
		}
		p.heard.scale = a.scale
		reply, err := p.do(ctx, "%s %s %d%s", a.command, q.ToMove, analyzeEvery, a.more)
		if errors.Is(err, errRefused) {
			p.silent = true
			break
		}
		p.heard.end()
		return strings.TrimSpace(strings.TrimPrefix(reply, "play ")), err
	}
	reply, err := p.do(ctx, "genmove %s", q.ToMove)
	p.heard.end()
	return reply, err
}

// Dead implements [player.Counter].
func (p *GTP) Dead(ctx context.Context, q player.Question) (list []board.Point, err error) {
	if !p.knows("final_status_list") {
		return nil, ErrUnasked
	}
	if err := p.tell(ctx, q.Position); err != nil {
		return nil, err
	}
	reply, err := p.do(ctx, "final_status_list dead")
	if err != nil {
		return nil, err
	}
	for word := range strings.FieldsSeq(reply) {
		a, err := readVertex(word, q.Rules.Size())
		if err != nil {
			return nil, err
		}
		list = append(list, a.Points...)
	}
	return list, nil
}

// tell makes the program's position the given one.
func (p *GTP) tell(ctx context.Context, q player.Position) error {
	if p.known == nil || p.known.Rules != q.Rules || !slices.Equal(p.known.Start.Black, q.Start.Black) || !slices.Equal(p.known.Start.White, q.Start.White) ||
		len(q.Turns) < len(p.known.Turns) || !slices.EqualFunc(p.known.Turns, q.Turns[:len(p.known.Turns)], same) {
		if err := p.begin(ctx, q); err != nil {
			return err
		}
	}
	err := p.play(ctx, q)
	if w, ok := q.Rules.(game.Weiqi); ok && errors.Is(err, errRefused) {
		return p.stand(ctx, w, q)
	}
	return err
}

// begin tells the program the beginning of a game.
func (p *GTP) begin(ctx context.Context, q player.Position) error {
	p.known = nil
	size := q.Rules.Size()
	shape := strconv.Itoa(size.Cols)
	if size.Cols != size.Rows {
		shape = fmt.Sprintf("%d %d", size.Cols, size.Rows)
		if !p.knows("rectangular_boardsize") {
			return fmt.Errorf("%w: the program knows square boards only, not %s", player.ErrBoard, size)
		}
		shape = "rectangular_boardsize " + shape
	} else {
		shape = "boardsize " + shape
	}
	commands, placed := []string{shape, "clear_board"}, 0
	if w, ok := q.Rules.(game.Weiqi); ok {
		more, n, err := p.terms(w, q)
		if err != nil {
			return err
		}
		commands, placed = append(commands, more...), n
	} else if p.knows("set_game") {
		commands = append([]string{"set_game " + q.Rules.Name()}, commands...)
	}
	for _, line := range commands {
		// A program may not know all rules of the table, which judges the game.
		switch _, err := p.do(ctx, "%s", line); {
		case err == nil || errors.Is(err, errRefused) && strings.HasPrefix(line, setRules):
		case errors.Is(err, errRefused) && line == shape:
			return fmt.Errorf("%w: %w", player.ErrBoard, err)
		default:
			return err
		}
	}
	for _, t := range []game.Turn{{Color: board.Black, Points: q.Start.Black}, {Color: board.White, Points: q.Start.White}} {
		if len(t.Points) == 0 {
			continue
		}
		if err := p.playTurn(ctx, t, size); err != nil {
			return err
		}
	}
	p.timed = ""
	p.known = &player.Position{Rules: q.Rules, Start: q.Start, Turns: slices.Clone(q.Turns[:placed])}
	return nil
}

// stand tells the program a position of Go by its stones, as a game begins: of the turns
// that led there it forbids one, a suicide or a repetition, that the table allows. The last
// turn is played, so that the program knows of a ko, unless it is that one.
func (p *GTP) stand(ctx context.Context, w game.Weiqi, q player.Position) error {
	for n := max(0, len(q.Turns)-1); ; n = len(q.Turns) {
		start, err := stonesAfter(w, q, n)
		if err != nil {
			return err
		}
		placed := w
		placed.Terms.Placed = true
		if err := p.begin(ctx, player.Position{Rules: placed, Start: start}); err != nil {
			return err
		}
		p.known = &player.Position{Rules: q.Rules, Start: q.Start, Turns: slices.Clone(q.Turns[:n])}
		if err := p.play(ctx, q); n == len(q.Turns) || !errors.Is(err, errRefused) {
			return err
		}
	}
}

// stonesAfter lists the stones on the board after n turns of a game of Go.
func stonesAfter(w game.Weiqi, q player.Position, n int) (start game.Start, err error) {
	b, err := weiqi.NewBoard(w.Board)
	if err != nil {
		return start, err
	}
	stones, turns, err := handicap(w, q)
	if err != nil {
		return start, err
	}
	if turns == 0 { // else they are among the turns
		each(b, board.Black, stones)
	}
	each(b, board.Black, q.Start.Black)
	each(b, board.White, q.Start.White)
	for _, t := range q.Turns[:n] {
		each(b, t.Color, t.Points)
	}
	for at := range w.Board.Points {
		switch b.At(at) {
		case board.Black:
			start.Black = append(start.Black, at)
		case board.White:
			start.White = append(start.White, at)
		}
	}
	return start, nil
}

// each plays stones of one colour.
func each(b *weiqi.Board, c board.Color, points []board.Point) {
	for _, at := range points {
		b.Play(c, at)
	}
}

// setRules is KataGo's command for the rules of a game.
const setRules = "kata-set-rules"

// terms are the commands that tell a program what the players of a game of Go have agreed
// on, and how many turns are in them.
func (p *GTP) terms(w game.Weiqi, q player.Position) (commands []string, placed int, err error) {
	rules, err := w.Terms.Rules()
	if err != nil {
		return nil, 0, err
	}
	commands = append(commands, "komi "+strconv.FormatFloat(rules.Komi, 'f', -1, 64))
	if p.knows(setRules) {
		commands = append(commands, setRules+" "+rules.Name)
	}
	stones, placed, err := handicap(w, q)
	if err != nil || len(stones) == 0 {
		return commands, 0, err
	}
	line := "set_free_handicap"
	for _, at := range stones {
		line += " " + vertex(at, w.Board)
	}
	return append(commands, line), placed, nil
}

// handicap returns the handicap stones that a program is told of as such, and how many
// turns they were: those on the star points none, and those that Black has placed freely
// one each, once all of them stand.
func handicap(w game.Weiqi, q player.Position) (stones []board.Point, turns int, err error) {
	switch n := w.Terms.Handicap; {
	case n == 0 || w.Terms.Placed:
		return nil, 0, nil
	case !w.Terms.Free:
		stones, err = weiqi.FixedHandicap(w.Board, n)
		return stones, 0, err
	case len(q.Turns) < n:
		return nil, 0, nil
	default:
		for _, t := range q.Turns[:n] {
			if t.Color != board.Black || len(t.Points) != 1 {
				return nil, 0, nil // Black has passed
			}
			stones = append(stones, t.Points[0])
		}
		return stones, n, nil
	}
}

// play tells the turns that the program does not know.
func (p *GTP) play(ctx context.Context, q player.Position) error {
	for _, t := range q.Turns[len(p.known.Turns):] {
		if err := p.playTurn(ctx, t, q.Rules.Size()); err != nil {
			p.known = nil
			return err
		}
	}
	p.known.Turns = slices.Clone(q.Turns)
	return nil
}

// playTurn tells a turn, stone by stone.
func (p *GTP) playTurn(ctx context.Context, t game.Turn, size board.Size) error {
	points := []string{"pass"}
	if len(t.Points) > 0 {
		points = nil
	}
	for _, at := range t.Points {
		points = append(points, vertex(at, size))
	}
	for _, at := range points {
		if _, err := p.do(ctx, "play %s %s", t.Color, at); err != nil {
			return err
		}
	}
	return nil
}

// tellTime tells the program the clock of the game, or the time of the turn.
func (p *GTP) tellTime(ctx context.Context, q player.Question) error {
	settings, left := timeOf(q)
	if settings == "" || !p.knows("time_settings") {
		return nil
	}
	if settings != p.timed {
		if _, err := p.do(ctx, "time_settings %s", settings); err != nil && !errors.Is(err, errRefused) {
			return err
		}
		p.timed = settings
	}
	if !p.knows("time_left") {
		return nil
	}
	if _, err := p.do(ctx, "time_left %s %s", q.ToMove, left); err != nil && !errors.Is(err, errRefused) {
		return err
	}
	return nil
}

// seconds writes a time as GTP counts, in whole seconds. It is rounded down, but for
// what is below a second: 0 says that there is no limit.
func seconds(d time.Duration) int {
	return int(max(1, min(d/time.Second, math.MaxInt32)))
}

// timeOf writes a question's time as time_settings and time_left have it: main time,
// time of a period, stones of a period. A time for every turn is a period of its stones.
func timeOf(q player.Question) (settings, left string) {
	c, s, stones := q.Clock, q.Left, max(1, q.Due)
	switch {
	case c.IsZero() && q.Limits.Hard == 0:
		return "", ""
	case c.IsZero():
		n := seconds(q.Limits.Hard)
		return fmt.Sprintf("0 %d %d", n, stones), fmt.Sprintf("%d %d", n, stones)
	case c.Turn > 0:
		return fmt.Sprintf("0 %d %d", seconds(c.Turn), stones), fmt.Sprintf("%d %d", seconds(s.Main), stones)
	case c.Canadian && s.Main == 0:
		return byoYomi(c, stones), fmt.Sprintf("%d %d", seconds(s.Period), s.Periods*stones)
	case c.Periods > 0 && s.Main == 0:
		return byoYomi(c, stones), fmt.Sprintf("%d %d", seconds(s.Period), stones)
	case c.Periods > 0:
		return byoYomi(c, stones), fmt.Sprintf("%d 0", seconds(s.Main))
	}
	// The protocol has no word for an increment: time_left tells what has come of it.
	return fmt.Sprintf("%d 0 0", seconds(c.Main)), fmt.Sprintf("%d 0", seconds(s.Main))
}

// byoYomi writes a clock with overtime, in which a turn is so many stones. Of byo-yomi the
// protocol knows one period: the last.
func byoYomi(c clock.Control, stones int) string {
	main := 0
	if c.Main > 0 {
		main = seconds(c.Main)
	}
	if c.Canadian {
		stones *= c.Periods
	}
	return fmt.Sprintf("%d %d %d", main, seconds(c.Period), stones)
}

// vertex writes a point as the protocol does: without the letter I.
func vertex(p board.Point, size board.Size) string { return size.Name(p, board.GTP) }

// readVertex reads an answer: a point, "pass" or "resign".
func readVertex(text string, size board.Size) (player.Answer, error) {
	switch strings.ToLower(text) {
	case "pass":
		return player.Answer{}, nil
	case "resign":
		return player.Answer{Resign: true}, nil
	}
	at, err := size.Parse(strings.ToUpper(text), board.GTP)
	if err != nil {
		return player.Answer{}, fmt.Errorf("%.40q is no point of the board: %w", text, err)
	}
	return player.Answer{Points: []board.Point{at}}, nil
}
