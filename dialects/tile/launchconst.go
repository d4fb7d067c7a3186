package tile

import "github.com/tile-opt/tile-opt/ir"

// launchOps are the operations, besides constants and those of this dialect,
// by which launch constants are made of launch constants: what a host can
// compute with integers of 64 bits.
var launchOps = map[string]bool{
	"arith.addi": true, "arith.subi": true, "arith.muli": true,
	"arith.divsi": true, "arith.divui": true, "arith.remsi": true, "arith.remui": true,
	"arith.ceildivsi": true, "arith.ceildivui": true, "arith.floordivsi": true,
	"arith.minsi": true, "arith.maxsi": true, "arith.minui": true, "arith.maxui": true,
	"arith.shli": true, "arith.shrsi": true, "arith.shrui": true,
	"arith.cmpi": true, "arith.select": true,
	"arith.index_cast": true, "arith.index_castui": true, "arith.extsi": true, "arith.extui": true,
}

// logicOps are launch operations on i1 only, where they are and and or.
var logicOps = map[string]bool{"arith.andi": true, "arith.ori": true}

// maxLaunchOps bounds the operations behind one launch constant.
const maxLaunchOps = 10000

// IsLaunchConstant reports whether the host can evaluate an integer when it
// launches the kernel: v is made of integer arguments of the kernel, sizes of
// its memref arguments, constants, parameters, device properties and the
// integer arithmetic that launch metadata has.
func IsLaunchConstant(v *ir.Value) bool {
	stack := []*ir.Value{v}
	seen := make(map[*ir.Value]bool)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		if len(seen) > maxLaunchOps || !ir.IsIntOrIndex(v.Type()) {
			return false
		}
		more, ok := launchOperands(v)
		if !ok {
			return false
		}
		stack = append(stack, more...)
	}
	return true
}

// launchOperands returns the values that v is computed from, and whether a
// host could do so.
func launchOperands(v *ir.Value) ([]*ir.Value, bool) {
	def := v.Def()
	if def == nil {
		return nil, isArgument(v)
	}
	name := def.Name()
	switch {
	case def.Is("memref.dim"):
		return []*ir.Value{def.Operand(1)}, isArgument(rootBuffer(def.Operand(0)))
	case def.Has(ir.ConstantLike), def.Is(ParamDef.Name), def.Is(DevicePropertyDef.Name):
		return nil, true
	case launchOps[name], logicOps[name] && ir.IsInt(v.Type(), 1), def.Is(DivMagicDef.Name):
		return def.Operands(), true
	}
	return nil, false
}

// isArgument reports whether v is an argument of a function.
func isArgument(v *ir.Value) bool {
	b := v.Block()
	return v.IsBlockArg() && b != nil && b.IsEntry() && b.Parent() != nil && b.Parent().Is("func.func")
}
