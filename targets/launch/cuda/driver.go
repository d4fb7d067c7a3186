package cuda

import (
	"github.com/tile-opt/tile-opt/targets/launch"
)

// Handles of the driver's objects.
type (
	Module   uintptr
	Function uintptr
	Event    uintptr
)

// Driver is what Run needs of a GPU, all of it on one device, in one context and on its default stream. A Driver belongs
// to one goroutine, which stays on its thread.
type Driver interface {
	// Properties returns the device's name and its values of launch.PropertyNames.
	Properties() (name string, p launch.Properties, err error)
	// Load loads PTX text or a cubin; the error holds the log of the driver's assembler.
	Load(image []byte) (Module, error)
	Function(m Module, name string) (Function, error)
	// Usage returns the registers and the bytes of local memory of a thread.
	Usage(f Function) (registers, local int, err error)
	SetDynamicShared(f Function, bytes int) error
	Alloc(bytes int64) (address uint64, err error)
	Free(address uint64) error
	// Set fills memory with one byte, Upload and Download copy; all three have happened when they return.
	Set(address uint64, value byte, bytes int64) error
	Upload(address uint64, data []byte) error
	Download(data []byte, address uint64) error
	// EncodeTensorMap returns the 128 bytes of a CUtensorMap.
	EncodeTensorMap(v *launch.TensorMapValue) ([]byte, error)
	// Launch enqueues one launch; params holds the bytes of each parameter.
	Launch(f Function, l *launch.Launch, params [][]byte) error
	NewEvent() (Event, error)
	Record(e Event) error
	// Done reports whether everything before the event's last Record has finished. An error means that a kernel failed,
	// after which nothing works in this process.
	Done(e Event) (bool, error)
	// Elapsed returns the microseconds between two events that are done.
	Elapsed(from, to Event) (float64, error)
	FreeEvent(e Event) error
}
