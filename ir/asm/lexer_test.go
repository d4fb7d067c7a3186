package asm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lex returns the texts of the tokens of src, or the first error.
func lex(src string) (out []string, fault string) {
	type fail string
	l := lexer{src: []byte(src), line: 1, fail: func(at int, msg string) { panic(fail(msg)) }}
	defer func() {
		if r := recover(); r != nil {
			fault = string(r.(fail))
		}
	}()
	for {
		t := l.next()
		if t.kind == tEOF {
			return out, ""
		}
		out = append(out, src[t.lo:t.hi])
	}
}

func TestLexer(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src   string
		want  string // tokens separated by blanks
		fault string
	}{
		{src: "a.b$c_1 // comment\n2", want: "a.b$c_1 2"},
		{src: "// to the end\rx", want: "x"},
		{src: "%0 %a.b$c-d_e %- %1a ^b-a.c$ #x !t.foo", want: "%0 %a.b$c-d_e %- %1 a ^b-a.c$ #x !t.foo"},
		{src: `@a @"b c" @"1x"`, want: `@a @"b c" @"1x"`},
		{src: "0xi32 0x1F 0xg 5. 5.5e3 1e5 5.5e 5.5e+ 1.5E-2", want: "0 xi32 0x1F 0 xg 5. 5.5e3 1 e5 5.5 e 5.5 e + 1.5E-2"},
		{src: "-> - ... :: {-# #-} {- # }", fault: "invalid attribute name"},
		{src: "->-...::{-##-}", want: "-> - ... : : {-# #-}"},
		{src: `"a\22\\\n\t" "` + "é\r\x00" + `"`, want: `"a\22\\\n\t" "` + "é\r\x00" + `"`},
		{src: "a\x00b", want: "a b"},
		{src: "[(<{}>)]=,?*+|/", want: "[ ( < { } > ) ] = , ? * + | /"},
		{src: "\"a\nb\"", fault: `expected '"' in string literal`},
		{src: "\"a\vb\"", fault: `expected '"' in string literal`},
		{src: `"a`, fault: `expected '"' in string literal`},
		{src: `"\q"`, fault: "unknown escape in string literal"},
		{src: `"\2"`, fault: "unknown escape in string literal"},
		{src: "%", fault: "invalid SSA name"},
		{src: "^ a", fault: "invalid block name"},
		{src: "!(", fault: "invalid type identifier"},
		{src: "@1", fault: "@ identifier expected to start with letter or '_'"},
		{src: "..", fault: "expected three consecutive dots for an ellipsis"},
		{src: "\xef\xbb\xbfa", fault: "unexpected character"},
		{src: "/* x */ \\", fault: "unexpected character"},
	}
	for _, tt := range tests {
		got, fault := lex(tt.src)
		if fault != tt.fault {
			t.Errorf("lex(%q): fault %q, want %q", tt.src, fault, tt.fault)
			continue
		}
		if text := strings.Join(got, " "); fault == "" && text != tt.want {
			t.Errorf("lex(%q):\n%s", tt.src, cmp.Diff(tt.want, text))
		}
	}
}

func TestUnquote(t *testing.T) {
	t.Parallel()
	if got, want := string(unquote([]byte(`"a\22\\\n\t\C3\a9"`))), "a\"\\\n\té"; got != want {
		t.Errorf("unquote = %q, want %q", got, want)
	}
}
