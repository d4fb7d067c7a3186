package ir

import (
	"math"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// Context owns the uniqued types and attributes and the dialects of a
// compilation. Several contexts live side by side in one process; objects of
// one must not be mixed with objects of another.
type Context struct {
	mu       sync.RWMutex
	types    map[string]Type
	attrs    map[string]Attr
	nextID   uint32
	ops      map[string]*OpInfo
	dialects map[string]*Dialect

	// AllowUnregistered lets operations, types and attributes of unknown
	// dialects be created and verified as opaque (mlir-opt's
	// --allow-unregistered-dialect).
	AllowUnregistered bool

	cached cachedTypes
	seq    atomic.Uint64 // values numbered so far
}

// cachedTypes holds the types that the hot paths ask for.
type cachedTypes struct {
	index Type
	none  Type
	ints  [129]Type
	unit  Attr
	empty *DictAttr
	isTru *IntegerAttr
	isFls *IntegerAttr
}

// NewContext returns a context that knows the given dialects.
func NewContext(dialects ...*Dialect) *Context {
	c := &Context{
		types:    make(map[string]Type),
		attrs:    make(map[string]Attr),
		ops:      make(map[string]*OpInfo),
		dialects: make(map[string]*Dialect),
	}
	c.cached.index = InternType(c, "index", func() *IndexType { return &IndexType{} })
	c.cached.none = InternType(c, "none", func() *NoneType { return &NoneType{} })
	for w := range c.cached.ints {
		c.cached.ints[w] = c.internInt(uint32(w), Signless)
	}
	c.cached.unit = InternAttr(c, "unit", func() *UnitAttr { return &UnitAttr{} })
	c.cached.empty = DictOf(c)
	i1 := c.cached.ints[1]
	c.cached.isFls = IntAttr(i1, 0)
	c.cached.isTru = IntAttr(i1, -1)
	for _, d := range dialects {
		c.Load(d)
	}
	return c
}

// Load adds a dialect; loading the same dialect twice is harmless, loading
// two dialects of one name panics.
func (c *Context) Load(d *Dialect) {
	c.mu.Lock()
	if old, ok := c.dialects[d.Name]; ok {
		c.mu.Unlock()
		if old != d {
			panic("internal: two dialects named " + d.Name)
		}
		return
	}
	c.dialects[d.Name] = d
	for _, b := range d.Ops {
		info := &OpInfo{Name: b.Def.Name, Dialect: d, Def: b.Def, view: b.view, ctx: c}
		info.resolve()
		c.ops[b.Def.Name] = info
	}
	c.mu.Unlock()
	for _, dep := range d.Dependents {
		c.Load(dep)
	}
}

// SeqIsUnique reports whether no two values of the context have the same
// Value.Seq: fewer than 2^32 were made.
func (c *Context) SeqIsUnique() bool { return c.seq.Load() <= math.MaxUint32 }

// Dialect returns the loaded dialect of that name, or nil.
func (c *Context) Dialect(name string) *Dialect {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.dialects[name]
}

// Dialects returns the loaded dialects sorted by name.
func (c *Context) Dialects() []*Dialect {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]*Dialect, 0, len(c.dialects))
	for _, d := range c.dialects {
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// OpInfo returns the interned description of an operation name, registered
// or not.
func (c *Context) OpInfo(name string) *OpInfo {
	c.mu.RLock()
	info := c.ops[name]
	c.mu.RUnlock()
	if info != nil {
		return info
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if info := c.ops[name]; info != nil {
		return info
	}
	name = strings.Clone(name)
	info = &OpInfo{Name: name, ctx: c}
	if dn, _, ok := strings.Cut(name, "."); ok {
		info.Dialect = c.dialects[dn]
	}
	c.ops[name] = info
	return info
}

// InternType returns the type of this context with the given structural key,
// making it with mk on first use. Dialects call it from their constructors;
// the key must start with the dialect's name and be injective.
func InternType[T Type](c *Context, key string, mk func() T) T {
	c.mu.RLock()
	t, ok := c.types[key]
	c.mu.RUnlock()
	if ok {
		return t.(T)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.types[key]; ok {
		return t.(T)
	}
	n := mk()
	b := n.typeBase()
	c.nextID++
	b.ctx, b.id = c, c.nextID
	c.types[strings.Clone(key)] = n
	return n
}

// InternAttr is InternType for attributes.
func InternAttr[A Attr](c *Context, key string, mk func() A) A {
	c.mu.RLock()
	a, ok := c.attrs[key]
	c.mu.RUnlock()
	if ok {
		return a.(A)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if a, ok := c.attrs[key]; ok {
		return a.(A)
	}
	n := mk()
	b := n.attrBase()
	c.nextID++
	b.ctx, b.id = c, c.nextID
	c.attrs[strings.Clone(key)] = n
	return n
}

// internTypeBytes is InternType with a key built in a scratch buffer: a hit
// allocates nothing.
func internTypeBytes[T Type](c *Context, key []byte, mk func() T) T {
	c.mu.RLock()
	t, ok := c.types[string(key)]
	c.mu.RUnlock()
	if ok {
		return t.(T)
	}
	return InternType(c, string(key), mk)
}

func internAttrBytes[A Attr](c *Context, key []byte, mk func() A) A {
	c.mu.RLock()
	a, ok := c.attrs[string(key)]
	c.mu.RUnlock()
	if ok {
		return a.(A)
	}
	return InternAttr(c, string(key), mk)
}
