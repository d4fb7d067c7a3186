package nvptx

import (
	"bytes"

	"github.com/tile-opt/tile-opt/targets/nvptx/toolchain"
)

// llc takes longer than all passes together, and most of it is instruction
// selection, function by function. So a module of several kernels that share
// nothing but declarations is given to as many processes at once, and their
// PTX put together again.

// splitKernels returns LLVM IR texts that hold one function of the module
// each, or nil when the module has only one, or defines something that two
// texts would define twice.
func splitKernels(ir []byte) [][]byte {
	var head, defs [][]byte
	for rest := ir; len(rest) > 0; {
		i := bytes.Index(rest, []byte("\ndefine "))
		if i < 0 {
			head = append(head, rest)
			break
		}
		end := bytes.Index(rest[i:], []byte("\n}\n"))
		if end < 0 {
			return nil
		}
		head = append(head, rest[:i+1])
		defs = append(defs, rest[i+1:i+end+3])
		rest = rest[i+end+3:]
	}
	frame := bytes.Join(head, nil)
	if len(defs) < 2 || !onlyDeclares(frame) {
		return nil
	}
	for i, d := range defs {
		name := definedName(d)
		for j, other := range defs {
			if i != j && bytes.Contains(other, append(name, '(')) {
				return nil
			}
		}
	}
	texts := make([][]byte, len(defs))
	for i, d := range defs {
		texts[i] = bytes.Join([][]byte{frame, d}, []byte("\n"))
	}
	return texts
}

// onlyDeclares reports whether every global outside functions is external.
func onlyDeclares(frame []byte) bool {
	for line := range bytes.Lines(frame) {
		if bytes.HasPrefix(line, []byte("@")) && !bytes.Contains(line, []byte("= external ")) {
			return false
		}
	}
	return true
}

// definedName returns the @name of a function definition.
func definedName(def []byte) []byte {
	i := bytes.IndexByte(def, '@')
	n := bytes.IndexByte(def[i:], '(')
	return bytes.Clone(def[i : i+n])
}

// joinPTX puts the PTX of split kernels together, in order.
func joinPTX(parts []toolchain.Compiled) toolchain.Compiled {
	joined := parts[0]
	for _, p := range parts[1:] {
		joined.PTX = appendPTX(joined.PTX, p.PTX)
		joined.Warnings += p.Warnings
	}
	return joined
}

// appendPTX appends the functions of another PTX text: all behind its header
// but the declarations that are there already.
func appendPTX(ptx, more []byte) []byte {
	head := []byte(".address_size 64\n")
	if i := bytes.Index(more, head); i >= 0 {
		more = more[i+len(head):]
	}
	declared := make(map[string]bool)
	for line := range bytes.Lines(ptx) {
		if bytes.HasPrefix(line, []byte(".extern ")) {
			declared[string(line)] = true
		}
	}
	for line := range bytes.Lines(more) {
		if !declared[string(line)] {
			ptx = append(ptx, line...)
		}
	}
	return ptx
}
