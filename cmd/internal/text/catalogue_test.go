package text

import (
	"strings"
	"testing"
)

func TestReadSections(t *testing.T) {
	all, err := readSections("# of the page\n[web]\n\nno %q\n\t没有 %q\n%d %%: %w\n\t %[2]v：%[1]d%%\n[hall]\nno %q\n\t无 %q")
	if err != nil || len(all) != 2 || len(all["web"]) != 2 || all["web"]["no %q"] != "没有 %q" || all["web"]["%d %%: %w"] != " %[2]v：%[1]d%%" || all["hall"]["no %q"] != "无 %q" {
		t.Errorf("%q, %v", all, err)
	}
	for file, want := range map[string]string{
		"no\n\t没有":                            `line 1: "no" is in no part: begin one with a line like [web]`,
		"\t没有":                                `line 1: "没有" has no English: write it on the line before`,
		"[web]\nno\n\t没有\n\t无":                `line 4: "无" has no English: write it on the line before`,
		"[web]\nno":                           `line 2: "no" has no Chinese: write it on the next line, behind a tab`,
		"[web]\nno\n\nyes\n\t有":               `line 2: "no" has no Chinese: write it on the next line, behind a tab`,
		"[web]\nno\n[hall]":                   `line 2: "no" has no Chinese: write it on the next line, behind a tab`,
		"[web]\nno\n\t":                       "line 3: there is space at the end: remove it",
		"[web]\r\nno\r\n\t没有":                 "line 1: there is space at the end: remove it",
		"[web]\nno\n\t没有\nno\n\t无":            `line 4: "no" stands twice in its part: remove one`,
		"[web]\n[hall]\n[web]":                "line 3: there are two parts [web]: make one of them",
		"[web]\nno %q\n\t没有":                  `line 3: "没有" does not name the same as "no %q": use the same verbs`,
		"[web]\n%.9s has %d\n\t%[2]d 有 %s":    `line 3: "%[2]d 有 %s" does not name the same as "%.9s has %d": use the same verbs`,
		"[web]\n\xff\n\t没有":                   "line 2: this is not UTF-8",
		"[web]\nno\n\t" + "没有\n\n\n\nyes\n\t": "line 8: there is space at the end: remove it",
	} {
		if all, err := readSections(file); err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v, want %s", file, all, err, want)
		}
	}
}

func TestVerbs(t *testing.T) {
	for format, want := range map[string][9]string{
		"":                       {},
		"100 %":                  {},
		"a % stands":             {},
		"%d %% of %.40q: %w":     {"d", ".40q", "v"},
		"%[2]s有%[1]d，%#02x 和 %g": {"d", "#02x", "g"},
		"%[3]v":                  {2: "v"},
		"%[9]s%s":                {8: "s"},
	} {
		if got := verbs(format); got != want {
			t.Errorf("%q: %q, want %q", format, got, want)
		}
	}
}

// What is read is in the file, and is read again when it is written again.
func FuzzReadSections(f *testing.F) {
	for _, name := range []string{"api", "hours", "study"} {
		_, part, _ := strings.Cut(chineseTxt, "["+name+"]\n")
		part, _, _ = strings.Cut(part, "\n[")
		f.Add("[" + name + "]\n" + part)
	}
	f.Add("no\n\t没有")
	f.Add("[web]\nno %[9]s\n\t%[9]s 没有\n[web]")
	f.Fuzz(func(t *testing.T, file string) {
		all, err := readSections(file)
		if err != nil {
			if all != nil || !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%q, %v", all, err)
			}
			return
		}
		var again strings.Builder
		for name, part := range all {
			again.WriteString("[" + name + "]\n")
			for en, zh := range part {
				if again.WriteString(en + "\n\t" + zh + "\n"); !strings.Contains(file, en+"\n\t"+zh) {
					t.Errorf("%q and %q are not in the file", en, zh)
				}
			}
		}
		twice, err := readSections(again.String())
		if err != nil || len(twice) != len(all) {
			t.Errorf("%q, %v", twice, err)
		}
		for name, part := range all {
			for en, zh := range part {
				if twice[name][en] != zh {
					t.Errorf("%q is %q, then %q", en, zh, twice[name][en])
				}
			}
		}
	})
}

// Reading happens once, when the first sentence is said in Chinese.
func BenchmarkReadSections(b *testing.B) {
	b.SetBytes(int64(len(chineseTxt)))
	for b.Loop() {
		if _, err := readSections(chineseTxt); err != nil {
			b.Fatal(err)
		}
	}
}
