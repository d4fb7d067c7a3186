package scf

import "github.com/tile-opt/tile-opt/ir"

//go:generate go run github.com/tile-opt/tile-opt/tools/opgen

// ConditionDef defines scf.condition: end of the first region of scf.while.
var ConditionDef = &ir.OpDef{
	Name:    "scf.condition",
	Summary: "end of the first region of scf.while",
	Doc: `Goes on with the second region of the loop when the condition is true, and leaves the
loop when it is not; either way the other operands are handed over.`,
	Example: whileExample,
	Since:   "0.1",
	Traits:  ir.Pure | ir.Terminator,
	In: []ir.Slot{
		{Name: "condition", C: ir.I1},
		{Name: "args", C: ir.AnyType, Arity: ir.Variadic},
	},
	HasParent: []string{"scf.while"},
	Format:    "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
}

// ExecuteRegionDef defines scf.execute_region: execute a region once.
var ExecuteRegionDef = &ir.OpDef{
	Name:    "scf.execute_region",
	Summary: "execute a region once",
	Doc: `Executes its region, which may have several blocks, exactly once: a place for branches
where only one block is allowed. no_inline asks to keep the region.`,
	Example: `func.func @example(%a: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.br ^next
  ^next:
    scf.yield %a : i32
  }
  return %r : i32
}`,
	Since:   "0.1",
	Traits:  ir.RecursiveEffects,
	Out:     []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props:   []ir.PropSlot{{Name: "no_inline", C: ir.UnitAttrC, Optional: true, Doc: "keep the region"}},
	Regions: []ir.RegionSlot{{Name: "region"}},
}

// ForDef defines scf.for: counted loop.
var ForDef = &ir.OpDef{
	Name:    "scf.for",
	Summary: "counted loop",
	Doc: `Executes its region for every value from the lower bound, in steps, below the upper
bound; the step must be positive. Values carried from one iteration to the next start as
iter_args, are arguments of the region, and are handed on by scf.yield; the last ones are the
results. Bounds are compared as signed numbers unless the loop says unsigned.`,
	Example: `func.func @example(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (f32) {
    %next = arith.addf %acc, %x : f32
    scf.yield %next : f32
  }
  return %sum : f32
}`,
	Since:  "0.1",
	Traits: ir.SingleBlock | ir.RecursiveEffects | ir.AutoAllocScope,
	In: []ir.Slot{
		{Name: "lowerBound", C: ir.SignlessIntOrIndex},
		{Name: "upperBound", C: ir.SignlessIntOrIndex},
		{Name: "step", C: ir.SignlessIntOrIndex},
		{Name: "initArgs", C: ir.AnyType, Arity: ir.Variadic},
	},
	Out:                []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props:              []ir.PropSlot{{Name: "unsignedCmp", C: ir.UnitAttrC, Optional: true, Doc: "bounds are unsigned"}},
	Regions:            []ir.RegionSlot{{Name: "region", Sized: true}},
	ImplicitTerminator: "scf.yield",
	Same:               [][]string{{"lowerBound", "upperBound", "step"}},
}

// IfDef defines scf.if: conditional.
var IfDef = &ir.OpDef{
	Name:    "scf.if",
	Summary: "conditional",
	Doc: `Executes the first region when the condition is true, else the second, which may be
missing when there are no results. The regions hand the results over with scf.yield.`,
	Example: `func.func @example(%c: i1, %a: f32, %b: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %r : f32
}`,
	Since:  "0.1",
	Traits: ir.SingleBlock | ir.RecursiveEffects | ir.Speculatable | ir.NoRegionArguments,
	In:     []ir.Slot{{Name: "condition", C: ir.I1}},
	Out:    []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Regions: []ir.RegionSlot{
		{Name: "thenRegion", Sized: true},
		{Name: "elseRegion"},
	},
	ImplicitTerminator: "scf.yield",
}

// ParallelDef defines scf.parallel: loop nest in any order.
var ParallelDef = &ir.OpDef{
	Name:    "scf.parallel",
	Summary: "loop nest in any order",
	Doc: `Executes its region for every point of a grid, in any order or at once. Results come
about by combining, in any order, what scf.reduce is given in each iteration, starting from
the init values.`,
	Example: `func.func @example(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%init) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}`,
	Since:  "0.1",
	Traits: ir.SingleBlock | ir.RecursiveEffects | ir.AutoAllocScope | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "lowerBound", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "upperBound", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "step", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "initVals", C: ir.AnyType, Arity: ir.Variadic},
	},
	Out:                []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props:              []ir.PropSlot{{Name: "operandSegmentSizes", C: ir.I32ArrayC}},
	Regions:            []ir.RegionSlot{{Name: "region", Sized: true}},
	ImplicitTerminator: "scf.reduce",
}

// ReduceDef defines scf.reduce: end of scf.parallel.
var ReduceDef = &ir.OpDef{
	Name:    "scf.reduce",
	Summary: "end of scf.parallel",
	Doc: `Hands one value a result to the loop, with one region each that combines two values; the
combination must be associative and commutative.`,
	Example:   parallelExample,
	Since:     "0.1",
	Traits:    ir.Terminator | ir.RecursiveEffects,
	In:        []ir.Slot{{Name: "operands", C: ir.AnyType, Arity: ir.Variadic}},
	Regions:   []ir.RegionSlot{{Name: "reductions", Variadic: true, Sized: true}},
	HasParent: []string{"scf.parallel"},
	Format:    "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
}

// ReduceReturnDef defines scf.reduce.return: result of a combination.
var ReduceReturnDef = &ir.OpDef{
	Name:      "scf.reduce.return",
	Summary:   "result of a combination",
	Doc:       `Ends a region of scf.reduce with the combined value.`,
	Example:   parallelExample,
	Since:     "0.1",
	Traits:    ir.Pure | ir.Terminator,
	In:        []ir.Slot{{Name: "result", C: ir.AnyType}},
	HasParent: []string{"scf.reduce"},
	Format:    "$result attr-dict `:` type($result)",
}

// WhileDef defines scf.while: loop with a condition.
var WhileDef = &ir.OpDef{
	Name:    "scf.while",
	Summary: "loop with a condition",
	Doc: `Executes the first region, which ends by scf.condition; when that is true, the second
one, whose yielded values are the arguments of the first in the next iteration; when it is
false, the loop ends with the values that scf.condition was given.`,
	Example: whileExample,
	Since:   "0.1",
	Traits:  ir.SingleBlock | ir.RecursiveEffects,
	In:      []ir.Slot{{Name: "inits", C: ir.AnyType, Arity: ir.Variadic}},
	Out:     []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Regions: []ir.RegionSlot{{Name: "before", Sized: true}, {Name: "after", Sized: true}},
}

// ForallDef defines scf.forall: loops whose iterations may run at once.
var ForallDef = &ir.OpDef{
	Name:    "scf.forall",
	Summary: "loops whose iterations may run at once",
	Doc: `Executes the region for each point of the space that the bounds and steps span, in any order or
at once. Bounds and steps are numbers or operands. Tensors are shared as shared_outs: scf.forall.in_parallel
says how iterations put their parts together.`,
	Example: forallExample,
	Since:   "0.1",
	Traits:  ir.SingleBlock | ir.RecursiveEffects | ir.AutoAllocScope | ir.SegmentedOperands,
	In: []ir.Slot{
		{Name: "dynamicLowerBound", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "dynamicUpperBound", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "dynamicStep", C: ir.IndexC, Arity: ir.Variadic},
		{Name: "outputs", C: rankedTensor, Arity: ir.Variadic},
	},
	Out: []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props: []ir.PropSlot{
		{Name: "staticLowerBound", C: ir.I64ArrayC, Doc: "lower bounds, the smallest number where an operand says"},
		{Name: "staticUpperBound", C: ir.I64ArrayC, Doc: "upper bounds, likewise"},
		{Name: "staticStep", C: ir.I64ArrayC, Doc: "steps, likewise"},
		{Name: "mapping", C: ir.ArrayAttrC, Optional: true, Doc: "what runs each dimension"},
		{Name: "operandSegmentSizes", C: ir.I32ArrayC},
	},
	Regions:            []ir.RegionSlot{{Name: "region", Sized: true}},
	ImplicitTerminator: "scf.forall.in_parallel",
}

// InParallelDef defines scf.forall.in_parallel: end of scf.forall.
var InParallelDef = &ir.OpDef{
	Name:      "scf.forall.in_parallel",
	Summary:   "end of scf.forall",
	Doc:       `Holds the operations that put the parts of shared tensors together, once per iteration.`,
	Example:   forallExample,
	Since:     "0.1",
	Traits:    ir.Pure | ir.Terminator | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
	Regions:   []ir.RegionSlot{{Name: "region", Sized: true}},
	HasParent: []string{"scf.forall"},
}

// IndexSwitchDef defines scf.index_switch: choice by an index.
var IndexSwitchDef = &ir.OpDef{
	Name:    "scf.index_switch",
	Summary: "choice by an index",
	Doc:     `Executes the region beside the value that the operand has, or the default region.`,
	Example: `func.func @example(%i: index, %a: f32, %b: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    scf.yield %a : f32
  }
  default {
    scf.yield %b : f32
  }
  return %r : f32
}`,
	Since:  "0.1",
	Traits: ir.SingleBlock | ir.RecursiveEffects,
	In:     []ir.Slot{{Name: "arg", C: ir.IndexC}},
	Out:    []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	Props:  []ir.PropSlot{{Name: "cases", C: ir.I64ArrayC, Doc: "the values of the case regions"}},
	Regions: []ir.RegionSlot{
		{Name: "defaultRegion", Sized: true},
		{Name: "caseRegions", Variadic: true, Sized: true},
	},
	ImplicitTerminator: "scf.yield",
}

// YieldDef defines scf.yield: end of a region.
var YieldDef = &ir.OpDef{
	Name:    "scf.yield",
	Summary: "end of a region",
	Doc: `Hands values to the operation around it: the results of a conditional, the carried
values of a loop.`,
	Example: `func.func @example(%c: i1, %a: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %a : f32
  }
  return %r : f32
}`,
	Since:     "0.1",
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	In:        []ir.Slot{{Name: "results", C: ir.AnyType, Arity: ir.Variadic}},
	HasParent: []string{"scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"},
	Format:    "attr-dict ($results^ `:` type($results))?",
}

const whileExample = `func.func @example(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %i : i32
    scf.yield %next : i32
  }
  return %r : i32
}`

const forallExample = `func.func @example(%m: memref<?x8xf32>, %n: index, %x: f32) {
  scf.forall (%i, %j) in (%n, 8) {
    memref.store %x, %m[%i, %j] : memref<?x8xf32>
  }
  return
}`

const parallelExample = `func.func @example(%n: index, %init: f32, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}`
