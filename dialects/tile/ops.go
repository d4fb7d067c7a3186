package tile

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run ../../tools/opgen

// Constraints of this dialect.
var (
	tileC = &ir.Constraint{Desc: "tile (ranked tensor of integer, index or floating-point values)", Type: isTile}
	elemC = &ir.Constraint{Desc: "integer, index or floating-point", Type: isElem}
	f32C  = &ir.Constraint{Desc: "tile of 32-bit float values", Type: func(t ir.Type) bool {
		tt, ok := t.(*ir.TensorType)
		return ok && tt.Elem == ir.Type(t.Context().F32())
	}}
	floatC   = &ir.Constraint{Desc: "tile of floating-point values", Type: func(t ir.Type) bool { return isTile(t) && ir.IsFloat(ir.ElemOrSelf(t)) }}
	counterC = &ir.Constraint{Desc: "tile of index or 32-bit signless integer values", Type: func(t ir.Type) bool {
		return isTile(t) && (ir.IsIndex(ir.ElemOrSelf(t)) || ir.IsInt(ir.ElemOrSelf(t), 32))
	}}
)

func isElem(t ir.Type) bool { return ir.IsFloat(t) || ir.IsIntOrIndex(t) }

func isTile(t ir.Type) bool {
	tt, ok := t.(*ir.TensorType)
	return ok && isElem(tt.Elem)
}

func segmentSizes() ir.PropSlot { return ir.PropSlot{Name: "operandSegmentSizes", C: ir.I32ArrayC} }

func axisSlot() ir.PropSlot {
	return ir.PropSlot{Name: "axis", C: ir.I64AttrC, Doc: "dimension, the outermost is 0"}
}

func sizesSlot() ir.Slot {
	return ir.Slot{Name: "sizes", C: ir.IndexC, Arity: ir.Variadic, Doc: "one size for each dynamic dimension of the result"}
}

// ReduceKinds are the values of reduce's property kind.
var ReduceKinds = []string{"add", "mul", "max", "min"}

var kindC = &ir.Constraint{Desc: "reduction kind (add, mul, max or min)", Attr: oneOf(ReduceKinds)}

// DeviceProperties are the names that device_property takes: those that the
// launch metadata knows.
var DeviceProperties = []string{
	"compute_capability_major", "compute_capability_minor", "l2_cache_size",
	"max_shared_memory_per_block_optin", "multiprocessor_count",
}

func oneOf(names []string) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		s, ok := ir.StringValue(a)
		for _, n := range names {
			if ok && s == n {
				return true
			}
		}
		return false
	}
}

// Parameters and programs.

// ParamDef names an integer that is chosen when the kernel is compiled.
var ParamDef = &ir.OpDef{
	Name:    "tile.param",
	Summary: "integer parameter of the kernel",
	Doc: `The value is chosen when the kernel is compiled (pass tile-bind), by default the one given
here. The same name stands for the same value everywhere in a kernel.`,
	Example: `func.func @example() {
  %bm = tile.param "BM" = 128 : index
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	Out:    []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props:  []ir.PropSlot{{Name: "name", C: ir.StrAttrC, Doc: "name of the parameter"}, {Name: "default", C: ir.IndexAttrC, Doc: "value where none is bound"}},
	Format: "$name `=` $default `:` `index` attr-dict",
}

// TypeParamDef names an element type that is chosen when the kernel is
// compiled.
var TypeParamDef = &ir.OpDef{
	Name:    "tile.type_param",
	Summary: "element type parameter of the kernel",
	Doc: `The kernel is written with the default type. Binding another one (pass tile-bind) puts it in
the place of the default everywhere in the kernel: in arguments, tiles and constants.`,
	Example: `func.func @example() {
  tile.type_param "type" = f16
  return
}`,
	Since:  "0.1",
	Props:  []ir.PropSlot{{Name: "name", C: ir.StrAttrC, Doc: "name of the parameter"}, {Name: "default", C: ir.TypeAttrC, Doc: "type with which the kernel is written"}},
	Format: "$name `=` $default attr-dict",
}

// ProgramIDDef says which program this is.
var ProgramIDDef = &ir.OpDef{
	Name:    "tile.program_id",
	Summary: "coordinates of the program in the grid",
	Doc: `The operands are the extents of the grid of programs, one to three; each result counts from
0 to its extent. Without the operation there is one program. The host evaluates the extents
when it launches the kernel, so they are made of arguments, sizes of arguments, parameters,
device properties and integer arithmetic only. All in one kernel agree in their extents.`,
	Example: `func.func @example(%gm: index, %gn: index) {
  %pm, %pn = tile.program_id(%gm, %gn)
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	In:     []ir.Slot{{Name: "extents", C: ir.IndexC, Arity: ir.Variadic, Doc: "programs along each dimension of the grid"}},
	Out:    []ir.Slot{{Name: "ids", C: ir.IndexC, Arity: ir.Variadic, Doc: "coordinate in each dimension"}},
	Format: "`(` $extents `)` attr-dict",
}

// DevicePropertyDef reads a property of the device.
var DevicePropertyDef = &ir.OpDef{
	Name:    "tile.device_property",
	Summary: "property of the device that runs the kernel",
	Doc:     `The host reads it when it launches the kernel. The names are those of the launch metadata.`,
	Example: `func.func @example() {
  %n = tile.device_property "multiprocessor_count"
  return
}`,
	Since:  "0.1",
	Traits: ir.Pure,
	Out:    []ir.Slot{{Name: "result", C: ir.IndexC}},
	Props:  []ir.PropSlot{{Name: "name", C: ir.StrAttrC}},
	Format: "$name attr-dict",
}

// DivMagicDef asks the host for the magic number of a divisor.
var DivMagicDef = &ir.OpDef{
	Name:    "tile.div_magic",
	Summary: "multiplier and shift that divide by a launch constant",
	Doc: `For a divisor d of 1 to 2^31-1 that the host can evaluate at launch, mul and shift are such
that for every x of 0 to 2^31-1 the quotient x / d is (high(x * mul) + x) >> shift, where high
is the upper half of the unsigned 64-bit product and the sum fits 32 bits. The optional bound
is what every x is below: the host refuses to launch when it exceeds 2^31. (Granlund and
Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994.)`,
	Example: `func.func @example(%d: index, %n: index) {
  %mul, %shift = tile.div_magic %d below %n
  return
}`,
	Since:  "0.1",
	Traits: ir.NoMemoryEffect,
	In:     []ir.Slot{{Name: "divisor", C: ir.IndexC, Doc: "a launch constant"}, {Name: "bound", C: ir.IndexC, Arity: ir.Optional, Doc: "what is divided stays below it"}},
	Out:    []ir.Slot{{Name: "mul", C: ir.I32}, {Name: "shift", C: ir.I32}},
	Format: "$divisor (`below` $bound^)? attr-dict",
}
