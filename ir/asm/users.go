package asm

import "github.com/tile-opt/tile-opt/ir"

// userComment writes who uses the results of op (--mlir-print-value-users).
func (p *irPrinter) userComment(op *ir.Operation) {
	n := op.NumResults()
	if n == 0 {
		if op.NumOperands() > 0 {
			p.Str(" // id: ")
			p.opID(op)
		}
		return
	}
	if !op.HasUses() {
		p.Str(" // unused")
		return
	}
	if n == 1 {
		users := op.Result(0).Users()
		p.Str(" // user")
		if len(users) > 1 {
			p.Byte('s')
		}
		p.Str(": ")
		p.userList(users)
		return
	}
	p.Str(" // users: ")
	for i := range n {
		if i > 0 {
			p.Str(", ")
		}
		p.Byte('(')
		if !op.Result(i).HasUses() {
			p.Str("unused")
		}
		p.userList(op.Result(i).Users())
		p.Byte(')')
	}
}

// argUsers writes a line about a block argument.
func (p *irPrinter) argUsers(v *ir.Value) {
	p.Str("// ")
	p.operand(v)
	if !v.HasUses() {
		p.Str(" is unused\n")
		return
	}
	p.Str(" is used by ")
	p.userList(v.Users())
	p.Byte('\n')
}

func (p *irPrinter) userList(users []*ir.Operation) {
	first := true
	for _, u := range users {
		if u.NumResults() == 0 {
			p.comma(&first)
			p.opID(u)
			continue
		}
		for i := range u.NumResults() {
			p.comma(&first)
			p.operand(u.Result(i))
		}
	}
}

func (p *irPrinter) comma(first *bool) {
	if !*first {
		p.Str(", ")
	}
	*first = false
}

func (p *irPrinter) opID(op *ir.Operation) {
	id, ok := p.names.opIDs[op]
	if !ok {
		p.Str("<<UNKNOWN OPERATION>>")
		return
	}
	p.Byte('%')
	p.Int(int64(id))
}
