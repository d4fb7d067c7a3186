package asm

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/tile-opt/tile-opt/ir"
)

// ahead lets several goroutines read the operations of a large module before
// the parser comes to them. A scan of the brackets cuts the module's text into
// chunks that begin with an operation; each is read by a parser of its own, as
// if nothing stood around it. The parser takes over a chunk that was read
// without a fault and where that assumption holds, and reads everything else
// itself. So what Parse returns, errors included, does not depend on workers.
type ahead struct {
	p     *parser // of which nothing is written while workers run
	depth int
	wait  sync.WaitGroup

	stopped atomic.Bool
	mu      sync.Mutex
	changed sync.Cond
	end     bool // the scan came to the end of the region
	scan    lexer
	chunks  []*chunk
	taken   int // chunks that the parser is done with
}

// chunk is a piece of a region's text and, once done, its operations.
type chunk struct {
	from     lexer // where it begins
	hi       int   // where it ends
	done     bool
	failed   bool
	ops      []*ir.Operation
	deferred []deferredLoc
	parts    int
	// The parser's state behind the chunk.
	behind lexer
	tok    token
	prev   int
}

const (
	// aheadMinimum is the length of text from which on workers are worth it.
	aheadMinimum = 1 << 18
	// chunkSize is the length from which on a chunk ends where it can.
	chunkSize = 1 << 16
)

// startAhead sets workers to the rest of the region that is being read, when
// it is that of a top-level symbol table and long enough. Operations elsewhere
// mention the names of others, so that no chunk could be taken over.
func (p *parser) startAhead() *ahead {
	if p.opts.Workers <= 1 || len(p.ops.blocks) != 1 || !p.inTable || p.ahead != nil ||
		len(p.src)-int(p.tok.lo) < aheadMinimum || int(p.tok.lo) < p.lineStart {
		return nil
	}
	a := &ahead{p: p, depth: p.depth}
	a.changed.L = &a.mu
	a.scan = lexer{src: p.src, pos: int(p.tok.lo), line: p.line, lineStart: p.lineStart}
	p.ahead = a
	for range p.opts.Workers {
		a.wait.Go(a.work)
	}
	return a
}

// stop ends the workers.
func (a *ahead) stop() {
	if a == nil {
		return
	}
	a.stopped.Store(true)
	a.wait.Wait()
	a.p.ahead = nil
}

// take appends the operations of the chunk that begins here to b. It reports
// whether there is one.
func (a *ahead) take(b *ir.Block) bool {
	p := a.p
	if p.ahead != a {
		return false
	}
	c := a.chunkAt(int(p.tok.lo))
	if c == nil {
		return false
	}
	if c.failed || len(p.ops.names.undo) > 0 || p.ops.names.pending > 0 || p.parts+c.parts > p.limit() {
		// Here is a mistake, or names of the module may be used inside.
		a.stop()
		return false
	}
	for _, op := range c.ops {
		b.Append(op)
	}
	p.deferred = append(p.deferred, c.deferred...)
	p.parts += c.parts
	p.lexer.pos, p.line, p.lineStart = c.behind.pos, c.behind.line, c.behind.lineStart
	p.tok, p.prev = c.tok, c.prev
	c.ops, c.deferred = nil, nil
	return true
}

// chunkAt waits for the chunk that begins at offset at, nil for none.
func (a *ahead) chunkAt(at int) *chunk {
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		for a.taken < len(a.chunks) && a.chunks[a.taken].from.pos < at {
			a.chunks[a.taken] = nil
			a.taken++
		}
		switch {
		case a.taken < len(a.chunks) && a.chunks[a.taken].from.pos > at, a.taken == len(a.chunks) && a.end:
			return nil
		case a.taken < len(a.chunks) && a.chunks[a.taken].done:
			return a.chunks[a.taken]
		}
		a.changed.Wait()
	}
}

// work reads chunks until there are no more.
func (a *ahead) work() {
	var w *parser
	for {
		c := a.nextChunk()
		if c == nil {
			return
		}
		if w == nil {
			w = a.worker()
		}
		if !a.read(w, c) {
			w = nil
		}
		a.mu.Lock()
		c.done = true
		a.mu.Unlock()
		a.changed.Broadcast()
	}
}

// worker returns a parser that stands where the parser stands.
func (a *ahead) worker() *parser {
	w := newParser(a.p.ctx, a.p.file, a.p.src, ParseOptions{MaxDepth: a.p.opts.MaxDepth})
	w.fileRef = a.p.fileRef
	w.attrAliases, w.typeAliases, w.aliasParts = a.p.attrAliases, a.p.typeAliases, a.p.aliasParts
	w.depth = a.depth
	w.isAhead = true
	w.ops.defaults = append(w.ops.defaults[:0], a.p.ops.defaults...)
	w.ops.pushScope()
	return w
}

// nextChunk cuts the next chunk off the text, nil at its end.
func (a *ahead) nextChunk() *chunk {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped.Load() || a.end {
		return nil
	}
	c := &chunk{from: a.scan}
	if a.end = !a.scan.skipOperations(chunkSize); a.end {
		defer a.changed.Broadcast()
	}
	if c.hi = a.scan.pos; c.hi == c.from.pos {
		return nil
	}
	a.chunks = append(a.chunks, c)
	return c
}

// read reads a chunk; it reports whether w may go on to another.
func (a *ahead) read(w *parser, c *chunk) bool {
	c.failed = true
	defer func() {
		// Whatever it is, the parser will meet it again where it belongs.
		_ = recover()
	}()
	w.line, w.lineStart, w.lexer.pos, w.prev = c.from.line, c.from.lineStart, c.from.pos, c.from.pos
	w.deferred, w.parts = nil, 0
	w.tok = w.next()
	for int(w.tok.lo) < c.hi && !a.stopped.Load() {
		c.ops = append(c.ops, w.parseOperation())
		w.forgetNames()
	}
	if int(w.tok.lo) != c.hi || len(w.ops.names.undo) > 0 || w.ops.names.pending > 0 {
		return false
	}
	c.deferred, c.parts = w.deferred, w.parts
	c.behind, c.tok, c.prev = w.lexer, w.tok, w.prev
	c.failed = false
	return true
}

// brackets maps the bytes that matter to skipOperations.
var brackets = [256]int8{'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1, '"': 2, '/': 2, '\n': 2}

// skipOperations moves from the start of an operation to that of another, at
// least size bytes on, guessing by brackets and line starts. It reports false
// when the region or the text ended before; pos is then there.
func (l *lexer) skipOperations(size int) bool {
	src := l.src
	least, depth := l.pos+size, 0
	for l.pos < len(src) {
		c := src[l.pos]
		switch brackets[c] {
		case 0:
			l.pos++
			continue
		case 1:
			depth++
			l.pos++
			continue
		case -1:
			if depth == 0 {
				return false
			}
			depth--
			l.pos++
			continue
		}
		switch c {
		case '"':
			l.pos = quoteEnd(src, l.pos)
		case '/':
			l.pos++
			if l.at(l.pos) == '/' {
				l.pos += max(bytes.IndexByte(src[l.pos:], '\n'), 0)
			}
		case '\n':
			l.pos++
			l.line++
			l.lineStart = l.pos
			if depth > 0 || l.pos < least {
				continue
			}
			for l.at(l.pos) == ' ' {
				l.pos++
			}
			if c := l.at(l.pos); c == '"' || class[c]&cLetter != 0 {
				return true
			}
		}
	}
	return false
}

// quoteEnd returns the offset behind the string that starts at lo.
func quoteEnd(src []byte, lo int) int {
	for i := lo + 1; ; i++ {
		n := bytes.IndexByte(src[i:], '"')
		if n < 0 {
			return len(src)
		}
		i += n
		escapes := 0
		for src[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
}
