package nvptx

import (
	"strings"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
)

// sregPrefix begins the operations that read special registers.
const sregPrefix = "nvvm.read.ptx.sreg."

// sregOps has every operation that reads a special register: the intrinsic has
// the operation's name.
func sregOps() map[string]translation {
	t := make(map[string]translation)
	for _, b := range nvvm.Ops() {
		if strings.HasPrefix(b.Def.Name, sregPrefix) {
			t[b.Def.Name] = sreg
		}
	}
	return t
}

func sreg(f *function, op *ir.Operation) error {
	name := strings.TrimPrefix(op.Name(), sregPrefix)
	if strings.HasSuffix(name, "smem.size") {
		name = strings.ReplaceAll(name, ".", "_")
	}
	return f.call(op, "llvm."+sregPrefix+name)
}
