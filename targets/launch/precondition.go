package launch

import "fmt"

// Aligned asks that the address of memref argument arg is a multiple of bytes.
func Aligned(arg, bytes int) Precondition {
	return Precondition{
		Cond:    Eq(Mod(Ptr(arg), Const(int64(bytes))), Const(0)),
		Arg:     arg,
		Message: fmt.Sprintf("address must be a multiple of %d", bytes),
		Value:   Ptr(arg),
	}
}

// UnitStride asks that memref argument arg is contiguous along dimension i, or has at most one element there.
func UnitStride(arg, i int) Precondition {
	return Precondition{
		Cond:    Or(Le(Dim(arg, i), Const(1)), Eq(Stride(arg, i), Const(1))),
		Arg:     arg,
		Message: fmt.Sprintf("stride of dimension %d must be 1", i),
		Value:   Stride(arg, i),
	}
}

// StrideBytesMultiple asks that the stride of memref argument arg along dimension i, of elements of elemBytes bytes, is a
// multiple of bytes.
func StrideBytesMultiple(arg, i, elemBytes, bytes int) Precondition {
	stride := Mul(Stride(arg, i), Const(int64(elemBytes)))
	return Precondition{
		Cond:    Eq(Mod(stride, Const(int64(bytes))), Const(0)),
		Arg:     arg,
		Message: fmt.Sprintf("stride of dimension %d in bytes must be a multiple of %d", i, bytes),
		Value:   stride,
	}
}

// DimBytesMultiple asks that the size of memref argument arg along dimension i, in bytes of elemBytes an element, is a
// multiple of bytes.
func DimBytesMultiple(arg, i, elemBytes, bytes int) Precondition {
	size := Mul(Dim(arg, i), Const(int64(elemBytes)))
	return Precondition{
		Cond:    Eq(Mod(size, Const(int64(bytes))), Const(0)),
		Arg:     arg,
		Message: fmt.Sprintf("size of dimension %d in bytes must be a multiple of %d", i, bytes),
		Value:   size,
	}
}

// InRange asks that lo <= e <= hi; what names the quantity, and arg is the argument to name.
func InRange(arg int, what string, e Expr, lo, hi int64) Precondition {
	return Precondition{
		Cond:    And(Ge(e, Const(lo)), Le(e, Const(hi))),
		Arg:     arg,
		Message: fmt.Sprintf("%s must be %d to %d", what, lo, hi),
		Value:   e,
	}
}

// DimRange asks that the size of memref argument arg along dimension i is lo to hi.
func DimRange(arg, i int, lo, hi int64) Precondition {
	return InRange(arg, fmt.Sprintf("size of dimension %d", i), Dim(arg, i), lo, hi)
}

// SameDim asks that the size of memref argument arg along dimension i is that of argument other along dimension j; name
// is the other's.
func SameDim(arg, i, other, j int, name string) Precondition {
	return Precondition{
		Cond:    Eq(Dim(arg, i), Dim(other, j)),
		Arg:     arg,
		Message: fmt.Sprintf("size of dimension %d must be that of dimension %d of %s", i, j, name),
		Value:   Dim(arg, i),
	}
}

// The limits of the tensor-map encoder (CUDA Driver API, cuTensorMapEncodeTiled).
const (
	tensorMapAlign     = 16
	tensorMapMaxDim    = 1 << 32
	tensorMapMaxStride = 1<<40 - 1
)

// TensorMapStride is the stride of memref argument arg, of the given rank, along dimension i as a tensor map has it: in
// bytes of elemBytes an element, but 16 where no element is reached by stepping along i, because there is at most one
// there or the argument is empty. Callers give such dimensions any stride, which the encoder would refuse for no reason.
func TensorMapStride(arg, rank, i, elemBytes int) Expr {
	idle := []Expr{Le(Dim(arg, i), Const(1))}
	for j := range rank {
		if j != i {
			idle = append(idle, Eq(Dim(arg, j), Const(0)))
		}
	}
	cond := idle[0]
	if len(idle) > 1 {
		cond = Or(idle...)
	}
	return If(cond, Const(tensorMapAlign), Mul(Stride(arg, i), Const(int64(elemBytes))))
}

// TensorMapPreconditions asks for what the encoder demands of the map p: its limits, and strides in multiples of 16.
func TensorMapPreconditions(p *TensorMapParam) []Precondition {
	out := TensorMapLimits(p)
	for i, s := range p.Strides {
		out = append(out, Precondition{
			Cond:    isAligned(s),
			Arg:     p.Arg,
			Message: fmt.Sprintf("%s must be a multiple of %d bytes apart, as TMA needs", apart(i, len(p.Strides)), tensorMapAlign),
			Value:   s,
		})
	}
	return out
}

// TensorMapLimits asks for a 16-byte aligned address, dimensions up to 2^32 and strides below 2^40.
func TensorMapLimits(p *TensorMapParam) []Precondition {
	out := []Precondition{Aligned(p.Arg, tensorMapAlign)}
	for i, d := range p.Dims {
		out = append(out, InRange(p.Arg, fmt.Sprintf("tensor-map dimension %d", i), d, 0, tensorMapMaxDim))
	}
	for i, s := range p.Strides {
		out = append(out, InRange(p.Arg, fmt.Sprintf("tensor-map stride %d", i+1), s, 0, tensorMapMaxStride))
	}
	return out
}

// StorableMap returns whether tensor stores through the map p, of elements of elemBytes bytes, are allowed, as an
// expression that is 1 or 0: they need an argument that is not empty, strides that the encoder takes, and rows of whole
// pieces of 16 bytes, which is what they write (also where a row ends inside one: measured on an H200). It rounds the
// strides of p up, so that the map can be encoded whatever the answer is.
func StorableMap(p *TensorMapParam, elemBytes int) Expr {
	all := []Expr{isAligned(Mul(p.Dims[0], Const(int64(elemBytes))))}
	for _, d := range p.Dims {
		all = append(all, Ge(d, Const(1)))
	}
	for i, s := range p.Strides {
		all = append(all, isAligned(s))
		p.Strides[i] = Mul(CeilDiv(s, Const(tensorMapAlign)), Const(tensorMapAlign))
	}
	return And(all...)
}

func isAligned(bytes Expr) Expr { return Eq(Mod(bytes, Const(tensorMapAlign)), Const(0)) }

// apart names what the i-th of n strides of a tensor map lies between. With one stride these are
// the rows of the argument, which is what a caller can look up.
func apart(i, n int) string {
	if n == 1 {
		return "rows"
	}
	return fmt.Sprintf("elements along tensor-map dimension %d", i+1)
}
