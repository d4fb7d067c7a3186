package toolchain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Ptxas is NVIDIA's PTX assembler, 12.4 or newer.
type Ptxas struct{ *tool }

// FindPtxas finds ptxas; its version is checked when it is first used.
func FindPtxas(e Env) (*Ptxas, error) {
	t, err := newTool(e, ptxasProgram)
	if err != nil {
		return nil, err
	}
	return &Ptxas{t}, nil
}

// AssembleOptions says what ptxas assembles for.
type AssembleOptions struct {
	// Arch is the architecture; empty is sm_90a.
	Arch string
	// Allow lists faults that are no errors: a code (C7519), the word spill, or a
	// part of the message's text.
	Allow []string
	// Flags are further options of ptxas, such as -maxrregcount.
	Flags []string
}

// Assembly is ptxas's result.
type Assembly struct {
	// Cubin is the machine code, an ELF file.
	Cubin []byte
	// Usage is what each function uses, in ptxas's order.
	Usage []Usage
	// Messages are all messages but the usage, in order.
	Messages []Message
}

// FaultError says that ptxas made the code but with faults: spilled registers,
// instructions ignored or serialized.
type FaultError struct {
	// Faults are the messages that are not allowed.
	Faults []Message
}

// Error lists the faults, one a line.
func (e *FaultError) Error() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "ptxas reports %d that cost speed or correctness", len(e.Faults))
	for _, m := range e.Faults {
		sb.WriteString("\n  " + m.String())
	}
	return sb.String()
}

// Assemble turns PTX into machine code. With a [FaultError] the Assembly comes
// back as well, so that a caller can still report on it; with every other error
// it is nil. A [ToolError] means that ptxas refused the PTX.
func (p *Ptxas) Assemble(ctx context.Context, ptx []byte, o AssembleOptions) (*Assembly, error) {
	if _, err := p.Version(ctx); err != nil {
		return nil, err
	}
	// ptxas seeks in its output, so a pipe won't do; the input keeps it company.
	dir, err := os.MkdirTemp("", "ptxas")
	if err != nil {
		return nil, fmt.Errorf("ptxas: %w", err)
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "kernel.ptx"), filepath.Join(dir, "kernel.cubin")
	if err := os.WriteFile(in, ptx, 0o600); err != nil {
		return nil, fmt.Errorf("ptxas: %w", err)
	}
	arch := o.Arch
	if arch == "" {
		arch = "sm_90a"
	}
	args := append([]string{"-arch=" + arch, "-v", in, "-o", out}, o.Flags...)
	res, err := p.run(ctx, nil, args...)
	log := strings.ReplaceAll(string(res.stderr)+string(res.stdout), in, "kernel.ptx")
	if err != nil {
		if te, ok := err.(*ToolError); ok {
			te.Output = log
		}
		return nil, err
	}
	a := parseLog(log)
	if a.Cubin, err = os.ReadFile(out); err != nil {
		return nil, &ToolError{p.name, p.path, log, err}
	}
	if faults := a.Faults(o.Allow); len(faults) > 0 {
		return a, &FaultError{faults}
	}
	return a, nil
}

// Nvdisasm is NVIDIA's disassembler.
type Nvdisasm struct{ *tool }

// FindNvdisasm finds nvdisasm; its version is checked when it is first used.
func FindNvdisasm(e Env) (*Nvdisasm, error) {
	t, err := newTool(e, nvdisasmProgram)
	if err != nil {
		return nil, err
	}
	return &Nvdisasm{t}, nil
}

// Disassemble turns a cubin into the text of its machine code.
func (n *Nvdisasm) Disassemble(ctx context.Context, cubin []byte) (string, error) {
	if _, err := n.Version(ctx); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "nvdisasm")
	if err != nil {
		return "", fmt.Errorf("nvdisasm: %w", err)
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "kernel.cubin")
	if err := os.WriteFile(in, cubin, 0o600); err != nil {
		return "", fmt.Errorf("nvdisasm: %w", err)
	}
	out, err := n.run(ctx, nil, in)
	return string(out.stdout), err
}
