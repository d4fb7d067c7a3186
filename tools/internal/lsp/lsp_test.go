package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	dialects "github.com/tile-opt/tile-opt/dialects/all"
	"github.com/tile-opt/tile-opt/passes"
	"github.com/tile-opt/tile-opt/passes/all"
	"github.com/tile-opt/tile-opt/tools/internal/lsp"
)

func config() lsp.Config {
	return lsp.Config{
		Dialects: dialects.Dialects(), Registry: all.Registry(), AllowUnregistered: true,
		Flags: []passes.Completion{{Text: "mlir-timing", Doc: "report the time of each pass"}},
	}
}

// message is what a server sends.
type message struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// client talks to a server of its own.
type client struct {
	t    *testing.T
	to   io.WriteCloser
	from *bufio.Reader
	done chan error
	ids  int
	// said holds the diagnostics published last.
	said []struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Severity           int
		Message            string
		RelatedInformation []struct{ Message string }
	}
}

// connect starts a server that ends with the test.
func connect(t *testing.T) *client {
	t.Helper()
	fromClient, to := io.Pipe()
	from, toClient := io.Pipe()
	c := &client{t: t, to: to, from: bufio.NewReader(from), done: make(chan error, 1)}
	go func() {
		orderly, err := lsp.Serve(t.Context(), config(), fromClient, toClient)
		if err == nil && !orderly {
			err = fmt.Errorf("the server was not shut down")
		}
		toClient.Close()
		c.done <- err
	}()
	t.Cleanup(func() { to.Close() })
	c.call("initialize", `{"capabilities":{}}`, nil)
	c.notify("initialized", `{}`)
	return c
}

func (c *client) send(body string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.to, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) notify(method, params string) {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// receive returns the next message.
func (c *client) receive() message {
	c.t.Helper()
	m, err := readMessage(c.from)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

func readMessage(r *bufio.Reader) (message, error) {
	var m message
	header, err := r.ReadString('\n')
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(header, "Content-Length:")))
	if err != nil {
		return m, err
	}
	body := make([]byte, n+2)
	if _, err := io.ReadFull(r, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body[2:], &m)
}

// ask sends a request and returns its answer.
func (c *client) ask(method, params string) message {
	c.t.Helper()
	c.ids++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.ids, method, params))
	m := c.receive()
	if m.ID == nil || *m.ID != c.ids {
		c.t.Fatalf("%s: the answer is %+v", method, m)
	}
	return m
}

// call is ask for what must go well; the result is stored in into.
func (c *client) call(method, params string, into any) {
	c.t.Helper()
	m := c.ask(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s %s: %+v", method, params, m.Error)
	}
	if into != nil {
		if err := json.Unmarshal(m.Result, into); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, m.Result)
		}
	}
}

const uri = "file:///a.mlir"

// published waits for the diagnostics that follow a change.
func (c *client) published() {
	c.t.Helper()
	m := c.receive()
	if m.Method != "textDocument/publishDiagnostics" {
		c.t.Fatalf("expected diagnostics, found %+v", m)
	}
	p := struct{ Diagnostics any }{&c.said}
	c.said = nil
	if err := json.Unmarshal(m.Params, &p); err != nil {
		c.t.Fatal(err)
	}
}

// open gives the server a document.
func (c *client) open(src string) {
	c.t.Helper()
	text, _ := json.Marshal(src)
	c.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"mlir","version":1,"text":%s}}`, uri, text))
	c.published()
}

// at makes the parameters of a question about the place of a mark in the text.
func at(src, mark string) string {
	before, after, ok := strings.Cut(mark, "|")
	i := strings.Index(src, before+after)
	if !ok || i < 0 {
		panic("no place " + mark)
	}
	i += len(before)
	line := strings.Count(src[:i], "\n")
	column := 0
	for _, r := range src[1+strings.LastIndexByte(src[:i], '\n') : i] {
		if column++; r >= 0x10000 {
			column++
		}
	}
	return fmt.Sprintf(`"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}`, uri, line, column)
}

const sample = `// RUN: tile-opt %s --canonicalize
#map = affine_map<(d0) -> (d0)>
!t = tensor<4xf32>
func.func @callee(%x: i32, %k: !t) -> i32 {
  %two, %more:2 = "x.many"(%x) {map = #map, name = "😀"} : (i32) -> (i32, i32, i32)
  %sum = arith.addi %x, %more#1 {tile.name = "A"} : i32
  cf.br ^end(%sum : i32)
^end(%r: i32):
  return %r : i32
}
func.func @caller(%y: i32, %t: !t) -> i32 {
  %z = call @callee(%y, %t) : (i32, !t) -> i32
  %p = arith.cmpi slt, %y, %z : i32
  return %z : i32
}
`

func TestHover(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.open(sample)
	if len(c.said) != 0 {
		t.Fatalf("diagnostics of a right text: %+v", c.said)
	}
	for _, tt := range []struct {
		mark string
		want []string // in the text shown; none: nothing is shown
	}{
		{"addi %|x", []string{"%x : i32", "argument #0 of a block in `func.func`", "func.func @callee"}},
		{"|%two, ", []string{"%two : i32", "result #0 of `x.many`"}},
		{"%x, %mo|re#1", []string{"%more : i32", "result #2 of `x.many`", "%two, %more:2 ="}},
		{"%sum = arith.a|ddi", []string{"# `arith.addi`", "operand", "overflowFlags"}},
		{"re|turn %r", []string{"# `func.return`"}},
		{"\"x.ma|ny\"", []string{"not registered"}},
		{"call @ca|llee", []string{"func.func @callee(%x: i32", "`func.func`"}},
		{"br ^|end", []string{"^end(i32)", "1 predecessors"}},
		{"map = #m|ap,", []string{"#map = affine_map<(d0) -> (d0)>"}},
		{"%t: !|t", []string{"!t = tensor<4xf32>"}},
		{"tile.na|me", []string{"tile.name"}},
		{"--canon|icalize", []string{"# `canonicalize`"}},
		{"😀|", nil},
		{"sl|t", nil},
		{"(d0) -|>", nil},
	} {
		var got *struct {
			Contents struct{ Kind, Value string }
		}
		c.call("textDocument/hover", "{"+at(sample, tt.mark)+"}", &got)
		if got == nil {
			if len(tt.want) > 0 {
				t.Errorf("%s: nothing is shown", tt.mark)
			}
			continue
		}
		if len(tt.want) == 0 {
			t.Errorf("%s: %s", tt.mark, got.Contents.Value)
		}
		for _, w := range tt.want {
			if !strings.Contains(got.Contents.Value, w) {
				t.Errorf("%s: %q is not in\n%s", tt.mark, w, got.Contents.Value)
			}
		}
	}
	c.close()
}

func (c *client) close() {
	c.t.Helper()
	c.call("shutdown", `{}`, nil)
	c.notify("exit", `{}`)
	if err := <-c.done; err != nil {
		c.t.Error(err)
	}
}

// where renders a location of the sample as line:text.
func where(src string, l *place) string {
	if l == nil {
		return ""
	}
	line := strings.Split(src, "\n")[l.Range.Start.Line]
	units := func(n int) int {
		for i, r := range line {
			if n <= 0 {
				return i
			}
			if n--; r >= 0x10000 {
				n--
			}
		}
		return len(line)
	}
	return fmt.Sprintf("%d:%s", l.Range.Start.Line+1, line[units(l.Range.Start.Character):units(l.Range.End.Character)])
}

type place struct {
	URI   string
	Range struct {
		Start, End struct{ Line, Character int }
	}
}

func TestDefinitionAndReferences(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.open(sample)
	for _, tt := range []struct {
		mark, definition string
		references       []string
	}{
		{"addi %|x", "4:%x", []string{"4:%x", "5:%x", "6:%x"}},
		{"%mor|e#1", "5:%more", []string{"5:%more", "6:%more"}},
		{"%tw|o", "5:%two", []string{"5:%two"}},
		{"br ^en|d", "8:^end", []string{"7:^end", "8:^end"}},
		{"call @call|ee", "4:@callee", []string{"4:@callee", "12:@callee"}},
		{"func.func @|callee", "4:@callee", []string{"4:@callee", "12:@callee"}},
		{"#ma|p,", "2:#map", []string{"2:#map", "5:#map"}},
		{"%t: !|t", "3:!t", []string{"3:!t", "4:!t", "11:!t", "12:!t"}},
		{"tile.n|ame", "", []string{}},
	} {
		var def *place
		c.call("textDocument/definition", "{"+at(sample, tt.mark)+"}", &def)
		if got := where(sample, def); got != tt.definition {
			t.Errorf("%s: defined at %q, want %q", tt.mark, got, tt.definition)
		}
		for _, declaration := range []bool{true, false} {
			var refs []place
			c.call("textDocument/references", fmt.Sprintf(`{%s,"context":{"includeDeclaration":%t}}`, at(sample, tt.mark), declaration), &refs)
			got := []string{}
			for i := range refs {
				got = append(got, where(sample, &refs[i]))
			}
			want := tt.references
			if !declaration {
				want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return s == tt.definition })
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: references (-want +got):\n%s", tt.mark, diff)
			}
		}
	}
	c.close()
}

// TestSymbolsOfGenericText are defined at the name of their operation.
func TestSymbolsOfGenericText(t *testing.T) {
	t.Parallel()
	src := `"builtin.module"() <{sym_name = "m"}> ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "x.use"() {a = @f, b = @m::@f} : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
// -----
func.func private @f()
`
	c := connect(t)
	c.open(src)
	var def *place
	c.call("textDocument/definition", "{"+at(src, "a = @|f")+"}", &def)
	if got := where(src, def); got != `2:"func.func"` {
		t.Errorf("defined at %q", got)
	}
	var refs []place
	c.call("textDocument/references", "{"+at(src, "a = @|f")+`,"context":{"includeDeclaration":true}}`, &refs)
	if len(refs) != 3 {
		t.Errorf("references %v", refs)
	}
	c.call("textDocument/references", "{"+at(src, "private @|f")+`,"context":{"includeDeclaration":true}}`, &refs)
	if len(refs) != 1 || where(src, &refs[0]) != "8:@f" {
		t.Errorf("references of another part %v", refs)
	}
	c.close()
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.open(sample)
	for _, tt := range []struct {
		add  string // a line put in front of the return of @caller; | is the cursor
		want string // labels that must be offered
		not  string // labels that must not
	}{
		{"ar|", "arith.addi arith.constant", "scf.for"},
		{"%q = arith.a|", "arith.addi arith.addf", "arith.muli"},
		{"%q = |", "arith.addi func.call", ""},
		{`%q = "arith.m|`, "arith.muli", "arith.addi"},
		{"x.use(%|", "%y %z %p %t", "%x %sum"},
		{"x.use(%z|", "%z", "%y"},
		{"call @|", "@callee @caller", ""},
		{"call @callee|", "@callee", "@caller"},
		{"cf.br ^|", "^end", ""},
		{"x.use {a = #m|", "#map", ""},
		{"x.use {a = #tasync.|", "#tasync.mma", "#map"},
		{"%q = x.use : !t|", "!t !tasync.buffer", "!nvvm"},
		{"%q = arith.addi %y, %y {|", "overflowFlags tile.name", "predicate"},
		{"%q = arith.addi %y, %y {overflowFlags = 0, ti|", "tile.name", "overflowFlags"},
		{`%q = "arith.cmpi"(%y, %y) <{|`, "predicate", "tile.name"},
		{"%q = arith.addi %y, |", "", "arith.addi overflowFlags"},
		{"// RUN: tile-opt %s --canon|", "canonicalize", "cse"},
		{"// RUN: tile-opt %s --mlir-t|", "mlir-timing", "cse"},
		{"// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(cs|", "cse", "canonicalize"},
		{"// RUN: tile-opt %s --pass-pipeline='builtin.module(canonicalize{max-|", "max-iterations= max-num-rewrites=", "top-down="},
		{"// RUN: tile-opt %s --canonicalize='region-simplify=|", "normal disabled", "cse"},
		{"// nothing c|", "", "cse"},
		{`{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module(cs|`, "cse", "canonicalize"},
	} {
		line := strings.Replace(tt.add, "|", "", 1)
		src := strings.Replace(sample, "  return %z", line+"\n  return %z", 1)
		text, _ := json.Marshal(src)
		c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":2},"contentChanges":[{"text":%s}]}`, uri, text))
		c.published()
		var got struct {
			Items []struct {
				Label    string
				TextEdit struct{ NewText string }
			}
		}
		row := strings.Count(src[:strings.Index(src, line+"\n  return %z")], "\n")
		c.call("textDocument/completion", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":%d,"character":%d}}`, uri, row, strings.IndexByte(tt.add, '|')), &got)
		var labels []string
		for _, it := range got.Items {
			labels = append(labels, it.Label)
		}
		for _, w := range strings.Fields(tt.want) {
			if !slices.Contains(labels, w) {
				t.Errorf("%s: %s is not offered, but %.300s", tt.add, w, fmt.Sprint(labels))
			}
		}
		for _, w := range strings.Fields(tt.not) {
			if slices.Contains(labels, w) {
				t.Errorf("%s: %s is offered", tt.add, w)
			}
		}
	}
	c.close()
}

// TestDiagnostics follows a text as it is written, in whole and by ranges.
func TestDiagnostics(t *testing.T) {
	t.Parallel()
	c := connect(t)
	change := func(changes string) {
		t.Helper()
		c.notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%q,"version":3},"contentChanges":[%s]}`, uri, changes))
		c.published()
	}
	expect := func(want string) {
		t.Helper()
		got := ""
		for _, d := range c.said {
			got += fmt.Sprintf("%d:%d-%d:%d %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Message)
			for _, n := range d.RelatedInformation {
				got += " / " + n.Message
			}
			got += "\n"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("diagnostics (-want +got):\n%s", diff)
		}
	}
	c.open("func.func @f(%a: i32) {\n  %é = arith.addi %a, %b : i32\n  return\n}\n")
	if len(c.said) != 1 {
		t.Errorf("%+v", c.said)
	}
	change(`{"text":"// 😀\nfunc.func @f(%a: i32) {\n  %c = arith.addi %a, %bad : i32\n  return\n}\n"}`)
	expect("2:22-2:26 use of undeclared SSA value name\n")
	change(`{"range":{"start":{"line":2,"character":22},"end":{"line":2,"character":26}},"text":"%a"},{"range":{"start":{"line":0,"character":5},"end":{"line":0,"character":5}},"text":"!"}`)
	expect("")
	// One error a function, and the parts of a file on their own.
	change(`{"text":"func.func @f() -> i32 {\n  return\n}\nfunc.func @g() -> i32 {\n  return\n}\n// -----\n%x = arith.constant 1 : i32\n%x = arith.constant 1 : i32\n"}`)
	expect("1:2-1:8 'func.return' op has 0 operands, but enclosing function (@f) returns 1\n" +
		"4:2-4:8 'func.return' op has 0 operands, but enclosing function (@g) returns 1\n" +
		"8:0-8:2 redefinition of SSA value '%x' / previously defined here\n")
	c.notify("textDocument/didClose", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, uri))
	c.published()
	expect("")
	c.close()
}

// TestLarge answers about a name with thousands of mentions at once.
func TestLarge(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("func.func private @g()\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "func.func @f%d() {\n  call @g() : () -> ()\n  return\n}\n", i)
	}
	c := connect(t)
	c.open(b.String())
	var refs []place
	start := time.Now()
	c.call("textDocument/references", "{"+at(b.String(), "private @|g")+`,"context":{"includeDeclaration":true}}`, &refs)
	if d := time.Since(start); len(refs) != 3001 || d > 5*time.Second {
		t.Errorf("%d references in %s", len(refs), d)
	}
	c.close()
}

// TestBadRequests are answered with an error of the protocol, and the server goes on.
// TestChangesInOne sends changes faster than a server can read: the diagnostics
// are those of the last, sent once, and before the answer to a question.
func TestChangesInOne(t *testing.T) {
	t.Parallel()
	frame := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	change := func(version int, src string) string {
		return frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"f","version":%d},"contentChanges":[{"text":%q}]}}`, version, src))
	}
	const hover = `{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"f"},"position":{"line":0,"character":1}}}`
	in := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"f","version":1,"text":"nothing"}}}`) +
		change(2, "func.fun") + change(3, "func.func private @f()") + frame(hover) +
		change(4, "func.fu") + change(5, "nonsense") + frame(`{"jsonrpc":"2.0","method":"exit"}`)
	var out bytes.Buffer
	if _, err := lsp.Serve(t.Context(), config(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := bufio.NewReader(&out); ; {
		m, err := readMessage(r)
		if err != nil {
			break
		}
		if m.ID != nil {
			got = append(got, fmt.Sprint("answer ", *m.ID))
			continue
		}
		var p struct {
			Version     int
			Diagnostics []struct{ Message string }
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint("version ", p.Version, " errors ", len(p.Diagnostics)))
	}
	if d := cmp.Diff([]string{"answer 1", "version 3 errors 0", "answer 2", "version 5 errors 1"}, got); d != "" {
		t.Error(d)
	}
}

func TestBadRequests(t *testing.T) {
	t.Parallel()
	c := connect(t)
	c.open(sample)
	for _, tt := range []struct {
		body string
		code int
	}{
		{`{`, -32700},
		{`[]`, -32600},
		{`"text"`, -32600},
		{`{"jsonrpc":"2.0","id":9}`, -32600},
		{`{"jsonrpc":"2.0","id":9,"method":3}`, -32600},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/nothing"}`, -32601},
		{`{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}`, -32600},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover"}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[]}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///b"},"position":{}}}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.mlir"},"position":{"line":-1}}}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a.mlir"},"position":{"line":99999}}}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///a.mlir"},"position":{"line":1e99}}}`, -32602},
		{`{"jsonrpc":"2.0","id":9,"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.mlir"},"contentChanges":[{"range":{"start":{"line":1},"end":{"line":0}},"text":""}]}}`, -32602},
	} {
		c.send(tt.body)
		if m := c.receive(); m.Error == nil || m.Error.Code != tt.code {
			t.Errorf("%s: answered %+v, want %d", tt.body, m.Error, tt.code)
		}
	}
	// Notifications and answers get no answer, whatever they hold.
	c.send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":3}`)
	c.send(`{"jsonrpc":"2.0","method":"textDocument/unheard"}`)
	c.send(`{"jsonrpc":"2.0","id":9,"result":null}`)
	// A column behind the line's end is its end.
	c.call("textDocument/hover", fmt.Sprintf(`{"textDocument":{"uri":%q},"position":{"line":0,"character":4000000000}}`, uri), nil)
	c.call("shutdown", `{}`, nil)
	if m := c.ask("textDocument/hover", "{}"); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("after shutdown: %+v", m)
	}
	c.notify("exit", `{}`)
	if err := <-c.done; err != nil {
		t.Error(err)
	}
}

// TestBadFrames end the server with an error, for nothing can be read behind them.
func TestBadFrames(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                   "",
		"Content-Length: 3\r\n\r\n{}":        "unexpected EOF",
		"Content-Length: x\r\n\r\n{}":        "invalid Content-Length 'x'",
		"Content-Length: -1\r\n\r\n":         "invalid Content-Length '-1'",
		"Content-Length: 999999999999\r\n":   "invalid Content-Length",
		"Content-Type: x\r\n\r\n{}":          "message without Content-Length",
		"Content-Length: 2\r\n":              "unexpected EOF",
		strings.Repeat("x", 1<<20):           "header of a message is too long",
		strings.Repeat("x: y\r\n", 1<<14):    "header of a message is too long",
		"content-length: 2\r\nA: b\r\n\r\n{": "unexpected EOF",
	} {
		orderly, err := lsp.Serve(t.Context(), config(), strings.NewReader(in), io.Discard)
		if orderly || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %t, %v, want %q", in, orderly, err, want)
		}
	}
	// Before initialize nothing is answered but that it is missing.
	var out bytes.Buffer
	body := `{"jsonrpc":"2.0","id":1,"method":"shutdown"}`
	if _, err := lsp.Serve(t.Context(), config(), strings.NewReader(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)), &out); err != nil {
		t.Error(err)
	}
	if m, err := readMessage(bufio.NewReader(&out)); err != nil || m.Error == nil || m.Error.Code != -32002 {
		t.Errorf("%v %+v", err, m)
	}
}

// FuzzServe sends any lines as messages, behind a document that any text may be,
// and reads the answers: none is an internal error.
func FuzzServe(f *testing.F) {
	f.Add(sample, `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"u"},"position":{"line":4,"character":9}}}`)
	f.Add(sample, `{"jsonrpc":"2.0","id":1,"method":"textDocument/definition","params":{"textDocument":{"uri":"u"},"position":{"line":12,"character":13}}}
{"jsonrpc":"2.0","id":2,"method":"textDocument/references","params":{"textDocument":{"uri":"u"},"position":{"line":12,"character":13},"context":{"includeDeclaration":true}}}`)
	f.Add("func.func @f() {\n  %a = ar", `{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"u"},"position":{"line":1,"character":9}}}`)
	f.Add("// RUN: tile-opt --pass-pipeline='builtin.module(", `{"jsonrpc":"2.0","id":1,"method":"textDocument/completion","params":{"textDocument":{"uri":"u"},"position":{"line":0,"character":60}}}`)
	f.Add("", `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"u"},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"text":"%😀\n// -----\n"}]}}`)
	f.Add("\xff%\x00", `{}`)
	f.Fuzz(func(t *testing.T, src, lines string) {
		var in, out bytes.Buffer
		frame := func(body string) { fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(body), body) }
		frame(`{"jsonrpc":"2.0","id":0,"method":"initialize"}`)
		text, err := json.Marshal(src)
		if err != nil {
			t.Skip()
		}
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"u","text":` + string(text) + `}}}`)
		for line := range strings.Lines(lines) {
			frame(line)
		}
		// Every question at every place of a short text.
		if row := strings.Count(src, "\n"); len(src) < 200 {
			for col := range 40 {
				for _, m := range []string{"hover", "definition", "references", "completion"} {
					frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"textDocument/%s","params":{"textDocument":{"uri":"u"},"position":{"line":%d,"character":%d}}}`, m, row, col))
				}
			}
		}
		if _, err := lsp.Serve(t.Context(), config(), &in, &out); err != nil {
			t.Fatal(err)
		}
		for r := bufio.NewReader(&out); ; {
			m, err := readMessage(r)
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if m.Error != nil && m.Error.Code == -32603 {
				t.Fatal(m.Error.Message)
			}
		}
	})
}
