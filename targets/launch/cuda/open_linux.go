package cuda

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"

	"github.com/tile-opt/tile-opt/targets/launch"
)

// library is the driver's library, which comes with the display driver and not with the toolkit.
const library = "libcuda.so.1"

// result is a CUresult.
type result int32

// api holds the driver's functions under their names in the CUDA Driver API, section by section: Initialization and
// Device Management, Primary Context, Module, Memory, Execution, Event, Tensor Map Object.
type api struct {
	cuInit                func(flags uint32) result
	cuGetErrorName        func(r result, text *uintptr) result
	cuGetErrorString      func(r result, text *uintptr) result
	cuDeviceGet           func(device *int32, ordinal int32) result
	cuDeviceGetName       func(name *byte, length int32, device int32) result
	cuDeviceGetAttribute  func(value *int32, attribute int32, device int32) result
	cuPrimaryCtxRetain    func(context *uintptr, device int32) result
	cuCtxSetCurrent       func(context uintptr) result
	cuModuleLoadDataEx    func(module *uintptr, image *byte, n uint32, options *int32, values *uintptr) result
	cuModuleGetFunction   func(function *uintptr, module uintptr, name *byte) result
	cuFuncGetAttribute    func(value *int32, attribute int32, function uintptr) result
	cuFuncSetAttribute    func(function uintptr, attribute int32, value int32) result
	cuMemAlloc            func(address *uint64, bytes uint64) result
	cuMemFree             func(address uint64) result
	cuMemsetD8            func(address uint64, value uint8, bytes uint64) result
	cuMemcpyHtoD          func(dst uint64, src *byte, bytes uint64) result
	cuMemcpyDtoH          func(dst *byte, src uint64, bytes uint64) result
	cuLaunchKernel        func(f uintptr, gx, gy, gz, bx, by, bz, shared uint32, stream uintptr, params *unsafe.Pointer, extra uintptr) result
	cuStreamSynchronize   func(stream uintptr) result
	cuEventCreate         func(event *uintptr, flags uint32) result
	cuEventRecord         func(event, stream uintptr) result
	cuEventQuery          func(event uintptr) result
	cuEventElapsedTime    func(ms *float32, from, to uintptr) result
	cuEventDestroy        func(event uintptr) result
	cuTensorMapEncodeTile func(m unsafe.Pointer, dataType int32, rank uint32, address uint64, dims, strides *uint64,
		box, elementStrides *uint32, interleave, swizzle, l2, oob int32) result
}

// symbols pairs the fields of a with the names that the library exports; _v2 is what cuda.h maps the plain names to.
func (a *api) symbols() []struct {
	name string
	fn   any
} {
	return []struct {
		name string
		fn   any
	}{
		{"cuInit", &a.cuInit}, {"cuGetErrorName", &a.cuGetErrorName}, {"cuGetErrorString", &a.cuGetErrorString},
		{"cuDeviceGet", &a.cuDeviceGet}, {"cuDeviceGetName", &a.cuDeviceGetName}, {"cuDeviceGetAttribute", &a.cuDeviceGetAttribute},
		{"cuDevicePrimaryCtxRetain", &a.cuPrimaryCtxRetain}, {"cuCtxSetCurrent", &a.cuCtxSetCurrent},
		{"cuModuleLoadDataEx", &a.cuModuleLoadDataEx}, {"cuModuleGetFunction", &a.cuModuleGetFunction},
		{"cuFuncGetAttribute", &a.cuFuncGetAttribute}, {"cuFuncSetAttribute", &a.cuFuncSetAttribute},
		{"cuMemAlloc_v2", &a.cuMemAlloc}, {"cuMemFree_v2", &a.cuMemFree}, {"cuMemsetD8_v2", &a.cuMemsetD8},
		{"cuMemcpyHtoD_v2", &a.cuMemcpyHtoD}, {"cuMemcpyDtoH_v2", &a.cuMemcpyDtoH},
		{"cuLaunchKernel", &a.cuLaunchKernel}, {"cuStreamSynchronize", &a.cuStreamSynchronize},
		{"cuEventCreate", &a.cuEventCreate}, {"cuEventRecord", &a.cuEventRecord}, {"cuEventQuery", &a.cuEventQuery},
		{"cuEventElapsedTime", &a.cuEventElapsedTime}, {"cuEventDestroy_v2", &a.cuEventDestroy},
		{"cuTensorMapEncodeTiled", &a.cuTensorMapEncodeTile},
	}
}

// Enumerators of the CUDA Driver API.
const (
	errorNotReady                result = 600
	attributeMaxDynamicShared           = 8 // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
	attributeLocalBytes                 = 3 // CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES
	attributeRegisters                  = 4 // CU_FUNC_ATTRIBUTE_NUM_REGS
	jitErrorLogBuffer                   = 5 // CU_JIT_ERROR_LOG_BUFFER
	jitErrorLogBufferSizeInBytes        = 6 // CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
)

// deviceAttributes are the CUdevice_attribute numbers of launch.PropertyNames, in their order.
func deviceAttributes() []int32 { return []int32{75, 76, 38, 97, 16} }

type driver struct {
	api
	device int32
}

// Open loads the CUDA driver, takes the first device (CUDA_VISIBLE_DEVICES chooses which that is) and binds its context to
// the calling goroutine's thread, which the goroutine keeps from then on. The error says what is missing: the library, a
// function in it, or a device.
func Open() (Driver, error) {
	lib, err := purego.Dlopen(library, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("no CUDA driver: %s not found or not loadable: %w", library, err)
	}
	d := new(driver)
	for _, s := range d.symbols() {
		address, err := purego.Dlsym(lib, s.name)
		if err != nil {
			return nil, fmt.Errorf("the CUDA driver is too old: expected %s, of CUDA 12.0 or later", s.name)
		}
		purego.RegisterFunc(s.fn, address)
	}
	runtime.LockOSThread()
	if err := d.check("cuInit", d.cuInit(0)); err != nil {
		return nil, fmt.Errorf("no CUDA device: %w", err)
	}
	if err := d.check("cuDeviceGet", d.cuDeviceGet(&d.device, 0)); err != nil {
		return nil, fmt.Errorf("no CUDA device: %w", err)
	}
	var context uintptr
	if err := d.check("cuDevicePrimaryCtxRetain", d.cuPrimaryCtxRetain(&context, d.device)); err != nil {
		return nil, err
	}
	return d, d.check("cuCtxSetCurrent", d.cuCtxSetCurrent(context))
}

// check turns a CUresult into an error such as "cuInit: CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected".
func (d *driver) check(call string, r result) error {
	if r == 0 {
		return nil
	}
	var name, text uintptr
	if d.cuGetErrorName(r, &name) != 0 || d.cuGetErrorString(r, &text) != 0 {
		return fmt.Errorf("%s: CUresult %d", call, r)
	}
	return fmt.Errorf("%s: %s: %s", call, cString(name), cString(text))
}

// cString copies a C string of the library's own.
func cString(address uintptr) string {
	// The memory is not Go's: reading the pointer through its own address is how vet is told that no Go pointer is forged.
	p := *(**byte)(unsafe.Pointer(&address))
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// terminated returns text as a C string.
func terminated(text string) *byte { return &append([]byte(text), 0)[0] }

func (d *driver) Properties() (string, launch.Properties, error) {
	name := make([]byte, 256)
	if err := d.check("cuDeviceGetName", d.cuDeviceGetName(&name[0], int32(len(name)), d.device)); err != nil {
		return "", nil, err
	}
	p := launch.Properties{}
	numbers := deviceAttributes()
	for i, key := range launch.PropertyNames() {
		var v int32
		if err := d.check("cuDeviceGetAttribute", d.cuDeviceGetAttribute(&v, numbers[i], d.device)); err != nil {
			return "", nil, err
		}
		p[key] = int64(v)
	}
	return string(name[:bytes.IndexByte(name, 0)]), p, nil
}

func (d *driver) Load(image []byte) (Module, error) {
	text := append(bytes.Clone(image), 0) // PTX is read up to a NUL
	log := make([]byte, 1<<16)
	options := []int32{jitErrorLogBuffer, jitErrorLogBufferSizeInBytes}
	values := []uintptr{uintptr(unsafe.Pointer(&log[0])), uintptr(len(log))}
	var m uintptr
	err := d.check("cuModuleLoadDataEx", d.cuModuleLoadDataEx(&m, &text[0], uint32(len(options)), &options[0], &values[0]))
	runtime.KeepAlive(log)
	if end := bytes.IndexByte(log, 0); err != nil && end > 0 {
		err = fmt.Errorf("%w\n%s", err, bytes.TrimSpace(log[:end]))
	}
	return Module(m), err
}

func (d *driver) Function(m Module, name string) (Function, error) {
	var f uintptr
	err := d.check("cuModuleGetFunction", d.cuModuleGetFunction(&f, uintptr(m), terminated(name)))
	return Function(f), err
}

func (d *driver) Usage(f Function) (registers, local int, err error) {
	var r, l int32
	err = errors.Join(
		d.check("cuFuncGetAttribute", d.cuFuncGetAttribute(&r, attributeRegisters, uintptr(f))),
		d.check("cuFuncGetAttribute", d.cuFuncGetAttribute(&l, attributeLocalBytes, uintptr(f))))
	return int(r), int(l), err
}

func (d *driver) SetDynamicShared(f Function, bytes int) error {
	return d.check("cuFuncSetAttribute", d.cuFuncSetAttribute(uintptr(f), attributeMaxDynamicShared, int32(bytes)))
}

func (d *driver) Alloc(bytes int64) (uint64, error) {
	var a uint64
	err := d.check("cuMemAlloc", d.cuMemAlloc(&a, uint64(bytes)))
	return a, err
}

func (d *driver) Free(address uint64) error { return d.check("cuMemFree", d.cuMemFree(address)) }

func (d *driver) Set(address uint64, value byte, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	if err := d.check("cuMemsetD8", d.cuMemsetD8(address, value, uint64(bytes))); err != nil {
		return err
	}
	return d.check("cuStreamSynchronize", d.cuStreamSynchronize(0))
}

func (d *driver) Upload(address uint64, data []byte) error {
	if len(data) == 0 {
		return nil
	}
	return d.check("cuMemcpyHtoD", d.cuMemcpyHtoD(address, &data[0], uint64(len(data))))
}

func (d *driver) Download(data []byte, address uint64) error {
	if len(data) == 0 {
		return nil
	}
	return d.check("cuMemcpyDtoH", d.cuMemcpyDtoH(&data[0], address, uint64(len(data))))
}

func (d *driver) EncodeTensorMap(v *launch.TensorMapValue) ([]byte, error) {
	const size, align = 128, 64
	raw := make([]byte, size+align)
	skip := int(-uintptr(unsafe.Pointer(&raw[0])) % align)
	out := raw[skip : skip+size : skip+size]
	p, codes := v.Param, v.Param.Codes()
	box, steps := make([]uint32, p.Rank), make([]uint32, p.Rank)
	for i := range box {
		box[i], steps[i] = uint32(p.Box[i]), uint32(p.ElementStrides[i])
	}
	// A map of rank 1 has no strides, but the driver may not be given a nil pointer.
	strides := append(append([]uint64{}, v.Strides...), 0)
	err := d.check("cuTensorMapEncodeTiled", d.cuTensorMapEncodeTile(unsafe.Pointer(&out[0]), codes.DataType, uint32(p.Rank), v.Address,
		&v.Dims[0], &strides[0], &box[0], &steps[0], codes.Interleave, codes.Swizzle, codes.L2Promotion, codes.OOBFill))
	return out, err
}

// Launch needs no attribute for clusters: their size is compiled into the entry (.reqnctapercluster), and the driver takes
// it from there.
func (d *driver) Launch(f Function, l *launch.Launch, params [][]byte) error {
	pointers := make([]unsafe.Pointer, len(params)+1)
	for i, p := range params {
		pointers[i] = unsafe.Pointer(&p[0])
	}
	return d.check("cuLaunchKernel", d.cuLaunchKernel(uintptr(f), l.Grid[0], l.Grid[1], l.Grid[2], l.Block[0], l.Block[1], l.Block[2],
		uint32(l.SharedBytes), 0, &pointers[0], 0))
}

func (d *driver) NewEvent() (Event, error) {
	var e uintptr
	err := d.check("cuEventCreate", d.cuEventCreate(&e, 0))
	return Event(e), err
}

func (d *driver) Record(e Event) error {
	return d.check("cuEventRecord", d.cuEventRecord(uintptr(e), 0))
}

func (d *driver) Done(e Event) (bool, error) {
	r := d.cuEventQuery(uintptr(e))
	if r == errorNotReady {
		return false, nil
	}
	return true, d.check("cuEventQuery", r)
}

func (d *driver) Elapsed(from, to Event) (float64, error) {
	var ms float32
	err := d.check("cuEventElapsedTime", d.cuEventElapsedTime(&ms, uintptr(from), uintptr(to)))
	return float64(ms) * 1000, err
}

func (d *driver) FreeEvent(e Event) error {
	return d.check("cuEventDestroy", d.cuEventDestroy(uintptr(e)))
}
