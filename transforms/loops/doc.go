// Package loops moves code out of loops. Loops take part through
// analysis.LoopLike; what may move is what ir/effects says may.
package loops
