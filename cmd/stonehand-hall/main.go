// Command stonehand-hall shows all tables of a museum or a school on one page, and gives
// its people's commands to them. It brings the server along through which the tables
// talk, or uses one that is there.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"stonehand/cmd/internal/commandline"
	"stonehand/cmd/internal/fleet"
	"stonehand/cmd/internal/hall"
	"stonehand/cmd/internal/service"
	"stonehand/cmd/internal/text"
)

//go:embed usage.txt
var usage string

// usageError is a command line that cannot be carried out: exit status 2.
type usageError struct{ error }

func main() {
	ctx, stop := service.Interruptible()
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run carries a command line out and returns the exit status: 0, 1 after an error, 2 if
// the command line itself is wrong.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	kept := &service.Output{Writer: out}
	err := dispatch(ctx, args, kept, errs)
	if errors.Is(err, flag.ErrHelp) {
		_, err = fmt.Fprint(kept, usage)
	}
	if lost := kept.Err(); lost != nil && (err == nil || errors.Is(lost, err)) {
		err = lost
	}
	var wrong usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintf(errs, "error: %s\nhint: \"stonehand-hall help\" lists the flags\n", text.Printed(err.Error()))
		return 2
	}
	fmt.Fprintf(errs, "error: %s\n", text.Printed(err.Error()))
	return 1
}

func dispatch(ctx context.Context, args []string, out, errs io.Writer) error {
	part := "serve"
	if len(args) > 0 && (args[0] == "-version" || args[0] == "--version") {
		args = append([]string{"version"}, args[1:]...)
	}
	if len(args) > 0 && (args[0] == "" || args[0][0] != '-') {
		part, args = args[0], args[1:]
	}
	if own := []string{"serve", "help", "man", "version"}; parts[part] == nil && !slices.Contains(own, part) {
		sentence := fmt.Sprintf("there is no subcommand %q: choose serve, table, worker, laboratory, revoke, keys, assistant, servers, hall, man or version", part)
		if near := commandline.Closest(part, append(own, slices.Sorted(maps.Keys(parts))...)); near != "" {
			sentence += "; did you mean " + near + "?"
		}
		return usageError{errors.New(sentence)}
	}
	var s settings
	flags := flag.NewFlagSet("stonehand-hall", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	s.declare(flags)
	var words []string
	for rest := args; ; {
		err := flags.Parse(rest)
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		if err != nil {
			sentence, near := commandline.Wrong(flags, "stonehand-hall", err)
			if near != "" {
				sentence += "; did you mean --" + near + "?"
			}
			return usageError{errors.New(sentence)}
		}
		if flags.NArg() == 0 {
			break
		}
		words, rest = append(words, flags.Arg(0)), flags.Args()[1:]
	}
	takes := map[string]string{"table": "NAME", "worker": "NAME", "laboratory": "NAME", "revoke": "NAME", "man": "FOLDER"}[part]
	switch {
	case part == "help":
	case takes != "" && len(words) != 1:
		return usageError{fmt.Errorf("\"stonehand-hall %s\" needs one %s", part, takes)}
	case takes == "" && len(words) > 0:
		return usageError{fmt.Errorf("\"stonehand-hall %s\" takes flags only, not %q", part, words[0])}
	}
	switch part {
	case "serve":
		return serve(ctx, s, out, errs)
	case "help":
		return flag.ErrHelp
	case "version":
		_, err := fmt.Fprintln(out, commandline.Build("stonehand-hall"))
		return err
	case "man":
		return manual(words[0])
	}
	k, err := hall.OpenKeys(filepath.Join(s.dir, "keys"))
	if err != nil {
		return err
	}
	return parts[part](k, words, out)
}

// manual writes the manual page, which says the same as the help, to a folder.
func manual(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	page := commandline.Manual("stonehand-hall", "show many game tables on one page", commandline.Sections(usage), []string{"stonehand"})
	return os.WriteFile(filepath.Join(dir, "stonehand-hall.1"), []byte(page), 0o644)
}

// parts make or print something of the hall's keys.
var parts = map[string]func(k *hall.Keys, words []string, out io.Writer) error{
	"table": table,
	"worker": func(k *hall.Keys, words []string, out io.Writer) error {
		return credentials(words[0], k.Worker, out, "stonehand worker --farm tls://ADDRESS-OF-THE-HALL:4222 --credentials %s")
	},
	"laboratory": func(k *hall.Keys, words []string, out io.Writer) error {
		return credentials(words[0], k.Laboratory, out, "stonehand match --farm tls://ADDRESS-OF-THE-HALL:4222 --credentials %s --nodes 5000 default lean")
	},
	"revoke": func(k *hall.Keys, words []string, out io.Writer) error {
		n, err := k.Revoke(words[0])
		switch {
		case err != nil:
			return err
		case n == 0:
			return fmt.Errorf("this hall's list has no valid credentials of %q; check the name. After a backup was restored, the list lacks later ones: docs/fleet.md says what to do", words[0])
		}
		fmt.Fprintf(out, "Took back %d credentials of %s. Outside servers need the new configuration: stonehand-hall servers\n", n, words[0])
		return nil
	},
	"keys": func(k *hall.Keys, _ []string, out io.Writer) error { return keys(k, out) },
	"assistant": func(k *hall.Keys, _ []string, out io.Writer) error {
		password, err := k.Assistant()
		fmt.Fprintln(out, password)
		return err
	},
	"servers": func(k *hall.Keys, _ []string, out io.Writer) error {
		text, err := k.Servers()
		fmt.Fprint(out, text)
		return err
	},
	"hall": func(k *hall.Keys, _ []string, out io.Writer) error {
		err := writeNew("hall.creds", k.Hall)
		if err == nil {
			fmt.Fprintln(out, "Wrote hall.creds; keep it secret.")
		}
		return err
	},
}

// credentials makes credentials for somebody, and says what they are for.
func credentials(name string, make func(name string) ([]byte, error), out io.Writer, use string) error {
	path, err := newCredentials(name, make)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote %s; keep it secret. Use it with:\n\n    "+use+"\n", path, path)
	return nil
}

// table makes a table's credentials.
func table(k *hall.Keys, words []string, out io.Writer) error {
	name := words[0]
	path, err := newCredentials(name, k.Table)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote %s. Copy it to the table; keep it secret. In the table's configuration, instead of its section [fleet]:\n\n", path)
	fmt.Fprintf(out, "[fleet]\nurl = \"tls://ADDRESS-OF-THE-HALL:4222\"\ntable = %q\ncredentials = \"/etc/stonehand/%s\"\n", name, path)
	return keys(k, out)
}

// newCredentials makes credentials for a name, in a file that is called after it.
func newCredentials(name string, make func(name string) ([]byte, error)) (path string, err error) {
	if err := fleet.CheckName(name); err != nil {
		return "", usageError{err}
	}
	path = name + ".creds"
	return path, writeNew(path, func() ([]byte, error) { return make(name) })
}

// writeNew makes credentials and writes them to a file that is not there yet. Where that
// file cannot be made, no credentials are.
func writeNew(path string, make func() ([]byte, error)) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already; delete it to make new credentials", path)
	}
	if err != nil {
		return fmt.Errorf("the credentials cannot be written: %w", err)
	}
	text, err := make()
	if err == nil {
		_, err = f.Write(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
		return fmt.Errorf("the credentials cannot be written: %w", err)
	}
	return nil
}

// keys prints the public keys that sign the hall's orders, as a table's configuration has
// them.
func keys(k *hall.Keys, out io.Writer) error {
	p, err := k.Play.PublicKey()
	if err != nil {
		return err
	}
	o, err := k.Operate.PublicKey()
	fmt.Fprintf(out, "play = [%q]\noperate = [%q]\n", p, o)
	return err
}
