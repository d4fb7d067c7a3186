// Package inline is the pass inline: it decides which calls go, callees
// first. How a call is replaced is in transforms/inliner; the package knows no
// dialect.
package inline
