package endtoend_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/tile-opt/tile-opt/targets/nvptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/ptx"
	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// assemblers are the ptxas that the compiler uses, and beside it an older one
// (12.4 is the oldest that has all instructions) where TILE_PTXAS_OLD has its path.
func assemblers(t *testing.T) map[string]*toolchain.Ptxas {
	t.Helper()
	envs := map[string]toolchain.Env{"ptxas": {}}
	if path := os.Getenv("TILE_PTXAS_OLD"); path != "" {
		envs["old ptxas"] = toolchain.Env{Getenv: func(name string) string {
			if name == "TILE_PTXAS" {
				return path
			}
			return os.Getenv(name)
		}}
	}
	out := make(map[string]*toolchain.Ptxas)
	for name, env := range envs {
		tool, err := toolchain.FindPtxas(env)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = tool
	}
	return out
}

// TestAssembles: ptxas has nothing to say of the product at the tiles that matter,
// spills no register, and finds no copy of a wgmma operand in the loop over K.
func TestAssembles(t *testing.T) {
	t.Parallel()
	tools := assemblers(t)
	tiles := []config{{consumers: 2, bm: 128, bn: 256, bk: 64}, {consumers: 1, bm: 64, bn: 256, bk: 64}, {consumers: 1, bm: 128, bn: 128, bk: 64}}
	for _, file := range thin([]string{"matmul", "matmul_bf16"}, 2) {
		for _, c := range thin(tiles, 3) {
			for stages := int64(2); stages <= 4; stages++ {
				for inFlight := range int64(2) {
					if inFlight == 1 && stages != 3 && !*long {
						continue
					}
					c.stages, c.inFlight = stages, inFlight
					c := c
					t.Run(fmt.Sprintf("%s/%s", file, c), func(t *testing.T) {
						t.Parallel()
						assemble(t, kernelOf(t, file), c, tools)
					})
				}
			}
		}
	}
}

// TestAssemblesCopies: what llc copies between products stays in front of their fence.
func TestAssemblesCopies(t *testing.T) {
	t.Parallel()
	m := kernel{file: "more/swapped_accumulators"}.lower(t, "tile-to-llvm{consumers=1}")
	r, err := nvptx.Compile(t.Context(), m, nvptx.Options{Cubin: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Assembly.Messages) > 0 {
		t.Errorf("messages: %v", r.Assembly.Messages)
	}
}

func assemble(t *testing.T, k kernel, c config, tools map[string]*toolchain.Ptxas) {
	t.Helper()
	m := k.lower(t, fmt.Sprintf("tile-to-llvm{%s}", c))
	r, err := nvptx.Compile(t.Context(), m, nvptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Warnings != "" {
		t.Errorf("llc: %s", r.Warnings)
	}
	for name, tool := range tools {
		// Spills and the messages that cost speed are the error.
		a, err := tool.Assemble(t.Context(), r.PTX, toolchain.AssembleOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(a.Messages) > 0 {
			t.Errorf("%s: %v", name, a.Messages)
		}
		for _, u := range a.Usage {
			if u.Stack+u.SpillLoads+u.SpillStores > 0 {
				t.Errorf("%s: %s has %d bytes of stack and spills %d", name, u.Function, u.Stack, u.SpillStores+u.SpillLoads)
			}
		}
		if len(a.Usage) != 2 {
			t.Errorf("%s: %d kernels, expected one with tensor stores and one without", name, len(a.Usage))
		}
	}
	text, err := ptx.Parse(string(r.PTX))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range text.Functions {
		if n := len(f.InnermostLoops("wgmma.mma_async")); n != 1 {
			t.Errorf("%s: %d loops over K, expected 1", f.Name, n)
		}
		if movs := f.WgmmaMovs(); len(movs) > 0 {
			t.Errorf("%s: moves of wgmma operands in the loop over K: %v", f.Name, movs)
		}
	}
}
