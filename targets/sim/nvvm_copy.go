package sim

import (
	"errors"
	"fmt"

	"github.com/tile-opt/tile-opt/dialects/nvvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/sim/machine"
)

// copyHandlers run nvvm's asynchronous copies.
var copyHandlers = map[string]handler{
	"nvvm.cp.async.shared.global":                     compileCpAsync,
	"nvvm.cp.async.commit.group":                      simple(func(x *exec) { x.w.CpAsyncCommit(x.mask) }),
	"nvvm.cp.async.wait.group":                        compileCpAsyncWait,
	"nvvm.cp.async.bulk.commit.group":                 simple(func(x *exec) { x.w.BulkCommit(x.mask) }),
	"nvvm.cp.async.bulk.wait_group":                   compileBulkWait,
	"nvvm.cp.async.bulk.shared.cluster.global":        compileBulkLoad,
	"nvvm.cp.async.bulk.global.shared.cta":            compileBulkStore,
	"nvvm.cp.async.bulk.shared.cluster.shared.cta":    compileBulkShared,
	"nvvm.cp.async.bulk.prefetch":                     compileNothing,
	"nvvm.cp.async.bulk.tensor.shared.cluster.global": compileTMALoad,
	"nvvm.cp.async.bulk.tensor.global.shared.cta":     compileTMAStore,
	"nvvm.cp.async.bulk.tensor.reduce":                compileTMAStore,
	"nvvm.cp.async.bulk.tensor.prefetch":              compileTMAPrefetch,
}

// perThread runs f once for all active lanes when they agree on every operand, else once for each lane. f finds the
// values of the lane that it is given.
func (x *exec) perThread(cells []slot, f func(l int) error) error {
	for _, s := range cells {
		if s.n == 0 {
			continue
		}
		c := &x.cells[s.at]
		if err := x.defined(c, "copies by"); err != nil {
			return err
		}
		x.touch(c)
	}
	for _, s := range cells {
		if s.n == 0 {
			continue
		}
		if _, ok := x.agree(&x.cells[s.at]); !ok {
			return x.eachLane(f)
		}
	}
	return f(x.first())
}

func (x *exec) lane32(s slot, l int) uint32 { return uint32(x.cells[s.at].at(l)) }

// tensorMap returns the descriptor behind a by-value parameter.
func (x *exec) tensorMap(addr uint64) (*machine.TensorMap, error) {
	i := (addr &^ paramWindow) / paramStride
	if addr>>windowShift == paramWindow>>windowShift && addr%paramStride == 0 && i < uint64(len(x.r.maps)) && x.r.maps[i] != nil {
		return x.r.maps[i], nil
	}
	return nil, fmt.Errorf("expects the address of a tensor map among the parameters, found 0x%x", addr)
}

func compileCpAsync(c *compiler, in *instr) error {
	o, _ := nvvm.AsCpAsync(in.op)
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	size, err := c.optional(o.CpSize())
	if err != nil {
		return err
	}
	n, _ := ir.IntValue(in.op.Prop("size"))
	in.run = func(x *exec) error {
		src, err := x.globalAddrs(&x.cells[ops[1].at])
		if err != nil {
			return err
		}
		dst, err := x.sharedAddrs(&x.cells[ops[0].at], spaceShared)
		if err != nil {
			return err
		}
		var bytes *[32]int
		if size.n > 0 {
			bytes = new([32]int)
			for l := range bytes {
				bytes[l] = int(int32(x.lane32(size, l)))
			}
		}
		x.w.CpAsync(x.mask, dst, src, int(n), bytes)
		return nil
	}
	return nil
}

func compileCpAsyncWait(_ *compiler, in *instr) error {
	n, _ := ir.IntValue(in.op.Prop("n"))
	in.run = func(x *exec) error { x.w.CpAsyncWait(x.mask, int(n)); return nil }
	return nil
}

func compileBulkWait(_ *compiler, in *instr) error {
	n, _ := ir.IntValue(in.op.Prop("group"))
	read := in.op.Prop("read") != nil
	in.run = func(x *exec) error { x.w.BulkWait(x.mask, int(n), read); return nil }
	return nil
}

func compileBulkLoad(c *compiler, in *instr) error {
	o, _ := nvvm.AsCpAsyncBulkGlobalToSharedCluster(in.op)
	ops, err := c.slotsOf([]*ir.Value{o.DstMem(), o.SrcMem(), o.Mbar(), o.Size()})
	if err != nil {
		return err
	}
	mask, err := c.optional(o.MulticastMask())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		return x.perThread(append(ops[:4:4], mask), func(l int) error {
			m := uint16(0)
			if mask.n > 0 {
				m = uint16(x.lane32(mask, l))
			}
			x.w.BulkLoad(x.mask, x.lane32(ops[0], l), x.cells[ops[1].at].at(l), int(x.lane32(ops[3], l)), x.lane32(ops[2], l), m)
			return nil
		})
	}
	return nil
}

func compileBulkStore(c *compiler, in *instr) error {
	o, _ := nvvm.AsCpAsyncBulkSharedCTAToGlobal(in.op)
	if o.ByteMask() != nil {
		return errors.New("is not supported by the simulator with a byte mask")
	}
	ops, err := c.slotsOf([]*ir.Value{o.DstMem(), o.SrcMem(), o.Size()})
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		return x.perThread(ops, func(l int) error {
			x.w.BulkStore(x.mask, x.cells[ops[0].at].at(l), x.lane32(ops[1], l), int(x.lane32(ops[2], l)), nil)
			return nil
		})
	}
	return nil
}

func compileBulkShared(c *compiler, in *instr) error {
	ops, err := c.operands(in.op)
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		return x.perThread(ops, func(l int) error {
			dst := x.lane32(ops[0], l)
			// The barrier is named in this block's window and lies in that of the destination.
			mbar := x.lane32(ops[2], l)
			if mbar>>24 == 0 {
				mbar |= dst &^ (1<<24 - 1)
			}
			x.w.BulkCopyShared(x.mask, dst, x.lane32(ops[1], l), int(x.lane32(ops[3], l)), mbar)
			return nil
		})
	}
	return nil
}

// coordinates returns the coordinates of a tensor copy in a lane, fastest first.
func (x *exec) coordinates(cs []slot, l int) []int32 {
	out := make([]int32, len(cs))
	for i, s := range cs {
		out[i] = int32(x.lane32(s, l))
	}
	return out
}

// checkRank refuses a copy whose coordinates do not fit the map.
func checkRank(m *machine.TensorMap, n int) error {
	if m.Rank() != n {
		return fmt.Errorf("expects %d coordinates for the tensor map, found %d", m.Rank(), n)
	}
	return nil
}

func compileTMALoad(c *compiler, in *instr) error {
	o, _ := nvvm.AsCpAsyncBulkTensorGlobalToSharedCluster(in.op)
	if enumOf(nvvm.TMALoadModeEnum, in.op, "mode") != 0 || len(o.Im2colOffsets()) > 0 {
		return errors.New("is not supported by the simulator in modes other than tile")
	}
	if err := predicated(o.Predicate()); err != nil {
		return err
	}
	coords, err := c.slotsOf(o.Coordinates())
	if err != nil {
		return err
	}
	ops, err := c.slotsOf([]*ir.Value{o.DstMem(), o.TmaDescriptor(), o.Mbar()})
	if err != nil {
		return err
	}
	mask, err := c.optional(o.MulticastMask())
	if err != nil {
		return err
	}
	all := append(append(ops[:3:3], coords...), mask)
	in.run = func(x *exec) error {
		return x.perThread(all, func(l int) error {
			m, err := x.tensorMap(x.cells[ops[1].at].at(l))
			if err != nil {
				return err
			}
			if err := checkRank(m, len(coords)); err != nil {
				return err
			}
			cast := uint16(0)
			if mask.n > 0 {
				cast = uint16(x.lane32(mask, l))
			}
			x.w.TMALoad(x.mask, m, x.coordinates(coords, l), x.lane32(ops[0], l), x.lane32(ops[2], l), cast)
			return nil
		})
	}
	return nil
}

// tmaReductions has the machine's operations by the number of nvvm's.
var tmaReductions = [8]machine.AtomicOp{machine.AtomAdd, machine.AtomMin, machine.AtomMax, machine.AtomInc, machine.AtomDec,
	machine.AtomAnd, machine.AtomOr, machine.AtomXor}

// compileTMAStore runs stores and reductions of boxes.
func compileTMAStore(c *compiler, in *instr) error {
	if enumOf(nvvm.TMAStoreModeEnum, in.op, "mode") != 0 {
		return errors.New("is not supported by the simulator in modes other than tile")
	}
	var reduce *machine.AtomicOp
	var tmap, src *ir.Value
	var coordinates []*ir.Value
	if o, ok := nvvm.AsCpAsyncBulkTensorReduce(in.op); ok {
		op := tmaReductions[enumOf(nvvm.TMAReduxKindEnum, in.op, "redKind")&7]
		reduce, tmap, src, coordinates = &op, o.TmaDescriptor(), o.SrcMem(), o.Coordinates()
	} else {
		o, _ := nvvm.AsCpAsyncBulkTensorSharedCTAToGlobal(in.op)
		if err := predicated(o.Predicate()); err != nil {
			return err
		}
		tmap, src, coordinates = o.TmaDescriptor(), o.SrcMem(), o.Coordinates()
	}
	coords, err := c.slotsOf(coordinates)
	if err != nil {
		return err
	}
	ops, err := c.slotsOf([]*ir.Value{tmap, src})
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		return x.perThread(append(ops[:2:2], coords...), func(l int) error {
			m, err := x.tensorMap(x.cells[ops[0].at].at(l))
			if err != nil {
				return err
			}
			if err := checkRank(m, len(coords)); err != nil {
				return err
			}
			x.w.TMAStore(x.mask, m, x.coordinates(coords, l), x.lane32(ops[1], l), reduce)
			return nil
		})
	}
	return nil
}

func compileTMAPrefetch(c *compiler, in *instr) error {
	o, _ := nvvm.AsCpAsyncBulkTensorPrefetch(in.op)
	if enumOf(nvvm.TMALoadModeEnum, in.op, "mode") != 0 {
		return errors.New("is not supported by the simulator in modes other than tile")
	}
	coords, err := c.slotsOf(o.Coordinates())
	if err != nil {
		return err
	}
	tmap, err := c.slot(o.TmaDescriptor())
	if err != nil {
		return err
	}
	in.run = func(x *exec) error {
		return x.perThread(append([]slot{tmap}, coords...), func(l int) error {
			m, err := x.tensorMap(x.cells[tmap.at].at(l))
			if err == nil {
				err = checkRank(m, len(coords))
			}
			if err == nil {
				x.w.TMAPrefetch(x.mask, m, x.coordinates(coords, l))
			}
			return err
		})
	}
	return nil
}
