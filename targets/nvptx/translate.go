package nvptx

import (
	"bytes"
	"fmt"
	"maps"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
	"github.com/tile-opt/tile-opt/targets/nvptx/ptx"
)

// basePTX is the PTX version that every operation but a few is content with,
// 8.0: the first that has what sm_90a needs.
const basePTX = 80

// Translation is a module as LLVM IR.
type Translation struct {
	// LLVMIR is the text.
	LLVMIR []byte
	// PTX is the lowest PTX version that all operations are content with, as
	// llc counts: 80 for 8.0.
	PTX int
	// Kernels are the names of the entries, in order.
	Kernels []string
}

// Translate turns a builtin.module that holds only operations of the llvm and
// nvvm dialects into LLVM IR. Where it holds gpu.modules, what they hold is
// translated, and what lies beside them is the host's. The error names each
// operation that has no translation, up to a limit.
func Translate(mod *ir.Operation) (*Translation, error) {
	m := &module{
		ll: llx.NewModule(), ptx: basePTX,
		types: make(map[ir.Type]llx.Type), funcs: make(map[string]*llx.Func), globals: make(map[string]*llx.Global), asms: make(map[string]bool),
	}
	if err := m.translate(mod); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if _, err := m.ll.WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("writing LLVM IR: %w", err)
	}
	return &Translation{LLVMIR: buf.Bytes(), PTX: m.ptx, Kernels: m.kernels}, nil
}

// module is one translation.
type module struct {
	ll      *llx.Module
	ptx     int
	kernels []string
	types   map[ir.Type]llx.Type
	funcs   map[string]*llx.Func
	globals map[string]*llx.Global
	asms    map[string]bool // texts of assembly seen
}

// maxErrors bounds what one translation reports.
const maxErrors = 20

func (m *module) translate(mod *ir.Operation) error {
	if mod.NumRegions() != 1 || !mod.RegionAt(0).HasOneBlock() {
		return mod.OpError("expected a module of one block to translate to LLVM IR")
	}
	var errs diag.List
	var bodies []llvm.Func
	for _, op := range deviceCode(mod) {
		var err error
		if g, ok := llvm.AsGlobal(op); ok {
			err = m.global(g)
		} else if f, ok := llvm.AsFunc(op); ok {
			if err = m.declare(f); err == nil && !f.Body().IsEmpty() {
				bodies = append(bodies, f)
			}
		} else {
			err = untranslatable(op)
		}
		if err != nil {
			errs = append(errs, diag.All(err)...)
		}
	}
	for _, f := range bodies {
		if len(errs) >= maxErrors {
			break
		}
		if err := m.define(f); err != nil {
			errs = append(errs, diag.All(err)...)
		}
	}
	return errs.Err()
}

// deviceCode lists the operations of the module that are translated.
func deviceCode(mod *ir.Operation) []*ir.Operation {
	var out, device []*ir.Operation
	found := mod.Is(gpuModule)
	for op := range mod.RegionAt(0).Entry().Ops() {
		if !op.Is(gpuModule) {
			out = append(out, op)
			continue
		}
		found = true
		for inner := range op.RegionAt(0).Entry().Ops() {
			device = append(device, inner)
		}
	}
	if found && !mod.Is(gpuModule) {
		return device
	}
	return out
}

// gpuModule holds device code beside that of the host.
const gpuModule = "gpu.module"

func untranslatable(op *ir.Operation) error {
	return op.OpError("has no translation to LLVM IR for NVPTX")
}

// needPTX records that an operation needs a PTX version.
func (m *module) needPTX(v int) { m.ptx = max(m.ptx, v) }

// needAsm records that a piece of assembly needs the PTX version of its
// instructions. The same text is looked at once.
func (m *module) needAsm(text string) {
	if !m.asms[text] {
		m.asms[text] = true
		m.needPTX(ptx.AsmVersion(text).LLC())
	}
}

// translation translates one operation at the end of f's current block.
type translation func(f *function, op *ir.Operation) error

// opTable has the translation of every operation but functions and globals. It
// is put together from the tables of the files, each of one kind of operation.
var opTable = merge(
	arithOps, castOps, valueOps, memoryOps, controlOps, callOps, intrinsicOps(),
	sregOps(), barrierOps, mbarrierOps, copyOps, tensorOps, matrixOps, warpOps, convertOps,
)

func merge(tables ...map[string]translation) map[string]translation {
	all := make(map[string]translation)
	for _, t := range tables {
		for name := range t {
			if all[name] != nil {
				panic("internal: two translations of " + name)
			}
		}
		maps.Copy(all, t)
	}
	return all
}
