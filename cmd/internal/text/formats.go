package text

import "fmt"

// Formats has sentences in Chinese by the formats that say them in English: for what is
// said where it is found out, with what is named there.
type Formats map[string]string

// Of is a sentence of them. One that they lack is said in English in every language.
func (f Formats) Of(format string, args ...any) Words { return formatted{f, format, args} }

type formatted struct {
	in     Formats
	format string
	args   []any
}

// In implements [Words].
func (f formatted) In(l Language) string {
	format, known := f.in[f.format]
	if l != Chinese || !known {
		format = f.format
	}
	args := make([]any, len(f.args))
	for i, a := range f.args {
		if inner, ok := a.(Words); ok {
			a = inner.In(l)
		}
		args[i] = a
	}
	return fmt.Sprintf(format, args...)
}
