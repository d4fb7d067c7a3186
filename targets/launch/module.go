package launch

import (
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// Version is the version of the format that this package reads and writes. It changes whenever a reader of the old
// version could launch a kernel wrongly from the new one.
const Version = 1

// Module says how the host launches the entries of one compiled kernel.
type Module struct {
	Version int    `json:"version"`
	Target  string `json:"target"`           // for example "sm_90a"
	Kernel  string `json:"kernel"`           // the kernel author's name
	Source  string `json:"source,omitempty"` // the file that it came from, for people
	// Args are the arguments as the kernel's author wrote them, in order. Everything below refers to them by index.
	Args []Arg `json:"args"`
	// Entries are alternatives that compute the same; the launcher takes the first whose preconditions hold.
	Entries []Entry `json:"entries"`
}

// ArgKind tells buffers from scalars.
type ArgKind string

// The kinds of arguments.
const (
	Memref ArgKind = "memref" // a buffer in global memory with dynamic sizes and strides
	Scalar ArgKind = "scalar"
)

// Arg is one argument of the kernel.
type Arg struct {
	Name   string    `json:"name"`
	Kind   ArgKind   `json:"kind"`
	Type   elem.Type `json:"type"`             // of an element, or of the scalar
	Rank   int       `json:"rank,omitempty"`   // of a memref, 0 to 5
	Output bool      `json:"output,omitempty"` // the kernel writes it
	// Optional marks an integer scalar at the end of the list that a caller may leave out: it is 0 then.
	Optional bool `json:"optional,omitempty"`
}

// Entry is one function of the compiled code.
type Entry struct {
	Name string `json:"name"` // of the .entry in the PTX
	// Grid is the number of blocks along x, y and z. Where one of them is 0 there is nothing to do and nothing is launched.
	Grid [3]Expr `json:"grid"`
	// Block is the number of threads along x, y and z.
	Block [3]int `json:"block"`
	// Cluster is the number of blocks in a cluster along x, y and z; the code carries it too. It divides Grid.
	Cluster [3]int `json:"cluster"`
	// SharedBytes is the dynamic shared memory of a block.
	SharedBytes int `json:"shared_bytes"`
	// Params are the parameters of the function in order.
	Params []Param `json:"params"`
	// Preconditions must all hold for this entry to be launched.
	Preconditions []Precondition `json:"preconditions"`
}

// Precondition is a condition on the arguments of a call.
type Precondition struct {
	Cond Expr `json:"cond"` // holds where it is not 0
	Arg  int  `json:"arg"`  // the argument to name where it doesn't
	// Message says what is expected, for example "address must be a multiple of 16".
	Message string `json:"message"`
	// Value is what was found, for the message.
	Value Expr `json:"value,omitzero"`
}

// Param is how the host makes one parameter. Exactly one of the fields is set.
type Param struct {
	Pointer   *PointerParam   `json:"pointer,omitempty"`
	Scalar    *ScalarParam    `json:"scalar,omitempty"`
	TensorMap *TensorMapParam `json:"tensor_map,omitempty"`
}

// PointerParam passes the device address of a memref argument, 8 bytes.
type PointerParam struct {
	Arg   int `json:"arg"`
	Align int `json:"align"` // what the code assumes, in bytes; the entry's preconditions ask for it
}

// ScalarParam passes a number of type Type. For an integer type Value is any expression, whose result must fit the type
// read as signed or as unsigned; for a floating-point type it is exactly ScalarOf of an argument of the same type.
type ScalarParam struct {
	Type  elem.Type `json:"type"`
	Value Expr      `json:"value"`
}

// Swizzle is how a tensor map permutes 16-byte chunks in shared memory, as CUtensorMapSwizzle.
type Swizzle string

// The swizzles.
const (
	SwizzleNone Swizzle = "none"
	Swizzle32B  Swizzle = "32B"
	Swizzle64B  Swizzle = "64B"
	Swizzle128B Swizzle = "128B"
)

// Span returns the bytes of a row that the swizzle permutes, 0 for SwizzleNone.
func (s Swizzle) Span() int {
	switch s {
	case Swizzle32B:
		return 32
	case Swizzle64B:
		return 64
	case Swizzle128B:
		return 128
	}
	return 0
}

// L2Promotion is the size to which L2 fetches are widened, as CUtensorMapL2promotion.
type L2Promotion string

// The widths of L2 fetches.
const (
	L2None L2Promotion = "none"
	L264B  L2Promotion = "64B"
	L2128B L2Promotion = "128B"
	L2256B L2Promotion = "256B"
)

// OOBFill is what a load finds outside the tensor, as CUtensorMapFloatOOBfill.
type OOBFill string

// The fills.
const (
	FillZero OOBFill = "zero" // CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE
	FillNaN  OOBFill = "nan"  // CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
)

// Interleave is the interleaved layout of a tensor map; there is only none.
type Interleave string

// InterleaveNone is CU_TENSOR_MAP_INTERLEAVE_NONE.
const InterleaveNone Interleave = "none"

// TensorMapParam passes a tensor map of a memref argument (a CUtensorMap made by cuTensorMapEncodeTiled), 128 bytes by
// value, 64-byte aligned in the parameter space. All lists have the innermost dimension first. The launcher raises every
// dimension to 1 and every stride to 16, which the encoder demands, so that empty arguments need no special case.
type TensorMapParam struct {
	Arg            int         `json:"arg"`
	Type           elem.Type   `json:"type"`
	Rank           int         `json:"rank"`            // 1 to 5
	Dims           []Expr      `json:"dims"`            // sizes in elements
	Strides        []Expr      `json:"strides"`         // in bytes, of the dimensions from the second on
	Box            []int       `json:"box"`             // elements that one copy moves along each dimension
	ElementStrides []int       `json:"element_strides"` // all 1 unless elements are skipped
	Swizzle        Swizzle     `json:"swizzle"`
	L2Promotion    L2Promotion `json:"l2_promotion"`
	OOBFill        OOBFill     `json:"oob_fill"`
	Interleave     Interleave  `json:"interleave"`
}

// Outputs returns the indices of the arguments that the kernel writes.
func (m *Module) Outputs() []int {
	var out []int
	for i, a := range m.Args {
		if a.Output {
			out = append(out, i)
		}
	}
	return out
}

// Entry returns the entry called name, nil where there is none.
func (m *Module) Entry(name string) *Entry {
	for i := range m.Entries {
		if m.Entries[i].Name == name {
			return &m.Entries[i]
		}
	}
	return nil
}
