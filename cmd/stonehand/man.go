package main

import (
	"fmt"
	"strings"
)

// manPage writes a manual page (man(7)) from a usage text.
func manPage(name, summary string, u usageText) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".\\\" Made by \"stonehand man\" from what \"stonehand help\" says.\n.TH %s 1 %q %q\n.SH NAME\n%s \\- %s\n",
		strings.ToUpper(roff(name)), manDate(), "Stonehand "+build(), roff(name), roff(summary))
	for _, s := range manOrder(u.sections) {
		title := strings.ToUpper(s.title)
		switch title {
		case "":
			title = "DESCRIPTION"
		case "USAGE":
			title = "SYNOPSIS"
		}
		if body := manBody(s.lines); body != "" {
			fmt.Fprintf(&b, ".SH %s\n%s", roff(title), body)
		}
	}
	b.WriteString(".SH SEE ALSO\n")
	if name == "stonehand" {
		b.WriteString("The documentation of the subcommands:\n")
		for i, c := range commands {
			fmt.Fprintf(&b, ".BR stonehand\\-%s (1)%s\n", roff(c.name), map[bool]string{true: ","}[i < len(commands)-1])
		}
	} else {
		b.WriteString(".BR stonehand (1)\n")
	}
	return b.String()
}

// manOrder puts the synopsis before the description, as manual pages have it. Prose that
// follows a synopsis belongs to the description.
func manOrder(sections []sectionText) []sectionText {
	var synopsis, about, rest []sectionText
	for _, s := range sections {
		switch s.title {
		case "":
			about = append(about, s)
		case "Usage":
			cut := 0
			for i, line := range s.lines {
				if cut = i; line != "" && line[0] != ' ' {
					break
				}
				cut = i + 1
			}
			synopsis = append(synopsis, sectionText{"Usage", s.lines[:cut]})
			if len(about) == 0 {
				about = append(about, sectionText{})
			}
			about[0].lines = append(append(about[0].lines, ""), s.lines[cut:]...)
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
		m := usageFlag.FindStringSubmatch(line)
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
