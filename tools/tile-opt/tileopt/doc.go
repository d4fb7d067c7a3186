// Package tileopt is the command tile-opt as a function, so that tests run it
// in their own process.
package tileopt
