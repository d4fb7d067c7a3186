// Package lit runs the RUN lines of a test file inside the test process.
//
//	// RUN: tile-opt %s --canonicalize | FileCheck %s
//	// RUN: not tile-opt %s --cse -o %t 2>&1 | FileCheck %s --check-prefix=ERR
//
// There is no shell: a RUN line is words, quotes ('...' and "..."), the operators
// | && < > >> 2> 2>&1 and the substitutions %s (this file), %S (its folder), %t (a
// file name of the test's own in a temporary folder), %T (that folder) and %%. A
// backslash at the end of a RUN line continues it on the next. A pipeline fails when
// any of its commands does, as LLVM's lit has it.
//
// Commands are Go functions that the caller names. Built in are FileCheck, not,
// count, cat, echo, diff and rm; anything else is an error, so that a test can't come
// to depend on a machine's programs unseen. A real program joins through Exec.
//
// Only tests may import the package. Commands of a pipeline run one after the other
// with their output kept in memory, so a test is deterministic and leaves no
// goroutine behind; a command that never ends is not interrupted.
package lit
