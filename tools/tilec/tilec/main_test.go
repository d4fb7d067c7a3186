package tilec_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tile-opt/tile-opt/tools/tilec/tilec"
)

const matmul = "../../../testdata/kernels/matmul.mlir"

// run calls the command; DIR in the arguments stands for dir.
func run(dir, stdin string, args ...string) (code int, stdout, stderr string) {
	for i, a := range args {
		args[i] = strings.ReplaceAll(a, "DIR", dir)
	}
	var out, err bytes.Buffer
	code = tilec.Main(args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), strings.ReplaceAll(err.String(), dir, "DIR")
}

func TestCommandLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		err  string // all of stderr
	}{
		{"no file", []string{"build"}, "error: expected one input file, found 0\n"},
		{"flag", []string{"build", matmul, "--stagse=3"}, "error: unknown flag: --stagse; did you mean '--stages'?\n"},
		{"no name", []string{"run", matmul, "--size=3x3"}, "error: invalid value '3x3' for --size: expected NAME=VALUE, as A=300x200\n"},
		{"two files", []string{"build", "a", "b"}, "error: expected one input file, found 2\n"},
		{"command", []string{"built"}, "error: unknown command 'built'; did you mean 'build'?\n"},
		{"strange command", []string{"optimize"}, "error: unknown command 'optimize' (see tilec --help)\n"},
		{"option", []string{"build", matmul, "--nope"}, "error: unknown flag: --nope (see tilec build --help)\n"},
		{"number", []string{"build", matmul, "--stages=x"}, "error: invalid value 'x' for --stages: expected an integer\n"},
		{"bool", []string{"build", matmul, "--persist=x"}, "error: invalid value 'x' for --persist: expected true or false\n"},
		{"stage", []string{"build", matmul, "--emit=sass"}, "error: --emit: unknown stage 'sass': expected one of tile, async, nvvm, llvm, llvm-ir, ptx, cubin\n"},
		{"tile", []string{"build", matmul, "--tile=128x256"}, "error: invalid value '128x256' for --tile: expected three sizes of 1 or more, as 128x256x64\n"},
		{"empty tile", []string{"build", matmul, "--tile=0x0x0"}, "error: invalid value '0x0x0' for --tile: expected three sizes of 1 or more, as 128x256x64\n"},
		{"range", []string{"build", matmul, "--stages=99"}, "error: invalid value '99' for --stages: stages must be 1 to 8, found 99\n"},
		{"option without effect", []string{"build", "../../../testdata/sim/gemm_barriers.mlir", "--consumers=1", "--stages=3"}, "error: --stages, --consumers have no effect: 'gemm_barriers.mlir' is at the level async, behind the passes that take them\n"},
		{"rule of two options", []string{"build", matmul, "--barrier-per=slot", "--producer-warps=8"}, "error: invalid value for --producer-warps: producer-warps must be 1, 2 or 4, found 8\n"},
		{"lowered on the interpreter", []string{"run", "../../../testdata/sim/gemm_barriers.mlir", "--on=interp", "--reference=" + matmul}, "error: the interpreter runs the tile level, and '../../../testdata/sim/gemm_barriers.mlir' is at the level async\n"},
		{"output is input", []string{"build", "DIR/k.mlir", "-o", "DIR/k.mlir"}, "error: the output would replace the input DIR/k.mlir: give it another name (-o)\n"},
		{"size twice", []string{"run", matmul, "--size=A=1x1,B=1x1,C=1x1", "--size=A=2x2"}, "error: --size gives 'A' twice: expected one value for each argument\n"},
		{"param", []string{"build", matmul, "--param=BM"}, "error: invalid value 'BM' for --param: expected NAME=VALUE\n"},
		{"param twice", []string{"build", matmul, "--param=BM=64", "--param=BM=128"}, "error: --param gives 'BM' twice: expected one value for each parameter\n"},
		{"tile and param", []string{"build", matmul, "--tile=64x64x64", "--param=BM=128"}, "error: both --tile and --param give 'BM': expected one value for each parameter\n"},
		{"name of a param", []string{"build", matmul, "--param=B M=128"}, "error: invalid value 'B M=128' for --param: expected NAME=VALUE\n"},
		{"seed", []string{"run", matmul, "--seed=-1"}, "error: invalid value '-1' for --seed: expected an integer from 0 to 18446744073709551615\n"},
		{"time limit", []string{"run", matmul, "--time-limit=0"}, "error: invalid value '0' for --time-limit: expected more than 0 seconds\n"},
		{"first cycle", []string{"timeline", matmul, "--from=-5"}, "error: invalid value '-5' for --from: expected 0 or more\n"},
		{"last cycle", []string{"timeline", matmul, "--from=5", "--to=5"}, "error: invalid value '5' for --to: expected more than --from=5, or 0 for the end\n"},
		{"block", []string{"timeline", matmul, "--block=1", "--size=A=8x8,B=8x8,C=8x8"}, "error: invalid value '1' for --block: expected less than 1, the blocks of the grid\n"},
		{"option as param", []string{"build", matmul, "--param=stages=2"}, "error: invalid value 'stages=2' for --param: 'stages' is the option --stages and no parameter\n"},
		{"ptxas", []string{"build", matmul, "--ptxas=maybe"}, "error: invalid value 'maybe' for --ptxas: expected on, off or auto\n"},
		{"remarks", []string{"build", matmul, "--remarks=loud"}, "error: invalid value 'loud' for --remarks: expected text, json or none\n"},
		{"two pipelines", []string{"build", matmul, "--pipeline=builtin.module(cse)", "--stages=2"}, "error: --pipeline cannot be used with options of the default pipeline: stages=2\n"},
		{"pipeline", []string{"build", matmul, "--pipeline=builtin.module(cs)"}, "pass-pipeline:1:16: error: 'cs' does not refer to a registered pass or pass pipeline; did you mean 'cse'?\nbuiltin.module(cs)\n               ^\n"},
		{"enum", []string{"build", matmul, "--via=air"}, "error: invalid value 'air' for --via: option 'via' expected one of auto, direct, stmatrix, tma-store, found 'air'\n"},
		{"metadata too early", []string{"build", matmul, "--emit=async", "--metadata=DIR/m.json"}, "error: --metadata needs --emit=nvvm or further: a kernel has no launch metadata before\n"},
		{"place", []string{"run", matmul, "--on=moon"}, "error: invalid value 'moon' for --on: expected interp, sim or gpu\n"},
		{"level", []string{"run", matmul, "--level=ptx", "--size=A=1x1,B=1x1,C=1x1"}, "error: invalid value 'ptx' for --level: expected tile, async, nvvm or llvm\n"},
		{"schedules", []string{"run", matmul, "--schedules=0"}, "error: invalid value '0' for --schedules: expected at least 1\n"},
		{"check", []string{"run", matmul, "--check=all", "--size=A=1x1,B=1x1,C=1x1"}, "error: invalid value 'all' for --check: expected interp, ref or none\n"},
		{"no size", []string{"run", matmul, "--size=A=3x3"}, "error: argument 'B' is a buffer of rank 2 of unknown size: give it with --size B=MxN\n"},
		{"rank", []string{"run", matmul, "--size=A=3"}, "error: argument 'A' has rank 2, found 1 sizes in --size\n"},
		{"size", []string{"run", matmul, "--size=A=3xx"}, "error: invalid value 'A=3xx' for --size: expected numbers with x between them\n"},
		{"argument", []string{"run", matmul, "--size=A=1x1,B=1x1,C=1x1,D=1"}, "error: kernel 'matmul' has no argument 'D'; its arguments: A, B, C\n"},
		{"argument before what is missing", []string{"run", matmul, "--size=A=1x1,Q=1x1,C=1x1"}, "error: kernel 'matmul' has no argument 'Q'; its arguments: A, B, C\n"},
		{"scalar", []string{"run", matmul, "--scalar=A=1"}, "error: argument 'A' is a buffer: expected --size and not --scalar\n"},
		{"fill", []string{"run", matmul, "--fill=A=two"}, "error: invalid value 'A=two' for --fill: unknown distribution \"two\": expected normal, uniform, int, zero or one\n"},
		{"kernel", []string{"run", matmul, "--kernel=gemm"}, "error: the module has no kernel 'gemm'; its kernels: matmul\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "k.mlir"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, err := run(dir, "", tt.args...)
			if code != 1 || out != "" {
				t.Errorf("exit code %d, output %q", code, out)
			}
			if d := cmp.Diff(tt.err, err); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestNoKernel(t *testing.T) {
	t.Parallel()
	code, _, err := run(t.TempDir(), "func.func @f() {\n  return\n}\n", "build", "-")
	want := "<stdin>: error: the module has no kernel: expected a func.func with the attribute 'tile.kernel' or 'tasync.warp_groups', a function with 'nvvm.kernel', or a gpu.module with a kernel\n"
	if d := cmp.Diff(want, err); d != "" || code != 1 {
		t.Errorf("exit code %d\n%s", code, d)
	}
}

// TestTools is not parallel: it sets the variables that name the tools.
func TestTools(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "llc")
	if err := os.WriteFile(old, []byte("#!/bin/sh\necho 'LLVM version 21.1.8'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	faulty := filepath.Join(dir, "ptxas")
	script := "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit; fi\n" +
		"for a; do [ \"$last\" = -o ] && echo cubin > \"$a\"; last=$a; done\n" +
		"cat >&2 <<END\nptxas info    : (C7511) Potential Performance Loss: wgmma.mma_async instructions are serialized\n" +
		"ptxas info    : Compiling entry function 'matmul' for 'sm_90a'\nptxas info    : Function properties for matmul\n" +
		"    8 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads\nEND\n"
	if err := os.WriteFile(faulty, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	const fault = "Potential Performance Loss: wgmma.mma_async instructions are serialized"
	for _, tt := range []struct {
		name, llc, ptxas string
		args             []string
		code             int
		err              string
	}{
		{"old llc", old, "", []string{"--ptxas=off"}, 1, "error: llc at DIR/llc is version 21.1.8, expected 22 or newer (older ones turn intrinsics that they do not know into external calls and exit 0): set TILE_LLC to a newer one\n"},
		{"no llc", filepath.Join(dir, "none"), "", []string{"--ptxas=off"}, 1, "error: llc: TILE_LLC=DIR/none is not an executable file: unset it, or set it to the path of llc\n"},
		{"no ptxas", "", filepath.Join(dir, "none"), nil, 1, "error: ptxas: TILE_PTXAS=DIR/none is not an executable file: unset it, or set it to the path of ptxas\n"},
		{"llc flag", "", "", []string{"--ptxas=off", "--llc-flag=--no-such-option"}, 1, "error: llc refuses the given options (--no-such-option): llc failed: exit status 1:\n"},
		{"fault", "", faulty, nil, 1,
			"../../../testdata/kernels/matmul.mlir:5:1: error: ptxas reports what costs speed or correctness: 8 bytes of spill stores and 4 bytes of spill loads in function 'matmul'\n" +
				"func.func @matmul(%A: memref<?x?xf16, strided<[?, 1]>> {tile.name = \"A\"},\n^\n" +
				"note: a thread holds more values than it has registers: smaller tiles (--tile), more threads that share them (--consumers) or fewer products under way (--mma-in-flight) take less\n" +
				"note: --allow=spill accepts it, --ptxas=off does not look\n" +
				"error: ptxas reports what costs speed or correctness: " + fault + "\n" +
				"note: --allow=C7511 accepts it, --ptxas=off does not look\n"},
		{"allowed", "", faulty, []string{"--allow=C7511,spill"}, 0, "ptxas: info: (C7511) " + fault + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.llc != "" {
				t.Setenv("TILE_LLC", tt.llc)
			}
			if tt.ptxas != "" {
				t.Setenv("TILE_PTXAS", tt.ptxas)
			}
			out := filepath.Join(t.TempDir(), "k.ptx")
			code, _, err := run(dir, "", append([]string{"build", matmul, "-o", out}, tt.args...)...)
			if code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if tt.name == "llc flag" { // the lines after the first are llc's
				err = err[:strings.Index(err, "\n")+1]
			}
			if d := cmp.Diff(tt.err, err); d != "" {
				t.Error(d)
			}
			if _, err := os.Stat(out); (err == nil) != (tt.code == 0) {
				t.Errorf("output: %v", err)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	code, out, _ := run(t.TempDir(), "", "--version")
	if code != 0 || !strings.HasPrefix(out, "tilec version ") || !strings.HasSuffix(out, "MLIR 22\n") {
		t.Errorf("exit code %d, output %q", code, out)
	}
}

// TestSameBytes compiles twice.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var texts []string
	for _, name := range []string{"a.ptx", "b.ptx"} {
		if code, _, err := run(dir, "", "build", matmul, "--ptxas=off", "-o", filepath.Join(dir, name)); code != 0 {
			t.Fatal(err)
		}
		for _, f := range []string{name, strings.TrimSuffix(name, ".ptx") + ".json"} {
			b, err := os.ReadFile(filepath.Join(dir, f))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(b))
		}
	}
	if texts[0] != texts[2] || texts[1] != texts[3] {
		t.Error("two compilations differ")
	}
}

// TestLostOutput loses the table of results.
func TestLostOutput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"run", matmul, "--on=interp", "--size=A=8x8,B=8x8,C=8x8"}} {
		var stderr bytes.Buffer
		code := tilec.Main(args, strings.NewReader(""), full{}, &stderr)
		if code != 1 || stderr.String() != "error: cannot write standard output: disk full\n" {
			t.Errorf("%v: exit %d, stderr %q", args, code, stderr.String())
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }
