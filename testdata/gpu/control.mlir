// Control flow of integers: a loop without a known end, a switch, a region that
// runs once, a function that calls itself, and an assertion.
//
// launch: control grid=1 block=32 x=32 y=32
gpu.module @kernels {
  func.func private @triangle(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ends = arith.cmpi sle, %n, %c0 : i32
    cf.cond_br %ends, ^end(%c0 : i32), ^more
  ^more:
    %m = arith.subi %n, %c1 : i32
    %r = func.call @triangle(%m) : (i32) -> i32
    %s = arith.addi %n, %r : i32
    cf.br ^end(%s : i32)
  ^end(%x: i32):
    return %x : i32
  }
  gpu.func @control(%x: memref<32xi32>, %y: memref<?xi32>) kernel {
    %i = gpu.global_id x
    %v = memref.load %x[%i] : memref<32xi32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %a = math.absi %v : i32
    %b = arith.addi %a, %c1 : i32
    // Collatz
    %n, %steps = scf.while (%u = %b, %k = %c0) : (i32, i32) -> (i32, i32) {
      %more = arith.cmpi ne, %u, %c1 : i32
      scf.condition(%more) %u, %k : i32, i32
    } do {
    ^bb0(%u: i32, %k: i32):
      %odd = arith.remsi %u, %c2 : i32
      %isodd = arith.cmpi eq, %odd, %c1 : i32
      %nu = scf.if %isodd -> i32 {
        %t = arith.muli %u, %c3 : i32
        %t1 = arith.addi %t, %c1 : i32
        scf.yield %t1 : i32
      } else {
        %h = arith.shrsi %u, %c1 : i32
        scf.yield %h : i32
      }
      %nk = arith.addi %k, %c1 : i32
      scf.yield %nu, %nk : i32, i32
    }
    %reached = arith.cmpi eq, %n, %c1 : i32
    cf.assert %reached, "expected to end at 1"
    %m = arith.remsi %steps, %c3 : i32
    %sel = arith.index_cast %m : i32 to index
    %r = scf.index_switch %sel -> i32
    case 0 {
      %q = arith.addi %steps, %v : i32
      scf.yield %q : i32
    }
    case 1 {
      %q = arith.subi %steps, %v : i32
      scf.yield %q : i32
    }
    default {
      %q = scf.execute_region -> i32 {
        %e = func.call @triangle(%a) : (i32) -> i32
        scf.yield %e : i32
      }
      scf.yield %q : i32
    }
    memref.store %r, %y[%i] : memref<?xi32>
    gpu.return
  }
}
