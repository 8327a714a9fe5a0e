package console

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"stonehand/engine/board"
	"stonehand/engine/hybrid"
	"stonehand/engine/player"
)

// name is what the program calls itself; front ends take at most 12 ASCII
// characters.
const name = "Stonehand"

// verb returns the first word of a line in lower case and the words after it.
func (l line) verb() (string, []string) {
	words := strings.Fields(l.text)
	if len(words) == 0 {
		return "", nil
	}
	return strings.ToLower(words[0]), words[1:]
}

// urgent reports whether a line ends a search that is under way.
func (l line) urgent() bool {
	switch verb, _ := l.verb(); verb {
	case "end", "quit", "exit":
		return true
	}
	return l.err != nil
}

// obey carries one line out and says so if it cannot.
func (s *session) obey(ctx context.Context, l line) {
	switch {
	case l.err != nil:
		s.failed = l.err
		return
	case l.long:
		s.say("error: a line of more than %d bytes is not read", maxLine)
		return
	}
	verb, words := l.verb()
	if verb == "" || strings.HasPrefix(verb, "#") {
		return
	}
	if err := s.do(ctx, verb, words); err != nil {
		s.say("error: %v", err)
	}
}

// do carries one command out. The error is a sentence for the front end's
// people; the game is then as it was.
func (s *session) do(ctx context.Context, verb string, words []string) error {
	switch verb {
	case "name?", "name":
		s.say("name %s", name)
	case "new":
		s.game, s.ended = newRecord(), false
		s.clock.left = s.clock.start
		if len(words) > 0 && strings.EqualFold(words[0], "black") {
			return s.answer(ctx)
		}
	case "move":
		return s.move(ctx, words)
	case "black", "white":
		color, _ := board.ParseColor(verb)
		points, err := parsePoints(words)
		if err != nil {
			return err
		}
		return s.game.set(color, points)
	case "next":
		return s.answer(ctx)
	case "undo", "takeback":
		return s.undo()
	case "take":
		if len(words) != 1 || !strings.EqualFold(words[0], "back") {
			return fmt.Errorf("%s is not a command: \"take back\" is", quote(strings.Join(append([]string{verb}, words...), " ")))
		}
		return s.undo()
	case "go":
		return s.stateless(ctx, words)
	case "time", "depth", "width", "nodes", "threads", "hash", "mix", "vcf", "unvcf":
		return s.setting(verb, words)
	case "clock":
		c, err := parseClock(words)
		if err == nil {
			s.clock = c
		}
		return err
	case "error":
		s.refused(words)
	case "end":
		s.ended = true
	case "quit", "exit":
		s.left = true
	case "print":
		s.write(s.game.String())
	case "help":
		s.write(help)
	case "about":
		s.say("%s %s plays Connect6", name, s.Version)
	case "bench":
		return s.bench(ctx)
	default:
		return fmt.Errorf("%s is not a command: \"help\" lists them", quote(verb))
	}
	return nil
}

// move plays the opponent's turn and answers it.
func (s *session) move(ctx context.Context, words []string) error {
	points, err := parsePoints(words)
	if err != nil {
		return err
	}
	if s.over() {
		s.sayEnd(&s.game)
		return nil
	}
	if err := s.game.play(points); err != nil {
		return err
	}
	err = s.answer(ctx)
	if err != nil {
		s.game.undo() // it may be said again
	}
	return err
}

// over reports whether the game goes no further.
func (s *session) over() bool { return s.ended || s.game.result.Over }

// sayEnd says how a game ended.
func (s *session) sayEnd(g *record) {
	switch r := g.result; {
	case !r.Over:
		s.say("end unfinished")
	case r.Winner == board.Empty:
		s.say("end draw")
	default:
		s.say("end %s", r.Winner)
	}
}

// answer plays for the side to move and says what.
func (s *session) answer(ctx context.Context) error {
	if s.over() {
		s.sayEnd(&s.game)
		return nil
	}
	points, err := s.think(ctx, &s.game)
	if ctx.Err() != nil {
		return nil
	}
	if err == nil {
		err = s.game.play(points)
	}
	if err != nil {
		return fmt.Errorf("no turn was found: %w", err)
	}
	s.say("move %s", joined(points, s.Plain))
	return nil
}

// stateless answers "go": a whole game in one line, apart from the game kept.
func (s *session) stateless(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return errors.New("\"go\" takes a time in milliseconds and the stones so far, like: go 1000 J10 K11 L12")
	}
	budget, err := parseTime(words[0])
	if err != nil {
		return err
	}
	g := newRecord()
	for i, word := range words[1:] {
		p, err := g.board.Size.Parse(word, board.Algebraic)
		if err != nil {
			return fmt.Errorf("stone %d: %w", i+1, err)
		}
		color, _ := g.due()
		switch c := g.board.Stones[p]; {
		case color == board.Empty:
			return fmt.Errorf("stone %d, %s, comes after the end of the game", i+1, p)
		case c != board.Empty:
			return fmt.Errorf("stone %d: %s is taken by a %s stone", i+1, p, c)
		}
		g.add(color, []board.Point{p})
	}
	if g.result.Over {
		s.sayEnd(&g)
		return nil
	}
	points, err := s.thinkFor(ctx, &g, budget)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("no turn was found: %w", err)
	}
	var b strings.Builder
	for _, p := range points {
		b.WriteByte(' ')
		b.WriteString(p.String())
	}
	s.say("move%s", b.String())
	return nil
}

// undo takes one turn back.
func (s *session) undo() error {
	if !s.game.undo() {
		return errors.New("there is no turn to take back")
	}
	s.ended = false
	return nil
}

// refused notes that the front end did not take the last answer.
func (s *session) refused(words []string) {
	if s.Warn == nil {
		return
	}
	what := "its last message"
	if n := len(s.game.turns); n > 0 {
		what = fmt.Sprintf("the turn %s of %s", joined(s.game.turns[n-1].points, s.Plain), s.game.turns[n-1].color)
	}
	why := ""
	if len(words) > 0 {
		why = ": " + quote(strings.Join(words, " "))
	}
	s.Warn("the front end refused " + what + why)
}

// setting changes one setting.
func (s *session) setting(verb string, words []string) error {
	o := s.settings.Options()
	switch verb {
	case "vcf":
		o.Solver = true
		return s.settings.Set(o)
	case "unvcf":
		o.Solver = false
		return s.settings.Set(o)
	}
	if len(words) != 1 {
		return fmt.Errorf("%q takes one value, not %d", verb, len(words))
	}
	switch verb {
	case "time":
		d, err := parseTime(words[0])
		if err == nil {
			s.time = d
		}
		return err
	case "mix":
		m, err := hybrid.ParseMix(words[0])
		if err != nil {
			return err
		}
		o.Mix = m
		return s.settings.Set(o)
	}
	n, err := strconv.ParseUint(words[0], 10, 63)
	if err != nil {
		return fmt.Errorf("%s is not a value for %q: give a whole number", quote(words[0]), verb)
	}
	small := int(min(n, 1<<30))
	switch verb {
	case "depth":
		o.Depth = small
	case "width":
		o.Width = small
	case "hash":
		o.TableMB = small
	case "threads":
		o.Threads = small
	case "nodes":
		s.nodes = n
		return nil
	}
	return s.settings.Set(o)
}

// bench measures the program, for people.
func (s *session) bench(ctx context.Context) error {
	if s.Bench == nil {
		return errors.New("\"bench\" is not available here")
	}
	var err error
	s.while(ctx, func(ctx context.Context, hurry <-chan struct{}) {
		ctx, cancel := player.Hurried(ctx, hurry)
		defer cancel()
		err = s.Bench(ctx, s.out)
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
