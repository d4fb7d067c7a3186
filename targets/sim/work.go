package sim

import (
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// free lists operations that become no instruction, or one whose time the machine counts.
var free = map[string]bool{
	"arith.constant": true, "llvm.mlir.constant": true, "llvm.mlir.undef": true, "llvm.mlir.poison": true, "llvm.mlir.zero": true,
	"llvm.extractvalue": true, "llvm.insertvalue": true, "llvm.bitcast": true, "llvm.inline_asm": true,
	"llvm.ptrtoint": true, "llvm.inttoptr": true, "llvm.mlir.addressof": true, "tile.splat": true,
}

// work is about how many instructions of a warp an operation takes: one for each register that it makes. It is asked for
// timelines only.
func (c *compiler) work(op *ir.Operation) int64 {
	dialect, _, _ := strings.Cut(op.Name(), ".")
	switch {
	case free[op.Name()] || op.NumRegions() > 0:
		return 0
	case dialect != "arith" && dialect != "math" && dialect != "llvm" && dialect != "tile":
		return 0
	}
	n := int64(0)
	for _, v := range op.Results() {
		if s, err := c.slot(v); err == nil {
			n += int64(s.n)
		}
	}
	return n
}
