//go:build !linux

package cuda

import (
	"errors"
	"runtime"
)

// Open loads the CUDA driver; there is none for this operating system.
func Open() (Driver, error) {
	return nil, errors.New("no CUDA driver: expected Linux, found " + runtime.GOOS)
}
