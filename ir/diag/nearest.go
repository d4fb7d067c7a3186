package diag

import "iter"

// Nearest returns the name that the one written was probably meant to be: the
// closest by edit distance, of several the one closest in length, of these the
// first, or "" when all of them are limit edits away or more.
func Nearest(written string, limit int, names iter.Seq[string]) string {
	best, off := "", 0
	for n := range names {
		diff := max(len(n)-len(written), len(written)-len(n))
		d := editDistance(written, n, limit+1)
		if d < limit || d == limit && best != "" && diff < off {
			best, limit, off = n, d, diff
		}
	}
	return best
}

// editDistance counts the letters inserted, left out, replaced or exchanged with
// their neighbour; words that differ in length by limit or more give limit at
// once.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			row[j+1] = last[j]
			if a[i] != b[j] {
				row[j+1] = 1 + min(last[j], last[j+1], row[j])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
