package nvptx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tile-opt/tile-opt/dialects/llvm"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// unitAttrs are the properties of llvm.func that are attributes of LLVM
// without a value.
var unitAttrs = []struct{ prop, attr string }{
	{"no_unwind", "nounwind"}, {"convergent", "convergent"}, {"will_return", "willreturn"},
	{"no_inline", "noinline"}, {"always_inline", "alwaysinline"}, {"inline_hint", "inlinehint"}, {"optimize_none", "optnone"},
}

// stringAttrs are the properties of llvm.func that are attributes "key"="value".
var stringAttrs = []struct{ prop, attr string }{
	{"denormal_fp_math", "denormal-fp-math"}, {"denormal_fp_math_f32", "denormal-fp-math-f32"},
	{"no_infs_fp_math", "no-infs-fp-math"}, {"no_nans_fp_math", "no-nans-fp-math"}, {"no_signed_zeros_fp_math", "no-signed-zeros-fp-math"},
	{"target_cpu", "target-cpu"}, {"tune_cpu", "tune-cpu"}, {"fp_contract", "fp-contract"},
}

// kernelAttrs are the discardable attributes that say how a kernel is
// launched, with LLVM's names (LLVM's NVPTX usage guide, "Function Attributes").
var kernelAttrs = map[string]string{
	"nvvm.maxntid": "nvvm.maxntid", "nvvm.reqntid": "nvvm.reqntid", "nvvm.cluster_dim": "nvvm.cluster_dim",
	"nvvm.minctasm": "nvvm.minctasm", "nvvm.maxnreg": "nvvm.maxnreg",
	"nvvm.cluster_max_blocks": "nvvm.maxclusterrank", "nvvm.blocksareclusters": "nvvm.blocksareclusters",
}

func (m *module) functionAttrs(fn llvm.Func, f *llx.Func) error {
	op := fn.Op()
	for _, u := range []string{"comdat", "personality", "garbageCollector", "section"} {
		if op.Prop(u) != nil {
			return op.OpError("attribute '%s' has no meaning for NVPTX", u)
		}
	}
	if l := keyword(llvm.LinkageEnum, fn.Linkage()); l != "external" {
		f.Linkage(l)
	}
	for _, u := range unitAttrs {
		if op.Prop(u.prop) != nil {
			f.Attr(llx.Attr(u.attr))
		}
	}
	if e, ok := fn.MemoryEffects().(*llvm.StructAttr); ok {
		f.Attr(llx.Attr(memoryAttr(e)))
	}
	for _, s := range stringAttrs {
		switch a := op.Prop(s.prop).(type) {
		case *ir.StringAttr:
			f.Attr(llx.StringAttr(s.attr, a.Value))
		case *ir.IntegerAttr:
			f.Attr(llx.StringAttr(s.attr, strconv.FormatBool(isSet(a))))
		}
	}
	if t, ok := fn.TargetFeatures().(*llvm.StructAttr); ok {
		f.Attr(llx.StringAttr("target-features", strings.Join(stringList(t.Get("features")), ",")))
	}
	if err := passthrough(op, fn.Passthrough(), f); err != nil {
		return err
	}
	return m.discardableAttrs(op, f)
}

func (m *module) discardableAttrs(op *ir.Operation, f *llx.Func) error {
	for _, a := range op.Attrs() {
		if a.Name == "nvvm.kernel" {
			f.Kernel()
			m.kernels = append(m.kernels, f.Name())
			continue
		}
		key, ok := kernelAttrs[a.Name]
		if !ok {
			if strings.HasPrefix(a.Name, "nvvm.") {
				return op.OpError("unknown attribute '%s' on a function", a.Name)
			}
			continue
		}
		value, ok := attrText(a.Attr)
		if !ok {
			return op.OpError("attribute '%s' must be an integer or an array of integers, found %s", a.Name, a.Attr)
		}
		f.Attr(llx.StringAttr(key, value))
	}
	return nil
}

// attrText is the value of a kernel attribute: a number, numbers separated by
// commas, or nothing.
func attrText(a ir.Attr) (string, bool) {
	switch a := a.(type) {
	case *ir.UnitAttr:
		return "", true
	case *ir.IntegerAttr:
		v, ok := a.Int64()
		return strconv.FormatInt(v, 10), ok
	case *ir.DenseArrayAttr:
		parts := make([]string, 0, a.N)
		for _, v := range a.Ints() {
			parts = append(parts, strconv.FormatInt(v, 10))
		}
		return strings.Join(parts, ","), true
	}
	return "", false
}

// memoryAttr is memory(...) of the default and the locations that differ.
func memoryAttr(e *llvm.StructAttr) string {
	field := func(name string) string {
		v, _ := ir.IntValue(e.Get(name))
		return [...]string{"none", "read", "write", "readwrite"}[v&3]
	}
	other := field("other")
	var parts []string
	if other != "none" {
		parts = append(parts, other)
	}
	for _, l := range []struct{ field, loc string }{{"argMem", "argmem"}, {"inaccessibleMem", "inaccessiblemem"}, {"errnoMem", "errnomem"}} {
		if v := field(l.field); v != other {
			parts = append(parts, l.loc+": "+v)
		}
	}
	if len(parts) == 0 {
		parts = []string{"none"}
	}
	return "memory(" + strings.Join(parts, ", ") + ")"
}

func stringList(a ir.Attr) []string {
	l, _ := a.(*ir.ArrayAttr)
	if l == nil {
		return nil
	}
	out := make([]string, len(l.Elems))
	for i, e := range l.Elems {
		out[i], _ = ir.StringValue(e)
	}
	return out
}

// llvmKeywords are the attributes that LLVM writes without quotes; other names
// are strings to it.
var llvmKeywords = map[string]bool{
	"alwaysinline": true, "cold": true, "convergent": true, "hot": true, "inlinehint": true, "minsize": true, "mustprogress": true,
	"nocallback": true, "noduplicate": true, "nofree": true, "noinline": true, "norecurse": true, "noreturn": true, "nosync": true,
	"nounwind": true, "optnone": true, "optsize": true, "speculatable": true, "willreturn": true,
}

func passthrough(op *ir.Operation, a ir.Attr, f *llx.Func) error {
	l, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	for _, e := range l.Elems {
		if s, ok := ir.StringValue(e); ok {
			if llvmKeywords[s] {
				f.Attr(llx.Attr(s))
			} else {
				f.Attr(llx.StringAttr(s, ""))
			}
			continue
		}
		kv := stringList(e)
		if len(kv) != 2 || kv[0] == "" {
			return op.OpError("expected 'passthrough' array to contain strings or pairs of strings, found %s", e)
		}
		f.Attr(llx.StringAttr(kv[0], kv[1]))
	}
	return nil
}

// paramUnits are the argument attributes of LLVM that have no value.
var paramUnits = map[string]llx.Attr{
	"llvm.noalias": "noalias", "llvm.readonly": "readonly", "llvm.writeonly": "writeonly", "llvm.readnone": "readnone",
	"llvm.nocapture": "captures(none)", "llvm.nonnull": "nonnull", "llvm.noundef": "noundef", "llvm.nofree": "nofree",
	"llvm.returned": "returned", "llvm.signext": "signext", "llvm.zeroext": "zeroext", "llvm.inreg": "inreg", "llvm.immarg": "immarg",
	"nvvm.grid_constant": llx.StringAttr("nvvm.grid_constant", ""),
}

func (m *module) paramAttrs(fn llvm.Func, f *llx.Func, n int) error {
	op := fn.Op()
	list, ok := fn.ArgAttrs().(*ir.ArrayAttr)
	if ok && len(list.Elems) != n {
		return op.OpError("expected one dictionary of argument attributes for each of %d arguments, found %d", n, len(list.Elems))
	}
	for i := 0; ok && i < n; i++ {
		for _, a := range list.Elems[i].(*ir.DictAttr).Entries {
			attr, known, err := m.paramAttr(a)
			if err != nil {
				return op.OpError("argument %d: %s", i, err)
			}
			if known {
				f.ParamAttr(i, attr)
			}
		}
	}
	if list, ok := fn.ResAttrs().(*ir.ArrayAttr); ok && len(list.Elems) == 1 {
		for _, a := range list.Elems[0].(*ir.DictAttr).Entries {
			attr, known, err := m.paramAttr(a)
			if err != nil {
				return op.OpError("result: %s", err)
			}
			if known {
				f.RetAttr(attr)
			}
		}
	}
	return nil
}

// paramAttr translates one argument attribute; known is false for attributes
// of other dialects, which mean nothing here.
func (m *module) paramAttr(a ir.NamedAttr) (attr llx.Attr, known bool, err error) {
	if u, ok := paramUnits[a.Name]; ok {
		return u, true, nil
	}
	switch a.Name {
	case "llvm.align", "llvm.dereferenceable", "llvm.dereferenceable_or_null", "llvm.alignstack":
		v, ok := ir.IntValue(a.Attr)
		if !ok {
			return "", false, fmt.Errorf("attribute '%s' must be an integer, found %s", a.Name, a.Attr)
		}
		word := strings.TrimPrefix(a.Name, "llvm.")
		if word == "align" {
			return llx.AlignAttr(int(v)), true, nil
		}
		return llx.Attr(fmt.Sprintf("%s(%d)", word, v)), true, nil
	case "llvm.byval", "llvm.sret", "llvm.byref", "llvm.inalloca", "llvm.preallocated", "llvm.elementtype":
		t, ok := a.Attr.(*ir.TypeAttr)
		if !ok {
			return "", false, fmt.Errorf("attribute '%s' must be a type, found %s", a.Name, a.Attr)
		}
		l, err := m.typ(t.Value)
		if err != nil {
			return "", false, err
		}
		return llx.Attr(strings.TrimPrefix(a.Name, "llvm.") + "(" + l.String() + ")"), true, nil
	}
	if strings.HasPrefix(a.Name, "llvm.") || strings.HasPrefix(a.Name, "nvvm.") {
		return "", false, fmt.Errorf("unknown attribute '%s'", a.Name)
	}
	return "", false, nil
}
