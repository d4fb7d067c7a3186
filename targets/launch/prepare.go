package launch

import (
	"fmt"
	"math"
	"strings"

	"github.com/tile-opt/tile-opt/targets/launch/elem"
)

// Launch is everything that the driver needs for one launch of an entry.
type Launch struct {
	Entry       *Entry
	Grid        [3]uint32 // blocks; one of them 0 means that there is nothing to launch
	Block       [3]uint32
	Cluster     [3]uint32
	SharedBytes int
	Params      []ParamValue
}

// Empty reports whether there is nothing to launch.
func (l *Launch) Empty() bool { return l.Grid[0] == 0 || l.Grid[1] == 0 || l.Grid[2] == 0 }

// ParamValue is one parameter: its bytes, or the tensor map that is yet to be encoded.
type ParamValue struct {
	Bytes []byte // little-endian, as long as the parameter
	Map   *TensorMapValue
}

// TensorMapValue holds the operands of cuTensorMapEncodeTiled, innermost dimension first.
type TensorMapValue struct {
	Param   *TensorMapParam
	Address uint64
	Dims    []uint64 // elements, each at least 1
	Strides []uint64 // bytes, of the dimensions from the second on, each at least 16
}

// complete adds the optional arguments that a call leaves out.
func (m *Module) complete(env *Env) *Env {
	n := len(env.Args)
	for n < len(m.Args) && m.Args[n].Optional {
		n++
	}
	if n == len(env.Args) || n < len(m.Args) {
		return env
	}
	args := make([]Value, n)
	copy(args, env.Args)
	return &Env{Args: args, Properties: env.Properties}
}

// CheckArgs reports the first argument of env that doesn't have the kind or rank that the module declares, or has a
// negative size. Optional arguments may be missing.
func CheckArgs(m *Module, env *Env) error {
	env = m.complete(env)
	if len(env.Args) != len(m.Args) {
		return fmt.Errorf("kernel %q expects %d arguments, found %d", m.Kernel, len(m.Args), len(env.Args))
	}
	for i, a := range m.Args {
		v := &env.Args[i]
		if len(v.Dims) != a.Rank || len(v.Strides) != a.Rank {
			return fmt.Errorf("argument %q expects %d sizes and strides, found %d and %d", a.Name, a.Rank, len(v.Dims), len(v.Strides))
		}
		for j, d := range v.Dims {
			if d < 0 {
				return fmt.Errorf("argument %q: size of dimension %d is %d", a.Name, j, d)
			}
		}
	}
	return nil
}

// Select returns the first entry whose preconditions hold. Where none does, the error has one line for each entry, with
// the argument that fails, what was expected of it and what was found.
func Select(m *Module, env *Env) (*Entry, error) {
	if err := CheckArgs(m, env); err != nil {
		return nil, err
	}
	env = m.complete(env)
	var lines strings.Builder
	for i := range m.Entries {
		e := &m.Entries[i]
		reason := e.refusal(m, env)
		if reason == "" {
			return e, nil
		}
		fmt.Fprintf(&lines, "\n  %s: %s", e.Name, reason)
	}
	return nil, fmt.Errorf("no entry of kernel %q takes these arguments:%s", m.Kernel, &lines)
}

// refusal says which precondition of e fails first, "" where all hold.
func (e *Entry) refusal(m *Module, env *Env) string {
	for i := range e.Preconditions {
		p := &e.Preconditions[i]
		holds, err := p.Cond.Eval(env)
		switch {
		case err != nil:
			return fmt.Sprintf("argument %q: %s: %v", m.Args[p.Arg].Name, p.Message, err)
		case holds == 0:
			return fmt.Sprintf("argument %q: %s: found %s", m.Args[p.Arg].Name, p.Message, p.found(m, env))
		}
	}
	return ""
}

// found renders the value that the precondition is about.
func (p *Precondition) found(m *Module, env *Env) string {
	if p.Value.IsZero() {
		return describe(m.Args[p.Arg], &env.Args[p.Arg])
	}
	v, err := p.Value.Eval(env)
	switch {
	case err != nil:
		return err.Error()
	case p.Value.op == OpPtr:
		return fmt.Sprintf("%#x", v)
	}
	return fmt.Sprint(v)
}

func describe(a Arg, v *Value) string {
	switch {
	case a.Kind == Memref:
		return fmt.Sprintf("address %#x, sizes %v, strides %v", v.Pointer, v.Dims, v.Strides)
	case a.Type.IsFloat():
		return fmt.Sprint(v.Float)
	}
	return fmt.Sprint(v.Int)
}

// Prepare selects the entry for a call and computes its grid and parameters.
func Prepare(m *Module, env *Env) (*Launch, error) {
	e, err := Select(m, env)
	if err != nil {
		return nil, err
	}
	return PrepareEntry(m, e, env)
}

// PrepareEntry is Prepare for the given entry of m, provided its preconditions hold.
func PrepareEntry(m *Module, e *Entry, env *Env) (*Launch, error) {
	if err := CheckArgs(m, env); err != nil {
		return nil, err
	}
	env = m.complete(env)
	if reason := e.refusal(m, env); reason != "" {
		return nil, fmt.Errorf("entry %q of kernel %q: %s", e.Name, m.Kernel, reason)
	}
	l := &Launch{Entry: e, SharedBytes: e.SharedBytes}
	most := [3]int64{math.MaxInt32, 65535, 65535}
	for i := range 3 {
		n, err := e.Grid[i].Eval(env)
		if err != nil {
			return nil, fmt.Errorf("entry %q: grid %c: %w", e.Name, "xyz"[i], err)
		}
		if n < 0 || n > most[i] {
			return nil, fmt.Errorf("entry %q: grid %c of %d blocks, expected 0 to %d", e.Name, "xyz"[i], n, most[i])
		}
		l.Grid[i], l.Block[i], l.Cluster[i] = uint32(n), uint32(e.Block[i]), uint32(e.Cluster[i])
		if l.Grid[i]%l.Cluster[i] != 0 {
			return nil, fmt.Errorf("entry %q: grid %c of %d blocks, expected a multiple of the cluster's %d", e.Name, "xyz"[i], n, e.Cluster[i])
		}
	}
	var err error
	l.Params, err = Pack(e, env)
	return l, err
}

// Pack computes the parameters of entry e for a call, in order. It doesn't look at the preconditions.
func Pack(e *Entry, env *Env) ([]ParamValue, error) {
	out := make([]ParamValue, len(e.Params))
	for i, p := range e.Params {
		var err error
		switch {
		case p.Pointer != nil:
			out[i].Bytes = make([]byte, 8)
			elem.I64.Put(out[i].Bytes, env.Args[p.Pointer.Arg].Pointer)
		case p.Scalar != nil:
			out[i].Bytes, err = p.Scalar.pack(env)
		case p.TensorMap != nil:
			out[i].Map, err = p.TensorMap.pack(env)
		}
		if err != nil {
			return nil, fmt.Errorf("entry %q: parameter %d: %w", e.Name, i, err)
		}
	}
	return out, nil
}

func (p *ScalarParam) pack(env *Env) ([]byte, error) {
	out := make([]byte, p.Type.Size())
	if p.Type.IsFloat() {
		p.Type.Put(out, p.Type.Encode(env.Args[p.Value.arg].Float))
		return out, nil
	}
	v, err := p.Value.Eval(env)
	if err != nil {
		return nil, err
	}
	width := uint(p.Type.Size()) * 8
	if p.Type == elem.I1 {
		width = 1
	}
	// Signless integers: a value is in range if it is so read as signed or as unsigned.
	if width < 64 && (v < -(1<<(width-1)) || v >= 1<<width) {
		return nil, fmt.Errorf("%d does not fit %s (%s)", v, p.Type, p.Value)
	}
	if width == 1 {
		v &= 1
	}
	p.Type.Put(out, uint64(v))
	return out, nil
}

func (p *TensorMapParam) pack(env *Env) (*TensorMapValue, error) {
	v := &TensorMapValue{Param: p, Address: env.Args[p.Arg].Pointer, Dims: make([]uint64, len(p.Dims)), Strides: make([]uint64, len(p.Strides))}
	for i, d := range p.Dims {
		n, err := d.Eval(env)
		if err != nil {
			return nil, err
		}
		v.Dims[i] = uint64(max(1, n))
	}
	for i, s := range p.Strides {
		n, err := s.Eval(env)
		if err != nil {
			return nil, err
		}
		v.Strides[i] = uint64(max(16, n))
	}
	return v, nil
}

// TensorMapCodes are the enumerators of cuTensorMapEncodeTiled for a map.
type TensorMapCodes struct {
	DataType, Interleave, Swizzle, L2Promotion, OOBFill int32
}

// Codes returns the driver's numbers for the names in p (CUDA Driver API, section Tensor Map Object Management).
func (p *TensorMapParam) Codes() TensorMapCodes {
	c := TensorMapCodes{DataType: typeCodes[p.Type], L2Promotion: l2Codes[p.L2Promotion]}
	switch p.Swizzle {
	case Swizzle32B:
		c.Swizzle = 1
	case Swizzle64B:
		c.Swizzle = 2
	case Swizzle128B:
		c.Swizzle = 3
	}
	if p.OOBFill == FillNaN {
		c.OOBFill = 1
	}
	return c
}

// typeCodes has the CUtensorMapDataType of each element type; the 8-bit floats travel as bytes. Read-only.
var typeCodes = map[elem.Type]int32{
	elem.I8: 0, elem.F8E4M3: 0, elem.F8E5M2: 0, elem.I16: 1, elem.I32: 3, elem.I64: 5,
	elem.F16: 6, elem.F32: 7, elem.F64: 8, elem.BF16: 9,
}

// l2Codes has the CUtensorMapL2promotion of each width. Read-only.
var l2Codes = map[L2Promotion]int32{L2None: 0, L264B: 1, L2128B: 2, L2256B: 3}
