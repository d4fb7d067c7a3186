package gpu

import "github.com/tile-opt/tile-opt/ir"

// AllocDef defines gpu.alloc: allocation of device memory.
var AllocDef = &ir.OpDef{
	Name:    "gpu.alloc",
	Summary: "allocation of device memory",
	Since:   "0.1",
	Traits:  ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dynamicSizes", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "symbolOperands", C: ir.IndexC, Arity: ir.Variadic},
	},
	Out: []ir.Slot{
		{Name: "memref", C: ir.AnyMemRef},
		{Name: "asyncToken", C: asyncToken, Arity: ir.Optional},
	},
	Props: []ir.PropSlot{
		{Name: "hostShared", C: ir.UnitAttrC, Optional: true},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
}

// DeallocDef defines gpu.dealloc: end of an allocation of device memory.
var DeallocDef = &ir.OpDef{
	Name:    "gpu.dealloc",
	Summary: "end of an allocation of device memory",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "memref", C: ir.AnyMemRef},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $memref attr-dict `:` type($memref)",
}

// HostRegisterDef defines gpu.host_register: makes host memory visible to the device.
var HostRegisterDef = &ir.OpDef{
	Name:    "gpu.host_register",
	Summary: "makes host memory visible to the device",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "value", C: unrankedMemRef},
	},
	Format: "$value attr-dict `:` type($value)",
}

// HostUnregisterDef defines gpu.host_unregister: ends what gpu.host_register did.
var HostUnregisterDef = &ir.OpDef{
	Name:    "gpu.host_unregister",
	Summary: "ends what gpu.host_register did",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "value", C: unrankedMemRef},
	},
	Format: "$value attr-dict `:` type($value)",
}

// MemcpyDef defines gpu.memcpy: copy between host and device.
var MemcpyDef = &ir.OpDef{
	Name:    "gpu.memcpy",
	Summary: "copy between host and device",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dst", C: ir.AnyMemRef},
		{Name: "src", C: ir.AnyMemRef},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dst`,` $src `:` type($dst)`,` type($src) attr-dict",
}

// MemsetDef defines gpu.memset: fill of device memory.
var MemsetDef = &ir.OpDef{
	Name:    "gpu.memset",
	Summary: "fill of device memory",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
		{Name: "dst", C: ir.AnyMemRef},
		{Name: "value", C: ir.AnyType},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) $dst`,` $value `:` type($dst)`,` type($value) attr-dict",
}

// SetDefaultDeviceDef defines gpu.set_default_device: choice of the device.
var SetDefaultDeviceDef = &ir.OpDef{
	Name:    "gpu.set_default_device",
	Summary: "choice of the device",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "devIndex", C: ir.I32},
	},
	Format: "attr-dict $devIndex",
}

// WaitDef defines gpu.wait: wait for asynchronous operations.
var WaitDef = &ir.OpDef{
	Name:    "gpu.wait",
	Summary: "wait for asynchronous operations",
	Since:   "0.1",
	In: []ir.Slot{
		{Name: "asyncDependencies", C: asyncToken, Arity: ir.Variadic},
	},
	Out:    []ir.Slot{{Name: "asyncToken", C: asyncToken, Arity: ir.Optional}},
	Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) attr-dict",
}
