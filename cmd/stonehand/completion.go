package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"stonehand/cmd/internal/commandline"
)

// runCompletion prints a shell's completion.
func runCompletion(_ context.Context, args []string, std stdio) error {
	words, err := parseWords(flag.NewFlagSet("completion", flag.ContinueOnError), args)
	if err != nil {
		return err
	}
	shells := map[string]func([]usageText) string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(words) != 1 || shells[words[0]] == nil {
		return hinted{usageError{"completion needs a shell: bash, zsh or fish"}, "write: stonehand completion bash"}
	}
	_, err = fmt.Fprint(std.out, shells[words[0]](usages()))
	return err
}

// runMan writes the manual pages.
func runMan(_ context.Context, args []string, _ stdio) error {
	words, err := parseWords(flag.NewFlagSet("man", flag.ContinueOnError), args)
	if err != nil {
		return err
	}
	if len(words) != 1 {
		return hinted{usageError{"man needs a folder to write the manual pages to"}, "write: stonehand man /usr/local/share/man/man1"}
	}
	if err := os.MkdirAll(words[0], 0o755); err != nil {
		return err
	}
	pages, all := map[string]string{}, []string{}
	for _, u := range usages() {
		name := "stonehand-" + u.command
		pages[name+".1"], all = commandline.Manual(name, u.summary, u.sections, []string{"stonehand"}), append(all, name)
	}
	pages["stonehand.1"] = commandline.Manual("stonehand", "play board games on a physical board", readUsage(command{name: "help"}).sections, all)
	for name, page := range pages {
		if err := os.WriteFile(filepath.Join(words[0], name), []byte(page), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// names are the names of flags, with spaces between them.
func names(flags []flagText) string {
	var list []string
	for _, f := range flags {
		list = append(list, f.name)
	}
	return strings.Join(append(list, "--help"), " ")
}

// subcommands are the names of all subcommands, with spaces between them.
func subcommands(all []usageText) string {
	list := []string{"help"}
	for _, u := range all {
		list = append(list, u.command)
	}
	return strings.Join(list, " ")
}

// bashCompletion is the completion of bash: a list of words for each subcommand and
// part; files where there are none.
func bashCompletion(all []usageText) string {
	var b strings.Builder
	b.WriteString("# bash completion of stonehand, made by \"stonehand completion bash\".\n_stonehand() {\n\tlocal cur=${COMP_WORDS[COMP_CWORD]} words=\n\tcase \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in\n")
	for _, u := range all {
		for _, p := range u.parts {
			fmt.Fprintf(&b, "\t%q*) words=%q ;;\n", u.command+" "+p, names(u.of(p)))
		}
		fmt.Fprintf(&b, "\t%q*) words=%q ;;\n", u.command+" ", strings.TrimSpace(strings.Join(u.parts, " ")+" "+names(u.of(""))))
	}
	fmt.Fprintf(&b, "\t\"help \"*) words=%q ;;\n\tesac\n\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\twords=%q\n\tfi\n", subcommands(all), subcommands(all)+" "+names(all[0].flags))
	b.WriteString("\tCOMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n}\ncomplete -o default -F _stonehand stonehand\n")
	return b.String()
}

// zshCompletion is the completion of zsh.
func zshCompletion(all []usageText) string {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	describe := func(list [][2]string) string {
		var s []string
		for _, x := range list {
			s = append(s, quote(strings.ReplaceAll(x[0], ":", `\:`)+":"+x[1]))
		}
		return strings.Join(s, " ")
	}
	var b strings.Builder
	b.WriteString("#compdef stonehand\n# zsh completion of stonehand, made by \"stonehand completion zsh\".\n_stonehand() {\n\tlocal -a list\n\tcase \"$words[2] $words[3]\" in\n")
	first := [][2]string{{"help", summaries()["help"]}}
	for _, u := range all {
		first = append(first, [2]string{u.command, u.summary})
		var parts [][2]string
		for _, p := range u.parts {
			fmt.Fprintf(&b, "\t%s*) list=(%s) ;;\n", quote(u.command+" "+p), describe(described(u.of(p))))
			parts = append(parts, [2]string{p, u.command + " " + p})
		}
		fmt.Fprintf(&b, "\t%s*) list=(%s) ;;\n", quote(u.command+" "), describe(append(parts, described(u.of(""))...)))
	}
	fmt.Fprintf(&b, "\t'help '*) list=(%s) ;;\n\tesac\n\tif (( CURRENT == 2 )); then\n\t\tlist=(%s)\n\tfi\n", describe(first), describe(first))
	b.WriteString("\t_describe stonehand list || _files\n}\ncompdef _stonehand stonehand\n")
	return b.String()
}

// described are flags and what they do.
func described(flags []flagText) (list [][2]string) {
	for _, f := range flags {
		list = append(list, [2]string{f.name, f.about})
	}
	return list
}

// fishCompletion is the completion of fish.
func fishCompletion(all []usageText) string {
	quote := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
	}
	var b strings.Builder
	b.WriteString("# fish completion of stonehand, made by \"stonehand completion fish\".\n")
	line := func(when, what, about string) {
		fmt.Fprintf(&b, "complete -c stonehand -n %s %s -d %s\n", quote(when), what, quote(about))
	}
	flags := func(when string, list []flagText) {
		for _, f := range list {
			what := "-l " + strings.TrimPrefix(f.name, "--")
			if f.value != "" {
				what += " -r"
			}
			line(when, what, f.about)
		}
	}
	line("__fish_use_subcommand", "-f -a help", summaries()["help"])
	for _, u := range all {
		line("__fish_use_subcommand; or __fish_seen_subcommand_from help", "-f -a "+u.command, u.summary)
		if len(u.parts) == 0 {
			flags("__fish_seen_subcommand_from "+u.command, u.flags)
		}
		for _, p := range u.parts {
			line("__fish_seen_subcommand_from "+u.command+"; and not __fish_seen_subcommand_from "+strings.Join(u.parts, " "), "-f -a "+p, u.command+" "+p)
			flags("__fish_seen_subcommand_from "+u.command+"; and __fish_seen_subcommand_from "+p, u.of(p))
		}
	}
	return b.String()
}
