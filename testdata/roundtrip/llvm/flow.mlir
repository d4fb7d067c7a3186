// RUN: tile-opt %s --verify-roundtrip

#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>>
#alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain>
module {
  llvm.func @__gxx_personality_v0(...) -> i32
  llvm.func @foo(i32) -> i32
  llvm.func @vfoo(i32, ...) -> i32
  llvm.mlir.global external @g() {addr_space = 0 : i32} : i32
  llvm.mlir.alias external @al : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.alias linkonce_odr hidden thread_local unnamed_addr @al2 {dso_local, foo = 1 : i32} : i32 {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc internal hidden unnamed_addr @ifn : !llvm.func<f32 (i64)>, !llvm.ptr @rs {dso_local}
  llvm.mlir.ifunc external @ifn2 : !llvm.func<f32 (i64)>, !llvm.ptr @rs
  llvm.func @inv(%arg0: i32, %arg1: !llvm.ptr) -> i32 attributes {personality = @__gxx_personality_v0} {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.undef : !llvm.array<1 x ptr>
    %2 = llvm.invoke @foo(%arg0) to ^bb1 unwind ^bb2 : (i32) -> i32
  ^bb1:  // pred: ^bb0
    %3 = llvm.invoke fastcc %arg1(%arg0) to ^bb3(%arg0, %arg0 : i32, i32) unwind ^bb6 : !llvm.ptr, (i32 {llvm.noundef}) -> (i32 {llvm.zeroext})
  ^bb2:  // pred: ^bb0
    %4 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) (filter %1 : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
    llvm.resume %4 : !llvm.struct<(ptr, i32)>
  ^bb3(%5: i32, %6: i32):  // pred: ^bb1
    %7 = llvm.invoke @vfoo(%arg0, %arg0) to ^bb4 unwind ^bb5 vararg(!llvm.func<i32 (i32, ...)>) ["b"(%arg0 : i32), "c"()] {branch_weights = array<i32: 1, 2>} : (i32, i32) -> i32
  ^bb4:  // pred: ^bb3
    llvm.return %5 : i32
  ^bb5:  // pred: ^bb3
    %8 = llvm.landingpad (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
    llvm.unreachable
  ^bb6:  // pred: ^bb1
    %9 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
    llvm.unreachable
  }
  llvm.func @ib(%arg0: !llvm.ptr, %arg1: i32) {
    %0 = llvm.blockaddress <function = @ib, tag = <id = 1>> : !llvm.ptr
    llvm.indirectbr %0 : !llvm.ptr, [
    ^bb1,
    ^bb2(%arg1, %arg1 : i32, i32)
    ] {foo = 1 : i32}
  ^bb1:  // pred: ^bb0
    llvm.blocktag <id = 1>
    llvm.indirectbr %0 : !llvm.ptr, []
  ^bb2(%1: i32, %2: i32):  // pred: ^bb0
    llvm.return
  }
  llvm.comdat @__llvm_comdat {
    llvm.comdat_selector @any any
  }
  llvm.mlir.global_ctors ctors = [@ds], priorities = [0 : i32], data = [#llvm.zero]
  llvm.mlir.global_ctors ctors = [], priorities = [], data = []
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>]
  llvm.linker_options ["-l", "foo"]
  llvm.func @ds() {
    %0 = llvm.dso_local_equivalent @foo : !llvm.ptr
    %1 = llvm.mlir.none : !llvm.token
    %2 = llvm.va_arg %0 : (!llvm.ptr) -> i32
    llvm.intr.experimental.noalias.scope.decl #alias_scope
    llvm.intr.ubsantrap <{failureKind = 3 : i8}>
    llvm.return
  }
  llvm.func @rs() -> !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
}
