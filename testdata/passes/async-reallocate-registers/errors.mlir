// RUN: tile-opt %s --async-reallocate-registers='consumer=232' --verify-diagnostics

func.func @too_many() attributes {tasync.warp_groups = 1 : i32, tile.kernel} {
  // expected-error@+1 {{roles set 24 + 3 x 232 = 720 registers over the warp groups, but the pool holds 512 (4 warp groups x 128 at launch)}}
  tasync.warp_specialize role "producer" warps 4 {
    tasync.sync
  } role "consumer" warps 12 {
    tasync.sync
  }
  return
}
