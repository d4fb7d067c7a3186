// Package cli holds what the commands share: reading inputs, writing outputs
// so that no half of one is left behind, and rendering diagnostics.
//
// Nothing here knows a dialect, a pass or a target. Errors are worded for the
// user and carry no position.
package cli
