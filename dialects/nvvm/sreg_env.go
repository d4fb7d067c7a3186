package nvvm

import (
	"strconv"

	"github.com/tile-opt/tile-opt/ir"
)

// environmentRegisterCount is the number of %envreg registers (PTX ISA: Special
// Registers: %envreg).
const environmentRegisterCount = 32

// environmentRegisters are the operations that read %envreg0 to %envreg31, whose
// content the driver defines. They differ in their number only and have no views.
func environmentRegisters() []ir.OpBinding {
	out := make([]ir.OpBinding, environmentRegisterCount)
	for i := range out {
		n := strconv.Itoa(i)
		out[i] = ir.BindPlain(&ir.OpDef{
			Name:    "nvvm.read.ptx.sreg.envreg" + n,
			Summary: "environment register " + n,
			Doc:     "PTX ISA: Special Registers: %envreg.",
			Traits:  ir.Pure | ir.NoMemoryEffect,
			Out:     i32Result,
			Format:  sregFormat,
		})
	}
	return out
}
