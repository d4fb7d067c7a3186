// Headers have MLIR's names of the passes that MLIR has.
// RUN: tile-opt %s --canonicalize --cse --sccp --loop-invariant-code-motion --symbol-dce --inline --remove-dead-values --mem2reg --control-flow-sink --strip-debuginfo --convert-scf-to-cf --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts --mlir-print-ir-before-all -o /dev/null 2>&1 | FileCheck %s

// CHECK: // -----// IR Dump Before Canonicalizer (canonicalize) //----- //
// CHECK: // -----// IR Dump Before CSE (cse) //----- //
// CHECK: // -----// IR Dump Before SCCP (sccp) //----- //
// CHECK: // -----// IR Dump Before LoopInvariantCodeMotion (loop-invariant-code-motion) //----- //
// CHECK: // -----// IR Dump Before SymbolDCE (symbol-dce) //----- //
// CHECK: // -----// IR Dump Before Inliner (inline) //----- //
// CHECK: // -----// IR Dump Before RemoveDeadValues (remove-dead-values) //----- //
// CHECK: // -----// IR Dump Before Mem2Reg (mem2reg) //----- //
// CHECK: // -----// IR Dump Before ControlFlowSink (control-flow-sink) //----- //
// CHECK: // -----// IR Dump Before StripDebugInfo (strip-debuginfo) //----- //
// CHECK: // -----// IR Dump Before SCFToControlFlowPass (convert-scf-to-cf) //----- //
// CHECK: // -----// IR Dump Before ArithToLLVMConversionPass (convert-arith-to-llvm) //----- //
// CHECK: // -----// IR Dump Before ConvertControlFlowToLLVMPass (convert-cf-to-llvm) //----- //
// CHECK: // -----// IR Dump Before ConvertFuncToLLVMPass (convert-func-to-llvm) //----- //
// CHECK: // -----// IR Dump Before ReconcileUnrealizedCastsPass (reconcile-unrealized-casts) //----- //
func.func @f() {
  return
}
