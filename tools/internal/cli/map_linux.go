package cli

import (
	"os"
	"syscall"
)

// mapFile maps the first size bytes of a file.
func mapFile(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_PRIVATE)
}

// unload takes mapped text out of memory until it is looked at again. It is
// advice, so that nothing follows from a failure.
func unload(text []byte) { _ = syscall.Madvise(text, syscall.MADV_DONTNEED) }

// unmap ends a mapping.
func unmap(text []byte) { _ = syscall.Munmap(text) }
