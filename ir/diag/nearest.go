package diag

import "iter"

// Nearest returns the name that the one written was probably meant to be: the
// closest by edit distance, the first of several, or "" when all of them are
// limit edits away or more.
func Nearest(written string, limit int, names iter.Seq[string]) string {
	best := ""
	for n := range names {
		if d := editDistance(written, n, limit); d < limit {
			best, limit = n, d
		}
	}
	return best
}

// editDistance is Levenshtein's distance; words that differ in length by
// limit or more give limit at once.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := corner
			if a[i] != b[j] {
				cost = 1 + min(corner, row[j], row[j+1])
			}
			corner, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
