package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/diag"
	"github.com/tile-opt/tile-opt/passes"
)

// Config is what a server knows about.
type Config struct {
	// Dialects are those that documents may use.
	Dialects []*ir.Dialect
	// Registry has the passes that RUN lines and pipelines name.
	Registry *passes.Registry
	// Flags are the options of the command line beside passes, without dashes.
	Flags []passes.Completion
	// AllowUnregistered accepts operations of dialects that are not known.
	AllowUnregistered bool
	// Log receives what goes wrong beside the protocol; nil drops it.
	Log io.Writer
}

// Serve reads requests from r and answers them on w until the client says exit,
// r ends, or ctx is done between two messages. It reports whether the client shut
// the server down before it left; the error is one of the streams.
func Serve(ctx context.Context, cfg Config, r io.Reader, w io.Writer) (orderly bool, err error) {
	s := &server{cfg: cfg, w: w, docs: make(map[string]*document)}
	in := bufio.NewReaderSize(r, 64<<10)
	for !s.left && ctx.Err() == nil {
		body, err := readMessage(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return s.down, fmt.Errorf("reading a message: %w", err)
		}
		s.message(body)
		if in.Buffered() == 0 {
			// Of changes that came faster than texts are read only the last counts.
			s.settle()
		}
		if s.failed != nil {
			return s.down, fmt.Errorf("writing a message: %w", s.failed)
		}
	}
	return s.down, ctx.Err()
}

// server is one connection.
type server struct {
	cfg    Config
	w      io.Writer
	docs   map[string]*document
	stale  []*document // those whose text changed since their diagnostics were sent, in order
	ready  bool        // initialized
	down   bool        // shut down
	left   bool
	failed error // of the output
}

func (s *server) send(message any) {
	if err := writeMessage(s.w, message); err != nil && s.failed == nil {
		s.failed = err
	}
}

func (s *server) notify(method string, params any) {
	s.send(notification{"2.0", method, params})
}

var null = json.RawMessage("null")

// message answers one message. A batch, which the protocol does not have, is an
// invalid request.
func (s *server) message(body []byte) {
	var q request
	if err := json.Unmarshal(body, &q); err != nil {
		code := invalidRequest
		if !json.Valid(body) {
			code = parseError
		}
		s.send(failure{"2.0", null, *errorf(code, "%s", err)})
		return
	}
	isRequest := len(q.ID) > 0
	if q.Method == "" {
		// What has neither method nor id answers nothing of ours either.
		if isRequest && !bytes.Contains(body, []byte(`"result"`)) && !bytes.Contains(body, []byte(`"error"`)) {
			s.send(failure{"2.0", q.ID, *errorf(invalidRequest, "expected a method")})
		}
		return
	}
	result, err := s.call(&q)
	if !isRequest {
		s.note(q.Method, err)
		return
	}
	var e *rpcError
	switch {
	case err == nil:
		s.send(response{"2.0", q.ID, result})
	case errors.As(err, &e):
		s.send(failure{"2.0", q.ID, *e})
	default:
		s.send(failure{"2.0", q.ID, *errorf(internalError, "%s", err)})
	}
}

// note logs what no answer can tell.
func (s *server) note(what string, err error) {
	if err != nil && s.cfg.Log != nil {
		fmt.Fprintf(s.cfg.Log, "%s: %s\n", what, err)
	}
}

// settle reads the texts that changed and sends their diagnostics.
func (s *server) settle() {
	for len(s.stale) > 0 {
		s.note("diagnostics", s.refresh(s.stale[0]))
	}
}

// refresh does so for one document, where its text changed. A bug that its text
// finds is an error.
func (s *server) refresh(d *document) (err error) {
	i := slices.Index(s.stale, d)
	if i < 0 {
		return nil
	}
	s.stale = slices.Delete(s.stale, i, i+1)
	defer func() {
		if v := recover(); v != nil {
			err = errorf(internalError, "internal error: reading %s: %v", d.uri, v)
		}
	}()
	d.read()
	s.publish(d)
	return nil
}

// call runs the method; a bug in it is an error of that request alone.
func (s *server) call(q *request) (result any, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = errorf(internalError, "internal error: %s: %v", q.Method, v)
		}
	}()
	switch {
	case q.Method == "exit":
		s.left = true
		return nil, nil
	case q.Method == "initialize":
		if s.ready {
			return nil, errorf(invalidRequest, "initialized already")
		}
		s.ready = true
		return capabilities(), nil
	case !s.ready:
		return nil, errorf(notInitialized, "expected initialize first, found %s", q.Method)
	case s.down:
		return nil, errorf(invalidRequest, "expected exit after shutdown, found %s", q.Method)
	}
	m := methods()[q.Method]
	if m == nil {
		return nil, errorf(methodNotFound, "method '%s' is not known", q.Method)
	}
	return m(s, q.Params)
}

type method func(s *server, params json.RawMessage) (any, error)

func methods() map[string]method {
	nothing := func(*server, json.RawMessage) (any, error) { return nil, nil }
	return map[string]method{
		"initialized":             nothing,
		"shutdown":                func(s *server, _ json.RawMessage) (any, error) { s.down = true; return nil, nil },
		"$/cancelRequest":         nothing, // answers come in the order of the requests, and are given all the same
		"$/setTrace":              nothing,
		"textDocument/didSave":    nothing,
		"textDocument/didOpen":    (*server).didOpen,
		"textDocument/didChange":  (*server).didChange,
		"textDocument/didClose":   (*server).didClose,
		"textDocument/hover":      at((*document).hover),
		"textDocument/definition": at((*document).definition),
		"textDocument/references": (*server).references,
		"textDocument/completion": at((*document).completion),
	}
}

func capabilities() any {
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding":   "utf-16",
			"textDocumentSync":   map[string]any{"openClose": true, "change": 2},
			"hoverProvider":      true,
			"definitionProvider": true,
			"referencesProvider": true,
			"completionProvider": map[string]any{"triggerCharacters": []string{".", "%", "@", "^", "#", "!", "{", "-", "("}},
		},
		"serverInfo": map[string]any{"name": "tile-opt lsp"},
	}
}

// textDocument names a document.
type textDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version,omitempty"`
}

// place is the parameter of requests about a position.
type place struct {
	Document textDocument `json:"textDocument"`
	Position position     `json:"position"`
	Context  struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

func read(params json.RawMessage, into any) error {
	if len(params) == 0 {
		return errorf(invalidParams, "expected parameters")
	}
	if err := json.Unmarshal(params, into); err != nil {
		return errorf(invalidParams, "%s", err)
	}
	return nil
}

func (s *server) document(uri string) (*document, error) {
	d := s.docs[uri]
	if d == nil {
		return nil, errorf(invalidParams, "document '%s' is not open", uri)
	}
	return d, nil
}

// at makes a method of a question about a position.
func at(ask func(d *document, offset int) any) method {
	return func(s *server, params json.RawMessage) (any, error) {
		var p place
		if err := read(params, &p); err != nil {
			return nil, err
		}
		d, err := s.document(p.Document.URI)
		if err != nil {
			return nil, err
		}
		offset, err := d.text.offset(p.Position)
		if err != nil {
			return nil, err
		}
		if err := s.refresh(d); err != nil {
			return nil, err
		}
		return ask(d, offset), nil
	}
}

func (s *server) references(params json.RawMessage) (any, error) {
	var p place
	if err := read(params, &p); err != nil {
		return nil, err
	}
	return at(func(d *document, offset int) any { return d.references(offset, p.Context.IncludeDeclaration) })(s, params)
}

func (s *server) didOpen(params json.RawMessage) (any, error) {
	var p struct {
		Document struct {
			textDocument
			Text string `json:"text"`
		} `json:"textDocument"`
	}
	if err := read(params, &p); err != nil {
		return nil, err
	}
	d := &document{cfg: &s.cfg, uri: p.Document.URI, version: p.Document.Version}
	s.forget(s.docs[d.uri])
	s.docs[d.uri] = d
	s.change(d, newText(p.Document.Text))
	return nil, nil
}

func (s *server) didChange(params json.RawMessage) (any, error) {
	var p struct {
		Document textDocument `json:"textDocument"`
		Changes  []struct {
			Range *textRange `json:"range"`
			Text  string     `json:"text"`
		} `json:"contentChanges"`
	}
	if err := read(params, &p); err != nil {
		return nil, err
	}
	d, err := s.document(p.Document.URI)
	if err != nil {
		return nil, err
	}
	src := d.text
	for _, c := range p.Changes {
		if c.Range == nil {
			src = newText(c.Text)
			continue
		}
		if src, err = src.replace(*c.Range, c.Text); err != nil {
			return nil, err
		}
	}
	d.version = p.Document.Version
	s.change(d, src)
	return nil, nil
}

// change gives a document a new text, which is read when nothing else is to be
// done or a question asks for it.
func (s *server) change(d *document, t text) {
	d.text = t
	if !slices.Contains(s.stale, d) {
		s.stale = append(s.stale, d)
	}
}

// forget leaves a document unread.
func (s *server) forget(d *document) {
	s.stale = slices.DeleteFunc(s.stale, func(other *document) bool { return other == d })
}

func (s *server) didClose(params json.RawMessage) (any, error) {
	var p struct {
		Document textDocument `json:"textDocument"`
	}
	if err := read(params, &p); err != nil {
		return nil, err
	}
	d, err := s.document(p.Document.URI)
	if err != nil {
		return nil, err
	}
	delete(s.docs, d.uri)
	s.forget(d)
	s.notify("textDocument/publishDiagnostics", published{URI: d.uri, Diagnostics: []diagnostic{}})
	return nil, nil
}

// published is the parameter of publishDiagnostics.
type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// diagnostic is a message at a range.
type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

// related is a note of a diagnostic.
type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

func (s *server) publish(d *document) {
	p := published{URI: d.uri, Version: d.version, Diagnostics: []diagnostic{}}
	for _, m := range d.now.said {
		severity := map[diag.Severity]int{diag.Error: 1, diag.Warning: 2, diag.Remark: 3, diag.Note: 4}[m.Severity]
		out := diagnostic{Range: d.rangeOf(m.Pos), Severity: severity, Code: string(m.Code), Source: "tile-opt", Message: m.Msg}
		for i := range m.Notes {
			out.Related = append(out.Related, related{location{d.uri, d.rangeOf(m.Notes[i].Pos)}, m.Notes[i].Msg})
		}
		p.Diagnostics = append(p.Diagnostics, out)
	}
	s.notify("textDocument/publishDiagnostics", p)
}
