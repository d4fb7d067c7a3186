// RUN: tile-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(tile-rasterize))' > %t.after
// RUN: tile-opt %s > %t.before
// RUN: diff %t.before %t.after

// expected-remark@+1 {{not rasterized: the kernel has one program}}
func.func @one() attributes {tile.kernel} {
  return
}

// expected-remark@+1 {{not rasterized: the grid has 1 dimensions, expected 2}}
func.func @line(%n: index) attributes {tile.kernel} {
  %p = tile.program_id(%n)
  return
}

// expected-remark@+1 {{not rasterized: the kernel asks for its program id in several places}}
func.func @twice(%n: index) attributes {tile.kernel} {
  %p, %q = tile.program_id(%n, %n)
  %r, %s = tile.program_id(%n, %n)
  return
}

// expected-remark@+1 {{not rasterized: the kernel asks for its program id inside control flow}}
func.func @inside(%n: index, %b: i1) attributes {tile.kernel} {
  scf.if %b {
    %p, %q = tile.program_id(%n, %n)
  }
  return
}

// A function that is no kernel gets no remark.
func.func @helper() {
  return
}
