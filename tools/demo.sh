#!/usr/bin/env bash
# make demo: one matrix product from tiles to machine code, and the lowered kernel on
# the simulator against the tile-level interpreter and a float64 reference.
#
# Needs bin/tilec (make build) and the tools that tools/setup found. Fails where a step
# does, a result is wrong, or ptxas reports spills or lost performance.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly kernel=testdata/kernels/matmul.mlir tilec=bin/tilec
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "$kernel, from tiles to machine code for sm_90a:"
echo
printf '%-8s %8s %9s   %s\n' level lines bytes 'what it says'
level() {
  printf '%-8s %8d %9d   %s\n' "$1" "$(wc -l <"$2")" "$(wc -c <"$2")" "$3"
}
level tile "$kernel" 'what is computed, on tiles'
for stage in async nvvm llvm llvm-ir; do
  "$tilec" build "$kernel" --emit=$stage -o "$scratch/$stage"
done
"$tilec" build "$kernel" --emit=ptx --ptxas=on --summary --remarks=text -o "$scratch/matmul.ptx" 2>"$scratch/said" || {
  cat "$scratch/said" >&2
  exit 1
}
level async "$scratch/async" 'who does it and when: roles, pipelines, barriers'
level nvvm "$scratch/nvvm" 'what each thread does, with loops'
level llvm "$scratch/llvm" 'the same in basic blocks'
level llvm-ir "$scratch/llvm-ir" 'LLVM IR for llc'
level ptx "$scratch/matmul.ptx" 'for the driver; matmul.json says how to launch it'
echo
sed -n '/^entry /,$p' "$scratch/said"
echo
# What the passes decided, without the positions and the source lines.
grep -E 'remark: (rasterized|loop pipelined|kernel specialised|store goes|registers)' "$scratch/said" | sed 's/.*remark: /  /' | sort -u
echo

echo "simulated as lowered (PTX's last level before llc), every element compared:"
for size in A=128x256,B=256x256,C=128x256 A=256x320,B=512x320,C=256x512 A=300x200,B=264x200,C=300x264; do
  echo
  echo "$size"
  "$tilec" run "$kernel" --on=sim --size="$size" --seed=1
done
