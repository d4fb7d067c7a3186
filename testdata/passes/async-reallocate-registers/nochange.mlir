// RUN: tile-opt %s --async-reallocate-registers --verify-diagnostics > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

func.func @warps() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-remark@+1 {{registers not reallocated: role 1 has 1 warps, and setmaxnreg works on warp groups of 4}}
  tasync.warp_specialize role "consumer" warps 8 {
    tasync.sync
  } role "producer" warps 1 {
    tasync.sync
  }
  return
}

// expected-remark@+1 {{registers not reallocated: the kernel has no roles}}
func.func @plain() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  return
}

func.func @host() {
  return
}
