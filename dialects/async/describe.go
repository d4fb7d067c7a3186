package async

import "github.com/tile-opt/tile-opt/ir"

// typeDocs documents the types of the dialect.
func typeDocs() []ir.Description {
	return []ir.Description{
		{
			Name:    "buffer",
			Summary: "tile in shared memory, or a ring of them",
			Doc: "`!tasync.buffer<RxCxT, swizzle = S, stages = N>`: a tile of that shape and element type, or, with\n" +
				"stages, a ring of N of them (tasync.slot names one). swizzle is 0 (left out), 32, 64 or 128 bytes.\n\n" +
				"Without a swizzle the tile is row-major. With one it is stored in slabs of S bytes of the last\n" +
				"dimension, `[columns / slab][rows][S bytes]`, and the bytes are permuted as TMA and wgmma do it: of\n" +
				"the absolute shared-memory address the bits from 4 on are XORed with the bits from 7 on, one, two or\n" +
				"three of them (PTX ISA, \"Swizzling Modes\"). A buffer is aligned to 8 * S bytes, at least to 128; the\n" +
				"tiles of a ring keep that alignment.",
			Example: "!tasync.buffer<128x64xf16, swizzle = 128, stages = 4>",
			Since:   "0.1",
		},
		{
			Name:    "tensor_map",
			Summary: "TMA descriptor of a global tensor",
			Doc: "`!tasync.tensor_map<RxCxT, swizzle = S>`: what cuTensorMapEncodeTiled makes of a kernel argument. The\n" +
				"shape is the box that one instruction copies, outermost dimension first, at most 256 elements in\n" +
				"each; a buffer that is larger takes several boxes. swizzle must be that of the buffer.",
			Example: "!tasync.tensor_map<128x64xf16, swizzle = 128>",
			Since:   "0.1",
		},
		{
			Name:    "token",
			Summary: "completion of asynchronous copies",
			Doc:     "`!tasync.token`: what tasync.async_load returns where no barrier and no pipeline stands for its\ncompletion; tasync.wait takes it.",
			Example: "!tasync.token",
			Since:   "0.1",
		},
		{
			Name:    "pipeline",
			Summary: "ring of shared-memory slots with producer and consumer",
			Doc: "`!tasync.pipeline<stages = N, [B0, B1, ...]>`: N slots, each with one tile of every buffer type listed.\n" +
				"Producers acquire and commit slots, consumers wait for and release them; slot numbers and phases are\n" +
				"implicit until async-insert-mbarriers.",
			Example: "!tasync.pipeline<stages = 4, [!tasync.buffer<128x64xf16, swizzle = 128>]>",
			Since:   "0.1",
		},
		{
			Name:    "barrier",
			Summary: "array of mbarrier objects",
			Doc:     "`!tasync.barrier<N>`: N objects of 8 bytes in shared memory (PTX ISA, \"mbarrier\"), picked by an i32\nindex. Each counts arrivals and bytes, and goes through phases of alternating parity.",
			Example: "!tasync.barrier<4>",
			Since:   "0.1",
		},
	}
}

// attrDocs documents the layouts.
func attrDocs() []ir.Description {
	return []ir.Description{
		{
			Name:    "mma",
			Summary: "layout of the accumulators of wgmma",
			Doc: "`#tasync.mma<wgs = W, n = N>`: the encoding of a tile that wgmma instructions of N columns leave in the\n" +
				"registers of W warp groups (PTX ISA, \"Register Fragments and Shared Memory Matrix Layouts\"). Warp\n" +
				"group g holds rows g * R / W to (g + 1) * R / W, in blocks of 64 rows, of which each warp has 16. In a\n" +
				"block of 64 x 8 elements lane l of warp w holds, as registers 0 to 3, the elements at row\n" +
				"16 * w + l / 4 (then the row 8 below) and columns 2 * (l % 4) and the next. Registers run over column\n" +
				"blocks of 8, then blocks of N columns, with row blocks outermost.",
			Example: "#tasync.mma<wgs = 2, n = 256>",
			Since:   "0.1",
		},
		{
			Name:    "blocked",
			Summary: "layout for direct loads and stores",
			Doc: "`#tasync.blocked<per_thread = [...], lanes = [...], warps = [...]>`: a thread holds per_thread\n" +
				"consecutive elements in each dimension; lanes threads of a warp and warps warps tile each dimension,\n" +
				"the last varying fastest, and the pattern repeats over the tile. All entries are powers of two, but\n" +
				"the first of warps, which may have an odd factor (three warp groups), and the product of lanes is 32. Where the tile is smaller than the pattern, threads hold the same\n" +
				"elements and the first of them owns them.",
			Example: "#tasync.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>",
			Since:   "0.1",
		},
		{
			Name:    "slice",
			Summary: "layout of a tile with one dimension fewer",
			Doc: "`#tasync.slice<axis = A, parent = L>`: the layout L with dimension A collapsed, as a reduction along A\n" +
				"leaves it: threads that differ only along A hold the same elements.",
			Example: "#tasync.slice<axis = 0, parent = #tasync.mma<wgs = 1, n = 64>>",
			Since:   "0.1",
		},
	}
}

// discardableDocs documents the attributes of kernels.
func discardableDocs() []ir.Description {
	return []ir.Description{
		{
			Name:    WarpGroupsAttr,
			Summary: "marks a func.func as a kernel of this level",
			Doc:     "How many warp groups of 128 threads compute, 1 to 8; a producer role comes on top. Every tile of the\nkernel then has a layout over the threads of its role.",
			Example: WarpGroupsAttr + " = 2 : i32",
			Since:   "0.1",
		},
		{
			Name:    SharedBytesAttr,
			Summary: "bytes of dynamic shared memory of a kernel",
			Doc:     "Set by async-allocate-shared, together with the offset of every allocation; at most 232448.",
			Example: SharedBytesAttr + " = 196608 : i64",
			Since:   "0.1",
		},
		{
			Name:    BlockAttr,
			Summary: "shape of the block",
			Doc:     "The threads along x, y and z, whose product is the threads of all roles; x is a multiple of 32 where\nthere are several along y or z. Without it a block is one-dimensional. Warps are numbered x fastest.",
			Example: BlockAttr + " = array<i32: 128, 1, 1>",
			Since:   "0.2",
		},
		{
			Name:    FallbackOfAttr,
			Summary: "the kernel that this one stands in for",
			Doc:     "On a kernel that computes the same as another one of the module where that one's preconditions do not\nhold. The two take the same arguments and become two entries of one launch.",
			Example: FallbackOfAttr + " = @matmul",
			Since:   "0.1",
		},
		{
			Name:    StagesAttr,
			Summary: "slots of the ring that a load fills",
			Doc:     "On a tasync.async_load or tasync.copy with a token, 1 to 8: async-pipeline gives the load a ring of so many slots.",
			Example: StagesAttr + " = 2 : i64",
			Since:   "0.1",
		},
	}
}
