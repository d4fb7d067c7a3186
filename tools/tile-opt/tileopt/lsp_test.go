package tileopt_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tile-opt/tile-opt/tools/tile-opt/tileopt"
)

// TestLSP speaks to the command once from its start to its end; what the answers
// hold is tested where they are made.
func TestLSP(t *testing.T) {
	t.Parallel()
	frames := func(bodies ...string) string {
		s := ""
		for _, b := range bodies {
			s += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(b), b)
		}
		return s
	}
	const (
		initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`
		open       = `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"u","text":"// RUN: tile-opt --mlir-tim\n\"foo.bar\"() {a = !cmath.complex<f32>} : () -> ()"}}}`
		complete   = `{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"u"},"position":{"line":0,"character":27}}}`
		shutdown   = `{"jsonrpc":"2.0","id":3,"method":"shutdown"}`
		exit       = `{"jsonrpc":"2.0","method":"exit"}`
	)
	for _, tt := range []struct {
		in   string
		args []string
		code int
		want []string
		err  string
	}{
		{frames(initialize, open, complete, shutdown, exit), []string{"--stdio"}, 0, []string{"hoverProvider", "unregistered dialect", `"label":"mlir-timing"`}, ""},
		{frames(initialize, open, shutdown, exit), []string{"--allow-unregistered-dialect", "--irdl-file=../../../testdata/irdl/cmath.irdl"}, 0, []string{`"diagnostics":[]`}, ""},
		{frames(initialize, exit), nil, 1, nil, ""},
		{"nonsense\r\n\r\n", nil, 1, nil, "error: language server: reading a message: message without Content-Length\n"},
		{"", []string{"file"}, 1, nil, "unknown command"},
	} {
		var out, err bytes.Buffer
		code := tileopt.Main(append([]string{"lsp"}, tt.args...), strings.NewReader(tt.in), &out, &err)
		if code != tt.code || !strings.Contains(err.String(), tt.err) || tt.err == "" && err.Len() > 0 {
			t.Errorf("lsp %v: exit %d, %s", tt.args, code, err.String())
		}
		for _, w := range tt.want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("lsp %v: %s is not in %s", tt.args, w, out.String())
			}
		}
	}
}

// TestHelpFits two screens of 40 lines, 120 columns wide, and every command has
// its own.
func TestHelpFits(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"docs", "--help"}, {"reduce", "--help"}, {"translate", "--help"}, {"lsp", "--help"}} {
		var out bytes.Buffer
		if code := tileopt.Main(args, nil, &out, &out); code != 0 {
			t.Errorf("%v: exit %d", args, code)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines) > 80 || len(lines) < 5 {
			t.Errorf("%v: %d lines", args, len(lines))
		}
		for _, l := range lines {
			if len(l) > 120 {
				t.Errorf("%v: a line of %d columns: %s", args, len(l), l)
			}
		}
	}
}
