package async

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/effects"
)

// The resources of this level. Operations without a list of effects (waits,
// fences, barriers, pipeline and mbarrier operations) order all memory, so
// nothing may move over them.
const (
	// SharedMemory holds buffers.
	SharedMemory effects.Resource = "shared memory"
	// MMAGroups is the queue of wgmma groups, whose order tasync.mma_wait
	// counts by.
	MMAGroups effects.Resource = "mma groups"
	// StoreGroups is the queue of bulk groups of a thread.
	StoreGroups effects.Resource = "store groups"
	// Barriers are mbarriers in shared memory.
	Barriers effects.Resource = "mbarriers"
)

func alloc(op *ir.Operation, r effects.Resource) []effects.Effect {
	return []effects.Effect{{Kind: effects.Alloc, Resource: r, Value: op.Result(0)}}
}

// Effects lists the reservation.
func (o Alloc) Effects() []effects.Effect { return alloc(o.Op(), SharedMemory) }

// Effects lists the reservation.
func (o PipelineCreate) Effects() []effects.Effect { return alloc(o.Op(), SharedMemory) }

// Effects lists the reservation.
func (o BarrierAlloc) Effects() []effects.Effect { return alloc(o.Op(), Barriers) }

// Effects: reads global memory, writes the buffer, completes on a barrier.
func (o AsyncLoad) Effects() []effects.Effect {
	return []effects.Effect{
		{Kind: effects.Read},
		{Kind: effects.Write, Resource: SharedMemory, Value: o.Dst()},
		{Kind: effects.Write, Resource: Barriers},
	}
}

// Effects: reads the buffer, writes global memory, joins a store group.
func (o AsyncStore) Effects() []effects.Effect {
	return []effects.Effect{
		{Kind: effects.Read, Resource: SharedMemory, Value: o.Src()},
		{Kind: effects.Write},
		{Kind: effects.Write, Resource: StoreGroups},
	}
}

// Effects: closes a store group.
func (o StoreCommit) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Resource: StoreGroups}}
}

// Effects: reads the buffer.
func (o LocalLoad) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Read, Resource: SharedMemory, Value: o.Src()}}
}

// Effects: writes the buffer.
func (o LocalStore) Effects() []effects.Effect {
	return []effects.Effect{{Kind: effects.Write, Resource: SharedMemory, Value: o.Dst()}}
}

// Effects: reads the operands in shared memory, adds an MMA group.
func (o MMA) Effects() []effects.Effect {
	return []effects.Effect{
		{Kind: effects.Read, Resource: SharedMemory},
		{Kind: effects.Write, Resource: MMAGroups},
	}
}
