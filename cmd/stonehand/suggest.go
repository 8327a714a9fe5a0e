package main

// closest returns the word of a list that somebody who typed another may have
// meant: the one fewest edits away, if that is less than half of it; of equals,
// the first. It returns "" if none is close.
func closest(typed string, words []string) string {
	best, fewest := "", 0
	for _, w := range words {
		if n := edits(typed, w); 2*n < len(w) && (best == "" || n < fewest) {
			best, fewest = w, n
		}
	}
	return best
}

// edits is the number of bytes to insert, remove or replace that turn a into b
// (Levenshtein's distance).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			n := diagonal
			if a[i] != b[j] {
				n = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], n
		}
	}
	return row[len(b)]
}
