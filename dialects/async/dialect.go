package async

import (
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/asm"
)

// Dialect is the async level; its textual prefix is tasync.
var Dialect = &ir.Dialect{
	Name:    "tasync",
	Summary: "when things happen, and which warps do them",
	Doc: `The middle level: shared-memory buffers, asynchronous copies and matrix products with
tokens, pipelines, roles of warps, and mbarriers with explicit slots and phases. A kernel at
this level is a func.func with the attribute tasync.warp_groups; its tensors carry a layout.`,
	Ops:         Ops(),
	Types:       typeDocs(),
	Attrs:       attrDocs(),
	Discardable: discardableDocs(),
	Hooks:       hooks{},
}

// WarpGroupsAttr is the discardable attribute of a kernel at this level: the
// number of warp groups that compute, an i32.
const WarpGroupsAttr = "tasync.warp_groups"

// SharedBytesAttr is the discardable attribute of a kernel whose shared memory
// is laid out: the bytes of dynamic shared memory, an i64.
const SharedBytesAttr = "tasync.shared_bytes"

// FallbackOfAttr is the discardable attribute of a kernel that stands in for
// another one of the module where that one's preconditions do not hold: a
// reference to its symbol. The two take the same arguments.
const FallbackOfAttr = "tasync.fallback_of"

// BlockAttr is the discardable attribute of a kernel whose block has more than
// one dimension: the threads along x, y and z, an array of three i32. Warps are
// numbered as the hardware does it, x fastest.
const BlockAttr = "tasync.block"

// StagesAttr is the discardable attribute of a load whose ring has another
// number of slots than the pass async-pipeline gives by default, an integer.
const StagesAttr = "tasync.stages"

// hooks are the parsers and checks of the dialect as a whole.
type hooks struct{}

// ParseType reads the types of the dialect.
func (hooks) ParseType(p *asm.DialectParser, mnemonic string) (ir.Type, error) {
	switch mnemonic {
	case "buffer":
		return parseBuffer(p)
	case "tensor_map":
		return parseTensorMap(p)
	case "barrier":
		return parseBarrier(p)
	case "pipeline":
		return parsePipeline(p)
	case "token":
		return TokenOf(p.Context()), nil
	}
	return p.UnknownType(mnemonic)
}

func parseBuffer(p *asm.DialectParser) (ir.Type, error) {
	at := p.Here()
	shape, elem, opts, err := parseTileBody(p, "swizzle", "stages")
	if err != nil {
		return nil, err
	}
	stages := int64(1)
	if s, ok := opts["stages"]; ok {
		stages = s
	}
	if err := checkTile("buffer", shape, elem, opts["swizzle"]); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	t := BufferOf(shape, elem, int(opts["swizzle"]), int(stages))
	if err := t.Check(); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return t, nil
}

func parseTensorMap(p *asm.DialectParser) (ir.Type, error) {
	at := p.Here()
	box, elem, opts, err := parseTileBody(p, "swizzle")
	if err != nil {
		return nil, err
	}
	if err := checkTile("tensor map", box, elem, opts["swizzle"]); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	t := TensorMapOf(box, elem, int(opts["swizzle"]))
	if err := t.Check(); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return t, nil
}

// parseTileBody reads <4x8xT, name = integer, ...>.
func parseTileBody(p *asm.DialectParser, names ...string) ([]int64, ir.Type, map[string]int64, error) {
	p.Punct("<")
	shape := p.Dims(false)
	elem := p.Type()
	opts := make(map[string]int64)
	for p.OptPunct(",") {
		at := p.Here()
		name := p.OneOf(names...)
		if _, dup := opts[name]; dup {
			return nil, nil, nil, p.Errorf(at, "%s is given twice", name)
		}
		p.Punct("=")
		opts[name] = p.Integer()
	}
	p.Punct(">")
	return shape, elem, opts, nil
}

func parseBarrier(p *asm.DialectParser) (ir.Type, error) {
	p.Punct("<")
	at := p.Here()
	n := p.Integer()
	if n < 1 || n > maxBarriers {
		return nil, p.Errorf(at, "expected 1 to %d barriers, found %d", maxBarriers, n)
	}
	p.Punct(">")
	return BarrierOf(p.Context(), int(n)), nil
}

func parsePipeline(p *asm.DialectParser) (ir.Type, error) {
	at := p.Here()
	p.Punct("<")
	p.Keyword("stages")
	p.Punct("=")
	stages := p.Integer()
	p.Punct(",")
	var buffers []*BufferType
	var bad ir.Type
	p.List(asm.Square, func() {
		t := p.Type()
		if b, ok := t.(*BufferType); ok {
			buffers = append(buffers, b)
		} else {
			bad = t
		}
	})
	p.Punct(">")
	if bad != nil {
		return nil, p.Errorf(at, "expected buffer types in a pipeline, found %s", bad)
	}
	if stages < 1 || stages > maxBarriers {
		return nil, p.Errorf(at, "expected 1 to %d stages, found %d", maxBarriers, stages)
	}
	t := PipelineOf(p.Context(), int(stages), buffers)
	if err := t.Check(); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return t, nil
}

// ParseAttr reads the layouts.
func (hooks) ParseAttr(p *asm.DialectParser, mnemonic string, _ ir.Type) (ir.Attr, error) {
	at := p.Here()
	switch mnemonic {
	case "mma":
		return parseMMALayout(p, at)
	case "blocked":
		return parseBlockedLayout(p, at)
	case "slice":
		return parseSliceLayout(p, at)
	}
	return p.UnknownAttr(mnemonic)
}

func parseMMALayout(p *asm.DialectParser, at asm.Mark) (ir.Attr, error) {
	p.Punct("<")
	p.Keyword("wgs")
	p.Punct("=")
	wgs := p.Integer()
	p.Punct(",")
	p.Keyword("n")
	p.Punct("=")
	n := p.Integer()
	p.Punct(">")
	if wgs < 1 || wgs > maxWarps/4 {
		return nil, p.Errorf(at, "expected 1 to %d warp groups, found %d", maxWarps/4, wgs)
	}
	if err := checkMMAN(n); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return MMALayoutOf(p.Context(), int(wgs), int(n)), nil
}

func parseBlockedLayout(p *asm.DialectParser, at asm.Mark) (ir.Attr, error) {
	p.Punct("<")
	var lists [3][]int64
	for i, name := range []string{"per_thread", "lanes", "warps"} {
		if i > 0 {
			p.Punct(",")
		}
		p.Keyword(name)
		p.Punct("=")
		p.List(asm.Square, func() { lists[i] = append(lists[i], p.Integer()) })
	}
	p.Punct(">")
	if err := checkBlocked(lists[0], lists[1], lists[2]); err != nil {
		return nil, p.Errorf(at, "%s", err)
	}
	return BlockedOf(p.Context(), lists[0], lists[1], lists[2]), nil
}

func parseSliceLayout(p *asm.DialectParser, at asm.Mark) (ir.Attr, error) {
	p.Punct("<")
	p.Keyword("axis")
	p.Punct("=")
	axis := p.Integer()
	p.Punct(",")
	p.Keyword("parent")
	p.Punct("=")
	parent := p.Attr(nil)
	p.Punct(">")
	l, ok := parent.(Layout)
	if !ok {
		return nil, p.Errorf(at, "expected a layout as parent, found %s", parent)
	}
	if axis < 0 || axis > 7 {
		return nil, p.Errorf(at, "expected an axis from 0 to 7, found %d", axis)
	}
	return SliceOf(int(axis), l), nil
}
