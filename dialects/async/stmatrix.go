package async

import "fmt"

// StMatrix is the plan by which the threads of a role store a 16-bit tile of
// wgmma layout with stmatrix (PTX ISA, "stmatrix"): each instruction stores
// up to four 8x8 matrices of a warp, and lane l gives the address of row l%8
// of matrix l/8.
type StMatrix struct {
	// Terms are the parts of a lane's byte offset that depend on the number
	// of the thread in its role.
	Terms  []Term
	Stores []StMatrixStore
}

// StMatrixStore is one instruction.
type StMatrixStore struct {
	// Offset is the constant part of the byte offset in the tile. The address
	// is SwizzleAddr(base + terms + Offset).
	Offset int64
	// Matrices is how many are stored: 2 or 4.
	Matrices int
	// Regs are the registers of the tile that make up the matrices: matrix i
	// takes Regs[2*i] as its low and Regs[2*i+1] as its high half.
	Regs []int
}

// Addr returns the address that a thread gives in a store, for a tile at the
// shared-memory address base with this swizzle.
func (s *StMatrix) Addr(base int64, tid int64, store int, swizzle int) int64 {
	off := s.Stores[store].Offset
	for _, t := range s.Terms {
		off += t.Value(tid)
	}
	return SwizzleAddr(base+off, swizzle)
}

// StMatrixPlan returns the plan for a tile of this layout in a buffer of the
// tile's shape, or an error saying why there is none.
func StMatrixPlan(l *MMALayout, b *BufferType) (*StMatrix, error) {
	if b.ElemBytes() != 2 {
		return nil, fmt.Errorf("expected 16-bit elements for stmatrix, found %s", b.Elem)
	}
	m, err := l.Map(b.Shape)
	if err != nil {
		return nil, err
	}
	if len(m.Replicas) > 0 {
		return nil, fmt.Errorf("expected at least 64 rows and 8 columns for stmatrix, found %dx%d", b.Shape[0], b.Shape[1])
	}
	if b.SlabCols()%8 != 0 {
		return nil, fmt.Errorf("expected rows in multiples of 16 bytes for stmatrix, found %d bytes", b.RowBytes())
	}
	row := b.RowBytes()
	plan := &StMatrix{}
	for _, t := range m.Terms[0] {
		if t.Div >= 32 {
			plan.Terms = append(plan.Terms, Term{t.Div, t.Mod, t.Mul * row})
		}
	}
	// Lanes 0-7 and 16-23 name rows 0 to 7, the others rows 8 to 15; lanes
	// from 16 on are 8 columns to the right.
	plan.Terms = append(plan.Terms, Term{1, 8, row}, Term{8, 2, 8 * row})
	pair := b.SlabCols()%16 == 0
	if pair {
		plan.Terms = append(plan.Terms, Term{16, 2, 16})
	}
	byRow := make(map[[2]int64]int, len(m.Regs))
	for r, off := range m.Regs {
		byRow[[2]int64{off[0], off[1]}] = r
	}
	step := int64(8)
	if pair {
		step = 16
	}
	for r0 := int64(0); r0 < max(b.Shape[0]/int64(l.WarpGroups), 64); r0 += 64 {
		for c0 := int64(0); c0 < b.Shape[1]; c0 += step {
			s := StMatrixStore{Offset: b.Offset([]int64{r0, c0}), Matrices: int(step / 4)}
			for c := c0; c < c0+step; c += 8 {
				for _, half := range []int64{0, 8} {
					s.Regs = append(s.Regs, byRow[[2]int64{r0 + half, c}], byRow[[2]int64{r0 + half, c + 1}])
				}
			}
			plan.Stores = append(plan.Stores, s)
		}
	}
	return plan, nil
}
