// Package targets says what a target is: something that turns a module of its
// lowest level into code. It also reads the launch metadata that a lowered module
// carries.
//
// The package must not know any target, pass or dialect; a program hands a Target
// value, such as nvptx.Target's, to package opt, and links only those that it names.
package targets
