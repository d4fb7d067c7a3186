package targets

import (
	"context"
	"time"

	"github.com/tile-opt/tile-opt/ir"
)

// Form is what a target makes of a module, each form from the one before.
type Form int

// The forms.
const (
	// LLVMIR is LLVM IR text.
	LLVMIR Form = iota
	// Assembly is the text that a driver or assembler takes: PTX.
	Assembly
	// Binary is machine code: a cubin.
	Binary
)

// Switch says whether an optional step is done.
type Switch int

// The switches.
const (
	// Auto does the step when the program for it is there.
	Auto Switch = iota
	// On does the step; a missing program is an error.
	On
	// Off leaves the step out.
	Off
)

// Options say how far and how a target compiles. The zero value makes LLVM IR.
type Options struct {
	// Form is how far to go.
	Form Form
	// Assemble says whether assembly is assembled, which is what tells registers
	// and faults, although it was not asked for. With Form Binary it always is.
	Assemble Switch
	// Parts asks for Usage.Parts, for which assembled code is disassembled where the
	// program for it is there.
	Parts bool
	// Allow lists faults of the assembler that are no errors: a code such as C7519,
	// the word spill, or a part of the message.
	Allow []string
	// BackendFlags and AssemblerFlags are handed on as they are.
	BackendFlags, AssemblerFlags []string
}

// Target turns modules into code. It is safe for concurrent use.
type Target interface {
	// Name is the name of the target, such as nvptx.
	Name() string
	// Compile translates a module, which it does not change. After an error the Code
	// holds what was made before, and may be nil.
	Compile(ctx context.Context, module *ir.Operation, o Options) (*Code, error)
}

// Starter is a target that has something to do before there is a module to
// compile, such as asking its programs for their versions.
type Starter interface {
	Target
	// Start begins, beside what the caller does meanwhile, and returns the target to
	// compile with. stop ends what is still going on, and must be called.
	Start(ctx context.Context, o Options) (t Target, stop func())
}

// Code is what a target made.
type Code struct {
	// LLVMIR, Assembly and Binary are as far as asked for.
	LLVMIR, Assembly, Binary []byte
	// Entries are the names of the kernels, in order.
	Entries []string
	// Assembled is true when the assembler ran, and Usage and Messages are known.
	Assembled bool
	// Usage is what each function uses.
	Usage []Usage
	// Messages are what the back end and the assembler said, faults that are allowed
	// among it.
	Messages []string
	// Steps are how long each step took, in order.
	Steps []Step
}

// Usage is what one function uses.
type Usage struct {
	// Function is its name; Entry is true for a kernel.
	Function string
	Entry    bool
	// Registers are per thread, Barriers per block.
	Registers, Barriers int
	// SpillStores, SpillLoads and Stack are bytes a thread, Shared the static shared
	// memory of a block.
	SpillStores, SpillLoads, Stack, Shared int
	// Parts are the parts of a kernel that set their registers, in the order of the
	// machine code: the roles of a specialised kernel.
	Parts []Part
}

// Part is a part of a kernel that begins by setting its registers.
type Part struct {
	// Set is the number of registers that each of its threads has, Used how many of
	// them the machine code names: one more than the highest.
	Set, Used int
}

// Step is the duration of one step.
type Step struct {
	Name string
	Time time.Duration
}
