package main

import (
	"cmp"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"stonehand/cmd/internal/commandline"
	"stonehand/cmd/internal/config"
	"stonehand/cmd/internal/console"
	"stonehand/cmd/internal/lab"
	"stonehand/cmd/internal/players"
	"stonehand/engine/threat"
)

// usageFiles has a text for every subcommand, NAME.txt, and help.txt, which lists them all.
//
//go:embed usage
var usageFiles embed.FS

// usageValues are what the verbs in a usage text stand for, in their order; a text
// without values is printed as it stands. To ask for them reads the engine's tables.
var usageValues = sync.OnceValue(func() map[string][]any {
	book, engine := lab.DefaultBookSettings, players.Defaults()
	return map[string][]any{
		"bench": {lab.BenchDepth, engine.TableMB, engine.Mix, players.Mixes()},
		"book": {book.Nodes, lab.DefaultVerifyNodes, book.Turns, book.DropOut, book.Games,
			book.Seed, farmFlags, 100 * lab.DefaultBookWriter.Margin, lab.DefaultBookWriter.Size, lab.DefaultVerifyNodes},
		"console": {console.DefaultTime, engine.Depth, engine.Width, engine.TableMB, engine.Mix, players.Mixes(),
			console.DefaultTime, strings.Join(players.GomokuNames(), ", "), players.GomokuNames()[0],
			strings.Join(goRules(), ", "), goRules()[0], console.DefaultTime, config.DefaultPort},
		"match": {strings.Replace(farmFlags, "the same", "the same. Needs --nodes or --depth, no times", 1)},
		"solve": {threat.MaxTurns},
		"tune":  {farmFlags},
	}
})

// usage is what "stonehand help" says of a subcommand.
func (c command) usage() string {
	text, err := usageFiles.ReadFile("usage/" + c.name + ".txt")
	if err != nil {
		panic(err) // every subcommand has one
	}
	if values := usageValues()[c.name]; len(values) > 0 {
		return fmt.Sprintf(string(text), values...)
	}
	return string(text)
}

// What a usage text is made of; everything that is made of these texts, completion and
// manual pages, reads them here.
var (
	usageOf   = regexp.MustCompile(`^Flags(?: of ([a-z0-9, -]+))?$`)
	usageLine = regexp.MustCompile(`^    stonehand ([a-z0-9-]+)(?: ([a-z][a-z0-9-]*))?(?: |$)`)
)

// usageText is a usage text that has been read.
type usageText struct {
	command  string
	summary  string // a few words
	parts    []string
	flags    []flagText
	sections []commandline.Section
}

// flagText is a flag as a usage text explains it.
type flagText struct {
	name, value, about string   // "--time", "TIME", what it does
	parts              []string // that take it; none: all do
}

// readUsage reads the usage text of a subcommand.
func readUsage(c command) usageText {
	u := usageText{command: c.name, summary: summaries()[c.name], sections: commandline.Sections(c.usage())}
	for i := range u.sections {
		s := &u.sections[i]
		var parts []string
		m := usageOf.FindStringSubmatch(s.Title)
		if m != nil && m[1] != "" {
			parts = strings.FieldsFunc(strings.ReplaceAll(m[1], " and ", ","), func(r rune) bool { return r == ',' || r == ' ' })
		}
		if strings.Contains(s.Rest, "stonehand serve") { // whose flags are not written twice
			u.flags = append(u.flags, readUsage(commands[0]).flags...)
			s.Lines = append([]string{s.Rest + ":"}, s.Lines...)
		}
		for _, line := range s.Lines {
			switch {
			case s.Title == "Usage":
				if m := usageLine.FindStringSubmatch(line); m != nil && m[1] == c.name && m[2] != "" && !slices.Contains(u.parts, m[2]) {
					u.parts = append(u.parts, m[2])
				}
			case m != nil:
				if f := commandline.UsageFlag.FindStringSubmatch(line); f != nil {
					for name := range strings.SplitSeq(f[1], ", ") {
						u.flags = append(u.flags, flagText{name, strings.TrimSpace(f[2]), f[3], parts})
					}
				} else if n := len(u.flags); n > 0 && strings.HasPrefix(line, "      ") {
					u.flags[n-1].about = strings.TrimSpace(u.flags[n-1].about + " " + strings.TrimSpace(line))
				}
			}
		}
	}
	return u
}

// summaries are a few words about every subcommand, from the usage of them all.
func summaries() map[string]string {
	about := map[string]string{"help": "explain a subcommand and its flags"}
	line := regexp.MustCompile(`(?m)^    stonehand \[?([a-z0-9-]+)\]?.*?  +(.*)$`)
	for _, m := range line.FindAllStringSubmatch(command{name: "help"}.usage(), -1) {
		about[m[1]] = cmp.Or(about[m[1]], m[2])
	}
	return about
}

// usages reads the usage texts of all subcommands.
func usages() (list []usageText) {
	for _, c := range commands {
		list = append(list, readUsage(c))
	}
	return list
}

// of lists the flags that a part takes, or those of a command without parts.
func (u usageText) of(part string) (list []flagText) {
	for _, f := range u.flags {
		if part == "" || len(f.parts) == 0 || slices.Contains(f.parts, part) {
			list = append(list, f)
		}
	}
	return list
}
