// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  // expected-error@+1 {{expected to stand in a role: outside roles tasync.sync is the barrier of the block}}
  tasync.named_sync 0 warps 4
  return
}

// -----

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-error@+1 {{expected a number below 13, since the block and its 2 roles have barriers of their own, found 13}}
    tasync.named_sync 13 warps 8
  } role "b" warps 4 {
  }
  return
}

// -----

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-error@+1 {{expected a number below 14, since the block and its 1 roles have barriers of their own, found -1}}
    tasync.named_arrive -1 warps 8
  }
  return
}

// -----

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-error@+1 {{expected 4 to 32 warps, those of role "a" among them, found 3}}
    tasync.named_arrive 0 warps 3
  }
  return
}

// -----

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-error@+1 {{expected 4 to 32 warps, those of role "a" among them, found 33}}
    tasync.named_sync 0 warps 33
  }
  return
}

// -----

func.func @f() attributes {tasync.warp_groups = 1 : i32} {
  tasync.warp_specialize role "a" warps 4 {
    // expected-note@+1 {{the body is executed by one thread}}
    tasync.single_thread {
      // expected-error@+1 {{expected nothing that several threads execute together inside tasync.single_thread}}
      tasync.named_sync 0 warps 8
    }
  }
  return
}

// -----

// expected-error@+1 {{attribute 'tile.persistent' expects a scf.for and no value, found unit}}
func.func @f() attributes {tile.persistent} {
  return
}

// -----

// expected-error@+1 {{expected 'tile.accumulate' to be "f32" or "f16" on a tile.dot, found "f16"}}
func.func @f() attributes {tile.accumulate = "f16"} {
  return
}
