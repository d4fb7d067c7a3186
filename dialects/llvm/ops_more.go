package llvm

import "github.com/tile-opt/tile-opt/ir"

// AnnotationDef defines llvm.intr.annotation: integer with a note.
var AnnotationDef = &ir.OpDef{
	Name:    "llvm.intr.annotation",
	Summary: "integer with a note",
	In: []ir.Slot{
		{Name: "integer", C: ir.SignlessInt},
		{Name: "annotation", C: AnyPointer},
		{Name: "fileName", C: AnyPointer},
		{Name: "line", C: ir.I32},
	},
	Out:  []ir.Slot{{Name: "res", C: ir.SignlessInt}},
	Same: [][]string{{"res", "integer"}, {"annotation", "fileName"}},
}

// PtrAnnotationDef defines llvm.intr.ptr.annotation: pointer with a note.
var PtrAnnotationDef = &ir.OpDef{
	Name:    "llvm.intr.ptr.annotation",
	Summary: "pointer with a note",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
		{Name: "annotation", C: AnyPointer},
		{Name: "fileName", C: AnyPointer},
		{Name: "line", C: ir.I32},
		{Name: "attr", C: AnyPointer},
	},
	Out:  []ir.Slot{{Name: "res", C: AnyPointer}},
	Same: [][]string{{"res", "ptr"}, {"annotation", "fileName", "attr"}},
}

// VarAnnotationDef defines llvm.intr.var.annotation: note on a variable.
var VarAnnotationDef = &ir.OpDef{
	Name:    "llvm.intr.var.annotation",
	Summary: "note on a variable",
	In: []ir.Slot{
		{Name: "val", C: AnyPointer},
		{Name: "annotation", C: AnyPointer},
		{Name: "fileName", C: AnyPointer},
		{Name: "line", C: ir.I32},
		{Name: "attr", C: AnyPointer},
	},
	Same: [][]string{{"annotation", "fileName", "attr"}},
}

// ConstrainedFPExtDef defines llvm.intr.experimental.constrained.fpext: widening with a floating-point environment.
var ConstrainedFPExtDef = &ir.OpDef{
	Name:    "llvm.intr.experimental.constrained.fpext",
	Summary: "widening with a floating-point environment",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg_0", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fpExceptionBehavior", Enum: FPExceptionBehaviorEnum},
	},
	Format: "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
}

// ConstrainedFPTruncDef defines llvm.intr.experimental.constrained.fptrunc: narrowing with a floating-point environment.
var ConstrainedFPTruncDef = &ir.OpDef{
	Name:    "llvm.intr.experimental.constrained.fptrunc",
	Summary: "narrowing with a floating-point environment",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg_0", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "roundingmode", Enum: RoundingModeEnum},
		{Name: "fpExceptionBehavior", Enum: FPExceptionBehaviorEnum},
	},
	Format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
}

// ConstrainedSIToFPDef defines llvm.intr.experimental.constrained.sitofp: signed integer to float with a floating-point environment.
var ConstrainedSIToFPDef = &ir.OpDef{
	Name:    "llvm.intr.experimental.constrained.sitofp",
	Summary: "signed integer to float with a floating-point environment",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg_0", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "roundingmode", Enum: RoundingModeEnum},
		{Name: "fpExceptionBehavior", Enum: FPExceptionBehaviorEnum},
	},
	Format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
}

// ConstrainedUIToFPDef defines llvm.intr.experimental.constrained.uitofp: unsigned integer to float with a floating-point environment.
var ConstrainedUIToFPDef = &ir.OpDef{
	Name:    "llvm.intr.experimental.constrained.uitofp",
	Summary: "unsigned integer to float with a floating-point environment",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "arg_0", C: AnyLLVM},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "roundingmode", Enum: RoundingModeEnum},
		{Name: "fpExceptionBehavior", Enum: FPExceptionBehaviorEnum},
	},
	Format: "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
}

// CoroAlignDef defines llvm.intr.coro.align: alignment of the frame of a coroutine.
var CoroAlignDef = &ir.OpDef{
	Name:    "llvm.intr.coro.align",
	Summary: "alignment of the frame of a coroutine",
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` type($res)",
}

// CoroBeginDef defines llvm.intr.coro.begin: frame of a coroutine.
var CoroBeginDef = &ir.OpDef{
	Name:    "llvm.intr.coro.begin",
	Summary: "frame of a coroutine",
	In: []ir.Slot{
		{Name: "token", C: tokenC},
		{Name: "mem", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$token `,` $mem attr-dict `:` functional-type(operands, results)",
}

// CoroEndDef defines llvm.intr.coro.end: end of a coroutine.
var CoroEndDef = &ir.OpDef{
	Name:    "llvm.intr.coro.end",
	Summary: "end of a coroutine",
	In: []ir.Slot{
		{Name: "handle", C: AnyPointer},
		{Name: "unwind", C: ir.I1},
		{Name: "retvals", C: tokenC},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)",
}

// CoroFreeDef defines llvm.intr.coro.free: memory of a frame to free.
var CoroFreeDef = &ir.OpDef{
	Name:    "llvm.intr.coro.free",
	Summary: "memory of a frame to free",
	In: []ir.Slot{
		{Name: "id", C: tokenC},
		{Name: "handle", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$id `,` $handle attr-dict `:` functional-type(operands, results)",
}

// CoroIdDef defines llvm.intr.coro.id: identity of a coroutine.
var CoroIdDef = &ir.OpDef{
	Name:    "llvm.intr.coro.id",
	Summary: "identity of a coroutine",
	In: []ir.Slot{
		{Name: "align", C: ir.I32},
		{Name: "promise", C: AnyPointer},
		{Name: "coroaddr", C: AnyPointer},
		{Name: "fnaddrs", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)",
}

// CoroPromiseDef defines llvm.intr.coro.promise: promise of a coroutine.
var CoroPromiseDef = &ir.OpDef{
	Name:    "llvm.intr.coro.promise",
	Summary: "promise of a coroutine",
	In: []ir.Slot{
		{Name: "handle", C: AnyPointer},
		{Name: "align", C: ir.I32},
		{Name: "from", C: ir.I1},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyPointer}},
	Format: "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)",
}

// CoroResumeDef defines llvm.intr.coro.resume: resume a coroutine.
var CoroResumeDef = &ir.OpDef{
	Name:    "llvm.intr.coro.resume",
	Summary: "resume a coroutine",
	In: []ir.Slot{
		{Name: "handle", C: AnyPointer},
	},
	Format: "$handle attr-dict `:` qualified(type($handle))",
}

// CoroSaveDef defines llvm.intr.coro.save: point to which a coroutine is prepared to suspend.
var CoroSaveDef = &ir.OpDef{
	Name:    "llvm.intr.coro.save",
	Summary: "point to which a coroutine is prepared to suspend",
	In: []ir.Slot{
		{Name: "handle", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$handle attr-dict `:` functional-type(operands, results)",
}

// CoroSizeDef defines llvm.intr.coro.size: size of the frame of a coroutine.
var CoroSizeDef = &ir.OpDef{
	Name:    "llvm.intr.coro.size",
	Summary: "size of the frame of a coroutine",
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format:  "attr-dict `:` type($res)",
}

// CoroSuspendDef defines llvm.intr.coro.suspend: suspend a coroutine.
var CoroSuspendDef = &ir.OpDef{
	Name:    "llvm.intr.coro.suspend",
	Summary: "suspend a coroutine",
	In: []ir.Slot{
		{Name: "save", C: tokenC},
		{Name: "final", C: ir.I1},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$save `,` $final attr-dict `:` type($res)",
}

// DbgDeclareDef defines llvm.intr.dbg.declare: memory in which a source variable lives.
var DbgDeclareDef = &ir.OpDef{
	Name:    "llvm.intr.dbg.declare",
	Summary: "memory in which a source variable lives",
	In: []ir.Slot{
		{Name: "addr", C: AnyPointer},
	},
	Props: []ir.PropSlot{
		{Name: "varInfo", C: structAttrC("di_local_variable"), Strip: "llvm.di_local_variable"},
		{Name: "locationExpr", C: structAttrC("di_expression"), Strip: "llvm.di_expression", Default: emptyExpression},
	},
	Format: "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) attr-dict",
}

// DbgLabelDef defines llvm.intr.dbg.label: source label.
var DbgLabelDef = &ir.OpDef{
	Name:    "llvm.intr.dbg.label",
	Summary: "source label",
	Props: []ir.PropSlot{
		{Name: "label", C: structAttrC("di_label"), Strip: "llvm.di_label"},
	},
	Format: "$label attr-dict",
}

// DbgValueDef defines llvm.intr.dbg.value: value of a source variable.
var DbgValueDef = &ir.OpDef{
	Name:    "llvm.intr.dbg.value",
	Summary: "value of a source variable",
	In: []ir.Slot{
		{Name: "value", C: AnyLLVM},
	},
	Props: []ir.PropSlot{
		{Name: "varInfo", C: structAttrC("di_local_variable"), Strip: "llvm.di_local_variable"},
		{Name: "locationExpr", C: structAttrC("di_expression"), Strip: "llvm.di_expression", Default: emptyExpression},
	},
	Format: "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) attr-dict",
}

// EhTypeidForDef defines llvm.intr.eh.typeid.for: number of a type that is caught.
var EhTypeidForDef = &ir.OpDef{
	Name:    "llvm.intr.eh.typeid.for",
	Summary: "number of a type that is caught",
	In: []ir.Slot{
		{Name: "type_info", C: AnyPointer},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$type_info attr-dict `:` functional-type(operands, results)",
}

// ExpectWithProbabilityDef defines llvm.intr.expect.with.probability: value that is another with a probability.
var ExpectWithProbabilityDef = &ir.OpDef{
	Name:    "llvm.intr.expect.with.probability",
	Summary: "value that is another with a probability",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: ir.SignlessInt},
		{Name: "expected", C: ir.SignlessInt},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "prob", C: f64AttrC, Type: f64Type},
	},
	Same:   [][]string{{"val", "expected", "res"}},
	Format: "$val `,` $expected `,` $prob attr-dict `:` type($val)",
}

// FractionExpDef defines llvm.intr.frexp: fraction and exponent.
var FractionExpDef = &ir.OpDef{
	Name:    "llvm.intr.frexp",
	Summary: "fraction and exponent",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// SincosDef defines llvm.intr.sincos: sine and cosine.
var SincosDef = &ir.OpDef{
	Name:    "llvm.intr.sincos",
	Summary: "sine and cosine",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "val", C: FloatLike},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
	Props: []ir.PropSlot{
		{Name: "fastmathFlags", Enum: FastmathFlagsEnum, Default: FastmathFlagsEnum.Default(0)},
	},
	Format: "`(` operands `)` attr-dict `:` functional-type(operands, results)",
}

// InvariantEndDef defines llvm.intr.invariant.end: memory may change from here.
var InvariantEndDef = &ir.OpDef{
	Name:    "llvm.intr.invariant.end",
	Summary: "memory may change from here",
	In: []ir.Slot{
		{Name: "start", C: PointerIn(0)},
		{Name: "ptr", C: AnyPointer},
	},
	Props: []ir.PropSlot{
		{Name: "size", C: ir.I64AttrC, Type: i64Type},
	},
	Format: "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))",
}

// InvariantStartDef defines llvm.intr.invariant.start: memory does not change from here.
var InvariantStartDef = &ir.OpDef{
	Name:    "llvm.intr.invariant.start",
	Summary: "memory does not change from here",
	In: []ir.Slot{
		{Name: "ptr", C: AnyPointer},
	},
	Out: []ir.Slot{{Name: "res", C: PointerIn(0)}},
	Props: []ir.PropSlot{
		{Name: "size", C: ir.I64AttrC, Type: i64Type},
	},
	Format: "$size `,` $ptr attr-dict `:` qualified(type($ptr))",
}

// NoAliasScopeDeclDef defines llvm.intr.experimental.noalias.scope.decl: where an alias scope begins.
var NoAliasScopeDeclDef = &ir.OpDef{
	Name:    "llvm.intr.experimental.noalias.scope.decl",
	Summary: "where an alias scope begins",
	Props: []ir.PropSlot{
		{Name: "scope", C: structAttrC("alias_scope"), Strip: "llvm.alias_scope"},
	},
	Format: "$scope attr-dict",
}

// SSACopyDef defines llvm.intr.ssa.copy: the same value.
var SSACopyDef = &ir.OpDef{
	Name:    "llvm.intr.ssa.copy",
	Summary: "the same value",
	Traits:  ir.Pure | ir.NoMemoryEffect | ir.SameTypes,
	In: []ir.Slot{
		{Name: "operand", C: ir.AnyType},
	},
	Out:    []ir.Slot{{Name: "res", C: AnyLLVM}},
	Format: "$operand attr-dict `:` type($operand)",
}

// ThreadlocalAddressDef defines llvm.intr.threadlocal.address: address of a variable of the thread.
var ThreadlocalAddressDef = &ir.OpDef{
	Name:    "llvm.intr.threadlocal.address",
	Summary: "address of a variable of the thread",
	Traits:  ir.Pure | ir.NoMemoryEffect,
	In: []ir.Slot{
		{Name: "global", C: AnyPointer},
	},
	Out: []ir.Slot{{Name: "res", C: AnyLLVM}},
}

// UBSanTrapDef defines llvm.intr.ubsantrap: stop with the number of a failed check.
var UBSanTrapDef = &ir.OpDef{
	Name:    "llvm.intr.ubsantrap",
	Summary: "stop with the number of a failed check",
	Props: []ir.PropSlot{
		{Name: "failureKind", C: i8AttrC, Type: i8Type},
	},
	Format: "prop-dict attr-dict",
}

// VaCopyDef defines llvm.intr.vacopy: copy a list of variadic arguments.
var VaCopyDef = &ir.OpDef{
	Name:    "llvm.intr.vacopy",
	Summary: "copy a list of variadic arguments",
	In: []ir.Slot{
		{Name: "dest_list", C: AnyPointer},
		{Name: "src_list", C: AnyPointer},
	},
	Format: "$src_list `to` $dest_list attr-dict `:` type(operands)",
}

// VaEndDef defines llvm.intr.vaend: end the use of variadic arguments.
var VaEndDef = &ir.OpDef{
	Name:    "llvm.intr.vaend",
	Summary: "end the use of variadic arguments",
	In: []ir.Slot{
		{Name: "arg_list", C: AnyPointer},
	},
	Format: "$arg_list attr-dict `:` qualified(type($arg_list))",
}

// VaStartDef defines llvm.intr.vastart: begin the use of variadic arguments.
var VaStartDef = &ir.OpDef{
	Name:    "llvm.intr.vastart",
	Summary: "begin the use of variadic arguments",
	In: []ir.Slot{
		{Name: "arg_list", C: AnyPointer},
	},
	Format: "$arg_list attr-dict `:` qualified(type($arg_list))",
}

// VscaleDef defines llvm.intr.vscale: how many times as long scalable vectors are.
var VscaleDef = &ir.OpDef{
	Name:    "llvm.intr.vscale",
	Summary: "how many times as long scalable vectors are",
	Out:     []ir.Slot{{Name: "res", C: AnyLLVM}},
}
