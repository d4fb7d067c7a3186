package sim

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/numeric"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// nvvmHandlers run the nvvm dialect.
var nvvmHandlers = allNVVM()

func allNVVM() map[string]handler {
	out := make(map[string]handler)
	for _, table := range []map[string]handler{warpHandlers, mbarrierHandlers, copyHandlers, matrixHandlers, convertHandlers} {
		for name, h := range table {
			out[name] = h
		}
	}
	for _, b := range nvvm.Ops() {
		if reg, ok := strings.CutPrefix(b.Def.Name, "nvvm.read.ptx.sreg."); ok && registers[reg] != nil {
			out[b.Def.Name] = specialRegister(registers[reg])
		}
	}
	return out
}

// registers read the special registers, for a lane (PTX ISA, "Special Registers").
var registers = map[string]func(x *exec, l int) uint64{
	"tid.x":             func(x *exec, l int) uint64 { return uint64(x.thread(l).X) },
	"tid.y":             func(x *exec, l int) uint64 { return uint64(x.thread(l).Y) },
	"tid.z":             func(x *exec, l int) uint64 { return uint64(x.thread(l).Z) },
	"ntid.x":            func(x *exec, _ int) uint64 { return uint64(x.r.block.X) },
	"ntid.y":            func(x *exec, _ int) uint64 { return uint64(x.r.block.Y) },
	"ntid.z":            func(x *exec, _ int) uint64 { return uint64(x.r.block.Z) },
	"ctaid.x":           func(x *exec, _ int) uint64 { return uint64(x.w.Block().X) },
	"ctaid.y":           func(x *exec, _ int) uint64 { return uint64(x.w.Block().Y) },
	"ctaid.z":           func(x *exec, _ int) uint64 { return uint64(x.w.Block().Z) },
	"nctaid.x":          func(x *exec, _ int) uint64 { return uint64(x.r.grid.X) },
	"nctaid.y":          func(x *exec, _ int) uint64 { return uint64(x.r.grid.Y) },
	"nctaid.z":          func(x *exec, _ int) uint64 { return uint64(x.r.grid.Z) },
	"laneid":            func(_ *exec, l int) uint64 { return uint64(l) },
	"warpid":            func(x *exec, _ int) uint64 { return uint64(x.w.Index()) },
	"smid":              func(x *exec, _ int) uint64 { return 0 },
	"clusterid.x":       func(x *exec, _ int) uint64 { return uint64(x.w.Block().X / x.r.cluster.X) },
	"clusterid.y":       func(x *exec, _ int) uint64 { return uint64(x.w.Block().Y / x.r.cluster.Y) },
	"clusterid.z":       func(x *exec, _ int) uint64 { return uint64(x.w.Block().Z / x.r.cluster.Z) },
	"nclusterid.x":      func(x *exec, _ int) uint64 { return uint64(x.r.grid.X / x.r.cluster.X) },
	"nclusterid.y":      func(x *exec, _ int) uint64 { return uint64(x.r.grid.Y / x.r.cluster.Y) },
	"nclusterid.z":      func(x *exec, _ int) uint64 { return uint64(x.r.grid.Z / x.r.cluster.Z) },
	"cluster.ctaid.x":   func(x *exec, _ int) uint64 { return uint64(x.w.Block().X % x.r.cluster.X) },
	"cluster.ctaid.y":   func(x *exec, _ int) uint64 { return uint64(x.w.Block().Y % x.r.cluster.Y) },
	"cluster.ctaid.z":   func(x *exec, _ int) uint64 { return uint64(x.w.Block().Z % x.r.cluster.Z) },
	"cluster.nctaid.x":  func(x *exec, _ int) uint64 { return uint64(x.r.cluster.X) },
	"cluster.nctaid.y":  func(x *exec, _ int) uint64 { return uint64(x.r.cluster.Y) },
	"cluster.nctaid.z":  func(x *exec, _ int) uint64 { return uint64(x.r.cluster.Z) },
	"cluster.ctarank":   func(x *exec, _ int) uint64 { return uint64(x.w.Rank()) },
	"cluster.nctarank":  func(x *exec, _ int) uint64 { return uint64(x.r.cluster.Count()) },
	"clock":             func(x *exec, _ int) uint64 { return uint64(uint32(x.w.Clock())) },
	"clock64":           func(x *exec, _ int) uint64 { return uint64(x.w.Clock()) },
	"globaltimer":       func(x *exec, _ int) uint64 { return uint64(x.w.GlobalTimer()) },
	"dynamic.smem.size": func(x *exec, _ int) uint64 { return uint64(x.r.dynamicShared) },
	"total.smem.size":   func(x *exec, _ int) uint64 { return uint64(x.r.shared) },
	"lanemask.eq":       func(_ *exec, l int) uint64 { return 1 << l },
	"lanemask.lt":       func(_ *exec, l int) uint64 { return 1<<l - 1 },
	"lanemask.le":       func(_ *exec, l int) uint64 { return 2<<l - 1 },
	"lanemask.gt":       func(_ *exec, l int) uint64 { return uint64(^uint32(2<<l - 1)) },
	"lanemask.ge":       func(_ *exec, l int) uint64 { return uint64(^uint32(1<<l - 1)) },
}

// thread is the position in the block of a lane.
func (x *exec) thread(l int) machine.Dim3 {
	i := x.w.Index()*32 + l
	b := x.r.block
	return machine.Dim3{X: i % b.X, Y: i / b.X % b.Y, Z: i / (b.X * b.Y)}
}

func specialRegister(read func(x *exec, l int) uint64) handler {
	return func(c *compiler, in *instr) error {
		out, err := c.slot(in.op.Result(0))
		in.run = func(x *exec) error {
			var v [32]uint64
			same := true
			for l := range v {
				v[l] = read(x, l)
				same = same && v[l] == v[0]
			}
			if same {
				x.set(&x.cells[out.at], v[0])
			} else {
				x.setLanes(&x.cells[out.at], &v)
			}
			return nil
		}
		return err
	}
}

// convertHandlers run nvvm's conversions.
var convertHandlers = map[string]handler{
	"nvvm.convert.f32x2.to.f16x2":  compilePackFloats(elem.F16),
	"nvvm.convert.f32x2.to.bf16x2": compilePackFloats(elem.BF16),
	"nvvm.convert.f32x2.to.f8x2":   compilePackFloat8,
	"nvvm.convert.f8x2.to.f16x2":   compileUnpackFloat8,
	"nvvm.convert.float.to.tf32":   compileTF32,
	"nvvm.rcp.approx.ftz.f":        compileRcp,
}

// round modes of nvvm.convert operations, by number.
const (
	roundNearest     = 1
	roundNearestAway = 5
)

// compilePackFloats converts two f32: the first operand is the high half, so the second register of the vector.
func compilePackFloats(t elem.Type) handler {
	return func(c *compiler, in *instr) error {
		if r := enumOf(nvvm.FPRoundingModeEnum, in.op, "rnd"); r != roundNearest && r != 0 || in.op.NumOperands() != 2 {
			return errors.New("is not supported by the simulator with this rounding mode")
		}
		ops, out, err := c.inOut(in.op)
		if err != nil {
			return err
		}
		f := narrow(t, in.op)
		in.run = func(x *exec) error {
			x.apply1(&x.cells[out[0].at+1], &x.cells[ops[0].at], f)
			x.apply1(&x.cells[out[0].at], &x.cells[ops[1].at], f)
			return nil
		}
		return nil
	}
}

// narrow converts f32 bits to a narrower type, with relu and saturation as the operation says.
func narrow(t elem.Type, op *ir.Operation) fn1 {
	relu, _ := ir.BoolValue(op.Prop("relu"))
	sat := enumOf(nvvm.SaturationModeEnum, op, "sat") == 1
	f32, _ := codecOf(op.Context().F32())
	return func(a uint64) uint64 {
		v := f32.dec(a)
		if relu {
			v = max(v, 0)
		}
		if t == elem.F8E4M3 {
			return uint64(machine.E4M3FromFloat32(float32(v)))
		}
		if t == elem.F8E5M2 && sat {
			return uint64(machine.E5M2FromFloat32(float32(v)))
		}
		return t.Encode(v)
	}
}

// float8 returns the 8-bit float type that a property names.
func float8(op *ir.Operation, name string) (elem.Type, error) {
	if a, ok := op.Prop(name).(*ir.TypeAttr); ok {
		switch f, _ := a.Value.(*ir.FloatType); {
		case f == nil:
		case f.Format == numeric.F8E4M3FN:
			return elem.F8E4M3, nil
		case f.Format == numeric.F8E5M2:
			return elem.F8E5M2, nil
		}
	}
	return "", fmt.Errorf("is not supported by the simulator with this %s", name)
}

func compilePackFloat8(c *compiler, in *instr) error {
	t, err := float8(in.op, "dstTy")
	if err != nil {
		return err
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	f := narrow(t, in.op)
	if out[0].n == 2 {
		in.run = func(x *exec) error {
			x.apply1(&x.cells[out[0].at+1], &x.cells[ops[0].at], f)
			x.apply1(&x.cells[out[0].at], &x.cells[ops[1].at], f)
			return nil
		}
		return nil
	}
	run, err := c.map2(out[0], ops[0], ops[1], func(a, b uint64) uint64 { return f(a)<<8 | f(b) })
	in.run = run
	return err
}

func compileUnpackFloat8(c *compiler, in *instr) error {
	t, err := float8(in.op, "srcType")
	if err != nil {
		return err
	}
	ops, out, err := c.inOut(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		for i := range out[0].n {
			x.apply1(&x.cells[out[0].at+i], &x.cells[ops[0].at+i], func(v uint64) uint64 { return elem.F16.Encode(t.Decode(v)) })
		}
		return nil
	}
	return nil
}

func compileTF32(c *compiler, in *instr) error {
	if enumOf(nvvm.FPRoundingModeEnum, in.op, "rnd") != roundNearestAway {
		return errors.New("is not supported by the simulator with this rounding mode")
	}
	f32, _ := codecOf(in.op.Context().F32())
	run, err := c.lanewise1(in, func(v uint64) uint64 {
		return f32.enc(float64(machine.TF32FromFloat32(float32(f32.dec(v)))))
	})
	in.run = run
	return err
}

func compileRcp(c *compiler, in *instr) error {
	return compileFloatUnary(c, in, func(v float64) float64 { return 1 / v })
}
