package tile

import (
	"slices"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// Dialect is the tile level.
var Dialect = &ir.Dialect{
	Name:    "tile",
	Summary: "what a kernel computes, on tiles",
	Doc: `The top level: programs that load, combine and store tiles of global buffers, one after the
other, without threads, memory spaces or synchronisation. A kernel is a func.func with the
attribute tile.kernel; tiles are builtin tensors, buffers builtin memrefs.`,
	Ops:         Ops(),
	Discardable: discardableDocs(),
	Dependents:  []*ir.Dialect{arith.Dialect},
	Hooks:       hooks{},
}

// The discardable attributes of the dialect.
const (
	// AccumulateAttr says in what type a tile.dot sums up, a string.
	AccumulateAttr = "tile.accumulate"
	// PersistentAttr marks the loop of a program over tiles; it is unit.
	PersistentAttr = "tile.persistent"
	// KernelAttr marks a func.func as a kernel; it is unit.
	KernelAttr = "tile.kernel"
	// NameAttr is the name of a kernel's argument for the host, a string.
	NameAttr = "tile.name"
	// StagesAttr on a tile.load says how many of its tiles are under way or in
	// use at once.
	StagesAttr = "tile.stages"
	// LaunchAttr is the launch metadata of a lowered kernel, a string.
	LaunchAttr = "tile.launch"
	// EntryOfAttr names, in a kernel that is one of several entries, the
	// kernel that the host knows.
	EntryOfAttr = "tile.entry_of"
	// CopyAttr is a hint on tile.load: one of CopyHints.
	CopyAttr = "tile.copy"
)

// CopyHints are the values of tile.copy: how a loaded tile gets to shared
// memory; direct means that it does not.
var CopyHints = []string{"auto", "tma", "bulk", "cp-async", "plain", "direct"}

// discardableDocs documents them.
func discardableDocs() []ir.Description {
	return []ir.Description{
		{
			Name:    KernelAttr,
			Summary: "marks a func.func as a kernel",
			Doc:     "The function has no results; its arguments are memrefs and scalars.",
			Example: KernelAttr,
			Since:   "0.1",
		},
		{
			Name:    NameAttr,
			Summary: "name of a kernel's argument for the host",
			Doc:     "Stands on an argument. Without it argument i is called argi.",
			Example: NameAttr + ` = "A"`,
			Since:   "0.1",
		},
		{
			Name:    LaunchAttr,
			Summary: "launch metadata of a lowered kernel",
			Doc: "Written by convert-async-to-nvvm: JSON that says how the host launches the kernel, in the format of\n" +
				"docs/launch-metadata.md.",
			Example: LaunchAttr + ` = "{}"`,
			Since:   "0.1",
		},
		{
			Name:    EntryOfAttr,
			Summary: "the kernel that the host knows",
			Doc:     "On a lowered kernel that is one of several entries: the name of the kernel they are entries of.",
			Example: EntryOfAttr + ` = "matmul"`,
			Since:   "0.1",
		},
		{
			Name:    CopyAttr,
			Summary: "hint how a loaded tile gets to shared memory",
			Doc: "On tile.load: auto, tma, bulk, cp-async or plain, as the option copy of tile-to-async, for this tile\n" +
				"alone, which then goes through shared memory also where no product reads it; or direct: it is loaded\n" +
				"to registers. What cannot be is not done, with a remark.",
			Example: CopyAttr + ` = "cp-async"`,
			Since:   "0.1",
		},
		{
			Name:    StagesAttr,
			Summary: "slots of the ring that a load fills",
			Doc:     "A hint on a tile.load in a loop, 1 to 8: how many tiles of it are under way or in use at once, instead of\nthe number that the other loads have.",
			Example: StagesAttr + " = 2 : i64",
			Since:   "0.1",
		},
		{
			Name:    AccumulateAttr,
			Summary: "type in which a product is summed up",
			Doc: "A hint on a tile.dot of f16 factors, f32 or f16: the latter takes half the registers and rounds after every\n" +
				"instruction. Without it the option of tile-to-async decides.",
			Example: AccumulateAttr + ` = "f16"`,
			Since:   "0.2",
		},
		{
			Name:    PersistentAttr,
			Summary: "the loop of a program over its tiles",
			Doc: "On a scf.for: each round is what one program of the grid would do, so that rounds are independent of\n" +
				"each other and may overlap. Written by tile-persist, or by hand.",
			Example: PersistentAttr,
			Since:   "0.2",
		},
		{
			Name:    "tile.convergent",
			Summary: "whether inline assembly must be executed by the threads of a warp together",
			Doc: "On llvm.inline_asm: unit or true for yes, false for no. Without it assembly with side effects is taken\n" +
				"to synchronise.",
			Example: "tile.convergent = false",
			Since:   "0.1",
		},
	}
}

// hooks are the checks of the dialect as a whole.
type hooks struct{}

// VerifyDiscardableAttr checks the attributes listed above.
func (hooks) VerifyDiscardableAttr(op *ir.Operation, attr ir.NamedAttr) error {
	switch attr.Name {
	case KernelAttr:
		return verifyKernel(op, attr.Attr)
	case CopyAttr:
		hint, _ := ir.StringValue(attr.Attr)
		if !op.Is(LoadDef.Name) || !slices.Contains(CopyHints, hint) {
			return op.OpError("attribute '%s' expects one of %s on a tile.load, found %s", attr.Name, strings.Join(CopyHints, ", "), attr.Attr)
		}
	case StagesAttr:
		if n, ok := ir.IntValue(attr.Attr); !ok || n < 1 || n > 8 || !op.Is(LoadDef.Name) {
			return op.OpError("expected '%s' to be an integer from 1 to 8 on a tile.load, found %s", attr.Name, attr.Attr)
		}
	case AccumulateAttr:
		if s, ok := ir.StringValue(attr.Attr); !ok || s != "f32" && s != "f16" || !op.Is(DotDef.Name) {
			return op.OpError("expected '%s' to be \"f32\" or \"f16\" on a tile.dot, found %s", attr.Name, attr.Attr)
		}
	case PersistentAttr:
		if !op.Is("scf.for") || attr.Attr != ir.Attr(op.Context().Unit()) {
			return op.OpError("attribute '%s' expects a scf.for and no value, found %s", attr.Name, attr.Attr)
		}
	case LaunchAttr, EntryOfAttr, NameAttr:
		if _, ok := ir.StringValue(attr.Attr); !ok {
			return op.OpError("attribute '%s' expects a string, found %s", attr.Name, attr.Attr)
		}
	}
	return nil
}

// ParamsResource is what type_param is said to write to: the compilation, so
// that the operation stays although it has no result.
const ParamsResource effects.Resource = "tile parameters"

// Effects keeps the operation alive.
func (o TypeParam) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Resource: ParamsResource}}
}

// Effects: reads the buffer.
func (o Load) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Read, Value: o.Source()}}
}

// Effects: writes the buffer.
func (o Store) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Value: o.Dest()}}
}
