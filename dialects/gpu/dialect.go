package gpu

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

import (
	"slices"

	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// dialectName is the prefix of the dialect.
const dialectName = "gpu"

// The discardable attributes of the dialect.
const (
	// KernelAttr marks a function that the host launches.
	KernelAttr = "gpu.kernel"
	// ContainerModuleAttr marks a builtin.module that holds modules of device
	// code and launches of their kernels.
	ContainerModuleAttr = "gpu.container_module"
	// workgroupAttr is the number of arguments of a body that are memory of
	// the block.
	workgroupAttr = "workgroup_attributions"
)

// Dialect is the dialect gpu.
var Dialect = &ir.Dialect{
	Name:       dialectName,
	Summary:    "code for a GPU and its launch",
	Doc:        "Modules of device code, kernels, what a thread knows of its place, barriers and exchanges between threads; launches and memory as the host sees them.",
	Ops:        Ops(),
	Dependents: []*ir.Dialect{arith.Dialect},
	Hooks:      hooks{},
}

type hooks struct{}

// MaterializeConstant makes arith.constant.
func (hooks) MaterializeConstant(b *ir.Builder, value ir.Attr, t ir.Type, loc ir.Loc) *ir.Operation {
	return arith.MaterializeConstant(b, value, t, loc)
}

// Enums lists the enums that have a mnemonic.
func (hooks) Enums() []*ir.Enum { return enums() }

// Directives returns the custom directives of the formats.
func (hooks) Directives() map[string]asm.Directive { return directives }

// ParseAttr reads the attributes of the dialect that are no enums.
func (hooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	if mnemonic == "select_object" {
		var target ir.Attr
		if p.OptPunct("<") {
			target = p.Attr(nil)
			p.Punct(">")
		}
		return selectObject(p.Context(), target), nil
	}
	if !slices.Contains(textMnemonics, mnemonic) {
		return p.UnknownAttr(mnemonic)
	}
	p.Punct("<")
	body := p.BalancedText('<')
	p.Punct(">")
	return textAttr(p.Context(), mnemonic, body), nil
}

// ParseType reads the types of the dialect.
func (hooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	if mnemonic == "mma_matrix" {
		return parseMatrix(p)
	}
	if k := slices.Index(handleNames[:], mnemonic); k >= 0 {
		return HandleOf(p.Context(), HandleKind(k)), nil
	}
	return p.UnknownType(mnemonic)
}

func parseMatrix(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	at := p.Here()
	shape := p.Dims(false)
	elem := p.Type()
	p.Punct(",")
	operand := p.StringLit()
	p.Punct(">")
	if err := CheckMMAMatrix(shape, elem, operand); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return MMAMatrixOf(shape, elem, operand), nil
}

// SpaceAttr returns #gpu.address_space of that value.
func SpaceAttr(c *ir.Context, space int64) ir.Attr { return AddressSpaceEnum.Attr(c, space) }

// The effects: what nothing is said of is unknown, so it is kept.

func effect(k effects.Kind, v *ir.Value) effects.Effect { return effects.Effect{Kind: k, Value: v} }

// Effects: the result is allocated.
func (o Alloc) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Alloc, o.Memref())}
}

// Effects: the operand is freed.
func (o Dealloc) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Free, o.Memref())}
}

// Effects: the source is read, the target written.
func (o Memcpy) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.Src()), effect(effects.Write, o.Dst())}
}

// Effects: the target is written.
func (o Memset) Effects() []effects.Effect { return []effects.Effect{effect(effects.Write, o.Dst())} }

// Effects: something is written that no value names.
func (Printf) Effects() []effects.Effect { return []effects.Effect{{Kind: effects.Write}} }

// Effects: something is written that no value names.
func (SetDefaultDevice) Effects() []effects.Effect { return []effects.Effect{{Kind: effects.Write}} }

// Effects: the memory is read.
func (o SubgroupMmaLoadMatrix) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Read, o.SrcMemref())}
}

// Effects: the memory is written.
func (o SubgroupMmaStoreMatrix) Effects() []effects.Effect {
	return []effects.Effect{effect(effects.Write, o.DstMemref())}
}
