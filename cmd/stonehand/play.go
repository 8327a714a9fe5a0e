package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/link"
)

const playUsage = `Usage:
    stonehand play LINK [flags]
    stonehand play HOST[:PORT] [CODE] [flags]

Plays against a remote opponent. The host of the game creates an invitation on
the page ("Invite") and gives you its link; do not share it. The code is the part
of the link after "#"; if you leave it out, you are asked for it. Your own board
shows your opponent's stones with its lights or its arm. Without a configuration
your board is simulated. Your page is served as usual.

If you stop the program with Ctrl-C, the game waits, and "stonehand" continues it.
To end the game, choose "Leave" on the page.

Flags: the same as for "stonehand serve"

Example:
    $ stonehand play 'http://192.168.1.20:8019/invite#mPQ0v9yHq2nO3b1xKc5sTg'
    Stonehand plays at http://127.0.0.1:8019/
    The table at http://192.168.1.20:8019/invite has accepted.
`

// runPlay is the daemon, which accepts an invitation first.
func runPlay(ctx context.Context, args []string, std stdio) error {
	return serve(ctx, "play", args, std, func(words []string) (func(context.Context, *Daemon) error, error) {
		if len(words) == 0 || len(words) > 2 {
			return nil, hinted{usageError{"\"stonehand play\" needs the link of an invitation, or a host and a code"}, "\"stonehand help play\" shows how"}
		}
		_, code, err := link.ReadLink(words[0], config.DefaultPort)
		if err != nil {
			return nil, usageError{err.Error()}
		}
		if len(words) == 2 {
			code = words[1]
		}
		if code == "" {
			if code, err = askCode(std); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, d *Daemon) error { return d.join(ctx, words[0], code, std) }, nil
	})
}

// askCode asks the person who started the program for the invitation's code.
func askCode(std stdio) (string, error) {
	fmt.Fprint(std.err, "The invitation's code: ")
	line, _ := bufio.NewReader(std.in).ReadString('\n')
	if line = strings.TrimSpace(line); line == "" {
		return "", hinted{usageError{"the code of the invitation is missing"}, "it is the part of the invitation's link after \"#\""}
	}
	return line, nil
}

// join accepts an invitation, and says what became of it. Only a host that refuses
// ends the program.
func (d *Daemon) join(ctx context.Context, address, code string, std stdio) error {
	err := d.session.Join(ctx, address, code)
	var refused *link.Refused
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.As(err, &refused):
		return hinted{errors.New(strings.TrimSuffix(refused.Text, ".")), "ask the host for a new invitation"}
	case err != nil && d.session.Status().Session:
		std.warn(fmt.Sprintf("%v; trying again until it works", err))
		return nil
	case err != nil:
		return err
	}
	fmt.Fprintf(std.out, "The table at %s has accepted.\n", strings.SplitN(address, "#", 2)[0])
	return nil
}
