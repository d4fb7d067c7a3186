package cuda

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tile-opt/tile-opt/targets/launch"
	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// referenceEntry is the name of the kernel that referencePTX returns.
const referenceEntry = "reference_matmul_nt"

// referenceBlock is its block: 16 columns by 16 rows of the result, a thread each.
const referenceBlock = 16

// referenceTemplate computes out[m, n] = sum over k of a[m, k] * b[n, k], one thread an element, in float64: slow, and
// simple enough to be right on sight. Products of narrow floats are exact in it. Strides are in bytes.
const referenceTemplate = `
.version 7.8
.target sm_80
.address_size 64

.visible .entry reference_matmul_nt(
	.param .u64 a, .param .u64 b, .param .u64 out,
	.param .u32 m, .param .u32 n, .param .u32 k,
	.param .u64 a_row, .param .u64 a_col, .param .u64 b_row, .param .u64 b_col)
{
	.reg .pred %p;
	.reg .b16 %h;
	.reg .b32 %row, %col, %m, %n, %k, %t, %u;
	.reg .b64 %pa, %pb, %po, %sa, %sb, %w, %x;
	.reg .f32 %f;
	.reg .f64 %da, %db, %acc;

	mov.u32 %t, %ctaid.x;
	mov.u32 %u, %ntid.x;
	mov.u32 %col, %tid.x;
	mad.lo.u32 %col, %t, %u, %col;
	mov.u32 %t, %ctaid.y;
	mov.u32 %u, %ntid.y;
	mov.u32 %row, %tid.y;
	mad.lo.u32 %row, %t, %u, %row;
	ld.param.u32 %m, [m];
	ld.param.u32 %n, [n];
	ld.param.u32 %k, [k];
	setp.ge.u32 %p, %row, %m;
	@%p bra EXIT;
	setp.ge.u32 %p, %col, %n;
	@%p bra EXIT;

	ld.param.u64 %pa, [a];
	ld.param.u64 %sa, [a_row];
	cvt.u64.u32 %w, %row;
	mad.lo.u64 %pa, %w, %sa, %pa;
	ld.param.u64 %pb, [b];
	ld.param.u64 %sb, [b_row];
	cvt.u64.u32 %x, %col;
	mad.lo.u64 %pb, %x, %sb, %pb;
	ld.param.u64 %sa, [a_col];
	ld.param.u64 %sb, [b_col];
	mov.f64 %acc, 0d0000000000000000;

LOOP:
	setp.eq.u32 %p, %k, 0;
	@%p bra STORE;
	LOAD_A
	LOAD_B
	fma.rn.f64 %acc, %da, %db, %acc;
	add.u64 %pa, %pa, %sa;
	add.u64 %pb, %pb, %sb;
	sub.u32 %k, %k, 1;
	bra LOOP;

STORE:
	ld.param.u64 %po, [out];
	cvt.u64.u32 %sa, %n;
	mad.lo.u64 %w, %w, %sa, %x;
	shl.b64 %w, %w, 3;
	add.u64 %po, %po, %w;
	st.global.f64 [%po], %acc;
EXIT:
	ret;
}
`

// referencePTX returns the reference kernel for inputs of the types a and b.
func referencePTX(a, b elem.Type) (string, error) {
	loadA, err := loadAsDouble(a, "%da", "%pa")
	if err != nil {
		return "", err
	}
	loadB, err := loadAsDouble(b, "%db", "%pb")
	if err != nil {
		return "", err
	}
	return strings.NewReplacer("LOAD_A", loadA, "LOAD_B", loadB).Replace(referenceTemplate), nil
}

func loadAsDouble(t elem.Type, dst, ptr string) (string, error) {
	var code string
	switch t {
	case elem.F16:
		code = "ld.global.b16 %h, [PTR]; cvt.f32.f16 %f, %h; cvt.f64.f32 DST, %f;"
	case elem.BF16:
		// A bfloat16 is the upper half of a float32.
		code = "ld.global.u16 %t, [PTR]; shl.b32 %t, %t, 16; mov.b32 %f, %t; cvt.f64.f32 DST, %f;"
	case elem.F32:
		code = "ld.global.f32 %f, [PTR]; cvt.f64.f32 DST, %f;"
	case elem.F64:
		code = "ld.global.f64 DST, [PTR];"
	default:
		return "", fmt.Errorf("reference matmul_nt takes f16, bf16, f32 or f64, found %s", t)
	}
	return strings.NewReplacer("PTR", ptr, "DST", dst).Replace(code), nil
}

// matmulNT runs the reference kernel over the inputs of c; out is the argument that it stands for.
func (r *runner) matmulNT(ctx context.Context, c *call, out int) ([]float64, error) {
	ia, err := c.matrix(c.job.Reference.A)
	if err != nil {
		return nil, err
	}
	ib, err := c.matrix(c.job.Reference.B)
	if err != nil {
		return nil, err
	}
	ta, tb := c.module.Args[ia].Type, c.module.Args[ib].Type
	a, b, o := &c.env.Args[ia], &c.env.Args[ib], &c.env.Args[out]
	if len(o.Dims) != 2 || a.Dims[1] != b.Dims[1] || o.Dims[0] != a.Dims[0] || o.Dims[1] != b.Dims[0] {
		return nil, fmt.Errorf("reference matmul_nt: sizes %v, %v and %v don't fit", a.Dims, b.Dims, o.Dims)
	}
	bytes := 8 * o.Dims[0] * o.Dims[1]
	if bytes == 0 {
		return []float64{}, nil
	}
	fn, err := r.referenceKernel(ta, tb)
	if err != nil {
		return nil, err
	}
	to, err := r.d.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	var params [][]byte
	u64 := func(x uint64) { params = append(params, binary.LittleEndian.AppendUint64(nil, x)) }
	u32 := func(x int64) { params = append(params, binary.LittleEndian.AppendUint32(nil, uint32(x))) }
	u64(a.Pointer)
	u64(b.Pointer)
	u64(to)
	u32(o.Dims[0])
	u32(o.Dims[1])
	u32(a.Dims[1])
	for _, s := range []struct {
		v *launch.Value
		t elem.Type
	}{{a, ta}, {b, tb}} {
		u64(uint64(s.v.Strides[0] * int64(s.t.Size())))
		u64(uint64(s.v.Strides[1] * int64(s.t.Size())))
	}
	blocks := func(n int64) uint32 { return uint32((n + referenceBlock - 1) / referenceBlock) }
	l := &launch.Launch{
		Grid:  [3]uint32{blocks(o.Dims[1]), blocks(o.Dims[0]), 1},
		Block: [3]uint32{referenceBlock, referenceBlock, 1}, Cluster: [3]uint32{1, 1, 1},
	}
	if err := r.d.Launch(fn, l, params); err != nil {
		return nil, fmt.Errorf("reference matmul_nt: launch: %w", err)
	}
	const limit = 120 // seconds; the greatest shapes take some
	if err := r.wait(ctx, "reference matmul_nt", limit); err != nil {
		return nil, err
	}
	data := make([]byte, bytes)
	if err := r.d.Download(data, to); err != nil {
		return nil, err
	}
	return floats(data), r.d.Free(to)
}

// matrix returns the index of the memref argument of rank 2 called name.
func (c *call) matrix(name string) (int, error) {
	for i, a := range c.module.Args {
		if a.Name == name && a.Rank == 2 {
			return i, nil
		}
	}
	return 0, fmt.Errorf("reference matmul_nt: kernel %q has no matrix %q", c.module.Kernel, name)
}

func (r *runner) referenceKernel(a, b elem.Type) (Function, error) {
	key := string(a) + " " + string(b)
	if f, ok := r.reference[key]; ok {
		return f, nil
	}
	text, err := referencePTX(a, b)
	if err != nil {
		return 0, err
	}
	m, err := r.d.Load([]byte(text))
	if err != nil {
		return 0, fmt.Errorf("reference matmul_nt: %w", err)
	}
	f, err := r.d.Function(m, referenceEntry)
	if err != nil {
		return 0, fmt.Errorf("reference matmul_nt: %w", err)
	}
	r.reference[key] = f
	return f, nil
}
