// Every operation of gpu, through the custom and the generic form and back; a
// test compares both with what mlir-opt prints.
//
// RUN: tile-opt %s --allow-unregistered-dialect > %t.custom
// RUN: cat %t.custom | tile-opt --allow-unregistered-dialect | diff - %t.custom
// RUN: tile-opt %s --allow-unregistered-dialect --mlir-print-op-generic > %t.generic
// RUN: cat %t.generic | tile-opt --allow-unregistered-dialect | diff - %t.custom

module attributes {gpu.container_module} {
  gpu.module @m <#gpu.select_object<0>> [#nvvm.target<chip = "sm_90">] attributes {foo="x"} {
    gpu.func @k(%a: memref<?x?xf32> {llvm.noalias}, %i: index) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>> {a.b}, %w2: memref<2xf32,3>) private(%p: memref<1xf32, 5>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, qux = 1} {
      %t = gpu.thread_id x
      %t1 = gpu.thread_id y upper_bound 64
      %b = gpu.block_id x
      %bd = gpu.block_dim x
      %gd = gpu.grid_dim x
      %gi = gpu.global_id x
      %l = gpu.lane_id
      %l1 = gpu.lane_id upper_bound 32
      %sg = gpu.subgroup_id : index
      %ns = gpu.num_subgroups : index
      %ss = gpu.subgroup_size : index
      %ci = gpu.cluster_id x
      %c = arith.constant 1 : i32
      %f = arith.constant 1.0 : f32
      %v, %ok = gpu.shuffle xor %f, %c, %c : f32
      gpu.printf "hi %d\n", %c : i32
      gpu.printf "hi"
      %r = gpu.all_reduce add %f uniform {} : (f32) -> f32
      %r1 = gpu.all_reduce %f {
      ^bb0(%x: f32, %y: f32):
        %z = arith.addf %x, %y : f32
        gpu.yield %z : f32
      } : (f32) -> f32
      %r2 = gpu.subgroup_reduce add %f uniform cluster(size=8, stride=2) : (f32) -> f32
      %sm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %ro, %ok2 = gpu.rotate %f, 4, 16 : f32
      %bc = gpu.subgroup_broadcast %f, first_active_lane : f32
      gpu.barrier
      gpu.return
    }
    gpu.func @g(%x: f32) -> f32 { gpu.return %x : f32 }
    func.func private @ext(f32)
  }
  func.func @host(%a: memref<?x?xf32>, %i: index, %n : i32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %n args(%a : memref<?x?xf32>, %i : index)
    %t = gpu.wait async
    %t2 = gpu.launch_func async [%t] @m::@k clusters in (%c1,%c1,%c1) blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?x?xf32>, %i : index)
    gpu.wait [%t2]
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %n workgroup(%w : memref<2xf32,3>) {
      gpu.terminator
    }
    %m, %t3 = gpu.alloc async [%t] (%i) : memref<?xf32>
    %t4 = gpu.dealloc async [%t3] %m : memref<?xf32>
    gpu.memcpy %m, %m : memref<?xf32>, memref<?xf32>
    %um = memref.cast %m : memref<?xf32> to memref<*xf32>
    gpu.host_register %um : memref<*xf32>
    return
  }
  gpu.module @plain {
    gpu.func @ids(%m: memref<32x32xf16>, %p: memref<16x16xf32>, %i: index) {
      %0 = gpu.cluster_block_id y
      %1 = gpu.cluster_dim z
      %2 = gpu.cluster_dim_blocks x upper_bound 8
      %3 = gpu.block_id z {a = 1 : i32}
      %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %z = arith.constant 0.0 : f32
      %c = gpu.subgroup_mma_constant_matrix %z : !gpu.mma_matrix<16x16xf32, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      %e = gpu.subgroup_mma_elementwise addf %d, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      %f = gpu.subgroup_mma_extract_thread_local %e[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
      %g = gpu.subgroup_mma_insert_thread_local %f, %e[%i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.subgroup_mma_store_matrix %g, %p[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
      %l = gpu.lane_id
      %w = gpu.warp_execute_on_lane_0(%l)[32] args(%z : f32) -> (f32) {
      ^bb0(%x: f32):
        gpu.yield %x : f32
      }
      gpu.warp_execute_on_lane_0(%l)[32] {
        "test.use"(%w) : (f32) -> ()
      }
      %c1 = arith.constant 1 : i32
      %h = gpu.subgroup_broadcast %z, specific_lane %c1 : f32
      %k, %ok = gpu.shuffle down %z, %c1, %c1 : f32
      %n, %ok1 = gpu.shuffle idx %c1, %c1, %c1 : i32
      gpu.return
    }
    gpu.func @empty() kernel {
      gpu.return
    }
  }
  gpu.binary @bin <#gpu.select_object<1>> [#gpu.object<#nvvm.target<O = 3>, "blob">, #gpu.object<#nvvm.target, properties = {O = 3 : i32}, "x">]
  gpu.binary @bin1 [#gpu.object<#nvvm.target, "blob">]
  func.func @more(%m: memref<?xf32>, %n: index, %k: i32, %h: memref<*xf32>, %l: i64, %v: f32, %s: memref<?xindex>) {
    gpu.launch clusters(%cx, %cy, %cz) in (%dx = %n, %dy = %n, %dz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@plain) function(@empty) private(%p : memref<1xf32, 5>) {
      cf.br ^bb1
    ^bb1:
      gpu.terminator
    } {a = 1 : i32}
    %t = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    gpu.launch_func @bin::@k blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 args(%v : f32)
    gpu.launch_func <%t : !gpu.async.token> @bin::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    %a = gpu.alloc host_shared () : memref<4xf32>
    %u = gpu.memset async [%t] %m, %v : memref<?xf32>, f32
    %w = gpu.memcpy async [%u] %m, %m : memref<?xf32>, memref<?xf32>
    gpu.wait [%w]
    gpu.wait
    gpu.dealloc %a : memref<4xf32>
    gpu.host_unregister %h : memref<*xf32>
    gpu.set_default_device %k
    %q = gpu.wait async
    %sp, %t1 = gpu.create_coo async [%q] %n, %n, %n, %s, %s, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
    %sq, %t2 = gpu.create_csr async [%t1] %n, %n, %n, %s, %s, %m : memref<?xindex>, memref<?xindex>, memref<?xf32>
    %dn, %t3 = gpu.create_dn_tensor async [%t2] %m, %n : index into memref<?xf32>
    %sz, %t4 = gpu.spmv_buffer_size async [%t3] %sp, %dn, %dn into f32
    %bf = memref.alloc(%sz) : memref<?xi8>
    %t5 = gpu.spmv async [%t4] %sp{TRANSPOSE}, %dn, %dn, %bf : memref<?xi8> into f32
    %rows, %cols, %nnz, %t6 = gpu.spmat_get_size async [%t5] %sp
    %t7 = gpu.destroy_sp_mat async [%t6] %sp
    %t8 = gpu.destroy_dn_tensor async [%t7] %dn
    gpu.wait [%t8]
    scf.parallel (%i) = (%n) to (%n) step (%n) {
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    return
  }
}
