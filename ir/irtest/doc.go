// Package irtest helps tests: a dialect named test with one small operation
// for each fact that passes ask about, and functions that parse or fail.
//
// Only tests may import the package.
package irtest
