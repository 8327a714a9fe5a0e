package commandline

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// Section is a part of a usage text under a title, "" for what comes first.
type Section struct {
	Title string
	Rest  string // what stands behind the title in its line
	Lines []string
}

var (
	// UsageFlag is a line of a usage text that explains flags: their names, value and meaning.
	UsageFlag = regexp.MustCompile(`^    (--[a-z0-9-]+(?:, --[a-z0-9-]+)*)((?: [^ ]+)*?)(?:  +(.*))?$`)
	titleFlag = regexp.MustCompile(`^(Flags(?: of [a-z0-9, -]+)?):(.*)$`)
)

// Sections splits a usage text at its titles, such as "Usage:" and "Flags of build:".
func Sections(text string) []Section {
	list := []Section{{}}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := titleFlag.FindStringSubmatch(line); m != nil {
			list = append(list, Section{Title: m[1], Rest: strings.TrimSpace(m[2])})
			continue
		}
		if title, ok := strings.CutSuffix(line, ":"); ok && line != "" && line[0] != ' ' && !strings.Contains(title, ".") && len(title) < 20 {
			list = append(list, Section{Title: title})
			continue
		}
		last := &list[len(list)-1]
		last.Lines = append(last.Lines, line)
	}
	return list
}

// Manual writes a manual page (man(7)) from the sections of a usage text. also are the pages to
// see as well.
func Manual(name, summary string, sections []Section, also []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".\\\" Made from what the program says as its help.\n.TH %s 1 %q %q\n.SH NAME\n%s \\- %s\n",
		strings.ToUpper(roff(name)), manDate(), "Stonehand "+Version, roff(name), roff(summary))
	for _, s := range manOrder(sections) {
		title := strings.ToUpper(s.Title)
		switch title {
		case "":
			title = "DESCRIPTION"
		case "USAGE":
			title = "SYNOPSIS"
		}
		if body := manBody(s.Lines); body != "" {
			fmt.Fprintf(&b, ".SH %s\n%s", roff(title), body)
		}
	}
	b.WriteString(".SH SEE ALSO\n")
	for i, page := range also {
		fmt.Fprintf(&b, ".BR %s (1)%s\n", roff(page), map[bool]string{true: ","}[i < len(also)-1])
	}
	return b.String()
}

// manDate is the date in the manual pages: that of the sources, where reproducible
// builds give it (SOURCE_DATE_EPOCH).
func manDate() string {
	var at int64
	if _, err := fmt.Sscan(os.Getenv("SOURCE_DATE_EPOCH"), &at); err != nil {
		return ""
	}
	return time.Unix(at, 0).UTC().Format(time.DateOnly)
}

// manOrder puts the synopsis before the description, as manual pages have it. Prose that
// follows a synopsis belongs to the description.
func manOrder(sections []Section) []Section {
	var synopsis, about, rest []Section
	for _, s := range sections {
		switch s.Title {
		case "":
			about = append(about, s)
		case "Usage":
			cut := 0
			for i, line := range s.Lines {
				if cut = i; line != "" && line[0] != ' ' {
					break
				}
				cut = i + 1
			}
			synopsis = append(synopsis, Section{Title: "Usage", Lines: s.Lines[:cut]})
			if len(about) == 0 {
				about = append(about, Section{})
			}
			about[0].Lines = append(append(about[0].Lines, ""), s.Lines[cut:]...)
		default:
			rest = append(rest, s)
		}
	}
	return append(append(synopsis, about...), rest...)
}

// manBody writes lines: flags as a list, prose as paragraphs, what else is indented as
// it stands.
func manBody(lines []string) string {
	var b strings.Builder
	mode := "" // "text", "flag", "as is"
	to := func(next string) {
		if mode == "as is" && next != mode {
			b.WriteString(".fi\n.RE\n")
		}
		if next == "as is" && mode != next {
			b.WriteString(".RS 4\n.nf\n")
		}
		mode = next
	}
	blank := false
	for _, line := range lines {
		m := UsageFlag.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			blank = true
			continue
		case m != nil:
			to("flag")
			fmt.Fprintf(&b, ".TP\n.B %s\n", roff(strings.TrimSpace(m[1]+m[2])))
			if m[3] != "" {
				b.WriteString(roff(m[3]) + "\n")
			}
		case mode == "flag" && !blank && strings.HasPrefix(line, "      "):
			b.WriteString(roff(strings.TrimSpace(line)) + "\n")
		case line[0] == ' ':
			if mode == "as is" && blank {
				b.WriteString("\n")
			}
			to("as is")
			b.WriteString(roff(strings.TrimPrefix(line, "    ")) + "\n")
		default:
			if mode != "text" || blank {
				to("text")
				b.WriteString(".PP\n")
			}
			b.WriteString(roff(line) + "\n")
		}
		blank = false
	}
	to("")
	return b.String()
}

// roff writes a text so that a formatter takes nothing of it for a request.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}
