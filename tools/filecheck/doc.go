// Package filecheck matches a program's output against CHECK directives, by the
// rules of LLVM's FileCheck 22.
//
// A check file holds directives in comments of whatever language it is written in:
//
//	// CHECK-LABEL: func @ring
//	// CHECK: [[BAR:%[a-z0-9]+]] = tasync.mbarrier.init
//	// CHECK-NEXT: nvvm.mbarrier.try_wait [[BAR]], %{{.*}}
//	// CHECK-NOT: tasync.wait
//
// Implemented are CHECK, -NEXT, -SAME, -EMPTY, -NOT, -DAG, -LABEL and -COUNT-n,
// the {LITERAL} modifier, {{regex}}, [[VAR:regex]], [[VAR]], [[@LINE+n]] and the
// comment prefixes COM and RUN. Arithmetic in [[#...]] is refused, not ignored.
// Regular expressions are POSIX extended ones, as FileCheck's are: leftmost and
// longest, no \d, no backslash inside brackets. Two differences remain: a dot
// matches a whole UTF-8 character, not a byte; and where one longest match can be
// divided between groups in several ways, the earliest alternative wins.
//
// The package knows nothing of this project's languages or tools, and only tests
// may import it. It keeps no state between calls and starts no goroutine; what it
// reports about the input is in terms of the input with its white space
// canonicalised, as matching sees it.
package filecheck
