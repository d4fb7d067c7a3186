package machine

import "math"

// mmaOperands is the operands of one wgmma instruction as the warpgroup reads them, decoded to float32, k fastest.
type mmaOperands struct {
	site Site
	op   Wgmma // without register slices
	a    []float32
	b    []float32
	left int // warps still to execute it
}

// operands returns the decoded operands of w's next instruction. With the rendezvous they are read once, when the
// first warp issues; in strict mode each warp reads for itself.
func (w *Warp) operands(op *Wgmma) *mmaOperands {
	wg := w.cta.wgs[w.num/4]
	if !w.run.sw.Rendezvous {
		return w.readOperands(op, w.clk, w.wgmma.strict)
	}
	i := int(w.wgmma.index - wg.base)
	if i == len(wg.queue) {
		wg.queue = append(wg.queue, w.readOperands(op, wg.run, wg.slot))
	}
	q := wg.queue[i]
	if q.left--; q.left == 0 {
		wg.queue = wg.queue[1:] // each warp executes in order: this is the first
		wg.base++
	}
	if o := q.op; o.DescA != op.DescA || o.DescB != op.DescB || o.N != op.N || o.A != op.A || o.B != op.B || o.D != op.D || o.TransA != op.TransA || o.TransB != op.TransB {
		w.fault(RuleDesc, Error, q.site, "the warps of a warpgroup execute different wgmma: %v with descriptors 0x%x, 0x%x here, %v with 0x%x, 0x%x there",
			op, op.DescA, op.DescB, &o, o.DescA, o.DescB)
		return w.readOperands(op, wg.run, wg.slot)
	}
	return q
}

func (w *Warp) readOperands(op *Wgmma, clk *clock, slot int) *mmaOperands {
	q := &mmaOperands{site: w.site, op: *op, left: 4}
	q.op.Acc, q.op.RegsA = nil, nil
	a := w.async("wgmma operand read", clk, slot, w.wgmma.commits+1)
	if op.RegsA == nil {
		q.a = w.readMatrix(&a, op.DescA, op.A, 64, op.TransA, op.NegA)
	}
	q.b = w.readMatrix(&a, op.DescB, op.B, op.N, op.TransB, op.NegB)
	return q
}

// Descriptor is the fields of a 64-bit matrix descriptor (PTX ISA, "Matrix Descriptor Format"), in bytes.
type Descriptor struct {
	Start, LBO, SBO uint32
	BaseOffset      uint32
	Swizzle         Swizzle
}

// Encode packs the descriptor.
func (d Descriptor) Encode() uint64 {
	const m = 0x3ffff
	return uint64(d.Start&m)>>4 | uint64(d.LBO&m)>>4<<16 | uint64(d.SBO&m)>>4<<32 | uint64(d.BaseOffset&7)<<49 |
		uint64((4-d.Swizzle)&3)<<62
}

// DecodeDescriptor unpacks a descriptor.
func DecodeDescriptor(v uint64) Descriptor {
	return Descriptor{Start: uint32(v&0x3fff) << 4, LBO: uint32(v>>16&0x3fff) << 4, SBO: uint32(v>>32&0x3fff) << 4,
		BaseOffset: uint32(v >> 49 & 7), Swizzle: Swizzle(4-v>>62) & 3}
}

// offset is the byte offset of element (mn, k) before swizzle (5.3); e is the element size.
func (d *Descriptor) offset(mn, k, e int, mnMajor bool) int {
	sw := d.Swizzle.Span()
	lbo, sbo := int(d.LBO), int(d.SBO)
	switch {
	case !mnMajor && d.Swizzle != SwizzleNone:
		return mn%8*sw + mn/8*sbo + k*e
	case !mnMajor:
		return mn%8*16 + mn/8*sbo + k*e/16*lbo + k*e%16
	case d.Swizzle != SwizzleNone:
		return mn*e%sw + mn*e/sw*lbo + k%8*sw + k/8*sbo
	}
	return mn*e%16 + mn*e/16*sbo + k%8*16 + k/8*lbo
}

// Address is where element (mn, k) of elements of e bytes lies in shared memory.
func (d *Descriptor) Address(mn, k, e int, mnMajor bool) uint32 {
	return d.Swizzle.Apply(d.Start + uint32(d.offset(mn, k, e, mnMajor)))
}

// readMatrix reads rows x K elements through a descriptor, 16 bytes at a time, and returns them k fastest.
func (w *Warp) readMatrix(a *actor, desc uint64, t MMAType, rows int, trans, neg bool) []float32 {
	d := DecodeDescriptor(desc)
	if desc&^0xc00e3fff3fff3fff != 0 {
		w.errorf(RuleDesc, "matrix descriptor 0x%x has bits set that must be zero", desc)
	}
	if d.BaseOffset != 0 {
		w.errorf(RuleDesc, "matrix descriptor 0x%x has base offset %d: only tiles on the period of the swizzle are supported", desc, d.BaseOffset)
	}
	e := t.bytes()
	k := 32 / e
	per := 16 / e
	out := make([]float32, rows*k)
	major, minor := rows, k // chunks run along minor
	if trans {
		major, minor = k, rows
	}
	var vals [16]float32
	for i := range major {
		for j := 0; j < minor; j += per {
			mn, kk := i, j
			if trans {
				mn, kk = j, i
			}
			at := d.Address(mn, kk, e, trans)
			if int(at)+16 > len(w.cta.smem) {
				w.trap(RuleBounds, "wgmma operand at shared address 0x%x is outside the %d bytes of the block (descriptor 0x%x)", at, len(w.cta.smem), desc)
			}
			w.cta.touchRead(a, int(at>>4), 0xffff)
			decode(vals[:per], w.cta.smem[at:at+16], t, neg)
			n := min(per, minor-j)
			if !trans {
				copy(out[i*k+j:], vals[:n])
				continue
			}
			for x := range n {
				out[(j+x)*k+i] = vals[x]
			}
		}
	}
	return out
}

// decode converts 16 bytes of elements.
func decode(out []float32, b []byte, t MMAType, neg bool) {
	switch t {
	case MMAF16:
		tab := f16Table()
		for i := range out {
			out[i] = tab[uint16(b[2*i])|uint16(b[2*i+1])<<8]
		}
	case MMABF16:
		for i := range out {
			out[i] = math.Float32frombits(uint32(b[2*i])<<16 | uint32(b[2*i+1])<<24)
		}
	case MMATF32:
		for i := range out {
			out[i] = TF32Truncate(math.Float32frombits(uint32(loadBits(b[4*i : 4*i+4]))))
		}
	case MMAE4M3:
		for i := range out {
			out[i] = E4M3ToFloat32(b[i])
		}
	case MMAE5M2:
		for i := range out {
			out[i] = E5M2ToFloat32(b[i])
		}
	case MMAS8:
		for i := range out {
			out[i] = float32(int8(b[i]))
		}
	case MMAU8:
		for i := range out {
			out[i] = float32(b[i])
		}
	}
	if neg {
		for i := range out {
			out[i] = -out[i]
		}
	}
}

// registersA decodes the warp's 16 rows of A from its registers (5.2).
func registersA(op *Wgmma) []float32 {
	e := op.A.bytes()
	k := op.K()
	out := make([]float32, 16*k)
	var buf [16]byte
	var vals [16]float32
	per := 4 / e // elements of a register
	for l := range 32 {
		g, q := l/4, l%4
		for r := range 4 {
			storeBits(buf[4*r:4*r+4], uint64(op.RegsA[r][l]))
		}
		decode(vals[:16/e], buf[:], op.A, op.NegA)
		for i := range 4 * per {
			row := g + 8*(i/per&1)
			kk := q*per + i%per + 4*per*(i/per>>1)
			out[row*k+kk] = vals[i]
		}
	}
	return out
}

// multiply computes the warp's 16 rows of D.
func (q *mmaOperands) multiply(w *Warp, op *Wgmma) {
	k := op.K()
	var a []float32
	if op.RegsA != nil {
		a = registersA(op)
	} else {
		r := w.num % 4 * 16
		a = q.a[r*k : (r+16)*k]
	}
	switch {
	case op.D == MMAS32:
		q.multiplyInt(a, op, k)
	case w.run.l.Numerics == NumericsBitExact:
		q.multiplyExact(a, op, k)
	default:
		q.multiplyFast(a, op, k)
	}
}

// cell finds the register and lane of element (row, col) of a warp's 16 rows (5.2).
func cell(row, col int) (elem, lane int) {
	return col>>3<<2 | row>>3<<1 | col&1, row&7<<2 | col&7>>1
}

// multiplyFast sums the products of four rows at a time in float32.
func (q *mmaOperands) multiplyFast(a []float32, op *Wgmma, k int) {
	half := op.D == MMAF16
	for col := range op.N {
		b := q.b[col*k : col*k+k : col*k+k]
		for row := 0; row < 16; row += 4 {
			a0 := a[row*k:][:len(b)]
			a1 := a[(row+1)*k:][:len(b)]
			a2 := a[(row+2)*k:][:len(b)]
			a3 := a[(row+3)*k:][:len(b)]
			var s0, s1, s2, s3 float32
			for i, x := range b {
				s0 += a0[i] * x
				s1 += a1[i] * x
				s2 += a2[i] * x
				s3 += a3[i] * x
			}
			elem, lane := cell(row, col)
			if half {
				addHalf(op, elem, lane, s0)
				addHalf(op, elem, lane+4, s1)
				addHalf(op, elem, lane+8, s2)
				addHalf(op, elem, lane+12, s3)
				continue
			}
			r := &op.Acc[elem]
			if op.ScaleD {
				s0 += math.Float32frombits(r[lane])
				s1 += math.Float32frombits(r[lane+4])
				s2 += math.Float32frombits(r[lane+8])
				s3 += math.Float32frombits(r[lane+12])
			}
			r[lane], r[lane+4] = math.Float32bits(s0), math.Float32bits(s1)
			r[lane+8], r[lane+12] = math.Float32bits(s2), math.Float32bits(s3)
		}
	}
}

// addHalf adds s to a packed f16 accumulator element.
func addHalf(op *Wgmma, elem, lane int, s float32) {
	c := float32(0)
	if op.ScaleD {
		c = halfAt(op, elem, lane)
	}
	setHalf(op, elem, lane, s+c)
}

func halfAt(op *Wgmma, elem, lane int) float32 {
	return F16ToFloat32(uint16(op.Acc[elem>>1][lane] >> (16 * (elem & 1))))
}

func setHalf(op *Wgmma, elem, lane int, v float32) {
	sh := 16 * (elem & 1)
	r := &op.Acc[elem>>1][lane]
	*r = *r&^(0xffff<<sh) | uint32(F16FromFloat32(v))<<sh
}

// multiplyExact follows rule W17.
func (q *mmaOperands) multiplyExact(a []float32, op *Wgmma, k int) {
	p := fusedParams{fraction: 25, outBits: 23, minA: op.A.minExp(), minB: op.B.minExp(), halfFloat: op.D == MMAF16}
	if op.A.fp8() {
		p.fraction, p.outBits = 13, 13
	}
	for col := range op.N {
		b := q.b[col*k : col*k+k]
		for row := range 16 {
			elem, lane := cell(row, col)
			c := float32(0)
			switch {
			case !op.ScaleD:
			case p.halfFloat:
				c = halfAt(op, elem, lane)
			default:
				c = math.Float32frombits(op.Acc[elem][lane])
			}
			d := fusedDot(a[row*k:row*k+k], b, c, p)
			if p.halfFloat {
				setHalf(op, elem, lane, d)
			} else {
				op.Acc[elem][lane] = math.Float32bits(d)
			}
		}
	}
}

func (t MMAType) minExp() int {
	switch t {
	case MMAF16, MMAE5M2:
		return -14
	case MMAE4M3:
		return -6
	}
	return -126
}

// multiplyInt accumulates 8-bit integers in s32. The products of one instruction are below 2^24, so float32 holds
// their sum exactly.
func (q *mmaOperands) multiplyInt(a []float32, op *Wgmma, k int) {
	for col := range op.N {
		b := q.b[col*k : col*k+k]
		for row := range 16 {
			s := float32(0)
			for i, x := range b {
				s += a[row*k+i] * x
			}
			elem, lane := cell(row, col)
			v := int64(s)
			if op.ScaleD {
				v += int64(int32(op.Acc[elem][lane]))
			}
			if op.SatFinite {
				v = max(math.MinInt32, min(math.MaxInt32, v))
			}
			op.Acc[elem][lane] = uint32(int32(v))
		}
	}
}
