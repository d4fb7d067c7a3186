package llx_test

import (
	"bytes"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/targets/nvptx/internal/llx"
)

// llc compiles the module's text and returns the PTX.
func llc(t *testing.T, m *llx.Module) string {
	t.Helper()
	text := m.String()
	cmd := exec.Command("llc-22", "-O3", "-mcpu=sm_90a", "-o", "-")
	cmd.Stdin = strings.NewReader(text)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("llc-22: %v\n%s\n%s", err, errs.String(), text)
	}
	if strings.Contains(string(out), ".extern .func llvm.") {
		t.Fatalf("llc-22 does not know an intrinsic:\n%s", out)
	}
	return string(out)
}

func TestConstText(t *testing.T) {
	t.Parallel()
	snan := uint64(0x7fa00001)
	for _, tc := range []struct {
		c    *llx.Const
		want string
	}{
		{llx.Float(llx.F32, 0.1), "float 0x3FB99999A0000000"}, // nearest float, not the truncated double
		{llx.Float(llx.F32, 1e-45), "float 0x36A0000000000000"},
		{llx.Float(llx.F32, math.Inf(-1)), "float 0xFFF0000000000000"},
		{llx.Float(llx.F32, math.Copysign(0, -1)), "float 0x8000000000000000"},
		{llx.FloatBits(llx.F32, snan), "float 0x7FF4000020000000"},
		{llx.Float(llx.F64, 0.1), "double 0x3FB999999999999A"},
		{llx.Float(llx.F16, 1), "half 0xH3C00"},
		{llx.Float(llx.F16, 0), "half 0xH0000"},
		{llx.Float(llx.F16, math.Copysign(0, -1)), "half 0xH8000"},
		{llx.Float(llx.F16, 1e-40), "half 0xH0000"},
		{llx.Float(llx.F16, 5.9604644775390625e-8), "half 0xH0001"},
		{llx.Float(llx.F16, 2.98023223876953125e-8), "half 0xH0000"}, // tie to even
		{llx.Float(llx.F16, 65519.99), "half 0xH7BFF"},
		{llx.Float(llx.F16, 65520), "half 0xH7C00"},
		{llx.Float(llx.F16, 3.4e38), "half 0xH7C00"},
		{llx.Float(llx.F16, -2048.5), "half 0xHE800"},
		{llx.Float(llx.F16, math.NaN()), "half 0xH7E00"},
		{llx.Float(llx.BF16, 1.00390625), "bfloat 0xR3F80"}, // tie to even, down
		{llx.Float(llx.BF16, 1.01171875), "bfloat 0xR3F82"}, // tie to even, up
		{llx.Float(llx.BF16, 3.4e38), "bfloat 0xR7F80"},
		{llx.Float(llx.BF16, 1e-40), "bfloat 0xR0001"},
		{llx.IntConst(llx.I32, 0xffffffff), "i32 -1"},
		{llx.IntConst(llx.I8, 300), "i8 44"},
		{llx.IntConst(llx.I64, math.MinInt64), "i64 -9223372036854775808"},
		{llx.IntConst(llx.I1, -1), "i1 true"},
		{llx.Zero(llx.Ptr(3)), "ptr addrspace(3) null"},
		{llx.Zero(llx.BF16), "bfloat 0xR0000"},
		{llx.Zero(llx.Vec(2, llx.F16)), "<2 x half> zeroinitializer"},
		{llx.Undef(llx.I32), "i32 undef"},
		{llx.Aggregate(llx.Vec(2, llx.I32), llx.IntConst(llx.I32, 1), llx.Poison(llx.I32)), "<2 x i32> <i32 1, i32 poison>"},
		{llx.Bytes([]byte("a\"\n")), `[3 x i8] c"a\22\0A"`},
	} {
		if got := tc.c.String(); got != tc.want {
			t.Errorf("got %s, want %s", got, tc.want)
		}
	}
}

// TestHalfRounding compares with the exact answer for every half and the points
// around the middle between two neighbours.
func TestHalfRounding(t *testing.T) {
	t.Parallel()
	value := func(b int) float64 {
		e, f := b>>10, float64(b&0x3ff)
		if e == 0 {
			return math.Ldexp(f, -24)
		}
		return math.Ldexp(1024+f, e-25)
	}
	text := func(b int) string { return "0xH" + strings.ToUpper(strconv.FormatInt(int64(b)|0x10000, 16)[1:]) }
	for b := range 0x7bff {
		lo, hi := value(b), value(b+1)
		mid := (lo + hi) / 2 // exact in a double
		even := b + b&1
		for _, tc := range []struct {
			v    float64
			want int
		}{{lo, b}, {mid, even}, {math.Nextafter(mid, 0), b}, {math.Nextafter(mid, 1e9), b + 1}} {
			if got := llx.Float(llx.F16, tc.v).Ident(); got != text(tc.want) {
				t.Fatalf("half of %v: got %s, want %s", tc.v, got, text(tc.want))
			}
		}
	}
}

// everything builds a module with each instruction of the package.
func everything() *llx.Module {
	m := llx.NewModule()
	var long [20]llx.Type
	for i := range long {
		long[i] = llx.F32
	}
	acc := m.Struct(false, long[:]...)
	smem := m.Global("smem", llx.Array(0, llx.I8), 3, nil).Align(1024)
	m.Global("lut", llx.Array(2, llx.F16), 4, llx.Aggregate(llx.Array(2, llx.F16), llx.Float(llx.F16, 1.5), llx.Float(llx.F16, 0.1))).
		Constant().Linkage("internal")
	m.Global("addr", llx.Ptr(0), 1, llx.ConstCast("addrspacecast", llx.ConstGEP(llx.I8, smem.Ref(), llx.IntConst(llx.I32, 16)), llx.Ptr(0))).Linkage("internal")
	dev := m.Func("helper", llx.I32, llx.I32).Linkage("internal").Attr("noinline")
	hb := dev.Block("entry")
	hb.Ret(dev.Param(0))

	f := m.Func("kern", llx.Void, llx.Ptr(0), llx.Ptr(1), llx.Ptr(1), llx.I32).Kernel().
		Attr("nounwind", llx.StringAttr("nvvm.maxntid", "384"))
	f.ParamAttr(0, llx.ByVal(llx.Array(128, llx.I8)), llx.AlignAttr(64), llx.StringAttr("nvvm.grid_constant", ""))
	f.ParamAttr(1, "noalias", llx.AlignAttr(16))
	f.NameParam(1, "out")
	f.NameParam(3, "n")
	entry, loop, body, odd, exit, dead := f.Block("entry"), f.Block("loop"), f.Block("body"), f.Block("body"), f.Block("exit"), f.Block("dead")
	out, in, n := f.Param(1), f.Param(2), f.Param(3)
	one, zero := llx.IntConst(llx.I32, 1), llx.Zero(llx.I32)

	tid := entry.Call(m.Declare("llvm.nvvm.read.ptx.sreg.tid.x", llx.I32)).Named("tid")
	x := entry.Binary("add", tid, n).Flags("nuw", "nsw")
	x = entry.Binary("or", entry.Binary("shl", x, one), one).Flags("disjoint")
	x = entry.Binary("udiv", x, one).Flags("exact")
	wide := entry.Cast("zext", x, llx.I64).Flags("nneg")
	x = entry.Cast("trunc", wide, llx.I32).Flags("nuw")
	x = entry.Call(dev, x)
	addr := entry.Cast("ptrtoint", smem.Ref(), llx.I32)
	p3 := entry.Cast("inttoptr", addr, llx.Ptr(3))
	entry.Call(m.Declare("llvm.nvvm.mbarrier.init.shared", llx.Void, llx.Ptr(3), llx.I32), p3, one)
	gp := entry.GEP(llx.F32, in, x).Flags("inbounds", "nuw")
	v := entry.Load(llx.F32, gp, llx.Mem{Align: 4}).Attach("invariant.load", m.Node())
	v2 := entry.Load(llx.F32, gp, llx.Mem{Align: 4, Volatile: true, Ordering: "acquire", Scope: "device"})
	v = entry.Binary("fmul", v, v2).Flags("contract")
	v = entry.Select(entry.ICmp("ult", x, n).Flags("samesign"), v, entry.FNeg(v))
	v = entry.Select(entry.FCmp("une", v, v2).Flags("nnan"), v, v2)
	nan := entry.ICmp("eq", gp, llx.Null(llx.Ptr(1)))
	bf := entry.Cast("fptrunc", v, llx.BF16)
	half := entry.Cast("fptrunc", entry.Cast("fpext", bf, llx.F32), llx.F16)
	vec := entry.InsertElement(llx.Poison(llx.Vec(2, llx.F16)), half, zero)
	vec = entry.ShuffleVector(vec, llx.Poison(llx.Vec(2, llx.F16)), []int{0, -1})
	half = entry.ExtractElement(vec, zero)
	slot := entry.Alloca(llx.F16, nil, 8, 0)
	entry.Store(half, slot, llx.Mem{Volatile: true})
	entry.Switch(x, loop, llx.Case{Value: one, To: odd}, llx.Case{Value: zero, To: exit})

	odd.Fence("acq_rel", "device")
	old := odd.AtomicRMW("fadd", out, v, llx.Mem{Ordering: "monotonic", Scope: "device"})
	pair := odd.CmpXchg(out, llx.IntConst(llx.I32, 0), x, llx.Mem{Ordering: "seq_cst"}, "monotonic", false)
	odd.Store(old, out, llx.Mem{Align: 4, Ordering: "release"})
	odd.CondBr(odd.ExtractValue(pair, 1), exit, dead, nil)
	dead.Unreachable()

	i := loop.Phi(llx.I32)
	a := loop.Phi(acc)
	i.Add(zero, entry)
	a.Add(llx.Zero(acc), entry)
	args := make([]llx.Value, 20)
	outs, ins, regs := make([]string, 20), make([]string, 20), make([]string, 20)
	for k := range args {
		args[k] = loop.ExtractValue(a, k)
		outs[k], ins[k], regs[k] = "=f", strconv.Itoa(k), "$"+strconv.Itoa(k)
	}
	r := loop.Asm(llx.Asm{
		Text:        "// {" + strings.Join(regs, ", ") + "}\n\tadd.f32 $0, $0, 0f3F800000;",
		Constraints: strings.Join(append(outs, ins...), ",") + ",~{memory}",
		Ret:         acc, SideEffects: true,
	}, args...).Attr("convergent", "nounwind")
	next := loop.Binary("add", i, one).Flags("nuw")
	loop.CondBr(loop.Binary("xor", nan, llx.Bool(true)), body, exit, nil)
	sum := body.InsertValue(r, body.Freeze(v), 3)
	i.Add(next, body)
	a.Add(sum, body)
	body.Store(body.ExtractValue(sum, 19), out, llx.Mem{})
	unroll := m.Loop(m.Node("llvm.loop.unroll.disable"))
	body.CondBr(body.ICmp("slt", next, n), loop, exit, unroll)
	exit.Ret(nil)
	return m
}

func TestEverythingThroughLLC(t *testing.T) {
	t.Parallel()
	m := everything()
	ptx := llc(t, m)
	for _, want := range []string{
		".visible .entry kern(", ".maxntid 384", ".param .align 64 .b8 kern_param_0[128]", ".pragma \"nounroll\"",
		".extern .shared .align 1024 .b8 smem[]", "mbarrier.init.shared", ".cas.b32", "ld.acquire.sys.global.b32", // volatile widens the scope
	} {
		if !strings.Contains(ptx, want) {
			t.Errorf("PTX lacks %q:\n%s", want, ptx)
		}
	}
	verify := exec.Command("opt-22", "-passes=verify", "-disable-output")
	verify.Stdin = strings.NewReader(m.String())
	if out, err := verify.CombinedOutput(); err != nil {
		t.Errorf("opt-22: %v\n%s", err, out)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	text := everything().String()
	for _, want := range []string{
		"target triple = \"nvptx64-nvidia-cuda\"",
		"%struct.f32x20 = type { float, ",
		"@smem = external addrspace(3) global [0 x i8], align 1024",
		"@lut = internal addrspace(4) constant [2 x half] [half 0xH3E00, half 0xH2E66]",
		"define ptx_kernel void @kern(ptr byval([128 x i8]) align 64 \"nvvm.grid_constant\" %0, ptr addrspace(1) noalias align 16 %out, ptr addrspace(1) %1, i32 %n) nounwind \"nvvm.maxntid\"=\"384\" {",
		"\t%2 = add nuw nsw i32 %tid, %n\n",
		"or disjoint i32",
		"zext nneg i32",
		"getelementptr inbounds nuw float, ptr addrspace(1) %1, i32 %",
		"load atomic volatile float, ptr addrspace(1) %11 syncscope(\"device\") acquire, align 4",
		", !invariant.load !0\n",
		"fmul contract float",
		"icmp samesign ult i32",
		"shufflevector <2 x half> %24, <2 x half> poison, <2 x i32> <i32 0, i32 poison>",
		"fence syncscope(\"device\") acq_rel",
		"atomicrmw fadd ptr addrspace(1) %out, float %19 syncscope(\"device\") monotonic",
		"cmpxchg ptr addrspace(1) %out, i32 0, i32 %8 seq_cst monotonic",
		"phi %struct.f32x20 [ zeroinitializer, %entry ], [ %",
		"0f3F800000;\", \"=f,=f,",
		" convergent nounwind\n",
		"\t\ti32 1, label %body.1\n",
		"label %loop, label %exit, !llvm.loop !2",
		"!2 = distinct !{!2, !1}",
		"!1 = !{!\"llvm.loop.unroll.disable\"}",
		"declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("text lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestDeterministicAndReprintable(t *testing.T) {
	t.Parallel()
	m := everything()
	first := m.String()
	if d := cmp.Diff(first, everything().String()); d != "" {
		t.Errorf("two builds differ:\n%s", d)
	}
	if d := cmp.Diff(first, m.String()); d != "" {
		t.Errorf("two prints differ:\n%s", d)
	}
	f := m.Func("late", llx.I32, llx.I32)
	b := f.Block("")
	x := b.Binary("mul", f.Param(0), f.Param(0))
	b.Ret(x)
	m.WriteTo(io.Discard)
	b.Phi(llx.I32) // goes in front of x, which has a number already
	if got := m.String(); !strings.Contains(got, "%1 = phi i32\n\t%2 = mul i32 %0, %0\n\tret i32 %2") {
		t.Errorf("numbers after growth are wrong:\n%s", got[strings.Index(got, "@late"):])
	}
}

func TestLongStructsShareOneName(t *testing.T) {
	t.Parallel()
	m := llx.NewModule()
	f32s := func(n int) []llx.Type {
		ts := make([]llx.Type, n)
		for i := range ts {
			ts[i] = llx.F32
		}
		return ts
	}
	a, b := m.Struct(false, f32s(64)...), m.Struct(false, f32s(64)...)
	if a != b || a.String() != "%struct.f32x64" {
		t.Errorf("got %s and %s", a, b)
	}
	if c := m.Struct(true, f32s(64)...); c.String() == a.String() {
		t.Errorf("packed and unpacked share %s", c)
	}
	if s := m.Struct(false, f32s(4)...); s.String() != "{ float, float, float, float }" {
		t.Errorf("short struct prints %s", s)
	}
}

func TestMisusePanics(t *testing.T) {
	t.Parallel()
	newBlock := func() (*llx.Module, *llx.Block) {
		m := llx.NewModule()
		return m, m.Func("f", llx.I32, llx.I32, llx.F32).Block("entry")
	}
	for name, misuse := range map[string]func(*llx.Module, *llx.Block){
		"types":        func(_ *llx.Module, b *llx.Block) { b.Binary("add", b.Func().Param(0), b.Func().Param(1)) },
		"opcode":       func(_ *llx.Module, b *llx.Block) { b.Binary("plus", b.Func().Param(0), b.Func().Param(0)) },
		"flag":         func(_ *llx.Module, b *llx.Block) { b.Binary("and", b.Func().Param(0), b.Func().Param(0)).Flags("nuw") },
		"predicate":    func(_ *llx.Module, b *llx.Block) { b.ICmp("lt", b.Func().Param(0), b.Func().Param(0)) },
		"cast":         func(_ *llx.Module, b *llx.Block) { b.Cast("extend", b.Func().Param(0), llx.I64) },
		"load":         func(_ *llx.Module, b *llx.Block) { b.Load(llx.I32, b.Func().Param(0), llx.Mem{}) },
		"field":        func(m *llx.Module, b *llx.Block) { b.ExtractValue(llx.Zero(m.Struct(false, llx.I32)), 1) },
		"return":       func(_ *llx.Module, b *llx.Block) { b.Ret(nil) },
		"terminated":   func(_ *llx.Module, b *llx.Block) { b.Unreachable(); b.Freeze(b.Func().Param(0)) },
		"twice":        func(m *llx.Module, _ *llx.Block) { m.Func("f", llx.Void) },
		"redeclared":   func(m *llx.Module, _ *llx.Block) { m.Declare("g", llx.Void); m.Declare("g", llx.I32) },
		"arguments":    func(m *llx.Module, b *llx.Block) { b.Call(m.Declare("g", llx.Void, llx.I32)) },
		"unterminated": func(m *llx.Module, _ *llx.Block) { _ = m.String() },
		"linkage":      func(m *llx.Module, _ *llx.Block) { m.Declare("g", llx.Void).Linkage("private_linkage") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse(newBlock())
		})
	}
}

// gemmLike builds what a matrix kernel comes to: wgmma-shaped asm with 128 tied
// accumulators and the extractvalues between them.
func gemmLike(insts int) *llx.Module {
	m := llx.NewModule()
	fs := make([]llx.Type, 128)
	outs, ins := make([]string, 128), make([]string, 128)
	for i := range fs {
		fs[i], outs[i], ins[i] = llx.F32, "=f", strconv.Itoa(i)
	}
	acc := m.Struct(false, fs...)
	cons := strings.Join(append(outs, ins...), ",") + ",l,l"
	text := "wgmma " + strings.Repeat("$0, ", 128)
	f := m.Func("k", llx.Void, llx.I64).Kernel()
	b := f.Block("entry")
	var v llx.Value = llx.Zero(acc)
	for n := 0; n < insts; n += 130 {
		args := make([]llx.Value, 130)
		for i := range 128 {
			args[i] = b.ExtractValue(v, i)
		}
		d := b.Binary("add", f.Param(0), llx.IntConst(llx.I64, int64(n)))
		args[128], args[129] = d, d
		v = b.Asm(llx.Asm{Text: text, Constraints: cons, Ret: acc, SideEffects: true}, args...).Attr("convergent", "nounwind")
	}
	b.Ret(nil)
	return m
}

func BenchmarkBuild3000(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		gemmLike(3000)
	}
}

func BenchmarkPrint3000(b *testing.B) {
	m := gemmLike(3000)
	b.ReportAllocs()
	for b.Loop() {
		m.WriteTo(io.Discard)
	}
}
