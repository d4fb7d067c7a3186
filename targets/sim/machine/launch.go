package machine

import (
	"context"
	"fmt"
)

// Mode is the state of a switch that can be silent, warn or fail.
type Mode uint8

// The modes.
const (
	Off Mode = iota
	Warn
	Fail
)

// WARMode says what orders a generic read before a later asynchronous write of the same bytes (rule 4.2).
type WARMode uint8

// The modes: a proxy fence on the chain is needed; reads whose values were used are exempt, with a warning; the
// ordinary happens-before order is enough.
const (
	WARFence WARMode = iota
	WARConsumed
	WAROff
)

// Switches select between readings of the memory model where PTX and the hardware differ or PTX is silent. Each field
// has an entry in docs/memory-model.md under the name given in brackets.
type Switches struct {
	// WARProxy: generic read before asynchronous write [war-proxy].
	WARProxy WARMode
	// FenceByWriter: a generic write must be fenced by the writing thread; off: any fence on the chain, with a
	// warning [writer-fence].
	FenceByWriter bool
	// CpAsyncFence: cp.async data read by the async proxy needs a proxy fence [cp-async-fence].
	CpAsyncFence Mode
	// Rendezvous: the four warps of a warpgroup meet at each run of wgmma.mma_async [wgmma-rendezvous].
	Rendezvous bool
	// ExpectCompletes: expect_tx can complete a phase, as the hardware does [expect-check].
	ExpectCompletes bool
	// ElectExited: exited lanes in the membermask of elect.sync; Fail is the text of PTX [elect-exited].
	ElectExited Mode
	// Unobserved: a phase is entered although nobody observed the one before [unobserved-phase].
	Unobserved Mode
	// ExitUnread: exit while bulk stores may still read shared memory [exit-unread].
	ExitUnread Mode
	// PeerScope: a .cta wait that observes a peer's release or multicast [peer-scope].
	PeerScope Mode
}

// DefaultSwitches are the defaults of docs/memory-model.md.
func DefaultSwitches() Switches {
	return Switches{
		WARProxy: WARFence, FenceByWriter: true, CpAsyncFence: Warn, Rendezvous: true, ExpectCompletes: true,
		ElectExited: Warn, Unobserved: Warn, ExitUnread: Fail, PeerScope: Off,
	}
}

// Numerics selects the arithmetic of wgmma.
type Numerics uint8

// NumericsFloat32 sums the products of one instruction in float32, in order of k, and is fast. NumericsBitExact is the
// model of rule W17: align, truncate, add exactly, truncate; it equals the hardware bit for bit where that was measured.
const (
	NumericsFloat32 Numerics = iota
	NumericsBitExact
)

// Launch describes one kernel launch. The zero value of a field means its default.
type Launch struct {
	// Grid is in blocks, Block in threads, Cluster in blocks.
	Grid, Block, Cluster Dim3
	// SharedBytes is the shared memory of a block, static and dynamic together.
	SharedBytes int
	// EntryRegisters is the number of registers per thread at entry (R0). Zero: computed from MaxThreads, MinBlocks
	// and SmallestInc by EntryRegisters.
	EntryRegisters int
	// MaxThreads is .maxntid (default: the block), MinBlocks .minnctapersm (default 1), SmallestInc the smallest
	// setmaxnreg.inc immediate of the kernel (default: none).
	MaxThreads, MinBlocks, SmallestInc int
	// Switches default to DefaultSwitches.
	Switches *Switches
	// Numerics is the arithmetic of wgmma.
	Numerics Numerics
	// Chooser picks what moves next (default RoundRobin).
	Chooser Chooser
	// Resident is how many clusters are on the machine at once (default 1, which is enough when clusters do not wait
	// for each other).
	Resident int
	// MaxSteps bounds the operations of the run (default 1<<40); MaxMemory the bytes the machine may hold
	// (default 4 GiB).
	MaxSteps, MaxMemory int64
	// Timeline asks for Report.Timeline, and Cost replaces the cost model behind it.
	Timeline bool
	Cost     CostModel
}

// EntryRegisters computes the registers per thread at entry as ptxas 12.4 and 13.0 choose them when the kernel uses
// setmaxnreg (rule R3): the launch bound with threads rounded up to 128, and no more than the smallest inc immediate
// (zero: there is none).
func EntryRegisters(maxThreads, minBlocks, smallestInc int) int {
	threads := (max(maxThreads, 1) + 127) / 128 * 128
	r := min(255, 65536/(threads*max(minBlocks, 1))/8*8)
	if smallestInc > 0 {
		r = min(r, smallestInc)
	}
	return r
}

func (l *Launch) normalise() error {
	l.Grid, l.Block, l.Cluster = l.Grid.norm(), l.Block.norm(), l.Cluster.norm()
	if l.Switches == nil {
		s := DefaultSwitches()
		l.Switches = &s
	}
	if l.Chooser == nil {
		l.Chooser = RoundRobin()
	}
	if l.Cost == nil {
		l.Cost = hopperCost{}
	}
	l.Resident = max(l.Resident, 1)
	if l.MaxSteps == 0 {
		l.MaxSteps = 1 << 40
	}
	if l.MaxMemory == 0 {
		l.MaxMemory = 4 << 30
	}
	if l.EntryRegisters == 0 {
		l.EntryRegisters = EntryRegisters(max(l.MaxThreads, l.Block.Count()), l.MinBlocks, l.SmallestInc)
	}
	return l.check()
}

func (l *Launch) check() error {
	if n := l.Block.Count(); n > 1024 {
		return fmt.Errorf("block of %d threads: at most 1024 are possible", n)
	}
	if n := l.Cluster.Count(); n > 16 {
		return fmt.Errorf("cluster of %d blocks: at most 16 are possible", n)
	}
	if l.Grid.X%l.Cluster.X != 0 || l.Grid.Y%l.Cluster.Y != 0 || l.Grid.Z%l.Cluster.Z != 0 {
		return fmt.Errorf("grid %v is no multiple of cluster %v", l.Grid, l.Cluster)
	}
	if l.SharedBytes < 0 || l.SharedBytes > MaxSharedBytes {
		return fmt.Errorf("%d bytes of shared memory: a block has 0 to %d", l.SharedBytes, MaxSharedBytes)
	}
	if l.EntryRegisters < 24 || l.EntryRegisters > 256 {
		return fmt.Errorf("%d registers per thread at entry: expected 24 to 256", l.EntryRegisters)
	}
	return nil
}

// Machine is a device: its global memory outlives launches. It is not safe for concurrent use; separate Machines are
// independent.
type Machine struct {
	buffers []*Buffer
	next    uint64
	bytes   int64
}

// New returns a machine without memory.
func New() *Machine { return &Machine{next: 1 << 32} }

// Run executes program once per warp of the launch and returns what was found. The error is not nil when the launch is
// malformed, a program returned an error, ctx ended or a budget was exhausted; the report then covers what ran. Broken
// rules are in the report: see Report.Err. When Run returns, every program has ended.
func (m *Machine) Run(ctx context.Context, l Launch, program func(*Warp) error) (*Report, error) {
	if err := l.normalise(); err != nil {
		return nil, err
	}
	r := &run{m: m, ctx: ctx, l: l, sw: *l.Switches, rep: &Report{}, seen: map[faultKey]*Fault{},
		sites: map[any]uint32{}, program: program, memory: m.bytes}
	for _, b := range m.buffers {
		b.shadow = nil
	}
	defer r.stopAll()
	r.loop()
	r.rep.Stats.Steps = r.steps
	return r.rep, r.err
}
