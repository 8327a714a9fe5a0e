package hw

import "strings"

// Clip shortens foreign text, which may hold anything, before it is quoted in a
// sentence.
func Clip(s string) string {
	const most = 48
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return strings.ToValidUTF8(s, "?")
}
