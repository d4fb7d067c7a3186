package llvm

import "github.com/tile-opt/tile-opt/ir"

// The enums of the dialect: keyword and value as MLIR has them.
var (
	// AsmDialectEnum has the keywords and values of assembly dialects.
	AsmDialectEnum = &ir.Enum{Name: "ATT (0) or Intel (1) asm dialect", Width: 64, Cases: cases([]kv{
		{"att", 0}, {"intel", 1},
	})}
	// AtomicBinOpEnum has the keywords and values of llvm.atomicrmw binary operations.
	AtomicBinOpEnum = &ir.Enum{Name: "llvm.atomicrmw binary operations", Width: 64, Cases: cases([]kv{
		{"xchg", 0}, {"add", 1}, {"sub", 2}, {"_and", 3}, {"nand", 4}, {"_or", 5}, {"_xor", 6}, {"max", 7}, {"min", 8}, {"umax", 9}, {"umin", 10}, {"fadd", 11}, {"fsub", 12}, {"fmax", 13}, {"fmin", 14}, {"uinc_wrap", 15}, {"udec_wrap", 16}, {"usub_cond", 17}, {"usub_sat", 18}, {"fmaximum", 19}, {"fminimum", 20},
	})}
	// AtomicOrderingEnum has the keywords and values of Atomic ordering for LLVM's memory model.
	AtomicOrderingEnum = &ir.Enum{Name: "Atomic ordering for LLVM's memory model", Width: 64, Cases: cases([]kv{
		{"not_atomic", 0}, {"unordered", 1}, {"monotonic", 2}, {"acquire", 4}, {"release", 5}, {"acq_rel", 6}, {"seq_cst", 7},
	})}
	// CConvEnum has the keywords and values of Calling Conventions.
	CConvEnum = &ir.Enum{Name: "Calling Conventions", Dialect: "llvm", Mnemonic: "cconv", Cases: cases([]kv{
		{"ccc", 0}, {"fastcc", 8}, {"coldcc", 9}, {"cc_10", 10}, {"cc_11", 11}, {"anyregcc", 13}, {"preserve_mostcc", 14}, {"preserve_allcc", 15}, {"swiftcc", 16}, {"cxx_fast_tlscc", 17}, {"tailcc", 18}, {"cfguard_checkcc", 19}, {"swifttailcc", 20}, {"x86_stdcallcc", 64}, {"x86_fastcallcc", 65}, {"arm_apcscc", 66}, {"arm_aapcscc", 67}, {"arm_aapcs_vfpcc", 68}, {"msp430_intrcc", 69}, {"x86_thiscallcc", 70}, {"ptx_kernelcc", 71}, {"ptx_devicecc", 72}, {"spir_funccc", 75}, {"spir_kernelcc", 76}, {"intel_ocl_bicc", 77}, {"x86_64_sysvcc", 78}, {"win64cc", 79}, {"x86_vectorcallcc", 80}, {"hhvmcc", 81}, {"hhvm_ccc", 82}, {"x86_intrcc", 83}, {"avr_intrcc", 84}, {"avr_builtincc", 86}, {"amdgpu_vscc", 87}, {"amdgpu_gscc", 88}, {"amdgpu_cscc", 90}, {"amdgpu_kernelcc", 91}, {"x86_regcallcc", 92}, {"amdgpu_hscc", 93}, {"msp430_builtincc", 94}, {"amdgpu_lscc", 95}, {"amdgpu_escc", 96}, {"aarch64_vectorcallcc", 97}, {"aarch64_sve_vectorcallcc", 98}, {"wasm_emscripten_invokecc", 99}, {"amdgpu_gfxcc", 100}, {"m68k_intrcc", 101},
	})}
	// FCmpPredicateEnum has the keywords and values of llvm.fcmp comparison predicate.
	FCmpPredicateEnum = &ir.Enum{Name: "llvm.fcmp comparison predicate", Width: 64, Cases: cases([]kv{
		{"_false", 0}, {"oeq", 1}, {"ogt", 2}, {"oge", 3}, {"olt", 4}, {"ole", 5}, {"one", 6}, {"ord", 7}, {"ueq", 8}, {"ugt", 9}, {"uge", 10}, {"ult", 11}, {"ule", 12}, {"une", 13}, {"uno", 14}, {"_true", 15},
	})}
	// FastmathFlagsEnum has the keywords and values of LLVM fastmath flags.
	FastmathFlagsEnum = &ir.Enum{Name: "LLVM fastmath flags", Dialect: "llvm", Mnemonic: "fastmath", Bits: true, Cases: cases([]kv{
		{"none", 0}, {"nnan", 1}, {"ninf", 2}, {"nsz", 4}, {"arcp", 8}, {"contract", 16}, {"afn", 32}, {"reassoc", 64}, {"fast", 127},
	})}
	// FramePointerKindEnum has the keywords and values of LLVM FramePointerKind.
	FramePointerKindEnum = &ir.Enum{Name: "LLVM FramePointerKind", Dialect: "llvm", Mnemonic: "framePointerKind", Cases: cases([]kv{
		{"none", 0}, {"non-leaf", 1}, {"all", 2}, {"reserved", 3}, {"non-leaf-no-reserve", 4},
	})}
	// GEPNoWrapFlagsEnum has the keywords and values of getelementptr flags.
	GEPNoWrapFlagsEnum = &ir.Enum{Name: "::mlir::LLVM::GEPNoWrapFlags", Width: 32, Bits: true, Sep: "|", Cases: cases([]kv{
		{"none", 0}, {"inbounds_flag", 1}, {"nusw", 2}, {"nuw", 4}, {"inbounds", 3},
	})}
	// ICmpPredicateEnum has the keywords and values of llvm.icmp comparison predicate.
	ICmpPredicateEnum = &ir.Enum{Name: "llvm.icmp comparison predicate", Width: 64, Cases: cases([]kv{
		{"eq", 0}, {"ne", 1}, {"slt", 2}, {"sle", 3}, {"sgt", 4}, {"sge", 5}, {"ult", 6}, {"ule", 7}, {"ugt", 8}, {"uge", 9},
	})}
	// IntegerOverflowFlagsEnum has the keywords and values of LLVM integer overflow flags.
	IntegerOverflowFlagsEnum = &ir.Enum{Name: "LLVM integer overflow flags", Width: 32, Bits: true, Also: overflowAttrEnum, Cases: overflowCases}
	// overflowAttrEnum is the same as an attribute that text may name.
	overflowAttrEnum = &ir.Enum{Name: "LLVM integer overflow flags", Dialect: "llvm", Mnemonic: "overflow", Bits: true, Cases: overflowCases}
	// ComdatEnum has the keywords and values of LLVM Comdat Types.
	ComdatEnum = &ir.Enum{Name: "LLVM Comdat Types", Width: 64, Cases: cases([]kv{
		{"any", 0}, {"exactmatch", 1}, {"largest", 2}, {"nodeduplicate", 3}, {"samesize", 4},
	})}
	// FPExceptionBehaviorEnum has the keywords and values of LLVM Exception Behavior.
	FPExceptionBehaviorEnum = &ir.Enum{Name: "LLVM Exception Behavior", Width: 64, Cases: cases([]kv{
		{"ignore", 0}, {"maytrap", 1}, {"strict", 2},
	})}
	// RoundingModeEnum has the keywords and values of LLVM Rounding Mode; -1,
	// invalid, is none of an operation.
	RoundingModeEnum = &ir.Enum{Name: "LLVM Rounding Mode", Width: 64, Cases: cases([]kv{
		{"towardzero", 0}, {"tonearest", 1}, {"upward", 2}, {"downward", 3}, {"tonearestaway", 4}, {"dynamic", 7},
	})}
	// LinkageEnum has the keywords and values of LLVM linkage types.
	LinkageEnum = &ir.Enum{Name: "LLVM linkage types", Dialect: "llvm", Mnemonic: "linkage", Cases: cases([]kv{
		{"external", 0}, {"available_externally", 1}, {"linkonce", 2}, {"linkonce_odr", 3}, {"weak", 4}, {"weak_odr", 5}, {"appending", 6}, {"internal", 7}, {"private", 8}, {"extern_weak", 9}, {"common", 10},
	})}
	// TailCallKindEnum has the keywords and values of Tail Call Kind.
	TailCallKindEnum = &ir.Enum{Name: "Tail Call Kind", Dialect: "llvm", Mnemonic: "tailcallkind", Cases: cases([]kv{
		{"none", 0}, {"notail", 3}, {"musttail", 2}, {"tail", 1},
	})}
	// UWTableKindEnum has the keywords and values of LLVM Unwind Behavior.
	UWTableKindEnum = &ir.Enum{Name: "LLVM Unwind Behavior", Dialect: "llvm", Mnemonic: "uwtableKind", Cases: cases([]kv{
		{"none", 0}, {"sync", 1}, {"async", 2},
	})}
	// UnnamedAddrEnum has the keywords and values of LLVM GlobalValue UnnamedAddr.
	UnnamedAddrEnum = &ir.Enum{Name: "LLVM GlobalValue UnnamedAddr", Width: 64, Cases: cases([]kv{
		{"", 0}, {"local_unnamed_addr", 1}, {"unnamed_addr", 2},
	})}
	// VisibilityEnum has the keywords and values of LLVM GlobalValue Visibility.
	VisibilityEnum = &ir.Enum{Name: "LLVM GlobalValue Visibility", Width: 64, Cases: cases([]kv{
		{"", 0}, {"hidden", 1}, {"protected", 2},
	})}
)

var overflowCases = cases([]kv{{"none", 0}, {"nsw", 1}, {"nuw", 2}})

// enums are those with a mnemonic, which text may name.
var enums = []*ir.Enum{
	CConvEnum,
	FastmathFlagsEnum,
	FramePointerKindEnum,
	LinkageEnum,
	overflowAttrEnum,
	TailCallKindEnum,
	UWTableKindEnum,
}

// kv is a keyword and its value.
type kv struct {
	keyword string
	value   int64
}

func cases(list []kv) []ir.EnumCase {
	out := make([]ir.EnumCase, len(list))
	for i, c := range list {
		out[i] = ir.EnumCase{Keyword: c.keyword, Value: c.value}
	}
	return out
}
