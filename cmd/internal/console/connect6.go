// Package console speaks the text protocols by which front ends and tournaments
// drive a program, on any reader and writer.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"stonehand/engine/board"
	"stonehand/engine/hybrid"
	"stonehand/engine/player"
	"stonehand/engine/search"
)

// Settings is the ability of a player to be told how to search. Of other players the
// settings of a front end are only checked.
type Settings interface {
	// Options returns the options in force.
	Options() search.Options
	// Set changes them, or says why it does not.
	Set(o search.Options) error
}

// noSettings are those of a player that has none.
type noSettings struct{ options search.Options }

func (n *noSettings) Options() search.Options { return n.options }

func (n *noSettings) Set(o search.Options) error {
	err := o.Check()
	if err == nil {
		n.options = o
	}
	return err
}

// Connect6 is the Connect6 contest protocol, in the two dialects that front ends
// speak: one begins with "name?" and tells a program only its opponent's moves,
// the other sets all stones with "black" and "white" and asks with "next". The
// sentences of "help" describe every command.
//
// A line that cannot be read or carried out is answered "error: " and a
// sentence, and changes nothing.
type Connect6 struct {
	Player player.Player    // of Connect6; see [Settings]
	Now    func() time.Time // the clock; the player's, too
	Time   time.Duration    `flag:"time"`  // for a move, until "time" sets another; DefaultTime if 0
	Nodes  uint64           `flag:"nodes"` // the most turns tried for a move, until "nodes" sets another; 0: any number
	// Plain writes a lone stone as "JJ" instead of "JJ@@".
	Plain bool
	// Thoughts writes a line beginning with # after every iteration of a search.
	Thoughts bool `flag:"thoughts"`
	// Version is what "about" says of the program's age.
	Version string
	// Bench carries "bench" out; nil if there is no such command.
	Bench func(ctx context.Context, out io.Writer) error
	// Warn is told what a person should know and the front end should not;
	// may be nil.
	Warn func(sentence string)
}

// Run answers the lines of in on out, each answer in one Write, until "quit",
// the end of in, or the end of ctx. It returns nil in these cases, and an error
// when in cannot be read or out not be written.
//
// Run goes on reading while it thinks. When the line that comes next is "quit"
// or "end", the search ends and the answer is the best turn it has found; when
// ctx ends, nothing more is answered. One goroutine may stay blocked in in.Read
// after Run has returned; it ends when that read does.
func (c *Connect6) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s := session{Connect6: c, time: c.Time, nodes: c.Nodes, game: newRecord()}
	var ok bool
	if s.settings, ok = c.Player.(Settings); !ok {
		s.settings = &noSettings{search.DefaultOptions()}
	}
	if s.time <= 0 {
		s.time = DefaultTime
	}
	return s.converse(ctx, in, out, s.obey)
}

// session is one Run.
type session struct {
	*Connect6
	conversation
	settings Settings
	time     time.Duration
	nodes    uint64
	clock    gameClock
	game     record
	ended    bool // "end" ended the game
}

// while does work in a goroutine of its own, which alone may then use the
// session's fields but ahead, and waits for it. Meanwhile it reads one line
// ahead, and ends the work if that line will not wait.
func (s *session) while(ctx context.Context, work func(ctx context.Context, hurry <-chan struct{})) {
	ctx, hurry, stop, cancel := stoppable(ctx, s.Player)
	defer cancel()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		work(ctx, hurry)
	}()
	lines := s.lines
	if len(s.ahead) > 0 {
		lines = nil
	}
	for {
		select {
		case <-finished:
			return
		case l, ok := <-lines:
			lines = nil
			if ok {
				s.ahead = []line{l}
				if l.urgent() {
					stop()
				}
			}
		}
	}
}

// stoppable returns what a player is asked with so that stop brings its answer soon:
// the best it has, or none of a player that cannot be hurried. cancel has to be
// called.
func stoppable(ctx context.Context, p player.Player) (asked context.Context, hurry <-chan struct{}, stop, cancel func()) {
	asked, cancel = context.WithCancel(ctx)
	if _, ok := p.(player.Hurrier); !ok {
		return asked, nil, cancel, cancel
	}
	now := make(chan struct{})
	return asked, now, sync.OnceFunc(func() { close(now) }), cancel
}

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
	if l.long {
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
		s.write(fmt.Sprintf(help, hybrid.MixNames()))
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
