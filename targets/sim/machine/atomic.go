package machine

import (
	"encoding/binary"
	"fmt"
	"math"
)

// AtomicOp is the operation of an atomic or a reduction.
type AtomicOp uint8

// The operations of PTX ISA, "atom" and "red".
const (
	AtomAdd AtomicOp = iota
	AtomMin
	AtomMax
	AtomInc
	AtomDec
	AtomAnd
	AtomOr
	AtomXor
	AtomExch
	AtomCAS
)

// AtomicType is the element type of an atomic or a reduction.
type AtomicType uint8

// The types; packed ones act on both halves.
const (
	AtomU32 AtomicType = iota
	AtomS32
	AtomU64
	AtomS64
	AtomF32
	AtomF64
	AtomF16
	AtomBF16
	AtomF16x2
	AtomBF16x2
)

// Bytes is the size of the type.
func (t AtomicType) Bytes() int {
	switch t {
	case AtomU64, AtomS64, AtomF64:
		return 8
	case AtomF16, AtomBF16:
		return 2
	}
	return 4
}

func loadBits(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 8:
		return binary.LittleEndian.Uint64(b)
	}
	panic(fmt.Sprintf("internal: access of %d bytes", len(b)))
}

func storeBits(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	case 8:
		binary.LittleEndian.PutUint64(b, v)
	default:
		panic(fmt.Sprintf("internal: access of %d bytes", len(b)))
	}
}

// atomicApply returns the new value of a cell that held old.
func atomicApply(op AtomicOp, t AtomicType, old, a, b uint64) uint64 {
	switch op {
	case AtomExch:
		return a
	case AtomCAS:
		if old == a {
			return b
		}
		return old
	case AtomAnd:
		return old & a
	case AtomOr:
		return old | a
	case AtomXor:
		return old ^ a
	case AtomInc:
		if uint32(old) >= uint32(a) {
			return 0
		}
		return old + 1
	case AtomDec:
		if uint32(old) == 0 || uint32(old) > uint32(a) {
			return a
		}
		return old - 1
	}
	switch t {
	case AtomF16x2, AtomBF16x2:
		half := AtomF16
		if t == AtomBF16x2 {
			half = AtomBF16
		}
		lo := arith(op, half, old&0xffff, a&0xffff)
		return lo&0xffff | arith(op, half, old>>16&0xffff, a>>16&0xffff)<<16
	}
	return arith(op, t, old, a)
}

// arith does add, min and max.
func arith(op AtomicOp, t AtomicType, x, y uint64) uint64 {
	switch t {
	case AtomU32:
		return uint64(pick(op, uint32(x), uint32(y)))
	case AtomS32:
		return uint64(uint32(pick(op, int32(x), int32(y))))
	case AtomU64:
		return pick(op, x, y)
	case AtomS64:
		return uint64(pick(op, int64(x), int64(y)))
	case AtomF32:
		return uint64(math.Float32bits(pick(op, math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y)))))
	case AtomF64:
		return math.Float64bits(pick(op, math.Float64frombits(x), math.Float64frombits(y)))
	case AtomF16:
		return uint64(F16FromFloat32(pick(op, F16ToFloat32(uint16(x)), F16ToFloat32(uint16(y)))))
	case AtomBF16:
		return uint64(BF16FromFloat32(pick(op, BF16ToFloat32(uint16(x)), BF16ToFloat32(uint16(y)))))
	}
	panic(fmt.Sprintf("internal: atomic type %d", t))
}

func pick[T int32 | uint32 | int64 | uint64 | float32 | float64](op AtomicOp, x, y T) T {
	switch op {
	case AtomMin:
		return min(x, y)
	case AtomMax:
		return max(x, y)
	}
	return x + y
}
