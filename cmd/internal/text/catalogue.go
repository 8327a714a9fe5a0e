package text

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

// Section is a part of chinese.txt by name: Chinese for what is said in English where it is
// found out, with what is named there.
type Section string

// chineseTxt says how it is written.
//
//go:embed chinese.txt
var chineseTxt string

// sections are the parts of chinese.txt, read when the first one is asked for: a program
// that speaks English starts without them.
var sections = sync.OnceValue(func() map[string]map[string]string {
	all, err := readSections(chineseTxt)
	if err != nil {
		panic("text: chinese.txt: " + err.Error())
	}
	return all
})

// Formats returns the Chinese by the English formats.
func (s Section) Formats() map[string]string { return sections()[string(s)] }

// Word is a text that has no verbs. One that the section lacks is said in English.
func (s Section) Word(en string) Words { return word{s, en} }

type word struct {
	in Section
	en string
}

// In implements [Words].
func (w word) In(l Language) string {
	if l == Chinese {
		return cmp.Or(w.in.Formats()[w.en], w.en)
	}
	return w.en
}

// readSections reads a file like chinese.txt. An error names the line.
func readSections(file string) (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	var part map[string]string
	var en string // a sentence whose Chinese is due
	n := 0
	wrong := func(n int, format string, args ...any) (map[string]map[string]string, error) {
		return nil, fmt.Errorf("line %d: %w", n, fmt.Errorf(format, args...))
	}
	for line := range strings.SplitSeq(file, "\n") {
		n++
		zh, indented := strings.CutPrefix(line, "\t")
		switch {
		case !utf8.ValidString(line):
			return wrong(n, "this is not UTF-8")
		case strings.TrimSpace(zh) == "" && line != "", strings.TrimRight(line, " \t\r") != line:
			return wrong(n, "there is space at the end: remove it")
		case en != "" && !indented:
			return wrong(n-1, "%q has no Chinese: write it on the next line, behind a tab", en)
		case indented && en == "":
			return wrong(n, "%q has no English: write it on the line before", zh)
		case indented:
			if verbs(en) != verbs(zh) {
				return wrong(n, "%q does not name the same as %q: use the same verbs", zh, en)
			}
			part[en], en = zh, ""
		case line == "" || line[0] == '#':
		case line[0] == '[' && strings.HasSuffix(line, "]"):
			name := line[1 : len(line)-1]
			if all[name] != nil {
				return wrong(n, "there are two parts [%s]: make one of them", name)
			}
			part = map[string]string{}
			all[name] = part
		case part == nil:
			return wrong(n, "%q is in no part: begin one with a line like [web]", line)
		default:
			if _, twice := part[line]; twice {
				return wrong(n, "%q stands twice in its part: remove one", line)
			}
			en = line
		}
	}
	if en != "" {
		return wrong(n, "%q has no Chinese: write it on the next line, behind a tab", en)
	}
	return all, nil
}

// verbs returns how a format writes each of its arguments, "v" or ".40q", at most nine; "w"
// is "v".
func verbs(format string) (list [9]string) {
	next := 0
	for {
		_, rest, more := strings.Cut(format, "%")
		if !more {
			return list
		}
		if len(rest) > 2 && rest[0] == '[' && rest[1] >= '1' && rest[1] <= '9' && rest[2] == ']' {
			next, rest = int(rest[1]-'1'), rest[3:]
		}
		end := 0
		for end < len(rest) && strings.IndexByte("#.0123456789", rest[end]) >= 0 {
			end++
		}
		if end == len(rest) || rest[end] < 'a' || rest[end] > 'z' { // a percent sign
			format = strings.TrimPrefix(rest, "%")
			continue
		}
		verb := rest[:end+1]
		if verb == "w" {
			verb = "v"
		}
		if next < len(list) {
			list[next] = verb
		}
		format, next = rest[end+1:], next+1
	}
}
