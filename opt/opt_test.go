package opt_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/ir/irtest"
	"github.com/tile-opt/tile-opt/opt"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/canonicalize"
	"github.com/tile-opt/tile-opt/passes/cse"
)

const text = `"test.func"() <{sym_name = "f"}> ({
^bb0(%a: i32):
  %0 = "test.add"(%a, %a) : (i32, i32) -> i32
  %1 = "test.add"(%a, %a) : (i32, i32) -> i32
  %2 = "test.sub"(%0, %1) : (i32, i32) -> i32
  "test.return"(%2) : (i32) -> ()
}) : () -> ()`

func registry() *passes.Registry {
	return passes.NewRegistry([]*passes.Pass{canonicalize.Pass, cse.Pass}, nil, nil)
}

// TestSideBySide compiles in sixteen contexts at once and in one context from
// sixteen goroutines.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	shared := irtest.Context()
	reg := registry()
	out := make([]string, 16)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() {
			c := shared
			if i%2 == 0 {
				c = irtest.Context()
			}
			m, err := opt.Parse(c, "in.mlir", []byte(text))
			if err == nil {
				err = opt.RunPipeline(context.Background(), m, reg, "builtin.module(test.func(cse,canonicalize))", opt.Options{})
			}
			if err != nil {
				t.Error(err)
				return
			}
			b, err := opt.Print(m, opt.PrintOptions{Generic: true})
			if err != nil {
				t.Error(err)
			}
			out[i] = string(b)
		})
	}
	wg.Wait()
	for i, s := range out {
		if s != out[0] || !strings.Contains(s, "value = 0 : i32") || strings.Contains(s, "test.add") {
			t.Errorf("result %d:\n%s", i, s)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	c := opt.NewContext(irtest.Dialect())
	c.AllowUnregistered = true
	for _, bad := range []string{`"test.use"(`, `"test.func"() : () -> ()`} {
		_, err := opt.Parse(c, "in.mlir", []byte(bad))
		var l diag.List
		if !errors.As(err, &l) || l[0].Pos.File != "in.mlir" || l[0].Pos.Line != 1 {
			t.Errorf("%s: error %v", bad, err)
		}
	}
	m, err := opt.Parse(c, "in.mlir", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	err = opt.RunPipeline(context.Background(), m, registry(), "builtin.module(nope)", opt.Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "pass-pipeline:1:16: error: ") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := opt.RunPipeline(ctx, m, registry(), "builtin.module(cse)", opt.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
