package text

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stonehand/engine/problem"
	"stonehand/engine/sgf"
	"stonehand/hw"
)

// The sections of what is worded here.
const (
	engine  Section = "engine"  // the formats of its [problem.Error]s
	devices Section = "devices" // the formats of their [hw.Error]s
	parts   Section = "parts"   // what those name
	system  Section = "system"  // the system's reasons, and those of the library that opens serial lines
)

// Formatted is a sentence of a [Section] with what it names. As an error it is in English,
// and wraps the errors that it names.
type Formatted struct {
	in   Section
	what *problem.Error
}

// Of is a sentence by its English format. One that the section lacks is said in English in
// every language.
func (s Section) Of(format string, args ...any) *Formatted {
	return &Formatted{s, problem.New(format, args...)}
}

// Error implements error.
func (f *Formatted) Error() string { return f.In(English) }

// Unwrap returns the errors that are named.
func (f *Formatted) Unwrap() []error { return f.what.Unwrap() }

// In implements [Words].
func (f *Formatted) In(l Language) string {
	return problem.New(f.in.Word(f.what.Format).In(l), worded(l, f.what.Args)...).Error()
}

// worded words the arguments of a sentence in its language.
func worded(l Language, args []any) []any {
	list := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case Words:
			list[i] = a.In(l)
		case error:
			list[i] = Because(a).In(l)
		default:
			list[i] = a
		}
	}
	return list
}

// Because words an error: one that has words of its own, one of the engine's that people
// can cause, one of a device's, one of a game record, or one of the system's commonest. Any
// other is said in English in every language.
func Because(err error) Words {
	switch err := err.(type) {
	case Words:
		return err
	case hw.List:
		return several(err)
	case hw.Choice:
		return Each{English: err.Error(), Chinese: `"` + strings.Join(err, `"、"`) + `"`}
	}
	if w := reason(err); w != nil {
		return w
	}
	// What wraps one of these and says no more is worded as that.
	var f *Formatted
	var m made
	var r *sgf.Error
	switch said := err.Error(); {
	case errors.As(err, &f) && f.Error() == said:
		return f
	case errors.As(err, &m) && m.Error() == said:
		return because(m.Made())
	case errors.As(err, &r) && r.Error() == said:
		return recordProblem{r}
	default:
		return Plain(said)
	}
}

// Sentence makes a sentence of a clause, such as an error's.
func Sentence(w Words) Words { return sentence{w} }

type sentence struct{ Words }

// In implements [Words].
func (s sentence) In(l Language) string {
	said := s.Words.In(l)
	if said == "" {
		return ""
	}
	if l == Chinese {
		return strings.TrimSuffix(said, "。") + "。"
	}
	first, size := utf8.DecodeRuneInString(said)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(said[size:], ".") + "."
}

// recordProblem is what is wrong with a game record, within a sentence.
type recordProblem struct{ what *sgf.Error }

// In implements [Words].
func (p recordProblem) In(l Language) string { return strings.TrimSuffix(l.Record(p.what), "。") }

// made is an error that keeps what it was made of: the engine's [problem.Error], a device's
// [hw.Error], the wire's.
type made interface {
	error
	Made() (format string, args []any)
}

// because words what was said with a format, be it the engine's or a device's.
func because(format string, args []any) Words {
	if _, known := devices.Formats()[format]; !known {
		return engine.Of(format, args...)
	}
	args = slices.Clone(args)
	for i, a := range args {
		if s := fmt.Sprint(a); parts.Formats()[s] != "" {
			args[i] = parts.Word(s)
		}
	}
	return devices.Of(format, args...)
}

// several words each of a list.
type several hw.List

// In implements [Words].
func (s several) In(l Language) string {
	if l != Chinese {
		return hw.List(s).Error()
	}
	all := ""
	for i, err := range s {
		if i > 0 {
			all += "、"
		}
		all += Because(err).In(l)
	}
	return all
}

// reason words what the system says, in short, of something that failed; nil where that is
// none of the commonest.
func reason(err error) Words {
	file, named := err.(*fs.PathError)
	if named {
		err = file.Err
	}
	zh, known := system.Formats()[err.Error()]
	switch {
	case !known:
		return nil
	case named:
		return Each{English: file.Error(), Chinese: file.Path + "：" + zh}
	}
	return Each{English: err.Error(), Chinese: zh}
}
