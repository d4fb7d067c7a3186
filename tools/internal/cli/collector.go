package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

const (
	// firstMemory and firstPerByte are the memory that a command may fill
	// before the collector first runs: so much, and so much for a byte of
	// input. IR takes between three and four bytes for one of its text, passes another.
	firstMemory  = 48 << 20
	firstPerByte = 5
	// maxFirst bounds that on inputs of unusual size.
	maxFirst = 4 << 30
	// laterPercent is how much the heap may grow between later collections.
	laterPercent = 50
)

// DelayCollector lets a command that is about to work on so many bytes of
// input do so without garbage collections while its memory is of the size that
// such an input needs anyway, and holds the heap more tightly than Go does once
// it is larger. A module is a large heap that only grows: collecting it early
// finds nothing, and letting it double later costs more than collecting it.
// GOGC and GOMEMLIMIT in the environment take precedence. Call it from a
// command only, as soon as the size is known: the settings are the process's.
func DelayCollector(input int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(min(firstMemory+firstPerByte*min(input, maxFirst), maxFirst))
	// The sentinel is garbage, so that its cleanup runs behind the first
	// collection.
	runtime.AddCleanup(new([16]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, laterPercent)
}

// InputSize returns the bytes of an input that is a regular file, else 0.
func InputSize(path string) int64 {
	if path == "" || path == "-" {
		return 0
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return info.Size()
	}
	return 0
}
