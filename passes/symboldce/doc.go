// Package symboldce is the pass symbol-dce: it erases symbols that nothing
// live refers to.
package symboldce
