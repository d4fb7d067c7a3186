package main

// Patterns name packages by their path below the module's root ("ir/asm", "." for
// the root itself) or, for other modules, by the full import path. A star stands for
// one path element, a final "/..." for the package and everything below it.

// arrow says what the packages of one area may import from this module. A package is
// bound by the first arrow that matches it; within what the pattern matched up to
// "/...", an area may import itself.
type arrow struct {
	from string
	may  []string
	why  string
}

// exclusive names the only importers of some packages, in this module or another.
type exclusive struct {
	pkg   string
	only  []string
	tests bool // any test may import it too
	why   string
}

// unreachable says what must not be linked into whoever imports a package, however
// long the way.
type unreachable struct {
	from string
	not  []string
	why  string
}

// rules is all that the import checks know.
type rules struct {
	arrows       []arrow
	exclusives   []exclusive
	unreachables []unreachable
}

var (
	core    = []string{"ir", "ir/diag", "ir/affine", "ir/numeric"}
	levels  = []string{"ir/...", "dialects/...", "transforms/..."}
	builtin = []string{"ir/...", "dialects/builtin"}
)

// with returns list followed by more, leaving list alone.
func with(list []string, more ...string) []string {
	return append(append([]string(nil), list...), more...)
}

// repositoryRules is the plan of this repository. A package that no arrow covers is
// a violation: a new area is a decision, written here with its reason.
var repositoryRules = rules{
	arrows: []arrow{
		{".", nil, "the root holds no code"},

		{"ir/diag/...", nil, "positions and messages are the bottom of everything"},
		{"ir/affine/...", nil, "affine expressions and maps are plain values"},
		{"ir/numeric/...", nil, "number formats are plain arithmetic"},
		{"ir/internal/...", []string{"ir/diag", "ir/affine", "ir/numeric"}, "storage serves ir and knows less than ir"},
		{"ir", []string{"ir/diag", "ir/affine", "ir/numeric", "ir/internal/..."}, "ir knows no dialect, no text and no pass"},
		{"ir/analysis/...", core, "an analysis reads any IR, whatever the dialect"},
		{"ir/asm/...", with(core, "ir/internal/..."), "text is made from definitions, not from knowledge of a dialect"},
		{"ir/rewrite/...", with(core, "ir/analysis"), "patterns work on any IR"},
		{"ir/irtest/...", with(builtin, "dialects/function"), "test helpers parse a module and need nothing more"},
		{"ir/...", core, "what lies below ir knows no dialect"},

		{"dialects/all/...", []string{"ir/...", "dialects/..."}, "the list of all dialects"},
		{"dialects/builtin/...", []string{"ir/..."}, "builtin is what other dialects stand on"},
		{"dialects/nvvm/...", with(builtin, "dialects/arith", "dialects/llvm"), "nvvm's operands and results are !llvm.ptr and !llvm.struct"},
		{"dialects/function/...", with(builtin, "dialects/cf"), "inlining a function of several blocks branches behind the call, as in MLIR"},
		{"dialects/*/...", with(builtin, "dialects/arith"), "a dialect knows no other level; arith is there for constants that folding makes"},

		{"transforms/...", levels, "mechanics serve passes and know none"},

		{"passes/all/...", []string{"ir/...", "passes/..."}, "the list of all passes"},
		{"passes", builtin, "the pass manager knows no pass and no dialect, so that an embedder links what it wants"},
		{"passes/internal/...", builtin, "a part of the pass manager"},
		{"passes/convertasynctonvvm/...", with(levels, "passes", "targets/launch/..."), "the lowering of a kernel writes its launch metadata, a leaf format without imports of ours"},
		{"passes/nvvmperturb/...", with(levels, "passes", "targets/launch/..."), "the seed is a parameter, which the launch metadata describe"},
		{"passes/*/...", with(levels, "passes"), "passes meet in the IR only: a pass that calls another can't be run alone"},

		{"targets", with(builtin, "targets/launch/..."), "the target interface knows no target"},
		{"targets/launch/...", nil, "launchers are written against the metadata alone, without the compiler"},
		{"targets/sim/...", with(levels, "targets", "targets/launch/...", "targets/interp"), "the simulator takes what an operation means on numbers from the interpreter"},
		{"targets/*/...", with(levels, "targets", "targets/launch/..."), "targets don't know each other, and no pass"},

		{"opt/...", with(builtin, "passes", "targets", "targets/launch/..."), "an embedder hands in the dialects, passes and targets that it wants"},

		{"tools/...", []string{"..."}, "commands tie everything together"},
	},
	exclusives: []exclusive{
		{"C", nil, false, "the project builds without a C compiler"},
		{"github.com/llir/llvm/...", []string{"targets/nvptx/..."}, false, "LLVM IR is one target's output, not our IR"},
		{"github.com/spf13/...", []string{"tools/..."}, false, "command lines belong to the commands"},
		{"github.com/ebitengine/purego/...", []string{"tools/tilec-gpu/...", "targets/launch/cuda/..."}, false, "only the launcher loads the driver"},
		{"github.com/google/go-cmp/...", nil, true, "comparing for tests"},
		{"github.com/sergi/go-diff/...", []string{"tools/...", "passes"}, true, "differences are shown to people, by tests, commands and the pass manager"},
		{"testing/...", []string{"ir/irtest/...", "tools/filecheck/..."}, true, "what ships links no test code"},
		{"ir/irtest/...", nil, true, "test helpers"},
		{"tools/filecheck/...", nil, true, "test helpers"},
		{"tools/...", []string{"tools/..."}, true, "a library never depends on a command"},
		{"dialects/all/...", []string{"tools/..."}, true, "only a command or a test wants every dialect"},
		{"passes/all/...", []string{"tools/..."}, true, "only a command or a test wants every pass"},
	},
	unreachables: []unreachable{
		{"opt/...", []string{"github.com/spf13/...", "github.com/llir/llvm/...", "github.com/ebitengine/purego/..."},
			"an embedder pays for a target or a command line only by importing it"},
		{"ir/...", []string{"dialects/...", "transforms/...", "passes/...", "targets/...", "opt/..."}, "ir is the bottom"},
	},
}
