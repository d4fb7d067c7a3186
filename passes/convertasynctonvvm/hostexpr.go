package convertasynctonvvm

import (
	"github.com/tile-opt/tile-opt/dialects/arith"
	"github.com/tile-opt/tile-opt/dialects/tile"
	"github.com/tile-opt/tile-opt/ir"
	"github.com/tile-opt/tile-opt/ir/rewrite"
	"github.com/tile-opt/tile-opt/targets/launch"
)

// hostExpr is an integer of the old body as an expression that the host
// evaluates.
type hostExpr struct {
	launch.Expr
	// natural: never negative, so that signed and unsigned operations agree.
	natural bool
	// nodes is the size of the tree; shared parts count each time.
	nodes int
	// arg is an argument that it depends on, for messages.
	arg int
}

// maxNodes bounds an expression: sharing is lost in a tree.
const maxNodes = 4000

// hostValue turns an integer value of the old body into an expression.
func (l *lowering) hostValue(v *ir.Value, user *ir.Operation) (hostExpr, error) {
	if e, ok := l.exprs[v]; ok {
		return e, nil
	}
	e, err := l.makeHost(v, user)
	if err != nil {
		return e, err
	}
	if e.nodes > maxNodes {
		return e, user.OpError("depends on an expression of more than %d operations, which the host would have to evaluate at launch", maxNodes)
	}
	l.exprs[v] = e
	return e, nil
}

func (l *lowering) makeHost(v *ir.Value, user *ir.Operation) (hostExpr, error) {
	if n, ok := rewrite.IntConst(v); ok {
		return hostExpr{launch.Const(n), n >= 0, 1, 0}, nil
	}
	def := v.Def()
	if def == nil {
		if v.Block() != l.old.RegionAt(0).Entry() || !ir.IsIntOrIndex(v.Type()) {
			return hostExpr{}, user.OpError("depends on a value of a loop or branch, which the host cannot evaluate at launch")
		}
		return hostExpr{launch.ScalarOf(v.Index()), false, 1, v.Index()}, nil
	}
	switch {
	case def.Is("memref.dim"):
		m, i, err := l.dimOf(def)
		if err != nil {
			return hostExpr{}, err
		}
		if n := m.typ.Shape[i]; !isDynamic(n) {
			return hostExpr{launch.Const(n), true, 1, m.arg}, nil
		}
		return hostExpr{launch.Dim(m.arg, i), true, 1, m.arg}, nil
	case def.Is(tile.DevicePropertyDef.Name):
		name, _ := ir.StringValue(def.Prop("name"))
		return hostExpr{launch.Property(name), true, 1, 0}, nil
	case def.Is(tile.DivMagicDef.Name):
		e, err := l.hostValue(def.Operand(0), def)
		if err != nil {
			return e, err
		}
		f := launch.DivMagicMul
		if v.Index() == 1 {
			f = launch.DivMagicShift
		}
		return hostExpr{f(launch.Max(e.Expr, launch.Const(1))), true, e.nodes + 3, e.arg}, nil
	}
	args := make([]hostExpr, def.NumOperands())
	for i, o := range def.Operands() {
		var err error
		if args[i], err = l.hostValue(o, user); err != nil {
			return hostExpr{}, err
		}
	}
	e, ok := l.hostOp(def, args)
	if !ok {
		return e, user.OpError("depends on '%s', which the host cannot evaluate at launch", def.Name()).
			WithNote(def.Loc().Pos(), "it is here")
	}
	return e, nil
}

// hostOps are the operations with the same meaning on the host, for signed
// operands.
var hostOps = map[string]launch.Op{
	"arith.addi": launch.OpAdd, "arith.subi": launch.OpSub, "arith.muli": launch.OpMul,
	"arith.ceildivsi": launch.OpCeilDiv, "arith.floordivsi": launch.OpFloorDiv,
	"arith.minsi": launch.OpMin, "arith.maxsi": launch.OpMax,
	"arith.shli": launch.OpShl, "arith.shrsi": launch.OpShr,
	"arith.select": launch.OpSelect,
}

// naturalOps have that meaning where no operand is negative.
var naturalOps = map[string]launch.Op{
	"arith.divui": launch.OpFloorDiv, "arith.remui": launch.OpMod, "arith.ceildivui": launch.OpCeilDiv,
	"arith.minui": launch.OpMin, "arith.maxui": launch.OpMax, "arith.shrui": launch.OpShr,
}

// comparisons by the predicates of arith.cmpi; unsigned ones need operands
// that are not negative.
var comparisons = map[int64]launch.Op{
	arith.CmpEQ: launch.OpEq, arith.CmpNE: launch.OpNe,
	arith.CmpSLT: launch.OpLt, arith.CmpSLE: launch.OpLe, arith.CmpSGT: launch.OpGt, arith.CmpSGE: launch.OpGe,
	arith.CmpULT: launch.OpLt, arith.CmpULE: launch.OpLe, arith.CmpUGT: launch.OpGt, arith.CmpUGE: launch.OpGe,
}

// hostOp applies an operation of arith to expressions.
func (l *lowering) hostOp(op *ir.Operation, args []hostExpr) (hostExpr, bool) {
	out := hostExpr{natural: true, nodes: 1}
	exprs := make([]launch.Expr, len(args))
	for i, a := range args {
		exprs[i] = a.Expr
		out.natural = out.natural && a.natural
		out.nodes += a.nodes
		out.arg = max(out.arg, a.arg)
	}
	name := op.Name()
	switch {
	case name == "arith.index_cast", name == "arith.index_castui", name == "arith.extsi":
		return args[0], true
	case name == "arith.extui":
		if !ir.IsInt(op.Operand(0).Type(), 1) {
			l.natural(args)
		}
		return args[0], true
	case name == "arith.cmpi":
		p, _ := ir.IntValue(op.Prop("predicate"))
		if p >= arith.CmpULT {
			l.natural(args)
		}
		out.Expr, out.natural = launch.Apply(comparisons[p], exprs...), true
		return out, true
	case name == "arith.andi" && ir.IsInt(op.Result(0).Type(), 1):
		out.Expr, out.natural = launch.And(exprs...), true
		return out, true
	case name == "arith.ori" && ir.IsInt(op.Result(0).Type(), 1):
		out.Expr, out.natural = launch.Or(exprs...), true
		return out, true
	case name == "arith.divsi" || name == "arith.remsi":
		return truncated(name, args, out)
	}
	if h, ok := hostOps[name]; ok {
		out.Expr = launch.Apply(h, exprs...)
		out.natural = out.natural && name != "arith.subi"
		return out, true
	}
	if h, ok := naturalOps[name]; ok {
		l.natural(args)
		out.Expr, out.natural = launch.Apply(h, exprs...), true
		return out, true
	}
	return out, false
}

// natural asks at launch that operands of unsigned operations are not
// negative.
func (l *lowering) natural(args []hostExpr) {
	for _, a := range args {
		if !a.natural {
			l.require(launch.Precondition{
				Cond: launch.Ge(a.Expr, launch.Const(0)), Arg: a.arg,
				Message: a.String() + " must not be negative", Value: a.Expr,
			})
		}
	}
}

// truncated is the signed division that rounds towards zero, or its
// remainder, by the host's operations that round down.
func truncated(name string, args []hostExpr, out hostExpr) (hostExpr, bool) {
	x, y := args[0].Expr, args[1].Expr
	if out.natural {
		out.Expr = launch.FloorDiv(x, y)
		if name == "arith.remsi" {
			out.Expr = launch.Mod(x, y)
		}
		return out, true
	}
	zero := launch.Const(0)
	abs := func(e launch.Expr) launch.Expr { return launch.Max(e, launch.Sub(zero, e)) }
	out.nodes *= 4
	if name == "arith.remsi" {
		r := launch.Mod(abs(x), abs(y))
		out.Expr = launch.If(launch.Lt(x, zero), launch.Sub(zero, r), r)
		return out, true
	}
	q := launch.FloorDiv(abs(x), abs(y))
	out.Expr = launch.If(launch.Eq(launch.Lt(x, zero), launch.Lt(y, zero)), q, launch.Sub(zero, q))
	return out, true
}

// dimOf returns the buffer and the dimension that a memref.dim names.
func (l *lowering) dimOf(op *ir.Operation) (memref, int, error) {
	m, err := l.memrefOf(op.Operand(0), op)
	if err != nil {
		return m, 0, err
	}
	i, ok := rewrite.IntConst(op.Operand(1))
	if !ok || i < 0 || i >= int64(m.rank()) {
		return m, 0, op.OpError("expects a constant dimension of the memref")
	}
	return m, int(i), nil
}
