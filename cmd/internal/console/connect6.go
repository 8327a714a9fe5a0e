// Package console speaks the text protocols by which front ends and tournaments
// drive a program, on any reader and writer.
package console

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

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
	Time   time.Duration    // for a move, until "time" sets another; DefaultTime if 0
	Nodes  uint64           // the most turns tried for a move, until "nodes" sets another; 0: any number
	// Plain writes a lone stone as "JJ" instead of "JJ@@".
	Plain bool
	// Thoughts writes a line beginning with # after every iteration of a search.
	Thoughts bool
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
	lines, stop := reading(in)
	defer stop()
	s := session{Connect6: c, out: out, lines: lines, time: c.Time, nodes: c.Nodes, game: newRecord()}
	var ok bool
	if s.settings, ok = c.Player.(Settings); !ok {
		s.settings = &noSettings{search.DefaultOptions()}
	}
	if s.time <= 0 {
		s.time = DefaultTime
	}
	for s.failed == nil && !s.left {
		l, ok := s.next(ctx)
		if !ok {
			break
		}
		s.obey(ctx, l)
	}
	return s.failed
}

// session is one Run.
type session struct {
	*Connect6
	out      io.Writer
	lines    <-chan line
	ahead    *line // read while thinking, not yet obeyed
	settings Settings
	time     time.Duration
	nodes    uint64
	clock    gameClock
	game     record
	ended    bool  // "end" ended the game
	left     bool  // "quit" was obeyed
	failed   error // reading or writing failed
}

// next waits for a line; there is none after the end of the input or of ctx.
func (s *session) next(ctx context.Context) (line, bool) {
	if ctx.Err() != nil {
		return line{}, false
	}
	if l := s.ahead; l != nil {
		s.ahead = nil
		return *l, true
	}
	select {
	case l, ok := <-s.lines:
		return l, ok
	case <-ctx.Done():
		return line{}, false
	}
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
	if s.ahead != nil {
		lines = nil
	}
	for {
		select {
		case <-finished:
			return
		case l, ok := <-lines:
			lines = nil
			if ok {
				s.ahead = &l
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

// say writes one line.
func (s *session) say(format string, args ...any) {
	s.write(fmt.Sprintf(format, args...) + "\n")
}

// write writes text as it is.
func (s *session) write(text string) {
	if s.failed != nil {
		return
	}
	if _, err := io.WriteString(s.out, text); err != nil {
		s.failed = fmt.Errorf("cannot write an answer: %w", err)
	}
}
