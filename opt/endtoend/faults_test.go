package endtoend_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/targets/launch/inputs"
	"github.com/tile-opt/tile-opt/targets/sim"
)

// fault is a mistake put into the printed text of a module.
type fault struct {
	name string
	// edits are done one after the other.
	edits []edit
	// caught is in what is found first; empty where nothing must be found.
	caught string
}

// edit replaces the match number nth of a pattern (from 0; all for -1). Patterns
// name no values but constants, since names change with the passes.
type edit struct {
	pattern string
	nth     int
	with    string
}

// apply edits a text; a pattern that is not there is an error, so that a fault is
// never empty.
func (f fault) apply(t *testing.T, text string) string {
	t.Helper()
	for _, e := range f.edits {
		re := regexp.MustCompile(e.pattern)
		all := re.FindAllStringSubmatchIndex(text, -1)
		if len(all) <= max(e.nth, 0) {
			t.Fatalf("%q stands %d times", e.pattern, len(all))
		}
		if e.nth < 0 {
			text = re.ReplaceAllString(text, e.with)
			continue
		}
		at := all[e.nth]
		text = text[:at[0]] + string(re.ExpandString(nil, e.with, text, at)) + text[at[1]:]
	}
	return text
}

// What finds a fault: a rule of the memory model that is broken, nothing that can
// move, a wrong result, or the verifier.
const (
	rule     = "simulator: "
	deadlock = "deadlock"
	result   = "result: "
	verifier = "verifier: "
)

func swap(pattern string, nth int, with string) []edit { return []edit{{pattern, nth, with}} }

// faultOptions make one entry whose text holds everything once: a ring of three
// stages, products in flight, staging through two buffers, several tiles a block.
const faultOptions = "stages=3 consumers=2 mma-in-flight=1 BM=128 BN=64 BK=64 columns=16 group=1 via=tma-store"

var faultShape = shape{137, 136, 64 * 7, 0}

// asyncNeeded and nvvmNeeded are operations that are missed wherever one stands.
var (
	asyncNeeded = []string{"tasync.barrier_init", "tasync.init_publish", "tasync.barrier_wait", "tasync.barrier_expect", "tasync.barrier_arrive",
		"tasync.fence_async", "tasync.sync", "tasync.store_commit", "tasync.store_wait"}
	nvvmNeeded = []string{"nvvm.mbarrier.init", "nvvm.barrier", "nvvm.mbarrier.arrive", "nvvm.mbarrier.arrive.expect_tx",
		"nvvm.wgmma.fence.aligned", "nvvm.wgmma.commit.group.sync.aligned", "nvvm.fence.proxy",
		"nvvm.cp.async.bulk.commit.group", "nvvm.cp.async.bulk.wait_group", "nvvm.setmaxregister  decrease"}
)

// leftOut makes a fault of every place of the operations.
func leftOut(text string, ops []string) []fault {
	var out []fault
	for _, op := range ops {
		pattern := `\n *` + regexp.QuoteMeta(op) + `( [^\n]*)?\n`
		for n := range regexp.MustCompile(pattern).FindAllString(text, -1) {
			out = append(out, fault{fmt.Sprintf("without %s %d", op, n), swap(pattern, n, "\n"), rule})
		}
	}
	return out
}

// asyncFaults are for the module after async-insert-mbarriers.
func asyncFaults() []fault {
	return []fault{
		{"the producer starts with the other phase", swap(`(%\w+ = %c0_i32, %\w+ = )%c1_i32`, 0, "${1}%c0_i32"), deadlock},
		{"the consumer starts with the other phase", swap(`(%\w+ = %c0_i32, %\w+ = )%c0_i32`, 0, "${1}%c1_i32"), rule},
		{"the producer's phase never flips", swap(`arith\.xori (%\w+), %\w+`, 0, "arith.xori ${1}, %c0_i32"), rule},
		{"the consumer's phase never flips", swap(`arith\.xori (%\w+), %\w+`, 1, "arith.xori ${1}, %c0_i32"), deadlock},
		{"the phase flips every time", swap(`arith\.xori (%\w+), %\w+`, 0, "arith.xori ${1}, %c1_i32"), deadlock},
		{"the ring has a slot more than stages", swap(`arith\.constant 3 : i32`, 0, "arith.constant 4 : i32"), rule},
		{"the consumer's ring is shorter", swap(`arith\.constant 3 : i32`, 1, "arith.constant 2 : i32"), rule},
		{"too many bytes expected", swap(`(tasync\.barrier_expect [^,]*, )24576`, 0, "${1}24592"), rule},
		{"too few bytes expected", swap(`(tasync\.barrier_expect [^,]*, )24576`, 0, "${1}16384"), rule},
		{"an arrival a warp group", swap(`(tasync\.barrier_arrive .*) warp `, -1, "${1} warpgroup "), deadlock},
		{"an arrival a thread", swap(`(tasync\.barrier_arrive .*) warp `, -1, "${1} thread "), deadlock},
		{"an arrival on the other barrier", swap(`(tasync\.barrier_arrive )%\w+`, 0, "${1}%bar"), deadlock},
		{"too few arrivals to empty a slot", swap(`(tasync\.barrier_init [^,]*, )8`, 0, "${1}7"), rule},
		{"too many arrivals to empty a slot", swap(`(tasync\.barrier_init [^,]*, )8`, 0, "${1}9"), rule},
		{"two arrivals to fill a slot", swap(`(tasync\.barrier_init [^,]*, )1 `, 0, "${1}2 "), deadlock},
		{"the release does not wait for the product", swap(`tasync\.mma_wait 1 `, 0, "tasync.mma_wait 2 "), rule},
		{"the accumulator is read under way", swap(`tasync\.mma_wait 0 `, 0, "tasync.mma_wait 1 "), rule},
		{"a wait that leaves the staging buffer's copy", swap(`tasync\.store_wait 1`, 0, "tasync.store_wait 2"), rule},
		{"a load completes on another barrier", swap(`(tasync\.async_load .* signal %\w+\[)%\w+`, 1, "${1}%c0_i32"), rule},
		{"a load goes to another slot", swap(`(tasync\.slot %\w+\[)%\w+`, 1, "${1}%c0_i32"), rule},
		{"a product reads another slot", swap(`(tasync\.slot %\w+\[)%\w+`, 2, "${1}%c0_i32"), rule},
		{"a load takes columns for rows", swap(`(tasync\.async_load %\w+\[)(%\w+), (%\w+)`, 1, "${1}${3}, ${2}"), result},
		{"a load has another swizzle than its buffer", swap(`(-> !tasync\.tensor_map<128x64xf16, swizzle = )128`, 0, "${1}64"), verifier},
		{"one staging buffer for two", swap(`(tasync\.(local_store|async_store) .*)%buf_3`, -1, "${1}%buf_2"), rule},
	}
}

func TestFaultsAtAsync(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "matmul")
	text := ""
	for _, l := range k.levels(t, "tile-to-nvvm{"+faultOptions+"}") {
		if strings.Contains(l.pass, "async-insert-mbarriers") {
			text = l.text
		}
	}
	plant(t, k, text, append(asyncFaults(), leftOut(text, asyncNeeded)...))
}

// harmless are edits of the result of tile-to-nvvm that only look like faults.
func harmless() []fault {
	return []fault{
		// Barriers that one block uses need no fence: bulk copies access them through
		// the generic proxy (PTX ISA, "cp.async.bulk").
		{name: "no fence behind the initialisation", edits: swap(`nvvm\.fence\.mbarrier\.init\n`, 0, "\n")},
		// What is released was read by the warp as a whole, which met in the wait.
		{name: "no barrier of the warp before its release", edits: swap(`nvvm\.bar\.warp\.sync[^\n]*\n`, -1, "\n")},
		{name: "a wait for more than is needed", edits: swap(`wgmma\.wait_group\.sync\.aligned 1;`, 0, "wgmma.wait_group.sync.aligned 0;")},
		{name: "a barrier more", edits: swap(`(\n *nvvm\.barrier id = [^\n]*)\n`, 0, "${1}${1}\n")},
	}
}

// plant runs a module clean and with each fault.
func plant(t *testing.T, k kernel, text string, faults []fault) {
	t.Helper()
	o := k.expect(t, "BM=128 BN=64 BK=64", faultShape, inputs.Integers)
	for _, f := range append(thin(faults, 8), fault{name: "no fault"}) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			got := outcome(t, o, f.apply(t, text))
			if (got == "") != (f.caught == "") || !strings.Contains(got, f.caught) {
				t.Errorf("expected %q, found %q", f.caught, got)
			}
		})
	}
}

// outcome says what the simulator finds in a module, "" for nothing.
func outcome(t *testing.T, o *oracle, text string) string {
	t.Helper()
	m, err := opt.Parse(opt.NewContext(all.Dialects()...), "edited.mlir", []byte(text))
	if err != nil {
		return "verifier: " + err.Error()
	}
	err = o.simulate(t, m, sim.Options{Schedules: 4, Properties: few(1), StrictX: true})
	var wrong *wrongResult
	switch {
	case errors.As(err, &wrong):
		return "result: " + err.Error()
	case err != nil:
		line, _, _ := strings.Cut(err.Error(), "\n")
		return fmt.Sprintf("simulator: %s", line)
	}
	return ""
}

// nvvmFaults are for the result of tile-to-nvvm.
func nvvmFaults() []fault {
	const try = `nvvm\.mbarrier\.try_wait .* -> i1`
	const flip = `arith\.xori (%arg\d+), %\d+ : i32`
	return []fault{
		{"no wait for an empty slot", swap(try, 0, "arith.constant true"), rule},
		{"no wait for a full slot", swap(try, 1, "arith.constant true"), rule},
		{"the producer starts with the other phase", swap(`(%\w+ = %c0_i32, %\w+ = )%c1_i32`, 0, "${1}%c0_i32"), deadlock},
		{"the consumer starts with the other phase", swap(`(%\w+ = %c0_i32, %\w+ = )%c0_i32`, 0, "${1}%c1_i32"), rule},
		{"the producer's phase never flips", swap(flip, 0, "arith.xori ${1}, %c0_i32 : i32"), rule},
		{"the consumer's phase never flips", swap(flip, 1, "arith.xori ${1}, %c0_i32 : i32"), deadlock},
		{"too many bytes expected", swap(`(nvvm\.mbarrier\.arrive\.expect_tx %\w+, )%c24576_i32`, 0, "${1}%c49152_i32"), rule},
		{"too few bytes expected", swap(`(nvvm\.mbarrier\.arrive\.expect_tx %\w+, )%c24576_i32`, 0, "${1}%c256_i32"), rule},
		{"every lane releases", swap(`scf\.if %\w+ (\{\s+%\w+ = llvm.getelementptr [^\n]*\s+nvvm\.mbarrier\.arrive %)`, -1, "scf.if %true ${1}"), deadlock},
		{"too few arrivals to empty a slot", swap(`(nvvm\.mbarrier\.init %\w+, )%c8_i32`, 0, "${1}%c7_i32"), rule},
		{"too many arrivals to empty a slot", swap(`(nvvm\.mbarrier\.init %\w+, )%c8_i32`, 1, "${1}%c16_i32"), rule},
		{"two arrivals to fill a slot", swap(`(nvvm\.mbarrier\.init %\w+, )%c1_i32`, 2, "${1}%c2_i32"), deadlock},
		{"the release does not wait for the product", swap(`wgmma\.wait_group\.sync\.aligned 1;`, 0, "wgmma.wait_group.sync.aligned 2;"), rule},
		{"the accumulator is read under way", swap(`wgmma\.wait_group\.sync\.aligned 0;`, 0, "wgmma.wait_group.sync.aligned 1;"), rule},
		{"products start from another descriptor", swap(`nvvm\.wgmma\.mma_async (%\w+), (%\w+),`, 1, "nvvm.wgmma.mma_async ${2}, ${1},"), result},
		{"a product steps over too much of K", swap(`(arith\.addi %\w+, )%c2_i64`, 0, "${1}%c4_i64"), result},
		{"the descriptor has another swizzle", swap(`arith\.constant 4611686293305360384 : i64`, 0, "arith.constant -9223371761976803328 : i64"), result},
		{"the descriptor has another stride", swap(`arith\.constant 4611686293305360384 : i64`, 0, "arith.constant 4611686155866406912 : i64"), result},
		{"the tensor map of A has another swizzle", swap(`swizzle\\22:\\22128B`, 0, `swizzle\22:\22none`), result},
		{"the tensor map of A has a smaller box", swap(`box\\22:\[64,128\]`, 0, `box\22:[64,64]`), rule},
		{"the tensor map of C has another swizzle", swap(`swizzle\\22:\\2232B`, 0, `swizzle\22:\22none`), result},
		{"staging is written without a swizzle", swap(`arith\.xori (%\w+), %\w+( : i32\s+%\w+ = arith\.addi)`, 0, "arith.addi ${1}, %c0_i32${2}"), result},
		{"the barrier counts a warp group too few", append(swap(`\n( +)%c0_i32 = arith.constant`, 0, "\n$1%half = arith.constant 128 : i32$0"),
			edit{`(nvvm\.barrier id = %\w+ number_of_threads = )%c256_i32`, -1, "${1}%half"}), rule},
		{"a load takes columns for rows", swap(`(nvvm\.cp\.async\.bulk\.tensor\.shared\S* .*box\[)(%\w+), (%\w+)`, 0, "${1}${3}, ${2}"), result},
		{"a load goes behind its slot", swap(`(arith\.shli %\w+, )%c13_i32`, 0, "${1}%c14_i32"), rule},
		{"all lanes of the producer load", swap(`(%\w+ = )nvvm\.elect\.sync -> i1`, 0, "${1}arith.constant true"), rule},
		{"all producer warps load", swap(`(%\w+ = )arith\.cmpi eq, %\w+, %c0_i32 : i32(\s+scf\.if %\w+ \{\s+%\w+ = nvvm\.elect)`, 0, "${1}arith.constant true${2}"), rule},
		{"the consumers ask for too many registers", swap(`increase 232`, 0, "increase 240"), deadlock},
	}
}

func TestFaultsAtNVVM(t *testing.T) {
	t.Parallel()
	k := kernelOf(t, "matmul")
	text := print(t, k.lower(t, "tile-to-nvvm{"+faultOptions+"}"), opt.PrintOptions{})
	plant(t, k, text, slices.Concat(nvvmFaults(), leftOut(text, nvvmNeeded), harmless()))
}
