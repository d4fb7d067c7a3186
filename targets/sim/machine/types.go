package machine

import "fmt"

// FullMask is the active mask of a warp whose 32 lanes all take part.
const FullMask uint32 = 0xffffffff

// Scope says which threads a synchronising operation orders (PTX ISA, "Scope").
type Scope uint8

// The scopes, narrowest first.
const (
	ScopeCTA Scope = iota
	ScopeCluster
	ScopeGPU
	ScopeSys
)

// String returns the PTX spelling without the dot.
func (s Scope) String() string { return [...]string{"cta", "cluster", "gpu", "sys"}[s] }

// Sem is the ordering half of a synchronising operation (PTX ISA, "Memory Consistency Model").
type Sem uint8

// The semantics; SemDefault is what PTX takes when nothing is written: release for arrivals, acquire for waits.
const (
	SemDefault Sem = iota
	SemRelaxed
	SemAcquire
	SemRelease
	SemAcqRel
)

func (s Sem) releases() bool { return s == SemDefault || s == SemRelease || s == SemAcqRel }
func (s Sem) acquires() bool { return s == SemDefault || s == SemAcquire || s == SemAcqRel }

// Space is the state space a proxy fence is restricted to; SpaceAll is the form without a suffix.
type Space uint8

// The spaces of fence.proxy.async.
const (
	SpaceAll Space = iota
	SpaceShared
	SpaceGlobal
)

// Site says where in a program an operation stands. At is opaque to the machine: any comparable value, printed with
// fmt. Tag is the iteration (or any instance number) that the interpreter wants to see in reports.
type Site struct {
	At  any
	Tag int32
}

// String prints the place and, when it is not zero, the tag.
func (s Site) String() string {
	if s.At == nil {
		return "<unknown site>"
	}
	if s.Tag == 0 {
		return fmt.Sprint(s.At)
	}
	return fmt.Sprintf("%v [i=%d]", s.At, s.Tag)
}

// Dim3 is a size or a position in up to three dimensions, x first.
type Dim3 struct{ X, Y, Z int }

// Count is the number of points in a box of this size; a zero component counts as one.
func (d Dim3) Count() int { return max(d.X, 1) * max(d.Y, 1) * max(d.Z, 1) }

func (d Dim3) norm() Dim3 { return Dim3{max(d.X, 1), max(d.Y, 1), max(d.Z, 1)} }

// at returns the position of linear index i, x fastest.
func (d Dim3) at(i int) Dim3 {
	return Dim3{i % d.X, i / d.X % d.Y, i / (d.X * d.Y)}
}

// clusterShift places the CTA rank in a shared::cluster address: (rank+1)<<24 | offset. Plain offsets are addresses of
// the executing CTA, as PTX ISA, "Shared State Space", has it.
const clusterShift = 24

const offsetMask = 1<<clusterShift - 1

// MaxSharedBytes is the most shared memory a block can have on sm_90 (227 KB, CUDA Programming Guide).
const MaxSharedBytes = 232448

// MapA returns the shared::cluster address of the same offset in the CTA of the given rank (PTX ISA, "mapa").
func MapA(addr uint32, rank int) uint32 {
	return uint32(rank+1)<<clusterShift | addr&offsetMask
}
