package protocol

import (
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/async"
	"github.com/tile-opt/tile-opt/ir"
)

// namedBarriers is how many a block has (PTX ISA, "bar").
const namedBarriers = 16

// limits checks what needs no schedule: registers, named barriers, places in
// shared memory.
func (k *kernel) limits() *Finding {
	if f := registersOf(k.fn); f != nil {
		return f
	}
	syncing := 1 + len(k.named)
	for _, r := range k.roles {
		for i := range r.code {
			if x := r.code[i].part; r.code[i].op.Is("tasync.sync") || r.code[i].op.Is("tasync.reduce") || x != nil && (x.effect == meetRole || x.effect == giveBack && x.bar == nil) {
				syncing++
				break
			}
		}
	}
	if syncing > namedBarriers {
		return fault(k.fn, "V13", "needs %d named barriers, one for the block, one for each role that synchronises and those that roles share: there are %d", syncing, namedBarriers)
	}
	return k.places()
}

// registers checks the pool of setmaxnreg: what the warp groups set may not
// exceed what they were launched with.
func registers(ws async.WarpSpecialize) *Finding {
	roles := ws.Roles()
	warps := 0
	for _, r := range roles {
		warps += r.Warps
		if r.Registers == 0 {
			return nil
		}
	}
	groups := (warps + 3) / 4
	each := async.EntryRegisters(32 * warps)
	sum := 0
	var terms []string
	for _, r := range roles {
		sum += r.Warps / 4 * r.Registers
		terms = append(terms, fmt.Sprintf("%d x %d", r.Warps/4, r.Registers))
	}
	if sum > groups*each {
		return fault(ws.Op(), "V13", "never starts: its roles set %s = %d registers over the warp groups, and the pool holds %d x %d = %d",
			strings.Join(terms, " + "), sum, groups, each, groups*each)
	}
	return nil
}

// places checks that barriers and buffers that have an offset don't overlap.
func (k *kernel) places() *Finding {
	type place struct {
		op       *ir.Operation
		lo, hi   int64
		barriers bool
	}
	var all []place
	total := int64(0)
	add := func(op *ir.Operation, size int64, barriers bool) *Finding {
		total += size
		lo, ok := ir.IntValue(op.Prop("offset"))
		if !ok {
			return nil
		}
		p := place{op, lo, lo + size, barriers}
		for _, q := range all {
			if p.lo >= q.hi || q.lo >= p.hi {
				continue
			}
			if p.barriers || q.barriers {
				return fault(op, "B1", "lies at %d to %d, over another barrier or buffer at %d to %d", p.lo, p.hi, q.lo, q.hi)
			}
			return unsupported(op, "shares its place with another buffer: run the check before async-allocate-shared")
		}
		all = append(all, p)
		return nil
	}
	for _, r := range k.bufList {
		if r.implied {
			continue
		}
		if f := add(r.op, r.op.Result(0).Type().(*async.BufferType).Bytes(), false); f != nil {
			return f
		}
	}
	for _, r := range k.barList {
		if r.implied {
			continue
		}
		if f := add(r.op, int64(8*r.n), true); f != nil {
			return f
		}
	}
	return nil
}
