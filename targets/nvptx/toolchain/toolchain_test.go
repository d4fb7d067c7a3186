package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// script writes an executable shell script and returns its path.
func script(t *testing.T, dir, name, body string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// env is an environment with the given variables and programs on its PATH.
func env(dir string, vars, path map[string]string) Env {
	return Env{
		Dir:    dir,
		Getenv: func(k string) string { return vars[k] },
		LookPath: func(n string) (string, error) {
			if p, ok := path[n]; ok {
				return p, nil
			}
			return "", exec.ErrNotFound
		},
	}
}

func withToolkit(e Env, root string) Env {
	e.Toolkit = root
	return e
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	cached := script(t, filepath.Join(root, ".cache", "cuda", "bin"), "ptxas", "")
	script(t, filepath.Join(root, ".cache", "cuda", "bin"), "llc", "")
	mine := script(t, root, "mine", "")
	kit, pip := filepath.Join(root, "kit"), filepath.Join(root, "pip")
	inKit := script(t, filepath.Join(kit, "bin"), "ptxas", "")
	script(t, filepath.Join(kit, "bin"), "llc", "")
	wheel := script(t, filepath.Join(pip, "lib", "python3.12", "site-packages", "nvidia", "cu13", "bin"), "ptxas", "")
	plain := filepath.Join(root, "plain")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	onPath := map[string]string{"llc": "/p/llc", "llc-22": "/p/llc-22", "ptxas": "/p/ptxas"}
	for _, tc := range []struct {
		name       string
		p          program
		e          Env
		want, fail string
	}{
		{"variable first", ptxasProgram, env(deep, map[string]string{"TILE_PTXAS": mine}, onPath), mine, ""},
		{"then the cache", ptxasProgram, env(deep, nil, onPath), cached, ""},
		{"then PATH", ptxasProgram, env("/", nil, onPath), "/p/ptxas", ""},
		{"then CUDA_HOME", ptxasProgram, env("/", map[string]string{"CUDA_HOME": kit, "VIRTUAL_ENV": pip}, nil), inKit, ""},
		{"then pip's wheels", ptxasProgram, env("/", map[string]string{"CUDA_HOME": pip, "VIRTUAL_ENV": pip}, nil), wheel, ""},
		{"the default place at last", ptxasProgram, withToolkit(env("/", nil, nil), kit), inKit, ""},
		{"no llc there", llcProgram, env("/", map[string]string{"CUDA_HOME": kit}, nil), "",
			"llc not found: install LLVM 22 (Debian and Ubuntu: package llvm-22 of apt.llvm.org), or set TILE_LLC to its path"},
		{"nowhere", nvdisasmProgram, withToolkit(env("/", nil, nil), pip), "",
			"nvdisasm not found: install CUDA 12.4 or newer, or the PyPI package nvidia-cuda-nvdisasm, or set TILE_NVDISASM to its path"},
		{"llc-22 before llc", llcProgram, env("/", nil, onPath), "/p/llc-22", ""},
		{"llc at last", llcProgram, env("/", nil, map[string]string{"llc": "/p/llc"}), "/p/llc", ""},
		{"no llc in the cache", llcProgram, env(deep, nil, nil), "",
			"llc not found: install LLVM 22 (Debian and Ubuntu: package llvm-22 of apt.llvm.org), or set TILE_LLC to its path"},
		{"no executable", ptxasProgram, env(deep, map[string]string{"TILE_PTXAS": plain}, onPath), "",
			"ptxas: TILE_PTXAS=" + plain + " is not an executable file: unset it, or set it to the path of ptxas"},
		{"a directory", nvdisasmProgram, env(deep, map[string]string{"TILE_NVDISASM": root}, onPath), "",
			"nvdisasm: TILE_NVDISASM=" + root + " is not an executable file: unset it, or set it to the path of nvdisasm"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := tc.e.find(tc.p)
			if tc.fail != "" {
				if _, ok := errors.AsType[*NotFoundError](err); !ok || err.Error() != tc.fail {
					t.Errorf("got error %v, want %s", err, tc.fail)
				}
				return
			}
			if err != nil || got != tc.want {
				t.Errorf("got %s, %v, want %s", got, err, tc.want)
			}
		})
	}
}

func TestVersionOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Debian LLVM version 22.1.8\n  Optimized build.": "22.1.8",
		"LLVM version 23.0.0git\n":                       "23.0.0",
		"Cuda compilation tools, release 12.4, V12.4.131\nBuild cuda_12.4.r12.4/compiler.34097967_0\n": "12.4.131",
		"gcc (GCC) 12": "",
		"LLVM version": "",
	} {
		if got, _, _ := versionOf(text); got != want {
			t.Errorf("version of %q: got %q, want %q", text, got, want)
		}
	}
}

func TestOldToolsAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := script(t, dir, "llc", `echo "LLVM version 21.1.8"`)
	l, err := FindLLC(env(dir, map[string]string{"TILE_LLC": old}, nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Compile(t.Context(), nil, CompileOptions{})
	want := "llc at " + old + " is version 21.1.8, expected 22 or newer (older ones turn intrinsics that they do not know into external calls and exit 0): set TILE_LLC to a newer one"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if IsBug(err) {
		t.Error("an old llc is not a bug of the compiler")
	}
	mute := script(t, dir, "ptxas", "echo hello")
	p, err := FindPtxas(env(dir, map[string]string{"TILE_PTXAS": mute}, nil))
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Assemble(t.Context(), nil, AssembleOptions{})
	if err == nil || !strings.Contains(err.Error(), "is of unknown version, expected 12.4 or newer") {
		t.Errorf("got %v", err)
	}
}

const kernelIR = `target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 immarg)
define ptx_kernel void @k(ptr addrspace(1) %p) ATTR {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 232)
  store i32 7, ptr addrspace(1) %p
  ret void
}
`

// compile runs the real llc.
func compile(t *testing.T, ir string) []byte {
	t.Helper()
	l, err := FindLLC(Env{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Compile(t.Context(), []byte(ir), CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Warnings != "" {
		t.Errorf("llc warns: %s", c.Warnings)
	}
	return c.PTX
}

func TestCompile(t *testing.T) {
	t.Parallel()
	ptx := string(compile(t, strings.Replace(kernelIR, "ATTR", "", 1)))
	for _, want := range []string{".version 8.0", ".target sm_90a", ".visible .entry k(", "setmaxnreg.inc.sync.aligned.u32"} {
		if !strings.Contains(ptx, want) {
			t.Errorf("PTX lacks %q:\n%s", want, ptx)
		}
	}
	l, err := FindLLC(Env{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Compile(t.Context(), []byte("define ptx_kernel void @k() { ret void }"), CompileOptions{PTX: 86, CPU: "sm_90"})
	if err != nil || !strings.Contains(string(c.PTX), ".version 8.6\n.target sm_90\n") {
		t.Errorf("got %v:\n%s", err, c.PTX)
	}
}

func TestCompileFailures(t *testing.T) {
	t.Parallel()
	l, err := FindLLC(Env{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Compile(t.Context(), []byte(`declare i32 @llvm.nvvm.nonsense(i32)
declare void @ok()
define ptx_kernel void @k(ptr %p) { call void @ok() %v = call i32 @llvm.nvvm.nonsense(i32 1) store i32 %v, ptr %p ret void }`), CompileOptions{})
	unknown, ok := errors.AsType[*UnknownIntrinsicError](err)
	if !ok || cmp.Diff(unknown.Names, []string{"llvm.nvvm.nonsense"}) != "" || !IsBug(err) {
		t.Errorf("unknown intrinsic: got %v", err)
	}
	_, err = l.Compile(t.Context(), []byte("define nonsense"), CompileOptions{})
	te, ok := errors.AsType[*ToolError](err)
	if !ok || !strings.Contains(te.Output, "expected type") || !IsBug(err) {
		t.Errorf("bad text: got %v", err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow := script(t, dir, "llc", `case "$1" in --version) echo "LLVM version 22.0";; *) exec sleep 100;; esac`)
	l, err := FindLLC(env(dir, map[string]string{"TILE_LLC": slow}, nil))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err = l.Compile(ctx, nil, CompileOptions{})
	if !errors.Is(err, context.DeadlineExceeded) || IsBug(err) {
		t.Errorf("got %v", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}

func TestBoundedOutput(t *testing.T) {
	t.Parallel()
	hard, soft := bounded{max: 4}, bounded{max: 4, drop: true}
	if n, err := hard.Write([]byte("abcdef")); n != 4 || !errors.Is(err, errTooLong) || hard.String() != "abcd" {
		t.Errorf("hard: %d, %v, %q", n, err, hard.String())
	}
	if n, err := soft.Write([]byte("abcdef")); n != 6 || err != nil || soft.String() != "abcd" {
		t.Errorf("soft: %d, %v, %q", n, err, soft.String())
	}
}

func TestAssemble(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	p, err := FindPtxas(Env{})
	if err != nil {
		t.Fatal(err)
	}
	good := compile(t, strings.Replace(kernelIR, "ATTR", `"nvvm.maxntid"="128" "nvvm.minctasm"="1"`, 1))
	a, err := p.Assemble(t.Context(), good, AssembleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(a.Cubin), "\x7fELF") || len(a.Usage) != 1 || a.Usage[0].Function != "k" || a.Usage[0].Registers == 0 || !a.Usage[0].Entry {
		t.Errorf("got usage %+v and %d bytes", a.Usage, len(a.Cubin))
	}
	d, err := FindNvdisasm(Env{})
	if err != nil {
		t.Fatal(err)
	}
	if sass, err := d.Disassemble(t.Context(), a.Cubin); err != nil || !strings.Contains(sass, "EXIT") {
		t.Errorf("nvdisasm: %v\n%s", err, sass)
	}

	// Without .maxntid setmaxnreg is ignored.
	bad := compile(t, strings.Replace(kernelIR, "ATTR", "", 1))
	a, err = p.Assemble(t.Context(), bad, AssembleOptions{})
	fe, ok := errors.AsType[*FaultError](err)
	if !ok || len(fe.Faults) != 1 || !strings.Contains(fe.Error(), "'setmaxnreg' ignored") || a == nil || len(a.Cubin) == 0 {
		t.Fatalf("got %v", err)
	}
	for _, allow := range []string{strings.ToLower(fe.Faults[0].Code), "'setmaxnreg' ignored"} {
		if _, err := p.Assemble(t.Context(), bad, AssembleOptions{Allow: []string{allow}}); err != nil {
			t.Errorf("allowing %q: %v", allow, err)
		}
	}

	_, err = p.Assemble(t.Context(), []byte(strings.Replace(string(good), "st.global", "st.nowhere", 1)), AssembleOptions{})
	te, ok := errors.AsType[*ToolError](err)
	if !ok || !strings.Contains(te.Output, "kernel.ptx, line ") || strings.Contains(te.Output, tmp) || IsBug(err) {
		t.Errorf("bad PTX: got %v", err)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("files left behind: %v, %v", left, err)
	}
}

func TestSpillsAreFaults(t *testing.T) {
	t.Parallel()
	p, err := FindPtxas(Env{})
	if err != nil {
		t.Fatal(err)
	}
	// 64 values that live across a barrier do not fit into 24 registers.
	var loads, stores strings.Builder
	for i := range 64 {
		fmt.Fprintf(&loads, "%%q%d = getelementptr i32, ptr addrspace(1) %%p, i32 %d\n%%v%d = load volatile i32, ptr addrspace(1) %%q%d\n", i, i, i, i)
		fmt.Fprintf(&stores, "store volatile i32 %%v%d, ptr addrspace(1) %%q%d\n", i, 63-i)
	}
	ptx := compile(t, "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\ndefine ptx_kernel void @k(ptr addrspace(1) %p) {\n"+
		loads.String()+"call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n"+stores.String()+"ret void\n}")
	o := AssembleOptions{Flags: []string{"-maxrregcount=24"}}
	a, err := p.Assemble(t.Context(), ptx, o)
	fe, ok := errors.AsType[*FaultError](err)
	if !ok || fe.Faults[0].Code != SpillCode || !strings.Contains(err.Error(), "bytes of spill stores") || a.Usage[0].SpillStores == 0 {
		t.Fatalf("got %v", err)
	}
	o.Allow = []string{"spill"}
	if _, err := p.Assemble(t.Context(), ptx, o); err != nil {
		t.Errorf("spills allowed: %v", err)
	}
}

const log13 = `ptxas kernel.ptx, line 654; warning : .minnctapersm is ignored when neither .maxntid nor .reqntid is specified.
ptxas info    : (C7519) warpgroup.arrive is injected in around line 299 by compiler to allow use of registers in GMMA in function 'gemm'
ptxas info    : (C7511) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register resources for the wgmma pipeline in the function 'gemm'
ptxas info    : 5 bytes gmem, 8 bytes cmem[4]
ptxas info    : Compiling entry function 'gemm' for 'sm_90a'
ptxas info    : Function properties for gemm
    48 bytes stack frame, 40 bytes spill stores, 44 bytes spill loads
ptxas info    : Used 168 registers, used 16 barriers, 1024 bytes smem, 400 bytes cmem[0], 8 bytes cmem[2]
ptxas info    : Function properties for helper
    8 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
ptxas info    : Compile time = 156.334 ms
ptxas info    : Compiling entry function 'copy' for 'sm_90a'
ptxas info    : Function properties for copy
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 12 registers, 3+0 bytes smem
ptxas warning : Value of threads per SM for entry copy is out of range
something else
`

func TestParseLog(t *testing.T) {
	t.Parallel()
	a := parseLog(log13)
	wantUsage := []Usage{
		{Function: "gemm", Entry: true, Registers: 168, Barriers: 16, Stack: 48, SpillStores: 40, SpillLoads: 44, Shared: 1024, Const: 408},
		{Function: "helper", Stack: 8, SpillStores: 4},
		{Function: "copy", Entry: true, Registers: 12, Shared: 3},
	}
	if d := cmp.Diff(wantUsage, a.Usage); d != "" {
		t.Errorf("usage:\n%s", d)
	}
	var got []string
	for _, m := range a.Messages {
		got = append(got, m.String())
	}
	want := []string{
		"warning at line 654: .minnctapersm is ignored when neither .maxntid nor .reqntid is specified.",
		"info: (C7519) warpgroup.arrive is injected in around line 299 by compiler to allow use of registers in GMMA in function 'gemm'",
		"info: (C7511) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient register resources for the wgmma pipeline in the function 'gemm'",
		"warning: Value of threads per SM for entry copy is out of range",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("messages:\n%s", d)
	}
	var codes []string
	for _, m := range a.Faults([]string{"minnctapersm", "c7511"}) {
		codes = append(codes, m.Code)
	}
	if d := cmp.Diff([]string{"spill", "C7519"}, codes); d != "" {
		t.Errorf("faults:\n%s", d)
	}
}

func TestFaultCodes(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"C7505": false, "C7506": true, "C7507": false, "C7508": true, "C7509": false, "C7510": true, "C7519": true,
		"C7520": false, "C7600": true, "C7699": true, "C76": false, "": false,
	} {
		if got := (Message{Code: code, Text: "something"}).isFault(); got != want {
			t.Errorf("%s: got %v", code, got)
		}
	}
	if !(Message{Code: "C9999", Text: "x is serialized due to y"}).isFault() {
		t.Error("the text alone does not count")
	}
}
