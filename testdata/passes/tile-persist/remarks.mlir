// RUN: tile-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-persist))' > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

// expected-remark@+1 {{not made persistent: the kernel has one program}}
func.func @one() attributes {tile.kernel} {
  return
}

// expected-remark@+1 {{not made persistent: the grid depends on the number of multiprocessors already}}
func.func @already(%n: index) attributes {tile.kernel} {
  %sms = tile.device_property "multiprocessor_count"
  %m = arith.minsi %n, %sms : index
  %p = tile.program_id(%m)
  return
}

func.func @helper() {
  return
}
