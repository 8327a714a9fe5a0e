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

Plays against somebody at another table. The host gives an invitation on the page
of that table ("Invite"), and hands its link to you and nobody else; without the
code, which is in the link behind "#", you are asked for it. Your own board, the
simulated one if there is no configuration, shows the other's stones by its lights
or its arm, and your page is served as always.

Ctrl-C ends the program, and the game waits: "stonehand" goes on with it, on both
sides. "Leave" on the page ends the game.

Flags: those of "stonehand serve"

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

// askCode asks whoever started the program for the invitation's code.
func askCode(std stdio) (string, error) {
	fmt.Fprint(std.err, "The invitation's code: ")
	line, _ := bufio.NewReader(std.in).ReadString('\n')
	if line = strings.TrimSpace(line); line == "" {
		return "", hinted{usageError{"the code of the invitation is missing"}, "it is in the invitation's link, behind \"#\""}
	}
	return line, nil
}

// join accepts an invitation, and says what became of it. Only a host that refuses
// ends the program.
func (d *Daemon) join(ctx context.Context, address, code string, std stdio) error {
	err := d.desk.Join(ctx, address, code)
	var refused *link.Refused
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.As(err, &refused):
		return hinted{errors.New(strings.TrimSuffix(refused.Text, ".")), "ask the host for a new invitation"}
	case err != nil && d.desk.Status().Session:
		std.warn(fmt.Sprintf("%v; it is tried again until it works", err))
		return nil
	case err != nil:
		return err
	}
	fmt.Fprintf(std.out, "The table at %s has accepted.\n", strings.SplitN(address, "#", 2)[0])
	return nil
}
