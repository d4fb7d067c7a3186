package asm

import (
	"bytes"
	"encoding/hex"
	"strings"

	"github.com/tile-opt/tile-opt/ir"
)

// Document is what a file says beside its operations and what therefore
// travels with the top-level operation: resources, and the names of aliases
// that only the dialect could have chosen. It is attached to the operation
// that Parse returns (see ir.Operation.Attachment) and is not changed after
// parsing, so several goroutines may print.
type Document struct {
	// Dialect holds the sections of dialect_resources.
	Dialect []ResourceSection
	// External holds the sections of external_resources.
	External []ResourceSection

	aliases []alias
}

// ResourceSection is a named group of resources.
type ResourceSection struct {
	Name    string
	Entries []Resource
}

// Resource is one entry: a blob, a bool or a string, whichever is set.
type Resource struct {
	Key  string
	Kind ResourceKind
	// Blob starts with the alignment as four little-endian bytes.
	Blob []byte
	Bool bool
	Str  string
}

// ResourceKind says what a Resource holds.
type ResourceKind uint8

// The kinds of resources.
const (
	BlobResource ResourceKind = iota
	BoolResource
	StringResource
)

// alias is a name the source gave to an attribute or type.
type alias struct {
	name string
	attr ir.Attr
	typ  ir.Type
}

// DocumentOf returns the document attached to op, or nil.
func DocumentOf(op *ir.Operation) *Document {
	d, _ := op.Attachment().(*Document)
	return d
}

func (d *Document) noteAttr(name string, a ir.Attr) {
	d.aliases = append(d.aliases, alias{name: name, attr: a})
}

func (d *Document) noteType(name string, t ir.Type) {
	d.aliases = append(d.aliases, alias{name: name, typ: t})
}

// fileMetadata reads {-# ... #-}.
func (p *parser) fileMetadata() {
	p.advance()
	doc := p.document()
	p.listUntil(tMetaEnd, "'#-}' to end file metadata dictionary", func() {
		at := int(p.tok.lo)
		if !p.is(tBare) {
			p.failToken("expected identifier key in file metadata dictionary")
		}
		key := string(p.text())
		p.advance()
		p.expect(tColon, "expected ':'")
		switch key {
		case "dialect_resources":
			doc.Dialect = append(doc.Dialect, p.resourceSections()...)
		case "external_resources":
			doc.External = append(doc.External, p.resourceSections()...)
		default:
			p.failAt(at, "unknown key '%s' in file metadata dictionary", key)
		}
	})
}

func (p *parser) resourceSections() []ResourceSection {
	var out []ResourceSection
	p.expect(tLBrace, "expected '{'")
	p.listUntil(tRBrace, "'}'", func() {
		s := ResourceSection{Name: p.resourceKey()}
		p.expect(tColon, "expected ':'")
		p.expect(tLBrace, "expected '{'")
		p.listUntil(tRBrace, "'}'", func() { s.Entries = append(s.Entries, p.resource()) })
		out = append(out, s)
	})
	return out
}

func (p *parser) resource() Resource {
	r := Resource{Key: p.resourceKey()}
	p.expect(tColon, "expected ':'")
	switch {
	case p.isWord("true"), p.isWord("false"):
		r.Kind, r.Bool = BoolResource, p.isWord("true")
		p.advance()
	case p.is(tString):
		raw := unquote(p.text())
		if !bytes.HasPrefix(raw, []byte("0x")) {
			r.Kind, r.Str = StringResource, string(raw)
			p.advance()
			break
		}
		blob, err := hex.DecodeString(string(raw[2:]))
		if err != nil || len(blob) < 4 {
			p.failHere("expected hex string blob for key '%s' to encode alignment in first 4 bytes", r.Key)
		}
		r.Blob = blob
		p.advance()
	default:
		p.failHere("expected 'string', 'true' or 'false' value for resource '%s'", r.Key)
	}
	return r
}

// used reports whether a dialect blob is mentioned by printed text.
func (p *irPrinter) metadata(d *Document) {
	var sections [2][]ResourceSection
	for _, s := range d.Dialect {
		kept := ResourceSection{Name: s.Name}
		for _, e := range s.Entries {
			if s.Name != "builtin" || p.resources[e.Key] {
				kept.Entries = append(kept.Entries, e)
			}
		}
		if len(kept.Entries) > 0 {
			sections[0] = append(sections[0], kept)
		}
	}
	sections[1] = d.External
	if len(sections[0])+len(sections[1]) == 0 {
		return
	}
	p.Str("\n{-#\n")
	first := true
	for i, name := range []string{"dialect_resources", "external_resources"} {
		if len(sections[i]) == 0 {
			continue
		}
		if !first {
			p.Str(",\n")
		}
		first = false
		p.Str("  " + name + ": {\n")
		for k, s := range sections[i] {
			if k > 0 {
				p.Str(",\n")
			}
			p.resourceSection(s)
		}
		p.Str("\n  }")
	}
	p.Str("\n#-}\n")
}

func (p *irPrinter) resourceSection(s ResourceSection) {
	p.Str("    ")
	p.Keyword(s.Name)
	p.Str(": {\n")
	for i, e := range s.Entries {
		if i > 0 {
			p.Str(",\n")
		}
		p.Str("      ")
		p.Keyword(e.Key)
		p.Str(": ")
		switch e.Kind {
		case BoolResource:
			if e.Bool {
				p.Str("true")
			} else {
				p.Str("false")
			}
		case StringResource:
			p.Quoted(e.Str)
		case BlobResource:
			p.Str(`"0x`)
			p.Str(strings.ToUpper(hex.EncodeToString(e.Blob)))
			p.Byte('"')
		}
	}
	p.Str("\n    }")
}
